CREATE TABLE "meeting_attendance" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"occurrence_id" uuid NOT NULL,
	"sid" varchar(100) NOT NULL,
	"identity" varchar(100) NOT NULL,
	"name" varchar(120) NOT NULL,
	"joined_at" timestamp (3) with time zone,
	"left_at" timestamp (3) with time zone,
	CONSTRAINT "meeting_attendance_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "meeting_attendance" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "meeting_events" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"id" varchar(100) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "meeting_events_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "meeting_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "meeting_occurrences" ADD COLUMN "host_joined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "meeting_attendance" ADD CONSTRAINT "meeting_attendance_occurrence_id" FOREIGN KEY ("org_id","occurrence_id") REFERENCES "public"."meeting_occurrences"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "meeting_attendance_connection" ON "meeting_attendance" USING btree ("org_id","occurrence_id","sid");--> statement-breakpoint
CREATE INDEX "meeting_events_age" ON "meeting_events" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE POLICY "organization" ON "meeting_attendance" AS PERMISSIVE FOR ALL TO "svc_app" USING ("meeting_attendance"."org_id" = (select app.org_id())) WITH CHECK ("meeting_attendance"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "meeting_events" AS PERMISSIVE FOR ALL TO "svc_app" USING ("meeting_events"."org_id" = (select app.org_id())) WITH CHECK ("meeting_events"."org_id" = (select app.org_id()));