CREATE TABLE "capacity_allocations" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"employee_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"valid" daterange NOT NULL,
	"minutes_per_week" integer,
	"percent" smallint,
	"status" text DEFAULT 'confirmed' NOT NULL,
	"note" varchar(500),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "capacity_allocations_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "capacity_allocations_status" CHECK ("capacity_allocations"."status" in ('tentative', 'confirmed')),
	CONSTRAINT "capacity_allocations_amount" CHECK (num_nonnulls("capacity_allocations"."minutes_per_week", "capacity_allocations"."percent") = 1 and "capacity_allocations"."minutes_per_week" between 1 and 10080
        and "capacity_allocations"."percent" between 1 and 200)
);
--> statement-breakpoint
ALTER TABLE "capacity_allocations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "capacity_allocations" ADD CONSTRAINT "capacity_allocations_employee_id" FOREIGN KEY ("org_id","employee_id") REFERENCES "public"."employees"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capacity_allocations" ADD CONSTRAINT "capacity_allocations_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "capacity_allocations_employee" ON "capacity_allocations" USING btree ("org_id","employee_id");--> statement-breakpoint
CREATE INDEX "capacity_allocations_project" ON "capacity_allocations" USING btree ("org_id","project_id");--> statement-breakpoint
CREATE POLICY "team" ON "capacity_allocations" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("capacity_allocations"."org_id" = (select app.org_id()) and (coalesce("capacity_allocations"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("capacity_allocations"."project_id" = (select app.only_project()), true)) and (((select app.rank()) >= 40 or "capacity_allocations"."employee_id" = (select app.employee_id()) or "capacity_allocations"."employee_id" = any((select app.team())::uuid[]))
        or "capacity_allocations"."project_id" = any((select app.led_projects())::uuid[])));