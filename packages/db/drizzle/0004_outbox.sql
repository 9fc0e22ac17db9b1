-- What follows from a change of a run is written by triggers, in the transaction of the change: a run ends in nine ways
-- and is lost in one, and a way that is added later must not be forgotten. None of it can be lost or doubled by a crash.

do $$
declare tenant text;
begin
  foreach tenant in array array['webhook', 'webhook_delivery'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format(
      'create policy own_team on %I to paddock_web using (team_id = nullif(current_setting(''app.team_id'', true), ''''))',
      tenant);
  end loop;
end $$;
--> statement-breakpoint
grant select, insert, update, delete on webhook, webhook_delivery to paddock_web;
--> statement-breakpoint
-- Runners may end a run, but not see who is told of it: the triggers write with the rights of the owner.
grant select, delete on removal to paddock_runner;
--> statement-breakpoint
-- One delivery for each endpoint of the team that asked for this event. New events call it as well.
create function announce_webhook(team text, happened text, payload jsonb) returns void
language sql security definer set search_path = pg_catalog, public
as $$
  insert into public.webhook_delivery (id, team_id, webhook_id, event, payload)
  select 'e' || replace(gen_random_uuid()::text, '-', ''), w.team_id, w.id, happened, payload
  from public.webhook w where w.team_id = team and w.disabled_at is null and happened = any(w.events)
$$;
--> statement-breakpoint
revoke all on function announce_webhook(text, text, jsonb) from public;
--> statement-breakpoint
create function utc_text(at timestamptz) returns text
language sql stable set search_path = pg_catalog, public
as $$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
--> statement-breakpoint
-- Ids and facts; no text that a process wrote.
create function run_facts(r run) returns jsonb
language sql stable set search_path = pg_catalog, public
as $$
  select jsonb_build_object(
    'id', r.id, 'name', r.name, 'status', r.status, 'errorCode', r.error_code, 'exitCode', r.exit_code,
    'experiment', r.experiment_id, 'arm', r.arm_name, 'benchmark', r.benchmark,
    'queuedAt', utc_text(r.queued_at), 'startedAt', utc_text(r.started_at), 'finishedAt', utc_text(r.finished_at),
    'lostAt', utc_text(r.lost_at),
    'trials', jsonb_build_object('planned', r.planned_trials, 'passed', r.trials_passed, 'failed', r.trials_failed,
      'errored', r.trials_errored, 'missing', r.trials_missing, 'running', r.trials_running),
    'costUsd', r.cost_usd)
$$;
--> statement-breakpoint
create function tell_run() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  perform announce_webhook(new.team_id, tg_argv[0], jsonb_build_object('run', run_facts(new)));
  return null;
end $$;
--> statement-breakpoint
-- Imported runs ended elsewhere, some time ago: nobody waits for them.
create trigger run_ended after update of finished_at on run for each row
  when (old.finished_at is null and new.finished_at is not null and new.origin = 'launched')
  execute function tell_run('run.ended');
--> statement-breakpoint
create trigger run_lost after update of lost_at on run for each row
  when (new.lost_at is not null and old.lost_at is distinct from new.lost_at and new.finished_at is null)
  execute function tell_run('run.lost');
--> statement-breakpoint
-- Which teams have something to send, without telling what: the senders then work inside one team at a time.
create function due_webhook_teams() returns table (team_id text)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select distinct d.team_id from public.webhook_delivery d join public.webhook w on w.id = d.webhook_id
  where d.state = 'pending' and d.next_at <= clock_timestamp() and w.disabled_at is null
$$;
--> statement-breakpoint
revoke all on function due_webhook_teams() from public;
--> statement-breakpoint
grant execute on function due_webhook_teams() to paddock_web;
--> statement-breakpoint
-- Before: its events, which tell the hosts that had it, go with the run. By whatever way it is deleted: alone, with
-- its experiment, with its team. An imported run's directory is somebody else's.
create function leave_removal() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
begin
  insert into public.removal (host_id, run_id, run_name, directory)
  select host_id, old.id, old.name, old.directory from (
    select old.host_id
    union
    select r.host_id from public.run_event e join public.runner r on r.id = e.by
    where e.run_id = old.id and e.kind = 'claimed'
  ) as host where host_id is not null;
  return old;
end $$;
--> statement-breakpoint
create trigger run_deleted before delete on run for each row when (old.origin = 'launched')
  execute function leave_removal();
