CREATE TABLE "cost_rates" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"user_id" uuid NOT NULL,
	"effective_from" date NOT NULL,
	"hourly_minor" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cost_rates_org_id_user_id_effective_from_pk" PRIMARY KEY("org_id","user_id","effective_from"),
	CONSTRAINT "cost_rates_currency" CHECK ("cost_rates"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "cost_rates_bounds" CHECK ("cost_rates"."hourly_minor" between -10000000000000 and 10000000000000),
	CONSTRAINT "cost_rates_positive" CHECK ("cost_rates"."hourly_minor" >= 0)
);
--> statement-breakpoint
ALTER TABLE "cost_rates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "administration" ON "cost_rates" AS PERMISSIVE FOR ALL TO "svc_app" USING ("cost_rates"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and (select app.rank()) >= 40)) WITH CHECK ("cost_rates"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and (select app.rank()) >= 40));