CREATE TABLE "bi_dashboards" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"owner_id" uuid DEFAULT app.user_id(),
	"name" varchar(80) NOT NULL,
	"description" varchar(500),
	"visibility" text DEFAULT 'private' NOT NULL,
	"filters" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"grid_columns" smallint DEFAULT 12 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "bi_dashboards_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "bi_dashboards_visibility" CHECK ("bi_dashboards"."visibility" in ('private', 'organization')),
	CONSTRAINT "bi_dashboards_grid" CHECK ("bi_dashboards"."grid_columns" = 12)
);
--> statement-breakpoint
ALTER TABLE "bi_dashboards" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bi_widgets" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"dashboard_id" uuid NOT NULL,
	"title" varchar(80) NOT NULL,
	"source" text NOT NULL,
	"query" jsonb NOT NULL,
	"viz" text NOT NULL,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"x" smallint NOT NULL,
	"y" smallint NOT NULL,
	"w" smallint NOT NULL,
	"h" smallint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "bi_widgets_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "bi_widgets_viz" CHECK ("bi_widgets"."viz" in ('number', 'line', 'area', 'bar', 'stacked', 'pie', 'table', 'funnel', 'heatmap', 'gauge')),
	CONSTRAINT "bi_widgets_place" CHECK ("bi_widgets"."x" >= 0 and "bi_widgets"."y" between 0 and 1000 and "bi_widgets"."w" >= 1
      and "bi_widgets"."h" between 1 and 20 and "bi_widgets"."x" + "bi_widgets"."w" <= 12)
);
--> statement-breakpoint
ALTER TABLE "bi_widgets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "bi_dashboards" ADD CONSTRAINT "bi_dashboards_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bi_widgets" ADD CONSTRAINT "bi_widgets_dashboard_id" FOREIGN KEY ("org_id","dashboard_id") REFERENCES "public"."bi_dashboards"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bi_dashboards_owner" ON "bi_dashboards" USING btree ("org_id","owner_id") WHERE "bi_dashboards"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "bi_dashboards_shared" ON "bi_dashboards" USING btree ("org_id","visibility") WHERE "bi_dashboards"."deleted_at" is null and "bi_dashboards"."visibility" <> 'private';--> statement-breakpoint
CREATE INDEX "bi_widgets_dashboard" ON "bi_widgets" USING btree ("org_id","dashboard_id","y","x");--> statement-breakpoint
CREATE POLICY "shared" ON "bi_dashboards" AS PERMISSIVE FOR ALL TO "svc_app" USING ("bi_dashboards"."org_id" = (select app.org_id()) and ("bi_dashboards"."owner_id" = (select app.own_id()) or "bi_dashboards"."visibility" = 'organization')) WITH CHECK ("bi_dashboards"."org_id" = (select app.org_id()) and ("bi_dashboards"."owner_id" = (select app.own_id()) or "bi_dashboards"."visibility" = 'organization'));--> statement-breakpoint
CREATE POLICY "dashboard" ON "bi_widgets" AS PERMISSIVE FOR ALL TO "svc_app" USING ("bi_widgets"."org_id" = (select app.org_id()) and exists (select from bi_dashboards d
    where d.org_id = "bi_widgets"."org_id" and d.id = "bi_widgets"."dashboard_id")) WITH CHECK ("bi_widgets"."org_id" = (select app.org_id()) and exists (select from bi_dashboards d
    where d.org_id = "bi_widgets"."org_id" and d.id = "bi_widgets"."dashboard_id"));