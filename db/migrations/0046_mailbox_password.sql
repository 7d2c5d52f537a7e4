ALTER TABLE "mailboxes" ADD COLUMN "password_hash" "bytea";--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "basic_auth" boolean DEFAULT false NOT NULL;