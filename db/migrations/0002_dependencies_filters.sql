CREATE TABLE "task_dependencies" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"from_task_id" uuid NOT NULL,
	"to_task_id" uuid NOT NULL,
	"type" text NOT NULL,
	"lag_days" smallint DEFAULT 0 NOT NULL,
	"note" varchar(255),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "task_dependencies_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "task_dependencies_type" CHECK ("task_dependencies"."type" in ('blocks', 'relates_to')),
	CONSTRAINT "task_dependencies_ends" CHECK ("task_dependencies"."from_task_id" <> "task_dependencies"."to_task_id"),
	CONSTRAINT "task_dependencies_order" CHECK ("task_dependencies"."type" = 'blocks' or "task_dependencies"."from_task_id" < "task_dependencies"."to_task_id"),
	CONSTRAINT "task_dependencies_lag" CHECK ("task_dependencies"."lag_days" between -30 and 365 and ("task_dependencies"."type" = 'blocks' or "task_dependencies"."lag_days" = 0))
);
--> statement-breakpoint
ALTER TABLE "task_dependencies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "saved_filters" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid,
	"owner_id" uuid DEFAULT app.user_id() NOT NULL,
	"name" varchar(80) NOT NULL,
	"description" varchar(300),
	"visibility" text DEFAULT 'private' NOT NULL,
	"filter" jsonb NOT NULL,
	"sort" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"group_by" varchar(40),
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"grammar_version" smallint DEFAULT 1 NOT NULL,
	"rank" text collate "C" NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "saved_filters_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "saved_filters_visibility" CHECK ("saved_filters"."visibility" in ('private', 'project', 'organization')),
	CONSTRAINT "saved_filters_place" CHECK ("saved_filters"."visibility" <> 'project' or "saved_filters"."project_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "saved_filters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "task_dependencies" ADD CONSTRAINT "task_dependencies_from_task" FOREIGN KEY ("org_id","from_task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_dependencies" ADD CONSTRAINT "task_dependencies_to_task" FOREIGN KEY ("org_id","to_task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "task_dependencies_pair" ON "task_dependencies" USING btree ("org_id",least("from_task_id", "to_task_id"),greatest("from_task_id", "to_task_id"));--> statement-breakpoint
CREATE INDEX "task_dependencies_from" ON "task_dependencies" USING btree ("org_id","from_task_id");--> statement-breakpoint
CREATE INDEX "task_dependencies_to" ON "task_dependencies" USING btree ("org_id","to_task_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_name" ON "saved_filters" USING btree ("org_id","owner_id",lower("name")) WHERE "saved_filters"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "saved_filters_owner" ON "saved_filters" USING btree ("org_id","owner_id","rank","id") WHERE "saved_filters"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "saved_filters_shared" ON "saved_filters" USING btree ("org_id","visibility","project_id") WHERE "saved_filters"."deleted_at" is null and "saved_filters"."visibility" <> 'private';--> statement-breakpoint
CREATE POLICY "org_wall" ON "task_dependencies" AS PERMISSIVE FOR ALL TO "svc_app" USING ("task_dependencies"."org_id" = (select app.org_id())) WITH CHECK ("task_dependencies"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "shared_wall" ON "saved_filters" AS PERMISSIVE FOR ALL TO "svc_app" USING ("saved_filters"."org_id" = (select app.org_id()) and ("saved_filters"."project_id" is null or ("saved_filters"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "saved_filters"."project_id" = (select app.only_project()))))
    and ("saved_filters"."owner_id" = (select app.user_id()) or "saved_filters"."visibility" <> 'private')) WITH CHECK ("saved_filters"."org_id" = (select app.org_id()) and ("saved_filters"."project_id" is null or ("saved_filters"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "saved_filters"."project_id" = (select app.only_project()))))
    and ("saved_filters"."owner_id" = (select app.user_id()) or "saved_filters"."visibility" <> 'private'));