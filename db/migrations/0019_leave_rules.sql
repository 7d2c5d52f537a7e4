CREATE TABLE "leave_blocks" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(80) NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"department_id" uuid,
	"max_away" smallint,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "leave_blocks_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "leave_blocks_order" CHECK ("leave_blocks"."last_day" >= "leave_blocks"."first_day"),
	CONSTRAINT "leave_blocks_away" CHECK ("leave_blocks"."max_away" > 0)
);
--> statement-breakpoint
ALTER TABLE "leave_blocks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "leave_notices" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"employee_id" uuid NOT NULL,
	"leave_type_id" uuid NOT NULL,
	"year" smallint NOT NULL,
	"forced" boolean DEFAULT false NOT NULL,
	CONSTRAINT "leave_notices_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "leave_notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "leave_years" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"from_year" smallint NOT NULL,
	"starts" varchar(5) NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "leave_years_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "leave_years" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "leave_ledger" DROP CONSTRAINT "leave_ledger_kind";--> statement-breakpoint
ALTER TABLE "leave_types" DROP CONSTRAINT "leave_types_accrual";--> statement-breakpoint
ALTER TABLE "leave_types" ADD COLUMN "carry_survives_sickness" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_blocks" ADD CONSTRAINT "leave_blocks_department_id" FOREIGN KEY ("org_id","department_id") REFERENCES "public"."departments"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_notices" ADD CONSTRAINT "leave_notices_employee_id" FOREIGN KEY ("org_id","employee_id") REFERENCES "public"."employees"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_notices" ADD CONSTRAINT "leave_notices_type_id" FOREIGN KEY ("org_id","leave_type_id") REFERENCES "public"."leave_types"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leave_blocks_days" ON "leave_blocks" USING btree ("org_id","first_day","last_day");--> statement-breakpoint
CREATE INDEX "leave_blocks_department" ON "leave_blocks" USING btree ("org_id","department_id");--> statement-breakpoint
CREATE UNIQUE INDEX "leave_notices_year" ON "leave_notices" USING btree ("org_id","employee_id","leave_type_id","year");--> statement-breakpoint
CREATE UNIQUE INDEX "leave_years_year" ON "leave_years" USING btree ("org_id","from_year");--> statement-breakpoint
ALTER TABLE "leave_ledger" ADD CONSTRAINT "leave_ledger_kind" CHECK ("leave_ledger"."kind" in ('grant', 'accrual', 'proration', 'carryover', 'carryover_kept', 'adjustment', 'request', 'cancellation'));--> statement-breakpoint
ALTER TABLE "leave_types" ADD CONSTRAINT "leave_types_accrual" CHECK ("leave_types"."accrual" in ('upfront', 'monthly', 'per_worked_day', 'none'));--> statement-breakpoint
CREATE POLICY "organization" ON "leave_blocks" AS PERMISSIVE FOR ALL TO "svc_app" USING ("leave_blocks"."org_id" = (select app.org_id())) WITH CHECK ("leave_blocks"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "team" ON "leave_notices" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("leave_notices"."org_id" = (select app.org_id()) and ((select app.rank()) >= 40 or "leave_notices"."employee_id" = (select app.employee_id()) or "leave_notices"."employee_id" = any((select app.team())::uuid[])));--> statement-breakpoint
CREATE POLICY "organization" ON "leave_years" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("leave_years"."org_id" = (select app.org_id()));