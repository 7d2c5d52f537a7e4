CREATE TABLE "portal_accesses" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"client_id" uuid NOT NULL,
	"contact_id" uuid NOT NULL,
	"abilities" text[] NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "portal_accesses_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "portal_accesses_status" CHECK ("portal_accesses"."status" in ('active', 'revoked')),
	CONSTRAINT "portal_accesses_abilities" CHECK (cardinality("portal_accesses"."abilities") > 0 and "portal_accesses"."abilities" <@ '{tickets,invoices}'),
	CONSTRAINT "portal_accesses_revoked" CHECK (("portal_accesses"."status" = 'revoked') = ("portal_accesses"."revoked_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "portal_accesses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "portal_tokens" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"access_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"scope_ticket_id" uuid,
	"token_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"ip" text,
	"user_agent" varchar(300),
	CONSTRAINT "portal_tokens_kind" CHECK ("portal_tokens"."kind" in ('link', 'session'))
);
--> statement-breakpoint
ALTER TABLE "portal_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "canned_responses" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"shortcut" varchar(40) NOT NULL,
	"title" varchar(120) NOT NULL,
	"body" text NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "canned_responses_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "canned_responses_text" CHECK (length("canned_responses"."body") between 1 and 20000)
);
--> statement-breakpoint
ALTER TABLE "canned_responses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ticket_counters" (
	"org_id" uuid PRIMARY KEY DEFAULT app.org_id() NOT NULL,
	"last" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ticket_counters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ticket_events" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ticket_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid DEFAULT app.user_id(),
	"contact_id" uuid DEFAULT app.portal_contact(),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "ticket_events_kind" CHECK ("ticket_events"."kind" in ('created', 'status', 'priority', 'assignee', 'snooze', 'merge', 'task'))
);
--> statement-breakpoint
ALTER TABLE "ticket_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ticket_messages" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ticket_id" uuid NOT NULL,
	"author_kind" text NOT NULL,
	"author_user_id" uuid DEFAULT app.user_id(),
	"author_contact_id" uuid DEFAULT app.portal_contact(),
	"body" text NOT NULL,
	"is_internal" boolean DEFAULT false NOT NULL,
	CONSTRAINT "ticket_messages_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "ticket_messages_author" CHECK ("ticket_messages"."author_kind" in ('agent', 'customer')),
	CONSTRAINT "ticket_messages_internal" CHECK (not ("ticket_messages"."is_internal" and "ticket_messages"."author_kind" = 'customer')),
	CONSTRAINT "ticket_messages_contact_kind" CHECK ("ticket_messages"."author_contact_id" is null or "ticket_messages"."author_kind" = 'customer'),
	CONSTRAINT "ticket_messages_text" CHECK (length("ticket_messages"."body") between 1 and 20000)
);
--> statement-breakpoint
ALTER TABLE "ticket_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"number" bigint NOT NULL,
	"subject" varchar(200) NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"priority" text DEFAULT 'medium' NOT NULL,
	"type" varchar(40),
	"channel" text DEFAULT 'agent' NOT NULL,
	"client_id" uuid,
	"contact_id" uuid,
	"requester_email" varchar(254),
	"assignee_user_id" uuid,
	"task_id" uuid,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"first_response_at" timestamp (3) with time zone,
	"last_customer_message_at" timestamp (3) with time zone,
	"last_agent_message_at" timestamp (3) with time zone,
	"waiting_since" timestamp (3) with time zone,
	"snoozed_until" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"reopened_count" integer DEFAULT 0 NOT NULL,
	"merged_into_id" uuid,
	"follow_up_of_id" uuid,
	"csat_score" smallint,
	"csat_comment" varchar(1000),
	"rated_at" timestamp (3) with time zone,
	"created_by" uuid DEFAULT app.user_id(),
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "tickets_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "tickets_status_known" CHECK ("tickets"."status" in ('open', 'pending', 'on_hold', 'resolved', 'closed')),
	CONSTRAINT "tickets_priority" CHECK ("tickets"."priority" in ('low', 'medium', 'high', 'urgent')),
	CONSTRAINT "tickets_channel" CHECK ("tickets"."channel" in ('portal', 'email', 'api', 'agent')),
	CONSTRAINT "tickets_requester" CHECK ("tickets"."contact_id" is null or "tickets"."requester_email" is null),
	CONSTRAINT "tickets_contact_client" CHECK ("tickets"."contact_id" is null or "tickets"."client_id" is not null),
	CONSTRAINT "tickets_tags" CHECK (cardinality("tickets"."tags") <= 20),
	CONSTRAINT "tickets_text" CHECK (length("tickets"."description") <= 20000),
	CONSTRAINT "tickets_score" CHECK ("tickets"."csat_score" between 1 and 5),
	CONSTRAINT "tickets_rating" CHECK (("tickets"."csat_score" is null) = ("tickets"."rated_at" is null)),
	CONSTRAINT "tickets_done" CHECK (("tickets"."status" = 'closed') = ("tickets"."closed_at" is not null)),
	CONSTRAINT "tickets_solved" CHECK ("tickets"."status" <> 'resolved' or "tickets"."resolved_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "tickets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "portal_accesses" ADD CONSTRAINT "portal_accesses_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_accesses" ADD CONSTRAINT "portal_accesses_contact_id" FOREIGN KEY ("org_id","contact_id") REFERENCES "public"."client_contacts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_tokens" ADD CONSTRAINT "portal_tokens_access_id" FOREIGN KEY ("org_id","access_id") REFERENCES "public"."portal_accesses"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_tokens" ADD CONSTRAINT "portal_tokens_ticket_id" FOREIGN KEY ("org_id","scope_ticket_id") REFERENCES "public"."tickets"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_events" ADD CONSTRAINT "ticket_events_ticket_id" FOREIGN KEY ("org_id","ticket_id") REFERENCES "public"."tickets"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_ticket_id" FOREIGN KEY ("org_id","ticket_id") REFERENCES "public"."tickets"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_author_contact_id" FOREIGN KEY ("org_id","author_contact_id") REFERENCES "public"."client_contacts"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_contact_id" FOREIGN KEY ("org_id","contact_id") REFERENCES "public"."client_contacts"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_task_id" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE set null ("task_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_follow_up_of_id" FOREIGN KEY ("org_id","follow_up_of_id") REFERENCES "public"."tickets"("org_id","id") ON DELETE set null ("follow_up_of_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_merged_into_id" FOREIGN KEY ("org_id","merged_into_id") REFERENCES "public"."tickets"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "portal_accesses_contact" ON "portal_accesses" USING btree ("org_id","contact_id") WHERE "portal_accesses"."status" = 'active';--> statement-breakpoint
CREATE INDEX "portal_accesses_client" ON "portal_accesses" USING btree ("org_id","client_id");--> statement-breakpoint
CREATE INDEX "portal_accesses_created" ON "portal_accesses" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "portal_accesses_of" ON "portal_accesses" USING btree ("org_id","contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_tokens_hash" ON "portal_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "portal_tokens_access" ON "portal_tokens" USING btree ("org_id","access_id");--> statement-breakpoint
CREATE INDEX "portal_tokens_ticket" ON "portal_tokens" USING btree ("org_id","scope_ticket_id");--> statement-breakpoint
CREATE INDEX "portal_tokens_expiry" ON "portal_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "canned_responses_shortcut" ON "canned_responses" USING btree ("org_id","shortcut");--> statement-breakpoint
CREATE INDEX "ticket_events_ticket" ON "ticket_events" USING btree ("org_id","ticket_id","at","id");--> statement-breakpoint
CREATE INDEX "ticket_events_kind_at" ON "ticket_events" USING btree ("org_id","kind","at");--> statement-breakpoint
CREATE INDEX "ticket_messages_ticket" ON "ticket_messages" USING btree ("org_id","ticket_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ticket_messages_created" ON "ticket_messages" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "ticket_messages_contact" ON "ticket_messages" USING btree ("org_id","author_contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_number" ON "tickets" USING btree ("org_id","number");--> statement-breakpoint
CREATE INDEX "tickets_created" ON "tickets" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tickets_status" ON "tickets" USING btree ("org_id","status","resolved_at");--> statement-breakpoint
CREATE INDEX "tickets_waiting" ON "tickets" USING btree ("org_id","waiting_since","id");--> statement-breakpoint
CREATE INDEX "tickets_responded" ON "tickets" USING btree ("org_id","first_response_at");--> statement-breakpoint
CREATE INDEX "tickets_resolved" ON "tickets" USING btree ("org_id","resolved_at");--> statement-breakpoint
CREATE INDEX "tickets_rated" ON "tickets" USING btree ("org_id","rated_at");--> statement-breakpoint
CREATE INDEX "tickets_assignee" ON "tickets" USING btree ("org_id","assignee_user_id");--> statement-breakpoint
CREATE INDEX "tickets_client" ON "tickets" USING btree ("org_id","client_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_contact" ON "tickets" USING btree ("org_id","contact_id");--> statement-breakpoint
CREATE INDEX "tickets_task" ON "tickets" USING btree ("org_id","task_id");--> statement-breakpoint
CREATE INDEX "tickets_merged" ON "tickets" USING btree ("org_id","merged_into_id");--> statement-breakpoint
CREATE INDEX "tickets_follow_up" ON "tickets" USING btree ("org_id","follow_up_of_id");--> statement-breakpoint
CREATE POLICY "organization" ON "portal_accesses" AS PERMISSIVE FOR ALL TO "svc_app" USING ("portal_accesses"."org_id" = (select app.org_id())) WITH CHECK ("portal_accesses"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "portal_tokens" AS PERMISSIVE FOR ALL TO "svc_app" USING ("portal_tokens"."org_id" = (select app.org_id())) WITH CHECK ("portal_tokens"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "canned_responses" AS PERMISSIVE FOR ALL TO "svc_app" USING ("canned_responses"."org_id" = (select app.org_id())) WITH CHECK ("canned_responses"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "ticket_counters" AS PERMISSIVE FOR ALL TO "svc_app" USING ("ticket_counters"."org_id" = (select app.org_id())) WITH CHECK ("ticket_counters"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "ticket_events" AS PERMISSIVE FOR ALL TO "svc_app" USING ("ticket_events"."org_id" = (select app.org_id())) WITH CHECK ("ticket_events"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "portal" ON "ticket_messages" AS PERMISSIVE FOR ALL TO "svc_app" USING ("ticket_messages"."org_id" = (select app.org_id()) and ((select app.portal_client()) is null or not "ticket_messages"."is_internal" and exists (select from tickets t
        where t.org_id = "ticket_messages"."org_id" and t.id = "ticket_messages"."ticket_id" and t.client_id = (select app.portal_client())))) WITH CHECK ("ticket_messages"."org_id" = (select app.org_id()) and ((select app.portal_client()) is null or not "ticket_messages"."is_internal" and exists (select from tickets t
        where t.org_id = "ticket_messages"."org_id" and t.id = "ticket_messages"."ticket_id" and t.client_id = (select app.portal_client()))));--> statement-breakpoint
CREATE POLICY "portal" ON "tickets" AS PERMISSIVE FOR ALL TO "svc_app" USING ("tickets"."org_id" = (select app.org_id()) and ((select app.portal_client()) is null or "tickets"."client_id" = (select app.portal_client()))) WITH CHECK ("tickets"."org_id" = (select app.org_id()) and ((select app.portal_client()) is null or "tickets"."client_id" = (select app.portal_client())));