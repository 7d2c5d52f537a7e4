CREATE TABLE "notification_mutes" (
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"project_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_mutes_user_id_org_id_project_id_pk" PRIMARY KEY("user_id","org_id","project_id")
);
--> statement-breakpoint
ALTER TABLE "notification_mutes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"reason" text NOT NULL,
	"in_app" boolean DEFAULT true NOT NULL,
	"email" boolean DEFAULT false NOT NULL,
	CONSTRAINT "notification_preferences_user_id_org_id_reason_pk" PRIMARY KEY("user_id","org_id","reason"),
	CONSTRAINT "notification_preferences_reason" CHECK ("notification_preferences"."reason" in ('mentioned', 'assigned', 'unassigned', 'replied', 'commented', 'status_changed', 'due_soon', 'overdue', 'blocked', 'unblocked', 'sprint_started', 'sprint_completed', 'document_updated', 'document_commented', 'invited', 'share_request', 'approval', 'automation', 'reminder', 'system'))
);
--> statement-breakpoint
ALTER TABLE "notification_preferences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"reason" text NOT NULL,
	"actor_id" uuid,
	"actor_type" text,
	"entity_type" varchar(40) NOT NULL,
	"entity_id" uuid NOT NULL,
	"project_id" uuid,
	"title" varchar(200) NOT NULL,
	"snippet" varchar(300),
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"group_key" varchar(120),
	"count" integer DEFAULT 1 NOT NULL,
	"event_id" bigint,
	"source_key" varchar(120),
	"read_at" timestamp (3) with time zone,
	"archived_at" timestamp (3) with time zone,
	"snoozed_until" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "notifications_reason" CHECK ("notifications"."reason" in ('mentioned', 'assigned', 'unassigned', 'replied', 'commented', 'status_changed', 'due_soon', 'overdue', 'blocked', 'unblocked', 'sprint_started', 'sprint_completed', 'document_updated', 'document_commented', 'invited', 'share_request', 'approval', 'automation', 'reminder', 'system'))
);
--> statement-breakpoint
ALTER TABLE "notifications" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification_mutes" ADD CONSTRAINT "notification_mutes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mutes" ADD CONSTRAINT "notification_mutes_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_mutes_project" ON "notification_mutes" USING btree ("org_id","project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_event" ON "notifications" USING btree ("user_id","event_id") WHERE "notifications"."event_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_source" ON "notifications" USING btree ("user_id","source_key") WHERE "notifications"."source_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_group" ON "notifications" USING btree ("user_id","group_key") WHERE "notifications"."read_at" is null and "notifications"."deleted_at" is null and "notifications"."group_key" is not null;--> statement-breakpoint
CREATE INDEX "notifications_inbox" ON "notifications" USING btree ("org_id","user_id","created_at" DESC NULLS LAST,"id") WHERE "notifications"."archived_at" is null and "notifications"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("org_id","user_id") WHERE "notifications"."read_at" is null and "notifications"."archived_at" is null and "notifications"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_entity" ON "notifications" USING btree ("org_id","entity_type","entity_id");--> statement-breakpoint
CREATE INDEX "notifications_project" ON "notifications" USING btree ("org_id","project_id");--> statement-breakpoint
CREATE INDEX "notifications_deleted" ON "notifications" USING btree ("deleted_at") WHERE "notifications"."deleted_at" is not null;--> statement-breakpoint
CREATE POLICY "person_wall" ON "notification_mutes" AS PERMISSIVE FOR ALL TO "svc_app" USING ("notification_mutes"."org_id" = (select app.org_id()) and "notification_mutes"."user_id" = (select app.user_id())) WITH CHECK ("notification_mutes"."org_id" = (select app.org_id()) and "notification_mutes"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "person_wall" ON "notification_preferences" AS PERMISSIVE FOR ALL TO "svc_app" USING ("notification_preferences"."org_id" = (select app.org_id()) and "notification_preferences"."user_id" = (select app.user_id())) WITH CHECK ("notification_preferences"."org_id" = (select app.org_id()) and "notification_preferences"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "person_wall" ON "notifications" AS PERMISSIVE FOR ALL TO "svc_app" USING ("notifications"."org_id" = (select app.org_id()) and "notifications"."user_id" = (select app.user_id())) WITH CHECK ("notifications"."org_id" = (select app.org_id()) and "notifications"."user_id" = (select app.user_id()));