DROP INDEX "tasks_sprint";--> statement-breakpoint
CREATE INDEX "audit_seals_archived" ON "audit_seals" USING btree ("org_id","position") WHERE "audit_seals"."archived";--> statement-breakpoint
CREATE INDEX "tasks_sprint" ON "tasks" USING btree ("org_id","sprint_id","id","project_id","parent_id","status","type","estimate_points","estimate_minutes") WHERE "tasks"."deleted_at" is null;