-- Nothing could set a client of a project until now, but what was copied may name one that is gone.
UPDATE "projects" p SET "client_id" = NULL WHERE NOT EXISTS (SELECT FROM "clients" c WHERE c.org_id = p.org_id AND c.id = p.client_id);--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "projects_client" ON "projects" USING btree ("org_id","client_id");