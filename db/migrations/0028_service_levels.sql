CREATE TABLE "business_calendars" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(120) NOT NULL,
	"time_zone" text NOT NULL,
	"week" jsonb NOT NULL,
	"exceptions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"holidays_from_region" varchar(20),
	"is_default" boolean DEFAULT false NOT NULL,
	"special_days" date[] DEFAULT '{0001-01-01}' NOT NULL,
	"week_seconds" integer DEFAULT 0 NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "business_calendars_org_id_id_unique" UNIQUE("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "business_calendars" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sla_clock_events" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"clock_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid DEFAULT app.user_id(),
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "sla_clock_events_kind" CHECK ("sla_clock_events"."kind" in ('started', 'paused', 'resumed', 'target_changed', 'warned', 'breached', 'met', 'missed', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "sla_clock_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sla_clocks" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"task_id" uuid,
	"ticket_id" uuid,
	"policy_id" uuid NOT NULL,
	"policy_snapshot" jsonb NOT NULL,
	"calendar_id" uuid,
	"metric" text NOT NULL,
	"target_seconds" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"consumed_seconds" numeric(14, 3) DEFAULT 0 NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"warn_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"pause_reason" varchar(500),
	"warned_at" timestamp (3) with time zone,
	"breached_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"elapsed_seconds" numeric(14, 3),
	CONSTRAINT "sla_clocks_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "sla_clocks_subject_type" CHECK ("sla_clocks"."subject_type" in ('task', 'ticket')),
	CONSTRAINT "sla_clocks_subject" CHECK (num_nonnulls("sla_clocks"."task_id", "sla_clocks"."ticket_id") = 1 and "sla_clocks"."subject_id" = coalesce("sla_clocks"."task_id", "sla_clocks"."ticket_id")
      and ("sla_clocks"."subject_type" = 'task') = ("sla_clocks"."task_id" is not null)),
	CONSTRAINT "sla_clocks_metric" CHECK ("sla_clocks"."metric" in ('first_response', 'next_response', 'resolution')),
	CONSTRAINT "sla_clocks_state" CHECK ("sla_clocks"."state" in ('running', 'paused', 'met', 'missed', 'cancelled')),
	CONSTRAINT "sla_clocks_target" CHECK ("sla_clocks"."target_seconds" > 0),
	CONSTRAINT "sla_clocks_running" CHECK (("sla_clocks"."state" = 'running') = ("sla_clocks"."due_at" is not null)),
	CONSTRAINT "sla_clocks_paused" CHECK (("sla_clocks"."state" = 'paused') = ("sla_clocks"."paused_at" is not null)),
	CONSTRAINT "sla_clocks_ended" CHECK (("sla_clocks"."state" in ('running', 'paused')) = ("sla_clocks"."completed_at" is null))
);
--> statement-breakpoint
ALTER TABLE "sla_clocks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sla_overrides" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"task_id" uuid NOT NULL,
	"policy_id" uuid,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "sla_overrides_org_id_id_unique" UNIQUE("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "sla_overrides" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sla_policies" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(120) NOT NULL,
	"position" integer NOT NULL,
	"applies_to" text DEFAULT 'task' NOT NULL,
	"filter" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"calendar_id" uuid,
	"targets" jsonb NOT NULL,
	"pause_statuses" text[] DEFAULT '{}' NOT NULL,
	"warn_percent" smallint DEFAULT 80 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "sla_policies_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "sla_policies_subject" CHECK ("sla_policies"."applies_to" in ('task', 'ticket')),
	CONSTRAINT "sla_policies_warning" CHECK ("sla_policies"."warn_percent" between 1 and 99)
);
--> statement-breakpoint
ALTER TABLE "sla_policies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sla_clocks" ADD CONSTRAINT "sla_clocks_policy_id" FOREIGN KEY ("org_id","policy_id") REFERENCES "public"."sla_policies"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sla_clocks" ADD CONSTRAINT "sla_clocks_calendar_id" FOREIGN KEY ("org_id","calendar_id") REFERENCES "public"."business_calendars"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sla_clocks" ADD CONSTRAINT "sla_clocks_task_id" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sla_clocks" ADD CONSTRAINT "sla_clocks_ticket_id" FOREIGN KEY ("org_id","ticket_id") REFERENCES "public"."tickets"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sla_overrides" ADD CONSTRAINT "sla_overrides_policy_id" FOREIGN KEY ("org_id","policy_id") REFERENCES "public"."sla_policies"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sla_overrides" ADD CONSTRAINT "sla_overrides_task_id" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sla_policies" ADD CONSTRAINT "sla_policies_calendar_id" FOREIGN KEY ("org_id","calendar_id") REFERENCES "public"."business_calendars"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "business_calendars_name" ON "business_calendars" USING btree ("org_id",app.folded("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "business_calendars_default" ON "business_calendars" USING btree ("org_id") WHERE "business_calendars"."is_default";--> statement-breakpoint
CREATE INDEX "sla_clock_events_clock" ON "sla_clock_events" USING btree ("org_id","clock_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sla_clocks_open" ON "sla_clocks" USING btree ("org_id","subject_id","metric") WHERE "sla_clocks"."state" in ('running', 'paused');--> statement-breakpoint
CREATE INDEX "sla_clocks_subject" ON "sla_clocks" USING btree ("org_id","subject_id","metric","created_at");--> statement-breakpoint
CREATE INDEX "sla_clocks_task" ON "sla_clocks" USING btree ("org_id","task_id") WHERE "sla_clocks"."task_id" is not null;--> statement-breakpoint
CREATE INDEX "sla_clocks_ticket" ON "sla_clocks" USING btree ("org_id","ticket_id") WHERE "sla_clocks"."ticket_id" is not null;--> statement-breakpoint
CREATE INDEX "sla_clocks_due" ON "sla_clocks" USING btree ("org_id","due_at") WHERE "sla_clocks"."state" = 'running';--> statement-breakpoint
CREATE INDEX "sla_clocks_stamps" ON "sla_clocks" USING btree ("org_id",least(case when "warned_at" is null and "breached_at" is null then "warn_at" end,
    case when "breached_at" is null then "due_at" end)) WHERE "sla_clocks"."state" = 'running';--> statement-breakpoint
CREATE INDEX "sla_clocks_calendar" ON "sla_clocks" USING btree ("org_id","calendar_id");--> statement-breakpoint
CREATE INDEX "sla_clocks_policy" ON "sla_clocks" USING btree ("org_id","policy_id","state");--> statement-breakpoint
CREATE INDEX "sla_clocks_completed" ON "sla_clocks" USING btree ("org_id","completed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sla_overrides_task" ON "sla_overrides" USING btree ("org_id","task_id");--> statement-breakpoint
CREATE INDEX "sla_overrides_policy" ON "sla_overrides" USING btree ("org_id","policy_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sla_policies_name" ON "sla_policies" USING btree ("org_id",app.folded("name")) WHERE "sla_policies"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "sla_policies_order" ON "sla_policies" USING btree ("org_id","position","id");--> statement-breakpoint
CREATE INDEX "sla_policies_calendar" ON "sla_policies" USING btree ("org_id","calendar_id");--> statement-breakpoint
CREATE POLICY "organization" ON "business_calendars" AS PERMISSIVE FOR ALL TO "svc_app" USING ("business_calendars"."org_id" = (select app.org_id())) WITH CHECK ("business_calendars"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "sla_clock_events" AS PERMISSIVE FOR ALL TO "svc_app" USING ("sla_clock_events"."org_id" = (select app.org_id())) WITH CHECK ("sla_clock_events"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "sla_clocks" AS PERMISSIVE FOR ALL TO "svc_app" USING ("sla_clocks"."org_id" = (select app.org_id())) WITH CHECK ("sla_clocks"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "sla_overrides" AS PERMISSIVE FOR ALL TO "svc_app" USING ("sla_overrides"."org_id" = (select app.org_id())) WITH CHECK ("sla_overrides"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "sla_policies" AS PERMISSIVE FOR ALL TO "svc_app" USING ("sla_policies"."org_id" = (select app.org_id())) WITH CHECK ("sla_policies"."org_id" = (select app.org_id()));