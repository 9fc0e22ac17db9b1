DROP INDEX "trial_by_task";
--> statement-breakpoint
-- The matrix of an experiment reads 50,000 trials from this index alone (team_id for row-level security).
create index trial_by_task on trial (run_id, task, attempt)
  include (id, team_id, status, reward, cost_usd, duration_ms, superseded_at);
