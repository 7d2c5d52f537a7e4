CREATE TABLE "working_hours_hashes" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"seq" bigint NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"entry_digest" char(64) NOT NULL,
	"prev_hash" varchar(64) NOT NULL,
	"hash" char(64) NOT NULL,
	CONSTRAINT "working_hours_hashes_org_id_seq_pk" PRIMARY KEY("org_id","seq")
);
--> statement-breakpoint
ALTER TABLE "working_hours_hashes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "organization" ON "working_hours_hashes" AS PERMISSIVE FOR ALL TO "svc_app" USING ("working_hours_hashes"."org_id" = (select app.org_id())) WITH CHECK ("working_hours_hashes"."org_id" = (select app.org_id()));