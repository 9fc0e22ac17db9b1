-- Who may do what to which table. paddock_owner owns everything and runs these files; paddock_web sees one team at a
-- time; paddock_runner sees all teams, but only the queue and its results.

-- A team's rows: the web sees those of the team that its transaction names. A reused connection holds '' after
-- SET LOCAL, hence the nullif.
do $$
declare tenant text;
begin
  foreach tenant in array array['experiment', 'arm', 'run', 'trial', 'trace', 'trace_chunk', 'artifact', 'run_event',
    'run_output', 'lane', 'team_limit', 'key_lock', 'audit_log']
  loop
    execute format('alter table %I enable row level security', tenant);
    execute format(
      'create policy own_team on %I to paddock_web using (team_id = nullif(current_setting(''app.team_id'', true), ''''))',
      tenant);
    if tenant <> 'audit_log' then
      execute format('create policy all_teams on %I to paddock_runner using (true) with check (true)', tenant);
    end if;
  end loop;
end $$;
--> statement-breakpoint
-- A sign-in belongs to no team.
create policy append_without_team on audit_log for insert to paddock_web with check (team_id is null);
--> statement-breakpoint
create policy append_from_runner on audit_log for insert to paddock_runner with check (true);
--> statement-breakpoint
grant select, insert, update, delete on "user", session, account, verification, organization, member, invitation,
  apikey, rate_limit to paddock_web;
--> statement-breakpoint
grant select, insert, update, delete on experiment, arm, run, team_limit to paddock_web;
--> statement-breakpoint
grant select, insert on lane, run_event, audit_log to paddock_web;
--> statement-breakpoint
grant select, insert, delete on key_lock to paddock_web;
--> statement-breakpoint
grant select on trial, trace, trace_chunk, artifact, blob, run_output, runner, installation, __drizzle_migrations
  to paddock_web;
--> statement-breakpoint
grant select, insert, update, delete on runner_order to paddock_web;
--> statement-breakpoint
grant select on organization, team_limit, runner_order, __drizzle_migrations to paddock_runner;
--> statement-breakpoint
grant select, insert, update on experiment, arm, run, installation to paddock_runner;
--> statement-breakpoint
grant select, insert on lane, run_event to paddock_runner;
--> statement-breakpoint
grant insert on audit_log to paddock_runner;
--> statement-breakpoint
grant select, insert, update, delete on trial, trace, trace_chunk, artifact, blob, run_output, runner, key_lock
  to paddock_runner;
--> statement-breakpoint
-- What runners carry, of all teams, without telling whose: the fleet page and the reason of a wait need the sums.
create function fleet_load() returns table (runner_id text, runs integer, weight bigint)
language sql stable security definer set search_path = pg_catalog, public
as $$
  select r.runner_id, count(*)::integer, sum(r.weight) from public.run r
  where r.status in ('starting', 'running') group by r.runner_id
$$;
--> statement-breakpoint
revoke all on function fleet_load() from public;
--> statement-breakpoint
grant execute on function fleet_load() to paddock_web, paddock_runner;
--> statement-breakpoint
insert into installation default values;
