ALTER TABLE "attachments" DROP CONSTRAINT "attachments_entity_type";--> statement-breakpoint
ALTER TABLE "attachments" ALTER COLUMN "uploaded_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "message_id" uuid;--> statement-breakpoint
ALTER TABLE "attachments" ADD COLUMN "contact_id" uuid DEFAULT app.portal_contact();--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "accent_color" char(7);--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_message_id" FOREIGN KEY ("org_id","message_id") REFERENCES "public"."ticket_messages"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_contact_id" FOREIGN KEY ("org_id","contact_id") REFERENCES "public"."client_contacts"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attachments_message" ON "attachments" USING btree ("org_id","message_id");--> statement-breakpoint
CREATE INDEX "attachments_contact" ON "attachments" USING btree ("org_id","contact_id","created_at");--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_uploader" CHECK (num_nonnulls("attachments"."uploaded_by", "attachments"."contact_id") = 1
        or "attachments"."entity_type" = 'ticket' and num_nonnulls("attachments"."uploaded_by", "attachments"."contact_id") = 0);--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_ticket" CHECK ("attachments"."entity_type" = 'ticket' or num_nonnulls("attachments"."message_id", "attachments"."contact_id") = 0);--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_entity_type" CHECK ("attachments"."entity_type" in ('task', 'invoice', 'expense', 'ticket'));--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_accent_color" CHECK ("organizations"."accent_color" ~ '^#[0-9a-f]{6}$');--> statement-breakpoint
DROP POLICY "organization" ON "attachments" CASCADE;--> statement-breakpoint
CREATE POLICY "portal" ON "attachments" AS PERMISSIVE FOR ALL TO "svc_app" USING ("attachments"."org_id" = (select app.org_id()) and ((select app.portal_client()) is null or "attachments"."entity_type" = 'ticket' and exists (select from tickets t
        where t.org_id = "attachments"."org_id" and t.id = "attachments"."entity_id" and t.client_id = (select app.portal_client()))
        and ("attachments"."contact_id" is not null or exists (select from ticket_messages m
          where m.org_id = "attachments"."org_id" and m.id = "attachments"."message_id" and not m.is_internal)))) WITH CHECK ("attachments"."org_id" = (select app.org_id()) and ((select app.portal_client()) is null or "attachments"."entity_type" = 'ticket' and exists (select from tickets t
        where t.org_id = "attachments"."org_id" and t.id = "attachments"."entity_id" and t.client_id = (select app.portal_client()))
        and ("attachments"."contact_id" is not null or exists (select from ticket_messages m
          where m.org_id = "attachments"."org_id" and m.id = "attachments"."message_id" and not m.is_internal))));