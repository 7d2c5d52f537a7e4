ALTER TABLE "attachment_objects" DROP CONSTRAINT "attachment_objects_key";--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "home" varchar(16);--> statement-breakpoint
ALTER TABLE "attachment_objects" ADD CONSTRAINT "attachment_objects_key" CHECK ("attachment_objects"."storage_key" ~ ('^org/([a-z0-9-]+/)?' || "attachment_objects"."org_id" || '/'));--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_home" CHECK ("organizations"."home" ~ '^[a-z][a-z0-9-]*$');--> statement-breakpoint
ALTER POLICY "organization" ON "organization_members" TO svc_app USING ("organization_members"."org_id" = (select app.org_id())) WITH CHECK ("organization_members"."org_id" = (select app.org_id()));