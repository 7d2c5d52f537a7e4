CREATE TABLE "time_entries" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"client_id" uuid,
	"project_id" uuid,
	"task_id" uuid,
	"description" varchar(500),
	"kind" text DEFAULT 'manual' NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"work_date" date NOT NULL,
	"duration_seconds" integer DEFAULT 0 NOT NULL,
	"billable" boolean DEFAULT true NOT NULL,
	"hourly_rate_minor" bigint,
	"currency" char(3),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "time_entries_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "time_entries_kind" CHECK ("time_entries"."kind" in ('timer', 'manual')),
	CONSTRAINT "time_entries_order" CHECK ("time_entries"."ended_at" > "time_entries"."started_at"),
	CONSTRAINT "time_entries_duration" CHECK ("time_entries"."duration_seconds" between 0 and 86400),
	CONSTRAINT "time_entries_rate" CHECK (("time_entries"."hourly_rate_minor" is null) = ("time_entries"."currency" is null)),
	CONSTRAINT "time_entries_bounds" CHECK ("time_entries"."hourly_rate_minor" between -10000000000000 and 10000000000000)
);
--> statement-breakpoint
ALTER TABLE "time_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "invoice_line_sources" DROP CONSTRAINT "invoice_line_sources_one";--> statement-breakpoint
ALTER TABLE "invoice_line_sources" ADD COLUMN "time_entry_id" uuid;--> statement-breakpoint
ALTER TABLE "time_entries" ADD CONSTRAINT "time_entries_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "time_entries" ADD CONSTRAINT "time_entries_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "time_entries" ADD CONSTRAINT "time_entries_task_id" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE set null ("task_id") ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "time_entries_running" ON "time_entries" USING btree ("org_id","user_id") WHERE "time_entries"."ended_at" is null and "time_entries"."kind" = 'timer';--> statement-breakpoint
CREATE INDEX "time_entries_person" ON "time_entries" USING btree ("org_id","user_id","work_date");--> statement-breakpoint
CREATE INDEX "time_entries_project" ON "time_entries" USING btree ("org_id","project_id","work_date");--> statement-breakpoint
CREATE INDEX "time_entries_client" ON "time_entries" USING btree ("org_id","client_id","work_date");--> statement-breakpoint
CREATE INDEX "time_entries_task" ON "time_entries" USING btree ("org_id","task_id");--> statement-breakpoint
ALTER TABLE "invoice_line_sources" ADD CONSTRAINT "invoice_line_sources_time_entry_id" FOREIGN KEY ("org_id","time_entry_id") REFERENCES "public"."time_entries"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_line_sources_time" ON "invoice_line_sources" USING btree ("org_id","time_entry_id") WHERE "invoice_line_sources"."released_at" is null;--> statement-breakpoint
CREATE INDEX "invoice_line_sources_times" ON "invoice_line_sources" USING btree ("org_id","time_entry_id");--> statement-breakpoint
ALTER TABLE "invoice_line_sources" ADD CONSTRAINT "invoice_line_sources_one" CHECK (num_nonnulls("invoice_line_sources"."expense_id", "invoice_line_sources"."milestone_id", "invoice_line_sources"."time_entry_id") = 1);--> statement-breakpoint
CREATE POLICY "claims" ON "time_entries" AS PERMISSIVE FOR ALL TO "svc_app" USING ("time_entries"."org_id" = (select app.org_id()) and ("time_entries"."user_id" = (select app.user_id()) or (select app.rank()) >= 30)) WITH CHECK ("time_entries"."org_id" = (select app.org_id()) and ("time_entries"."user_id" = (select app.user_id()) or (select app.rank()) >= 30));