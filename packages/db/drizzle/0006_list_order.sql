DROP INDEX "audit_newest";--> statement-breakpoint
DROP INDEX "experiment_newest";--> statement-breakpoint
DROP INDEX "run_newest";--> statement-breakpoint
DROP INDEX "run_by_status";--> statement-breakpoint
DROP INDEX "runner_by_host";--> statement-breakpoint
DROP INDEX "webhook_delivery_newest";--> statement-breakpoint
CREATE INDEX "run_visible" ON "run" USING btree ("team_id","seq" DESC NULLS FIRST) WHERE not hidden;--> statement-breakpoint
CREATE INDEX "run_by_benchmark" ON "run" USING btree ("team_id","benchmark","seq" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_newest" ON "audit_log" USING btree ("team_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "experiment_newest" ON "experiment" USING btree ("team_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "run_newest" ON "run" USING btree ("team_id","seq" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "run_by_status" ON "run" USING btree ("team_id","status","seq" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "runner_by_host" ON "runner" USING btree ("host_id","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "webhook_delivery_newest" ON "webhook_delivery" USING btree ("webhook_id","created_at" DESC NULLS FIRST);