-- The matrix counts as the comparison does: by verdict, over what is decided.
drop index trial_by_task;
--> statement-breakpoint
create index trial_by_task on trial (run_id, task, attempt)
  include (id, team_id, status, verdict, decided, reward, cost_usd, duration_ms, superseded_at);
