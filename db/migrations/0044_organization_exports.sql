CREATE TABLE "organization_export_parts" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"export_id" uuid NOT NULL,
	"n" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"line_count" integer NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" "bytea" NOT NULL,
	"object_id" uuid,
	CONSTRAINT "organization_export_parts_org_id_export_id_n_pk" PRIMARY KEY("org_id","export_id","n")
);
--> statement-breakpoint
ALTER TABLE "organization_export_parts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "organization_exports" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"state" text DEFAULT 'preparing' NOT NULL,
	"kinds" text[],
	"has_files" boolean NOT NULL,
	"origin" text NOT NULL,
	"snapshot" text NOT NULL,
	"settled" boolean DEFAULT false NOT NULL,
	"place" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"people" uuid[] DEFAULT '{}' NOT NULL,
	"moved_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"problem" text,
	"ready_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "organization_exports_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "organization_exports_state" CHECK ("organization_exports"."state" in ('preparing', 'ready', 'failed', 'deleted'))
);
--> statement-breakpoint
ALTER TABLE "organization_exports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "organization_export_parts" ADD CONSTRAINT "organization_export_parts_export" FOREIGN KEY ("org_id","export_id") REFERENCES "public"."organization_exports"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_export_parts" ADD CONSTRAINT "organization_export_parts_object_id" FOREIGN KEY ("org_id","object_id") REFERENCES "public"."attachment_objects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "organization_export_parts_object" ON "organization_export_parts" USING btree ("org_id","object_id");--> statement-breakpoint
CREATE INDEX "organization_exports_newest" ON "organization_exports" USING btree ("org_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE POLICY "organization" ON "organization_export_parts" AS PERMISSIVE FOR ALL TO "svc_app" USING ("organization_export_parts"."org_id" = (select app.org_id())) WITH CHECK ("organization_export_parts"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "organization_exports" AS PERMISSIVE FOR ALL TO "svc_app" USING ("organization_exports"."org_id" = (select app.org_id())) WITH CHECK ("organization_exports"."org_id" = (select app.org_id()));