CREATE TABLE "project_share_reads" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"share_id" uuid NOT NULL,
	"day" date NOT NULL,
	"reads" integer DEFAULT 1 NOT NULL,
	"last_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_share_reads_org_id_share_id_day_pk" PRIMARY KEY("org_id","share_id","day")
);
--> statement-breakpoint
ALTER TABLE "project_share_reads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "project_shares" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid,
	"label" varchar(80) NOT NULL,
	"invite_email" varchar(254),
	"token_hash" "bytea" NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"include" text[] DEFAULT '{}' NOT NULL,
	"message" varchar(500),
	"expires_at" timestamp (3) with time zone NOT NULL,
	"access_until" date,
	"target_org_id" uuid,
	"target_name" varchar(120),
	"project_name" varchar(120) NOT NULL,
	"accepted_by" uuid,
	"accepted_at" timestamp (3) with time zone,
	"ended_by" uuid,
	"ended_at" timestamp (3) with time zone,
	"ended_reason" text,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "project_shares_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "project_shares_status" CHECK ("project_shares"."status" in ('pending', 'accepted', 'declined', 'revoked', 'left')),
	CONSTRAINT "project_shares_end" CHECK ("project_shares"."ended_reason" in ('project_deleted', 'organization_deleted')),
	CONSTRAINT "project_shares_include" CHECK ("project_shares"."include" <@ '{comments,documents,attachments,estimates,people}'::text[]),
	CONSTRAINT "project_shares_self" CHECK ("project_shares"."target_org_id" <> "project_shares"."org_id"),
	CONSTRAINT "project_shares_accepted" CHECK ("project_shares"."status" not in ('accepted', 'left') or "project_shares"."target_org_id" is not null and "project_shares"."accepted_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "project_shares" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "project_share_reads" ADD CONSTRAINT "project_share_reads_share" FOREIGN KEY ("org_id","share_id") REFERENCES "public"."project_shares"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_shares" ADD CONSTRAINT "project_shares_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "project_shares_token" ON "project_shares" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "project_shares_target" ON "project_shares" USING btree ("project_id","target_org_id") WHERE "project_shares"."status" = 'accepted';--> statement-breakpoint
CREATE INDEX "project_shares_incoming" ON "project_shares" USING btree ("target_org_id","status");--> statement-breakpoint
CREATE INDEX "project_shares_email" ON "project_shares" USING btree ("invite_email") WHERE "project_shares"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "project_shares_list" ON "project_shares" USING btree ("org_id","project_id","created_at","id");--> statement-breakpoint
CREATE POLICY "organization" ON "project_share_reads" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_share_reads"."org_id" = (select app.org_id())) WITH CHECK ("project_share_reads"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "project_shares" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_shares"."org_id" = (select app.org_id())) WITH CHECK ("project_shares"."org_id" = (select app.org_id()));