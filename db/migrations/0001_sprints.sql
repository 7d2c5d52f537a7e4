CREATE TABLE "sprint_ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sprint_ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"sprint_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reason" text NOT NULL,
	"scope_points" numeric(10, 2) NOT NULL,
	"done_points" numeric(10, 2) NOT NULL,
	"scope_minutes" integer NOT NULL,
	"done_minutes" integer NOT NULL,
	"scope_count" smallint NOT NULL,
	"done_count" smallint NOT NULL,
	"actor_id" uuid,
	"event_id" bigint,
	CONSTRAINT "sprint_ledger_reason" CHECK ("sprint_ledger"."reason" in ('committed', 'added', 'removed', 'estimated', 'completed', 'reopened', 'cancelled',
        'uncancelled', 'deleted', 'restored', 'carried_over'))
);
--> statement-breakpoint
ALTER TABLE "sprint_ledger" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sprints" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" varchar(80) NOT NULL,
	"goal" varchar(500),
	"state" text DEFAULT 'planned' NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"completed_by" uuid,
	"capacity_points" numeric(10, 2),
	"committed_points" numeric(10, 2),
	"committed_count" integer,
	"completed_points" numeric(10, 2),
	"completed_count" integer,
	"frozen_report" json,
	"frozen_charts" json,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "sprints_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "sprints_state" CHECK ("sprints"."state" in ('planned', 'active', 'completed', 'cancelled')),
	CONSTRAINT "sprints_dates" CHECK ("sprints"."end_date" >= "sprints"."start_date"),
	CONSTRAINT "sprints_capacity" CHECK ("sprints"."capacity_points" >= 0)
);
--> statement-breakpoint
ALTER TABLE "sprints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sprint_ledger" ADD CONSTRAINT "sprint_ledger_sprint" FOREIGN KEY ("org_id","sprint_id") REFERENCES "public"."sprints"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sprints" ADD CONSTRAINT "sprints_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sprint_ledger_time" ON "sprint_ledger" USING btree ("org_id","sprint_id","at");--> statement-breakpoint
CREATE INDEX "sprint_ledger_scope" ON "sprint_ledger" USING btree ("org_id","sprint_id","at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "sprint_ledger"."reason" not in ('committed', 'completed', 'reopened');--> statement-breakpoint
CREATE INDEX "sprint_ledger_task" ON "sprint_ledger" USING btree ("org_id","task_id","sprint_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sprints_number" ON "sprints" USING btree ("project_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "sprints_active" ON "sprints" USING btree ("project_id") WHERE "sprints"."state" = 'active';--> statement-breakpoint
CREATE INDEX "sprints_list" ON "sprints" USING btree ("org_id","project_id","number");--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_sprint_id" FOREIGN KEY ("org_id","sprint_id") REFERENCES "public"."sprints"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "org_wall" ON "sprint_ledger" AS PERMISSIVE FOR ALL TO "svc_app" USING ("sprint_ledger"."org_id" = (select app.org_id())) WITH CHECK ("sprint_ledger"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project_wall" ON "sprints" AS PERMISSIVE FOR ALL TO "svc_app" USING ("sprints"."org_id" = (select app.org_id()) and ("sprints"."project_id" is null or ("sprints"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "sprints"."project_id" = (select app.only_project()))))) WITH CHECK ("sprints"."org_id" = (select app.org_id()) and ("sprints"."project_id" is null or ("sprints"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "sprints"."project_id" = (select app.only_project())))));