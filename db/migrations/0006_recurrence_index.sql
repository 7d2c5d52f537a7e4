DROP INDEX "tasks_recurrence";--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_recurrence" ON "tasks" USING btree ("recurrence_of") WHERE "tasks"."recurrence_of" is not null;