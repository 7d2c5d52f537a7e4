DROP INDEX "organization_members_of";--> statement-breakpoint
CREATE INDEX "notifications_put_away" ON "notifications" USING btree ("org_id","user_id","created_at" DESC NULLS LAST,"id") WHERE "notifications"."archived_at" is not null or "notifications"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "task_watchers_person" ON "task_watchers" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE INDEX "organization_members_of" ON "organization_members" USING btree ("user_id");