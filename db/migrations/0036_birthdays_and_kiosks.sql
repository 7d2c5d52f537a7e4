CREATE TABLE "employee_pins" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"employee_id" uuid NOT NULL,
	"salt" varchar(36) NOT NULL,
	"pin_hash" "bytea" NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"failed_at" timestamp (3) with time zone,
	CONSTRAINT "employee_pins_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "employee_pins" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "kiosks" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(80) NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "kiosks_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "kiosks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "working_hours_log" DROP CONSTRAINT "working_hours_log_source";--> statement-breakpoint
ALTER TABLE "employee_records" ADD COLUMN "shows_birthday" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workforce_settings" ADD COLUMN "show_birthdays" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "workforce_settings" ADD COLUMN "kiosks" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "employee_pins" ADD CONSTRAINT "employee_pins_employee_id" FOREIGN KEY ("org_id","employee_id") REFERENCES "public"."employees"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "employee_pins_employee" ON "employee_pins" USING btree ("org_id","employee_id");--> statement-breakpoint
CREATE UNIQUE INDEX "kiosks_name" ON "kiosks" USING btree ("org_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "kiosks_token" ON "kiosks" USING btree ("token_hash");--> statement-breakpoint
ALTER TABLE "working_hours_log" ADD CONSTRAINT "working_hours_log_source" CHECK ("working_hours_log"."source" in ('web', 'api', 'mobile', 'mcp', 'import', 'kiosk'));--> statement-breakpoint
CREATE POLICY "confidential" ON "employee_pins" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("employee_pins"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and ((select app.rank()) >= 40 or "employee_pins"."employee_id" = (select app.employee_id()))));--> statement-breakpoint
CREATE POLICY "confidential_writers" ON "employee_pins" AS PERMISSIVE FOR ALL TO "svc_app" USING ("employee_pins"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and ((select app.rank()) >= 40 or "employee_pins"."employee_id" = (select app.employee_id()))) and (select app.rank()) >= 40) WITH CHECK ("employee_pins"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and ((select app.rank()) >= 40 or "employee_pins"."employee_id" = (select app.employee_id()))) and (select app.rank()) >= 40);--> statement-breakpoint
CREATE POLICY "organization" ON "kiosks" AS PERMISSIVE FOR ALL TO "svc_app" USING ("kiosks"."org_id" = (select app.org_id())) WITH CHECK ("kiosks"."org_id" = (select app.org_id()));