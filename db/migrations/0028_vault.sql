CREATE TABLE "credential_access_log" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"credential_id" uuid NOT NULL,
	"credential_name" varchar(200) NOT NULL,
	"min_role" text NOT NULL,
	"action" text NOT NULL,
	"secret_version" integer,
	"fields" text[] DEFAULT '{}' NOT NULL,
	"reason" varchar(200),
	"actor_user_id" uuid,
	"actor_label" varchar(254),
	"auth_kind" varchar(20) NOT NULL,
	"ip" text,
	"user_agent" varchar(300),
	"request_id" varchar(100),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credential_access_log_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "credential_access_log_action" CHECK ("credential_access_log"."action" in ('created', 'updated', 'rotated', 'revealed', 'reveal_denied', 'deleted', 'rewrapped')),
	CONSTRAINT "credential_access_log_min_role" CHECK ("credential_access_log"."min_role" in ('member', 'manager', 'admin', 'owner'))
);
--> statement-breakpoint
ALTER TABLE "credential_access_log" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "credential_denials" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"id" uuid NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credential_denials_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "credential_denials" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "credential_secrets" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"credential_id" uuid NOT NULL,
	"kek_id" varchar(40) NOT NULL,
	"wrapped_dek" "bytea" NOT NULL,
	"dek_iv" "bytea" NOT NULL,
	"iv" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"secret_version" integer DEFAULT 1 NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"fingerprint_key" varchar(40) NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "credential_secrets_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "credential_secrets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(200) NOT NULL,
	"kind" text NOT NULL,
	"username" varchar(200),
	"url" varchar(500),
	"client_id" uuid,
	"project_id" uuid,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"min_role" text NOT NULL,
	"notes" text,
	"secret_version" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"rotated_at" timestamp (3) with time zone,
	"last_revealed_at" timestamp (3) with time zone,
	"last_revealed_by" uuid,
	"reminded" smallint DEFAULT 0 NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "credentials_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "credentials_kind" CHECK ("credentials"."kind" in ('password', 'api_key', 'ssh_key', 'certificate', 'note', 'other')),
	CONSTRAINT "credentials_min_role" CHECK ("credentials"."min_role" in ('member', 'manager', 'admin', 'owner')),
	CONSTRAINT "credentials_tags" CHECK (cardinality("credentials"."tags") <= 20)
);
--> statement-breakpoint
ALTER TABLE "credentials" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "credential_denials" ADD CONSTRAINT "credential_denials_entry" FOREIGN KEY ("org_id","id") REFERENCES "public"."credential_access_log"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credential_secrets" ADD CONSTRAINT "credential_secrets_credential" FOREIGN KEY ("org_id","credential_id") REFERENCES "public"."credentials"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE set null ("project_id") ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credential_access_log_credential" ON "credential_access_log" USING btree ("org_id","credential_id","created_at","id");--> statement-breakpoint
CREATE INDEX "credential_access_log_actor" ON "credential_access_log" USING btree ("org_id","actor_user_id","action","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "credential_secrets_version" ON "credential_secrets" USING btree ("org_id","credential_id","secret_version");--> statement-breakpoint
CREATE INDEX "credential_secrets_fingerprint" ON "credential_secrets" USING btree ("org_id","fingerprint");--> statement-breakpoint
CREATE INDEX "credentials_name" ON "credentials" USING btree ("org_id",app.folded("name"),"id");--> statement-breakpoint
CREATE INDEX "credentials_expiry" ON "credentials" USING btree ("org_id","expires_at") WHERE "credentials"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "credentials_client" ON "credentials" USING btree ("org_id","client_id") WHERE "credentials"."client_id" is not null;--> statement-breakpoint
CREATE INDEX "credentials_project" ON "credentials" USING btree ("org_id","project_id") WHERE "credentials"."project_id" is not null;--> statement-breakpoint
CREATE POLICY "administration" ON "credential_access_log" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("credential_access_log"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and (select app.rank()) >= 40));--> statement-breakpoint
CREATE POLICY "administration" ON "credential_denials" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("credential_denials"."org_id" = (select app.org_id()) and ((select app.impersonator()) is null and (select app.rank()) >= 40));--> statement-breakpoint
CREATE POLICY "organization" ON "credential_secrets" AS PERMISSIVE FOR ALL TO "svc_app" USING ("credential_secrets"."org_id" = (select app.org_id())) WITH CHECK ("credential_secrets"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "vaulted" ON "credentials" AS PERMISSIVE FOR ALL TO "svc_app" USING ("credentials"."org_id" = (select app.org_id()) and (select app.rank()) >= case "credentials"."min_role" when 'owner' then 50 when 'admin' then 40
        when 'manager' then 30 else 10 end and (coalesce("credentials"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("credentials"."project_id" = (select app.only_project()), true))) WITH CHECK ("credentials"."org_id" = (select app.org_id()) and (select app.rank()) >= case "credentials"."min_role" when 'owner' then 50 when 'admin' then 40
        when 'manager' then 30 else 10 end and (coalesce("credentials"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("credentials"."project_id" = (select app.only_project()), true)));