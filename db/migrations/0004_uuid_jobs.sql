-- Numbers become ids that sort before all new ones, in the same order.
ALTER TABLE "reminders" ALTER COLUMN "job_id" SET DATA TYPE uuid USING ('00000000-0000-7000-8000-' || lpad(to_hex("job_id"), 12, '0'))::uuid;--> statement-breakpoint
ALTER TABLE "outbox" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
ALTER TABLE "outbox" ALTER COLUMN "id" SET DATA TYPE uuid USING ('00000000-0000-7000-8000-' || lpad(to_hex("id"), 12, '0'))::uuid;--> statement-breakpoint
ALTER TABLE "outbox" ALTER COLUMN "id" SET DEFAULT uuidv7();--> statement-breakpoint
ALTER TABLE "task_tallies" ALTER COLUMN "id" DROP IDENTITY;--> statement-breakpoint
ALTER TABLE "task_tallies" ALTER COLUMN "id" SET DATA TYPE uuid USING ('00000000-0000-7000-8000-' || lpad(to_hex("id"), 12, '0'))::uuid;--> statement-breakpoint
ALTER TABLE "task_tallies" ALTER COLUMN "id" SET DEFAULT uuidv7();--> statement-breakpoint
ALTER TABLE "automation_runs" DROP CONSTRAINT "automation_runs_pkey";--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_id_org_id_pk" PRIMARY KEY("id","org_id");--> statement-breakpoint
ALTER TABLE "sprint_ledger" DROP CONSTRAINT "sprint_ledger_pkey";--> statement-breakpoint
ALTER TABLE "sprint_ledger" ADD CONSTRAINT "sprint_ledger_id_org_id_pk" PRIMARY KEY("id","org_id");--> statement-breakpoint
ALTER TABLE "task_events" DROP CONSTRAINT "task_events_pkey";--> statement-breakpoint
ALTER TABLE "task_events" ADD CONSTRAINT "task_events_id_org_id_pk" PRIMARY KEY("id","org_id");
