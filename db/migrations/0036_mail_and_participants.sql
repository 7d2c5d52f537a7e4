ALTER TABLE "attachments" ADD COLUMN "is_inline" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD COLUMN "content_hash" "bytea";--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD COLUMN "original" jsonb;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "cc" text[] DEFAULT '{}' NOT NULL;