CREATE TABLE "calendar_feed_tokens" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"types" text[] NOT NULL,
	"last_fetched_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "calendar_feed_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "holiday_overrides" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"date" date NOT NULL,
	"name" varchar(80) NOT NULL,
	"kind" text NOT NULL,
	"region" varchar(8),
	"half_day" boolean DEFAULT false NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "holiday_overrides_kind" CHECK ("holiday_overrides"."kind" in ('add', 'remove'))
);
--> statement-breakpoint
ALTER TABLE "holiday_overrides" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "public_holidays" (
	"country" char(2) NOT NULL,
	"region" varchar(8) DEFAULT '' NOT NULL,
	"date" date NOT NULL,
	"name_en" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"substitute" boolean DEFAULT false NOT NULL,
	"half_day" boolean DEFAULT false NOT NULL,
	CONSTRAINT "public_holidays_country_region_date_name_en_pk" PRIMARY KEY("country","region","date","name_en"),
	CONSTRAINT "public_holidays_kind" CHECK ("public_holidays"."kind" in ('public', 'bank', 'school', 'optional', 'observance'))
);
--> statement-breakpoint
CREATE TABLE "recent_items" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"user_id" uuid NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "recent_items_org_id_user_id_entity_type_entity_id_pk" PRIMARY KEY("org_id","user_id","entity_type","entity_id"),
	CONSTRAINT "recent_items_type" CHECK ("recent_items"."entity_type" in ('task', 'project', 'document'))
);
--> statement-breakpoint
ALTER TABLE "recent_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "search_entries" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"project_id" uuid,
	"owner_user_id" uuid,
	"min_rank" smallint NOT NULL,
	"subject_type" text,
	"subject_id" uuid,
	"archived" boolean NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (app.search_words(title, body)) STORED,
	CONSTRAINT "search_entries_org_id_entity_type_entity_id_pk" PRIMARY KEY("org_id","entity_type","entity_id")
);
--> statement-breakpoint
ALTER TABLE "search_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "documents_words";--> statement-breakpoint
ALTER TABLE "calendar_feed_tokens" ADD CONSTRAINT "calendar_feed_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feed_tokens_hash" ON "calendar_feed_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feed_tokens_live" ON "calendar_feed_tokens" USING btree ("org_id","user_id") WHERE "calendar_feed_tokens"."revoked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "holiday_overrides_day" ON "holiday_overrides" USING btree ("org_id","date",coalesce("region", ''));--> statement-breakpoint
CREATE INDEX "recent_items_latest" ON "recent_items" USING btree ("org_id","user_id","opened_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "search_entries_words" ON "search_entries" USING gin ("org_id","words");--> statement-breakpoint
CREATE INDEX "search_entries_titles" ON "search_entries" USING gin ("org_id",app.plain("title") gin_trgm_ops) WHERE "search_entries"."title" <> '';--> statement-breakpoint
ALTER TABLE "documents" DROP COLUMN "content_text";--> statement-breakpoint
CREATE POLICY "person_wall" ON "calendar_feed_tokens" AS PERMISSIVE FOR ALL TO "svc_app" USING ("calendar_feed_tokens"."org_id" = (select app.org_id()) and "calendar_feed_tokens"."user_id" = (select app.user_id())) WITH CHECK ("calendar_feed_tokens"."org_id" = (select app.org_id()) and "calendar_feed_tokens"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "org_wall" ON "holiday_overrides" AS PERMISSIVE FOR ALL TO "svc_app" USING ("holiday_overrides"."org_id" = (select app.org_id())) WITH CHECK ("holiday_overrides"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "person_wall" ON "recent_items" AS PERMISSIVE FOR ALL TO "svc_app" USING ("recent_items"."org_id" = (select app.org_id()) and "recent_items"."user_id" = (select app.user_id())) WITH CHECK ("recent_items"."org_id" = (select app.org_id()) and "recent_items"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "search_wall" ON "search_entries" AS PERMISSIVE FOR ALL TO "svc_app" USING ("search_entries"."org_id" = (select app.org_id()) and ("search_entries"."project_id" is null or ("search_entries"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "search_entries"."project_id" = (select app.only_project())))) and "search_entries"."min_rank" <= (select app.rank())
        and ("search_entries"."owner_user_id" is null or "search_entries"."owner_user_id" = (select app.user_id())));