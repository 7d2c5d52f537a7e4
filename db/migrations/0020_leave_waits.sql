ALTER TABLE "leave_ledger" ADD COLUMN "timesheet_id" uuid;--> statement-breakpoint
ALTER TABLE "leave_requests" ADD COLUMN "overridden" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_types" ADD COLUMN "accrual_starts_after_days" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_types" ADD COLUMN "usable_after_days" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "leave_types" ADD COLUMN "fed_by_overtime" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "leave_types_fed_by_overtime" ON "leave_types" USING btree ("org_id") WHERE "leave_types"."fed_by_overtime" and "leave_types"."archived_at" is null;--> statement-breakpoint
ALTER TABLE "leave_types" ADD CONSTRAINT "leave_types_fed_by_hour" CHECK (not "leave_types"."fed_by_overtime" or ("leave_types"."unit" = 'hour' and "leave_types"."affects_balance"));--> statement-breakpoint
ALTER TABLE "leave_types" ADD CONSTRAINT "leave_types_waits" CHECK ("leave_types"."accrual_starts_after_days" >= 0 and "leave_types"."usable_after_days" >= 0);