CREATE TABLE "document_links" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"document_id" uuid NOT NULL,
	"target_type" text NOT NULL,
	"target_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_links_document_id_target_type_target_id_pk" PRIMARY KEY("document_id","target_type","target_id"),
	CONSTRAINT "document_links_type" CHECK ("document_links"."target_type" in ('document', 'task', 'project'))
);
--> statement-breakpoint
ALTER TABLE "document_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"document_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" varchar(200) NOT NULL,
	"content" text NOT NULL,
	"content_hash" "bytea" NOT NULL,
	"added_lines" integer NOT NULL,
	"removed_lines" integer NOT NULL,
	"author_id" uuid DEFAULT app.user_id(),
	"label" varchar(80),
	"summary" varchar(200),
	"edit_mode" text NOT NULL,
	CONSTRAINT "document_versions_number" UNIQUE("document_id","number"),
	CONSTRAINT "document_versions_mode" CHECK ("document_versions"."edit_mode" in ('create', 'replace', 'append', 'prepend', 'patch', 'restore'))
);
--> statement-breakpoint
ALTER TABLE "document_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid,
	"parent_id" uuid,
	"title" varchar(200) NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"content_text" text DEFAULT '' NOT NULL,
	"icon" varchar(32),
	"rank" text collate "C" NOT NULL,
	"depth" smallint DEFAULT 1 NOT NULL,
	"visibility" text DEFAULT 'organization' NOT NULL,
	"only_for" uuid,
	"owner_id" uuid DEFAULT app.user_id() NOT NULL,
	"is_locked" boolean DEFAULT false NOT NULL,
	"locked_by" uuid,
	"is_template" boolean DEFAULT false NOT NULL,
	"current_version" integer DEFAULT 1 NOT NULL,
	"word_count" integer DEFAULT 0 NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"updated_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"deleted_with" uuid,
	CONSTRAINT "documents_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "documents_visibility" CHECK ("documents"."visibility" in ('organization', 'project', 'private')),
	CONSTRAINT "documents_size" CHECK (octet_length("documents"."content") <= 1500000),
	CONSTRAINT "documents_depth" CHECK ("documents"."depth" between 1 and 10 or "documents"."deleted_at" is not null),
	CONSTRAINT "documents_trashed" CHECK (("documents"."deleted_at" is null) = ("documents"."deleted_with" is null))
);
--> statement-breakpoint
ALTER TABLE "documents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "task_comments" ALTER COLUMN "task_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "task_comments" ADD COLUMN "document_id" uuid;--> statement-breakpoint
ALTER TABLE "task_comments" ADD COLUMN "anchor" jsonb;--> statement-breakpoint
ALTER TABLE "task_comments" ADD COLUMN "anchor_state" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "task_comments" ADD COLUMN "anchor_start" integer;--> statement-breakpoint
ALTER TABLE "document_links" ADD CONSTRAINT "document_links_document_id" FOREIGN KEY ("org_id","document_id") REFERENCES "public"."documents"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_document_id" FOREIGN KEY ("org_id","document_id") REFERENCES "public"."documents"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_parent_id" FOREIGN KEY ("org_id","parent_id") REFERENCES "public"."documents"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_links_target" ON "document_links" USING btree ("org_id","target_type","target_id");--> statement-breakpoint
CREATE INDEX "document_versions_document" ON "document_versions" USING btree ("org_id","document_id","number" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "documents_parent" ON "documents" USING btree ("org_id","parent_id","rank");--> statement-breakpoint
CREATE INDEX "documents_recent" ON "documents" USING btree ("org_id","updated_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "documents_trash" ON "documents" USING btree ("deleted_at") WHERE "documents"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "documents_words" ON "documents" USING gin ("org_id",app.document_words("title", "content_text"));--> statement-breakpoint
ALTER TABLE "task_comments" ADD CONSTRAINT "task_comments_document" FOREIGN KEY ("org_id","document_id") REFERENCES "public"."documents"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_comments_document" ON "task_comments" USING btree ("org_id","document_id","created_at","id") WHERE "task_comments"."document_id" is not null;--> statement-breakpoint
ALTER TABLE "task_comments" ADD CONSTRAINT "task_comments_subject" CHECK (num_nonnulls("task_comments"."task_id", "task_comments"."document_id") = 1);--> statement-breakpoint
ALTER TABLE "task_comments" ADD CONSTRAINT "task_comments_anchor_state" CHECK ("task_comments"."anchor_state" in ('none', 'attached', 'orphaned'));--> statement-breakpoint
ALTER TABLE "task_comments" ADD CONSTRAINT "task_comments_anchored" CHECK (case when "task_comments"."anchor" is null then "task_comments"."anchor_state" = 'none'
        else "task_comments"."anchor_state" <> 'none' and "task_comments"."document_id" is not null and "task_comments"."parent_id" is null end);--> statement-breakpoint
CREATE POLICY "document_wall" ON "task_comments" AS RESTRICTIVE FOR ALL TO "svc_app" USING ("task_comments"."document_id" is null or exists (select from documents d
        where d.org_id = "task_comments"."org_id" and d.id = "task_comments"."document_id"));--> statement-breakpoint
CREATE POLICY "document_wall" ON "document_links" AS PERMISSIVE FOR ALL TO "svc_app" USING ("document_links"."org_id" = (select app.org_id()) and exists (select from documents d
    where d.org_id = "document_links"."org_id" and d.id = "document_links"."document_id")) WITH CHECK ("document_links"."org_id" = (select app.org_id()) and exists (select from documents d
    where d.org_id = "document_links"."org_id" and d.id = "document_links"."document_id"));--> statement-breakpoint
CREATE POLICY "document_wall" ON "document_versions" AS PERMISSIVE FOR ALL TO "svc_app" USING ("document_versions"."org_id" = (select app.org_id()) and exists (select from documents d
    where d.org_id = "document_versions"."org_id" and d.id = "document_versions"."document_id")) WITH CHECK ("document_versions"."org_id" = (select app.org_id()) and exists (select from documents d
    where d.org_id = "document_versions"."org_id" and d.id = "document_versions"."document_id"));--> statement-breakpoint
CREATE POLICY "document_wall" ON "documents" AS PERMISSIVE FOR ALL TO "svc_app" USING ("documents"."org_id" = (select app.org_id()) and ("documents"."project_id" is null or ("documents"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "documents"."project_id" = (select app.only_project()))))
    and ("documents"."project_id" is not null or (select app.only_project()) is null)
    and ("documents"."only_for" is null or "documents"."only_for" = (select app.user_id()))) WITH CHECK ("documents"."org_id" = (select app.org_id()) and ("documents"."project_id" is null or ("documents"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "documents"."project_id" = (select app.only_project()))))
    and ("documents"."project_id" is not null or (select app.only_project()) is null)
    and ("documents"."only_for" is null or "documents"."only_for" = (select app.user_id())));