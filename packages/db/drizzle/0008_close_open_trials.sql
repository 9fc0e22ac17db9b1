-- Nobody writes for an orphaned run any more: a trial left open would be shown as running for ever. It ends as what it
-- is, missing through no fault of its agent. In a trigger since a run is orphaned in five ways (decision 9).
create function close_open_trials() returns trigger
language plpgsql security definer set search_path = pg_catalog, public
as $$
declare
  closed integer;
  unpriced integer;
begin
  with ended as (
    update trial
    set verdict = 'none', termination = 'infra_error', status = 'error', decided = false, error_type = 'RunOrphaned',
      error_message = 'Its run was given up before the trial ended; what it had done by then is not known.',
      updated_at = clock_timestamp()
    where run_id = new.id and termination = 'running'
    returning cost_usd, superseded_at
  )
  select count(*) filter (where superseded_at is null), count(*) filter (where cost_usd is null)
  into closed, unpriced from ended;
  new.trials_running := new.trials_running - closed;
  new.trials_errored := new.trials_errored + closed;
  new.unpriced_trials := new.unpriced_trials + unpriced;
  return new;
end $$;
--> statement-breakpoint
create trigger run_orphaned before update of status on run for each row
  when (new.status = 'orphaned' and old.status <> 'orphaned')
  execute function close_open_trials();
