CREATE TABLE "meeting_occurrences" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"meeting_id" uuid NOT NULL,
	"planned_at" timestamp (3) with time zone NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"title" varchar(200),
	"room_name" varchar(40) DEFAULT 'm-' || replace(gen_random_uuid()::text, '-', '') NOT NULL,
	"status" text DEFAULT 'scheduled' NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "meeting_occurrences_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "meeting_occurrences_status" CHECK ("meeting_occurrences"."status" in ('scheduled', 'live', 'ended', 'cancelled')),
	CONSTRAINT "meeting_occurrences_order" CHECK ("meeting_occurrences"."ends_at" > "meeting_occurrences"."starts_at")
);
--> statement-breakpoint
ALTER TABLE "meeting_occurrences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "meeting_participants" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"meeting_id" uuid NOT NULL,
	"user_id" uuid,
	"contact_id" uuid,
	"email" varchar(254),
	"name" varchar(120) NOT NULL,
	"role" text DEFAULT 'participant' NOT NULL,
	"response" text DEFAULT 'pending' NOT NULL,
	"responded_at" timestamp (3) with time zone,
	CONSTRAINT "meeting_participants_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "meeting_participants_role" CHECK ("meeting_participants"."role" in ('host', 'participant', 'guest')),
	CONSTRAINT "meeting_participants_response" CHECK ("meeting_participants"."response" in ('pending', 'accepted', 'declined', 'tentative'))
);
--> statement-breakpoint
ALTER TABLE "meeting_participants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "meetings" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"title" varchar(200) NOT NULL,
	"description" text,
	"provider" text NOT NULL,
	"external_url" varchar(500),
	"host_user_id" uuid DEFAULT app.user_id() NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"recurrence" varchar(200),
	"allow_guests" boolean DEFAULT false NOT NULL,
	"project_id" uuid,
	"task_id" uuid,
	"client_id" uuid,
	"deal_id" uuid,
	"ticket_id" uuid,
	"attendee_ids" uuid[] DEFAULT '{}' NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "meetings_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "meetings_provider" CHECK ("meetings"."provider" in ('internal', 'jitsi', 'livekit', 'external')),
	CONSTRAINT "meetings_external_url" CHECK (("meetings"."provider" = 'external') = ("meetings"."external_url" is not null))
);
--> statement-breakpoint
ALTER TABLE "meetings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification_preferences" DROP CONSTRAINT "notification_preferences_reason";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_reason";--> statement-breakpoint
ALTER TABLE "meeting_occurrences" ADD CONSTRAINT "meeting_occurrences_meeting_id" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_participants" ADD CONSTRAINT "meeting_participants_meeting_id" FOREIGN KEY ("org_id","meeting_id") REFERENCES "public"."meetings"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_participants" ADD CONSTRAINT "meeting_participants_contact_id" FOREIGN KEY ("org_id","contact_id") REFERENCES "public"."client_contacts"("org_id","id") ON DELETE set null ("contact_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE set null ("project_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_task_id" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE set null ("task_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE set null ("client_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_deal_id" FOREIGN KEY ("org_id","deal_id") REFERENCES "public"."deals"("org_id","id") ON DELETE set null ("deal_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_ticket_id" FOREIGN KEY ("org_id","ticket_id") REFERENCES "public"."tickets"("org_id","id") ON DELETE set null ("ticket_id") ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "meeting_occurrences_planned" ON "meeting_occurrences" USING btree ("org_id","meeting_id","planned_at");--> statement-breakpoint
CREATE UNIQUE INDEX "meeting_occurrences_room" ON "meeting_occurrences" USING btree ("room_name");--> statement-breakpoint
CREATE INDEX "meeting_occurrences_time" ON "meeting_occurrences" USING btree ("org_id","starts_at");--> statement-breakpoint
CREATE INDEX "meeting_occurrences_meeting" ON "meeting_occurrences" USING btree ("org_id","meeting_id","starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "meeting_participants_person" ON "meeting_participants" USING btree ("org_id","meeting_id",coalesce("user_id"::text, "contact_id"::text, lower("email"), "id"::text));--> statement-breakpoint
CREATE INDEX "meeting_participants_user" ON "meeting_participants" USING btree ("org_id","user_id") WHERE "meeting_participants"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "meeting_participants_contact" ON "meeting_participants" USING btree ("org_id","contact_id") WHERE "meeting_participants"."contact_id" is not null;--> statement-breakpoint
CREATE INDEX "meetings_host" ON "meetings" USING btree ("org_id","host_user_id");--> statement-breakpoint
CREATE INDEX "meetings_project" ON "meetings" USING btree ("org_id","project_id") WHERE "meetings"."project_id" is not null;--> statement-breakpoint
CREATE INDEX "meetings_task" ON "meetings" USING btree ("org_id","task_id") WHERE "meetings"."task_id" is not null;--> statement-breakpoint
CREATE INDEX "meetings_client" ON "meetings" USING btree ("org_id","client_id") WHERE "meetings"."client_id" is not null;--> statement-breakpoint
CREATE INDEX "meetings_deal" ON "meetings" USING btree ("org_id","deal_id") WHERE "meetings"."deal_id" is not null;--> statement-breakpoint
CREATE INDEX "meetings_ticket" ON "meetings" USING btree ("org_id","ticket_id") WHERE "meetings"."ticket_id" is not null;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_reason" CHECK ("notification_preferences"."reason" in ('mentioned', 'assigned', 'unassigned', 'replied', 'commented', 'status_changed', 'due_soon', 'overdue', 'blocked', 'unblocked', 'sprint_started', 'sprint_completed', 'document_updated', 'document_commented', 'invited', 'share_request', 'approval', 'automation', 'reminder', 'security', 'system', 'leave_asked', 'leave_decided', 'leave_changed', 'timesheet_asked', 'timesheet_decided', 'hours_correction', 'payslip_ready', 'hr_task', 'objective', 'meeting'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_reason" CHECK ("notifications"."reason" in ('mentioned', 'assigned', 'unassigned', 'replied', 'commented', 'status_changed', 'due_soon', 'overdue', 'blocked', 'unblocked', 'sprint_started', 'sprint_completed', 'document_updated', 'document_commented', 'invited', 'share_request', 'approval', 'automation', 'reminder', 'security', 'system', 'leave_asked', 'leave_decided', 'leave_changed', 'timesheet_asked', 'timesheet_decided', 'hours_correction', 'payslip_ready', 'hr_task', 'objective', 'meeting'));--> statement-breakpoint
CREATE POLICY "meeting" ON "meeting_occurrences" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("meeting_occurrences"."org_id" = (select app.org_id()) and exists (select from meetings m where m.org_id = "meeting_occurrences"."org_id" and m.id = "meeting_occurrences"."meeting_id"
        and ((select app.rank()) >= 30 or m.host_user_id = (select app.user_id())
    or (select app.user_id()) = any(m.attendee_ids))));--> statement-breakpoint
CREATE POLICY "meeting" ON "meeting_participants" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("meeting_participants"."org_id" = (select app.org_id()) and exists (select from meetings m where m.org_id = "meeting_participants"."org_id" and m.id = "meeting_participants"."meeting_id"
        and ((select app.rank()) >= 30 or m.host_user_id = (select app.user_id())
    or (select app.user_id()) = any(m.attendee_ids))));--> statement-breakpoint
CREATE POLICY "meeting" ON "meetings" AS PERMISSIVE FOR ALL TO "svc_app" USING ("meetings"."org_id" = (select app.org_id()) and ((select app.rank()) >= 30 or "meetings"."host_user_id" = (select app.user_id())
    or (select app.user_id()) = any("meetings"."attendee_ids"))) WITH CHECK ("meetings"."org_id" = (select app.org_id()) and ((select app.rank()) >= 30 or "meetings"."host_user_id" = (select app.user_id())
    or (select app.user_id()) = any("meetings"."attendee_ids")));