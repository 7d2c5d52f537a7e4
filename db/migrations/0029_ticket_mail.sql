CREATE TABLE "mailboxes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"address" varchar(254) NOT NULL,
	"name" varchar(80) NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"acknowledges" boolean DEFAULT true NOT NULL,
	"asks_rating" boolean DEFAULT true NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "mailboxes_org_id_id_unique" UNIQUE("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "mailboxes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "assignment_rules" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(120) NOT NULL,
	"position" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"filter" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"assignee_ids" uuid[] NOT NULL,
	"strategy" text DEFAULT 'round_robin' NOT NULL,
	"last_assignee_id" uuid,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "assignment_rules_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "assignment_rules_strategy" CHECK ("assignment_rules"."strategy" in ('round_robin', 'least_open')),
	CONSTRAINT "assignment_rules_assignees" CHECK (cardinality("assignment_rules"."assignee_ids") between 1 and 50)
);
--> statement-breakpoint
ALTER TABLE "assignment_rules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ticket_mails" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"mailbox_id" uuid,
	"external_id" varchar(300) NOT NULL,
	"from_address" varchar(254) NOT NULL,
	"from_name" varchar(200) NOT NULL,
	"subject" varchar(200) NOT NULL,
	"outcome" text DEFAULT 'ignored' NOT NULL,
	"reason" varchar(40),
	"ticket_id" uuid,
	"message_id" uuid,
	CONSTRAINT "ticket_mails_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "ticket_mails_outcome" CHECK ("ticket_mails"."outcome" in ('ticket', 'message', 'note', 'ignored')),
	CONSTRAINT "ticket_mails_ticket_named" CHECK (("ticket_mails"."outcome" = 'ignored') = ("ticket_mails"."ticket_id" is null))
);
--> statement-breakpoint
ALTER TABLE "ticket_mails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "mailbox_id" uuid;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD CONSTRAINT "ticket_mails_mailbox_id" FOREIGN KEY ("org_id","mailbox_id") REFERENCES "public"."mailboxes"("org_id","id") ON DELETE set null ("mailbox_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD CONSTRAINT "ticket_mails_ticket_id" FOREIGN KEY ("org_id","ticket_id") REFERENCES "public"."tickets"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mailboxes_address" ON "mailboxes" USING btree ("org_id",lower("address"));--> statement-breakpoint
CREATE UNIQUE INDEX "mailboxes_token" ON "mailboxes" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "assignment_rules_name" ON "assignment_rules" USING btree ("org_id",app.folded("name"));--> statement-breakpoint
CREATE INDEX "assignment_rules_position" ON "assignment_rules" USING btree ("org_id","position","id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_mails_external_id" ON "ticket_mails" USING btree ("org_id","external_id");--> statement-breakpoint
CREATE INDEX "ticket_mails_from" ON "ticket_mails" USING btree ("org_id","from_address","created_at");--> statement-breakpoint
CREATE INDEX "ticket_mails_created" ON "ticket_mails" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ticket_mails_ticket" ON "ticket_mails" USING btree ("org_id","ticket_id","created_at");--> statement-breakpoint
CREATE INDEX "ticket_mails_message" ON "ticket_mails" USING btree ("org_id","message_id");--> statement-breakpoint
CREATE INDEX "ticket_mails_mailbox" ON "ticket_mails" USING btree ("org_id","mailbox_id");--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_mailbox_id" FOREIGN KEY ("org_id","mailbox_id") REFERENCES "public"."mailboxes"("org_id","id") ON DELETE set null ("mailbox_id") ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "client_contacts_address" ON "client_contacts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "tickets_mailbox" ON "tickets" USING btree ("org_id","mailbox_id");--> statement-breakpoint
CREATE POLICY "organization" ON "mailboxes" AS PERMISSIVE FOR ALL TO "svc_app" USING ("mailboxes"."org_id" = (select app.org_id())) WITH CHECK ("mailboxes"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "assignment_rules" AS PERMISSIVE FOR ALL TO "svc_app" USING ("assignment_rules"."org_id" = (select app.org_id())) WITH CHECK ("assignment_rules"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "ticket_mails" AS PERMISSIVE FOR ALL TO "svc_app" USING ("ticket_mails"."org_id" = (select app.org_id())) WITH CHECK ("ticket_mails"."org_id" = (select app.org_id()));