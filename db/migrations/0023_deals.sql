CREATE TABLE "crm_activities" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"subject" varchar(200) NOT NULL,
	"body" text,
	"due_at" timestamp (3) with time zone,
	"duration_minutes" integer,
	"done_at" timestamp (3) with time zone,
	"outcome" varchar(1000),
	"owner_user_id" uuid,
	"client_id" uuid,
	"contact_id" uuid,
	"deal_id" uuid,
	"lead_id" uuid,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "crm_activities_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "crm_activities_type" CHECK ("crm_activities"."type" in ('call', 'meeting', 'email', 'task', 'note')),
	CONSTRAINT "crm_activities_duration" CHECK ("crm_activities"."duration_minutes" between 0 and 1440),
	CONSTRAINT "crm_activities_parent" CHECK (num_nonnulls("crm_activities"."client_id", "crm_activities"."deal_id", "crm_activities"."lead_id") >= 1),
	CONSTRAINT "crm_activities_contact" CHECK ("crm_activities"."contact_id" is null or "crm_activities"."client_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "crm_activities" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "deal_history" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deal_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_value" text,
	"to_value" text,
	"from_stage_id" uuid,
	"to_stage_id" uuid,
	"changed_by" uuid DEFAULT app.user_id(),
	"changed_at" timestamp (3) with time zone NOT NULL,
	"seconds_in_previous" integer,
	CONSTRAINT "deal_history_kind" CHECK ("deal_history"."kind" in ('created', 'stage', 'status', 'value', 'owner')),
	CONSTRAINT "deal_history_seconds" CHECK ("deal_history"."seconds_in_previous" >= 0)
);
--> statement-breakpoint
ALTER TABLE "deal_history" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "deals" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"pipeline_id" uuid NOT NULL,
	"stage_id" uuid NOT NULL,
	"client_id" uuid,
	"contact_id" uuid,
	"lead_id" uuid,
	"title" varchar(200) NOT NULL,
	"value_minor" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"probability" smallint,
	"status" text DEFAULT 'open' NOT NULL,
	"expected_close_date" date,
	"owner_user_id" uuid,
	"source" varchar(60),
	"tags" text[] DEFAULT '{}' NOT NULL,
	"rank" text collate "C" NOT NULL,
	"stage_entered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"lost_reason" varchar(500),
	"project_id" uuid,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "deals_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "deals_status" CHECK ("deals"."status" in ('open', 'won', 'lost')),
	CONSTRAINT "deals_currency" CHECK ("deals"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "deals_bounds" CHECK ("deals"."value_minor" between -10000000000000 and 10000000000000),
	CONSTRAINT "deals_value" CHECK ("deals"."value_minor" >= 0),
	CONSTRAINT "deals_probability" CHECK ("deals"."probability" between 0 and 100),
	CONSTRAINT "deals_contact_of_client" CHECK ("deals"."contact_id" is null or "deals"."client_id" is not null),
	CONSTRAINT "deals_closed_when" CHECK (("deals"."status" = 'open') = ("deals"."closed_at" is null)),
	CONSTRAINT "deals_lost" CHECK (("deals"."status" = 'lost') = ("deals"."lost_reason" is not null)),
	CONSTRAINT "deals_tags" CHECK (cardinality("deals"."tags") <= 20)
);
--> statement-breakpoint
ALTER TABLE "deals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "leads" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(200) NOT NULL,
	"company_name" varchar(200),
	"email" varchar(254),
	"email_normalized" varchar(254),
	"phone" varchar(40),
	"source" varchar(60),
	"status" text DEFAULT 'new' NOT NULL,
	"score" smallint,
	"estimated_minor" bigint,
	"currency" char(3),
	"owner_user_id" uuid,
	"notes" text,
	"disqualify_reason" varchar(500),
	"converted_client_id" uuid,
	"converted_contact_id" uuid,
	"converted_at" timestamp (3) with time zone,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "leads_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "leads_status_known" CHECK ("leads"."status" in ('new', 'contacted', 'qualified', 'disqualified', 'converted')),
	CONSTRAINT "leads_score" CHECK ("leads"."score" between 0 and 100),
	CONSTRAINT "leads_estimate" CHECK ("leads"."estimated_minor" >= 0),
	CONSTRAINT "leads_bounds" CHECK ("leads"."estimated_minor" between -10000000000000 and 10000000000000),
	CONSTRAINT "leads_priced" CHECK ("leads"."estimated_minor" is null or "leads"."currency" is not null),
	CONSTRAINT "leads_currency" CHECK ("leads"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "leads_converted" CHECK (("leads"."status" = 'converted') = ("leads"."converted_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "leads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pipeline_stages" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"pipeline_id" uuid NOT NULL,
	"name" varchar(80) NOT NULL,
	"position" smallint NOT NULL,
	"probability" smallint NOT NULL,
	"rotting_days" smallint,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "pipeline_stages_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "pipeline_stages_within" UNIQUE("org_id","pipeline_id","id"),
	CONSTRAINT "pipeline_stages_position" UNIQUE("org_id","pipeline_id","position") DEFERRABLE,
	CONSTRAINT "pipeline_stages_probability" CHECK ("pipeline_stages"."probability" between 0 and 100),
	CONSTRAINT "pipeline_stages_rotting" CHECK ("pipeline_stages"."rotting_days" between 1 and 3650)
);
--> statement-breakpoint
ALTER TABLE "pipeline_stages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pipelines" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(120) NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"position" smallint NOT NULL,
	"currency" char(3),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "pipelines_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "pipelines_currency" CHECK ("pipelines"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "pipelines_default_live" CHECK (not "pipelines"."is_default" or "pipelines"."archived_at" is null)
);
--> statement-breakpoint
ALTER TABLE "pipelines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "crm_activities" ADD CONSTRAINT "crm_activities_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_activities" ADD CONSTRAINT "crm_activities_contact_id" FOREIGN KEY ("org_id","contact_id") REFERENCES "public"."client_contacts"("org_id","id") ON DELETE set null ("contact_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_activities" ADD CONSTRAINT "crm_activities_deal_id" FOREIGN KEY ("org_id","deal_id") REFERENCES "public"."deals"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_activities" ADD CONSTRAINT "crm_activities_lead_id" FOREIGN KEY ("org_id","lead_id") REFERENCES "public"."leads"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_history" ADD CONSTRAINT "deal_history_deal_id" FOREIGN KEY ("org_id","deal_id") REFERENCES "public"."deals"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_stage_id" FOREIGN KEY ("org_id","pipeline_id","stage_id") REFERENCES "public"."pipeline_stages"("org_id","pipeline_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_contact_id" FOREIGN KEY ("org_id","contact_id") REFERENCES "public"."client_contacts"("org_id","id") ON DELETE set null ("contact_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_lead_id" FOREIGN KEY ("org_id","lead_id") REFERENCES "public"."leads"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_client_id" FOREIGN KEY ("org_id","converted_client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_contact_id" FOREIGN KEY ("org_id","converted_contact_id") REFERENCES "public"."client_contacts"("org_id","id") ON DELETE set null ("converted_contact_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pipeline_stages" ADD CONSTRAINT "pipeline_stages_pipeline_id" FOREIGN KEY ("org_id","pipeline_id") REFERENCES "public"."pipelines"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "crm_activities_created" ON "crm_activities" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "crm_activities_due" ON "crm_activities" USING btree ("org_id","due_at","id");--> statement-breakpoint
CREATE INDEX "crm_activities_owner" ON "crm_activities" USING btree ("org_id","owner_user_id","due_at");--> statement-breakpoint
CREATE INDEX "crm_activities_client" ON "crm_activities" USING btree ("org_id","client_id");--> statement-breakpoint
CREATE INDEX "crm_activities_contact" ON "crm_activities" USING btree ("org_id","contact_id");--> statement-breakpoint
CREATE INDEX "crm_activities_deal" ON "crm_activities" USING btree ("org_id","deal_id");--> statement-breakpoint
CREATE INDEX "crm_activities_lead" ON "crm_activities" USING btree ("org_id","lead_id");--> statement-breakpoint
CREATE INDEX "deal_history_deal" ON "deal_history" USING btree ("org_id","deal_id","changed_at","id");--> statement-breakpoint
CREATE INDEX "deal_history_entered" ON "deal_history" USING btree ("org_id","to_stage_id","changed_at") WHERE "deal_history"."to_stage_id" is not null;--> statement-breakpoint
CREATE INDEX "deals_board" ON "deals" USING btree ("org_id","stage_id","rank");--> statement-breakpoint
CREATE INDEX "deals_pipeline" ON "deals" USING btree ("org_id","pipeline_id","stage_id");--> statement-breakpoint
CREATE INDEX "deals_created" ON "deals" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deals_closed" ON "deals" USING btree ("org_id","closed_at") WHERE "deals"."status" <> 'open';--> statement-breakpoint
CREATE INDEX "deals_expected" ON "deals" USING btree ("org_id","expected_close_date");--> statement-breakpoint
CREATE INDEX "deals_owner" ON "deals" USING btree ("org_id","owner_user_id");--> statement-breakpoint
CREATE INDEX "deals_client" ON "deals" USING btree ("org_id","client_id");--> statement-breakpoint
CREATE INDEX "deals_contact" ON "deals" USING btree ("org_id","contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deals_lead" ON "deals" USING btree ("org_id","lead_id");--> statement-breakpoint
CREATE INDEX "deals_project" ON "deals" USING btree ("org_id","project_id");--> statement-breakpoint
CREATE INDEX "leads_created" ON "leads" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "leads_status" ON "leads" USING btree ("org_id","status","created_at");--> statement-breakpoint
CREATE INDEX "leads_email" ON "leads" USING btree ("org_id","email_normalized");--> statement-breakpoint
CREATE INDEX "leads_owner" ON "leads" USING btree ("org_id","owner_user_id");--> statement-breakpoint
CREATE INDEX "leads_client" ON "leads" USING btree ("org_id","converted_client_id");--> statement-breakpoint
CREATE INDEX "leads_contact" ON "leads" USING btree ("org_id","converted_contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pipeline_stages_name" ON "pipeline_stages" USING btree ("org_id","pipeline_id",app.folded("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "pipelines_name" ON "pipelines" USING btree ("org_id",app.folded("name")) WHERE "pipelines"."archived_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "pipelines_default" ON "pipelines" USING btree ("org_id") WHERE "pipelines"."is_default";--> statement-breakpoint
CREATE POLICY "organization" ON "crm_activities" AS PERMISSIVE FOR ALL TO "svc_app" USING ("crm_activities"."org_id" = (select app.org_id())) WITH CHECK ("crm_activities"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "deal_history" AS PERMISSIVE FOR ALL TO "svc_app" USING ("deal_history"."org_id" = (select app.org_id())) WITH CHECK ("deal_history"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "deals" AS PERMISSIVE FOR ALL TO "svc_app" USING ("deals"."org_id" = (select app.org_id())) WITH CHECK ("deals"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "leads" AS PERMISSIVE FOR ALL TO "svc_app" USING ("leads"."org_id" = (select app.org_id())) WITH CHECK ("leads"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "pipeline_stages" AS PERMISSIVE FOR ALL TO "svc_app" USING ("pipeline_stages"."org_id" = (select app.org_id())) WITH CHECK ("pipeline_stages"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "pipelines" AS PERMISSIVE FOR ALL TO "svc_app" USING ("pipelines"."org_id" = (select app.org_id())) WITH CHECK ("pipelines"."org_id" = (select app.org_id()));