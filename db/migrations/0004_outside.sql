CREATE TABLE "project_repositories" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"external_id" varchar(64) NOT NULL,
	"full_name" varchar(200) NOT NULL,
	"default_branch" varchar(255),
	"web_url" varchar(500),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "project_repositories_org_id_id_unique" UNIQUE("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "project_repositories" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "repository_connections" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"provider" text NOT NULL,
	"base_url" varchar(300) NOT NULL,
	"kek_id" varchar(40) NOT NULL,
	"wrapped_dek" "bytea" NOT NULL,
	"dek_iv" "bytea" NOT NULL,
	"iv" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"secret_version" integer DEFAULT 1 NOT NULL,
	"token_hint" varchar(4) NOT NULL,
	"scopes" text[] DEFAULT '{}' NOT NULL,
	"account" varchar(120) NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"last_verified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_error" varchar(300),
	"retry_at" timestamp (3) with time zone,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "repository_connections_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "repository_connections_one" UNIQUE("org_id"),
	CONSTRAINT "repository_connections_provider" CHECK ("repository_connections"."provider" in ('github', 'gitlab', 'gitea')),
	CONSTRAINT "repository_connections_status" CHECK ("repository_connections"."status" in ('active', 'invalid', 'rate_limited'))
);
--> statement-breakpoint
ALTER TABLE "repository_connections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "project_repositories" ADD CONSTRAINT "project_repositories_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_repositories" ADD CONSTRAINT "project_repositories_connection" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."repository_connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "project_repositories_twice" ON "project_repositories" USING btree ("org_id","project_id","external_id");--> statement-breakpoint
CREATE INDEX "project_repositories_connection" ON "project_repositories" USING btree ("org_id","connection_id");--> statement-breakpoint
CREATE POLICY "project_wall" ON "project_repositories" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_repositories"."org_id" = (select app.org_id()) and (coalesce("project_repositories"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("project_repositories"."project_id" = (select app.only_project()), true))) WITH CHECK ("project_repositories"."org_id" = (select app.org_id()) and (coalesce("project_repositories"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("project_repositories"."project_id" = (select app.only_project()), true)));--> statement-breakpoint
CREATE POLICY "org_wall" ON "repository_connections" AS PERMISSIVE FOR ALL TO "svc_app" USING ("repository_connections"."org_id" = (select app.org_id())) WITH CHECK ("repository_connections"."org_id" = (select app.org_id()));