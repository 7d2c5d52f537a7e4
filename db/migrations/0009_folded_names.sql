DROP INDEX "board_columns_name";--> statement-breakpoint
DROP INDEX "saved_filters_name";--> statement-breakpoint
DROP INDEX "projects_name";--> statement-breakpoint
DROP INDEX "milestones_name";--> statement-breakpoint
DROP INDEX "tags_name";--> statement-breakpoint
CREATE UNIQUE INDEX "board_columns_name" ON "board_columns" USING btree ("project_id",app.folded("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_name" ON "saved_filters" USING btree ("org_id","owner_id",app.folded("name")) WHERE "saved_filters"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "projects_name" ON "projects" USING btree ("org_id",app.folded("name")) WHERE "projects"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "milestones_name" ON "milestones" USING btree ("project_id",app.folded("name")) WHERE "milestones"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name" ON "tags" USING btree ("org_id",coalesce("project_id", '00000000-0000-0000-0000-000000000000'),app.folded("name")) WHERE "tags"."deleted_at" is null;--> statement-breakpoint
-- Words are made anew, as Chinese, Japanese and Korean are now split into pairs.
UPDATE "search_entries" SET "title" = "title";
