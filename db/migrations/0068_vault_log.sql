ALTER TABLE "credential_access_log" DROP CONSTRAINT "credential_access_log_action";--> statement-breakpoint
ALTER TABLE "credential_access_log" ALTER COLUMN "credential_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "credential_access_log" ALTER COLUMN "credential_name" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "credential_access_log_newest" ON "credential_access_log" USING btree ("org_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
ALTER TABLE "credential_access_log" ADD CONSTRAINT "credential_access_log_action" CHECK ("credential_access_log"."action" in ('created', 'updated', 'rotated', 'revealed', 'code_shown', 'reveal_denied', 'deleted', 'rewrapped', 'listed', 'exported', 'export_denied'));