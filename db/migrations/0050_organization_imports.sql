CREATE TABLE "organization_import_ids" (
	"import_id" uuid NOT NULL,
	"old_id" uuid NOT NULL,
	"new_id" uuid NOT NULL,
	CONSTRAINT "organization_import_ids_import_id_old_id_pk" PRIMARY KEY("import_id","old_id")
);
--> statement-breakpoint
CREATE TABLE "organization_import_parts" (
	"import_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" "bytea" NOT NULL,
	"received_at" timestamp (3) with time zone,
	CONSTRAINT "organization_import_parts_import_id_n_pk" PRIMARY KEY("import_id","n")
);
--> statement-breakpoint
CREATE TABLE "organization_import_people" (
	"import_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" varchar(120) NOT NULL,
	"email" text,
	"role" text,
	CONSTRAINT "organization_import_people_import_id_user_id_pk" PRIMARY KEY("import_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "organization_imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"created_by" uuid NOT NULL,
	"state" text DEFAULT 'receiving' NOT NULL,
	"problem" text,
	"manifest" jsonb NOT NULL,
	"unknown_kinds" text[] DEFAULT '{}' NOT NULL,
	"continues_numbering" boolean DEFAULT false NOT NULL,
	"place" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"moved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"checklist" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "organization_imports_state" CHECK ("organization_imports"."state" in ('receiving', 'running', 'done', 'failed', 'deleted'))
);
--> statement-breakpoint
ALTER TABLE "organization_import_ids" ADD CONSTRAINT "organization_import_ids_import_id_organization_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."organization_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_import_parts" ADD CONSTRAINT "organization_import_parts_import_id_organization_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."organization_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_import_people" ADD CONSTRAINT "organization_import_people_import_id_organization_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."organization_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_import_people" ADD CONSTRAINT "organization_import_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_imports" ADD CONSTRAINT "organization_imports_id_organizations_id_fk" FOREIGN KEY ("id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_imports" ADD CONSTRAINT "organization_imports_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "organization_import_parts_file" ON "organization_import_parts" USING btree ("import_id","sha256");--> statement-breakpoint
CREATE INDEX "organization_import_people_user" ON "organization_import_people" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_imports_open" ON "organization_imports" USING btree ("created_by") WHERE "organization_imports"."state" in ('receiving', 'running');--> statement-breakpoint
CREATE INDEX "organization_imports_person" ON "organization_imports" USING btree ("created_by","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);