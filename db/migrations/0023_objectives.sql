CREATE TABLE "okr_check_ins" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"key_result_id" uuid NOT NULL,
	"as_of" date NOT NULL,
	"value" numeric(18, 4),
	"previous_value" numeric(18, 4),
	"progress" numeric(6, 4),
	"confidence" text,
	"comment" varchar(1000),
	"author_id" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "okr_check_ins_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "okr_check_ins_confidence" CHECK ("okr_check_ins"."confidence" in ('on_track', 'at_risk', 'off_track'))
);
--> statement-breakpoint
ALTER TABLE "okr_check_ins" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "okr_definitions" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"key_result_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"reason" varchar(500),
	"author_id" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "okr_definitions_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "okr_definitions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "okr_key_results" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"objective_id" uuid NOT NULL,
	"title" varchar(200) NOT NULL,
	"owner_id" uuid,
	"former_owner" varchar(200),
	"metric_type" text NOT NULL,
	"unit" varchar(20),
	"currency" char(3),
	"direction" text DEFAULT 'increase' NOT NULL,
	"start_value" numeric(18, 4),
	"target_value" numeric(18, 4),
	"current_value" numeric(18, 4),
	"min_value" numeric(18, 4),
	"max_value" numeric(18, 4),
	"weight" numeric(6, 3) DEFAULT '1' NOT NULL,
	"confidence" text,
	"confidence_on" date,
	"checked_on" date,
	"due_date" date,
	"filter_id" uuid,
	"filter" jsonb,
	"bi_query" jsonb,
	"frozen" jsonb,
	"told_gone" date,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "okr_key_results_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "okr_key_results_metric_type" CHECK ("okr_key_results"."metric_type" in ('number', 'percentage', 'currency', 'boolean', 'tasks', 'bi')),
	CONSTRAINT "okr_key_results_direction" CHECK ("okr_key_results"."direction" in ('increase', 'decrease', 'maintain')),
	CONSTRAINT "okr_key_results_confidence" CHECK ("okr_key_results"."confidence" in ('on_track', 'at_risk', 'off_track')),
	CONSTRAINT "okr_key_results_currency" CHECK ("okr_key_results"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "okr_key_results_weight" CHECK ("okr_key_results"."weight" >= 0),
	CONSTRAINT "okr_key_results_order" CHECK ("okr_key_results"."min_value" <= "okr_key_results"."max_value")
);
--> statement-breakpoint
ALTER TABLE "okr_key_results" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "okr_objectives" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"parent_id" uuid,
	"title" varchar(200) NOT NULL,
	"description" text,
	"owner_id" uuid,
	"former_owner" varchar(200),
	"level" text DEFAULT 'organization' NOT NULL,
	"department_id" uuid,
	"project_id" uuid,
	"period_start" date,
	"period_end" date,
	"period_label" varchar(20),
	"status" text DEFAULT 'active' NOT NULL,
	"roll_up" text DEFAULT 'key_results' NOT NULL,
	"weight" numeric(6, 3) DEFAULT '1' NOT NULL,
	"confidence" text,
	"confidence_on" date,
	"progress" numeric(6, 4),
	"score" numeric(3, 2),
	"closed_at" timestamp (3) with time zone,
	"close_note" varchar(1000),
	"visibility" text DEFAULT 'organization' NOT NULL,
	"reader_ids" uuid[] DEFAULT '{}' NOT NULL,
	"only_for" uuid,
	"told_off_track" date,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "okr_objectives_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "okr_objectives_level" CHECK ("okr_objectives"."level" in ('organization', 'department', 'project', 'person')),
	CONSTRAINT "okr_objectives_status" CHECK ("okr_objectives"."status" in ('draft', 'active', 'achieved', 'partially_achieved', 'missed', 'dropped')),
	CONSTRAINT "okr_objectives_roll_up" CHECK ("okr_objectives"."roll_up" in ('key_results', 'children', 'combined')),
	CONSTRAINT "okr_objectives_confidence" CHECK ("okr_objectives"."confidence" in ('on_track', 'at_risk', 'off_track')),
	CONSTRAINT "okr_objectives_visibility" CHECK ("okr_objectives"."visibility" in ('organization', 'private')),
	CONSTRAINT "okr_objectives_weight" CHECK ("okr_objectives"."weight" >= 0),
	CONSTRAINT "okr_objectives_score" CHECK ("okr_objectives"."score" between 0 and 1),
	CONSTRAINT "okr_objectives_days" CHECK ("okr_objectives"."status" = 'draft' or ("okr_objectives"."period_start" is not null and "okr_objectives"."period_end" is not null)),
	CONSTRAINT "okr_objectives_order" CHECK ("okr_objectives"."period_end" >= "okr_objectives"."period_start")
);
--> statement-breakpoint
ALTER TABLE "okr_objectives" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_reason";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_reason";--> statement-breakpoint
ALTER TABLE "okr_check_ins" ADD CONSTRAINT "okr_check_ins_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "okr_check_ins" ADD CONSTRAINT "okr_check_ins_key_result_id" FOREIGN KEY ("org_id","key_result_id") REFERENCES "public"."okr_key_results"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "okr_definitions" ADD CONSTRAINT "okr_definitions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "okr_definitions" ADD CONSTRAINT "okr_definitions_key_result_id" FOREIGN KEY ("org_id","key_result_id") REFERENCES "public"."okr_key_results"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "okr_key_results" ADD CONSTRAINT "okr_key_results_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "okr_key_results" ADD CONSTRAINT "okr_key_results_objective_id" FOREIGN KEY ("org_id","objective_id") REFERENCES "public"."okr_objectives"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "okr_key_results" ADD CONSTRAINT "okr_key_results_filter_id" FOREIGN KEY ("org_id","filter_id") REFERENCES "public"."saved_filters"("org_id","id") ON DELETE set null ("filter_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "okr_objectives" ADD CONSTRAINT "okr_objectives_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "okr_objectives" ADD CONSTRAINT "okr_objectives_parent_id" FOREIGN KEY ("org_id","parent_id") REFERENCES "public"."okr_objectives"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "okr_objectives" ADD CONSTRAINT "okr_objectives_department_id" FOREIGN KEY ("org_id","department_id") REFERENCES "public"."departments"("org_id","id") ON DELETE set null ("department_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "okr_objectives" ADD CONSTRAINT "okr_objectives_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE set null ("project_id") ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "okr_check_ins_latest" ON "okr_check_ins" USING btree ("org_id","key_result_id","as_of" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "okr_definitions_key_result" ON "okr_definitions" USING btree ("org_id","key_result_id","id");--> statement-breakpoint
CREATE INDEX "okr_key_results_objective" ON "okr_key_results" USING btree ("org_id","objective_id");--> statement-breakpoint
CREATE INDEX "okr_key_results_owner" ON "okr_key_results" USING btree ("org_id","owner_id") WHERE "okr_key_results"."deleted_at" is null and "okr_key_results"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "okr_key_results_filter" ON "okr_key_results" USING btree ("org_id","filter_id") WHERE "okr_key_results"."filter_id" is not null;--> statement-breakpoint
CREATE INDEX "okr_objectives_parent" ON "okr_objectives" USING btree ("org_id","parent_id") WHERE "okr_objectives"."parent_id" is not null and "okr_objectives"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "okr_objectives_period" ON "okr_objectives" USING btree ("org_id","period_start","period_end") WHERE "okr_objectives"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "okr_objectives_owner" ON "okr_objectives" USING btree ("org_id","owner_id") WHERE "okr_objectives"."deleted_at" is null and "okr_objectives"."owner_id" is not null;--> statement-breakpoint
CREATE INDEX "okr_objectives_department" ON "okr_objectives" USING btree ("org_id","department_id") WHERE "okr_objectives"."department_id" is not null;--> statement-breakpoint
CREATE INDEX "okr_objectives_project" ON "okr_objectives" USING btree ("org_id","project_id") WHERE "okr_objectives"."project_id" is not null;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_reason" CHECK ("notification_preferences"."reason" in ('mentioned', 'assigned', 'unassigned', 'replied', 'commented', 'status_changed', 'due_soon', 'overdue', 'blocked', 'unblocked', 'sprint_started', 'sprint_completed', 'document_updated', 'document_commented', 'invited', 'share_request', 'approval', 'automation', 'reminder', 'security', 'system', 'leave_asked', 'leave_decided', 'leave_changed', 'timesheet_asked', 'timesheet_decided', 'hours_correction', 'payslip_ready', 'hr_task', 'objective'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_reason" CHECK ("notifications"."reason" in ('mentioned', 'assigned', 'unassigned', 'replied', 'commented', 'status_changed', 'due_soon', 'overdue', 'blocked', 'unblocked', 'sprint_started', 'sprint_completed', 'document_updated', 'document_commented', 'invited', 'share_request', 'approval', 'automation', 'reminder', 'security', 'system', 'leave_asked', 'leave_decided', 'leave_changed', 'timesheet_asked', 'timesheet_decided', 'hours_correction', 'payslip_ready', 'hr_task', 'objective'));--> statement-breakpoint
CREATE POLICY "objective" ON "okr_check_ins" AS PERMISSIVE FOR ALL TO "svc_app" USING ("okr_check_ins"."org_id" = (select app.org_id()) and exists (select from okr_key_results k join okr_objectives o on o.org_id = k.org_id and o.id = k.objective_id
        where k.org_id = "okr_check_ins"."org_id" and k.id = "okr_check_ins"."key_result_id" and (o.visibility <> 'private' or (select app.impersonator()) is null
    and ((select app.rank()) >= 40 or (select app.own_id()) = any(o.reader_ids))))) WITH CHECK ("okr_check_ins"."org_id" = (select app.org_id()) and exists (select from okr_key_results k join okr_objectives o on o.org_id = k.org_id and o.id = k.objective_id
        where k.org_id = "okr_check_ins"."org_id" and k.id = "okr_check_ins"."key_result_id" and (o.visibility <> 'private' or (select app.impersonator()) is null
    and ((select app.rank()) >= 40 or (select app.own_id()) = any(o.reader_ids)))));--> statement-breakpoint
CREATE POLICY "objective" ON "okr_definitions" AS PERMISSIVE FOR ALL TO "svc_app" USING ("okr_definitions"."org_id" = (select app.org_id()) and exists (select from okr_key_results k join okr_objectives o on o.org_id = k.org_id and o.id = k.objective_id
        where k.org_id = "okr_definitions"."org_id" and k.id = "okr_definitions"."key_result_id" and (o.visibility <> 'private' or (select app.impersonator()) is null
    and ((select app.rank()) >= 40 or (select app.own_id()) = any(o.reader_ids))))) WITH CHECK ("okr_definitions"."org_id" = (select app.org_id()) and exists (select from okr_key_results k join okr_objectives o on o.org_id = k.org_id and o.id = k.objective_id
        where k.org_id = "okr_definitions"."org_id" and k.id = "okr_definitions"."key_result_id" and (o.visibility <> 'private' or (select app.impersonator()) is null
    and ((select app.rank()) >= 40 or (select app.own_id()) = any(o.reader_ids)))));--> statement-breakpoint
CREATE POLICY "objective" ON "okr_key_results" AS PERMISSIVE FOR ALL TO "svc_app" USING ("okr_key_results"."org_id" = (select app.org_id()) and exists (select from okr_objectives o where o.org_id = "okr_key_results"."org_id" and o.id = "okr_key_results"."objective_id"
        and (o.visibility <> 'private' or (select app.impersonator()) is null
    and ((select app.rank()) >= 40 or (select app.own_id()) = any(o.reader_ids))))) WITH CHECK ("okr_key_results"."org_id" = (select app.org_id()) and exists (select from okr_objectives o where o.org_id = "okr_key_results"."org_id" and o.id = "okr_key_results"."objective_id"
        and (o.visibility <> 'private' or (select app.impersonator()) is null
    and ((select app.rank()) >= 40 or (select app.own_id()) = any(o.reader_ids)))));--> statement-breakpoint
CREATE POLICY "objective" ON "okr_objectives" AS PERMISSIVE FOR ALL TO "svc_app" USING ("okr_objectives"."org_id" = (select app.org_id()) and ("okr_objectives"."visibility" <> 'private' or (select app.impersonator()) is null
    and ((select app.rank()) >= 40 or (select app.own_id()) = any("okr_objectives"."reader_ids")))) WITH CHECK ("okr_objectives"."org_id" = (select app.org_id()) and ("okr_objectives"."visibility" <> 'private' or (select app.impersonator()) is null
    and ((select app.rank()) >= 40 or (select app.own_id()) = any("okr_objectives"."reader_ids"))));