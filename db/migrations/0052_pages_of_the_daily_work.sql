DROP INDEX "attachments_deleted";--> statement-breakpoint
DROP INDEX "attachments_pending";--> statement-breakpoint
DROP INDEX "comments_deleted";--> statement-breakpoint
DROP INDEX "documents_trash";--> statement-breakpoint
DROP INDEX "notes_trash";--> statement-breakpoint
DROP INDEX "reminders_trash";--> statement-breakpoint
CREATE INDEX "login_failures_age" ON "login_failures" USING btree ("first_at");--> statement-breakpoint
CREATE INDEX "sessions_expired" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_revoked" ON "sessions" USING btree ("revoked_at") WHERE "sessions"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX "mails_age" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "ticket_mails_kept" ON "ticket_mails" USING btree ("org_id","created_at") WHERE "ticket_mails"."outcome" = 'ignored' or "ticket_mails"."original" is not null or "ticket_mails"."object_id" is not null;--> statement-breakpoint
CREATE INDEX "attachments_deleted" ON "attachments" USING btree ("org_id","deleted_at") WHERE "attachments"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "attachments_pending" ON "attachments" USING btree ("org_id","created_at") WHERE "attachments"."object_id" is null;--> statement-breakpoint
CREATE INDEX "comments_deleted" ON "comments" USING btree ("org_id","deleted_at") WHERE "comments"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "documents_trash" ON "documents" USING btree ("org_id","deleted_at") WHERE "documents"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "notes_trash" ON "notes" USING btree ("org_id","deleted_at") WHERE "notes"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "reminders_trash" ON "reminders" USING btree ("org_id","deleted_at") WHERE "reminders"."deleted_at" is not null;