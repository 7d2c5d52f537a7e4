CREATE TABLE "leave_days" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"employee_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"day" date NOT NULL,
	"am" numeric(9, 2) NOT NULL,
	"pm" numeric(9, 2) NOT NULL,
	"minutes" integer NOT NULL,
	"amount" numeric(9, 2) NOT NULL,
	CONSTRAINT "leave_days_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "leave_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "leave_ledger" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"employee_id" uuid NOT NULL,
	"leave_type_id" uuid NOT NULL,
	"year" smallint NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric(9, 2) NOT NULL,
	"request_id" uuid,
	"effective_on" date NOT NULL,
	"note" varchar(500),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "leave_ledger_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "leave_ledger_kind" CHECK ("leave_ledger"."kind" in ('grant', 'accrual', 'proration', 'carryover', 'adjustment', 'request', 'cancellation'))
);
--> statement-breakpoint
ALTER TABLE "leave_ledger" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "leave_requests" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"employee_id" uuid NOT NULL,
	"leave_type_id" uuid NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"start_half" text DEFAULT 'am' NOT NULL,
	"end_half" text DEFAULT 'pm' NOT NULL,
	"start_time" varchar(5),
	"end_time" varchar(5),
	"slots" "int8multirange" NOT NULL,
	"total" numeric(9, 2) NOT NULL,
	"reason" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"asked_employee_id" uuid,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"decision_note" varchar(500),
	"self_decided" boolean DEFAULT false NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "leave_requests_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "leave_requests_status" CHECK ("leave_requests"."status" in ('pending', 'approved', 'rejected', 'cancelled')),
	CONSTRAINT "leave_requests_order" CHECK ("leave_requests"."end_date" >= "leave_requests"."start_date")
);
--> statement-breakpoint
ALTER TABLE "leave_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "leave_types" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(80) NOT NULL,
	"code" varchar(20),
	"unit" text DEFAULT 'day' NOT NULL,
	"count_by" text DEFAULT 'working' NOT NULL,
	"counts_holidays" boolean DEFAULT false NOT NULL,
	"allow_half_day" boolean DEFAULT true NOT NULL,
	"paid" text DEFAULT 'paid' NOT NULL,
	"paid_percent" smallint DEFAULT 100 NOT NULL,
	"requires_approval" boolean DEFAULT true NOT NULL,
	"affects_balance" boolean DEFAULT true NOT NULL,
	"overrides" boolean DEFAULT false NOT NULL,
	"visibility" text DEFAULT 'masked' NOT NULL,
	"color" varchar(7),
	"max_negative" numeric(9, 2) DEFAULT '0' NOT NULL,
	"max_consecutive_days" smallint,
	"min_notice_days" smallint,
	"max_backdate_days" smallint,
	"annual_allowance" numeric(9, 2) DEFAULT '0' NOT NULL,
	"accrual" text DEFAULT 'upfront' NOT NULL,
	"rounding" text DEFAULT '0.5' NOT NULL,
	"proration" boolean DEFAULT true NOT NULL,
	"carryover_max" numeric(9, 2),
	"carryover_expires" varchar(5),
	"archived_at" timestamp (3) with time zone,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "leave_types_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "leave_types_unit" CHECK ("leave_types"."unit" in ('day', 'hour')),
	CONSTRAINT "leave_types_count_by" CHECK ("leave_types"."count_by" in ('working', 'calendar', 'six_day')),
	CONSTRAINT "leave_types_paid" CHECK ("leave_types"."paid" in ('paid', 'partial', 'unpaid')),
	CONSTRAINT "leave_types_visibility" CHECK ("leave_types"."visibility" in ('masked', 'public')),
	CONSTRAINT "leave_types_accrual" CHECK ("leave_types"."accrual" in ('upfront', 'monthly', 'none')),
	CONSTRAINT "leave_types_rounding" CHECK ("leave_types"."rounding" in ('none', '0.25', '0.5', '1')),
	CONSTRAINT "leave_types_percent" CHECK ("leave_types"."paid_percent" between 0 and 100),
	CONSTRAINT "leave_types_amounts" CHECK ("leave_types"."max_negative" >= 0 and "leave_types"."annual_allowance" >= 0 and "leave_types"."carryover_max" >= 0)
);
--> statement-breakpoint
ALTER TABLE "leave_types" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "leave_days" ADD CONSTRAINT "leave_days_request_id" FOREIGN KEY ("org_id","request_id") REFERENCES "public"."leave_requests"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_ledger" ADD CONSTRAINT "leave_ledger_employee_id" FOREIGN KEY ("org_id","employee_id") REFERENCES "public"."employees"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_ledger" ADD CONSTRAINT "leave_ledger_type_id" FOREIGN KEY ("org_id","leave_type_id") REFERENCES "public"."leave_types"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_requests" ADD CONSTRAINT "leave_requests_employee_id" FOREIGN KEY ("org_id","employee_id") REFERENCES "public"."employees"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leave_requests" ADD CONSTRAINT "leave_requests_type_id" FOREIGN KEY ("org_id","leave_type_id") REFERENCES "public"."leave_types"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "leave_days_day" ON "leave_days" USING btree ("org_id","request_id","day");--> statement-breakpoint
CREATE INDEX "leave_days_employee" ON "leave_days" USING btree ("org_id","employee_id","day");--> statement-breakpoint
CREATE INDEX "leave_ledger_balance" ON "leave_ledger" USING btree ("org_id","employee_id","leave_type_id","year");--> statement-breakpoint
CREATE INDEX "leave_requests_employee" ON "leave_requests" USING btree ("org_id","employee_id","start_date");--> statement-breakpoint
CREATE INDEX "leave_requests_days" ON "leave_requests" USING btree ("org_id","start_date","end_date");--> statement-breakpoint
CREATE UNIQUE INDEX "leave_types_name" ON "leave_types" USING btree ("org_id",app.folded("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "leave_types_code" ON "leave_types" USING btree ("org_id",lower("code")) WHERE "leave_types"."code" is not null;--> statement-breakpoint
CREATE POLICY "team" ON "leave_days" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("leave_days"."org_id" = (select app.org_id()) and ((select app.rank()) >= 40 or "leave_days"."employee_id" = (select app.employee_id()) or "leave_days"."employee_id" = any((select app.team())::uuid[])));--> statement-breakpoint
CREATE POLICY "team" ON "leave_ledger" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("leave_ledger"."org_id" = (select app.org_id()) and ((select app.rank()) >= 40 or "leave_ledger"."employee_id" = (select app.employee_id()) or "leave_ledger"."employee_id" = any((select app.team())::uuid[])));--> statement-breakpoint
CREATE POLICY "team" ON "leave_requests" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("leave_requests"."org_id" = (select app.org_id()) and ((select app.rank()) >= 40 or "leave_requests"."employee_id" = (select app.employee_id()) or "leave_requests"."employee_id" = any((select app.team())::uuid[])));--> statement-breakpoint
CREATE POLICY "organization" ON "leave_types" AS PERMISSIVE FOR ALL TO "svc_app" USING ("leave_types"."org_id" = (select app.org_id())) WITH CHECK ("leave_types"."org_id" = (select app.org_id()));