CREATE TABLE "employee_compensations" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"employee_id" uuid NOT NULL,
	"effective_from" date NOT NULL,
	"currency" char(3) NOT NULL,
	"pay_basis" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"payments_per_year" smallint DEFAULT 12 NOT NULL,
	"components" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"note" varchar(500),
	"voided_at" timestamp (3) with time zone,
	"replaced_by" uuid,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "employee_compensations_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "employee_compensations_basis" CHECK ("employee_compensations"."pay_basis" in ('annual', 'monthly', 'hourly')),
	CONSTRAINT "employee_compensations_currency" CHECK ("employee_compensations"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "employee_compensations_bounds" CHECK ("employee_compensations"."amount_minor" between -10000000000000 and 10000000000000),
	CONSTRAINT "employee_compensations_amount" CHECK ("employee_compensations"."amount_minor" >= 0),
	CONSTRAINT "employee_compensations_payments" CHECK ("employee_compensations"."payments_per_year" between 12 and 16)
);
--> statement-breakpoint
ALTER TABLE "employee_compensations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "departments" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(120) NOT NULL,
	"code" varchar(20),
	"parent_id" uuid,
	"manager_employee_id" uuid,
	"cost_center" varchar(40),
	"archived_at" timestamp (3) with time zone,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "departments_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "departments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "employee_positions" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"employee_id" uuid NOT NULL,
	"valid" daterange NOT NULL,
	"department_id" uuid,
	"manager_employee_id" uuid,
	"job_title" varchar(120),
	CONSTRAINT "employee_positions_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "employee_positions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "employee_ibans" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"employee_id" uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
	"last4" varchar(4) NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"fingerprint_key" varchar(40) NOT NULL,
	"kek_id" varchar(40) NOT NULL,
	"wrapped_dek" "bytea" NOT NULL,
	"dek_iv" "bytea" NOT NULL,
	"iv" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"secret_version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "employee_ibans_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "employee_ibans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "employee_national_ids" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"employee_id" uuid GENERATED ALWAYS AS (id) STORED NOT NULL,
	"last4" varchar(4) NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"fingerprint_key" varchar(40) NOT NULL,
	"kek_id" varchar(40) NOT NULL,
	"wrapped_dek" "bytea" NOT NULL,
	"dek_iv" "bytea" NOT NULL,
	"iv" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"secret_version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "employee_national_ids_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "employee_national_ids" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "employee_records" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"employee_id" uuid NOT NULL,
	"personal_email" varchar(254),
	"phone" varchar(40),
	"birth_date" date,
	"address" jsonb,
	"emergency_contact" jsonb,
	"notes" text,
	CONSTRAINT "employee_records_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "employee_records_birth" CHECK ("employee_records"."birth_date" between '1900-01-01' and '2100-01-01')
);
--> statement-breakpoint
ALTER TABLE "employee_records" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "employees" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid,
	"employee_number" varchar(20) NOT NULL,
	"first_name" varchar(80) NOT NULL,
	"last_name" varchar(80),
	"name" text GENERATED ALWAYS AS (first_name || coalesce(' ' || last_name, '')) STORED NOT NULL,
	"work_email" varchar(254),
	"work_phone" varchar(40),
	"time_zone" varchar(64),
	"hire_date" date,
	"termination_date" date,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "employees_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "employees" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "employments" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"employee_id" uuid NOT NULL,
	"valid" daterange NOT NULL,
	"employment_type" text NOT NULL,
	"probation_end" date,
	"reason" varchar(500),
	CONSTRAINT "employments_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "employments_type" CHECK ("employments"."employment_type" in ('full_time', 'part_time', 'contractor', 'intern', 'temporary'))
);
--> statement-breakpoint
ALTER TABLE "employments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "employee_places" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"employee_id" uuid NOT NULL,
	"country" varchar(2) NOT NULL,
	"region" varchar(16),
	"valid" daterange NOT NULL,
	CONSTRAINT "employee_places_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "employee_places" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "employee_schedules" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"employee_id" uuid NOT NULL,
	"schedule_id" uuid NOT NULL,
	"valid" daterange NOT NULL,
	CONSTRAINT "employee_schedules_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "employee_schedules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "work_schedule_versions" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"schedule_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	"cycle_weeks" smallint DEFAULT 1 NOT NULL,
	"cycle_start" date DEFAULT '2024-01-01' NOT NULL,
	"days" jsonb NOT NULL,
	CONSTRAINT "work_schedule_versions_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "work_schedule_versions_cycle" CHECK ("work_schedule_versions"."cycle_weeks" between 1 and 4),
	CONSTRAINT "work_schedule_versions_monday" CHECK (extract(isodow from "work_schedule_versions"."cycle_start") = 1)
);
--> statement-breakpoint
ALTER TABLE "work_schedule_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "work_schedules" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(80) NOT NULL,
	"time_zone" varchar(64),
	"kind" text DEFAULT 'fixed' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "work_schedules_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "work_schedules_kind" CHECK ("work_schedules"."kind" in ('fixed', 'flexible'))
);
--> statement-breakpoint
ALTER TABLE "work_schedules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "employee_compensations" ADD CONSTRAINT "employee_compensations_employee" FOREIGN KEY ("org_id","employee_id") REFERENCES "public"."employees"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departments" ADD CONSTRAINT "departments_parent_id" FOREIGN KEY ("org_id","parent_id") REFERENCES "public"."departments"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "departments" ADD CONSTRAINT "departments_manager_id" FOREIGN KEY ("org_id","manager_employee_id") REFERENCES "public"."employees"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_positions" ADD CONSTRAINT "employee_positions_employee_id" FOREIGN KEY ("org_id","employee_id") REFERENCES "public"."employees"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_positions" ADD CONSTRAINT "employee_positions_department_id" FOREIGN KEY ("org_id","department_id") REFERENCES "public"."departments"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_positions" ADD CONSTRAINT "employee_positions_manager_id" FOREIGN KEY ("org_id","manager_employee_id") REFERENCES "public"."employees"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_ibans" ADD CONSTRAINT "employee_ibans_employee_id" FOREIGN KEY ("org_id","employee_id") REFERENCES "public"."employees"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_national_ids" ADD CONSTRAINT "employee_national_ids_employee_id" FOREIGN KEY ("org_id","employee_id") REFERENCES "public"."employees"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_records" ADD CONSTRAINT "employee_records_employee_id" FOREIGN KEY ("org_id","employee_id") REFERENCES "public"."employees"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employments" ADD CONSTRAINT "employments_employee_id" FOREIGN KEY ("org_id","employee_id") REFERENCES "public"."employees"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_places" ADD CONSTRAINT "employee_places_employee_id" FOREIGN KEY ("org_id","employee_id") REFERENCES "public"."employees"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_schedules" ADD CONSTRAINT "employee_schedules_employee_id" FOREIGN KEY ("org_id","employee_id") REFERENCES "public"."employees"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "employee_schedules" ADD CONSTRAINT "employee_schedules_schedule_id" FOREIGN KEY ("org_id","schedule_id") REFERENCES "public"."work_schedules"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_schedule_versions" ADD CONSTRAINT "work_schedule_versions_schedule" FOREIGN KEY ("org_id","schedule_id") REFERENCES "public"."work_schedules"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "employee_compensations_day" ON "employee_compensations" USING btree ("org_id","employee_id","effective_from") WHERE "employee_compensations"."voided_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "departments_name" ON "departments" USING btree ("org_id",coalesce("parent_id", '00000000-0000-0000-0000-000000000000'),app.folded("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "departments_code" ON "departments" USING btree ("org_id",lower("code")) WHERE "departments"."code" is not null;--> statement-breakpoint
CREATE INDEX "departments_manager" ON "departments" USING btree ("org_id","manager_employee_id") WHERE "departments"."manager_employee_id" is not null;--> statement-breakpoint
CREATE INDEX "departments_parent" ON "departments" USING btree ("org_id","parent_id");--> statement-breakpoint
CREATE INDEX "employee_positions_employee" ON "employee_positions" USING btree ("org_id","employee_id");--> statement-breakpoint
CREATE INDEX "employee_positions_department" ON "employee_positions" USING btree ("org_id","department_id") WHERE "employee_positions"."department_id" is not null;--> statement-breakpoint
CREATE INDEX "employee_positions_manager" ON "employee_positions" USING btree ("org_id","manager_employee_id") WHERE "employee_positions"."manager_employee_id" is not null;--> statement-breakpoint
CREATE INDEX "employee_ibans_same" ON "employee_ibans" USING btree ("org_id","fingerprint");--> statement-breakpoint
CREATE INDEX "employee_national_ids_same" ON "employee_national_ids" USING btree ("org_id","fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "employee_records_employee" ON "employee_records" USING btree ("org_id","employee_id");--> statement-breakpoint
CREATE UNIQUE INDEX "employees_account" ON "employees" USING btree ("org_id","user_id") WHERE "employees"."user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "employees_number" ON "employees" USING btree ("org_id",lower("employee_number"));--> statement-breakpoint
CREATE UNIQUE INDEX "employees_work_email" ON "employees" USING btree ("org_id",lower("work_email")) WHERE "employees"."work_email" is not null;--> statement-breakpoint
CREATE INDEX "employees_name" ON "employees" USING btree ("org_id",app.folded("name"),"id");--> statement-breakpoint
CREATE INDEX "employments_employee" ON "employments" USING btree ("org_id","employee_id");--> statement-breakpoint
CREATE INDEX "employee_places_employee" ON "employee_places" USING btree ("org_id","employee_id");--> statement-breakpoint
CREATE INDEX "employee_schedules_employee" ON "employee_schedules" USING btree ("org_id","employee_id");--> statement-breakpoint
CREATE INDEX "employee_schedules_schedule" ON "employee_schedules" USING btree ("org_id","schedule_id");--> statement-breakpoint
CREATE UNIQUE INDEX "work_schedule_versions_day" ON "work_schedule_versions" USING btree ("org_id","schedule_id","valid_from");--> statement-breakpoint
CREATE UNIQUE INDEX "work_schedules_name" ON "work_schedules" USING btree ("org_id",app.folded("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "work_schedules_default" ON "work_schedules" USING btree ("org_id") WHERE "work_schedules"."is_default";--> statement-breakpoint
CREATE POLICY "confidential" ON "employee_compensations" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("employee_compensations"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and ((select app.rank()) >= 40 or "employee_compensations"."employee_id" = (select app.employee_id()))));--> statement-breakpoint
CREATE POLICY "confidential_writers" ON "employee_compensations" AS PERMISSIVE FOR ALL TO "svc_app" USING ("employee_compensations"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and ((select app.rank()) >= 40 or "employee_compensations"."employee_id" = (select app.employee_id()))) and (select app.rank()) >= 40) WITH CHECK ("employee_compensations"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and ((select app.rank()) >= 40 or "employee_compensations"."employee_id" = (select app.employee_id()))) and (select app.rank()) >= 40);--> statement-breakpoint
CREATE POLICY "organization" ON "departments" AS PERMISSIVE FOR ALL TO "svc_app" USING ("departments"."org_id" = (select app.org_id())) WITH CHECK ("departments"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "employee_positions" AS PERMISSIVE FOR ALL TO "svc_app" USING ("employee_positions"."org_id" = (select app.org_id())) WITH CHECK ("employee_positions"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "confidential" ON "employee_ibans" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("employee_ibans"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and ((select app.rank()) >= 40 or "employee_ibans"."employee_id" = (select app.employee_id()))));--> statement-breakpoint
CREATE POLICY "confidential_writers" ON "employee_ibans" AS PERMISSIVE FOR ALL TO "svc_app" USING ("employee_ibans"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and ((select app.rank()) >= 40 or "employee_ibans"."employee_id" = (select app.employee_id()))) and (select app.rank()) >= 40) WITH CHECK ("employee_ibans"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and ((select app.rank()) >= 40 or "employee_ibans"."employee_id" = (select app.employee_id()))) and (select app.rank()) >= 40);--> statement-breakpoint
CREATE POLICY "confidential" ON "employee_national_ids" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("employee_national_ids"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and ((select app.rank()) >= 40 or "employee_national_ids"."employee_id" = (select app.employee_id()))));--> statement-breakpoint
CREATE POLICY "confidential_writers" ON "employee_national_ids" AS PERMISSIVE FOR ALL TO "svc_app" USING ("employee_national_ids"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and ((select app.rank()) >= 40 or "employee_national_ids"."employee_id" = (select app.employee_id()))) and (select app.rank()) >= 40) WITH CHECK ("employee_national_ids"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and ((select app.rank()) >= 40 or "employee_national_ids"."employee_id" = (select app.employee_id()))) and (select app.rank()) >= 40);--> statement-breakpoint
CREATE POLICY "confidential" ON "employee_records" AS PERMISSIVE FOR ALL TO "svc_app" USING ("employee_records"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and ((select app.rank()) >= 40 or "employee_records"."employee_id" = (select app.employee_id())))) WITH CHECK ("employee_records"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and ((select app.rank()) >= 40 or "employee_records"."employee_id" = (select app.employee_id()))));--> statement-breakpoint
CREATE POLICY "directory" ON "employees" AS PERMISSIVE FOR ALL TO "svc_app" USING ("employees"."org_id" = (select app.org_id()) and ("employees"."hire_date" <= (select app.org_today())
        and coalesce("employees"."termination_date" >= (select app.org_today()), true) or ((select app.rank()) >= 40 or "employees"."id" = (select app.employee_id()) or "employees"."id" = any((select app.team())::uuid[])))) WITH CHECK ("employees"."org_id" = (select app.org_id()) and ("employees"."hire_date" <= (select app.org_today())
        and coalesce("employees"."termination_date" >= (select app.org_today()), true) or ((select app.rank()) >= 40 or "employees"."id" = (select app.employee_id()) or "employees"."id" = any((select app.team())::uuid[]))));--> statement-breakpoint
CREATE POLICY "team" ON "employments" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("employments"."org_id" = (select app.org_id()) and ((select app.rank()) >= 40 or "employments"."employee_id" = (select app.employee_id()) or "employments"."employee_id" = any((select app.team())::uuid[])));--> statement-breakpoint
CREATE POLICY "team_writers" ON "employments" AS PERMISSIVE FOR ALL TO "svc_app" USING ("employments"."org_id" = (select app.org_id()) and ((select app.rank()) >= 40 or "employments"."employee_id" = (select app.employee_id()) or "employments"."employee_id" = any((select app.team())::uuid[])) and (select app.rank()) >= 40) WITH CHECK ("employments"."org_id" = (select app.org_id()) and ((select app.rank()) >= 40 or "employments"."employee_id" = (select app.employee_id()) or "employments"."employee_id" = any((select app.team())::uuid[])) and (select app.rank()) >= 40);--> statement-breakpoint
CREATE POLICY "team" ON "employee_places" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("employee_places"."org_id" = (select app.org_id()) and ((select app.rank()) >= 40 or "employee_places"."employee_id" = (select app.employee_id()) or "employee_places"."employee_id" = any((select app.team())::uuid[])));--> statement-breakpoint
CREATE POLICY "team_writers" ON "employee_places" AS PERMISSIVE FOR ALL TO "svc_app" USING ("employee_places"."org_id" = (select app.org_id()) and ((select app.rank()) >= 40 or "employee_places"."employee_id" = (select app.employee_id()) or "employee_places"."employee_id" = any((select app.team())::uuid[])) and (select app.rank()) >= 40) WITH CHECK ("employee_places"."org_id" = (select app.org_id()) and ((select app.rank()) >= 40 or "employee_places"."employee_id" = (select app.employee_id()) or "employee_places"."employee_id" = any((select app.team())::uuid[])) and (select app.rank()) >= 40);--> statement-breakpoint
CREATE POLICY "team" ON "employee_schedules" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("employee_schedules"."org_id" = (select app.org_id()) and ((select app.rank()) >= 40 or "employee_schedules"."employee_id" = (select app.employee_id()) or "employee_schedules"."employee_id" = any((select app.team())::uuid[])));--> statement-breakpoint
CREATE POLICY "team_writers" ON "employee_schedules" AS PERMISSIVE FOR ALL TO "svc_app" USING ("employee_schedules"."org_id" = (select app.org_id()) and ((select app.rank()) >= 40 or "employee_schedules"."employee_id" = (select app.employee_id()) or "employee_schedules"."employee_id" = any((select app.team())::uuid[])) and (select app.rank()) >= 40) WITH CHECK ("employee_schedules"."org_id" = (select app.org_id()) and ((select app.rank()) >= 40 or "employee_schedules"."employee_id" = (select app.employee_id()) or "employee_schedules"."employee_id" = any((select app.team())::uuid[])) and (select app.rank()) >= 40);--> statement-breakpoint
CREATE POLICY "organization" ON "work_schedule_versions" AS PERMISSIVE FOR ALL TO "svc_app" USING ("work_schedule_versions"."org_id" = (select app.org_id())) WITH CHECK ("work_schedule_versions"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "work_schedules" AS PERMISSIVE FOR ALL TO "svc_app" USING ("work_schedules"."org_id" = (select app.org_id())) WITH CHECK ("work_schedules"."org_id" = (select app.org_id()));