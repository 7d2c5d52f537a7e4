CREATE TABLE "milestones" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid NOT NULL,
	"name" varchar(120) NOT NULL,
	"description" text,
	"due_date" date NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"rank" text collate "C" NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "milestones_org_id_id_unique" UNIQUE("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "milestones" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "project_baseline_items" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"baseline_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"key" text NOT NULL,
	"title" varchar(255) NOT NULL,
	"start_date" date,
	"due_date" date,
	"planned_minutes" integer NOT NULL,
	"planned_minor" bigint,
	CONSTRAINT "project_baseline_items_org_id_baseline_id_task_id_pk" PRIMARY KEY("org_id","baseline_id","task_id")
);
--> statement-breakpoint
ALTER TABLE "project_baseline_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "project_baselines" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid NOT NULL,
	"name" varchar(80) NOT NULL,
	"note" varchar(500),
	"is_current" boolean DEFAULT false NOT NULL,
	"taken_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"taken_by" uuid DEFAULT app.user_id() NOT NULL,
	"unit" text NOT NULL,
	"bac_minutes" bigint NOT NULL,
	"bac_minor" bigint,
	"hourly_rate_minor" bigint,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"task_count" integer NOT NULL,
	CONSTRAINT "project_baselines_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "project_baselines_unit" CHECK ("project_baselines"."unit" in ('minutes', 'cost')),
	CONSTRAINT "project_baselines_dates" CHECK ("project_baselines"."end_date" >= "project_baselines"."start_date")
);
--> statement-breakpoint
ALTER TABLE "project_baselines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "milestones" ADD CONSTRAINT "milestones_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_baseline_items" ADD CONSTRAINT "project_baseline_items_baseline" FOREIGN KEY ("org_id","baseline_id") REFERENCES "public"."project_baselines"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_baselines" ADD CONSTRAINT "project_baselines_taken_by_users_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_baselines" ADD CONSTRAINT "project_baselines_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "milestones_name" ON "milestones" USING btree ("project_id",lower("name")) WHERE "milestones"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "milestones_list" ON "milestones" USING btree ("org_id","project_id","due_date","rank") WHERE "milestones"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "project_baselines_current" ON "project_baselines" USING btree ("project_id") WHERE "project_baselines"."is_current";--> statement-breakpoint
CREATE INDEX "project_baselines_list" ON "project_baselines" USING btree ("org_id","project_id","taken_at" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_milestone_id" FOREIGN KEY ("org_id","milestone_id") REFERENCES "public"."milestones"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tasks_milestone" ON "tasks" USING btree ("org_id","milestone_id") WHERE "tasks"."milestone_id" is not null;--> statement-breakpoint
CREATE POLICY "project_wall" ON "milestones" AS PERMISSIVE FOR ALL TO "svc_app" USING ("milestones"."org_id" = (select app.org_id()) and ("milestones"."project_id" is null or ("milestones"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "milestones"."project_id" = (select app.only_project()))))) WITH CHECK ("milestones"."org_id" = (select app.org_id()) and ("milestones"."project_id" is null or ("milestones"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "milestones"."project_id" = (select app.only_project())))));--> statement-breakpoint
CREATE POLICY "org_wall" ON "project_baseline_items" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_baseline_items"."org_id" = (select app.org_id())) WITH CHECK ("project_baseline_items"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project_wall" ON "project_baselines" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_baselines"."org_id" = (select app.org_id()) and ("project_baselines"."project_id" is null or ("project_baselines"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "project_baselines"."project_id" = (select app.only_project()))))) WITH CHECK ("project_baselines"."org_id" = (select app.org_id()) and ("project_baselines"."project_id" is null or ("project_baselines"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "project_baselines"."project_id" = (select app.only_project())))));