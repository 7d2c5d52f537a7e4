ALTER TABLE "tickets" ADD COLUMN "sla_due_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "tickets_due" ON "tickets" USING btree ("org_id","sla_due_at","id");--> statement-breakpoint
SELECT set_config('app.suppress_audit', 'on', true);--> statement-breakpoint
UPDATE "tickets" t SET "sla_due_at" = d.due FROM (SELECT k.ticket_id, min(k.due_at) AS due FROM "sla_clocks" k
  WHERE k.state = 'running' AND k.ticket_id IS NOT NULL GROUP BY k.ticket_id) d WHERE t.id = d.ticket_id;--> statement-breakpoint
SELECT set_config('app.suppress_audit', '', true);
