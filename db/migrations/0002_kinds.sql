ALTER TABLE "attachments" DROP CONSTRAINT "attachments_entity_type";--> statement-breakpoint
ALTER TABLE "automation_runs" DROP CONSTRAINT "automation_runs_record";--> statement-breakpoint
ALTER TABLE "automation_runs" DROP CONSTRAINT "automation_runs_project";--> statement-breakpoint
ALTER TABLE "notes" DROP CONSTRAINT "notes_linked_type";--> statement-breakpoint
ALTER TABLE "reminders" DROP CONSTRAINT "reminders_entity_type";--> statement-breakpoint
ALTER TABLE "recent_items" DROP CONSTRAINT "recent_items_type";--> statement-breakpoint
ALTER TABLE "automation_runs" DROP CONSTRAINT "automation_runs_task_id";
--> statement-breakpoint
ALTER TABLE "automation_runs" DROP CONSTRAINT "automation_runs_ticket_id";
--> statement-breakpoint
ALTER TABLE "automation_runs" DROP CONSTRAINT "automation_runs_deal_id";
--> statement-breakpoint
ALTER TABLE "automation_runs" DROP CONSTRAINT "automation_runs_lead_id";
--> statement-breakpoint
DROP INDEX "automation_runs_task";--> statement-breakpoint
DROP INDEX "automation_runs_ticket";--> statement-breakpoint
DROP INDEX "automation_runs_deal";--> statement-breakpoint
DROP INDEX "automation_runs_lead";--> statement-breakpoint
DROP INDEX "automation_runs_event";--> statement-breakpoint
DROP INDEX "automation_runs_day";--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "record_kind" text;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "record_id" uuid;--> statement-breakpoint
UPDATE "automation_runs" SET "record_kind" = case when "task_id" is not null then 'task' when "ticket_id" is not null then 'ticket'
  when "deal_id" is not null then 'deal' else 'lead' end, "record_id" = coalesce("task_id", "ticket_id", "deal_id", "lead_id");--> statement-breakpoint
ALTER TABLE "automation_runs" ALTER COLUMN "record_kind" SET NOT NULL, ALTER COLUMN "record_id" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "automation_runs_record" ON "automation_runs" USING btree ("org_id","record_kind","record_id");--> statement-breakpoint
CREATE UNIQUE INDEX "automation_runs_event" ON "automation_runs" USING btree ("automation_id","event_id","record_id") WHERE "automation_runs"."event_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "automation_runs_day" ON "automation_runs" USING btree ("automation_id","record_id","due_date") WHERE "automation_runs"."due_date" is not null;--> statement-breakpoint
ALTER TABLE "automation_runs" DROP COLUMN "task_id";--> statement-breakpoint
ALTER TABLE "automation_runs" DROP COLUMN "ticket_id";--> statement-breakpoint
ALTER TABLE "automation_runs" DROP COLUMN "deal_id";--> statement-breakpoint
ALTER TABLE "automation_runs" DROP COLUMN "lead_id";--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_entity_type" CHECK ("attachments"."entity_type" in ('expense', 'invoice', 'task', 'ticket'));--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_record" CHECK ("automation_runs"."record_kind" in ('deal', 'lead', 'task', 'ticket'));--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_project" CHECK (("automation_runs"."record_kind" = 'task') = ("automation_runs"."project_id" is not null));--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_linked_type" CHECK ("notes"."linked_type" in ('client', 'deal', 'document', 'project', 'task')
        and ("notes"."linked_type" is null) = ("notes"."linked_id" is null));--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_entity_type" CHECK ("reminders"."entity_type" in ('client', 'deal', 'document', 'project', 'task')
        and ("reminders"."entity_type" is null) = ("reminders"."entity_id" is null));--> statement-breakpoint
ALTER TABLE "recent_items" ADD CONSTRAINT "recent_items_type" CHECK ("recent_items"."entity_type" in ('document', 'project', 'task'));