ALTER TABLE "attachments" DROP CONSTRAINT "attachments_entity_type";--> statement-breakpoint
ALTER TABLE "leave_requests" ADD COLUMN "certificates" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_types" ADD COLUMN "requires_attachment" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_types" ADD COLUMN "attachment_due_days" smallint;--> statement-breakpoint
CREATE INDEX "leave_requests_uncertified" ON "leave_requests" USING btree ("org_id","leave_type_id","start_date") WHERE "leave_requests"."certificates" = 0 and "leave_requests"."status" in ('pending', 'approved');--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_entity_type" CHECK ("attachments"."entity_type" in ('expense', 'invoice', 'leave_request', 'task', 'ticket'));--> statement-breakpoint
ALTER POLICY "portal" ON "attachments" TO svc_app USING ("attachments"."org_id" = (select app.org_id()) and (case when (select app.portal_client()) is null then "attachments"."entity_type" <> 'leave_request'
        or exists (select from leave_requests r where r.org_id = "attachments"."org_id" and r.id = "attachments"."entity_id"
          and ((select app.impersonator()) is null and ((select app.rank()) >= 40 or r.employee_id = (select app.employee_id()))))
        else "attachments"."entity_type" = 'ticket' and exists (select from tickets t
        where t.org_id = "attachments"."org_id" and t.id = "attachments"."entity_id" and t.client_id = (select app.portal_client()))
        and ("attachments"."contact_id" is not null or exists (select from ticket_messages m
          where m.org_id = "attachments"."org_id" and m.id = "attachments"."message_id" and not m.is_internal)) end)) WITH CHECK ("attachments"."org_id" = (select app.org_id()) and (case when (select app.portal_client()) is null then "attachments"."entity_type" <> 'leave_request'
        or exists (select from leave_requests r where r.org_id = "attachments"."org_id" and r.id = "attachments"."entity_id"
          and ((select app.impersonator()) is null and ((select app.rank()) >= 40 or r.employee_id = (select app.employee_id()))))
        else "attachments"."entity_type" = 'ticket' and exists (select from tickets t
        where t.org_id = "attachments"."org_id" and t.id = "attachments"."entity_id" and t.client_id = (select app.portal_client()))
        and ("attachments"."contact_id" is not null or exists (select from ticket_messages m
          where m.org_id = "attachments"."org_id" and m.id = "attachments"."message_id" and not m.is_internal)) end));