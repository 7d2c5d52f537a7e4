CREATE TABLE "client_contacts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"client_id" uuid NOT NULL,
	"name" varchar(200) NOT NULL,
	"email" varchar(254),
	"email_normalized" varchar(254),
	"phone" varchar(40),
	"job_title" varchar(120),
	"is_primary" boolean DEFAULT false NOT NULL,
	"language" varchar(35),
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "client_contacts_org_id_id_unique" UNIQUE("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "client_contacts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "clients" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text DEFAULT 'company' NOT NULL,
	"name" varchar(200) NOT NULL,
	"legal_name" varchar(200),
	"tax_id" varchar(20),
	"email" varchar(254),
	"phone" varchar(40),
	"website" varchar(300),
	"domain" varchar(253),
	"address_line1" varchar(200),
	"address_line2" varchar(200),
	"postal_code" varchar(20),
	"city" varchar(120),
	"region" varchar(120),
	"country" char(2),
	"currency" char(3),
	"payment_terms_days" smallint,
	"owner_user_id" uuid,
	"status" text DEFAULT 'active' NOT NULL,
	"source" varchar(60),
	"tags" text[] DEFAULT '{}' NOT NULL,
	"notes" text,
	"external_ref" varchar(120),
	"portal_enabled" boolean DEFAULT false NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"merged_into_id" uuid,
	CONSTRAINT "clients_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "clients_kind" CHECK ("clients"."kind" in ('company', 'person')),
	CONSTRAINT "clients_status" CHECK ("clients"."status" in ('prospect', 'active', 'inactive')),
	CONSTRAINT "clients_currency" CHECK ("clients"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "clients_terms" CHECK ("clients"."payment_terms_days" between 0 and 365),
	CONSTRAINT "clients_tags" CHECK (cardinality("clients"."tags") <= 20)
);
--> statement-breakpoint
ALTER TABLE "clients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contract_events" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"contract_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid DEFAULT app.user_id(),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "contract_events_kind" CHECK ("contract_events"."kind" in ('created', 'changed', 'sent', 'signed', 'activated', 'milestone_reached', 'milestone_invoiced', 'renewed', 'terminated', 'cancelled', 'completed'))
);
--> statement-breakpoint
ALTER TABLE "contract_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contract_milestones" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"contract_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"name" varchar(200) NOT NULL,
	"amount_minor" bigint NOT NULL,
	"due_date" date,
	"condition" text DEFAULT 'manual' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reached_at" timestamp (3) with time zone,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "contract_milestones_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "contract_milestones_condition" CHECK ("contract_milestones"."condition" in ('date', 'manual')),
	CONSTRAINT "contract_milestones_status" CHECK ("contract_milestones"."status" in ('pending', 'reached', 'cancelled')),
	CONSTRAINT "contract_milestones_amount" CHECK ("contract_milestones"."amount_minor" > 0),
	CONSTRAINT "contract_milestones_dated" CHECK ("contract_milestones"."condition" <> 'date' or "contract_milestones"."due_date" is not null)
);
--> statement-breakpoint
ALTER TABLE "contract_milestones" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contract_notices" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"contract_id" uuid NOT NULL,
	"end_date" date NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contract_notices_contract_id_end_date_kind_pk" PRIMARY KEY("contract_id","end_date","kind"),
	CONSTRAINT "contract_notices_kind" CHECK ("contract_notices"."kind" in ('expiring', 'notice_deadline', 'renewed'))
);
--> statement-breakpoint
ALTER TABLE "contract_notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contract_templates" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(120) NOT NULL,
	"description" varchar(500),
	"body" text NOT NULL,
	"placeholders" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"default_milestones" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "contract_templates_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "contract_templates_body" CHECK (length("contract_templates"."body") <= 100000)
);
--> statement-breakpoint
ALTER TABLE "contract_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "contracts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"number" varchar(40) NOT NULL,
	"title" varchar(200) NOT NULL,
	"party_kind" text NOT NULL,
	"client_id" uuid,
	"supplier_id" uuid,
	"user_id" uuid,
	"template_id" uuid,
	"template_version" integer,
	"body" text DEFAULT '' NOT NULL,
	"body_sha256" char(64),
	"value_minor" bigint,
	"currency" char(3) NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date,
	"status" text DEFAULT 'draft' NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"signed_at" timestamp (3) with time zone,
	"signed_by_name" varchar(200),
	"signed_by_user_id" uuid,
	"counterparty_signed_at" timestamp (3) with time zone,
	"counterparty_name" varchar(200),
	"auto_renew" boolean DEFAULT false NOT NULL,
	"renewal_months" smallint,
	"notice_days" smallint,
	"terminated_on" date,
	"termination_reason" varchar(1000),
	"parent_contract_id" uuid,
	"owner_user_id" uuid,
	"project_id" uuid,
	"notes" text,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "contracts_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "contracts_party" CHECK ("contracts"."party_kind" in ('client', 'supplier', 'employee')),
	CONSTRAINT "contracts_status_known" CHECK ("contracts"."status" in ('draft', 'sent', 'active', 'completed', 'expired', 'terminated', 'cancelled')),
	CONSTRAINT "contracts_currency" CHECK ("contracts"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "contracts_value" CHECK ("contracts"."value_minor" between -10000000000000 and 10000000000000),
	CONSTRAINT "contracts_positive" CHECK ("contracts"."value_minor" >= 0),
	CONSTRAINT "contracts_dates" CHECK ("contracts"."end_date" >= "contracts"."start_date"),
	CONSTRAINT "contracts_parties" CHECK (num_nonnulls("contracts"."client_id", "contracts"."supplier_id", "contracts"."user_id") <= 1
      and ("contracts"."client_id" is null or "contracts"."party_kind" = 'client') and ("contracts"."supplier_id" is null or "contracts"."party_kind" = 'supplier')
      and ("contracts"."user_id" is null or "contracts"."party_kind" = 'employee')),
	CONSTRAINT "contracts_renewal" CHECK (not "contracts"."auto_renew" or ("contracts"."end_date" is not null and "contracts"."renewal_months" is not null)),
	CONSTRAINT "contracts_months" CHECK ("contracts"."renewal_months" between 1 and 120),
	CONSTRAINT "contracts_notice" CHECK ("contracts"."notice_days" between 0 and 730),
	CONSTRAINT "contracts_body" CHECK (length("contracts"."body") <= 100000)
);
--> statement-breakpoint
ALTER TABLE "contracts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "expense_categories" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(80) NOT NULL,
	"parent_id" uuid,
	"account_code" varchar(20),
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "expense_categories_org_id_id_unique" UNIQUE("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "expense_categories" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "expenses" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"supplier_id" uuid,
	"category_id" uuid,
	"project_id" uuid,
	"client_id" uuid,
	"description" varchar(500) NOT NULL,
	"expense_date" date NOT NULL,
	"supplier_invoice_number" varchar(60),
	"currency" char(3) NOT NULL,
	"net_minor" bigint NOT NULL,
	"tax_minor" bigint DEFAULT 0 NOT NULL,
	"total_minor" bigint NOT NULL,
	"tax_rate" numeric(7, 4),
	"tax_deductible" boolean DEFAULT true NOT NULL,
	"exchange_rate" numeric(18, 8) DEFAULT '1' NOT NULL,
	"base_total_minor" bigint NOT NULL,
	"base_currency" char(3) NOT NULL,
	"payment_source" text DEFAULT 'employee' NOT NULL,
	"billable" boolean DEFAULT false NOT NULL,
	"notes" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"submitted_at" timestamp (3) with time zone,
	"approved_by" uuid,
	"approved_at" timestamp (3) with time zone,
	"rejected_by" uuid,
	"rejection_reason" varchar(500),
	"paid_on" date,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "expenses_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "expenses_status_known" CHECK ("expenses"."status" in ('draft', 'submitted', 'approved', 'rejected', 'paid')),
	CONSTRAINT "expenses_source" CHECK ("expenses"."payment_source" in ('company', 'employee')),
	CONSTRAINT "expenses_currency" CHECK ("expenses"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "expenses_rate" CHECK ("expenses"."tax_rate" between 0 and 100),
	CONSTRAINT "expenses_bounds" CHECK ("expenses"."net_minor" between -10000000000000 and 10000000000000 and "expenses"."tax_minor" between -10000000000000 and 10000000000000 and "expenses"."total_minor" between -10000000000000 and 10000000000000 and "expenses"."base_total_minor" between -10000000000000 and 10000000000000),
	CONSTRAINT "expenses_total" CHECK ("expenses"."total_minor" = "expenses"."net_minor" + "expenses"."tax_minor"),
	CONSTRAINT "expenses_exchange" CHECK ("expenses"."exchange_rate" > 0),
	CONSTRAINT "expenses_positive" CHECK ("expenses"."total_minor" > 0 and "expenses"."tax_minor" >= 0 and "expenses"."net_minor" >= 0),
	CONSTRAINT "expenses_rejected" CHECK (("expenses"."status" = 'rejected') = ("expenses"."rejection_reason" is not null)),
	CONSTRAINT "expenses_paid" CHECK (("expenses"."status" = 'paid') = ("expenses"."paid_on" is not null))
);
--> statement-breakpoint
ALTER TABLE "expenses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoice_register" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"issuer_tax_id" varchar(20) NOT NULL,
	"seq" bigint NOT NULL,
	"record_type" text NOT NULL,
	"is_correction" boolean DEFAULT false NOT NULL,
	"invoice_id" uuid NOT NULL,
	"number" varchar(60) NOT NULL,
	"issue_date" date NOT NULL,
	"invoice_type" varchar(2),
	"tax_total" text,
	"total" text,
	"prev_seq" bigint,
	"prev_hash" varchar(64) NOT NULL,
	"hash" char(64) NOT NULL,
	"hash_type" char(2) DEFAULT '01' NOT NULL,
	"generated_at" timestamp (3) with time zone NOT NULL,
	"generated_at_text" varchar(25) NOT NULL,
	"canonical_body" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_by" uuid,
	"seal" char(64) NOT NULL,
	CONSTRAINT "invoice_register_org_id_issuer_tax_id_seq_pk" PRIMARY KEY("org_id","issuer_tax_id","seq"),
	CONSTRAINT "invoice_register_type" CHECK ("invoice_register"."record_type" in ('alta', 'anulacion'))
);
--> statement-breakpoint
ALTER TABLE "invoice_register" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoice_register_heads" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"issuer_tax_id" varchar(20) NOT NULL,
	"seq" bigint NOT NULL,
	"prev_hash" varchar(64) NOT NULL,
	"last_hash" varchar(64) NOT NULL,
	"last_seal" varchar(64) NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invoice_register_heads_org_id_issuer_tax_id_pk" PRIMARY KEY("org_id","issuer_tax_id")
);
--> statement-breakpoint
ALTER TABLE "invoice_register_heads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoice_register_settings" (
	"org_id" uuid PRIMARY KEY DEFAULT app.org_id() NOT NULL,
	"issuer_name" varchar(120) DEFAULT '' NOT NULL,
	"issuer_tax_id" varchar(20) DEFAULT '' NOT NULL,
	"address_line1" varchar(200),
	"address_line2" varchar(200),
	"postal_code" varchar(20),
	"city" varchar(120),
	"region" varchar(120),
	"country" char(2),
	"issuer_email" varchar(254),
	"issuer_phone" varchar(40),
	"issuer_website" varchar(300),
	"issuer_iban" varchar(34),
	"footer" varchar(1000),
	"logo" text,
	"time_zone" text,
	"mode" text DEFAULT 'internal' NOT NULL,
	"system_name" varchar(30) DEFAULT 'Service' NOT NULL,
	"system_id" char(2) DEFAULT '01' NOT NULL,
	"system_version" varchar(50) DEFAULT '1.0' NOT NULL,
	"system_installation" varchar(100) DEFAULT '1' NOT NULL,
	"simplified_limit_minor" bigint DEFAULT 300000 NOT NULL,
	"require_client_tax_id" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_register_settings_mode" CHECK ("invoice_register_settings"."mode" in ('internal', 'verifactu', 'no_verifactu')),
	CONSTRAINT "invoice_register_settings_issuer" CHECK ("invoice_register_settings"."mode" = 'internal' or ("invoice_register_settings"."issuer_name" <> '' and "invoice_register_settings"."issuer_tax_id" <> '')),
	CONSTRAINT "invoice_register_settings_logo" CHECK (length("invoice_register_settings"."logo") <= 180000),
	CONSTRAINT "invoice_register_settings_limit" CHECK ("invoice_register_settings"."simplified_limit_minor" between 0 and 10000000000000)
);
--> statement-breakpoint
ALTER TABLE "invoice_register_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoice_line_sources" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"line_id" uuid NOT NULL,
	"expense_id" uuid,
	"milestone_id" uuid,
	"released_at" timestamp (3) with time zone,
	CONSTRAINT "invoice_line_sources_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "invoice_line_sources_one" CHECK (num_nonnulls("invoice_line_sources"."expense_id", "invoice_line_sources"."milestone_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "invoice_line_sources" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"invoice_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"description" varchar(1000) NOT NULL,
	"quantity" numeric(14, 4) NOT NULL,
	"unit" varchar(20),
	"unit_price" numeric(18, 6) NOT NULL,
	"discount_percent" numeric(7, 4) DEFAULT '0' NOT NULL,
	"tax_rate_id" uuid,
	"tax_rate" numeric(7, 4) DEFAULT '0' NOT NULL,
	"surcharge_rate" numeric(7, 4),
	"category" text DEFAULT 'standard' NOT NULL,
	"exemption_code" varchar(10),
	"net_minor" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "invoice_lines_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "invoice_lines_category" CHECK ("invoice_lines"."category" in ('standard', 'reduced', 'zero', 'exempt', 'reverse_charge', 'not_subject')),
	CONSTRAINT "invoice_lines_discount" CHECK ("invoice_lines"."discount_percent" between 0 and 100),
	CONSTRAINT "invoice_lines_quantity" CHECK ("invoice_lines"."quantity" <> 0),
	CONSTRAINT "invoice_lines_place" CHECK ("invoice_lines"."position" between 1 and 200)
);
--> statement-breakpoint
ALTER TABLE "invoice_lines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoice_links" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"invoice_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "invoice_links_org_id_id_unique" UNIQUE("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "invoice_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoice_payments" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"invoice_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"paid_on" date NOT NULL,
	"method" text NOT NULL,
	"reference" varchar(140),
	"idempotency_key" varchar(64),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"voided_at" timestamp (3) with time zone,
	"voided_by" uuid,
	CONSTRAINT "invoice_payments_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "invoice_payments_method" CHECK ("invoice_payments"."method" in ('bank_transfer', 'card', 'cash', 'direct_debit', 'other')),
	CONSTRAINT "invoice_payments_amount" CHECK ("invoice_payments"."amount_minor" > 0),
	CONSTRAINT "invoice_payments_void" CHECK (("invoice_payments"."voided_at" is null) = ("invoice_payments"."voided_by" is null))
);
--> statement-breakpoint
ALTER TABLE "invoice_payments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoice_series" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"code" varchar(20) NOT NULL,
	"name" varchar(120) NOT NULL,
	"doc_kind" text NOT NULL,
	"prefix" varchar(30) DEFAULT '' NOT NULL,
	"padding" smallint DEFAULT 4 NOT NULL,
	"reset_policy" text DEFAULT 'never' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"first_number" bigint DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "invoice_series_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "invoice_series_kind" CHECK ("invoice_series"."doc_kind" in ('invoice', 'simplified', 'credit_note')),
	CONSTRAINT "invoice_series_reset" CHECK ("invoice_series"."reset_policy" in ('never', 'yearly')),
	CONSTRAINT "invoice_series_padding" CHECK ("invoice_series"."padding" between 1 and 10),
	CONSTRAINT "invoice_series_first" CHECK ("invoice_series"."first_number" between 1 and 9999999999),
	CONSTRAINT "invoice_series_active" CHECK (not ("invoice_series"."is_default" and "invoice_series"."archived_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "invoice_series" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoice_series_counters" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"series_id" uuid NOT NULL,
	"period" varchar(4) DEFAULT '' NOT NULL,
	"next_number" bigint DEFAULT 1 NOT NULL,
	"last_issue_date" date,
	CONSTRAINT "invoice_series_counters_series_id_period_pk" PRIMARY KEY("series_id","period")
);
--> statement-breakpoint
ALTER TABLE "invoice_series_counters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoice_taxes" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"invoice_id" uuid NOT NULL,
	"category" text NOT NULL,
	"rate" numeric(7, 4) NOT NULL,
	"surcharge_rate" numeric(7, 4) DEFAULT '0' NOT NULL,
	"exemption_code" varchar(10),
	"base_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"surcharge_minor" bigint DEFAULT 0 NOT NULL,
	"exact" text NOT NULL,
	CONSTRAINT "invoice_taxes_invoice_id_category_rate_surcharge_rate_pk" PRIMARY KEY("invoice_id","category","rate","surcharge_rate"),
	CONSTRAINT "invoice_taxes_category" CHECK ("invoice_taxes"."category" in ('standard', 'reduced', 'zero', 'exempt', 'reverse_charge', 'not_subject'))
);
--> statement-breakpoint
ALTER TABLE "invoice_taxes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"client_id" uuid NOT NULL,
	"contact_id" uuid,
	"project_id" uuid,
	"kind" text DEFAULT 'standard' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"corrects_invoice_id" uuid,
	"correction_method" text,
	"correction_reason" text,
	"replaced_net_minor" bigint,
	"replaced_tax_minor" bigint,
	"replaced_surcharge_minor" bigint,
	"credits_minor" bigint DEFAULT 0 NOT NULL,
	"series_id" uuid,
	"counter_period" varchar(4),
	"series_seq" bigint,
	"number" varchar(60),
	"issue_date" date,
	"operation_date" date,
	"due_date" date,
	"payment_terms_days" smallint,
	"currency" char(3) NOT NULL,
	"exchange_rate" numeric(18, 8),
	"prices_include_tax" boolean DEFAULT false NOT NULL,
	"rounding_mode" text DEFAULT 'per_rate' NOT NULL,
	"discount_kind" text DEFAULT 'none' NOT NULL,
	"discount_value" numeric(18, 4) DEFAULT '0' NOT NULL,
	"withholding_rate" numeric(7, 4) DEFAULT '0' NOT NULL,
	"discount_minor" bigint DEFAULT 0 NOT NULL,
	"net_minor" bigint DEFAULT 0 NOT NULL,
	"tax_minor" bigint DEFAULT 0 NOT NULL,
	"surcharge_minor" bigint DEFAULT 0 NOT NULL,
	"withholding_minor" bigint DEFAULT 0 NOT NULL,
	"total_minor" bigint DEFAULT 0 NOT NULL,
	"payable_minor" bigint DEFAULT 0 NOT NULL,
	"paid_minor" bigint DEFAULT 0 NOT NULL,
	"credited_minor" bigint DEFAULT 0 NOT NULL,
	"outstanding_minor" bigint GENERATED ALWAYS AS (case when status in ('draft', 'cancelled') then 0 else payable_minor - paid_minor - credited_minor end) STORED NOT NULL,
	"sales_net_minor" bigint GENERATED ALWAYS AS (net_minor - coalesce(replaced_net_minor, 0)) STORED NOT NULL,
	"sales_minor" bigint GENERATED ALWAYS AS (total_minor - coalesce(replaced_net_minor + replaced_tax_minor + replaced_surcharge_minor, 0)) STORED NOT NULL,
	"base_total_minor" bigint,
	"base_net_minor" bigint,
	"base_currency" char(3),
	"po_number" varchar(60),
	"notes" text,
	"internal_notes" text,
	"issuer_snapshot" jsonb,
	"client_snapshot" jsonb,
	"issued_at" timestamp (3) with time zone,
	"issued_by" uuid,
	"sent_at" timestamp (3) with time zone,
	"viewed_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"cancelled_by" uuid,
	"cancel_reason" varchar(500),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "invoices_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "invoices_kind" CHECK ("invoices"."kind" in ('standard', 'simplified', 'corrective')),
	CONSTRAINT "invoices_status" CHECK ("invoices"."status" in ('draft', 'issued', 'partially_paid', 'paid', 'cancelled')),
	CONSTRAINT "invoices_method" CHECK ("invoices"."correction_method" in ('difference', 'substitution')),
	CONSTRAINT "invoices_reason" CHECK ("invoices"."correction_reason" in ('R1', 'R2', 'R3', 'R4', 'R5')),
	CONSTRAINT "invoices_rounding" CHECK ("invoices"."rounding_mode" in ('per_rate', 'per_line')),
	CONSTRAINT "invoices_discount" CHECK ("invoices"."discount_kind" in ('none', 'percent', 'amount')),
	CONSTRAINT "invoices_currency" CHECK ("invoices"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "invoices_withholding" CHECK ("invoices"."withholding_rate" between 0 and 100),
	CONSTRAINT "invoices_numbered" CHECK (("invoices"."status" = 'draft') = ("invoices"."number" is null)),
	CONSTRAINT "invoices_dated" CHECK (("invoices"."number" is null) = ("invoices"."series_seq" is null) and ("invoices"."number" is null or "invoices"."issue_date" is not null)),
	CONSTRAINT "invoices_corrective" CHECK (("invoices"."kind" = 'corrective') = ("invoices"."corrects_invoice_id" is not null)),
	CONSTRAINT "invoices_correction" CHECK (("invoices"."kind" = 'corrective') = ("invoices"."correction_method" is not null) and ("invoices"."kind" = 'corrective') = ("invoices"."correction_reason" is not null)),
	CONSTRAINT "invoices_terms" CHECK ("invoices"."payment_terms_days" between 0 and 365),
	CONSTRAINT "invoices_rate" CHECK ("invoices"."exchange_rate" > 0),
	CONSTRAINT "invoices_sums" CHECK ("invoices"."total_minor" = "invoices"."net_minor" + "invoices"."tax_minor" + "invoices"."surcharge_minor" and "invoices"."payable_minor" = "invoices"."total_minor" - "invoices"."withholding_minor"),
	CONSTRAINT "invoices_paid" CHECK ("invoices"."paid_minor" = 0 or "invoices"."paid_minor" between 1 and "invoices"."payable_minor"),
	CONSTRAINT "invoices_bounds" CHECK ("invoices"."net_minor" between -10000000000000 and 10000000000000 and "invoices"."tax_minor" between -10000000000000 and 10000000000000 and "invoices"."surcharge_minor" between -10000000000000 and 10000000000000 and "invoices"."total_minor" between -10000000000000 and 10000000000000)
);
--> statement-breakpoint
ALTER TABLE "invoices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tax_rates" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(80) NOT NULL,
	"rate" numeric(7, 4) NOT NULL,
	"surcharge_rate" numeric(7, 4),
	"category" text DEFAULT 'standard' NOT NULL,
	"exemption_code" varchar(10),
	"is_default" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "tax_rates_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "tax_rates_category" CHECK ("tax_rates"."category" in ('standard', 'reduced', 'zero', 'exempt', 'reverse_charge', 'not_subject')),
	CONSTRAINT "tax_rates_rate" CHECK ("tax_rates"."rate" between 0 and 100),
	CONSTRAINT "tax_rates_surcharge" CHECK ("tax_rates"."surcharge_rate" between 0 and 100),
	CONSTRAINT "tax_rates_active" CHECK (not ("tax_rates"."is_default" and "tax_rates"."archived_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "tax_rates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "supplier_ibans" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last4" varchar(4) NOT NULL,
	"kek_id" varchar(40) NOT NULL,
	"wrapped_dek" "bytea" NOT NULL,
	"dek_iv" "bytea" NOT NULL,
	"iv" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"secret_version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "supplier_ibans_org_id_id_unique" UNIQUE("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "supplier_ibans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "suppliers" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(200) NOT NULL,
	"legal_name" varchar(200),
	"tax_id" varchar(20),
	"email" varchar(254),
	"phone" varchar(40),
	"website" varchar(300),
	"address_line1" varchar(200),
	"address_line2" varchar(200),
	"postal_code" varchar(20),
	"city" varchar(120),
	"region" varchar(120),
	"country" char(2),
	"category" varchar(60),
	"payment_terms_days" smallint,
	"currency" char(3),
	"contact_name" varchar(200),
	"rating" smallint,
	"status" text DEFAULT 'active' NOT NULL,
	"notes" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "suppliers_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "suppliers_status" CHECK ("suppliers"."status" in ('active', 'blocked', 'archived')),
	CONSTRAINT "suppliers_currency" CHECK ("suppliers"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "suppliers_terms" CHECK ("suppliers"."payment_terms_days" between 0 and 365),
	CONSTRAINT "suppliers_rating" CHECK ("suppliers"."rating" between 1 and 5),
	CONSTRAINT "suppliers_tags" CHECK (cardinality("suppliers"."tags") <= 20)
);
--> statement-breakpoint
ALTER TABLE "suppliers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "client_contacts" ADD CONSTRAINT "client_contacts_client" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_merged_into" FOREIGN KEY ("org_id","merged_into_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_events" ADD CONSTRAINT "contract_events_contract_id" FOREIGN KEY ("org_id","contract_id") REFERENCES "public"."contracts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_milestones" ADD CONSTRAINT "contract_milestones_contract_id" FOREIGN KEY ("org_id","contract_id") REFERENCES "public"."contracts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_notices" ADD CONSTRAINT "contract_notices_contract_id" FOREIGN KEY ("org_id","contract_id") REFERENCES "public"."contracts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_supplier_id" FOREIGN KEY ("org_id","supplier_id") REFERENCES "public"."suppliers"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_template_id" FOREIGN KEY ("org_id","template_id") REFERENCES "public"."contract_templates"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_parent_id" FOREIGN KEY ("org_id","parent_contract_id") REFERENCES "public"."contracts"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expense_categories" ADD CONSTRAINT "expense_categories_parent_id" FOREIGN KEY ("org_id","parent_id") REFERENCES "public"."expense_categories"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_supplier_id" FOREIGN KEY ("org_id","supplier_id") REFERENCES "public"."suppliers"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_category_id" FOREIGN KEY ("org_id","category_id") REFERENCES "public"."expense_categories"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_register" ADD CONSTRAINT "invoice_register_invoice_id" FOREIGN KEY ("org_id","invoice_id") REFERENCES "public"."invoices"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_line_sources" ADD CONSTRAINT "invoice_line_sources_line_id" FOREIGN KEY ("org_id","line_id") REFERENCES "public"."invoice_lines"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_line_sources" ADD CONSTRAINT "invoice_line_sources_expense_id" FOREIGN KEY ("org_id","expense_id") REFERENCES "public"."expenses"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_line_sources" ADD CONSTRAINT "invoice_line_sources_milestone_id" FOREIGN KEY ("org_id","milestone_id") REFERENCES "public"."contract_milestones"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id" FOREIGN KEY ("org_id","invoice_id") REFERENCES "public"."invoices"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_rate_id" FOREIGN KEY ("org_id","tax_rate_id") REFERENCES "public"."tax_rates"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_links" ADD CONSTRAINT "invoice_links_invoice_id" FOREIGN KEY ("org_id","invoice_id") REFERENCES "public"."invoices"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_invoice_id" FOREIGN KEY ("org_id","invoice_id") REFERENCES "public"."invoices"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_series_counters" ADD CONSTRAINT "invoice_series_counters_series" FOREIGN KEY ("org_id","series_id") REFERENCES "public"."invoice_series"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_taxes" ADD CONSTRAINT "invoice_taxes_invoice_id" FOREIGN KEY ("org_id","invoice_id") REFERENCES "public"."invoices"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_contact_id" FOREIGN KEY ("org_id","contact_id") REFERENCES "public"."client_contacts"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_series_id" FOREIGN KEY ("org_id","series_id") REFERENCES "public"."invoice_series"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_corrects_id" FOREIGN KEY ("org_id","corrects_invoice_id") REFERENCES "public"."invoices"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_ibans" ADD CONSTRAINT "supplier_ibans_supplier" FOREIGN KEY ("org_id","id") REFERENCES "public"."suppliers"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_contacts_client" ON "client_contacts" USING btree ("org_id","client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "client_contacts_email" ON "client_contacts" USING btree ("org_id","email_normalized");--> statement-breakpoint
CREATE UNIQUE INDEX "client_contacts_primary" ON "client_contacts" USING btree ("org_id","client_id") WHERE "client_contacts"."is_primary";--> statement-breakpoint
CREATE UNIQUE INDEX "clients_tax_id" ON "clients" USING btree ("org_id",upper(regexp_replace("tax_id", '[\s.-]', '', 'g'))) WHERE "clients"."tax_id" is not null and "clients"."archived_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "clients_external_ref" ON "clients" USING btree ("org_id","external_ref") WHERE "clients"."external_ref" is not null;--> statement-breakpoint
CREATE INDEX "clients_name" ON "clients" USING btree ("org_id",app.folded("name"),"id");--> statement-breakpoint
CREATE INDEX "clients_domain" ON "clients" USING btree ("org_id","domain");--> statement-breakpoint
CREATE INDEX "clients_email" ON "clients" USING btree ("org_id",lower("email"));--> statement-breakpoint
CREATE INDEX "clients_owner" ON "clients" USING btree ("org_id","owner_user_id");--> statement-breakpoint
CREATE INDEX "clients_merged" ON "clients" USING btree ("org_id","merged_into_id");--> statement-breakpoint
CREATE INDEX "contract_events_contract" ON "contract_events" USING btree ("org_id","contract_id","at","id");--> statement-breakpoint
CREATE INDEX "contract_milestones_contract" ON "contract_milestones" USING btree ("org_id","contract_id","position","id");--> statement-breakpoint
CREATE INDEX "contract_milestones_due" ON "contract_milestones" USING btree ("org_id","due_date") WHERE "contract_milestones"."status" = 'pending' and "contract_milestones"."condition" = 'date';--> statement-breakpoint
CREATE INDEX "contract_notices_org" ON "contract_notices" USING btree ("org_id","contract_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contract_templates_name" ON "contract_templates" USING btree ("org_id",app.folded("name")) WHERE "contract_templates"."archived_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "contracts_number" ON "contracts" USING btree ("org_id","number");--> statement-breakpoint
CREATE INDEX "contracts_status" ON "contracts" USING btree ("org_id","status","end_date");--> statement-breakpoint
CREATE INDEX "contracts_end" ON "contracts" USING btree ("org_id","end_date","id");--> statement-breakpoint
CREATE INDEX "contracts_client" ON "contracts" USING btree ("org_id","client_id");--> statement-breakpoint
CREATE INDEX "contracts_supplier" ON "contracts" USING btree ("org_id","supplier_id");--> statement-breakpoint
CREATE INDEX "contracts_template" ON "contracts" USING btree ("org_id","template_id");--> statement-breakpoint
CREATE INDEX "contracts_parent" ON "contracts" USING btree ("org_id","parent_contract_id");--> statement-breakpoint
CREATE INDEX "contracts_project" ON "contracts" USING btree ("org_id","project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "expense_categories_name" ON "expense_categories" USING btree ("org_id",app.folded("name"));--> statement-breakpoint
CREATE INDEX "expense_categories_parent" ON "expense_categories" USING btree ("org_id","parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "expenses_supplier_number" ON "expenses" USING btree ("org_id","supplier_id",lower("supplier_invoice_number")) WHERE "expenses"."supplier_invoice_number" is not null and "expenses"."status" <> 'rejected';--> statement-breakpoint
CREATE INDEX "expenses_person" ON "expenses" USING btree ("org_id","user_id","expense_date","id");--> statement-breakpoint
CREATE INDEX "expenses_status" ON "expenses" USING btree ("org_id","status","expense_date");--> statement-breakpoint
CREATE INDEX "expenses_day" ON "expenses" USING btree ("org_id","expense_date","id");--> statement-breakpoint
CREATE INDEX "expenses_supplier" ON "expenses" USING btree ("org_id","supplier_id","expense_date");--> statement-breakpoint
CREATE INDEX "expenses_category" ON "expenses" USING btree ("org_id","category_id");--> statement-breakpoint
CREATE INDEX "expenses_project" ON "expenses" USING btree ("org_id","project_id");--> statement-breakpoint
CREATE INDEX "expenses_client" ON "expenses" USING btree ("org_id","client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_register_link" ON "invoice_register" USING btree ("org_id","issuer_tax_id","prev_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_register_first" ON "invoice_register" USING btree ("org_id","invoice_id") WHERE "invoice_register"."record_type" = 'alta' and not "invoice_register"."is_correction";--> statement-breakpoint
CREATE INDEX "invoice_register_invoice" ON "invoice_register" USING btree ("org_id","invoice_id");--> statement-breakpoint
CREATE INDEX "invoice_register_number" ON "invoice_register" USING btree ("org_id","number");--> statement-breakpoint
CREATE INDEX "invoice_register_day" ON "invoice_register" USING btree ("org_id","issue_date");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_line_sources_expense" ON "invoice_line_sources" USING btree ("org_id","expense_id") WHERE "invoice_line_sources"."released_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_line_sources_milestone" ON "invoice_line_sources" USING btree ("org_id","milestone_id") WHERE "invoice_line_sources"."released_at" is null;--> statement-breakpoint
CREATE INDEX "invoice_line_sources_line" ON "invoice_line_sources" USING btree ("org_id","line_id");--> statement-breakpoint
CREATE INDEX "invoice_line_sources_expenses" ON "invoice_line_sources" USING btree ("org_id","expense_id");--> statement-breakpoint
CREATE INDEX "invoice_line_sources_milestones" ON "invoice_line_sources" USING btree ("org_id","milestone_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_lines_position" ON "invoice_lines" USING btree ("invoice_id","position");--> statement-breakpoint
CREATE INDEX "invoice_lines_invoice" ON "invoice_lines" USING btree ("org_id","invoice_id","position");--> statement-breakpoint
CREATE INDEX "invoice_lines_rate" ON "invoice_lines" USING btree ("org_id","tax_rate_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_links_token" ON "invoice_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "invoice_links_invoice" ON "invoice_links" USING btree ("org_id","invoice_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_payments_key" ON "invoice_payments" USING btree ("org_id","idempotency_key") WHERE "invoice_payments"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "invoice_payments_invoice" ON "invoice_payments" USING btree ("org_id","invoice_id","paid_on","id");--> statement-breakpoint
CREATE INDEX "invoice_payments_day" ON "invoice_payments" USING btree ("org_id","paid_on","currency","amount_minor") WHERE "invoice_payments"."voided_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_series_code" ON "invoice_series" USING btree ("org_id",upper("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_series_default" ON "invoice_series" USING btree ("org_id","doc_kind") WHERE "invoice_series"."is_default";--> statement-breakpoint
CREATE INDEX "invoice_series_counters_org" ON "invoice_series_counters" USING btree ("org_id","series_id");--> statement-breakpoint
CREATE INDEX "invoice_taxes_invoice" ON "invoice_taxes" USING btree ("org_id","invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_sequence" ON "invoices" USING btree ("org_id","series_id","counter_period","series_seq") WHERE "invoices"."series_seq" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("org_id","number") WHERE "invoices"."number" is not null;--> statement-breakpoint
CREATE INDEX "invoices_due" ON "invoices" USING btree ("org_id","status","due_date");--> statement-breakpoint
CREATE INDEX "invoices_owed" ON "invoices" USING btree ("org_id","due_date","client_id","currency","outstanding_minor") WHERE "invoices"."outstanding_minor" <> 0;--> statement-breakpoint
CREATE INDEX "invoices_client" ON "invoices" USING btree ("org_id","client_id","id");--> statement-breakpoint
CREATE INDEX "invoices_contact" ON "invoices" USING btree ("org_id","contact_id");--> statement-breakpoint
CREATE INDEX "invoices_project" ON "invoices" USING btree ("org_id","project_id");--> statement-breakpoint
CREATE INDEX "invoices_corrects" ON "invoices" USING btree ("org_id","corrects_invoice_id");--> statement-breakpoint
CREATE INDEX "invoices_issued" ON "invoices" USING btree ("org_id","issue_date","id");--> statement-breakpoint
CREATE INDEX "invoices_sales" ON "invoices" USING btree ("org_id","issue_date","currency","client_id","sales_net_minor","sales_minor","base_net_minor") WHERE "invoices"."status" in ('issued', 'partially_paid', 'paid');--> statement-breakpoint
CREATE INDEX "invoices_made" ON "invoices" USING btree ("org_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "tax_rates_name" ON "tax_rates" USING btree ("org_id",app.folded("name")) WHERE "tax_rates"."archived_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tax_rates_default" ON "tax_rates" USING btree ("org_id") WHERE "tax_rates"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_tax_id" ON "suppliers" USING btree ("org_id",upper(regexp_replace("tax_id", '[\s.-]', '', 'g'))) WHERE "suppliers"."tax_id" is not null and "suppliers"."status" <> 'archived';--> statement-breakpoint
CREATE INDEX "suppliers_name" ON "suppliers" USING btree ("org_id",app.folded("name"),"id");--> statement-breakpoint
CREATE INDEX "suppliers_category" ON "suppliers" USING btree ("org_id","category");--> statement-breakpoint
CREATE POLICY "organization" ON "client_contacts" AS PERMISSIVE FOR ALL TO "svc_app" USING ("client_contacts"."org_id" = (select app.org_id())) WITH CHECK ("client_contacts"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "clients" AS PERMISSIVE FOR ALL TO "svc_app" USING ("clients"."org_id" = (select app.org_id())) WITH CHECK ("clients"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "contract_events" AS PERMISSIVE FOR ALL TO "svc_app" USING ("contract_events"."org_id" = (select app.org_id())) WITH CHECK ("contract_events"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "contract_milestones" AS PERMISSIVE FOR ALL TO "svc_app" USING ("contract_milestones"."org_id" = (select app.org_id())) WITH CHECK ("contract_milestones"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "contract_notices" AS PERMISSIVE FOR ALL TO "svc_app" USING ("contract_notices"."org_id" = (select app.org_id())) WITH CHECK ("contract_notices"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "contract_templates" AS PERMISSIVE FOR ALL TO "svc_app" USING ("contract_templates"."org_id" = (select app.org_id())) WITH CHECK ("contract_templates"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "contracts" AS PERMISSIVE FOR ALL TO "svc_app" USING ("contracts"."org_id" = (select app.org_id())) WITH CHECK ("contracts"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "expense_categories" AS PERMISSIVE FOR ALL TO "svc_app" USING ("expense_categories"."org_id" = (select app.org_id())) WITH CHECK ("expense_categories"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "claims" ON "expenses" AS PERMISSIVE FOR ALL TO "svc_app" USING ("expenses"."org_id" = (select app.org_id()) and ("expenses"."user_id" = (select app.user_id()) or (select app.rank()) >= 30)) WITH CHECK ("expenses"."org_id" = (select app.org_id()) and ("expenses"."user_id" = (select app.user_id()) or (select app.rank()) >= 30));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_register" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("invoice_register"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_register_heads" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoice_register_heads"."org_id" = (select app.org_id())) WITH CHECK ("invoice_register_heads"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_register_settings" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoice_register_settings"."org_id" = (select app.org_id())) WITH CHECK ("invoice_register_settings"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_line_sources" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoice_line_sources"."org_id" = (select app.org_id())) WITH CHECK ("invoice_line_sources"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_lines" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoice_lines"."org_id" = (select app.org_id())) WITH CHECK ("invoice_lines"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_links" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoice_links"."org_id" = (select app.org_id())) WITH CHECK ("invoice_links"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_payments" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoice_payments"."org_id" = (select app.org_id())) WITH CHECK ("invoice_payments"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_series" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoice_series"."org_id" = (select app.org_id())) WITH CHECK ("invoice_series"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_series_counters" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoice_series_counters"."org_id" = (select app.org_id())) WITH CHECK ("invoice_series_counters"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_taxes" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoice_taxes"."org_id" = (select app.org_id())) WITH CHECK ("invoice_taxes"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoices" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoices"."org_id" = (select app.org_id())) WITH CHECK ("invoices"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "tax_rates" AS PERMISSIVE FOR ALL TO "svc_app" USING ("tax_rates"."org_id" = (select app.org_id())) WITH CHECK ("tax_rates"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "supplier_ibans" AS PERMISSIVE FOR ALL TO "svc_app" USING ("supplier_ibans"."org_id" = (select app.org_id())) WITH CHECK ("supplier_ibans"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "suppliers" AS PERMISSIVE FOR ALL TO "svc_app" USING ("suppliers"."org_id" = (select app.org_id())) WITH CHECK ("suppliers"."org_id" = (select app.org_id()));