CREATE TABLE "payslip_ibans" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"payslip_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	"kek_id" varchar(40) NOT NULL,
	"wrapped_dek" "bytea" NOT NULL,
	"dek_iv" "bytea" NOT NULL,
	"iv" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"secret_version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "payslip_ibans_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "payslip_ibans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "payroll_runs" ADD COLUMN "bank_order" jsonb;--> statement-breakpoint
ALTER TABLE "payslip_ibans" ADD CONSTRAINT "payslip_ibans_payslip_id" FOREIGN KEY ("org_id","payslip_id") REFERENCES "public"."payslips"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payslip_ibans_payslip" ON "payslip_ibans" USING btree ("org_id","payslip_id");--> statement-breakpoint
CREATE POLICY "administration" ON "payslip_ibans" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("payslip_ibans"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and (select app.rank()) >= 40));