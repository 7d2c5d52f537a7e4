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
CREATE TABLE "attachment_objects" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sha256" "bytea" NOT NULL,
	"size_bytes" integer NOT NULL,
	"storage_key" text NOT NULL,
	"reference_count" integer DEFAULT 0 NOT NULL,
	"unreferenced_at" timestamp (3) with time zone,
	CONSTRAINT "attachment_objects_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "attachment_objects_count" CHECK ("attachment_objects"."reference_count" >= 0),
	CONSTRAINT "attachment_objects_key" CHECK ("attachment_objects"."storage_key" like 'org/' || "attachment_objects"."org_id" || '/%')
);
--> statement-breakpoint
ALTER TABLE "attachment_objects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"filename" varchar(180) NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" "bytea" NOT NULL,
	"width" integer,
	"height" integer,
	"caption" varchar(200),
	"object_id" uuid,
	"uploaded_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	CONSTRAINT "attachments_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "attachments_entity_type" CHECK ("attachments"."entity_type" in ('task', 'invoice', 'expense')),
	CONSTRAINT "attachments_content_type" CHECK ("attachments"."content_type" in ('image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf')),
	CONSTRAINT "attachments_size" CHECK ("attachments"."size_bytes" between 1 and 10485760),
	CONSTRAINT "attachments_side" CHECK ("attachments"."width" between 1 and 12000 and "attachments"."height" between 1 and 12000)
);
--> statement-breakpoint
ALTER TABLE "attachments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_exports" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid NOT NULL,
	"format" text NOT NULL,
	"range_from" timestamp (3) with time zone NOT NULL,
	"range_to" timestamp (3) with time zone NOT NULL,
	"state" text DEFAULT 'preparing' NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"sizes" integer[] DEFAULT '{}' NOT NULL,
	"after_at" timestamp (3) with time zone,
	"after_id" uuid,
	"ready_at" timestamp (3) with time zone,
	CONSTRAINT "audit_exports_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "audit_exports_format" CHECK ("audit_exports"."format" in ('jsonl', 'csv')),
	CONSTRAINT "audit_exports_state" CHECK ("audit_exports"."state" in ('preparing', 'ready'))
);
--> statement-breakpoint
ALTER TABLE "audit_exports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"position" bigint NOT NULL,
	"entry_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	CONSTRAINT "audit_seals_org_id_position_pk" PRIMARY KEY("org_id","position")
);
--> statement-breakpoint
ALTER TABLE "audit_seals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "automation_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "automation_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"automation_id" uuid NOT NULL,
	"event_id" bigint,
	"due_date" date,
	"task_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"status" text NOT NULL,
	"chain" uuid[] DEFAULT '{}' NOT NULL,
	"depth" smallint DEFAULT 1 NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" varchar(300),
	"duration_ms" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "automation_runs_status" CHECK ("automation_runs"."status" in ('succeeded', 'no_change', 'conditions_not_met', 'failed', 'loop_blocked', 'throttled', 'dry_run'))
);
--> statement-breakpoint
ALTER TABLE "automation_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "automations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid,
	"name" varchar(80) NOT NULL,
	"description" varchar(500),
	"is_enabled" boolean DEFAULT true NOT NULL,
	"trigger" jsonb NOT NULL,
	"conditions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"action" jsonb NOT NULL,
	"rank" smallint DEFAULT 100 NOT NULL,
	"run_as" text DEFAULT 'system' NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"run_count" integer DEFAULT 0 NOT NULL,
	"last_run_at" timestamp (3) with time zone,
	"last_status" text,
	"consecutive_failures" smallint DEFAULT 0 NOT NULL,
	"turn" integer DEFAULT 0 NOT NULL,
	"disabled_reason" varchar(40),
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "automations_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "automations_run_as" CHECK ("automations"."run_as" in ('system')),
	CONSTRAINT "automations_last_status" CHECK ("automations"."last_status" in ('succeeded', 'no_change', 'conditions_not_met', 'failed', 'loop_blocked', 'throttled', 'dry_run'))
);
--> statement-breakpoint
ALTER TABLE "automations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
CREATE TABLE "comment_reactions" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"comment_id" uuid NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"emoji" varchar(16) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "comment_reactions_comment_id_user_id_emoji_pk" PRIMARY KEY("comment_id","user_id","emoji")
);
--> statement-breakpoint
ALTER TABLE "comment_reactions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"task_id" uuid,
	"document_id" uuid,
	"parent_id" uuid,
	"body" text,
	"mentions" uuid[] DEFAULT '{}' NOT NULL,
	"author_id" uuid DEFAULT app.user_id(),
	"author_type" text DEFAULT 'user' NOT NULL,
	"is_internal" boolean DEFAULT false NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" uuid,
	"reply_count" integer DEFAULT 0 NOT NULL,
	"last_reply_at" timestamp (3) with time zone,
	"anchor" jsonb,
	"anchor_state" text DEFAULT 'none' NOT NULL,
	"anchor_start" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	CONSTRAINT "comments_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "comments_body" CHECK (length("comments"."body") between 1 and 20000),
	CONSTRAINT "comments_text" CHECK ("comments"."body" is not null or "comments"."deleted_at" is not null),
	CONSTRAINT "comments_author_type" CHECK ("comments"."author_type" in ('user', 'automation')),
	CONSTRAINT "comments_resolved" CHECK ("comments"."parent_id" is null or "comments"."resolved_at" is null),
	CONSTRAINT "comments_subject" CHECK (num_nonnulls("comments"."task_id", "comments"."document_id") = 1),
	CONSTRAINT "comments_anchor_state" CHECK ("comments"."anchor_state" in ('none', 'attached', 'orphaned')),
	CONSTRAINT "comments_anchored" CHECK (case when "comments"."anchor" is null then "comments"."anchor_state" = 'none'
        else "comments"."anchor_state" <> 'none' and "comments"."document_id" is not null and "comments"."parent_id" is null end)
);
--> statement-breakpoint
ALTER TABLE "comments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "task_dependencies" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"from_task_id" uuid NOT NULL,
	"to_task_id" uuid NOT NULL,
	"type" text NOT NULL,
	"lag_days" smallint DEFAULT 0 NOT NULL,
	"note" varchar(255),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "task_dependencies_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "task_dependencies_type" CHECK ("task_dependencies"."type" in ('blocks', 'relates_to')),
	CONSTRAINT "task_dependencies_ends" CHECK ("task_dependencies"."from_task_id" <> "task_dependencies"."to_task_id"),
	CONSTRAINT "task_dependencies_order" CHECK ("task_dependencies"."type" = 'blocks' or "task_dependencies"."from_task_id" < "task_dependencies"."to_task_id"),
	CONSTRAINT "task_dependencies_lag" CHECK ("task_dependencies"."lag_days" between -30 and 365 and ("task_dependencies"."type" = 'blocks' or "task_dependencies"."lag_days" = 0))
);
--> statement-breakpoint
ALTER TABLE "task_dependencies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
CREATE TABLE "document_links" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"document_id" uuid NOT NULL,
	"target_type" text NOT NULL,
	"target_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_links_document_id_target_type_target_id_pk" PRIMARY KEY("document_id","target_type","target_id"),
	CONSTRAINT "document_links_type" CHECK ("document_links"."target_type" in ('document', 'task', 'project'))
);
--> statement-breakpoint
ALTER TABLE "document_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"document_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" varchar(200) NOT NULL,
	"content" text NOT NULL,
	"content_hash" "bytea" NOT NULL,
	"added_lines" integer NOT NULL,
	"removed_lines" integer NOT NULL,
	"author_id" uuid DEFAULT app.user_id(),
	"label" varchar(80),
	"summary" varchar(200),
	"edit_mode" text NOT NULL,
	CONSTRAINT "document_versions_number" UNIQUE("document_id","number"),
	CONSTRAINT "document_versions_mode" CHECK ("document_versions"."edit_mode" in ('create', 'replace', 'append', 'prepend', 'patch', 'restore'))
);
--> statement-breakpoint
ALTER TABLE "document_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "documents" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid,
	"parent_id" uuid,
	"title" varchar(200) NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"icon" varchar(32),
	"rank" text collate "C" NOT NULL,
	"depth" smallint DEFAULT 1 NOT NULL,
	"visibility" text DEFAULT 'organization' NOT NULL,
	"only_for" uuid,
	"owner_id" uuid DEFAULT app.user_id() NOT NULL,
	"is_locked" boolean DEFAULT false NOT NULL,
	"locked_by" uuid,
	"is_template" boolean DEFAULT false NOT NULL,
	"current_version" integer DEFAULT 1 NOT NULL,
	"word_count" integer DEFAULT 0 NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"updated_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	"deleted_with" uuid,
	CONSTRAINT "documents_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "documents_visibility" CHECK ("documents"."visibility" in ('organization', 'project', 'private')),
	CONSTRAINT "documents_size" CHECK (octet_length("documents"."content") <= 1500000),
	CONSTRAINT "documents_depth" CHECK ("documents"."depth" between 1 and 10 or "documents"."deleted_at" is not null),
	CONSTRAINT "documents_trashed" CHECK (("documents"."deleted_at" is null) = ("documents"."deleted_with" is null))
);
--> statement-breakpoint
ALTER TABLE "documents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "saved_filters" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid,
	"owner_id" uuid DEFAULT app.user_id() NOT NULL,
	"name" varchar(80) NOT NULL,
	"description" varchar(300),
	"visibility" text DEFAULT 'private' NOT NULL,
	"filter" jsonb NOT NULL,
	"sort" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"group_by" varchar(40),
	"columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"grammar_version" smallint DEFAULT 1 NOT NULL,
	"rank" text collate "C" NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "saved_filters_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "saved_filters_visibility" CHECK ("saved_filters"."visibility" in ('private', 'project', 'organization')),
	CONSTRAINT "saved_filters_place" CHECK ("saved_filters"."visibility" <> 'project' or "saved_filters"."project_id" is not null)
);
--> statement-breakpoint
ALTER TABLE "saved_filters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	"plan" text DEFAULT 'free' NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"purge_after" timestamp (3) with time zone,
	CONSTRAINT "organizations_status" CHECK ("organizations"."status" in ('active', 'suspended', 'pending_deletion')),
	CONSTRAINT "organizations_plan" CHECK ("organizations"."plan" in ('free', 'pro', 'enterprise')),
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
CREATE TABLE "project_repositories" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"external_id" varchar(64) NOT NULL,
	"full_name" varchar(200) NOT NULL,
	"default_branch" varchar(255),
	"web_url" varchar(500),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "project_repositories_org_id_id_unique" UNIQUE("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "project_repositories" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "repository_connections" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"provider" text NOT NULL,
	"base_url" varchar(300) NOT NULL,
	"kek_id" varchar(40) NOT NULL,
	"wrapped_dek" "bytea" NOT NULL,
	"dek_iv" "bytea" NOT NULL,
	"iv" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"secret_version" integer DEFAULT 1 NOT NULL,
	"token_hint" varchar(4) NOT NULL,
	"scopes" text[] DEFAULT '{}' NOT NULL,
	"account" varchar(120) NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"last_verified_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_error" varchar(300),
	"retry_at" timestamp (3) with time zone,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "repository_connections_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "repository_connections_one" UNIQUE("org_id"),
	CONSTRAINT "repository_connections_provider" CHECK ("repository_connections"."provider" in ('github', 'gitlab', 'gitea')),
	CONSTRAINT "repository_connections_status" CHECK ("repository_connections"."status" in ('active', 'invalid', 'rate_limited'))
);
--> statement-breakpoint
ALTER TABLE "repository_connections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "milestones" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid NOT NULL,
	"name" varchar(120) NOT NULL,
	"description" text,
	"due_date" date NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"rank" text collate "C" NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "milestones_org_id_id_unique" UNIQUE("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "milestones" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "project_baseline_items" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"baseline_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"key" text NOT NULL,
	"title" varchar(255) NOT NULL,
	"start_date" date,
	"due_date" date,
	"planned_minutes" integer NOT NULL,
	"planned_minor" bigint,
	CONSTRAINT "project_baseline_items_org_id_baseline_id_task_id_pk" PRIMARY KEY("org_id","baseline_id","task_id")
);
--> statement-breakpoint
ALTER TABLE "project_baseline_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "project_baselines" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid NOT NULL,
	"name" varchar(80) NOT NULL,
	"note" varchar(500),
	"is_current" boolean DEFAULT false NOT NULL,
	"taken_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"taken_by" uuid DEFAULT app.user_id() NOT NULL,
	"unit" text NOT NULL,
	"bac_minutes" bigint NOT NULL,
	"bac_minor" bigint,
	"hourly_rate_minor" bigint,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"task_count" integer NOT NULL,
	CONSTRAINT "project_baselines_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "project_baselines_unit" CHECK ("project_baselines"."unit" in ('minutes', 'cost')),
	CONSTRAINT "project_baselines_dates" CHECK ("project_baselines"."end_date" >= "project_baselines"."start_date")
);
--> statement-breakpoint
ALTER TABLE "project_baselines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
	"words" "tsvector" GENERATED ALWAYS AS (app.search_words(org_id, title, body)) STORED,
	CONSTRAINT "search_entries_org_id_entity_type_entity_id_pk" PRIMARY KEY("org_id","entity_type","entity_id")
);
--> statement-breakpoint
ALTER TABLE "search_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sprint_ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sprint_ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"sprint_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"reason" text NOT NULL,
	"scope_points" numeric(10, 2) NOT NULL,
	"done_points" numeric(10, 2) NOT NULL,
	"scope_minutes" integer NOT NULL,
	"done_minutes" integer NOT NULL,
	"scope_count" smallint NOT NULL,
	"done_count" smallint NOT NULL,
	"actor_id" uuid,
	"event_id" bigint,
	CONSTRAINT "sprint_ledger_reason" CHECK ("sprint_ledger"."reason" in ('committed', 'added', 'removed', 'estimated', 'completed', 'reopened', 'cancelled',
        'uncancelled', 'deleted', 'restored', 'carried_over'))
);
--> statement-breakpoint
ALTER TABLE "sprint_ledger" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sprints" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"name" varchar(80) NOT NULL,
	"goal" varchar(500),
	"state" text DEFAULT 'planned' NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date NOT NULL,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"completed_by" uuid,
	"capacity_points" numeric(10, 2),
	"committed_points" numeric(10, 2),
	"committed_count" integer,
	"completed_points" numeric(10, 2),
	"completed_count" integer,
	"frozen_report" json,
	"frozen_charts" json,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "sprints_org_id_id_unique" UNIQUE("org_id","id"),
	CONSTRAINT "sprints_state" CHECK ("sprints"."state" in ('planned', 'active', 'completed', 'cancelled')),
	CONSTRAINT "sprints_dates" CHECK ("sprints"."end_date" >= "sprints"."start_date"),
	CONSTRAINT "sprints_capacity" CHECK ("sprints"."capacity_points" >= 0)
);
--> statement-breakpoint
ALTER TABLE "sprints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid,
	"actor_type" text NOT NULL,
	"actor_user_id" uuid,
	"actor_label" text,
	"impersonator_user_id" uuid,
	"api_key_id" uuid,
	"oauth_authorization_id" uuid,
	"automation_id" uuid,
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
	"automation_chain" uuid[] DEFAULT app.automation_chain() NOT NULL,
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
CREATE TABLE "task_tallies" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "task_tallies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"project_id" uuid NOT NULL,
	"shown" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "task_tallies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_object_id" FOREIGN KEY ("org_id","object_id") REFERENCES "public"."attachment_objects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_automation_id" FOREIGN KEY ("org_id","automation_id") REFERENCES "public"."automations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_task_id" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_columns" ADD CONSTRAINT "board_columns_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feed_tokens" ADD CONSTRAINT "calendar_feed_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reactions" ADD CONSTRAINT "comment_reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reactions" ADD CONSTRAINT "comment_reactions_comment_id" FOREIGN KEY ("org_id","comment_id") REFERENCES "public"."comments"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_task" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_document" FOREIGN KEY ("org_id","document_id") REFERENCES "public"."documents"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id" FOREIGN KEY ("org_id","parent_id") REFERENCES "public"."comments"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_dependencies" ADD CONSTRAINT "task_dependencies_from_task" FOREIGN KEY ("org_id","from_task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_dependencies" ADD CONSTRAINT "task_dependencies_to_task" FOREIGN KEY ("org_id","to_task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desktop_states" ADD CONSTRAINT "desktop_states_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_links" ADD CONSTRAINT "document_links_document_id" FOREIGN KEY ("org_id","document_id") REFERENCES "public"."documents"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_document_id" FOREIGN KEY ("org_id","document_id") REFERENCES "public"."documents"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_parent_id" FOREIGN KEY ("org_id","parent_id") REFERENCES "public"."documents"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mutes" ADD CONSTRAINT "notification_mutes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mutes" ADD CONSTRAINT "notification_mutes_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_repositories" ADD CONSTRAINT "project_repositories_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_repositories" ADD CONSTRAINT "project_repositories_connection" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."repository_connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "milestones" ADD CONSTRAINT "milestones_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_baseline_items" ADD CONSTRAINT "project_baseline_items_baseline" FOREIGN KEY ("org_id","baseline_id") REFERENCES "public"."project_baselines"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_baselines" ADD CONSTRAINT "project_baselines_taken_by_users_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_baselines" ADD CONSTRAINT "project_baselines_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sprint_ledger" ADD CONSTRAINT "sprint_ledger_sprint" FOREIGN KEY ("org_id","sprint_id") REFERENCES "public"."sprints"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sprints" ADD CONSTRAINT "sprints_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_tags" ADD CONSTRAINT "task_tags_task" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_tags" ADD CONSTRAINT "task_tags_tag_id" FOREIGN KEY ("org_id","tag_id") REFERENCES "public"."tags"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_key_aliases" ADD CONSTRAINT "task_key_aliases_task" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_tallies" ADD CONSTRAINT "task_tallies_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_watchers" ADD CONSTRAINT "task_watchers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_watchers" ADD CONSTRAINT "task_watchers_task" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_parent_id" FOREIGN KEY ("org_id","parent_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_column_id" FOREIGN KEY ("org_id","column_id") REFERENCES "public"."board_columns"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_sprint_id" FOREIGN KEY ("org_id","sprint_id") REFERENCES "public"."sprints"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_milestone_id" FOREIGN KEY ("org_id","milestone_id") REFERENCES "public"."milestones"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_refresh" ON "sessions" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "spent_refresh_tokens_session" ON "spent_refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_token" ON "api_keys" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "api_keys_org" ON "api_keys" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "attachment_objects_storage_key" ON "attachment_objects" USING btree ("storage_key");--> statement-breakpoint
CREATE UNIQUE INDEX "attachment_objects_sha256" ON "attachment_objects" USING btree ("org_id","sha256") WHERE "attachment_objects"."unreferenced_at" is null;--> statement-breakpoint
CREATE INDEX "attachment_objects_unreferenced" ON "attachment_objects" USING btree ("org_id","id") WHERE "attachment_objects"."unreferenced_at" is not null;--> statement-breakpoint
CREATE INDEX "attachments_entity" ON "attachments" USING btree ("org_id","entity_type","entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "attachments_sha256" ON "attachments" USING btree ("org_id","sha256");--> statement-breakpoint
CREATE INDEX "attachments_object" ON "attachments" USING btree ("org_id","object_id");--> statement-breakpoint
CREATE INDEX "attachments_deleted" ON "attachments" USING btree ("deleted_at") WHERE "attachments"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "attachments_pending" ON "attachments" USING btree ("created_at") WHERE "attachments"."object_id" is null;--> statement-breakpoint
CREATE INDEX "audit_exports_person" ON "audit_exports" USING btree ("org_id","user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_seals_entry" ON "audit_seals" USING btree ("org_id","entry_id");--> statement-breakpoint
CREATE INDEX "audit_seals_archived" ON "audit_seals" USING btree ("org_id","position") WHERE "audit_seals"."archived";--> statement-breakpoint
CREATE UNIQUE INDEX "automation_runs_event" ON "automation_runs" USING btree ("automation_id","event_id","task_id") WHERE "automation_runs"."event_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "automation_runs_day" ON "automation_runs" USING btree ("automation_id","task_id","due_date") WHERE "automation_runs"."due_date" is not null;--> statement-breakpoint
CREATE INDEX "automation_runs_list" ON "automation_runs" USING btree ("org_id","automation_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "automation_runs_time" ON "automation_runs" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "automation_runs_age" ON "automation_runs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "automation_runs_task" ON "automation_runs" USING btree ("org_id","task_id");--> statement-breakpoint
CREATE INDEX "automations_enabled" ON "automations" USING btree ("org_id","project_id") WHERE "automations"."is_enabled" and "automations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "automations_list" ON "automations" USING btree ("org_id","rank","created_at","id") WHERE "automations"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "board_columns_name" ON "board_columns" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE INDEX "board_columns_order" ON "board_columns" USING btree ("org_id","project_id","rank");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feed_tokens_hash" ON "calendar_feed_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feed_tokens_live" ON "calendar_feed_tokens" USING btree ("org_id","user_id") WHERE "calendar_feed_tokens"."revoked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "holiday_overrides_day" ON "holiday_overrides" USING btree ("org_id","date",coalesce("region", ''));--> statement-breakpoint
CREATE INDEX "comment_reactions_comment" ON "comment_reactions" USING btree ("org_id","comment_id");--> statement-breakpoint
CREATE INDEX "comments_roots" ON "comments" USING btree ("org_id","task_id","created_at","id") WHERE "comments"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("org_id","parent_id","created_at","id") WHERE "comments"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_task" ON "comments" USING btree ("org_id","task_id");--> statement-breakpoint
CREATE INDEX "comments_document" ON "comments" USING btree ("org_id","document_id","created_at","id") WHERE "comments"."document_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_deleted" ON "comments" USING btree ("deleted_at") WHERE "comments"."deleted_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "task_dependencies_pair" ON "task_dependencies" USING btree ("org_id",least("from_task_id", "to_task_id"),greatest("from_task_id", "to_task_id"));--> statement-breakpoint
CREATE INDEX "task_dependencies_from" ON "task_dependencies" USING btree ("org_id","from_task_id");--> statement-breakpoint
CREATE INDEX "task_dependencies_to" ON "task_dependencies" USING btree ("org_id","to_task_id");--> statement-breakpoint
CREATE INDEX "document_links_target" ON "document_links" USING btree ("org_id","target_type","target_id");--> statement-breakpoint
CREATE INDEX "document_versions_document" ON "document_versions" USING btree ("org_id","document_id","number" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "documents_parent" ON "documents" USING btree ("org_id","parent_id","rank");--> statement-breakpoint
CREATE INDEX "documents_recent" ON "documents" USING btree ("org_id","updated_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "documents_trash" ON "documents" USING btree ("deleted_at") WHERE "documents"."deleted_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_name" ON "saved_filters" USING btree ("org_id","owner_id",lower("name")) WHERE "saved_filters"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "saved_filters_owner" ON "saved_filters" USING btree ("org_id","owner_id","rank","id") WHERE "saved_filters"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "saved_filters_shared" ON "saved_filters" USING btree ("org_id","visibility","project_id") WHERE "saved_filters"."deleted_at" is null and "saved_filters"."visibility" <> 'private';--> statement-breakpoint
CREATE INDEX "notes_list" ON "notes" USING btree ("org_id","user_id","is_pinned" DESC NULLS LAST,"rank","id") WHERE "notes"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "notes_linked" ON "notes" USING btree ("org_id","linked_type","linked_id") WHERE "notes"."linked_id" is not null;--> statement-breakpoint
CREATE INDEX "notes_labels" ON "notes" USING gin ("labels");--> statement-breakpoint
CREATE INDEX "notes_trash" ON "notes" USING btree ("deleted_at") WHERE "notes"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "notification_mutes_project" ON "notification_mutes" USING btree ("org_id","project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_event" ON "notifications" USING btree ("user_id","event_id") WHERE "notifications"."event_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_source" ON "notifications" USING btree ("user_id","source_key") WHERE "notifications"."source_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_group" ON "notifications" USING btree ("user_id","group_key") WHERE "notifications"."read_at" is null and "notifications"."deleted_at" is null and "notifications"."group_key" is not null;--> statement-breakpoint
CREATE INDEX "notifications_inbox" ON "notifications" USING btree ("org_id","user_id","created_at" DESC NULLS LAST,"id") WHERE "notifications"."archived_at" is null and "notifications"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("org_id","user_id") WHERE "notifications"."read_at" is null and "notifications"."archived_at" is null and "notifications"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_entity" ON "notifications" USING btree ("org_id","entity_type","entity_id");--> statement-breakpoint
CREATE INDEX "notifications_project" ON "notifications" USING btree ("org_id","project_id");--> statement-breakpoint
CREATE INDEX "notifications_deleted" ON "notifications" USING btree ("deleted_at") WHERE "notifications"."deleted_at" is not null;--> statement-breakpoint
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
CREATE INDEX "reminders_due" ON "reminders" USING btree ("next_fire_at") WHERE "reminders"."status" = 'scheduled' and "reminders"."next_fire_at" is not null;--> statement-breakpoint
CREATE INDEX "reminders_mine" ON "reminders" USING btree ("org_id","user_id","next_fire_at");--> statement-breakpoint
CREATE INDEX "reminders_entity" ON "reminders" USING btree ("org_id","entity_type","entity_id") WHERE "reminders"."entity_id" is not null;--> statement-breakpoint
CREATE INDEX "reminders_trash" ON "reminders" USING btree ("deleted_at") WHERE "reminders"."deleted_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "project_repositories_twice" ON "project_repositories" USING btree ("org_id","project_id","external_id");--> statement-breakpoint
CREATE INDEX "project_repositories_connection" ON "project_repositories" USING btree ("org_id","connection_id");--> statement-breakpoint
CREATE UNIQUE INDEX "milestones_name" ON "milestones" USING btree ("project_id",lower("name")) WHERE "milestones"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "milestones_list" ON "milestones" USING btree ("org_id","project_id","due_date","rank") WHERE "milestones"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "project_baselines_current" ON "project_baselines" USING btree ("project_id") WHERE "project_baselines"."is_current";--> statement-breakpoint
CREATE INDEX "project_baselines_list" ON "project_baselines" USING btree ("org_id","project_id","taken_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "recent_items_latest" ON "recent_items" USING btree ("org_id","user_id","opened_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "search_entries_words" ON "search_entries" USING gin ("org_id","words");--> statement-breakpoint
CREATE INDEX "search_entries_titles" ON "search_entries" USING gin ("org_id",app.plain("title") gin_trgm_ops) WHERE "search_entries"."title" <> '';--> statement-breakpoint
CREATE INDEX "sprint_ledger_time" ON "sprint_ledger" USING btree ("org_id","sprint_id","at");--> statement-breakpoint
CREATE INDEX "sprint_ledger_scope" ON "sprint_ledger" USING btree ("org_id","sprint_id","at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "sprint_ledger"."reason" not in ('committed', 'completed', 'reopened');--> statement-breakpoint
CREATE INDEX "sprint_ledger_task" ON "sprint_ledger" USING btree ("org_id","task_id","sprint_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sprints_number" ON "sprints" USING btree ("project_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "sprints_active" ON "sprints" USING btree ("project_id") WHERE "sprints"."state" = 'active';--> statement-breakpoint
CREATE INDEX "sprints_list" ON "sprints" USING btree ("org_id","project_id","number");--> statement-breakpoint
CREATE INDEX "audit_log_time" ON "audit_log" USING btree ("org_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("org_id","action","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("org_id","actor_user_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("org_id","entity_type","entity_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_chain" ON "audit_log" USING btree (app.chain_of("org_id", "action"),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_keys_key" ON "idempotency_keys" USING btree ("org_id","user_id","key");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("available_at") WHERE "outbox"."done_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_seals" ON "outbox" USING btree ("org_id","payload") WHERE "outbox"."topic" = 'audit.seal' and "outbox"."done_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name" ON "tags" USING btree ("org_id",coalesce("project_id", '00000000-0000-0000-0000-000000000000'),lower("name")) WHERE "tags"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "task_tags_tag" ON "task_tags" USING btree ("org_id","tag_id");--> statement-breakpoint
CREATE INDEX "task_events_task" ON "task_events" USING btree ("org_id","task_id","id");--> statement-breakpoint
CREATE INDEX "task_events_time" ON "task_events" USING btree ("org_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "task_events_project" ON "task_events" USING btree ("org_id","project_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "task_events_field" ON "task_events" USING btree ("project_id","field","created_at");--> statement-breakpoint
CREATE INDEX "task_tallies_project" ON "task_tallies" USING btree ("org_id","project_id","shown");--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_number" ON "tasks" USING btree ("org_id","project_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_rank" ON "tasks" USING btree ("org_id","project_id","rank") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_external" ON "tasks" USING btree ("project_id","external_source","external_id") WHERE "tasks"."external_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_recurrence" ON "tasks" USING btree ("recurrence_of");--> statement-breakpoint
CREATE INDEX "tasks_list" ON "tasks" USING btree ("org_id","project_id","rank","id") WHERE "tasks"."deleted_at" is null and "tasks"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_assignee" ON "tasks" USING btree ("org_id","assignee_id","status","due_date") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_facts" ON "tasks" USING btree ("org_id","project_id","status","id","type","priority","assignee_id","due_date","estimate_points","estimate_minutes","spent_minutes","open_blocker_count","archived_at","rank","updated_at") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_sprint" ON "tasks" USING btree ("org_id","sprint_id","id","project_id","parent_id","status","type","estimate_points","estimate_minutes") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_milestone" ON "tasks" USING btree ("org_id","milestone_id") WHERE "tasks"."milestone_id" is not null;--> statement-breakpoint
CREATE INDEX "tasks_parent" ON "tasks" USING btree ("org_id","parent_id") WHERE "tasks"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX "tasks_column" ON "tasks" USING btree ("org_id","column_id") WHERE "tasks"."column_id" is not null;--> statement-breakpoint
CREATE INDEX "tasks_board" ON "tasks" USING btree ("org_id","project_id","column_id","rank","id","estimate_points") WHERE "tasks"."deleted_at" is null and "tasks"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_due" ON "tasks" USING btree ("org_id","due_date") WHERE "tasks"."deleted_at" is null and "tasks"."status" in ('todo', 'in_progress');--> statement-breakpoint
CREATE INDEX "tasks_recent" ON "tasks" USING btree ("org_id","updated_at" DESC NULLS LAST,"id") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_trash" ON "tasks" USING btree ("org_id","deleted_at") WHERE "tasks"."deleted_at" is not null;--> statement-breakpoint
CREATE POLICY "organization" ON "api_keys" AS PERMISSIVE FOR ALL TO "svc_app" USING ("api_keys"."org_id" = (select app.org_id())) WITH CHECK ("api_keys"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "attachment_objects" AS PERMISSIVE FOR ALL TO "svc_app" USING ("attachment_objects"."org_id" = (select app.org_id())) WITH CHECK ("attachment_objects"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "attachments" AS PERMISSIVE FOR ALL TO "svc_app" USING ("attachments"."org_id" = (select app.org_id())) WITH CHECK ("attachments"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "person" ON "audit_exports" AS PERMISSIVE FOR ALL TO "svc_app" USING ("audit_exports"."org_id" = (select app.org_id()) and "audit_exports"."user_id" = (select app.user_id())) WITH CHECK ("audit_exports"."org_id" = (select app.org_id()) and "audit_exports"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "audit_seals" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("audit_seals"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project" ON "automation_runs" AS PERMISSIVE FOR ALL TO "svc_app" USING ("automation_runs"."org_id" = (select app.org_id()) and (coalesce("automation_runs"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("automation_runs"."project_id" = (select app.only_project()), true))) WITH CHECK ("automation_runs"."org_id" = (select app.org_id()) and (coalesce("automation_runs"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("automation_runs"."project_id" = (select app.only_project()), true)));--> statement-breakpoint
CREATE POLICY "project" ON "automations" AS PERMISSIVE FOR ALL TO "svc_app" USING ("automations"."org_id" = (select app.org_id()) and (coalesce("automations"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("automations"."project_id" = (select app.only_project()), true))) WITH CHECK ("automations"."org_id" = (select app.org_id()) and (coalesce("automations"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("automations"."project_id" = (select app.only_project()), true)));--> statement-breakpoint
CREATE POLICY "project" ON "board_columns" AS PERMISSIVE FOR ALL TO "svc_app" USING ("board_columns"."org_id" = (select app.org_id()) and (coalesce("board_columns"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("board_columns"."project_id" = (select app.only_project()), true))) WITH CHECK ("board_columns"."org_id" = (select app.org_id()) and (coalesce("board_columns"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("board_columns"."project_id" = (select app.only_project()), true)));--> statement-breakpoint
CREATE POLICY "person" ON "calendar_feed_tokens" AS PERMISSIVE FOR ALL TO "svc_app" USING ("calendar_feed_tokens"."org_id" = (select app.org_id()) and "calendar_feed_tokens"."user_id" = (select app.user_id())) WITH CHECK ("calendar_feed_tokens"."org_id" = (select app.org_id()) and "calendar_feed_tokens"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "holiday_overrides" AS PERMISSIVE FOR ALL TO "svc_app" USING ("holiday_overrides"."org_id" = (select app.org_id())) WITH CHECK ("holiday_overrides"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "comment_reactions" AS PERMISSIVE FOR ALL TO "svc_app" USING ("comment_reactions"."org_id" = (select app.org_id())) WITH CHECK ("comment_reactions"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "internal" ON "comments" AS RESTRICTIVE FOR SELECT TO "svc_app" USING ((select app.rank()) >= 20 or ("comments"."is_internal") is not true);--> statement-breakpoint
CREATE POLICY "document" ON "comments" AS RESTRICTIVE FOR ALL TO "svc_app" USING ("comments"."document_id" is null or exists (select from documents d
        where d.org_id = "comments"."org_id" and d.id = "comments"."document_id"));--> statement-breakpoint
CREATE POLICY "organization" ON "comments" AS PERMISSIVE FOR ALL TO "svc_app" USING ("comments"."org_id" = (select app.org_id())) WITH CHECK ("comments"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "task_dependencies" AS PERMISSIVE FOR ALL TO "svc_app" USING ("task_dependencies"."org_id" = (select app.org_id())) WITH CHECK ("task_dependencies"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "person" ON "desktop_states" AS PERMISSIVE FOR ALL TO "svc_app" USING ("desktop_states"."org_id" = (select app.org_id()) and "desktop_states"."user_id" = (select app.user_id())) WITH CHECK ("desktop_states"."org_id" = (select app.org_id()) and "desktop_states"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "document" ON "document_links" AS PERMISSIVE FOR ALL TO "svc_app" USING ("document_links"."org_id" = (select app.org_id()) and exists (select from documents d
    where d.org_id = "document_links"."org_id" and d.id = "document_links"."document_id")) WITH CHECK ("document_links"."org_id" = (select app.org_id()) and exists (select from documents d
    where d.org_id = "document_links"."org_id" and d.id = "document_links"."document_id"));--> statement-breakpoint
CREATE POLICY "document" ON "document_versions" AS PERMISSIVE FOR ALL TO "svc_app" USING ("document_versions"."org_id" = (select app.org_id()) and exists (select from documents d
    where d.org_id = "document_versions"."org_id" and d.id = "document_versions"."document_id")) WITH CHECK ("document_versions"."org_id" = (select app.org_id()) and exists (select from documents d
    where d.org_id = "document_versions"."org_id" and d.id = "document_versions"."document_id"));--> statement-breakpoint
CREATE POLICY "document" ON "documents" AS PERMISSIVE FOR ALL TO "svc_app" USING ("documents"."org_id" = (select app.org_id()) and (coalesce("documents"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("documents"."project_id" = (select app.only_project()), true)) and ("documents"."project_id" is not null or (select app.only_project()) is null)
    and ("documents"."only_for" is null or "documents"."only_for" = (select app.user_id()))) WITH CHECK ("documents"."org_id" = (select app.org_id()) and (coalesce("documents"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("documents"."project_id" = (select app.only_project()), true)) and ("documents"."project_id" is not null or (select app.only_project()) is null)
    and ("documents"."only_for" is null or "documents"."only_for" = (select app.user_id())));--> statement-breakpoint
CREATE POLICY "shared" ON "saved_filters" AS PERMISSIVE FOR ALL TO "svc_app" USING ("saved_filters"."org_id" = (select app.org_id()) and (coalesce("saved_filters"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("saved_filters"."project_id" = (select app.only_project()), true)) and ("saved_filters"."owner_id" = (select app.user_id()) or "saved_filters"."visibility" <> 'private')) WITH CHECK ("saved_filters"."org_id" = (select app.org_id()) and (coalesce("saved_filters"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("saved_filters"."project_id" = (select app.only_project()), true)) and ("saved_filters"."owner_id" = (select app.user_id()) or "saved_filters"."visibility" <> 'private'));--> statement-breakpoint
CREATE POLICY "person" ON "notes" AS PERMISSIVE FOR ALL TO "svc_app" USING ("notes"."org_id" = (select app.org_id()) and "notes"."user_id" = (select app.user_id())) WITH CHECK ("notes"."org_id" = (select app.org_id()) and "notes"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "person" ON "notification_mutes" AS PERMISSIVE FOR ALL TO "svc_app" USING ("notification_mutes"."org_id" = (select app.org_id()) and "notification_mutes"."user_id" = (select app.user_id())) WITH CHECK ("notification_mutes"."org_id" = (select app.org_id()) and "notification_mutes"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "person" ON "notification_preferences" AS PERMISSIVE FOR ALL TO "svc_app" USING ("notification_preferences"."org_id" = (select app.org_id()) and "notification_preferences"."user_id" = (select app.user_id())) WITH CHECK ("notification_preferences"."org_id" = (select app.org_id()) and "notification_preferences"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "person" ON "notifications" AS PERMISSIVE FOR ALL TO "svc_app" USING ("notifications"."org_id" = (select app.org_id()) and "notifications"."user_id" = (select app.user_id())) WITH CHECK ("notifications"."org_id" = (select app.org_id()) and "notifications"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "organization_invitations" AS PERMISSIVE FOR ALL TO "svc_app" USING ("organization_invitations"."org_id" = (select app.org_id())) WITH CHECK ("organization_invitations"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "organization_members" AS PERMISSIVE FOR ALL TO "svc_app" USING ("organization_members"."org_id" = (select app.org_id()) or "organization_members"."user_id" = (select app.user_id())) WITH CHECK ("organization_members"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "organizations" AS PERMISSIVE FOR ALL TO "svc_app" USING ("organizations"."id" = (select app.org_id())) WITH CHECK ("organizations"."id" = (select app.org_id()) or "organizations"."created_by" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "person" ON "project_favorites" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_favorites"."org_id" = (select app.org_id()) and "project_favorites"."user_id" = (select app.user_id())) WITH CHECK ("project_favorites"."org_id" = (select app.org_id()) and "project_favorites"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "project_key_aliases" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_key_aliases"."org_id" = (select app.org_id())) WITH CHECK ("project_key_aliases"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "project_members" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_members"."org_id" = (select app.org_id())) WITH CHECK ("project_members"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project" ON "project_updates" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_updates"."org_id" = (select app.org_id()) and (coalesce("project_updates"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("project_updates"."project_id" = (select app.only_project()), true))) WITH CHECK ("project_updates"."org_id" = (select app.org_id()) and (coalesce("project_updates"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("project_updates"."project_id" = (select app.only_project()), true)));--> statement-breakpoint
CREATE POLICY "project" ON "projects" AS PERMISSIVE FOR ALL TO "svc_app" USING ("projects"."org_id" = (select app.org_id()) and (coalesce("projects"."id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("projects"."id" = (select app.only_project()), true))) WITH CHECK ("projects"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "person" ON "reminders" AS PERMISSIVE FOR ALL TO "svc_app" USING ("reminders"."org_id" = (select app.org_id()) and "reminders"."user_id" = (select app.user_id())) WITH CHECK ("reminders"."org_id" = (select app.org_id()) and "reminders"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "project" ON "project_repositories" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_repositories"."org_id" = (select app.org_id()) and (coalesce("project_repositories"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("project_repositories"."project_id" = (select app.only_project()), true))) WITH CHECK ("project_repositories"."org_id" = (select app.org_id()) and (coalesce("project_repositories"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("project_repositories"."project_id" = (select app.only_project()), true)));--> statement-breakpoint
CREATE POLICY "organization" ON "repository_connections" AS PERMISSIVE FOR ALL TO "svc_app" USING ("repository_connections"."org_id" = (select app.org_id())) WITH CHECK ("repository_connections"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project" ON "milestones" AS PERMISSIVE FOR ALL TO "svc_app" USING ("milestones"."org_id" = (select app.org_id()) and (coalesce("milestones"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("milestones"."project_id" = (select app.only_project()), true))) WITH CHECK ("milestones"."org_id" = (select app.org_id()) and (coalesce("milestones"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("milestones"."project_id" = (select app.only_project()), true)));--> statement-breakpoint
CREATE POLICY "organization" ON "project_baseline_items" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_baseline_items"."org_id" = (select app.org_id())) WITH CHECK ("project_baseline_items"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project" ON "project_baselines" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_baselines"."org_id" = (select app.org_id()) and (coalesce("project_baselines"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("project_baselines"."project_id" = (select app.only_project()), true))) WITH CHECK ("project_baselines"."org_id" = (select app.org_id()) and (coalesce("project_baselines"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("project_baselines"."project_id" = (select app.only_project()), true)));--> statement-breakpoint
CREATE POLICY "person" ON "recent_items" AS PERMISSIVE FOR ALL TO "svc_app" USING ("recent_items"."org_id" = (select app.org_id()) and "recent_items"."user_id" = (select app.user_id())) WITH CHECK ("recent_items"."org_id" = (select app.org_id()) and "recent_items"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "search" ON "search_entries" AS PERMISSIVE FOR ALL TO "svc_app" USING ("search_entries"."org_id" = (select app.org_id()) and (coalesce("search_entries"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("search_entries"."project_id" = (select app.only_project()), true)) and "search_entries"."min_rank" <= (select app.rank())
        and ("search_entries"."owner_user_id" is null or "search_entries"."owner_user_id" = (select app.user_id())));--> statement-breakpoint
CREATE POLICY "organization" ON "sprint_ledger" AS PERMISSIVE FOR ALL TO "svc_app" USING ("sprint_ledger"."org_id" = (select app.org_id())) WITH CHECK ("sprint_ledger"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project" ON "sprints" AS PERMISSIVE FOR ALL TO "svc_app" USING ("sprints"."org_id" = (select app.org_id()) and (coalesce("sprints"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("sprints"."project_id" = (select app.only_project()), true))) WITH CHECK ("sprints"."org_id" = (select app.org_id()) and (coalesce("sprints"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("sprints"."project_id" = (select app.only_project()), true)));--> statement-breakpoint
CREATE POLICY "organization" ON "audit_log" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("audit_log"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "person" ON "idempotency_keys" AS PERMISSIVE FOR ALL TO "svc_app" USING ("idempotency_keys"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "project" ON "tags" AS PERMISSIVE FOR ALL TO "svc_app" USING ("tags"."org_id" = (select app.org_id()) and (coalesce("tags"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("tags"."project_id" = (select app.only_project()), true))) WITH CHECK ("tags"."org_id" = (select app.org_id()) and (coalesce("tags"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("tags"."project_id" = (select app.only_project()), true)));--> statement-breakpoint
CREATE POLICY "organization" ON "task_tags" AS PERMISSIVE FOR ALL TO "svc_app" USING ("task_tags"."org_id" = (select app.org_id())) WITH CHECK ("task_tags"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "internal" ON "task_events" AS RESTRICTIVE FOR SELECT TO "svc_app" USING ((select app.rank()) >= 20 or ("task_events"."new_value" ->> 'is_internal' = 'true') is not true);--> statement-breakpoint
CREATE POLICY "project" ON "task_events" AS PERMISSIVE FOR ALL TO "svc_app" USING ("task_events"."org_id" = (select app.org_id()) and (coalesce("task_events"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("task_events"."project_id" = (select app.only_project()), true))) WITH CHECK ("task_events"."org_id" = (select app.org_id()) and (coalesce("task_events"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("task_events"."project_id" = (select app.only_project()), true)));--> statement-breakpoint
CREATE POLICY "organization" ON "task_key_aliases" AS PERMISSIVE FOR ALL TO "svc_app" USING ("task_key_aliases"."org_id" = (select app.org_id())) WITH CHECK ("task_key_aliases"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project" ON "task_tallies" AS PERMISSIVE FOR ALL TO "svc_app" USING ("task_tallies"."org_id" = (select app.org_id()) and (coalesce("task_tallies"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("task_tallies"."project_id" = (select app.only_project()), true))) WITH CHECK ("task_tallies"."org_id" = (select app.org_id()) and (coalesce("task_tallies"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("task_tallies"."project_id" = (select app.only_project()), true)));--> statement-breakpoint
CREATE POLICY "organization" ON "task_watchers" AS PERMISSIVE FOR ALL TO "svc_app" USING ("task_watchers"."org_id" = (select app.org_id())) WITH CHECK ("task_watchers"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project" ON "tasks" AS PERMISSIVE FOR ALL TO "svc_app" USING ("tasks"."org_id" = (select app.org_id()) and (coalesce("tasks"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("tasks"."project_id" = (select app.only_project()), true))) WITH CHECK ("tasks"."org_id" = (select app.org_id()) and (coalesce("tasks"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("tasks"."project_id" = (select app.only_project()), true)));