CREATE TABLE "payroll_component_versions" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"component_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	"calc" text NOT NULL,
	"base" text[] DEFAULT '{}' NOT NULL,
	"rate" numeric(9, 6),
	"amount_minor" bigint,
	"brackets" jsonb,
	"floor_minor" bigint,
	"cap_minor" bigint,
	"source" varchar(300),
	CONSTRAINT "payroll_component_versions_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "payroll_component_versions_calc" CHECK ("payroll_component_versions"."calc" in ('fixed', 'percent', 'brackets', 'hours')),
	CONSTRAINT "payroll_component_versions_bounds" CHECK ("payroll_component_versions"."amount_minor" between -10000000000000 and 10000000000000 and "payroll_component_versions"."floor_minor" between -10000000000000 and 10000000000000 and "payroll_component_versions"."cap_minor" between -10000000000000 and 10000000000000)
);
--> statement-breakpoint
ALTER TABLE "payroll_component_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payroll_components" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"code" varchar(30) NOT NULL,
	"name" varchar(80) NOT NULL,
	"kind" text NOT NULL,
	"applies_to" text DEFAULT 'all' NOT NULL,
	"taxable" boolean DEFAULT true NOT NULL,
	"prorate" boolean DEFAULT false NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payroll_components_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "payroll_components_kind" CHECK ("payroll_components"."kind" in ('earning', 'deduction', 'employer')),
	CONSTRAINT "payroll_components_applies_to" CHECK ("payroll_components"."applies_to" in ('all', 'listed'))
);
--> statement-breakpoint
ALTER TABLE "payroll_components" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payroll_runs" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(80) NOT NULL,
	"period_start" date NOT NULL,
	"period_end" date NOT NULL,
	"pay_date" date NOT NULL,
	"currency" char(3) NOT NULL,
	"frequency" text NOT NULL,
	"day_count" text DEFAULT 'calendar' NOT NULL,
	"is_extra" boolean DEFAULT false NOT NULL,
	"extra_number" smallint,
	"department_id" uuid,
	"employee_ids" uuid[],
	"excluded_ids" uuid[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"totals" jsonb,
	"rules" jsonb,
	"calculated_at" timestamp (3) with time zone,
	"calculated_by" uuid,
	"lines_changed_by" uuid,
	"approved_at" timestamp (3) with time zone,
	"approved_by" uuid,
	"sole_approver" boolean DEFAULT false NOT NULL,
	"published_at" timestamp (3) with time zone,
	"bank_file_at" timestamp (3) with time zone,
	"paid_on" date,
	"void_numbers" text[] DEFAULT '{}' NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payroll_runs_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "payroll_runs_frequency" CHECK ("payroll_runs"."frequency" in ('monthly', 'biweekly', 'weekly', 'custom')),
	CONSTRAINT "payroll_runs_day_count" CHECK ("payroll_runs"."day_count" in ('calendar', 'thirty')),
	CONSTRAINT "payroll_runs_status" CHECK ("payroll_runs"."status" in ('draft', 'calculated', 'approved', 'paid', 'cancelled')),
	CONSTRAINT "payroll_runs_currency" CHECK ("payroll_runs"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "payroll_runs_order" CHECK ("payroll_runs"."period_end" >= "payroll_runs"."period_start"),
	CONSTRAINT "payroll_runs_extra" CHECK ("payroll_runs"."is_extra" = ("payroll_runs"."extra_number" is not null)),
	CONSTRAINT "payroll_runs_extra_number" CHECK ("payroll_runs"."extra_number" between 1 and 4)
);
--> statement-breakpoint
ALTER TABLE "payroll_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payslip_lines" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"payslip_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"code" varchar(30) NOT NULL,
	"name" varchar(120) NOT NULL,
	"kind" text NOT NULL,
	"place" integer NOT NULL,
	"taxable" boolean DEFAULT true NOT NULL,
	"quantity" numeric(12, 4),
	"rate" numeric(9, 6),
	"base_minor" bigint,
	"amount_minor" bigint NOT NULL,
	"manual" boolean DEFAULT false NOT NULL,
	"note" varchar(300),
	"arrears_of" uuid,
	"published_at" timestamp (3) with time zone,
	CONSTRAINT "payslip_lines_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "payslip_lines_kind" CHECK ("payslip_lines"."kind" in ('earning', 'deduction', 'employer')),
	CONSTRAINT "payslip_lines_bounds" CHECK ("payslip_lines"."base_minor" between -10000000000000 and 10000000000000 and "payslip_lines"."amount_minor" between -10000000000000 and 10000000000000)
);
--> statement-breakpoint
ALTER TABLE "payslip_lines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payslip_numbers" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"year" smallint NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "payslip_numbers_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "payslip_numbers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payslips" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"run_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"employee_name" text NOT NULL,
	"employee_number" varchar(20) NOT NULL,
	"department_id" uuid,
	"department_name" varchar(80),
	"job_title" varchar(120),
	"period" daterange NOT NULL,
	"pay_date" date NOT NULL,
	"is_extra" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"number" varchar(20),
	"title" varchar(40) NOT NULL,
	"currency" char(3) NOT NULL,
	"inputs" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"base_minor" bigint DEFAULT 0 NOT NULL,
	"paid_days" numeric(6, 2) DEFAULT '0' NOT NULL,
	"total_days" smallint NOT NULL,
	"worked_minutes" integer,
	"unpaid_leave_days" numeric(6, 2) DEFAULT '0' NOT NULL,
	"gross_minor" bigint DEFAULT 0 NOT NULL,
	"deductions_minor" bigint DEFAULT 0 NOT NULL,
	"net_minor" bigint DEFAULT 0 NOT NULL,
	"employer_minor" bigint DEFAULT 0 NOT NULL,
	"cost_minor" bigint DEFAULT 0 NOT NULL,
	"iban_last4" varchar(4),
	"iban_fingerprint" "bytea",
	"published_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payslips_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "payslips_status" CHECK ("payslips"."status" in ('draft', 'final', 'void')),
	CONSTRAINT "payslips_currency" CHECK ("payslips"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "payslips_bounds" CHECK ("payslips"."gross_minor" between -10000000000000 and 10000000000000 and "payslips"."net_minor" between -10000000000000 and 10000000000000 and "payslips"."cost_minor" between -10000000000000 and 10000000000000)
);
--> statement-breakpoint
ALTER TABLE "payslips" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "employee_ibans" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "employee_ibans" ADD COLUMN "changed_by" uuid;--> statement-breakpoint
ALTER TABLE "employee_national_ids" ADD COLUMN "changed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "employee_national_ids" ADD COLUMN "changed_by" uuid;--> statement-breakpoint
ALTER TABLE "payroll_component_versions" ADD CONSTRAINT "payroll_component_versions_component" FOREIGN KEY ("org_id","component_id") REFERENCES "public"."payroll_components"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payroll_runs" ADD CONSTRAINT "payroll_runs_department_id" FOREIGN KEY ("org_id","department_id") REFERENCES "public"."departments"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payslip_lines" ADD CONSTRAINT "payslip_lines_payslip_id" FOREIGN KEY ("org_id","payslip_id") REFERENCES "public"."payslips"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payslips" ADD CONSTRAINT "payslips_run_id" FOREIGN KEY ("org_id","run_id") REFERENCES "public"."payroll_runs"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payslips" ADD CONSTRAINT "payslips_employee_id" FOREIGN KEY ("org_id","employee_id") REFERENCES "public"."employees"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payroll_component_versions_day" ON "payroll_component_versions" USING btree ("org_id","component_id","valid_from");--> statement-breakpoint
CREATE UNIQUE INDEX "payroll_components_code" ON "payroll_components" USING btree ("org_id",lower("code"));--> statement-breakpoint
CREATE INDEX "payroll_runs_period" ON "payroll_runs" USING btree ("org_id","period_start");--> statement-breakpoint
CREATE INDEX "payslip_lines_payslip" ON "payslip_lines" USING btree ("org_id","payslip_id","place");--> statement-breakpoint
CREATE INDEX "payslip_lines_arrears" ON "payslip_lines" USING btree ("org_id","arrears_of") WHERE "payslip_lines"."arrears_of" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payslip_numbers_year" ON "payslip_numbers" USING btree ("org_id","year");--> statement-breakpoint
CREATE UNIQUE INDEX "payslips_number" ON "payslips" USING btree ("org_id","number") WHERE "payslips"."number" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payslips_employee" ON "payslips" USING btree ("org_id","run_id","employee_id");--> statement-breakpoint
CREATE INDEX "payslips_of_employee" ON "payslips" USING btree ("org_id","employee_id","pay_date");--> statement-breakpoint
CREATE POLICY "administration" ON "payroll_component_versions" AS PERMISSIVE FOR ALL TO "svc_app" USING ("payroll_component_versions"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and (select app.rank()) >= 40)) WITH CHECK ("payroll_component_versions"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and (select app.rank()) >= 40));--> statement-breakpoint
CREATE POLICY "administration" ON "payroll_components" AS PERMISSIVE FOR ALL TO "svc_app" USING ("payroll_components"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and (select app.rank()) >= 40)) WITH CHECK ("payroll_components"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and (select app.rank()) >= 40));--> statement-breakpoint
CREATE POLICY "administration" ON "payroll_runs" AS PERMISSIVE FOR ALL TO "svc_app" USING ("payroll_runs"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and (select app.rank()) >= 40)) WITH CHECK ("payroll_runs"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and (select app.rank()) >= 40));--> statement-breakpoint
CREATE POLICY "payslip" ON "payslip_lines" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("payslip_lines"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null
        and ((select app.rank()) >= 40 or "payslip_lines"."employee_id" = (select app.employee_id()) and "payslip_lines"."published_at" is not null)));--> statement-breakpoint
CREATE POLICY "administration" ON "payslip_numbers" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("payslip_numbers"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and (select app.rank()) >= 40));--> statement-breakpoint
CREATE POLICY "payslip" ON "payslips" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("payslips"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null
        and ((select app.rank()) >= 40 or "payslips"."employee_id" = (select app.employee_id()) and "payslips"."published_at" is not null)));