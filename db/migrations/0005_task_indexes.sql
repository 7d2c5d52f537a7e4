DROP INDEX "tasks_assignee";--> statement-breakpoint
DROP INDEX "tasks_sprint";--> statement-breakpoint
DROP INDEX "tasks_due";--> statement-breakpoint
CREATE INDEX "tasks_assignee" ON "tasks" USING btree ("org_id","assignee_id","status","due_date") WHERE "tasks"."deleted_at" is null and "tasks"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "tasks_sprint" ON "tasks" USING btree ("org_id","sprint_id","id","project_id","parent_id","status","type","estimate_points","estimate_minutes") WHERE "tasks"."deleted_at" is null and "tasks"."sprint_id" is not null;--> statement-breakpoint
CREATE INDEX "tasks_due" ON "tasks" USING btree ("org_id","due_date") WHERE "tasks"."deleted_at" is null and "tasks"."due_date" is not null and "tasks"."status" in ('todo', 'in_progress');