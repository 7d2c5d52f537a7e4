CREATE TABLE "employment_versions" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"employee_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"valid" daterange NOT NULL,
	"department_id" uuid,
	"known_from" timestamp (3) with time zone NOT NULL,
	"known_until" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "employment_versions_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "employment_versions_kind" CHECK ("employment_versions"."kind" in ('employment', 'position'))
);
--> statement-breakpoint
ALTER TABLE "employment_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "employment_versions" ADD CONSTRAINT "employment_versions_employee_id" FOREIGN KEY ("org_id","employee_id") REFERENCES "public"."employees"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "employment_versions_employee" ON "employment_versions" USING btree ("org_id","employee_id");--> statement-breakpoint
CREATE POLICY "organization" ON "employment_versions" AS PERMISSIVE FOR ALL TO "svc_app" USING ("employment_versions"."org_id" = (select app.org_id())) WITH CHECK ("employment_versions"."org_id" = (select app.org_id()));