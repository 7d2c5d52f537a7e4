CREATE TABLE "login_failures" (
	"email_hash" "bytea" PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"locked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"refresh_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"ip" text,
	"user_agent" varchar(300),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spent_refresh_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"spent_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" varchar(120) NOT NULL,
	"password_hash" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"name" varchar(80) NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"hint" varchar(24) NOT NULL,
	"project_id" uuid,
	"read_only" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "board_columns" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid NOT NULL,
	"name" varchar(60) NOT NULL,
	"status" text NOT NULL,
	"rank" text collate "C" NOT NULL,
	"wip_limit" smallint,
	"color" varchar(7),
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "board_columns_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "board_columns_status" CHECK ("board_columns"."status" in ('todo', 'in_progress', 'done', 'cancelled')),
	CONSTRAINT "board_columns_wip" CHECK ("board_columns"."wip_limit" between 1 and 999)
);
--> statement-breakpoint
ALTER TABLE "board_columns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "oauth_authorizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"resource" text,
	"authorized_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text
);
--> statement-breakpoint
CREATE TABLE "oauth_clients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" varchar(120),
	"redirect_uris" text[] NOT NULL,
	"scope" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "oauth_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"redirect_uri" text NOT NULL,
	"scope" text NOT NULL,
	"state" text,
	"code_challenge" text NOT NULL,
	"resource" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"authorization_id" uuid,
	"code_hash" "bytea",
	"code_expires_at" timestamp (3) with time zone,
	"code_used_at" timestamp (3) with time zone,
	CONSTRAINT "oauth_requests_status" CHECK ("oauth_requests"."status" in ('pending', 'approved', 'denied'))
);
--> statement-breakpoint
CREATE TABLE "oauth_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"authorization_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"successor" "bytea",
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "oauth_tokens_kind" CHECK ("oauth_tokens"."kind" in ('access', 'refresh'))
);
--> statement-breakpoint
CREATE TABLE "organization_invitations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"project_ids" uuid[] DEFAULT '{}' NOT NULL,
	"message" varchar(500),
	"token_hash" "bytea" NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"invited_by" uuid DEFAULT app.user_id() NOT NULL,
	"responded_at" timestamp (3) with time zone,
	"accepted_user_id" uuid,
	"send_count" integer DEFAULT 1 NOT NULL,
	"last_sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organization_invitations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "organization_members" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"title" varchar(120),
	"invited_by" uuid,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "organization_members_roles" CHECK ("organization_members"."role" in ('owner', 'admin', 'manager', 'member', 'viewer')),
	CONSTRAINT "organization_members_status" CHECK ("organization_members"."status" in ('active', 'deactivated'))
);
--> statement-breakpoint
ALTER TABLE "organization_members" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "organizations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" varchar(80) NOT NULL,
	"slug" varchar(64) NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"country" char(2),
	"region" varchar(8),
	"week_start" smallint DEFAULT 1 NOT NULL,
	"working_days" smallint[] DEFAULT '{1,2,3,4,5}' NOT NULL,
	"currency" char(3) DEFAULT 'EUR' NOT NULL,
	"logo_url" text,
	"status" text DEFAULT 'active' NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"purge_after" timestamp (3) with time zone,
	CONSTRAINT "organizations_status" CHECK ("organizations"."status" in ('active', 'suspended', 'pending_deletion')),
	CONSTRAINT "organizations_week_start" CHECK ("organizations"."week_start" between 1 and 7),
	CONSTRAINT "organizations_working_days" CHECK ("organizations"."working_days" <@ '{1,2,3,4,5,6,7}' and cardinality("organizations"."working_days") > 0)
);
--> statement-breakpoint
ALTER TABLE "organizations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "impersonation_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_user_id" uuid NOT NULL,
	"target_user_id" uuid NOT NULL,
	"target_org_id" uuid,
	"reason" varchar(300) NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"token_expires_at" timestamp (3) with time zone NOT NULL,
	"session_hash" "bytea",
	"session_expires_at" timestamp (3) with time zone,
	"status" text DEFAULT 'issued' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"activated_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"end_via" text,
	"ip" text,
	"user_agent" varchar(300),
	CONSTRAINT "impersonation_sessions_status_value" CHECK ("impersonation_sessions"."status" in ('issued', 'active', 'ended', 'revoked', 'expired')),
	CONSTRAINT "impersonation_sessions_via" CHECK ("impersonation_sessions"."end_via" in ('exit', 'revoked', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "platform_admins" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"granted_by" uuid,
	"note" varchar(200),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "project_favorites" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"project_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_favorites_user_id_project_id_pk" PRIMARY KEY("user_id","project_id")
);
--> statement-breakpoint
ALTER TABLE "project_favorites" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "project_key_aliases" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"key" varchar(10) NOT NULL,
	"project_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_key_aliases_org_id_key_pk" PRIMARY KEY("org_id","key")
);
--> statement-breakpoint
ALTER TABLE "project_key_aliases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "project_members" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"added_by" uuid DEFAULT app.user_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_members_project_id_user_id_pk" PRIMARY KEY("project_id","user_id"),
	CONSTRAINT "project_members_role" CHECK ("project_members"."role" in ('lead', 'contributor', 'viewer'))
);
--> statement-breakpoint
ALTER TABLE "project_members" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "project_updates" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid NOT NULL,
	"author_id" uuid DEFAULT app.user_id() NOT NULL,
	"health" text NOT NULL,
	"body" text NOT NULL,
	"snapshot" jsonb NOT NULL,
	CONSTRAINT "project_updates_health" CHECK ("project_updates"."health" in ('on_track', 'at_risk', 'off_track'))
);
--> statement-breakpoint
ALTER TABLE "project_updates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "projects" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"key" varchar(10) NOT NULL,
	"name" varchar(120) NOT NULL,
	"description" text,
	"status" text DEFAULT 'active' NOT NULL,
	"visibility" text DEFAULT 'organization' NOT NULL,
	"lead_user_id" uuid,
	"color" varchar(7),
	"icon" varchar(32),
	"start_date" date,
	"target_date" date,
	"client_id" uuid,
	"timezone" text,
	"task_counter" integer DEFAULT 0 NOT NULL,
	"sprint_counter" integer DEFAULT 0 NOT NULL,
	"estimate_unit" text DEFAULT 'points' NOT NULL,
	"budget_minutes" integer,
	"budget_minor" bigint,
	"hourly_rate_minor" bigint,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"purge_started_at" timestamp (3) with time zone,
	CONSTRAINT "projects_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "projects_key_format" CHECK ("projects"."key" ~ '^[A-Z][A-Z0-9]{1,9}$'),
	CONSTRAINT "projects_status" CHECK ("projects"."status" in ('planning', 'active', 'on_hold', 'completed', 'cancelled')),
	CONSTRAINT "projects_visibility" CHECK ("projects"."visibility" in ('organization', 'private')),
	CONSTRAINT "projects_dates" CHECK ("projects"."target_date" >= "projects"."start_date")
);
--> statement-breakpoint
ALTER TABLE "projects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid,
	"actor_type" text NOT NULL,
	"actor_user_id" uuid,
	"actor_label" text,
	"impersonator_user_id" uuid,
	"api_key_id" uuid,
	"oauth_authorization_id" uuid,
	"action" varchar(80) NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" text NOT NULL,
	"entity_label" text,
	"entity_version" integer,
	"changes" jsonb NOT NULL,
	"ip" text,
	"user_agent" varchar(300),
	"request_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"user_id" uuid NOT NULL,
	"key" varchar(80) NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"status" smallint,
	"answer" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "idempotency_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" uuid NOT NULL,
	"topic" varchar(60) NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"available_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" varchar(300),
	"done_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid,
	"name" varchar(50) NOT NULL,
	"color" varchar(7) DEFAULT '#64748b' NOT NULL,
	"description" varchar(200),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "tags_org_id_id_unique" UNIQUE("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "tags" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "task_tags" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"task_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	"added_by" uuid DEFAULT app.user_id(),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_tags_task_id_tag_id_pk" PRIMARY KEY("task_id","tag_id")
);
--> statement-breakpoint
ALTER TABLE "task_tags" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "task_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"actor_id" uuid,
	"actor_type" text NOT NULL,
	"automation_chain" uuid[] DEFAULT '{}' NOT NULL,
	"request_id" text,
	"change_id" uuid NOT NULL,
	"kind" varchar(40) NOT NULL,
	"field" varchar(40),
	"old_value" jsonb,
	"new_value" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_events_actor" CHECK ("task_events"."actor_type" in ('user', 'api_key', 'oauth', 'automation', 'system'))
);
--> statement-breakpoint
ALTER TABLE "task_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "task_key_aliases" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"key" text NOT NULL,
	"task_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_key_aliases_org_id_key_pk" PRIMARY KEY("org_id","key")
);
--> statement-breakpoint
ALTER TABLE "task_key_aliases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "task_watchers" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"task_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text DEFAULT 'manual' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_watchers_task_id_user_id_pk" PRIMARY KEY("task_id","user_id"),
	CONSTRAINT "task_watchers_state" CHECK ("task_watchers"."state" in ('watching', 'muted')),
	CONSTRAINT "task_watchers_reason" CHECK ("task_watchers"."reason" in ('manual', 'author', 'assignee', 'mention', 'comment'))
);
--> statement-breakpoint
ALTER TABLE "task_watchers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" varchar(255) NOT NULL,
	"description" text,
	"status" text DEFAULT 'todo' NOT NULL,
	"priority" text DEFAULT 'medium' NOT NULL,
	"priority_rank" smallint GENERATED ALWAYS AS (case priority when 'low' then 1 when 'medium' then 2 when 'high' then 3 else 4 end) STORED,
	"type" text DEFAULT 'task' NOT NULL,
	"assignee_id" uuid,
	"reporter_id" uuid DEFAULT app.user_id() NOT NULL,
	"parent_id" uuid,
	"sprint_id" uuid,
	"milestone_id" uuid,
	"column_id" uuid,
	"rank" text collate "C" NOT NULL,
	"estimate_points" numeric(6, 2),
	"estimate_minutes" integer,
	"spent_minutes" integer DEFAULT 0 NOT NULL,
	"progress_percent" smallint DEFAULT 0 NOT NULL,
	"start_date" date,
	"due_date" date,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"reopen_count" smallint DEFAULT 0 NOT NULL,
	"rrule" text,
	"recurrence_mode" text,
	"recurrence_of" uuid,
	"comment_count" integer DEFAULT 0 NOT NULL,
	"attachment_count" integer DEFAULT 0 NOT NULL,
	"child_count" integer DEFAULT 0 NOT NULL,
	"done_child_count" integer DEFAULT 0 NOT NULL,
	"open_blocker_count" integer DEFAULT 0 NOT NULL,
	"external_source" varchar(60),
	"external_id" varchar(255),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"updated_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"deleted_root" uuid,
	CONSTRAINT "tasks_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "tasks_status_value" CHECK ("tasks"."status" in ('todo', 'in_progress', 'done', 'cancelled')),
	CONSTRAINT "tasks_priority_value" CHECK ("tasks"."priority" in ('low', 'medium', 'high', 'urgent')),
	CONSTRAINT "tasks_type_value" CHECK ("tasks"."type" in ('epic', 'story', 'task', 'bug', 'spike', 'chore')),
	CONSTRAINT "tasks_points" CHECK ("tasks"."estimate_points" >= 0),
	CONSTRAINT "tasks_minutes" CHECK ("tasks"."estimate_minutes" >= 0),
	CONSTRAINT "tasks_progress" CHECK ("tasks"."progress_percent" between 0 and 100),
	CONSTRAINT "tasks_recurrence_mode" CHECK ("tasks"."recurrence_mode" in ('on_schedule', 'after_completion')),
	CONSTRAINT "tasks_dates" CHECK ("tasks"."due_date" >= "tasks"."start_date")
);
--> statement-breakpoint
ALTER TABLE "tasks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spent_refresh_tokens" ADD CONSTRAINT "spent_refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_org_id" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_columns" ADD CONSTRAINT "board_columns_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_authorizations" ADD CONSTRAINT "oauth_authorizations_client_id_oauth_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."oauth_clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_authorizations" ADD CONSTRAINT "oauth_authorizations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_requests" ADD CONSTRAINT "oauth_requests_client_id_oauth_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."oauth_clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_requests" ADD CONSTRAINT "oauth_requests_authorization_id_oauth_authorizations_id_fk" FOREIGN KEY ("authorization_id") REFERENCES "public"."oauth_authorizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_tokens" ADD CONSTRAINT "oauth_tokens_authorization_id_oauth_authorizations_id_fk" FOREIGN KEY ("authorization_id") REFERENCES "public"."oauth_authorizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_invitations" ADD CONSTRAINT "organization_invitations_org" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_org" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "impersonation_sessions" ADD CONSTRAINT "impersonation_sessions_admin_user_id_users_id_fk" FOREIGN KEY ("admin_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "impersonation_sessions" ADD CONSTRAINT "impersonation_sessions_target_user_id_users_id_fk" FOREIGN KEY ("target_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_admins" ADD CONSTRAINT "platform_admins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_favorites" ADD CONSTRAINT "project_favorites_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_key_aliases" ADD CONSTRAINT "project_key_aliases_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_updates" ADD CONSTRAINT "project_updates_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_updates" ADD CONSTRAINT "project_updates_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_lead_user_id_users_id_fk" FOREIGN KEY ("lead_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_tags" ADD CONSTRAINT "task_tags_task" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_tags" ADD CONSTRAINT "task_tags_tag_id" FOREIGN KEY ("org_id","tag_id") REFERENCES "public"."tags"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_key_aliases" ADD CONSTRAINT "task_key_aliases_task" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_watchers" ADD CONSTRAINT "task_watchers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_watchers" ADD CONSTRAINT "task_watchers_task" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_parent_id" FOREIGN KEY ("org_id","parent_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_column_id" FOREIGN KEY ("org_id","column_id") REFERENCES "public"."board_columns"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_refresh" ON "sessions" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "spent_refresh_tokens_session" ON "spent_refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_token" ON "api_keys" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "api_keys_org" ON "api_keys" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "board_columns_name" ON "board_columns" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE INDEX "board_columns_order" ON "board_columns" USING btree ("org_id","project_id","rank");--> statement-breakpoint
CREATE INDEX "oauth_authorizations_user" ON "oauth_authorizations" USING btree ("user_id","authorized_at");--> statement-breakpoint
CREATE INDEX "oauth_authorizations_client" ON "oauth_authorizations" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "oauth_clients_unused" ON "oauth_clients" USING btree ("created_at") WHERE "oauth_clients"."used_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_requests_code" ON "oauth_requests" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "oauth_requests_age" ON "oauth_requests" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "oauth_requests_client" ON "oauth_requests" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "oauth_tokens_family" ON "oauth_tokens" USING btree ("authorization_id");--> statement-breakpoint
CREATE INDEX "oauth_tokens_age" ON "oauth_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_invitations_pending" ON "organization_invitations" USING btree ("org_id","email") WHERE "organization_invitations"."status" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "organization_invitations_token" ON "organization_invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "organization_invitations_email" ON "organization_invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "organization_invitations_list" ON "organization_invitations" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "organization_members_user" ON "organization_members" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE INDEX "organization_members_of" ON "organization_members" USING btree ("user_id") WHERE "organization_members"."status" = 'active';--> statement-breakpoint
CREATE INDEX "organization_members_role" ON "organization_members" USING btree ("org_id","role");--> statement-breakpoint
CREATE UNIQUE INDEX "organizations_slug" ON "organizations" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "impersonation_sessions_token" ON "impersonation_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "impersonation_sessions_session" ON "impersonation_sessions" USING btree ("session_hash");--> statement-breakpoint
CREATE INDEX "impersonation_sessions_admin" ON "impersonation_sessions" USING btree ("admin_user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "impersonation_sessions_status" ON "impersonation_sessions" USING btree ("status");--> statement-breakpoint
CREATE INDEX "project_favorites_project" ON "project_favorites" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "project_members_user" ON "project_members" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE INDEX "project_updates_list" ON "project_updates" USING btree ("org_id","project_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "projects_key" ON "projects" USING btree ("org_id","key") WHERE "projects"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "projects_name" ON "projects" USING btree ("org_id",lower("name")) WHERE "projects"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "projects_trash" ON "projects" USING btree ("org_id","deleted_at") WHERE "projects"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "projects_private" ON "projects" USING btree ("org_id") WHERE "projects"."visibility" = 'private';--> statement-breakpoint
CREATE INDEX "audit_log_time" ON "audit_log" USING btree ("org_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("org_id","action","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("org_id","actor_user_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("org_id","entity_type","entity_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_keys_key" ON "idempotency_keys" USING btree ("org_id","user_id","key");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("available_at") WHERE "outbox"."done_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name" ON "tags" USING btree ("org_id",coalesce("project_id", '00000000-0000-0000-0000-000000000000'),lower("name")) WHERE "tags"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "task_tags_tag" ON "task_tags" USING btree ("org_id","tag_id");--> statement-breakpoint
CREATE INDEX "task_events_task" ON "task_events" USING btree ("org_id","task_id","id");--> statement-breakpoint
CREATE INDEX "task_events_time" ON "task_events" USING btree ("org_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "task_events_project" ON "task_events" USING btree ("org_id","project_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "task_events_field" ON "task_events" USING btree ("project_id","field","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_number" ON "tasks" USING btree ("project_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_rank" ON "tasks" USING btree ("project_id","rank") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_external" ON "tasks" USING btree ("project_id","external_source","external_id") WHERE "tasks"."external_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_recurrence" ON "tasks" USING btree ("recurrence_of");--> statement-breakpoint
CREATE INDEX "tasks_list" ON "tasks" USING btree ("org_id","project_id","rank","id") WHERE "tasks"."deleted_at" is null and "tasks"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_assignee" ON "tasks" USING btree ("org_id","assignee_id","status","due_date") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_status" ON "tasks" USING btree ("org_id","project_id","status","rank") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_sprint" ON "tasks" USING btree ("org_id","sprint_id") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_parent" ON "tasks" USING btree ("org_id","parent_id") WHERE "tasks"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX "tasks_column" ON "tasks" USING btree ("org_id","column_id") WHERE "tasks"."column_id" is not null;--> statement-breakpoint
CREATE INDEX "tasks_due" ON "tasks" USING btree ("org_id","due_date") WHERE "tasks"."deleted_at" is null and "tasks"."status" in ('todo', 'in_progress');--> statement-breakpoint
CREATE INDEX "tasks_recent" ON "tasks" USING btree ("org_id","updated_at" DESC NULLS LAST,"id") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_trash" ON "tasks" USING btree ("org_id","deleted_at") WHERE "tasks"."deleted_at" is not null;--> statement-breakpoint
CREATE POLICY "org_wall" ON "api_keys" AS PERMISSIVE FOR ALL TO "svc_app" USING ("api_keys"."org_id" = (select app.org_id())) WITH CHECK ("api_keys"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project_wall" ON "board_columns" AS PERMISSIVE FOR ALL TO "svc_app" USING ("board_columns"."org_id" = (select app.org_id()) and ("board_columns"."project_id" is null or ("board_columns"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "board_columns"."project_id" = (select app.only_project()))))) WITH CHECK ("board_columns"."org_id" = (select app.org_id()) and ("board_columns"."project_id" is null or ("board_columns"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "board_columns"."project_id" = (select app.only_project())))));--> statement-breakpoint
CREATE POLICY "org_wall" ON "organization_invitations" AS PERMISSIVE FOR ALL TO "svc_app" USING ("organization_invitations"."org_id" = (select app.org_id())) WITH CHECK ("organization_invitations"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "org_wall" ON "organization_members" AS PERMISSIVE FOR ALL TO "svc_app" USING ("organization_members"."org_id" = (select app.org_id()) or "organization_members"."user_id" = (select app.user_id())) WITH CHECK ("organization_members"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "org_wall" ON "organizations" AS PERMISSIVE FOR ALL TO "svc_app" USING ("organizations"."id" = (select app.org_id())) WITH CHECK ("organizations"."id" = (select app.org_id()) or "organizations"."created_by" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "person_wall" ON "project_favorites" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_favorites"."org_id" = (select app.org_id()) and "project_favorites"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "org_wall" ON "project_key_aliases" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_key_aliases"."org_id" = (select app.org_id())) WITH CHECK ("project_key_aliases"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "org_wall" ON "project_members" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_members"."org_id" = (select app.org_id())) WITH CHECK ("project_members"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project_wall" ON "project_updates" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_updates"."org_id" = (select app.org_id()) and ("project_updates"."project_id" is null or ("project_updates"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "project_updates"."project_id" = (select app.only_project()))))) WITH CHECK ("project_updates"."org_id" = (select app.org_id()) and ("project_updates"."project_id" is null or ("project_updates"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "project_updates"."project_id" = (select app.only_project())))));--> statement-breakpoint
CREATE POLICY "project_wall" ON "projects" AS PERMISSIVE FOR ALL TO "svc_app" USING ("projects"."org_id" = (select app.org_id()) and ("projects"."id" is null or ("projects"."id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "projects"."id" = (select app.only_project()))))) WITH CHECK ("projects"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "org_wall" ON "audit_log" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("audit_log"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "person_wall" ON "idempotency_keys" AS PERMISSIVE FOR ALL TO "svc_app" USING ("idempotency_keys"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "project_wall" ON "tags" AS PERMISSIVE FOR ALL TO "svc_app" USING ("tags"."org_id" = (select app.org_id()) and ("tags"."project_id" is null or ("tags"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "tags"."project_id" = (select app.only_project()))))) WITH CHECK ("tags"."org_id" = (select app.org_id()) and ("tags"."project_id" is null or ("tags"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "tags"."project_id" = (select app.only_project())))));--> statement-breakpoint
CREATE POLICY "org_wall" ON "task_tags" AS PERMISSIVE FOR ALL TO "svc_app" USING ("task_tags"."org_id" = (select app.org_id())) WITH CHECK ("task_tags"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project_wall" ON "task_events" AS PERMISSIVE FOR ALL TO "svc_app" USING ("task_events"."org_id" = (select app.org_id()) and ("task_events"."project_id" is null or ("task_events"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "task_events"."project_id" = (select app.only_project()))))) WITH CHECK ("task_events"."org_id" = (select app.org_id()) and ("task_events"."project_id" is null or ("task_events"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "task_events"."project_id" = (select app.only_project())))));--> statement-breakpoint
CREATE POLICY "org_wall" ON "task_key_aliases" AS PERMISSIVE FOR ALL TO "svc_app" USING ("task_key_aliases"."org_id" = (select app.org_id())) WITH CHECK ("task_key_aliases"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "org_wall" ON "task_watchers" AS PERMISSIVE FOR ALL TO "svc_app" USING ("task_watchers"."org_id" = (select app.org_id())) WITH CHECK ("task_watchers"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project_wall" ON "tasks" AS PERMISSIVE FOR ALL TO "svc_app" USING ("tasks"."org_id" = (select app.org_id()) and ("tasks"."project_id" is null or ("tasks"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "tasks"."project_id" = (select app.only_project()))))) WITH CHECK ("tasks"."org_id" = (select app.org_id()) and ("tasks"."project_id" is null or ("tasks"."project_id" <> all((select app.hidden_projects())::uuid[])
    and ((select app.only_project()) is null or "tasks"."project_id" = (select app.only_project())))));