CREATE TABLE "timesheet_events" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"employee_id" uuid NOT NULL,
	"timesheet_id" uuid NOT NULL,
	"action" text NOT NULL,
	"note" varchar(500),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "timesheet_events_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "timesheet_events_action" CHECK ("timesheet_events"."action" in ('submitted', 'approved', 'rejected', 'withdrawn', 'reopened'))
);
--> statement-breakpoint
ALTER TABLE "timesheet_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "timesheets" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"employee_id" uuid NOT NULL,
	"week_start" date NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"time_zone" varchar(64),
	"days" jsonb,
	"inputs_hash" char(64),
	"contracted_minutes" integer,
	"holiday_minutes" integer,
	"leave_minutes" integer,
	"worked_minutes" integer,
	"submitted_at" timestamp (3) with time zone,
	"submitted_by" uuid,
	"on_behalf" boolean DEFAULT false NOT NULL,
	"asked_employee_id" uuid,
	"comment" varchar(500),
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"note" varchar(500),
	"self_decided" boolean DEFAULT false NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "timesheets_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "timesheets_status_known" CHECK ("timesheets"."status" in ('open', 'submitted', 'approved', 'rejected')),
	CONSTRAINT "timesheets_monday" CHECK (extract(isodow from "timesheets"."week_start") = 1),
	CONSTRAINT "timesheets_frozen" CHECK ("timesheets"."status" not in ('submitted', 'approved') or ("timesheets"."days" is not null and "timesheets"."inputs_hash" is not null
        and "timesheets"."time_zone" is not null and "timesheets"."submitted_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "timesheets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "timesheet_events" ADD CONSTRAINT "timesheet_events_sheet_id" FOREIGN KEY ("org_id","timesheet_id") REFERENCES "public"."timesheets"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timesheets" ADD CONSTRAINT "timesheets_employee_id" FOREIGN KEY ("org_id","employee_id") REFERENCES "public"."employees"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "timesheet_events_sheet" ON "timesheet_events" USING btree ("org_id","timesheet_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "timesheets_week" ON "timesheets" USING btree ("org_id","employee_id","week_start");--> statement-breakpoint
CREATE INDEX "timesheets_status" ON "timesheets" USING btree ("org_id","status","week_start");--> statement-breakpoint
CREATE POLICY "team" ON "timesheet_events" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("timesheet_events"."org_id" = (select app.org_id()) and ((select app.rank()) >= 40 or "timesheet_events"."employee_id" = (select app.employee_id()) or "timesheet_events"."employee_id" = any((select app.team())::uuid[])));--> statement-breakpoint
CREATE POLICY "team" ON "timesheets" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("timesheets"."org_id" = (select app.org_id()) and (((select app.rank()) >= 40 or "timesheets"."employee_id" = (select app.employee_id()) or "timesheets"."employee_id" = any((select app.team())::uuid[])) or "timesheets"."asked_employee_id" = (select app.employee_id())
        and ("timesheets"."status" = 'submitted' or "timesheets"."decided_at" = now()::timestamptz(3))));