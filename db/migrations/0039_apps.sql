CREATE TABLE "app_installations" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"app_key" varchar(40) NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"suspended_reason" text,
	"app_version" varchar(20) NOT NULL,
	"granted_scopes" text[] DEFAULT '{}' NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"generation" integer DEFAULT 1 NOT NULL,
	"user_id" uuid,
	"key_id" uuid,
	"uninstalled_at" timestamp (3) with time zone,
	"uninstalled_by" uuid,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "app_installations_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "app_installations_status" CHECK ("app_installations"."status" in ('active', 'needs_reapproval', 'suspended', 'uninstalled')),
	CONSTRAINT "app_installations_suspended_reason" CHECK ("app_installations"."suspended_reason" in ('entitlement', 'credential'))
);
--> statement-breakpoint
ALTER TABLE "app_installations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "app_secrets" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"installation_id" uuid NOT NULL,
	"field" varchar(40) NOT NULL,
	"hint" varchar(8) NOT NULL,
	"kek_id" varchar(40) NOT NULL,
	"wrapped_dek" "bytea" NOT NULL,
	"dek_iv" "bytea" NOT NULL,
	"iv" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"secret_version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "app_secrets_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "app_secrets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "scopes" text[];--> statement-breakpoint
ALTER TABLE "organization_members" ADD COLUMN "is_app" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "app_secrets" ADD CONSTRAINT "app_secrets_installation" FOREIGN KEY ("org_id","installation_id") REFERENCES "public"."app_installations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "app_installations_once" ON "app_installations" USING btree ("org_id","app_key") WHERE "app_installations"."status" <> 'uninstalled';--> statement-breakpoint
CREATE UNIQUE INDEX "app_secrets_field" ON "app_secrets" USING btree ("org_id","installation_id","field");--> statement-breakpoint
CREATE POLICY "organization" ON "app_installations" AS PERMISSIVE FOR ALL TO "svc_app" USING ("app_installations"."org_id" = (select app.org_id())) WITH CHECK ("app_installations"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "app_secrets" AS PERMISSIVE FOR ALL TO "svc_app" USING ("app_secrets"."org_id" = (select app.org_id())) WITH CHECK ("app_secrets"."org_id" = (select app.org_id()));