DROP INDEX "tasks_status";--> statement-breakpoint
DROP INDEX "tasks_sprint";--> statement-breakpoint
ALTER TABLE "search_entries" drop column "words";--> statement-breakpoint
ALTER TABLE "search_entries" ADD COLUMN "words" "tsvector" GENERATED ALWAYS AS (app.search_words(org_id, title, body)) STORED;--> statement-breakpoint
CREATE INDEX "search_entries_words" ON "search_entries" USING gin ("org_id","words");--> statement-breakpoint
CREATE INDEX "tasks_facts" ON "tasks" USING btree ("org_id","project_id","status","id","type","priority","assignee_id","due_date","estimate_points","estimate_minutes","spent_minutes","open_blocker_count","archived_at","rank","updated_at") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_sprint" ON "tasks" USING btree ("org_id","sprint_id","id","parent_id","status","type","estimate_points","estimate_minutes") WHERE "tasks"."deleted_at" is null;