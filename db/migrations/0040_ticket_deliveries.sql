CREATE TABLE "ticket_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"message_id" uuid NOT NULL,
	"mail_id" uuid NOT NULL,
	"address" varchar(254) NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"at" timestamp (3) with time zone,
	"reason" varchar(300),
	CONSTRAINT "ticket_deliveries_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "ticket_deliveries_state" CHECK ("ticket_deliveries"."state" in ('queued', 'sent', 'unclear', 'failed', 'bounced'))
);
--> statement-breakpoint
ALTER TABLE "ticket_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ticket_deliveries" ADD CONSTRAINT "ticket_deliveries_message_id" FOREIGN KEY ("org_id","message_id") REFERENCES "public"."ticket_messages"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_deliveries_message" ON "ticket_deliveries" USING btree ("org_id","message_id","id");--> statement-breakpoint
CREATE INDEX "ticket_deliveries_mail" ON "ticket_deliveries" USING btree ("mail_id");--> statement-breakpoint
CREATE POLICY "organization" ON "ticket_deliveries" AS PERMISSIVE FOR ALL TO "svc_app" USING ("ticket_deliveries"."org_id" = (select app.org_id())) WITH CHECK ("ticket_deliveries"."org_id" = (select app.org_id()));