-- Rows of a queue are updated a few times each and their old versions slow the claim: room on the page for a new
-- version, and a vacuum that comes early.
alter table run set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200,
  autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
--> statement-breakpoint
-- The beat is a HOT update: it touches no index, and its page needs room.
alter table runner set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 50);
--> statement-breakpoint
alter table installation set (fillfactor = 10, autovacuum_vacuum_threshold = 50);
--> statement-breakpoint
alter table key_lock set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);
--> statement-breakpoint
alter table trial set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05);
--> statement-breakpoint
alter table run_output set (autovacuum_vacuum_scale_factor = 0.05);
--> statement-breakpoint
-- Compressed before they come here.
alter table trace_chunk alter column skeleton set storage external, alter column body set storage external;
