ALTER TABLE "organization_import_parts" ADD COLUMN "turn" integer;--> statement-breakpoint
ALTER TABLE "organization_imports" ADD COLUMN "shape" smallint;