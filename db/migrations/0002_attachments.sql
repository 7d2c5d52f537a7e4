CREATE TABLE "attachment_objects" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sha256" "bytea" NOT NULL,
	"size_bytes" integer NOT NULL,
	"storage_key" text NOT NULL,
	"reference_count" integer DEFAULT 0 NOT NULL,
	"doomed_at" timestamp (3) with time zone,
	CONSTRAINT "attachment_objects_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "attachment_objects_count" CHECK ("attachment_objects"."reference_count" >= 0),
	CONSTRAINT "attachment_objects_key" CHECK ("attachment_objects"."storage_key" like 'org/' || "attachment_objects"."org_id" || '/%')
);
--> statement-breakpoint
ALTER TABLE "attachment_objects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"filename" varchar(180) NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" "bytea" NOT NULL,
	"width" integer,
	"height" integer,
	"caption" varchar(200),
	"object_id" uuid,
	"uploaded_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	CONSTRAINT "attachments_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "attachments_entity_type" CHECK ("attachments"."entity_type" in ('task', 'invoice', 'expense')),
	CONSTRAINT "attachments_content_type" CHECK ("attachments"."content_type" in ('image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf')),
	CONSTRAINT "attachments_size" CHECK ("attachments"."size_bytes" between 1 and 10485760),
	CONSTRAINT "attachments_side" CHECK ("attachments"."width" between 1 and 12000 and "attachments"."height" between 1 and 12000)
);
--> statement-breakpoint
ALTER TABLE "attachments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_object_id" FOREIGN KEY ("org_id","object_id") REFERENCES "public"."attachment_objects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "attachment_objects_storage_key" ON "attachment_objects" USING btree ("storage_key");--> statement-breakpoint
CREATE UNIQUE INDEX "attachment_objects_sha256" ON "attachment_objects" USING btree ("org_id","sha256") WHERE "attachment_objects"."doomed_at" is null;--> statement-breakpoint
CREATE INDEX "attachment_objects_doomed" ON "attachment_objects" USING btree ("org_id","id") WHERE "attachment_objects"."doomed_at" is not null;--> statement-breakpoint
CREATE INDEX "attachments_entity" ON "attachments" USING btree ("org_id","entity_type","entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "attachments_sha256" ON "attachments" USING btree ("org_id","sha256");--> statement-breakpoint
CREATE INDEX "attachments_object" ON "attachments" USING btree ("org_id","object_id");--> statement-breakpoint
CREATE INDEX "attachments_deleted" ON "attachments" USING btree ("deleted_at") WHERE "attachments"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "attachments_pending" ON "attachments" USING btree ("created_at") WHERE "attachments"."object_id" is null;--> statement-breakpoint
CREATE POLICY "org_wall" ON "attachment_objects" AS PERMISSIVE FOR ALL TO "svc_app" USING ("attachment_objects"."org_id" = (select app.org_id())) WITH CHECK ("attachment_objects"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "org_wall" ON "attachments" AS PERMISSIVE FOR ALL TO "svc_app" USING ("attachments"."org_id" = (select app.org_id())) WITH CHECK ("attachments"."org_id" = (select app.org_id()));