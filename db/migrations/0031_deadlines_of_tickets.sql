DROP INDEX "sla_clocks_due";--> statement-breakpoint
DROP INDEX "tickets_created";--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "sla_due_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "tickets_counted" ON "tickets" USING btree ("org_id","status","assignee_user_id","client_id","id");--> statement-breakpoint
CREATE INDEX "tickets_due" ON "tickets" USING btree ("org_id","sla_due_at","id");--> statement-breakpoint
CREATE INDEX "sla_clocks_due" ON "sla_clocks" USING btree ("org_id","due_at","warn_at","ticket_id") WHERE "sla_clocks"."state" = 'running';--> statement-breakpoint
CREATE INDEX "tickets_created" ON "tickets" USING btree ("org_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
ALTER POLICY "portal" ON "tickets" TO svc_app USING ("tickets"."org_id" = (select app.org_id()) and (case when (select app.portal_client()) is null then true else "tickets"."client_id" = (select app.portal_client()) end)) WITH CHECK ("tickets"."org_id" = (select app.org_id()) and (case when (select app.portal_client()) is null then true else "tickets"."client_id" = (select app.portal_client()) end));--> statement-breakpoint
SELECT set_config('app.suppress_audit', 'on', true);--> statement-breakpoint
UPDATE "tickets" t SET "sla_due_at" = d.due FROM (SELECT k.ticket_id, min(k.due_at) AS due FROM "sla_clocks" k
  WHERE k.state = 'running' AND k.ticket_id IS NOT NULL GROUP BY k.ticket_id) d WHERE t.id = d.ticket_id;--> statement-breakpoint
SELECT set_config('app.suppress_audit', '', true);
