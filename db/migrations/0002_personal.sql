CREATE TABLE "desktop_states" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"key" varchar(64) NOT NULL,
	"value" jsonb NOT NULL,
	"size_bytes" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "desktop_states_org_id_user_id_key_pk" PRIMARY KEY("org_id","user_id","key"),
	CONSTRAINT "desktop_states_key" CHECK ("desktop_states"."key" ~ '^[a-z0-9][a-z0-9._-]*$'),
	CONSTRAINT "desktop_states_size" CHECK ("desktop_states"."size_bytes" <= 65536)
);
--> statement-breakpoint
ALTER TABLE "desktop_states" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"title" varchar(200) DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"color" varchar(7),
	"is_pinned" boolean DEFAULT false NOT NULL,
	"labels" text[] DEFAULT '{}' NOT NULL,
	"rank" text collate "C" NOT NULL,
	"linked_type" text,
	"linked_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "notes_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "notes_empty" CHECK ("notes"."title" <> '' or "notes"."body" ~ '[^[:space:]]'),
	CONSTRAINT "notes_body" CHECK (octet_length("notes"."body") <= 100000),
	CONSTRAINT "notes_labels_few" CHECK (cardinality("notes"."labels") <= 10),
	CONSTRAINT "notes_linked_type" CHECK ("notes"."linked_type" in ('task', 'project', 'document', 'client', 'deal')
        and ("notes"."linked_type" is null) = ("notes"."linked_id" is null))
);
--> statement-breakpoint
ALTER TABLE "notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "reminders" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"title" varchar(200) NOT NULL,
	"body" varchar(2000),
	"kind" text NOT NULL,
	"remind_at" timestamp (3) with time zone,
	"relative_to" text,
	"offset_minutes" integer,
	"entity_type" text,
	"entity_id" uuid,
	"timezone" text NOT NULL,
	"rrule" text,
	"next_fire_at" timestamp (3) with time zone,
	"status" text DEFAULT 'scheduled' NOT NULL,
	"fired_at" timestamp (3) with time zone,
	"fire_count" integer DEFAULT 0 NOT NULL,
	"snooze_count" integer DEFAULT 0 NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"held_at" timestamp (3) with time zone,
	"job_id" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "reminders_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "reminders_kind" CHECK ("reminders"."kind" = case when "reminders"."remind_at" is null then 'relative' else 'absolute' end
        and ("reminders"."kind" = 'relative') = ("reminders"."relative_to" is not null)
        and ("reminders"."kind" = 'relative') = ("reminders"."offset_minutes" is not null)),
	CONSTRAINT "reminders_relative_task" CHECK ("reminders"."kind" = 'absolute' or "reminders"."entity_type" is null or "reminders"."entity_type" = 'task'),
	CONSTRAINT "reminders_relative_to" CHECK ("reminders"."relative_to" in ('due_date', 'start_date')),
	CONSTRAINT "reminders_offset" CHECK ("reminders"."offset_minutes" between -525600 and 525600),
	CONSTRAINT "reminders_status" CHECK ("reminders"."status" in ('scheduled', 'fired', 'completed', 'dismissed')
        and ("reminders"."status" = 'scheduled' or "reminders"."next_fire_at" is null)),
	CONSTRAINT "reminders_entity_type" CHECK ("reminders"."entity_type" in ('task', 'project', 'document', 'client', 'deal')
        and ("reminders"."entity_type" is null) = ("reminders"."entity_id" is null))
);
--> statement-breakpoint
ALTER TABLE "reminders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "desktop_states" ADD CONSTRAINT "desktop_states_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notes_list" ON "notes" USING btree ("org_id","user_id","is_pinned" DESC NULLS LAST,"rank","id") WHERE "notes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "notes_linked" ON "notes" USING btree ("org_id","linked_type","linked_id") WHERE "notes"."linked_id" is not null;--> statement-breakpoint
CREATE INDEX "notes_labels" ON "notes" USING gin ("labels");--> statement-breakpoint
CREATE INDEX "notes_trash" ON "notes" USING btree ("deleted_at") WHERE "notes"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "reminders_due" ON "reminders" USING btree ("next_fire_at") WHERE "reminders"."status" = 'scheduled' and "reminders"."next_fire_at" is not null;--> statement-breakpoint
CREATE INDEX "reminders_mine" ON "reminders" USING btree ("org_id","user_id","next_fire_at");--> statement-breakpoint
CREATE INDEX "reminders_entity" ON "reminders" USING btree ("org_id","entity_type","entity_id") WHERE "reminders"."entity_id" is not null;--> statement-breakpoint
CREATE INDEX "reminders_trash" ON "reminders" USING btree ("deleted_at") WHERE "reminders"."deleted_at" is not null;--> statement-breakpoint
CREATE POLICY "person_wall" ON "desktop_states" AS PERMISSIVE FOR ALL TO "svc_app" USING ("desktop_states"."org_id" = (select app.org_id()) and "desktop_states"."user_id" = (select app.user_id())) WITH CHECK ("desktop_states"."org_id" = (select app.org_id()) and "desktop_states"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "person_wall" ON "notes" AS PERMISSIVE FOR ALL TO "svc_app" USING ("notes"."org_id" = (select app.org_id()) and "notes"."user_id" = (select app.user_id())) WITH CHECK ("notes"."org_id" = (select app.org_id()) and "notes"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "person_wall" ON "reminders" AS PERMISSIVE FOR ALL TO "svc_app" USING ("reminders"."org_id" = (select app.org_id()) and "reminders"."user_id" = (select app.user_id())) WITH CHECK ("reminders"."org_id" = (select app.org_id()) and "reminders"."user_id" = (select app.user_id()));