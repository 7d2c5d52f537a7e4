CREATE TABLE "automation_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "automation_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"automation_id" uuid NOT NULL,
	"event_id" bigint,
	"due_date" date,
	"task_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"status" text NOT NULL,
	"chain" uuid[] DEFAULT '{}' NOT NULL,
	"depth" smallint DEFAULT 1 NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" varchar(300),
	"duration_ms" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "automation_runs_status" CHECK ("automation_runs"."status" in ('succeeded', 'no_change', 'conditions_not_met', 'failed', 'loop_blocked', 'throttled', 'dry_run'))
);
--> statement-breakpoint
ALTER TABLE "automation_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "automations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid,
	"name" varchar(80) NOT NULL,
	"description" varchar(500),
	"is_enabled" boolean DEFAULT true NOT NULL,
	"trigger" jsonb NOT NULL,
	"conditions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"action" jsonb NOT NULL,
	"rank" smallint DEFAULT 100 NOT NULL,
	"run_as" text DEFAULT 'system' NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"run_count" integer DEFAULT 0 NOT NULL,
	"last_run_at" timestamp (3) with time zone,
	"last_status" text,
	"consecutive_failures" smallint DEFAULT 0 NOT NULL,
	"turn" integer DEFAULT 0 NOT NULL,
	"disabled_reason" varchar(40),
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "automations_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "automations_run_as" CHECK ("automations"."run_as" in ('system')),
	CONSTRAINT "automations_last_status" CHECK ("automations"."last_status" in ('succeeded', 'no_change', 'conditions_not_met', 'failed', 'loop_blocked', 'throttled', 'dry_run'))
);
--> statement-breakpoint
ALTER TABLE "automations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "task_events" ALTER COLUMN "automation_chain" SET DEFAULT app.automation_chain();--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "automation_id" uuid;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_automation_id" FOREIGN KEY ("org_id","automation_id") REFERENCES "public"."automations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_task_id" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "automation_runs_event" ON "automation_runs" USING btree ("automation_id","event_id","task_id") WHERE "automation_runs"."event_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "automation_runs_day" ON "automation_runs" USING btree ("automation_id","task_id","due_date") WHERE "automation_runs"."due_date" is not null;--> statement-breakpoint
CREATE INDEX "automation_runs_list" ON "automation_runs" USING btree ("org_id","automation_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "automation_runs_time" ON "automation_runs" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "automation_runs_age" ON "automation_runs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "automation_runs_task" ON "automation_runs" USING btree ("org_id","task_id");--> statement-breakpoint
CREATE INDEX "automations_enabled" ON "automations" USING btree ("org_id","project_id") WHERE "automations"."is_enabled" and "automations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "automations_list" ON "automations" USING btree ("org_id","rank","created_at","id") WHERE "automations"."deleted_at" is null;--> statement-breakpoint
CREATE POLICY "project_wall" ON "automation_runs" AS PERMISSIVE FOR ALL TO "svc_app" USING ("automation_runs"."org_id" = (select app.org_id()) and ("automation_runs"."project_id" is null or ("automation_runs"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "automation_runs"."project_id" = (select app.only_project()))))) WITH CHECK ("automation_runs"."org_id" = (select app.org_id()) and ("automation_runs"."project_id" is null or ("automation_runs"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "automation_runs"."project_id" = (select app.only_project())))));--> statement-breakpoint
CREATE POLICY "project_wall" ON "automations" AS PERMISSIVE FOR ALL TO "svc_app" USING ("automations"."org_id" = (select app.org_id()) and ("automations"."project_id" is null or ("automations"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "automations"."project_id" = (select app.only_project()))))) WITH CHECK ("automations"."org_id" = (select app.org_id()) and ("automations"."project_id" is null or ("automations"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "automations"."project_id" = (select app.only_project())))));