CREATE TABLE "workforce_settings" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"weeks_in_sequence" boolean DEFAULT false NOT NULL,
	"overlapping_time" text DEFAULT 'allowed' NOT NULL,
	"longest_shift_minutes" smallint DEFAULT 960 NOT NULL,
	"rest_minutes" smallint DEFAULT 660 NOT NULL,
	"break_after_minutes" smallint DEFAULT 360 NOT NULL,
	"day_minutes" smallint DEFAULT 600 NOT NULL,
	"week_minutes" smallint DEFAULT 2880 NOT NULL,
	"tolerance_minutes" smallint DEFAULT 15 NOT NULL,
	"four_eyes" boolean DEFAULT true NOT NULL,
	"payroll_day_count" text DEFAULT 'calendar' NOT NULL,
	"hourly_pay_from" text DEFAULT 'timesheets' NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "workforce_settings_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "workforce_settings_overlap" CHECK ("workforce_settings"."overlapping_time" in ('allowed', 'refused')),
	CONSTRAINT "workforce_settings_day_count" CHECK ("workforce_settings"."payroll_day_count" in ('calendar', 'thirty')),
	CONSTRAINT "workforce_settings_hourly" CHECK ("workforce_settings"."hourly_pay_from" in ('timesheets', 'working_hours')),
	CONSTRAINT "workforce_settings_shift" CHECK ("workforce_settings"."longest_shift_minutes" between 480 and 1440)
);
--> statement-breakpoint
ALTER TABLE "workforce_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "workforce_settings_one" ON "workforce_settings" USING btree ("org_id");--> statement-breakpoint
CREATE POLICY "organization" ON "workforce_settings" AS PERMISSIVE FOR ALL TO "svc_app" USING ("workforce_settings"."org_id" = (select app.org_id())) WITH CHECK ("workforce_settings"."org_id" = (select app.org_id()));