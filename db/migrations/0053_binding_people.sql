ALTER TABLE "organization_import_people" ADD COLUMN "bound_to" uuid;--> statement-breakpoint
ALTER TABLE "organization_import_people" ADD COLUMN "bound_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "organization_imports" ADD COLUMN "binding" jsonb;--> statement-breakpoint
ALTER TABLE "organization_imports" ADD COLUMN "kept_rows" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "organization_import_people" ADD CONSTRAINT "organization_import_people_bound_to_users_id_fk" FOREIGN KEY ("bound_to") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "organization_import_people_email" ON "organization_import_people" USING btree ("import_id",lower("email")) WHERE "organization_import_people"."email" is not null;--> statement-breakpoint
CREATE INDEX "organization_import_people_bound" ON "organization_import_people" USING btree ("bound_to") WHERE "organization_import_people"."bound_to" is not null;