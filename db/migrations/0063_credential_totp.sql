ALTER TABLE "credential_access_log" DROP CONSTRAINT "credential_access_log_action";--> statement-breakpoint
DROP INDEX "credential_secrets_version";--> statement-breakpoint
ALTER TABLE "credential_secrets" ADD COLUMN "part" text DEFAULT 'secret' NOT NULL;--> statement-breakpoint
ALTER TABLE "credentials" ADD COLUMN "totp_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "credential_secrets_version" ON "credential_secrets" USING btree ("org_id","credential_id","part","secret_version");--> statement-breakpoint
ALTER TABLE "credential_access_log" ADD CONSTRAINT "credential_access_log_action" CHECK ("credential_access_log"."action" in ('created', 'updated', 'rotated', 'revealed', 'code_shown', 'reveal_denied', 'deleted', 'rewrapped'));--> statement-breakpoint
ALTER TABLE "credential_secrets" ADD CONSTRAINT "credential_secrets_part" CHECK ("credential_secrets"."part" in ('secret', 'totp'));