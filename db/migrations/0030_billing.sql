CREATE TABLE "billing_customers" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"provider" text NOT NULL,
	"provider_customer_id" varchar(120) NOT NULL,
	"email" varchar(254),
	"card_brand" varchar(20),
	"card_last4" varchar(4),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_customers_org_id_pk" PRIMARY KEY("org_id"),
	CONSTRAINT "billing_customers_kind" CHECK ("billing_customers"."provider" in ('stripe', 'manual'))
);
--> statement-breakpoint
ALTER TABLE "billing_customers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "billing_events" (
	"provider" text NOT NULL,
	"event_id" varchar(120) NOT NULL,
	"type" varchar(120) NOT NULL,
	"created" bigint NOT NULL,
	"customer" varchar(120),
	"organization_id" uuid,
	"status" text NOT NULL,
	"error" varchar(300),
	"payload" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp (3) with time zone,
	CONSTRAINT "billing_events_provider_event_id_pk" PRIMARY KEY("provider","event_id"),
	CONSTRAINT "billing_events_status_value" CHECK ("billing_events"."status" in ('applied', 'ignored', 'stale', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "billing_invoices" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"provider_invoice_id" varchar(120) NOT NULL,
	"number" varchar(80),
	"status" text NOT NULL,
	"total_minor" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"hosted_url" text,
	"period_start" timestamp (3) with time zone,
	"period_end" timestamp (3) with time zone,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"charge_id" varchar(120),
	"last_event_at" bigint NOT NULL,
	CONSTRAINT "billing_invoices_status" CHECK ("billing_invoices"."status" in ('draft', 'open', 'paid', 'void', 'uncollectible', 'refunded', 'disputed')),
	CONSTRAINT "billing_invoices_currency" CHECK ("billing_invoices"."currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
ALTER TABLE "billing_invoices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "billing_notices" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"key" varchar(120) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_notices_org_id_key_pk" PRIMARY KEY("org_id","key")
);
--> statement-breakpoint
ALTER TABLE "billing_notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "billing_plans" (
	"key" varchar(40) NOT NULL,
	"version" integer NOT NULL,
	"name" varchar(80) NOT NULL,
	"tier" text NOT NULL,
	"interval" text NOT NULL,
	"currency" char(3) NOT NULL,
	"amount_minor" bigint NOT NULL,
	"provider_price_id" varchar(120),
	"active" boolean NOT NULL,
	"features" jsonb NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_plans_key_version_pk" PRIMARY KEY("key","version"),
	CONSTRAINT "billing_plans_tier" CHECK ("billing_plans"."tier" in ('free', 'pro', 'enterprise')),
	CONSTRAINT "billing_plans_interval" CHECK ("billing_plans"."interval" in ('month', 'year')),
	CONSTRAINT "billing_plans_currency" CHECK ("billing_plans"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "billing_plans_amount" CHECK ("billing_plans"."amount_minor" between 0 and 10000000000000),
	CONSTRAINT "billing_plans_key" CHECK ("billing_plans"."key" ~ '^[a-z][a-z0-9_]*$')
);
--> statement-breakpoint
CREATE TABLE "billing_settings" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"provider" text,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "billing_settings_single" CHECK ("billing_settings"."id"),
	CONSTRAINT "billing_settings_provider" CHECK ("billing_settings"."provider" in ('stripe', 'manual'))
);
--> statement-breakpoint
CREATE TABLE "entitlement_overrides" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"key" varchar(40) NOT NULL,
	"value" jsonb NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"reason" varchar(200) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "entitlement_overrides_org_id_key_pk" PRIMARY KEY("org_id","key")
);
--> statement-breakpoint
ALTER TABLE "entitlement_overrides" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"provider" text NOT NULL,
	"provider_subscription_id" varchar(120),
	"provider_item_id" varchar(120),
	"plan_key" varchar(40) NOT NULL,
	"plan_version" integer NOT NULL,
	"status" text NOT NULL,
	"quantity" integer NOT NULL,
	"quantity_sent" integer,
	"anchor_day" smallint NOT NULL,
	"trial_end" timestamp (3) with time zone,
	"current_period_start" timestamp (3) with time zone,
	"current_period_end" timestamp (3) with time zone,
	"cancel_at" timestamp (3) with time zone,
	"canceled_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"past_due_since" timestamp (3) with time zone,
	"pending_plan_key" varchar(40),
	"is_duplicate" boolean DEFAULT false NOT NULL,
	"last_event_at" bigint,
	"last_event_id" varchar(120),
	CONSTRAINT "subscriptions_kind" CHECK ("subscriptions"."provider" in ('stripe', 'manual')),
	CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid', 'paused')),
	CONSTRAINT "subscriptions_quantity" CHECK ("subscriptions"."quantity" between 0 and 1000000),
	CONSTRAINT "subscriptions_anchor" CHECK ("subscriptions"."anchor_day" between 1 and 31)
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "plan_override" text;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_customers_provider" ON "billing_customers" USING btree ("provider","provider_customer_id");--> statement-breakpoint
CREATE INDEX "billing_events_status" ON "billing_events" USING btree ("status","received_at");--> statement-breakpoint
CREATE INDEX "billing_events_customer" ON "billing_events" USING btree ("provider","customer");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_invoices_provider" ON "billing_invoices" USING btree ("provider_invoice_id");--> statement-breakpoint
CREATE INDEX "billing_invoices_of" ON "billing_invoices" USING btree ("org_id","issued_at");--> statement-breakpoint
CREATE INDEX "billing_invoices_charge" ON "billing_invoices" USING btree ("org_id","charge_id");--> statement-breakpoint
CREATE INDEX "billing_plans_price" ON "billing_plans" USING btree ("provider_price_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_provider" ON "subscriptions" USING btree ("provider_subscription_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_current" ON "subscriptions" USING btree ("org_id") WHERE "subscriptions"."ended_at" is null and not "subscriptions"."is_duplicate";--> statement-breakpoint
CREATE INDEX "subscriptions_of" ON "subscriptions" USING btree ("org_id","created_at");--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_plan_override" CHECK ("organizations"."plan_override" in ('free', 'pro', 'enterprise'));--> statement-breakpoint
CREATE POLICY "administration" ON "billing_customers" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("billing_customers"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and (select app.rank()) >= 40));--> statement-breakpoint
CREATE POLICY "administration" ON "billing_invoices" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("billing_invoices"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and (select app.rank()) >= 40));--> statement-breakpoint
CREATE POLICY "administration" ON "billing_notices" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("billing_notices"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and (select app.rank()) >= 40));--> statement-breakpoint
CREATE POLICY "administration" ON "entitlement_overrides" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("entitlement_overrides"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and (select app.rank()) >= 40));--> statement-breakpoint
CREATE POLICY "administration" ON "subscriptions" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("subscriptions"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and (select app.rank()) >= 40));