CREATE TABLE "organization_import_numbers" (
	"import_id" uuid NOT NULL,
	"name" text NOT NULL,
	"old_number" bigint NOT NULL,
	"new_number" bigint,
	CONSTRAINT "organization_import_numbers_import_id_name_old_number_pk" PRIMARY KEY("import_id","name","old_number")
);
--> statement-breakpoint
ALTER TABLE "organization_import_numbers" ADD CONSTRAINT "organization_import_numbers_import_id_organization_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."organization_imports"("id") ON DELETE cascade ON UPDATE no action;