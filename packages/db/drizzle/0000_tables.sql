CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "apikey" (
	"id" text PRIMARY KEY NOT NULL,
	"config_id" text DEFAULT 'default' NOT NULL,
	"name" text,
	"start" text,
	"reference_id" text NOT NULL,
	"prefix" text,
	"key" text NOT NULL,
	"refill_interval" integer,
	"refill_amount" integer,
	"last_refill_at" timestamp (3) with time zone,
	"enabled" boolean DEFAULT true,
	"rate_limit_enabled" boolean DEFAULT true,
	"rate_limit_time_window" integer DEFAULT 86400000,
	"rate_limit_max" integer DEFAULT 10,
	"request_count" integer DEFAULT 0,
	"remaining" integer,
	"last_request" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"permissions" text,
	"metadata" text
);
--> statement-breakpoint
CREATE TABLE "arm" (
	"team_id" text NOT NULL,
	"experiment_id" text NOT NULL,
	"name" text NOT NULL,
	"role" text,
	"note" text,
	"label" text,
	"launch" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "arm_team_id_experiment_id_name_pk" PRIMARY KEY("team_id","experiment_id","name"),
	CONSTRAINT "arm_role" CHECK ("arm"."role" in ('baseline', 'variant'))
);
--> statement-breakpoint
CREATE TABLE "artifact" (
	"team_id" text NOT NULL,
	"run_id" text NOT NULL,
	"trial_id" text,
	"epoch" integer NOT NULL,
	"path" text NOT NULL,
	"size" bigint NOT NULL,
	"media_type" text NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "artifact_path" UNIQUE NULLS NOT DISTINCT("run_id","epoch","trial_id","path")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"team_id" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"by" text NOT NULL,
	"origin" text,
	"action" text NOT NULL,
	"object" text NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "blob" (
	"sha256" text PRIMARY KEY NOT NULL,
	"size" bigint NOT NULL,
	"stored_size" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "experiment" (
	"team_id" text NOT NULL,
	"id" text NOT NULL,
	"goal" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"verdict" text,
	"created_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "experiment_team_id_id_pk" PRIMARY KEY("team_id","id"),
	CONSTRAINT "experiment_status" CHECK ("experiment"."status" in ('open', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"single" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"cap" integer,
	"reap_not_before" timestamp (3) with time zone,
	"watched_at" timestamp (3) with time zone,
	CONSTRAINT "installation_single" CHECK ("installation"."single")
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"inviter_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "key_lock" (
	"key" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"team_id" text NOT NULL,
	"epoch" integer NOT NULL,
	"host_id" text NOT NULL,
	"taken_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lane" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lane_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"team_id" text NOT NULL,
	"requires" text[] NOT NULL,
	CONSTRAINT "lane_requirements" UNIQUE("team_id","requires")
);
--> statement-breakpoint
CREATE TABLE "member" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "member_once" UNIQUE("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "organization" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"logo" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"metadata" text,
	CONSTRAINT "organization_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"last_request" bigint DEFAULT (extract(epoch from now()) * 1000)::bigint NOT NULL,
	CONSTRAINT "rate_limit_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "run" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "run_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"experiment_id" text,
	"arm_name" text,
	"benchmark" text NOT NULL,
	"dataset" text,
	"agent" text,
	"model" text,
	"origin" text DEFAULT 'launched' NOT NULL,
	"launch" jsonb NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"dispatch" text,
	"lane_id" integer NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"sort_key" bigint GENERATED ALWAYS AS (((100 - priority)::bigint << 40) + seq) STORED NOT NULL,
	"weight" integer DEFAULT 100 NOT NULL,
	"workspace_key" text,
	"epoch" integer DEFAULT 0 NOT NULL,
	"runner_id" text,
	"host_id" text,
	"on_lost" text DEFAULT 'report' NOT NULL,
	"infra_attempts" integer DEFAULT 0 NOT NULL,
	"infra_budget" integer DEFAULT 2 NOT NULL,
	"cancel_requested_at" timestamp (3) with time zone,
	"cancel_reason" text,
	"lost_at" timestamp (3) with time zone,
	"tree_epoch" integer DEFAULT 0 NOT NULL,
	"tree_gone_at" timestamp (3) with time zone DEFAULT clock_timestamp(),
	"idempotency_key" text,
	"payload_hash" text NOT NULL,
	"retry_of" text,
	"superseded_by" text,
	"queued_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"timeout_ms" bigint,
	"idle_timeout_ms" bigint,
	"budget_usd" double precision,
	"phase" text,
	"exit_code" integer,
	"exit_signal" text,
	"error_code" text,
	"error_message" text,
	"command" jsonb,
	"directory" text,
	"event_seq" integer DEFAULT 0 NOT NULL,
	"tail_bytes" integer DEFAULT 0 NOT NULL,
	"dropped_bytes" bigint DEFAULT 0 NOT NULL,
	"log_bytes" bigint DEFAULT 0 NOT NULL,
	"planned_trials" integer,
	"trials_running" integer DEFAULT 0 NOT NULL,
	"trials_passed" integer DEFAULT 0 NOT NULL,
	"trials_failed" integer DEFAULT 0 NOT NULL,
	"trials_errored" integer DEFAULT 0 NOT NULL,
	"trials_missing" integer DEFAULT 0 NOT NULL,
	"decided_passed" integer DEFAULT 0 NOT NULL,
	"decided_trials" integer DEFAULT 0 NOT NULL,
	"cost_usd" double precision,
	"priced_trials" integer DEFAULT 0 NOT NULL,
	"unpriced_trials" integer DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"cached_input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"metrics" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"created_by" text,
	CONSTRAINT "run_name" UNIQUE("team_id","name"),
	CONSTRAINT "run_status" CHECK ("run"."status" in ('queued', 'starting', 'running', 'succeeded', 'failed', 'cancelled', 'orphaned')),
	CONSTRAINT "run_dispatch" CHECK ("run"."dispatch" in ('ready', 'parked')),
	CONSTRAINT "run_dispatch_while_queued" CHECK (("run"."dispatch" is not null) = ("run"."status" = 'queued')),
	CONSTRAINT "run_weight" CHECK ("run"."weight" > 0),
	CONSTRAINT "run_finished" CHECK (("run"."finished_at" is not null) = ("run"."status" in ('succeeded', 'failed', 'cancelled', 'orphaned'))),
	CONSTRAINT "run_held" CHECK ("run"."status" not in ('starting', 'running') or "run"."runner_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "run_event" (
	"run_id" text NOT NULL,
	"seq" integer NOT NULL,
	"team_id" text NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"epoch" integer NOT NULL,
	"by" text,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "run_event_run_id_seq_pk" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "run_output" (
	"run_id" text NOT NULL,
	"epoch" integer NOT NULL,
	"seq" bigint NOT NULL,
	"team_id" text NOT NULL,
	"stream" text NOT NULL,
	"text" text NOT NULL,
	"bytes" integer NOT NULL,
	"first_line" bigint NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_output_run_id_epoch_seq_pk" PRIMARY KEY("run_id","epoch","seq")
);
--> statement-breakpoint
CREATE TABLE "runner" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"host_id" text NOT NULL,
	"boot_id" text NOT NULL,
	"pid" integer NOT NULL,
	"version" text NOT NULL,
	"labels" text[] NOT NULL,
	"teams" text[],
	"capacity" integer,
	"once" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'ready' NOT NULL,
	"status_reason" text,
	"config_error" text,
	"offers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"boot_log" text,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"beat_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gone_at" timestamp (3) with time zone,
	CONSTRAINT "runner_status" CHECK ("runner"."status" in ('ready', 'draining', 'quarantined', 'gone'))
);
--> statement-breakpoint
CREATE TABLE "runner_order" (
	"name" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"note" text,
	"until" timestamp (3) with time zone,
	"by" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"user_id" text NOT NULL,
	"active_organization_id" text,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "team_limit" (
	"team_id" text PRIMARY KEY NOT NULL,
	"weight" real DEFAULT 1 NOT NULL,
	"cap" integer,
	CONSTRAINT "team_limit_weight" CHECK ("team_limit"."weight" > 0),
	CONSTRAINT "team_limit_cap" CHECK ("team_limit"."cap" >= 0)
);
--> statement-breakpoint
CREATE TABLE "trace" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"trial_id" text NOT NULL,
	"source" text NOT NULL,
	"format" text NOT NULL,
	"rank" integer NOT NULL,
	"status" text NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"steps" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"error" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trace_source" UNIQUE("trial_id","source")
);
--> statement-breakpoint
CREATE TABLE "trace_chunk" (
	"trace_id" text NOT NULL,
	"seq" integer NOT NULL,
	"team_id" text NOT NULL,
	"first_step" integer NOT NULL,
	"steps" integer NOT NULL,
	"kinds" jsonb NOT NULL,
	"tools" text[] NOT NULL,
	"tokens" bigint NOT NULL,
	"raw_bytes" integer NOT NULL,
	"skeleton" "bytea" NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "trace_chunk_trace_id_seq_pk" PRIMARY KEY("trace_id","seq")
);
--> statement-breakpoint
CREATE TABLE "trial" (
	"id" text PRIMARY KEY NOT NULL,
	"team_id" text NOT NULL,
	"run_id" text NOT NULL,
	"epoch" integer NOT NULL,
	"name" text NOT NULL,
	"task" text NOT NULL,
	"task_digest" text,
	"attempt" integer NOT NULL,
	"agent" text,
	"model" text,
	"status" text NOT NULL,
	"verdict" text NOT NULL,
	"termination" text NOT NULL,
	"decided" boolean NOT NULL,
	"reward" double precision,
	"rewards" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"cost_usd" double precision,
	"cost_source" text DEFAULT 'unknown' NOT NULL,
	"input_tokens" bigint,
	"cached_input_tokens" bigint,
	"output_tokens" bigint,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"duration_ms" bigint,
	"phases" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error_type" text,
	"error_message" text,
	"directory" text,
	"raw" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"superseded_at" timestamp (3) with time zone,
	"gone_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trial_name" UNIQUE("run_id","name")
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "arm" ADD CONSTRAINT "arm_team_id_experiment_id_experiment_team_id_id_fk" FOREIGN KEY ("team_id","experiment_id") REFERENCES "public"."experiment"("team_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifact" ADD CONSTRAINT "artifact_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "artifact" ADD CONSTRAINT "artifact_trial_id_trial_id_fk" FOREIGN KEY ("trial_id") REFERENCES "public"."trial"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_team_id_organization_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiment" ADD CONSTRAINT "experiment_team_id_organization_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "experiment" ADD CONSTRAINT "experiment_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_inviter_id_user_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lane" ADD CONSTRAINT "lane_team_id_organization_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_organization_id_organization_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run" ADD CONSTRAINT "run_team_id_organization_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run" ADD CONSTRAINT "run_retry_of_run_id_fk" FOREIGN KEY ("retry_of") REFERENCES "public"."run"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run" ADD CONSTRAINT "run_superseded_by_run_id_fk" FOREIGN KEY ("superseded_by") REFERENCES "public"."run"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run" ADD CONSTRAINT "run_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run" ADD CONSTRAINT "run_team_id_experiment_id_arm_name_arm_team_id_experiment_id_name_fk" FOREIGN KEY ("team_id","experiment_id","arm_name") REFERENCES "public"."arm"("team_id","experiment_id","name") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_event" ADD CONSTRAINT "run_event_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_output" ADD CONSTRAINT "run_output_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_limit" ADD CONSTRAINT "team_limit_team_id_organization_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."organization"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trace" ADD CONSTRAINT "trace_trial_id_trial_id_fk" FOREIGN KEY ("trial_id") REFERENCES "public"."trial"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trace_chunk" ADD CONSTRAINT "trace_chunk_trace_id_trace_id_fk" FOREIGN KEY ("trace_id") REFERENCES "public"."trace"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trial" ADD CONSTRAINT "trial_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_user" ON "account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "apikey_config" ON "apikey" USING btree ("config_id");--> statement-breakpoint
CREATE INDEX "apikey_reference" ON "apikey" USING btree ("reference_id");--> statement-breakpoint
CREATE INDEX "apikey_key" ON "apikey" USING btree ("key");--> statement-breakpoint
CREATE INDEX "artifact_of_trial" ON "artifact" USING btree ("trial_id");--> statement-breakpoint
CREATE INDEX "audit_newest" ON "audit_log" USING btree ("team_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "experiment_newest" ON "experiment" USING btree ("team_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "invitation_organization" ON "invitation" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "invitation_email" ON "invitation" USING btree ("email");--> statement-breakpoint
CREATE INDEX "key_lock_run" ON "key_lock" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "key_lock_host" ON "key_lock" USING btree ("host_id");--> statement-breakpoint
CREATE INDEX "member_user" ON "member" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "run_idempotency" ON "run" USING btree ("team_id","idempotency_key") WHERE idempotency_key is not null;--> statement-breakpoint
CREATE INDEX "run_ready" ON "run" USING btree ("lane_id","sort_key") WHERE dispatch = 'ready';--> statement-breakpoint
CREATE INDEX "run_parked" ON "run" USING btree ("workspace_key","sort_key") WHERE dispatch = 'parked';--> statement-breakpoint
CREATE INDEX "run_ready_by_key" ON "run" USING btree ("workspace_key","sort_key") WHERE dispatch = 'ready' and workspace_key is not null;--> statement-breakpoint
CREATE INDEX "run_held" ON "run" USING btree ("runner_id") WHERE status in ('starting', 'running');--> statement-breakpoint
CREATE INDEX "run_held_by_team" ON "run" USING btree ("team_id","weight") WHERE status in ('starting', 'running');--> statement-breakpoint
CREATE INDEX "run_lost" ON "run" USING btree ("lost_at") WHERE lost_at is not null and status in ('starting', 'running');--> statement-breakpoint
CREATE INDEX "run_expiry" ON "run" USING btree ("expires_at") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "run_newest" ON "run" USING btree ("team_id","seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "run_by_status" ON "run" USING btree ("team_id","status","seq" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "run_by_arm" ON "run" USING btree ("team_id","experiment_id","arm_name","seq");--> statement-breakpoint
CREATE INDEX "run_tree" ON "run" USING btree ("host_id") WHERE tree_gone_at is null;--> statement-breakpoint
CREATE INDEX "runner_alive" ON "runner" USING btree ("host_id") WHERE status <> 'gone';--> statement-breakpoint
CREATE INDEX "runner_gone" ON "runner" USING btree ("gone_at") WHERE status = 'gone';--> statement-breakpoint
CREATE INDEX "runner_by_host" ON "runner" USING btree ("host_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "session_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "trace_by_rank" ON "trace" USING btree ("trial_id","rank");--> statement-breakpoint
CREATE INDEX "trace_chunk_step" ON "trace_chunk" USING btree ("trace_id","first_step");--> statement-breakpoint
CREATE INDEX "trial_by_task" ON "trial" USING btree ("run_id","task","attempt");--> statement-breakpoint
CREATE INDEX "trial_by_status" ON "trial" USING btree ("run_id","status");--> statement-breakpoint
CREATE INDEX "verification_identifier" ON "verification" USING btree ("identifier");