CREATE TABLE "import_rows" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"import_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"line" integer NOT NULL,
	"object_kind" text DEFAULT 'task' NOT NULL,
	"external_id" varchar(255),
	"alt_id" varchar(255),
	"data" jsonb,
	"result" text,
	"object_id" uuid,
	"task_ids" uuid[] DEFAULT '{}' NOT NULL,
	"comment_ids" uuid[] DEFAULT '{}' NOT NULL,
	"reason" text,
	"written_at" timestamp (3) with time zone,
	"undone" text,
	CONSTRAINT "import_rows_org_id_import_id_n_pk" PRIMARY KEY("org_id","import_id","n"),
	CONSTRAINT "import_rows_result_value" CHECK ("import_rows"."result" in ('created', 'skipped', 'refused')),
	CONSTRAINT "import_rows_kind" CHECK ("import_rows"."object_kind" in ('task', 'file'))
);
--> statement-breakpoint
ALTER TABLE "import_rows" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid NOT NULL,
	"source" text NOT NULL,
	"filename" varchar(180) NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" "bytea" NOT NULL,
	"object_id" uuid,
	"status" text DEFAULT 'awaiting' NOT NULL,
	"problem" text,
	"row_count" integer DEFAULT 0 NOT NULL,
	"analysis" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"mapping" jsonb,
	"place" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"made" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"started_by" uuid,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "imports_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "imports_source" CHECK ("imports"."source" in ('csv', 'jira_csv', 'linear_csv', 'trello_json', 'asana_csv', 'asana_json')),
	CONSTRAINT "imports_status" CHECK ("imports"."status" in ('awaiting', 'analysing', 'ready', 'running', 'done', 'stopped', 'failed', 'undoing', 'undone')),
	CONSTRAINT "imports_size" CHECK ("imports"."size_bytes" between 1 and 20971520)
);
--> statement-breakpoint
ALTER TABLE "imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "imported_author" varchar(200);--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "external_id" varchar(64);--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "imported_author" varchar(200);--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_import" FOREIGN KEY ("org_id","import_id") REFERENCES "public"."imports"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_object_id" FOREIGN KEY ("org_id","object_id") REFERENCES "public"."attachment_objects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_rows_external" ON "import_rows" USING btree ("org_id","import_id","external_id") WHERE "import_rows"."external_id" is not null;--> statement-breakpoint
CREATE INDEX "import_rows_alt" ON "import_rows" USING btree ("org_id","import_id","alt_id") WHERE "import_rows"."alt_id" is not null;--> statement-breakpoint
CREATE INDEX "import_rows_result" ON "import_rows" USING btree ("org_id","import_id","result","n") WHERE "import_rows"."result" is not null;--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("org_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "imports_object" ON "imports" USING btree ("org_id","object_id");--> statement-breakpoint
CREATE UNIQUE INDEX "imports_running" ON "imports" USING btree ("org_id") WHERE "imports"."status" in ('running', 'undoing');--> statement-breakpoint
CREATE UNIQUE INDEX "comments_external" ON "comments" USING btree ("org_id","task_id","external_id") WHERE "comments"."external_id" is not null;--> statement-breakpoint
CREATE POLICY "project" ON "import_rows" AS PERMISSIVE FOR ALL TO "svc_app" USING ("import_rows"."org_id" = (select app.org_id()) and (coalesce("import_rows"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("import_rows"."project_id" = (select app.only_project()), true))) WITH CHECK ("import_rows"."org_id" = (select app.org_id()) and (coalesce("import_rows"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("import_rows"."project_id" = (select app.only_project()), true)) and (coalesce("import_rows"."project_id" <> all((select app.viewed_projects())::uuid[]), true) or app.refuse_viewer()));--> statement-breakpoint
CREATE POLICY "project" ON "imports" AS PERMISSIVE FOR ALL TO "svc_app" USING ("imports"."org_id" = (select app.org_id()) and (coalesce("imports"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("imports"."project_id" = (select app.only_project()), true))) WITH CHECK ("imports"."org_id" = (select app.org_id()) and (coalesce("imports"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("imports"."project_id" = (select app.only_project()), true)) and (coalesce("imports"."project_id" <> all((select app.viewed_projects())::uuid[]), true) or app.refuse_viewer()));