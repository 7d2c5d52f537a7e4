ALTER TABLE "employments" ADD COLUMN "seniority_from" date;--> statement-breakpoint
ALTER TABLE "employments" ADD COLUMN "end_effects" jsonb;