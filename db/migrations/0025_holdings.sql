CREATE TABLE "holding_links" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"slug" varchar(64) NOT NULL,
	"subsidiary_org_id" uuid,
	"status" text DEFAULT 'invited' NOT NULL,
	"ownership_percent" numeric(5, 2) NOT NULL,
	"offered_scopes" text[] NOT NULL,
	"data_scopes" text[] DEFAULT '{}' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"is_void" boolean DEFAULT false NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"ended_reason" text,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "holding_links_status" CHECK ("holding_links"."status" in ('invited', 'active', 'declined', 'removed')),
	CONSTRAINT "holding_links_end" CHECK ("holding_links"."ended_reason" in ('declined', 'removed_by_parent', 'removed_by_subsidiary', 'organization_deleted')),
	CONSTRAINT "holding_links_self" CHECK ("holding_links"."subsidiary_org_id" <> "holding_links"."org_id"),
	CONSTRAINT "holding_links_percent" CHECK ("holding_links"."ownership_percent" > 0 and "holding_links"."ownership_percent" <= 100),
	CONSTRAINT "holding_links_scopes" CHECK ("holding_links"."data_scopes" <@ "holding_links"."offered_scopes"),
	CONSTRAINT "holding_links_active" CHECK ("holding_links"."status" <> 'active' or "holding_links"."subsidiary_org_id" is not null and cardinality("holding_links"."data_scopes") > 0)
);
--> statement-breakpoint
ALTER TABLE "holding_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "holding_rates" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"day" date NOT NULL,
	"base" char(3) NOT NULL,
	"quote" char(3) NOT NULL,
	"rate" numeric(18, 8) NOT NULL,
	"source" varchar(60),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "holding_rates_org_id_base_quote_day_pk" PRIMARY KEY("org_id","base","quote","day"),
	CONSTRAINT "holding_rates_base" CHECK ("holding_rates"."base" ~ '^[A-Z]{3}$'),
	CONSTRAINT "holding_rates_quote" CHECK ("holding_rates"."quote" ~ '^[A-Z]{3}$'),
	CONSTRAINT "holding_rates_pair" CHECK ("holding_rates"."base" <> "holding_rates"."quote"),
	CONSTRAINT "holding_rates_rate" CHECK ("holding_rates"."rate" > 0)
);
--> statement-breakpoint
ALTER TABLE "holding_rates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "related_org_id" uuid;--> statement-breakpoint
ALTER TABLE "suppliers" ADD COLUMN "related_org_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "holding_links_invited" ON "holding_links" USING btree ("org_id","slug") WHERE "holding_links"."status" = 'invited';--> statement-breakpoint
CREATE UNIQUE INDEX "holding_links_one_parent" ON "holding_links" USING btree ("subsidiary_org_id") WHERE "holding_links"."status" = 'active';--> statement-breakpoint
CREATE INDEX "holding_links_slug" ON "holding_links" USING btree ("slug") WHERE "holding_links"."status" = 'invited';--> statement-breakpoint
CREATE INDEX "holding_links_list" ON "holding_links" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE POLICY "organization" ON "holding_links" AS PERMISSIVE FOR ALL TO "svc_app" USING ("holding_links"."org_id" = (select app.org_id())) WITH CHECK ("holding_links"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "holding_rates" AS PERMISSIVE FOR ALL TO "svc_app" USING ("holding_rates"."org_id" = (select app.org_id())) WITH CHECK ("holding_rates"."org_id" = (select app.org_id()));