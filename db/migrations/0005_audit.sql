CREATE TABLE "audit_exports" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"format" text NOT NULL,
	"range_from" timestamp (3) with time zone NOT NULL,
	"range_to" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'preparing' NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"sizes" integer[] DEFAULT '{}' NOT NULL,
	"after_at" timestamp (3) with time zone,
	"after_id" uuid,
	"ready_at" timestamp (3) with time zone,
	CONSTRAINT "audit_exports_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "audit_exports_format" CHECK ("audit_exports"."format" in ('jsonl', 'csv')),
	CONSTRAINT "audit_exports_state" CHECK ("audit_exports"."state" in ('preparing', 'ready'))
);
--> statement-breakpoint
ALTER TABLE "audit_exports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"position" bigint NOT NULL,
	"entry_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	CONSTRAINT "audit_seals_org_id_position_pk" PRIMARY KEY("org_id","position")
);
--> statement-breakpoint
ALTER TABLE "audit_seals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "audit_exports_person" ON "audit_exports" USING btree ("org_id","user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_seals_entry" ON "audit_seals" USING btree ("org_id","entry_id");--> statement-breakpoint
CREATE INDEX "audit_log_chain" ON "audit_log" USING btree (app.chain_of("org_id", "action"),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_seals" ON "outbox" USING btree ("org_id","payload") WHERE "outbox"."topic" = 'audit.seal' and "outbox"."done_at" is null;--> statement-breakpoint
CREATE POLICY "person_wall" ON "audit_exports" AS PERMISSIVE FOR ALL TO "svc_app" USING ("audit_exports"."org_id" = (select app.org_id()) and "audit_exports"."user_id" = (select app.user_id())) WITH CHECK ("audit_exports"."org_id" = (select app.org_id()) and "audit_exports"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "org_wall" ON "audit_seals" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("audit_seals"."org_id" = (select app.org_id()));