CREATE TABLE "account_exports" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text DEFAULT 'preparing' NOT NULL,
	"place" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sizes" integer[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	CONSTRAINT "account_exports_state" CHECK ("account_exports"."state" in ('preparing', 'ready'))
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"email_hash" "bytea" PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"locked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"refresh_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"ip" text,
	"user_agent" varchar(300),
	"methods" text[] DEFAULT '{"password"}' NOT NULL,
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
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" varchar(120) NOT NULL,
	"password_hash" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"second_factor" boolean DEFAULT false NOT NULL,
	"locale" text,
	"timezone" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"name" varchar(80) NOT NULL,
	"token_hash" "bytea",
	"hint" varchar(24) NOT NULL,
	"project_id" uuid,
	"oauth_authorization_id" uuid DEFAULT app.family(),
	"read_only" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"requested_at" timestamp (3) with time zone,
	"offered_by" uuid,
	"answer_until" timestamp (3) with time zone,
	"agreed_at" timestamp (3) with time zone,
	"declined_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_agreed" CHECK ("api_keys"."token_hash" is not null or "api_keys"."answer_until" is not null)
);
--> statement-breakpoint
CREATE TABLE "attachment_objects" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sha256" "bytea" NOT NULL,
	"size_bytes" integer NOT NULL,
	"storage_key" text NOT NULL,
	"reference_count" integer DEFAULT 0 NOT NULL,
	"unreferenced_at" timestamp (3) with time zone,
	CONSTRAINT "attachment_objects_count" CHECK ("attachment_objects"."reference_count" >= 0),
	CONSTRAINT "attachment_objects_key" CHECK ("attachment_objects"."storage_key" like 'org/' || "attachment_objects"."org_id" || '/%')
);
--> statement-breakpoint
CREATE TABLE "attachments" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" uuid NOT NULL,
	"message_id" uuid,
	"filename" varchar(180) NOT NULL,
	"content_type" text NOT NULL,
	"is_inline" boolean DEFAULT false NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" "bytea" NOT NULL,
	"width" integer,
	"height" integer,
	"caption" varchar(200),
	"object_id" uuid,
	"uploaded_by" uuid DEFAULT app.user_id(),
	"contact_id" uuid DEFAULT app.portal_contact(),
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	CONSTRAINT "attachments_entity_type" CHECK ("attachments"."entity_type" in ('task', 'invoice', 'expense', 'ticket')),
	CONSTRAINT "attachments_content_type" CHECK ("attachments"."content_type" in ('image/png', 'image/jpeg', 'image/webp', 'image/gif', 'application/pdf')),
	CONSTRAINT "attachments_uploader" CHECK (num_nonnulls("attachments"."uploaded_by", "attachments"."contact_id") = 1
        or "attachments"."entity_type" = 'ticket' and num_nonnulls("attachments"."uploaded_by", "attachments"."contact_id") = 0),
	CONSTRAINT "attachments_ticket" CHECK ("attachments"."entity_type" = 'ticket' or num_nonnulls("attachments"."message_id", "attachments"."contact_id") = 0),
	CONSTRAINT "attachments_size" CHECK ("attachments"."size_bytes" between 1 and 10485760),
	CONSTRAINT "attachments_side" CHECK ("attachments"."width" between 1 and 12000 and "attachments"."height" between 1 and 12000)
);
--> statement-breakpoint
CREATE TABLE "audit_exports" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
	"digests" text[] DEFAULT '{}' NOT NULL,
	"signature" text,
	"after_at" timestamp (3) with time zone,
	"after_id" uuid,
	"ready_at" timestamp (3) with time zone,
	CONSTRAINT "audit_exports_format" CHECK ("audit_exports"."format" in ('jsonl', 'csv')),
	CONSTRAINT "audit_exports_state" CHECK ("audit_exports"."state" in ('preparing', 'ready'))
);
--> statement-breakpoint
CREATE TABLE "audit_seals" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"position" bigint NOT NULL,
	"entry_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"archived" boolean DEFAULT false NOT NULL,
	CONSTRAINT "audit_seals_org_id_position_pk" PRIMARY KEY("org_id","position")
);
--> statement-breakpoint
CREATE TABLE "automation_runs" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "automation_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"automation_id" uuid NOT NULL,
	"event_id" bigint,
	"event_key" uuid,
	"due_date" date,
	"task_id" uuid,
	"project_id" uuid,
	"ticket_id" uuid,
	"deal_id" uuid,
	"lead_id" uuid,
	"status" text NOT NULL,
	"chain" uuid[] DEFAULT '{}' NOT NULL,
	"depth" smallint DEFAULT 1 NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"error" varchar(300),
	"duration_ms" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "automation_runs_record" CHECK (num_nonnulls("automation_runs"."task_id", "automation_runs"."ticket_id", "automation_runs"."deal_id", "automation_runs"."lead_id") = 1),
	CONSTRAINT "automation_runs_project" CHECK (("automation_runs"."task_id" is null) = ("automation_runs"."project_id" is null)),
	CONSTRAINT "automation_runs_status" CHECK ("automation_runs"."status" in ('succeeded', 'no_change', 'conditions_not_met', 'failed', 'loop_blocked', 'throttled', 'dry_run'))
);
--> statement-breakpoint
CREATE TABLE "automations" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
	CONSTRAINT "automations_run_as" CHECK ("automations"."run_as" in ('system')),
	CONSTRAINT "automations_last_status" CHECK ("automations"."last_status" in ('succeeded', 'no_change', 'conditions_not_met', 'failed', 'loop_blocked', 'throttled', 'dry_run'))
);
--> statement-breakpoint
CREATE TABLE "board_columns" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
	CONSTRAINT "board_columns_status" CHECK ("board_columns"."status" in ('todo', 'in_progress', 'done', 'cancelled')),
	CONSTRAINT "board_columns_wip" CHECK ("board_columns"."wip_limit" between 1 and 999)
);
--> statement-breakpoint
CREATE TABLE "calendar_feed_tokens" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
CREATE TABLE "holiday_overrides" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"date" date NOT NULL,
	"name" varchar(80) NOT NULL,
	"kind" text NOT NULL,
	"region" varchar(16),
	"half_day" boolean DEFAULT false NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "holiday_overrides_kind" CHECK ("holiday_overrides"."kind" in ('add', 'remove'))
);
--> statement-breakpoint
CREATE TABLE "holiday_places" (
	"country" char(2) NOT NULL,
	"region" varchar(16) DEFAULT '' NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "holiday_places_country_region_pk" PRIMARY KEY("country","region")
);
--> statement-breakpoint
CREATE TABLE "public_holidays" (
	"country" char(2) NOT NULL,
	"regions" text[],
	"name_en" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"substitute" boolean DEFAULT false NOT NULL,
	"half_day" boolean DEFAULT false NOT NULL,
	"days" date[] NOT NULL,
	CONSTRAINT "public_holidays_kind" CHECK ("public_holidays"."kind" in ('public', 'bank', 'school', 'optional', 'observance'))
);
--> statement-breakpoint
CREATE TABLE "client_contacts" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"client_id" uuid NOT NULL,
	"name" varchar(200) NOT NULL,
	"email" varchar(254),
	"email_normalized" varchar(254),
	"phone" varchar(40),
	"job_title" varchar(120),
	"is_primary" boolean DEFAULT false NOT NULL,
	"language" varchar(35),
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"kind" text DEFAULT 'company' NOT NULL,
	"name" varchar(200) NOT NULL,
	"legal_name" varchar(200),
	"tax_id" varchar(20),
	"email" varchar(254),
	"phone" varchar(40),
	"website" varchar(300),
	"domain" varchar(253),
	"address_line1" varchar(200),
	"address_line2" varchar(200),
	"postal_code" varchar(20),
	"city" varchar(120),
	"region" varchar(120),
	"country" char(2),
	"currency" char(3),
	"payment_terms_days" smallint,
	"profile" text,
	"buyer_reference" varchar(100),
	"electronic_address" varchar(60),
	"owner_user_id" uuid,
	"status" text DEFAULT 'active' NOT NULL,
	"source" varchar(60),
	"tags" text[] DEFAULT '{}' NOT NULL,
	"notes" text,
	"external_ref" varchar(120),
	"portal_enabled" boolean DEFAULT true NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	"merged_into_id" uuid,
	CONSTRAINT "clients_kind" CHECK ("clients"."kind" in ('company', 'person')),
	CONSTRAINT "clients_status" CHECK ("clients"."status" in ('prospect', 'active', 'inactive')),
	CONSTRAINT "clients_profile" CHECK ("clients"."profile" in ('en16931', 'xrechnung', 'peppol')),
	CONSTRAINT "clients_currency" CHECK ("clients"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "clients_terms" CHECK ("clients"."payment_terms_days" between 0 and 365),
	CONSTRAINT "clients_tags" CHECK (cardinality("clients"."tags") <= 20)
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
CREATE TABLE "comments" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"task_id" uuid,
	"document_id" uuid,
	"parent_id" uuid,
	"body" text,
	"event_id" bigint,
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
CREATE TABLE "contract_events" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"contract_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid DEFAULT app.user_id(),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "contract_events_kind" CHECK ("contract_events"."kind" in ('created', 'changed', 'sent', 'signed', 'activated', 'milestone_reached', 'milestone_invoiced', 'renewed', 'terminated', 'cancelled', 'completed'))
);
--> statement-breakpoint
CREATE TABLE "contract_milestones" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"contract_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"name" varchar(200) NOT NULL,
	"amount_minor" bigint NOT NULL,
	"percent" numeric(7, 4),
	"due_date" date,
	"condition" text DEFAULT 'manual' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reached_at" timestamp (3) with time zone,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "contract_milestones_condition" CHECK ("contract_milestones"."condition" in ('date', 'manual')),
	CONSTRAINT "contract_milestones_status" CHECK ("contract_milestones"."status" in ('pending', 'reached', 'cancelled')),
	CONSTRAINT "contract_milestones_amount" CHECK ("contract_milestones"."amount_minor" > 0),
	CONSTRAINT "contract_milestones_percent" CHECK ("contract_milestones"."percent" between 0 and 100),
	CONSTRAINT "contract_milestones_dated" CHECK ("contract_milestones"."condition" <> 'date' or "contract_milestones"."due_date" is not null)
);
--> statement-breakpoint
CREATE TABLE "contract_notices" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"contract_id" uuid NOT NULL,
	"end_date" date NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contract_notices_contract_id_end_date_kind_pk" PRIMARY KEY("contract_id","end_date","kind"),
	CONSTRAINT "contract_notices_kind" CHECK ("contract_notices"."kind" in ('expiring', 'notice_deadline', 'renewed'))
);
--> statement-breakpoint
CREATE TABLE "contract_templates" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(120) NOT NULL,
	"description" varchar(500),
	"body" text NOT NULL,
	"placeholders" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"default_milestones" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "contract_templates_body" CHECK (length("contract_templates"."body") <= 100000)
);
--> statement-breakpoint
CREATE TABLE "contracts" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"number" varchar(40) NOT NULL,
	"title" varchar(200) NOT NULL,
	"party_kind" text NOT NULL,
	"client_id" uuid,
	"supplier_id" uuid,
	"user_id" uuid,
	"template_id" uuid,
	"template_version" integer,
	"body" text DEFAULT '' NOT NULL,
	"body_sha256" char(64),
	"value_minor" bigint,
	"currency" char(3) NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date,
	"status" text DEFAULT 'draft' NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"signed_at" timestamp (3) with time zone,
	"signed_by_name" varchar(200),
	"signed_by_user_id" uuid,
	"counterparty_signed_at" timestamp (3) with time zone,
	"counterparty_name" varchar(200),
	"auto_renew" boolean DEFAULT false NOT NULL,
	"renewal_months" smallint,
	"notice_days" smallint,
	"terminated_on" date,
	"termination_reason" varchar(1000),
	"parent_contract_id" uuid,
	"owner_user_id" uuid,
	"project_id" uuid,
	"notes" text,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "contracts_party" CHECK ("contracts"."party_kind" in ('client', 'supplier', 'employee')),
	CONSTRAINT "contracts_status_known" CHECK ("contracts"."status" in ('draft', 'sent', 'active', 'completed', 'expired', 'terminated', 'cancelled')),
	CONSTRAINT "contracts_currency" CHECK ("contracts"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "contracts_value" CHECK ("contracts"."value_minor" between -10000000000000 and 10000000000000),
	CONSTRAINT "contracts_positive" CHECK ("contracts"."value_minor" >= 0),
	CONSTRAINT "contracts_dates" CHECK ("contracts"."end_date" >= "contracts"."start_date"),
	CONSTRAINT "contracts_parties" CHECK (num_nonnulls("contracts"."client_id", "contracts"."supplier_id", "contracts"."user_id") <= 1
      and ("contracts"."client_id" is null or "contracts"."party_kind" = 'client') and ("contracts"."supplier_id" is null or "contracts"."party_kind" = 'supplier')
      and ("contracts"."user_id" is null or "contracts"."party_kind" = 'employee')),
	CONSTRAINT "contracts_renewal" CHECK (not "contracts"."auto_renew" or ("contracts"."end_date" is not null and "contracts"."renewal_months" is not null)),
	CONSTRAINT "contracts_months" CHECK ("contracts"."renewal_months" between 1 and 120),
	CONSTRAINT "contracts_notice" CHECK ("contracts"."notice_days" between 0 and 730),
	CONSTRAINT "contracts_body" CHECK (length("contracts"."body") <= 100000)
);
--> statement-breakpoint
CREATE TABLE "crm_activities" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"type" text NOT NULL,
	"subject" varchar(200) NOT NULL,
	"body" text,
	"due_at" timestamp (3) with time zone,
	"duration_minutes" integer,
	"done_at" timestamp (3) with time zone,
	"outcome" varchar(1000),
	"owner_user_id" uuid,
	"client_id" uuid,
	"contact_id" uuid,
	"deal_id" uuid,
	"lead_id" uuid,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "crm_activities_type" CHECK ("crm_activities"."type" in ('call', 'meeting', 'email', 'task', 'note')),
	CONSTRAINT "crm_activities_duration" CHECK ("crm_activities"."duration_minutes" between 0 and 1440),
	CONSTRAINT "crm_activities_parent" CHECK (num_nonnulls("crm_activities"."client_id", "crm_activities"."deal_id", "crm_activities"."lead_id") >= 1),
	CONSTRAINT "crm_activities_contact" CHECK ("crm_activities"."contact_id" is null or "crm_activities"."client_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "deal_history" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deal_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_value" text,
	"to_value" text,
	"from_stage_id" uuid,
	"to_stage_id" uuid,
	"changed_by" uuid DEFAULT app.user_id(),
	"changed_at" timestamp (3) with time zone NOT NULL,
	"seconds_in_previous" integer,
	CONSTRAINT "deal_history_kind" CHECK ("deal_history"."kind" in ('created', 'stage', 'status', 'value', 'owner')),
	CONSTRAINT "deal_history_seconds" CHECK ("deal_history"."seconds_in_previous" >= 0)
);
--> statement-breakpoint
CREATE TABLE "deals" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"pipeline_id" uuid NOT NULL,
	"stage_id" uuid NOT NULL,
	"client_id" uuid,
	"contact_id" uuid,
	"lead_id" uuid,
	"title" varchar(200) NOT NULL,
	"value_minor" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"probability" smallint,
	"status" text DEFAULT 'open' NOT NULL,
	"expected_close_date" date,
	"owner_user_id" uuid,
	"source" varchar(60),
	"tags" text[] DEFAULT '{}' NOT NULL,
	"rank" text collate "C" NOT NULL,
	"stage_entered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"lost_reason" varchar(500),
	"project_id" uuid,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "deals_status" CHECK ("deals"."status" in ('open', 'won', 'lost')),
	CONSTRAINT "deals_currency" CHECK ("deals"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "deals_bounds" CHECK ("deals"."value_minor" between -10000000000000 and 10000000000000),
	CONSTRAINT "deals_value" CHECK ("deals"."value_minor" >= 0),
	CONSTRAINT "deals_probability" CHECK ("deals"."probability" between 0 and 100),
	CONSTRAINT "deals_contact_of_client" CHECK ("deals"."contact_id" is null or "deals"."client_id" is not null),
	CONSTRAINT "deals_closed_when" CHECK (("deals"."status" = 'open') = ("deals"."closed_at" is null)),
	CONSTRAINT "deals_lost" CHECK (("deals"."status" = 'lost') = ("deals"."lost_reason" is not null)),
	CONSTRAINT "deals_tags" CHECK (cardinality("deals"."tags") <= 20)
);
--> statement-breakpoint
CREATE TABLE "task_dependencies" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"from_task_id" uuid NOT NULL,
	"to_task_id" uuid NOT NULL,
	"type" text NOT NULL,
	"lag_days" smallint DEFAULT 0 NOT NULL,
	"note" varchar(255),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "task_dependencies_type" CHECK ("task_dependencies"."type" in ('blocks', 'relates_to')),
	CONSTRAINT "task_dependencies_ends" CHECK ("task_dependencies"."from_task_id" <> "task_dependencies"."to_task_id"),
	CONSTRAINT "task_dependencies_order" CHECK ("task_dependencies"."type" = 'blocks' or "task_dependencies"."from_task_id" < "task_dependencies"."to_task_id"),
	CONSTRAINT "task_dependencies_lag" CHECK ("task_dependencies"."lag_days" between -30 and 365 and ("task_dependencies"."type" = 'blocks' or "task_dependencies"."lag_days" = 0))
);
--> statement-breakpoint
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
CREATE TABLE "document_versions" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
CREATE TABLE "documents" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
	CONSTRAINT "documents_visibility" CHECK ("documents"."visibility" in ('organization', 'project', 'private')),
	CONSTRAINT "documents_size" CHECK (octet_length("documents"."content") <= 1500000),
	CONSTRAINT "documents_depth" CHECK ("documents"."depth" between 1 and 10 or "documents"."deleted_at" is not null),
	CONSTRAINT "documents_trashed" CHECK (("documents"."deleted_at" is null) = ("documents"."deleted_with" is null))
);
--> statement-breakpoint
CREATE TABLE "expense_categories" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(80) NOT NULL,
	"parent_id" uuid,
	"account_code" varchar(20),
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "expenses" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"supplier_id" uuid,
	"category_id" uuid,
	"project_id" uuid,
	"client_id" uuid,
	"description" varchar(500) NOT NULL,
	"expense_date" date NOT NULL,
	"supplier_invoice_number" varchar(60),
	"currency" char(3) NOT NULL,
	"net_minor" bigint NOT NULL,
	"tax_minor" bigint DEFAULT 0 NOT NULL,
	"total_minor" bigint NOT NULL,
	"tax_rate" numeric(7, 4),
	"tax_deductible" boolean DEFAULT true NOT NULL,
	"exchange_rate" numeric(18, 8) DEFAULT '1' NOT NULL,
	"base_total_minor" bigint NOT NULL,
	"base_currency" char(3) NOT NULL,
	"payment_source" text DEFAULT 'employee' NOT NULL,
	"billable" boolean DEFAULT false NOT NULL,
	"notes" text,
	"status" text DEFAULT 'draft' NOT NULL,
	"submitted_at" timestamp (3) with time zone,
	"approved_by" uuid,
	"approved_at" timestamp (3) with time zone,
	"rejected_by" uuid,
	"rejection_reason" varchar(500),
	"paid_on" date,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "expenses_status_known" CHECK ("expenses"."status" in ('draft', 'submitted', 'approved', 'rejected', 'paid')),
	CONSTRAINT "expenses_source" CHECK ("expenses"."payment_source" in ('company', 'employee')),
	CONSTRAINT "expenses_currency" CHECK ("expenses"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "expenses_rate" CHECK ("expenses"."tax_rate" between 0 and 100),
	CONSTRAINT "expenses_bounds" CHECK ("expenses"."net_minor" between -10000000000000 and 10000000000000 and "expenses"."tax_minor" between -10000000000000 and 10000000000000 and "expenses"."total_minor" between -10000000000000 and 10000000000000 and "expenses"."base_total_minor" between -10000000000000 and 10000000000000),
	CONSTRAINT "expenses_total" CHECK ("expenses"."total_minor" = "expenses"."net_minor" + "expenses"."tax_minor"),
	CONSTRAINT "expenses_exchange" CHECK ("expenses"."exchange_rate" > 0),
	CONSTRAINT "expenses_positive" CHECK ("expenses"."total_minor" > 0 and "expenses"."tax_minor" >= 0 and "expenses"."net_minor" >= 0),
	CONSTRAINT "expenses_rejected" CHECK (("expenses"."status" = 'rejected') = ("expenses"."rejection_reason" is not null)),
	CONSTRAINT "expenses_paid" CHECK (("expenses"."status" = 'paid') = ("expenses"."paid_on" is not null))
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"name" varchar(80) NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_codes_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "spent_tickets" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kek_id" varchar(40) NOT NULL,
	"wrapped_dek" "bytea" NOT NULL,
	"dek_iv" "bytea" NOT NULL,
	"iv" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"secret_version" integer DEFAULT 1 NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_filters" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
	CONSTRAINT "saved_filters_visibility" CHECK ("saved_filters"."visibility" in ('private', 'project', 'organization')),
	CONSTRAINT "saved_filters_place" CHECK ("saved_filters"."visibility" <> 'project' or "saved_filters"."project_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "user_identities" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"address" text,
	"linked_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "invoice_series" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"code" varchar(20) NOT NULL,
	"name" varchar(120) NOT NULL,
	"doc_kind" text NOT NULL,
	"prefix" varchar(30) DEFAULT '' NOT NULL,
	"padding" smallint DEFAULT 4 NOT NULL,
	"reset_policy" text DEFAULT 'never' NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"first_number" bigint DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "invoice_series_kind" CHECK ("invoice_series"."doc_kind" in ('invoice', 'simplified', 'credit_note')),
	CONSTRAINT "invoice_series_reset" CHECK ("invoice_series"."reset_policy" in ('never', 'yearly')),
	CONSTRAINT "invoice_series_padding" CHECK ("invoice_series"."padding" between 1 and 10),
	CONSTRAINT "invoice_series_first" CHECK ("invoice_series"."first_number" between 1 and 9999999999),
	CONSTRAINT "invoice_series_active" CHECK (not ("invoice_series"."is_default" and "invoice_series"."archived_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "invoice_series_counters" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"series_id" uuid NOT NULL,
	"period" varchar(4) DEFAULT '' NOT NULL,
	"next_number" bigint DEFAULT 1 NOT NULL,
	"last_issue_date" date,
	CONSTRAINT "invoice_series_counters_series_id_period_pk" PRIMARY KEY("series_id","period")
);
--> statement-breakpoint
CREATE TABLE "invoice_links" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"invoice_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"mailed_to" varchar(254),
	"not_mailed" text,
	"mail_status" text,
	"mail_error" varchar(300),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	CONSTRAINT "invoice_links_not_mailed" CHECK ("invoice_links"."not_mailed" in ('no_address', 'no_mail', 'limit')),
	CONSTRAINT "invoice_links_mail_status" CHECK ("invoice_links"."mail_status" in ('waiting', 'sent', 'failed', 'dropped'))
);
--> statement-breakpoint
CREATE TABLE "invoice_payments" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"invoice_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" char(3) NOT NULL,
	"paid_on" date NOT NULL,
	"method" text NOT NULL,
	"reference" varchar(140),
	"idempotency_key" varchar(64),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"voided_at" timestamp (3) with time zone,
	"voided_by" uuid,
	CONSTRAINT "invoice_payments_method" CHECK ("invoice_payments"."method" in ('bank_transfer', 'card', 'cash', 'direct_debit', 'other')),
	CONSTRAINT "invoice_payments_amount" CHECK ("invoice_payments"."amount_minor" > 0),
	CONSTRAINT "invoice_payments_void" CHECK (("invoice_payments"."voided_at" is null) = ("invoice_payments"."voided_by" is null))
);
--> statement-breakpoint
CREATE TABLE "invoice_register" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"issuer_tax_id" varchar(20) NOT NULL,
	"seq" bigint NOT NULL,
	"record_type" text NOT NULL,
	"is_correction" boolean DEFAULT false NOT NULL,
	"invoice_id" uuid NOT NULL,
	"number" varchar(60) NOT NULL,
	"issue_date" date NOT NULL,
	"invoice_type" varchar(2),
	"tax_total" text,
	"total" text,
	"prev_seq" bigint,
	"prev_hash" varchar(64) NOT NULL,
	"hash" char(64) NOT NULL,
	"hash_type" char(2) DEFAULT '01' NOT NULL,
	"generated_at" timestamp (3) with time zone NOT NULL,
	"generated_at_text" varchar(25) NOT NULL,
	"canonical_body" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_by" uuid,
	"seal" char(64) NOT NULL,
	CONSTRAINT "invoice_register_org_id_issuer_tax_id_seq_pk" PRIMARY KEY("org_id","issuer_tax_id","seq"),
	CONSTRAINT "invoice_register_type" CHECK ("invoice_register"."record_type" in ('alta', 'anulacion'))
);
--> statement-breakpoint
CREATE TABLE "invoice_register_heads" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"issuer_tax_id" varchar(20) NOT NULL,
	"seq" bigint NOT NULL,
	"prev_hash" varchar(64) NOT NULL,
	"last_hash" varchar(64) NOT NULL,
	"last_seal" varchar(64) NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_reason" varchar(500),
	"successor_tax_id" varchar(20),
	CONSTRAINT "invoice_register_heads_org_id_issuer_tax_id_pk" PRIMARY KEY("org_id","issuer_tax_id")
);
--> statement-breakpoint
CREATE TABLE "invoice_register_settings" (
	"org_id" uuid PRIMARY KEY DEFAULT app.org_id() NOT NULL,
	"issuer_name" varchar(120) DEFAULT '' NOT NULL,
	"issuer_tax_id" varchar(20) DEFAULT '' NOT NULL,
	"address_line1" varchar(200),
	"address_line2" varchar(200),
	"postal_code" varchar(20),
	"city" varchar(120),
	"region" varchar(120),
	"country" char(2),
	"issuer_email" varchar(254),
	"issuer_phone" varchar(40),
	"issuer_website" varchar(300),
	"issuer_contact" varchar(120),
	"issuer_electronic_address" varchar(60),
	"issuer_iban" varchar(34),
	"footer" varchar(1000),
	"logo" text,
	"time_zone" text,
	"mode" text DEFAULT 'internal' NOT NULL,
	"system_name" varchar(30) DEFAULT 'Service' NOT NULL,
	"system_id" char(2) DEFAULT '01' NOT NULL,
	"system_version" varchar(50) DEFAULT '1.0' NOT NULL,
	"system_installation" varchar(100) DEFAULT '1' NOT NULL,
	"system_producer_name" varchar(120),
	"system_producer_tax_id" varchar(20),
	"system_producer_country" char(2),
	"simplified_limit_minor" bigint DEFAULT 300000 NOT NULL,
	"require_client_tax_id" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoice_register_settings_mode" CHECK ("invoice_register_settings"."mode" in ('internal', 'verifactu', 'no_verifactu')),
	CONSTRAINT "invoice_register_settings_issuer" CHECK ("invoice_register_settings"."mode" = 'internal' or ("invoice_register_settings"."issuer_name" <> '' and "invoice_register_settings"."issuer_tax_id" <> '')),
	CONSTRAINT "invoice_register_settings_logo" CHECK (length("invoice_register_settings"."logo") <= 180000),
	CONSTRAINT "invoice_register_settings_limit" CHECK ("invoice_register_settings"."simplified_limit_minor" between 0 and 10000000000000)
);
--> statement-breakpoint
CREATE TABLE "invoice_line_sources" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"line_id" uuid NOT NULL,
	"expense_id" uuid,
	"milestone_id" uuid,
	"time_entry_id" uuid,
	"released_at" timestamp (3) with time zone,
	CONSTRAINT "invoice_line_sources_one" CHECK (num_nonnulls("invoice_line_sources"."expense_id", "invoice_line_sources"."milestone_id", "invoice_line_sources"."time_entry_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "invoice_lines" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"invoice_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"description" varchar(1000) NOT NULL,
	"quantity" numeric(14, 4) NOT NULL,
	"unit" varchar(20),
	"unit_price" numeric(18, 6) NOT NULL,
	"discount_percent" numeric(7, 4) DEFAULT '0' NOT NULL,
	"tax_rate_id" uuid,
	"tax_rate" numeric(7, 4) DEFAULT '0' NOT NULL,
	"surcharge_rate" numeric(7, 4),
	"category" text DEFAULT 'standard' NOT NULL,
	"exemption_code" varchar(10),
	"net_minor" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "invoice_lines_category" CHECK ("invoice_lines"."category" in ('standard', 'reduced', 'zero', 'exempt', 'reverse_charge', 'not_subject')),
	CONSTRAINT "invoice_lines_discount" CHECK ("invoice_lines"."discount_percent" between 0 and 100),
	CONSTRAINT "invoice_lines_quantity" CHECK ("invoice_lines"."quantity" <> 0),
	CONSTRAINT "invoice_lines_place" CHECK ("invoice_lines"."position" between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "invoice_taxes" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"invoice_id" uuid NOT NULL,
	"category" text NOT NULL,
	"rate" numeric(7, 4) NOT NULL,
	"surcharge_rate" numeric(7, 4) DEFAULT '0' NOT NULL,
	"exemption_code" varchar(10),
	"base_minor" bigint NOT NULL,
	"tax_minor" bigint NOT NULL,
	"surcharge_minor" bigint DEFAULT 0 NOT NULL,
	"exact" text NOT NULL,
	"issued_on" date,
	"currency" char(3),
	"base_tax_minor" bigint,
	CONSTRAINT "invoice_taxes_invoice_id_category_rate_surcharge_rate_pk" PRIMARY KEY("invoice_id","category","rate","surcharge_rate"),
	CONSTRAINT "invoice_taxes_category" CHECK ("invoice_taxes"."category" in ('standard', 'reduced', 'zero', 'exempt', 'reverse_charge', 'not_subject'))
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"client_id" uuid NOT NULL,
	"contact_id" uuid,
	"project_id" uuid,
	"kind" text DEFAULT 'standard' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"corrects_invoice_id" uuid,
	"correction_method" text,
	"correction_reason" text,
	"replaced_net_minor" bigint,
	"replaced_tax_minor" bigint,
	"replaced_surcharge_minor" bigint,
	"credits_minor" bigint DEFAULT 0 NOT NULL,
	"series_id" uuid,
	"counter_period" varchar(4),
	"series_seq" bigint,
	"number" varchar(60),
	"issue_date" date,
	"operation_date" date,
	"due_date" date,
	"payment_terms_days" smallint,
	"currency" char(3) NOT NULL,
	"exchange_rate" numeric(18, 8),
	"exchange_rate_date" date,
	"prices_include_tax" boolean DEFAULT false NOT NULL,
	"rounding_mode" text DEFAULT 'per_rate' NOT NULL,
	"discount_kind" text DEFAULT 'none' NOT NULL,
	"discount_value" numeric(18, 4) DEFAULT '0' NOT NULL,
	"withholding_rate" numeric(7, 4) DEFAULT '0' NOT NULL,
	"discount_minor" bigint DEFAULT 0 NOT NULL,
	"net_minor" bigint DEFAULT 0 NOT NULL,
	"tax_minor" bigint DEFAULT 0 NOT NULL,
	"surcharge_minor" bigint DEFAULT 0 NOT NULL,
	"withholding_minor" bigint DEFAULT 0 NOT NULL,
	"total_minor" bigint DEFAULT 0 NOT NULL,
	"payable_minor" bigint DEFAULT 0 NOT NULL,
	"paid_minor" bigint DEFAULT 0 NOT NULL,
	"credited_minor" bigint DEFAULT 0 NOT NULL,
	"outstanding_minor" bigint GENERATED ALWAYS AS (case when status in ('draft', 'cancelled') then 0 else payable_minor - paid_minor - credited_minor end) STORED NOT NULL,
	"sales_net_minor" bigint GENERATED ALWAYS AS (net_minor - coalesce(replaced_net_minor, 0)) STORED NOT NULL,
	"sales_minor" bigint GENERATED ALWAYS AS (total_minor - coalesce(replaced_net_minor + replaced_tax_minor + replaced_surcharge_minor, 0)) STORED NOT NULL,
	"base_total_minor" bigint,
	"base_net_minor" bigint,
	"base_currency" char(3),
	"po_number" varchar(60),
	"profile" text,
	"buyer_reference" varchar(100),
	"notes" text,
	"internal_notes" text,
	"issuer_snapshot" jsonb,
	"client_snapshot" jsonb,
	"issued_at" timestamp (3) with time zone,
	"issued_by" uuid,
	"sent_at" timestamp (3) with time zone,
	"viewed_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"cancelled_by" uuid,
	"cancel_reason" varchar(500),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "invoices_kind" CHECK ("invoices"."kind" in ('standard', 'simplified', 'corrective')),
	CONSTRAINT "invoices_status" CHECK ("invoices"."status" in ('draft', 'issued', 'partially_paid', 'paid', 'cancelled')),
	CONSTRAINT "invoices_method" CHECK ("invoices"."correction_method" in ('difference', 'substitution')),
	CONSTRAINT "invoices_reason" CHECK ("invoices"."correction_reason" in ('R1', 'R2', 'R3', 'R4', 'R5')),
	CONSTRAINT "invoices_rounding" CHECK ("invoices"."rounding_mode" in ('per_rate', 'per_line')),
	CONSTRAINT "invoices_discount" CHECK ("invoices"."discount_kind" in ('none', 'percent', 'amount')),
	CONSTRAINT "invoices_profile" CHECK ("invoices"."profile" in ('en16931', 'xrechnung', 'peppol')),
	CONSTRAINT "invoices_currency" CHECK ("invoices"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "invoices_withholding" CHECK ("invoices"."withholding_rate" between 0 and 100),
	CONSTRAINT "invoices_numbered" CHECK (("invoices"."status" = 'draft') = ("invoices"."number" is null)),
	CONSTRAINT "invoices_dated" CHECK (("invoices"."number" is null) = ("invoices"."series_seq" is null) and ("invoices"."number" is null or "invoices"."issue_date" is not null)),
	CONSTRAINT "invoices_corrective" CHECK (("invoices"."kind" = 'corrective') = ("invoices"."corrects_invoice_id" is not null)),
	CONSTRAINT "invoices_correction" CHECK (("invoices"."kind" = 'corrective') = ("invoices"."correction_method" is not null) and ("invoices"."kind" = 'corrective') = ("invoices"."correction_reason" is not null)),
	CONSTRAINT "invoices_terms" CHECK ("invoices"."payment_terms_days" between 0 and 365),
	CONSTRAINT "invoices_rate" CHECK ("invoices"."exchange_rate" > 0),
	CONSTRAINT "invoices_sums" CHECK ("invoices"."total_minor" = "invoices"."net_minor" + "invoices"."tax_minor" + "invoices"."surcharge_minor" and "invoices"."payable_minor" = "invoices"."total_minor" - "invoices"."withholding_minor"),
	CONSTRAINT "invoices_paid" CHECK ("invoices"."paid_minor" = 0 or "invoices"."paid_minor" between 1 and "invoices"."payable_minor"),
	CONSTRAINT "invoices_bounds" CHECK ("invoices"."net_minor" between -10000000000000 and 10000000000000 and "invoices"."tax_minor" between -10000000000000 and 10000000000000 and "invoices"."surcharge_minor" between -10000000000000 and 10000000000000 and "invoices"."total_minor" between -10000000000000 and 10000000000000)
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(200) NOT NULL,
	"company_name" varchar(200),
	"email" varchar(254),
	"email_normalized" varchar(254),
	"phone" varchar(40),
	"source" varchar(60),
	"status" text DEFAULT 'new' NOT NULL,
	"score" smallint,
	"estimated_minor" bigint,
	"currency" char(3),
	"owner_user_id" uuid,
	"notes" text,
	"disqualify_reason" varchar(500),
	"converted_client_id" uuid,
	"converted_contact_id" uuid,
	"converted_at" timestamp (3) with time zone,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "leads_status_known" CHECK ("leads"."status" in ('new', 'contacted', 'qualified', 'disqualified', 'converted')),
	CONSTRAINT "leads_score" CHECK ("leads"."score" between 0 and 100),
	CONSTRAINT "leads_estimate" CHECK ("leads"."estimated_minor" >= 0),
	CONSTRAINT "leads_bounds" CHECK ("leads"."estimated_minor" between -10000000000000 and 10000000000000),
	CONSTRAINT "leads_priced" CHECK ("leads"."estimated_minor" is null or "leads"."currency" is not null),
	CONSTRAINT "leads_currency" CHECK ("leads"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "leads_converted" CHECK (("leads"."status" = 'converted') = ("leads"."converted_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "mailboxes" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"address" varchar(254) NOT NULL,
	"name" varchar(80) NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"password_hash" "bytea",
	"basic_auth" boolean DEFAULT false NOT NULL,
	"acknowledges" boolean DEFAULT true NOT NULL,
	"asks_rating" boolean DEFAULT true NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"keep_days" smallint DEFAULT 30 NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "mailboxes_keep_days" CHECK ("mailboxes"."keep_days" between 1 and 365)
);
--> statement-breakpoint
CREATE TABLE "mail_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"message" varchar(40) NOT NULL,
	"user_id" uuid,
	"address" text NOT NULL,
	"subject_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"message" varchar(40) NOT NULL,
	"user_id" uuid,
	"address" text NOT NULL,
	"language" varchar(2) NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"available_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"last_error" varchar(300),
	CONSTRAINT "mails_state" CHECK ("mails"."state" in ('queued', 'sending', 'sent', 'refused', 'unclear', 'failed', 'dropped'))
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
	CONSTRAINT "notes_empty" CHECK ("notes"."title" <> '' or "notes"."body" ~ '[^[:space:]]'),
	CONSTRAINT "notes_body" CHECK (length("notes"."body") <= 100000),
	CONSTRAINT "notes_labels_few" CHECK (cardinality("notes"."labels") <= 10),
	CONSTRAINT "notes_linked_type" CHECK ("notes"."linked_type" in ('task', 'project', 'document', 'client', 'deal')
        and ("notes"."linked_type" is null) = ("notes"."linked_id" is null))
);
--> statement-breakpoint
CREATE TABLE "notification_mutes" (
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"project_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_mutes_user_id_org_id_project_id_pk" PRIMARY KEY("user_id","org_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"reason" text NOT NULL,
	"in_app" boolean DEFAULT true NOT NULL,
	"email" boolean DEFAULT false NOT NULL,
	CONSTRAINT "notification_preferences_user_id_org_id_reason_pk" PRIMARY KEY("user_id","org_id","reason"),
	CONSTRAINT "notification_preferences_reason" CHECK ("notification_preferences"."reason" in ('mentioned', 'assigned', 'unassigned', 'replied', 'commented', 'status_changed', 'due_soon', 'overdue', 'blocked', 'unblocked', 'sprint_started', 'sprint_completed', 'document_updated', 'document_commented', 'invited', 'share_request', 'approval', 'automation', 'reminder', 'security', 'system'))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
	"mailed_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_reason" CHECK ("notifications"."reason" in ('mentioned', 'assigned', 'unassigned', 'replied', 'commented', 'status_changed', 'due_soon', 'overdue', 'blocked', 'unblocked', 'sprint_started', 'sprint_completed', 'document_updated', 'document_commented', 'invited', 'share_request', 'approval', 'automation', 'reminder', 'security', 'system'))
);
--> statement-breakpoint
CREATE TABLE "oauth_authorizations" (
	"id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"resource" text,
	"read_only" boolean DEFAULT false NOT NULL,
	"org_ids" uuid[],
	"redirect_host" text,
	"user_agent" varchar(300),
	"authorized_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_by" text
);
--> statement-breakpoint
CREATE TABLE "oauth_clients" (
	"id" uuid NOT NULL,
	"name" varchar(120),
	"redirect_uris" text[] NOT NULL,
	"scope" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone,
	"document_url" text,
	"fetched_at" timestamp (3) with time zone,
	"fresh_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "oauth_requests" (
	"id" uuid NOT NULL,
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
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
	"send_count" integer DEFAULT 0 NOT NULL,
	"last_sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"mail_status" text DEFAULT 'off' NOT NULL,
	CONSTRAINT "organization_invitations_mail" CHECK ("organization_invitations"."mail_status" in ('off', 'waiting', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "organization_members" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
CREATE TABLE "organizations" (
	"id" uuid NOT NULL,
	"name" varchar(80) NOT NULL,
	"slug" varchar(64) NOT NULL,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"locale" text DEFAULT 'en' NOT NULL,
	"country" char(2),
	"region" varchar(16),
	"week_start" smallint DEFAULT 1 NOT NULL,
	"working_days" smallint[] DEFAULT '{1,2,3,4,5}' NOT NULL,
	"currency" char(3) DEFAULT 'EUR' NOT NULL,
	"logo_url" text,
	"accent_color" char(7),
	"status" text DEFAULT 'active' NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"plan" text DEFAULT 'free' NOT NULL,
	"require_second_factor" boolean DEFAULT false NOT NULL,
	"suspended_at" timestamp (3) with time zone,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"purge_after" timestamp (3) with time zone,
	CONSTRAINT "organizations_status" CHECK ("organizations"."status" in ('active', 'suspended', 'pending_deletion')),
	CONSTRAINT "organizations_plan" CHECK ("organizations"."plan" in ('free', 'pro', 'enterprise')),
	CONSTRAINT "organizations_accent_color" CHECK ("organizations"."accent_color" ~ '^#[0-9a-f]{6}$'),
	CONSTRAINT "organizations_week_start" CHECK ("organizations"."week_start" between 1 and 7),
	CONSTRAINT "organizations_working_days" CHECK ("organizations"."working_days" <@ '{1,2,3,4,5,6,7}' and cardinality("organizations"."working_days") > 0)
);
--> statement-breakpoint
CREATE TABLE "pipeline_stages" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"pipeline_id" uuid NOT NULL,
	"name" varchar(80) NOT NULL,
	"position" smallint NOT NULL,
	"probability" smallint NOT NULL,
	"rotting_days" smallint,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "pipeline_stages_within" UNIQUE("org_id","pipeline_id","id"),
	CONSTRAINT "pipeline_stages_position" UNIQUE("org_id","pipeline_id","position") DEFERRABLE,
	CONSTRAINT "pipeline_stages_probability" CHECK ("pipeline_stages"."probability" between 0 and 100),
	CONSTRAINT "pipeline_stages_rotting" CHECK ("pipeline_stages"."rotting_days" between 1 and 3650)
);
--> statement-breakpoint
CREATE TABLE "pipelines" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(120) NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"position" smallint NOT NULL,
	"currency" char(3),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "pipelines_currency" CHECK ("pipelines"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "pipelines_default_live" CHECK (not "pipelines"."is_default" or "pipelines"."archived_at" is null)
);
--> statement-breakpoint
CREATE TABLE "impersonation_sessions" (
	"id" uuid NOT NULL,
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
CREATE TABLE "portal_accesses" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
	CONSTRAINT "portal_accesses_status" CHECK ("portal_accesses"."status" in ('active', 'revoked')),
	CONSTRAINT "portal_accesses_abilities" CHECK (cardinality("portal_accesses"."abilities") > 0 and "portal_accesses"."abilities" <@ '{tickets,invoices,projects,contracts}'),
	CONSTRAINT "portal_accesses_revoked" CHECK (("portal_accesses"."status" = 'revoked') = ("portal_accesses"."revoked_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "portal_tokens" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
CREATE TABLE "project_favorites" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"project_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_favorites_user_id_project_id_pk" PRIMARY KEY("user_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "project_key_aliases" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"key" varchar(10) NOT NULL,
	"project_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_key_aliases_org_id_key_pk" PRIMARY KEY("org_id","key")
);
--> statement-breakpoint
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
CREATE TABLE "project_updates" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
CREATE TABLE "projects" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
	CONSTRAINT "projects_key_format" CHECK ("projects"."key" ~ '^[A-Z][A-Z0-9]{1,9}$'),
	CONSTRAINT "projects_status" CHECK ("projects"."status" in ('planning', 'active', 'on_hold', 'completed', 'cancelled')),
	CONSTRAINT "projects_visibility" CHECK ("projects"."visibility" in ('organization', 'private')),
	CONSTRAINT "projects_dates" CHECK ("projects"."target_date" >= "projects"."start_date")
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
CREATE TABLE "project_repositories" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"external_id" varchar(64) NOT NULL,
	"full_name" varchar(200) NOT NULL,
	"default_branch" varchar(255),
	"web_url" varchar(500),
	"created_by" uuid DEFAULT app.user_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository_connections" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
	CONSTRAINT "repository_connections_one" UNIQUE("org_id"),
	CONSTRAINT "repository_connections_provider" CHECK ("repository_connections"."provider" in ('github', 'gitlab', 'gitea')),
	CONSTRAINT "repository_connections_status" CHECK ("repository_connections"."status" in ('active', 'invalid', 'rate_limited'))
);
--> statement-breakpoint
CREATE TABLE "milestones" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
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
CREATE TABLE "project_baselines" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
	CONSTRAINT "project_baselines_unit" CHECK ("project_baselines"."unit" in ('minutes', 'cost')),
	CONSTRAINT "project_baselines_dates" CHECK ("project_baselines"."end_date" >= "project_baselines"."start_date")
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
CREATE TABLE "business_calendars" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(120) NOT NULL,
	"time_zone" text NOT NULL,
	"week" jsonb NOT NULL,
	"exceptions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"holidays_from_region" varchar(20),
	"is_default" boolean DEFAULT false NOT NULL,
	"special_days" date[] DEFAULT '{0001-01-01}' NOT NULL,
	"week_seconds" integer DEFAULT 0 NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sla_clock_events" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"clock_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid DEFAULT app.user_id(),
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "sla_clock_events_kind" CHECK ("sla_clock_events"."kind" in ('started', 'paused', 'resumed', 'target_changed', 'warned', 'breached', 'met', 'missed', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "sla_clocks" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"task_id" uuid,
	"ticket_id" uuid,
	"policy_id" uuid NOT NULL,
	"policy_snapshot" jsonb NOT NULL,
	"calendar_id" uuid,
	"metric" text NOT NULL,
	"target_seconds" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"state" text NOT NULL,
	"consumed_seconds" numeric(14, 3) DEFAULT 0 NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"warn_at" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"pause_reason" varchar(500),
	"warned_at" timestamp (3) with time zone,
	"breached_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"elapsed_seconds" numeric(14, 3),
	CONSTRAINT "sla_clocks_subject_type" CHECK ("sla_clocks"."subject_type" in ('task', 'ticket')),
	CONSTRAINT "sla_clocks_subject" CHECK (num_nonnulls("sla_clocks"."task_id", "sla_clocks"."ticket_id") = 1 and "sla_clocks"."subject_id" = coalesce("sla_clocks"."task_id", "sla_clocks"."ticket_id")
      and ("sla_clocks"."subject_type" = 'task') = ("sla_clocks"."task_id" is not null)),
	CONSTRAINT "sla_clocks_metric" CHECK ("sla_clocks"."metric" in ('first_response', 'next_response', 'resolution')),
	CONSTRAINT "sla_clocks_state" CHECK ("sla_clocks"."state" in ('running', 'paused', 'met', 'missed', 'cancelled')),
	CONSTRAINT "sla_clocks_target" CHECK ("sla_clocks"."target_seconds" > 0),
	CONSTRAINT "sla_clocks_running" CHECK (("sla_clocks"."state" = 'running') = ("sla_clocks"."due_at" is not null)),
	CONSTRAINT "sla_clocks_paused" CHECK (("sla_clocks"."state" = 'paused') = ("sla_clocks"."paused_at" is not null)),
	CONSTRAINT "sla_clocks_ended" CHECK (("sla_clocks"."state" in ('running', 'paused')) = ("sla_clocks"."completed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "sla_overrides" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"task_id" uuid NOT NULL,
	"policy_id" uuid,
	"created_by" uuid DEFAULT app.user_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sla_policies" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(120) NOT NULL,
	"position" integer NOT NULL,
	"applies_to" text DEFAULT 'task' NOT NULL,
	"filter" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"calendar_id" uuid,
	"targets" jsonb NOT NULL,
	"pause_statuses" text[] DEFAULT '{}' NOT NULL,
	"warn_percent" smallint DEFAULT 80 NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "sla_policies_subject" CHECK ("sla_policies"."applies_to" in ('task', 'ticket')),
	CONSTRAINT "sla_policies_warning" CHECK ("sla_policies"."warn_percent" between 1 and 99)
);
--> statement-breakpoint
CREATE TABLE "sprint_ledger" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sprint_ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
CREATE TABLE "sprints" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
	CONSTRAINT "sprints_state" CHECK ("sprints"."state" in ('planned', 'active', 'completed', 'cancelled')),
	CONSTRAINT "sprints_dates" CHECK ("sprints"."end_date" >= "sprints"."start_date"),
	CONSTRAINT "sprints_capacity" CHECK ("sprints"."capacity_points" >= 0)
);
--> statement-breakpoint
CREATE TABLE "supplier_ibans" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last4" varchar(4) NOT NULL,
	"kek_id" varchar(40) NOT NULL,
	"wrapped_dek" "bytea" NOT NULL,
	"dek_iv" "bytea" NOT NULL,
	"iv" "bytea" NOT NULL,
	"ciphertext" "bytea" NOT NULL,
	"secret_version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suppliers" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(200) NOT NULL,
	"legal_name" varchar(200),
	"tax_id" varchar(20),
	"email" varchar(254),
	"phone" varchar(40),
	"website" varchar(300),
	"address_line1" varchar(200),
	"address_line2" varchar(200),
	"postal_code" varchar(20),
	"city" varchar(120),
	"region" varchar(120),
	"country" char(2),
	"category" varchar(60),
	"payment_terms_days" smallint,
	"currency" char(3),
	"contact_name" varchar(200),
	"rating" smallint,
	"status" text DEFAULT 'active' NOT NULL,
	"notes" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "suppliers_status" CHECK ("suppliers"."status" in ('active', 'blocked', 'archived')),
	CONSTRAINT "suppliers_currency" CHECK ("suppliers"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "suppliers_terms" CHECK ("suppliers"."payment_terms_days" between 0 and 365),
	CONSTRAINT "suppliers_rating" CHECK ("suppliers"."rating" between 1 and 5),
	CONSTRAINT "suppliers_tags" CHECK (cardinality("suppliers"."tags") <= 20)
);
--> statement-breakpoint
CREATE TABLE "assignment_rules" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(120) NOT NULL,
	"position" integer NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"filter" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"assignee_ids" uuid[] NOT NULL,
	"strategy" text DEFAULT 'round_robin' NOT NULL,
	"last_assignee_id" uuid,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "assignment_rules_strategy" CHECK ("assignment_rules"."strategy" in ('round_robin', 'least_open')),
	CONSTRAINT "assignment_rules_assignees" CHECK (cardinality("assignment_rules"."assignee_ids") between 1 and 50)
);
--> statement-breakpoint
CREATE TABLE "ticket_deliveries" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"message_id" uuid NOT NULL,
	"mail_id" uuid NOT NULL,
	"address" varchar(254) NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"at" timestamp (3) with time zone,
	"reason" varchar(300),
	CONSTRAINT "ticket_deliveries_state" CHECK ("ticket_deliveries"."state" in ('queued', 'sent', 'unclear', 'failed', 'bounced'))
);
--> statement-breakpoint
CREATE TABLE "ticket_mails" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"mailbox_id" uuid,
	"external_id" varchar(300) NOT NULL,
	"content_hash" "bytea",
	"original" jsonb,
	"object_id" uuid,
	"from_address" varchar(254) NOT NULL,
	"from_name" varchar(200) NOT NULL,
	"subject" varchar(200) NOT NULL,
	"outcome" text DEFAULT 'ignored' NOT NULL,
	"reason" varchar(40),
	"ticket_id" uuid,
	"message_id" uuid,
	CONSTRAINT "ticket_mails_outcome" CHECK ("ticket_mails"."outcome" in ('ticket', 'message', 'note', 'ignored')),
	CONSTRAINT "ticket_mails_ticket_named" CHECK (("ticket_mails"."outcome" = 'ignored') = ("ticket_mails"."ticket_id" is null))
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
CREATE TABLE "idempotency_keys" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"user_id" uuid NOT NULL,
	"key" varchar(80) NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"project_id" uuid,
	"status" smallint,
	"answer" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"project_id" uuid,
	"name" varchar(50) NOT NULL,
	"color" varchar(7) DEFAULT '#64748b' NOT NULL,
	"description" varchar(200),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "task_tags" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"task_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	"added_by" uuid DEFAULT app.user_id(),
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_tags_task_id_tag_id_pk" PRIMARY KEY("task_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "task_events" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "task_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
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
CREATE TABLE "task_key_aliases" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"key" text NOT NULL,
	"task_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_key_aliases_org_id_key_pk" PRIMARY KEY("org_id","key")
);
--> statement-breakpoint
CREATE TABLE "task_tallies" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "task_tallies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"project_id" uuid NOT NULL,
	"shown" integer NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "tasks" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
CREATE TABLE "tax_rates" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" varchar(80) NOT NULL,
	"rate" numeric(7, 4) NOT NULL,
	"surcharge_rate" numeric(7, 4),
	"category" text DEFAULT 'standard' NOT NULL,
	"exemption_code" varchar(10),
	"is_default" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"archived_at" timestamp (3) with time zone,
	CONSTRAINT "tax_rates_category" CHECK ("tax_rates"."category" in ('standard', 'reduced', 'zero', 'exempt', 'reverse_charge', 'not_subject')),
	CONSTRAINT "tax_rates_rate" CHECK ("tax_rates"."rate" between 0 and 100),
	CONSTRAINT "tax_rates_surcharge" CHECK ("tax_rates"."surcharge_rate" between 0 and 100),
	CONSTRAINT "tax_rates_active" CHECK (not ("tax_rates"."is_default" and "tax_rates"."archived_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "canned_responses" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"shortcut" varchar(40) NOT NULL,
	"title" varchar(120) NOT NULL,
	"body" text NOT NULL,
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "canned_responses_text" CHECK (length("canned_responses"."body") between 1 and 20000)
);
--> statement-breakpoint
CREATE TABLE "ticket_counters" (
	"org_id" uuid PRIMARY KEY DEFAULT app.org_id() NOT NULL,
	"last" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_events" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ticket_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid DEFAULT app.user_id(),
	"contact_id" uuid DEFAULT app.portal_contact(),
	"automation_id" uuid DEFAULT app.automation_id(),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "ticket_events_kind" CHECK ("ticket_events"."kind" in ('created', 'status', 'priority', 'assignee', 'snooze', 'merge', 'task'))
);
--> statement-breakpoint
CREATE TABLE "ticket_messages" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ticket_id" uuid NOT NULL,
	"author_kind" text NOT NULL,
	"author_user_id" uuid DEFAULT app.user_id(),
	"author_contact_id" uuid DEFAULT app.portal_contact(),
	"body" text NOT NULL,
	"is_internal" boolean DEFAULT false NOT NULL,
	CONSTRAINT "ticket_messages_author" CHECK ("ticket_messages"."author_kind" in ('agent', 'customer')),
	CONSTRAINT "ticket_messages_internal" CHECK (not ("ticket_messages"."is_internal" and "ticket_messages"."author_kind" = 'customer')),
	CONSTRAINT "ticket_messages_contact_kind" CHECK ("ticket_messages"."author_contact_id" is null or "ticket_messages"."author_kind" = 'customer'),
	CONSTRAINT "ticket_messages_text" CHECK (length("ticket_messages"."body") between 1 and 20000)
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
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
	"mailbox_id" uuid,
	"cc" text[] DEFAULT '{}' NOT NULL,
	"assignee_user_id" uuid,
	"task_id" uuid,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"first_response_at" timestamp (3) with time zone,
	"last_customer_message_at" timestamp (3) with time zone,
	"last_agent_message_at" timestamp (3) with time zone,
	"waiting_since" timestamp (3) with time zone,
	"sla_due_at" timestamp (3) with time zone,
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
CREATE TABLE "time_entries" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_id" uuid DEFAULT app.user_id() NOT NULL,
	"client_id" uuid,
	"project_id" uuid,
	"task_id" uuid,
	"description" varchar(500),
	"kind" text DEFAULT 'manual' NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"work_date" date NOT NULL,
	"duration_seconds" integer DEFAULT 0 NOT NULL,
	"billable" boolean DEFAULT true NOT NULL,
	"hourly_rate_minor" bigint,
	"currency" char(3),
	"created_by" uuid DEFAULT app.user_id() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "time_entries_kind" CHECK ("time_entries"."kind" in ('timer', 'manual')),
	CONSTRAINT "time_entries_order" CHECK ("time_entries"."ended_at" > "time_entries"."started_at"),
	CONSTRAINT "time_entries_duration" CHECK ("time_entries"."duration_seconds" between 0 and 86400),
	CONSTRAINT "time_entries_rate" CHECK (("time_entries"."hourly_rate_minor" is null) = ("time_entries"."currency" is null)),
	CONSTRAINT "time_entries_bounds" CHECK ("time_entries"."hourly_rate_minor" between -10000000000000 and 10000000000000)
);
--> statement-breakpoint
CREATE INDEX "account_exports_user" ON "account_exports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_refresh" ON "sessions" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "spent_refresh_tokens_session" ON "spent_refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_token" ON "api_keys" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "api_keys_application" ON "api_keys" USING btree ("oauth_authorization_id") WHERE "api_keys"."oauth_authorization_id" is not null;--> statement-breakpoint
CREATE INDEX "api_keys_org" ON "api_keys" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "attachment_objects_storage_key" ON "attachment_objects" USING btree ("storage_key");--> statement-breakpoint
CREATE UNIQUE INDEX "attachment_objects_sha256" ON "attachment_objects" USING btree ("org_id","sha256") WHERE "attachment_objects"."unreferenced_at" is null;--> statement-breakpoint
CREATE INDEX "attachment_objects_unreferenced" ON "attachment_objects" USING btree ("org_id","id") WHERE "attachment_objects"."unreferenced_at" is not null;--> statement-breakpoint
CREATE INDEX "attachments_entity" ON "attachments" USING btree ("org_id","entity_type","entity_id","created_at","id");--> statement-breakpoint
CREATE INDEX "attachments_message" ON "attachments" USING btree ("org_id","message_id");--> statement-breakpoint
CREATE INDEX "attachments_contact" ON "attachments" USING btree ("org_id","contact_id","created_at");--> statement-breakpoint
CREATE INDEX "attachments_sha256" ON "attachments" USING btree ("org_id","sha256");--> statement-breakpoint
CREATE INDEX "attachments_object" ON "attachments" USING btree ("org_id","object_id");--> statement-breakpoint
CREATE INDEX "attachments_deleted" ON "attachments" USING btree ("deleted_at") WHERE "attachments"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "attachments_pending" ON "attachments" USING btree ("created_at") WHERE "attachments"."object_id" is null;--> statement-breakpoint
CREATE INDEX "audit_exports_person" ON "audit_exports" USING btree ("org_id","user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_seals_entry" ON "audit_seals" USING btree ("org_id","entry_id");--> statement-breakpoint
CREATE INDEX "audit_seals_archived" ON "audit_seals" USING btree ("org_id","position") WHERE "audit_seals"."archived";--> statement-breakpoint
CREATE UNIQUE INDEX "automation_runs_event" ON "automation_runs" USING btree ("automation_id","event_id","task_id") WHERE "automation_runs"."event_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "automation_runs_key" ON "automation_runs" USING btree ("automation_id","event_key") WHERE "automation_runs"."event_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "automation_runs_day" ON "automation_runs" USING btree ("automation_id","task_id","due_date") WHERE "automation_runs"."due_date" is not null;--> statement-breakpoint
CREATE INDEX "automation_runs_list" ON "automation_runs" USING btree ("org_id","automation_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "automation_runs_acted" ON "automation_runs" USING btree ("org_id","automation_id","created_at") WHERE "automation_runs"."status" in ('succeeded', 'no_change', 'failed');--> statement-breakpoint
CREATE INDEX "automation_runs_recent" ON "automation_runs" USING btree ("org_id","created_at") WHERE "automation_runs"."status" in ('succeeded', 'no_change', 'failed');--> statement-breakpoint
CREATE INDEX "automation_runs_age" ON "automation_runs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "automation_runs_task" ON "automation_runs" USING btree ("org_id","task_id");--> statement-breakpoint
CREATE INDEX "automation_runs_ticket" ON "automation_runs" USING btree ("org_id","ticket_id") WHERE "automation_runs"."ticket_id" is not null;--> statement-breakpoint
CREATE INDEX "automation_runs_deal" ON "automation_runs" USING btree ("org_id","deal_id") WHERE "automation_runs"."deal_id" is not null;--> statement-breakpoint
CREATE INDEX "automation_runs_lead" ON "automation_runs" USING btree ("org_id","lead_id") WHERE "automation_runs"."lead_id" is not null;--> statement-breakpoint
CREATE INDEX "automations_enabled" ON "automations" USING btree ("org_id","project_id") WHERE "automations"."is_enabled" and "automations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "automations_listening" ON "automations" USING btree ("org_id",split_part("trigger" ->> 'event', '.', 1)) WHERE "automations"."is_enabled" and "automations"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "automations_list" ON "automations" USING btree ("org_id","rank","created_at","id") WHERE "automations"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "board_columns_name" ON "board_columns" USING btree ("project_id",app.folded("name"));--> statement-breakpoint
CREATE INDEX "board_columns_order" ON "board_columns" USING btree ("org_id","project_id","rank");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feed_tokens_hash" ON "calendar_feed_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feed_tokens_live" ON "calendar_feed_tokens" USING btree ("org_id","user_id") WHERE "calendar_feed_tokens"."revoked_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "holiday_overrides_day" ON "holiday_overrides" USING btree ("org_id","date",coalesce("region", ''));--> statement-breakpoint
CREATE INDEX "public_holidays_country" ON "public_holidays" USING btree ("country");--> statement-breakpoint
CREATE INDEX "client_contacts_client" ON "client_contacts" USING btree ("org_id","client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "client_contacts_email" ON "client_contacts" USING btree ("org_id","email_normalized");--> statement-breakpoint
CREATE INDEX "client_contacts_address" ON "client_contacts" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "client_contacts_primary" ON "client_contacts" USING btree ("org_id","client_id") WHERE "client_contacts"."is_primary";--> statement-breakpoint
CREATE UNIQUE INDEX "clients_tax_id" ON "clients" USING btree ("org_id",upper(regexp_replace("tax_id", '[\s.-]', '', 'g'))) WHERE "clients"."tax_id" is not null and "clients"."archived_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "clients_external_ref" ON "clients" USING btree ("org_id","external_ref") WHERE "clients"."external_ref" is not null;--> statement-breakpoint
CREATE INDEX "clients_name" ON "clients" USING btree ("org_id",app.folded("name"),"id");--> statement-breakpoint
CREATE INDEX "clients_domain" ON "clients" USING btree ("org_id","domain");--> statement-breakpoint
CREATE INDEX "clients_email" ON "clients" USING btree ("org_id",app.plain_email("email"));--> statement-breakpoint
CREATE INDEX "clients_tax_number" ON "clients" USING btree ("org_id",upper(regexp_replace("tax_id", '[\s.-]', '', 'g')));--> statement-breakpoint
CREATE INDEX "clients_owner" ON "clients" USING btree ("org_id","owner_user_id");--> statement-breakpoint
CREATE INDEX "clients_merged" ON "clients" USING btree ("org_id","merged_into_id");--> statement-breakpoint
CREATE INDEX "comment_reactions_comment" ON "comment_reactions" USING btree ("org_id","comment_id");--> statement-breakpoint
CREATE INDEX "comments_roots" ON "comments" USING btree ("org_id","task_id","created_at","id") WHERE "comments"."parent_id" is null;--> statement-breakpoint
CREATE INDEX "comments_replies" ON "comments" USING btree ("org_id","parent_id","created_at","id") WHERE "comments"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_task" ON "comments" USING btree ("org_id","task_id");--> statement-breakpoint
CREATE INDEX "comments_document" ON "comments" USING btree ("org_id","document_id","created_at","id") WHERE "comments"."document_id" is not null;--> statement-breakpoint
CREATE INDEX "comments_deleted" ON "comments" USING btree ("deleted_at") WHERE "comments"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "contract_events_contract" ON "contract_events" USING btree ("org_id","contract_id","at","id");--> statement-breakpoint
CREATE INDEX "contract_milestones_contract" ON "contract_milestones" USING btree ("org_id","contract_id","position","id");--> statement-breakpoint
CREATE INDEX "contract_milestones_due" ON "contract_milestones" USING btree ("org_id","due_date") WHERE "contract_milestones"."status" = 'pending' and "contract_milestones"."condition" = 'date';--> statement-breakpoint
CREATE INDEX "contract_notices_org" ON "contract_notices" USING btree ("org_id","contract_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contract_templates_name" ON "contract_templates" USING btree ("org_id",app.folded("name")) WHERE "contract_templates"."archived_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "contracts_number" ON "contracts" USING btree ("org_id","number");--> statement-breakpoint
CREATE INDEX "contracts_status" ON "contracts" USING btree ("org_id","status","end_date");--> statement-breakpoint
CREATE INDEX "contracts_end" ON "contracts" USING btree ("org_id","end_date","id");--> statement-breakpoint
CREATE INDEX "contracts_client" ON "contracts" USING btree ("org_id","client_id");--> statement-breakpoint
CREATE INDEX "contracts_supplier" ON "contracts" USING btree ("org_id","supplier_id");--> statement-breakpoint
CREATE INDEX "contracts_template" ON "contracts" USING btree ("org_id","template_id");--> statement-breakpoint
CREATE INDEX "contracts_parent" ON "contracts" USING btree ("org_id","parent_contract_id");--> statement-breakpoint
CREATE INDEX "contracts_project" ON "contracts" USING btree ("org_id","project_id");--> statement-breakpoint
CREATE INDEX "crm_activities_created" ON "crm_activities" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "crm_activities_due" ON "crm_activities" USING btree ("org_id","due_at","id");--> statement-breakpoint
CREATE INDEX "crm_activities_owner" ON "crm_activities" USING btree ("org_id","owner_user_id","due_at");--> statement-breakpoint
CREATE INDEX "crm_activities_client" ON "crm_activities" USING btree ("org_id","client_id");--> statement-breakpoint
CREATE INDEX "crm_activities_contact" ON "crm_activities" USING btree ("org_id","contact_id");--> statement-breakpoint
CREATE INDEX "crm_activities_deal" ON "crm_activities" USING btree ("org_id","deal_id");--> statement-breakpoint
CREATE INDEX "crm_activities_lead" ON "crm_activities" USING btree ("org_id","lead_id");--> statement-breakpoint
CREATE INDEX "deal_history_deal" ON "deal_history" USING btree ("org_id","deal_id","changed_at","id");--> statement-breakpoint
CREATE INDEX "deal_history_entered" ON "deal_history" USING btree ("org_id","to_stage_id","changed_at") WHERE "deal_history"."to_stage_id" is not null;--> statement-breakpoint
CREATE INDEX "deals_board" ON "deals" USING btree ("org_id","stage_id","rank");--> statement-breakpoint
CREATE INDEX "deals_pipeline" ON "deals" USING btree ("org_id","pipeline_id","stage_id");--> statement-breakpoint
CREATE INDEX "deals_created" ON "deals" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deals_closed" ON "deals" USING btree ("org_id","closed_at") WHERE "deals"."status" <> 'open';--> statement-breakpoint
CREATE INDEX "deals_expected" ON "deals" USING btree ("org_id","expected_close_date");--> statement-breakpoint
CREATE INDEX "deals_owner" ON "deals" USING btree ("org_id","owner_user_id");--> statement-breakpoint
CREATE INDEX "deals_client" ON "deals" USING btree ("org_id","client_id");--> statement-breakpoint
CREATE INDEX "deals_contact" ON "deals" USING btree ("org_id","contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "deals_lead" ON "deals" USING btree ("org_id","lead_id");--> statement-breakpoint
CREATE INDEX "deals_project" ON "deals" USING btree ("org_id","project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "task_dependencies_pair" ON "task_dependencies" USING btree ("org_id",least("from_task_id", "to_task_id"),greatest("from_task_id", "to_task_id"));--> statement-breakpoint
CREATE INDEX "task_dependencies_from" ON "task_dependencies" USING btree ("org_id","from_task_id");--> statement-breakpoint
CREATE INDEX "task_dependencies_to" ON "task_dependencies" USING btree ("org_id","to_task_id");--> statement-breakpoint
CREATE INDEX "document_links_target" ON "document_links" USING btree ("org_id","target_type","target_id");--> statement-breakpoint
CREATE INDEX "document_versions_recent" ON "document_versions" USING btree ("org_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "document_versions_document" ON "document_versions" USING btree ("org_id","document_id","number" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "documents_parent" ON "documents" USING btree ("org_id","parent_id","rank");--> statement-breakpoint
CREATE INDEX "documents_recent" ON "documents" USING btree ("org_id","updated_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "documents_trash" ON "documents" USING btree ("deleted_at") WHERE "documents"."deleted_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "expense_categories_name" ON "expense_categories" USING btree ("org_id",app.folded("name"));--> statement-breakpoint
CREATE INDEX "expense_categories_parent" ON "expense_categories" USING btree ("org_id","parent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "expenses_supplier_number" ON "expenses" USING btree ("org_id","supplier_id",lower("supplier_invoice_number")) WHERE "expenses"."supplier_invoice_number" is not null and "expenses"."status" <> 'rejected';--> statement-breakpoint
CREATE INDEX "expenses_person" ON "expenses" USING btree ("org_id","user_id","expense_date","id");--> statement-breakpoint
CREATE INDEX "expenses_status" ON "expenses" USING btree ("org_id","status","expense_date");--> statement-breakpoint
CREATE INDEX "expenses_day" ON "expenses" USING btree ("org_id","expense_date","id");--> statement-breakpoint
CREATE INDEX "expenses_supplier" ON "expenses" USING btree ("org_id","supplier_id","expense_date");--> statement-breakpoint
CREATE INDEX "expenses_category" ON "expenses" USING btree ("org_id","category_id");--> statement-breakpoint
CREATE INDEX "expenses_project" ON "expenses" USING btree ("org_id","project_id");--> statement-breakpoint
CREATE INDEX "expenses_client" ON "expenses" USING btree ("org_id","client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "spent_tickets_age" ON "spent_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "totp_secrets_user" ON "totp_secrets" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_filters_name" ON "saved_filters" USING btree ("org_id","owner_id",app.folded("name")) WHERE "saved_filters"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "saved_filters_owner" ON "saved_filters" USING btree ("org_id","owner_id","rank","id") WHERE "saved_filters"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "saved_filters_shared" ON "saved_filters" USING btree ("org_id","visibility","project_id") WHERE "saved_filters"."deleted_at" is null and "saved_filters"."visibility" <> 'private';--> statement-breakpoint
CREATE UNIQUE INDEX "user_identities_subject" ON "user_identities" USING btree ("issuer","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "user_identities_provider" ON "user_identities" USING btree ("user_id","issuer");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_series_code" ON "invoice_series" USING btree ("org_id",upper("code"));--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_series_default" ON "invoice_series" USING btree ("org_id","doc_kind") WHERE "invoice_series"."is_default";--> statement-breakpoint
CREATE INDEX "invoice_series_counters_org" ON "invoice_series_counters" USING btree ("org_id","series_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_links_token" ON "invoice_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "invoice_links_invoice" ON "invoice_links" USING btree ("org_id","invoice_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_payments_key" ON "invoice_payments" USING btree ("org_id","idempotency_key") WHERE "invoice_payments"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "invoice_payments_invoice" ON "invoice_payments" USING btree ("org_id","invoice_id","paid_on","id");--> statement-breakpoint
CREATE INDEX "invoice_payments_day" ON "invoice_payments" USING btree ("org_id","paid_on","currency","amount_minor") WHERE "invoice_payments"."voided_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_register_link" ON "invoice_register" USING btree ("org_id","issuer_tax_id","prev_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_register_first" ON "invoice_register" USING btree ("org_id","invoice_id") WHERE "invoice_register"."record_type" = 'alta' and not "invoice_register"."is_correction";--> statement-breakpoint
CREATE INDEX "invoice_register_invoice" ON "invoice_register" USING btree ("org_id","invoice_id");--> statement-breakpoint
CREATE INDEX "invoice_register_number" ON "invoice_register" USING btree ("org_id","number");--> statement-breakpoint
CREATE INDEX "invoice_register_day" ON "invoice_register" USING btree ("org_id","issue_date");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_line_sources_expense" ON "invoice_line_sources" USING btree ("org_id","expense_id") WHERE "invoice_line_sources"."released_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_line_sources_milestone" ON "invoice_line_sources" USING btree ("org_id","milestone_id") WHERE "invoice_line_sources"."released_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_line_sources_time" ON "invoice_line_sources" USING btree ("org_id","time_entry_id") WHERE "invoice_line_sources"."released_at" is null;--> statement-breakpoint
CREATE INDEX "invoice_line_sources_times" ON "invoice_line_sources" USING btree ("org_id","time_entry_id");--> statement-breakpoint
CREATE INDEX "invoice_line_sources_line" ON "invoice_line_sources" USING btree ("org_id","line_id");--> statement-breakpoint
CREATE INDEX "invoice_line_sources_expenses" ON "invoice_line_sources" USING btree ("org_id","expense_id");--> statement-breakpoint
CREATE INDEX "invoice_line_sources_milestones" ON "invoice_line_sources" USING btree ("org_id","milestone_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invoice_lines_position" ON "invoice_lines" USING btree ("invoice_id","position");--> statement-breakpoint
CREATE INDEX "invoice_lines_invoice" ON "invoice_lines" USING btree ("org_id","invoice_id","position");--> statement-breakpoint
CREATE INDEX "invoice_lines_rate" ON "invoice_lines" USING btree ("org_id","tax_rate_id");--> statement-breakpoint
CREATE INDEX "invoice_taxes_invoice" ON "invoice_taxes" USING btree ("org_id","invoice_id");--> statement-breakpoint
CREATE INDEX "invoice_taxes_issued" ON "invoice_taxes" USING btree ("org_id","issued_on","currency","category","rate","surcharge_rate","base_minor","tax_minor","surcharge_minor","base_tax_minor") WHERE "invoice_taxes"."issued_on" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_sequence" ON "invoices" USING btree ("org_id","series_id","counter_period","series_seq") WHERE "invoices"."series_seq" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("org_id","number") WHERE "invoices"."number" is not null;--> statement-breakpoint
CREATE INDEX "invoices_due" ON "invoices" USING btree ("org_id","status","due_date");--> statement-breakpoint
CREATE INDEX "invoices_owed" ON "invoices" USING btree ("org_id","due_date","client_id","currency","outstanding_minor") WHERE "invoices"."outstanding_minor" <> 0;--> statement-breakpoint
CREATE INDEX "invoices_client" ON "invoices" USING btree ("org_id","client_id","id");--> statement-breakpoint
CREATE INDEX "invoices_contact" ON "invoices" USING btree ("org_id","contact_id");--> statement-breakpoint
CREATE INDEX "invoices_project" ON "invoices" USING btree ("org_id","project_id");--> statement-breakpoint
CREATE INDEX "invoices_corrects" ON "invoices" USING btree ("org_id","corrects_invoice_id");--> statement-breakpoint
CREATE INDEX "invoices_issued" ON "invoices" USING btree ("org_id","issue_date","id");--> statement-breakpoint
CREATE INDEX "invoices_sales" ON "invoices" USING btree ("org_id","issue_date","currency","client_id","sales_net_minor","sales_minor","base_net_minor") WHERE "invoices"."status" in ('issued', 'partially_paid', 'paid');--> statement-breakpoint
CREATE INDEX "invoices_substitutions" ON "invoices" USING btree ("org_id","issue_date") WHERE "invoices"."correction_method" = 'substitution';--> statement-breakpoint
CREATE INDEX "invoices_withheld" ON "invoices" USING btree ("org_id","issue_date") WHERE "invoices"."withholding_minor" <> 0;--> statement-breakpoint
CREATE INDEX "invoices_made" ON "invoices" USING btree ("org_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "leads_created" ON "leads" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "leads_status" ON "leads" USING btree ("org_id","status","created_at");--> statement-breakpoint
CREATE INDEX "leads_email" ON "leads" USING btree ("org_id","email_normalized");--> statement-breakpoint
CREATE INDEX "leads_owner" ON "leads" USING btree ("org_id","owner_user_id");--> statement-breakpoint
CREATE INDEX "leads_client" ON "leads" USING btree ("org_id","converted_client_id");--> statement-breakpoint
CREATE INDEX "leads_contact" ON "leads" USING btree ("org_id","converted_contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mailboxes_address" ON "mailboxes" USING btree ("org_id",lower("address"));--> statement-breakpoint
CREATE UNIQUE INDEX "mailboxes_token" ON "mailboxes" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "mail_tokens_user" ON "mail_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mail_tokens_address" ON "mail_tokens" USING btree ("address");--> statement-breakpoint
CREATE INDEX "mail_tokens_subject" ON "mail_tokens" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "mail_tokens_age" ON "mail_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("available_at") WHERE "mails"."state" in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "mails_recent" ON "mails" USING btree ("address","message","created_at");--> statement-breakpoint
CREATE INDEX "mails_user" ON "mails" USING btree ("user_id");--> statement-breakpoint
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
CREATE UNIQUE INDEX "oauth_clients_document" ON "oauth_clients" USING btree ("document_url");--> statement-breakpoint
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
CREATE UNIQUE INDEX "pipeline_stages_name" ON "pipeline_stages" USING btree ("org_id","pipeline_id",app.folded("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "pipelines_name" ON "pipelines" USING btree ("org_id",app.folded("name")) WHERE "pipelines"."archived_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "pipelines_default" ON "pipelines" USING btree ("org_id") WHERE "pipelines"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "impersonation_sessions_token" ON "impersonation_sessions" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "impersonation_sessions_session" ON "impersonation_sessions" USING btree ("session_hash");--> statement-breakpoint
CREATE INDEX "impersonation_sessions_admin" ON "impersonation_sessions" USING btree ("admin_user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "impersonation_sessions_status" ON "impersonation_sessions" USING btree ("status");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_accesses_contact" ON "portal_accesses" USING btree ("org_id","contact_id") WHERE "portal_accesses"."status" = 'active';--> statement-breakpoint
CREATE INDEX "portal_accesses_client" ON "portal_accesses" USING btree ("org_id","client_id");--> statement-breakpoint
CREATE INDEX "portal_accesses_created" ON "portal_accesses" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "portal_accesses_of" ON "portal_accesses" USING btree ("org_id","contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "portal_tokens_hash" ON "portal_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "portal_tokens_access" ON "portal_tokens" USING btree ("org_id","access_id");--> statement-breakpoint
CREATE INDEX "portal_tokens_ticket" ON "portal_tokens" USING btree ("org_id","scope_ticket_id");--> statement-breakpoint
CREATE INDEX "portal_tokens_expiry" ON "portal_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "project_favorites_project" ON "project_favorites" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "project_members_user" ON "project_members" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE INDEX "project_updates_list" ON "project_updates" USING btree ("org_id","project_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "projects_key" ON "projects" USING btree ("org_id","key") WHERE "projects"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "projects_name" ON "projects" USING btree ("org_id",app.folded("name")) WHERE "projects"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "projects_trash" ON "projects" USING btree ("org_id","deleted_at") WHERE "projects"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "projects_private" ON "projects" USING btree ("org_id") WHERE "projects"."visibility" = 'private';--> statement-breakpoint
CREATE INDEX "projects_client" ON "projects" USING btree ("org_id","client_id");--> statement-breakpoint
CREATE INDEX "reminders_due" ON "reminders" USING btree ("next_fire_at") WHERE "reminders"."status" = 'scheduled' and "reminders"."next_fire_at" is not null;--> statement-breakpoint
CREATE INDEX "reminders_mine" ON "reminders" USING btree ("org_id","user_id","next_fire_at");--> statement-breakpoint
CREATE INDEX "reminders_entity" ON "reminders" USING btree ("org_id","entity_type","entity_id") WHERE "reminders"."entity_id" is not null;--> statement-breakpoint
CREATE INDEX "reminders_trash" ON "reminders" USING btree ("deleted_at") WHERE "reminders"."deleted_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "project_repositories_twice" ON "project_repositories" USING btree ("org_id","project_id","external_id");--> statement-breakpoint
CREATE INDEX "project_repositories_connection" ON "project_repositories" USING btree ("org_id","connection_id");--> statement-breakpoint
CREATE UNIQUE INDEX "milestones_name" ON "milestones" USING btree ("project_id",app.folded("name")) WHERE "milestones"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "milestones_list" ON "milestones" USING btree ("org_id","project_id","due_date","rank") WHERE "milestones"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "project_baselines_current" ON "project_baselines" USING btree ("project_id") WHERE "project_baselines"."is_current";--> statement-breakpoint
CREATE INDEX "project_baselines_list" ON "project_baselines" USING btree ("org_id","project_id","taken_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "recent_items_latest" ON "recent_items" USING btree ("org_id","user_id","opened_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "search_entries_subject" ON "search_entries" USING btree ("org_id","subject_type","subject_id") WHERE "search_entries"."subject_id" is not null;--> statement-breakpoint
CREATE INDEX "search_entries_words" ON "search_entries" USING gin ("org_id","words");--> statement-breakpoint
CREATE INDEX "search_entries_titles" ON "search_entries" USING gin ("org_id",app.plain("title") gin_trgm_ops) WHERE "search_entries"."title" <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "business_calendars_name" ON "business_calendars" USING btree ("org_id",app.folded("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "business_calendars_default" ON "business_calendars" USING btree ("org_id") WHERE "business_calendars"."is_default";--> statement-breakpoint
CREATE INDEX "sla_clock_events_clock" ON "sla_clock_events" USING btree ("org_id","clock_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sla_clocks_open" ON "sla_clocks" USING btree ("org_id","subject_id","metric") WHERE "sla_clocks"."state" in ('running', 'paused');--> statement-breakpoint
CREATE INDEX "sla_clocks_subject" ON "sla_clocks" USING btree ("org_id","subject_id","metric","created_at");--> statement-breakpoint
CREATE INDEX "sla_clocks_task" ON "sla_clocks" USING btree ("org_id","task_id") WHERE "sla_clocks"."task_id" is not null;--> statement-breakpoint
CREATE INDEX "sla_clocks_ticket" ON "sla_clocks" USING btree ("org_id","ticket_id") WHERE "sla_clocks"."ticket_id" is not null;--> statement-breakpoint
CREATE INDEX "sla_clocks_due" ON "sla_clocks" USING btree ("org_id","due_at","warn_at","ticket_id") WHERE "sla_clocks"."state" = 'running';--> statement-breakpoint
CREATE INDEX "sla_clocks_stamps" ON "sla_clocks" USING btree ("org_id",least(case when "warned_at" is null and "breached_at" is null then "warn_at" end,
    case when "breached_at" is null then "due_at" end)) WHERE "sla_clocks"."state" = 'running';--> statement-breakpoint
CREATE INDEX "sla_clocks_calendar" ON "sla_clocks" USING btree ("org_id","calendar_id");--> statement-breakpoint
CREATE INDEX "sla_clocks_policy" ON "sla_clocks" USING btree ("org_id","policy_id","state");--> statement-breakpoint
CREATE INDEX "sla_clocks_completed" ON "sla_clocks" USING btree ("org_id","completed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sla_overrides_task" ON "sla_overrides" USING btree ("org_id","task_id");--> statement-breakpoint
CREATE INDEX "sla_overrides_policy" ON "sla_overrides" USING btree ("org_id","policy_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sla_policies_name" ON "sla_policies" USING btree ("org_id",app.folded("name")) WHERE "sla_policies"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "sla_policies_order" ON "sla_policies" USING btree ("org_id","position","id");--> statement-breakpoint
CREATE INDEX "sla_policies_calendar" ON "sla_policies" USING btree ("org_id","calendar_id");--> statement-breakpoint
CREATE INDEX "sprint_ledger_time" ON "sprint_ledger" USING btree ("org_id","sprint_id","at");--> statement-breakpoint
CREATE INDEX "sprint_ledger_scope" ON "sprint_ledger" USING btree ("org_id","sprint_id","at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "sprint_ledger"."reason" not in ('committed', 'completed', 'reopened');--> statement-breakpoint
CREATE INDEX "sprint_ledger_task" ON "sprint_ledger" USING btree ("org_id","task_id","sprint_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "sprints_number" ON "sprints" USING btree ("project_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "sprints_active" ON "sprints" USING btree ("project_id") WHERE "sprints"."state" = 'active';--> statement-breakpoint
CREATE INDEX "sprints_list" ON "sprints" USING btree ("org_id","project_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "suppliers_tax_id" ON "suppliers" USING btree ("org_id",upper(regexp_replace("tax_id", '[\s.-]', '', 'g'))) WHERE "suppliers"."tax_id" is not null and "suppliers"."status" <> 'archived';--> statement-breakpoint
CREATE INDEX "suppliers_name" ON "suppliers" USING btree ("org_id",app.folded("name"),"id");--> statement-breakpoint
CREATE INDEX "suppliers_category" ON "suppliers" USING btree ("org_id","category");--> statement-breakpoint
CREATE UNIQUE INDEX "assignment_rules_name" ON "assignment_rules" USING btree ("org_id",app.folded("name"));--> statement-breakpoint
CREATE INDEX "assignment_rules_position" ON "assignment_rules" USING btree ("org_id","position","id");--> statement-breakpoint
CREATE INDEX "ticket_deliveries_message" ON "ticket_deliveries" USING btree ("org_id","message_id","id");--> statement-breakpoint
CREATE INDEX "ticket_deliveries_mail" ON "ticket_deliveries" USING btree ("mail_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_mails_external_id" ON "ticket_mails" USING btree ("org_id","external_id");--> statement-breakpoint
CREATE INDEX "ticket_mails_from" ON "ticket_mails" USING btree ("org_id","from_address","created_at");--> statement-breakpoint
CREATE INDEX "ticket_mails_created" ON "ticket_mails" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ticket_mails_ticket" ON "ticket_mails" USING btree ("org_id","ticket_id","created_at");--> statement-breakpoint
CREATE INDEX "ticket_mails_message" ON "ticket_mails" USING btree ("org_id","message_id");--> statement-breakpoint
CREATE INDEX "ticket_mails_mailbox" ON "ticket_mails" USING btree ("org_id","mailbox_id");--> statement-breakpoint
CREATE INDEX "ticket_mails_object" ON "ticket_mails" USING btree ("org_id","object_id");--> statement-breakpoint
CREATE INDEX "audit_log_time" ON "audit_log" USING btree ("org_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("org_id","action","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("org_id","actor_user_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_entity" ON "audit_log" USING btree ("org_id","entity_type","entity_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_chain" ON "audit_log" USING btree (app.chain_of("org_id", "action"),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "idempotency_keys_key" ON "idempotency_keys" USING btree ("org_id","user_id","key");--> statement-breakpoint
CREATE INDEX "idempotency_keys_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("available_at") WHERE "outbox"."done_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_days" ON "outbox" USING btree ("org_id","topic") WHERE "outbox"."done_at" is null and "outbox"."topic" in ('due', 'automate.days', 'archive');--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_seals" ON "outbox" USING btree ("org_id","payload") WHERE "outbox"."topic" = 'audit.seal' and "outbox"."done_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name" ON "tags" USING btree ("org_id",coalesce("project_id", '00000000-0000-0000-0000-000000000000'),app.folded("name")) WHERE "tags"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "task_tags_tag" ON "task_tags" USING btree ("org_id","tag_id");--> statement-breakpoint
CREATE INDEX "task_events_task" ON "task_events" USING btree ("org_id","task_id","id");--> statement-breakpoint
CREATE INDEX "task_events_time" ON "task_events" USING btree ("org_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "task_events_project" ON "task_events" USING btree ("org_id","project_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "task_tallies_project" ON "task_tallies" USING btree ("org_id","project_id","shown");--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_number" ON "tasks" USING btree ("org_id","project_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_rank" ON "tasks" USING btree ("org_id","project_id","rank") WHERE "tasks"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_external" ON "tasks" USING btree ("project_id","external_source","external_id") WHERE "tasks"."external_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tasks_recurrence" ON "tasks" USING btree ("recurrence_of") WHERE "tasks"."recurrence_of" is not null;--> statement-breakpoint
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
CREATE UNIQUE INDEX "tax_rates_name" ON "tax_rates" USING btree ("org_id",app.folded("name")) WHERE "tax_rates"."archived_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "tax_rates_default" ON "tax_rates" USING btree ("org_id") WHERE "tax_rates"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "canned_responses_shortcut" ON "canned_responses" USING btree ("org_id","shortcut");--> statement-breakpoint
CREATE INDEX "ticket_events_ticket" ON "ticket_events" USING btree ("org_id","ticket_id","at","id");--> statement-breakpoint
CREATE INDEX "ticket_events_kind_at" ON "ticket_events" USING btree ("org_id","kind","at");--> statement-breakpoint
CREATE INDEX "ticket_messages_ticket" ON "ticket_messages" USING btree ("org_id","ticket_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ticket_messages_created" ON "ticket_messages" USING btree ("org_id","created_at");--> statement-breakpoint
CREATE INDEX "ticket_messages_contact" ON "ticket_messages" USING btree ("org_id","author_contact_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_number" ON "tickets" USING btree ("org_id","number");--> statement-breakpoint
CREATE INDEX "tickets_created" ON "tickets" USING btree ("org_id","created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "tickets_counted" ON "tickets" USING btree ("org_id","status","assignee_user_id","client_id","id");--> statement-breakpoint
CREATE INDEX "tickets_status" ON "tickets" USING btree ("org_id","status","resolved_at");--> statement-breakpoint
CREATE INDEX "tickets_due" ON "tickets" USING btree ("org_id","sla_due_at","id");--> statement-breakpoint
CREATE INDEX "tickets_waiting" ON "tickets" USING btree ("org_id","waiting_since","id");--> statement-breakpoint
CREATE INDEX "tickets_responded" ON "tickets" USING btree ("org_id","first_response_at");--> statement-breakpoint
CREATE INDEX "tickets_resolved" ON "tickets" USING btree ("org_id","resolved_at");--> statement-breakpoint
CREATE INDEX "tickets_rated" ON "tickets" USING btree ("org_id","rated_at") WHERE "tickets"."rated_at" is not null;--> statement-breakpoint
CREATE INDEX "tickets_assignee" ON "tickets" USING btree ("org_id","assignee_user_id");--> statement-breakpoint
CREATE INDEX "tickets_client" ON "tickets" USING btree ("org_id","client_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_contact" ON "tickets" USING btree ("org_id","contact_id") WHERE "tickets"."contact_id" is not null;--> statement-breakpoint
CREATE INDEX "tickets_mailbox" ON "tickets" USING btree ("org_id","mailbox_id") WHERE "tickets"."mailbox_id" is not null;--> statement-breakpoint
CREATE INDEX "tickets_task" ON "tickets" USING btree ("org_id","task_id") WHERE "tickets"."task_id" is not null;--> statement-breakpoint
CREATE INDEX "tickets_merged" ON "tickets" USING btree ("org_id","merged_into_id") WHERE "tickets"."merged_into_id" is not null;--> statement-breakpoint
CREATE INDEX "tickets_follow_up" ON "tickets" USING btree ("org_id","follow_up_of_id") WHERE "tickets"."follow_up_of_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "time_entries_running" ON "time_entries" USING btree ("org_id","user_id") WHERE "time_entries"."ended_at" is null and "time_entries"."kind" = 'timer';--> statement-breakpoint
CREATE INDEX "time_entries_person" ON "time_entries" USING btree ("org_id","user_id","work_date");--> statement-breakpoint
CREATE INDEX "time_entries_day" ON "time_entries" USING btree ("org_id","work_date","id");--> statement-breakpoint
CREATE INDEX "time_entries_project" ON "time_entries" USING btree ("org_id","project_id","work_date");--> statement-breakpoint
CREATE INDEX "time_entries_client" ON "time_entries" USING btree ("org_id","client_id","work_date");--> statement-breakpoint
CREATE INDEX "time_entries_task" ON "time_entries" USING btree ("org_id","task_id");--> statement-breakpoint
-- Keys last: of two indexes that cost a plan the same, Postgres takes the newer, and a row is found by its id.
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "attachment_objects" ADD CONSTRAINT "attachment_objects_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "audit_exports" ADD CONSTRAINT "audit_exports_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "board_columns" ADD CONSTRAINT "board_columns_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "calendar_feed_tokens" ADD CONSTRAINT "calendar_feed_tokens_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "holiday_overrides" ADD CONSTRAINT "holiday_overrides_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "client_contacts" ADD CONSTRAINT "client_contacts_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "contract_events" ADD CONSTRAINT "contract_events_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "contract_milestones" ADD CONSTRAINT "contract_milestones_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "contract_templates" ADD CONSTRAINT "contract_templates_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "crm_activities" ADD CONSTRAINT "crm_activities_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "deal_history" ADD CONSTRAINT "deal_history_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "task_dependencies" ADD CONSTRAINT "task_dependencies_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "expense_categories" ADD CONSTRAINT "expense_categories_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "invoice_series" ADD CONSTRAINT "invoice_series_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "invoice_links" ADD CONSTRAINT "invoice_links_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "invoice_links" ADD CONSTRAINT "invoice_links_org_id_id_unique" UNIQUE("org_id","id");--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "invoice_line_sources" ADD CONSTRAINT "invoice_line_sources_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "mailboxes" ADD CONSTRAINT "mailboxes_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "oauth_authorizations" ADD CONSTRAINT "oauth_authorizations_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD CONSTRAINT "oauth_clients_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "oauth_requests" ADD CONSTRAINT "oauth_requests_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "organization_invitations" ADD CONSTRAINT "organization_invitations_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "organization_members" ADD CONSTRAINT "organization_members_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "organizations" ADD CONSTRAINT "organizations_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "pipeline_stages" ADD CONSTRAINT "pipeline_stages_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "pipelines" ADD CONSTRAINT "pipelines_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "impersonation_sessions" ADD CONSTRAINT "impersonation_sessions_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "portal_accesses" ADD CONSTRAINT "portal_accesses_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "portal_accesses" ADD CONSTRAINT "portal_accesses_org_id_id_unique" UNIQUE("org_id","id");--> statement-breakpoint
ALTER TABLE "portal_tokens" ADD CONSTRAINT "portal_tokens_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "project_updates" ADD CONSTRAINT "project_updates_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "project_repositories" ADD CONSTRAINT "project_repositories_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "repository_connections" ADD CONSTRAINT "repository_connections_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "milestones" ADD CONSTRAINT "milestones_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "project_baselines" ADD CONSTRAINT "project_baselines_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "business_calendars" ADD CONSTRAINT "business_calendars_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "sla_clock_events" ADD CONSTRAINT "sla_clock_events_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "sla_clocks" ADD CONSTRAINT "sla_clocks_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "sla_overrides" ADD CONSTRAINT "sla_overrides_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "sla_policies" ADD CONSTRAINT "sla_policies_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "sprint_ledger" ADD CONSTRAINT "sprint_ledger_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "sprints" ADD CONSTRAINT "sprints_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "supplier_ibans" ADD CONSTRAINT "supplier_ibans_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "suppliers" ADD CONSTRAINT "suppliers_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "assignment_rules" ADD CONSTRAINT "assignment_rules_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "ticket_deliveries" ADD CONSTRAINT "ticket_deliveries_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD CONSTRAINT "ticket_mails_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "task_events" ADD CONSTRAINT "task_events_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "task_tallies" ADD CONSTRAINT "task_tallies_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "tax_rates" ADD CONSTRAINT "tax_rates_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "canned_responses" ADD CONSTRAINT "canned_responses_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "ticket_events" ADD CONSTRAINT "ticket_events_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_org_id_id_unique" UNIQUE("org_id","id");--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_pkey" PRIMARY KEY("id");--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_org_id_id_unique" UNIQUE("org_id","id");--> statement-breakpoint
ALTER TABLE "time_entries" ADD CONSTRAINT "time_entries_org_id_id_pk" PRIMARY KEY("org_id","id");--> statement-breakpoint
ALTER TABLE "account_exports" ADD CONSTRAINT "account_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spent_refresh_tokens" ADD CONSTRAINT "spent_refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_offered_by_users_id_fk" FOREIGN KEY ("offered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_org_id" FOREIGN KEY ("org_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_object_id" FOREIGN KEY ("org_id","object_id") REFERENCES "public"."attachment_objects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_message_id" FOREIGN KEY ("org_id","message_id") REFERENCES "public"."ticket_messages"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attachments" ADD CONSTRAINT "attachments_contact_id" FOREIGN KEY ("org_id","contact_id") REFERENCES "public"."client_contacts"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_automation_id" FOREIGN KEY ("org_id","automation_id") REFERENCES "public"."automations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_task_id" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_ticket_id" FOREIGN KEY ("org_id","ticket_id") REFERENCES "public"."tickets"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_deal_id" FOREIGN KEY ("org_id","deal_id") REFERENCES "public"."deals"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_lead_id" FOREIGN KEY ("org_id","lead_id") REFERENCES "public"."leads"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_columns" ADD CONSTRAINT "board_columns_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feed_tokens" ADD CONSTRAINT "calendar_feed_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_contacts" ADD CONSTRAINT "client_contacts_client" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_merged_into" FOREIGN KEY ("org_id","merged_into_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reactions" ADD CONSTRAINT "comment_reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reactions" ADD CONSTRAINT "comment_reactions_comment_id" FOREIGN KEY ("org_id","comment_id") REFERENCES "public"."comments"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_task" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_document" FOREIGN KEY ("org_id","document_id") REFERENCES "public"."documents"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_parent_id" FOREIGN KEY ("org_id","parent_id") REFERENCES "public"."comments"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_events" ADD CONSTRAINT "contract_events_contract_id" FOREIGN KEY ("org_id","contract_id") REFERENCES "public"."contracts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_milestones" ADD CONSTRAINT "contract_milestones_contract_id" FOREIGN KEY ("org_id","contract_id") REFERENCES "public"."contracts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contract_notices" ADD CONSTRAINT "contract_notices_contract_id" FOREIGN KEY ("org_id","contract_id") REFERENCES "public"."contracts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_supplier_id" FOREIGN KEY ("org_id","supplier_id") REFERENCES "public"."suppliers"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_template_id" FOREIGN KEY ("org_id","template_id") REFERENCES "public"."contract_templates"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_parent_id" FOREIGN KEY ("org_id","parent_contract_id") REFERENCES "public"."contracts"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contracts" ADD CONSTRAINT "contracts_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_activities" ADD CONSTRAINT "crm_activities_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_activities" ADD CONSTRAINT "crm_activities_contact_id" FOREIGN KEY ("org_id","contact_id") REFERENCES "public"."client_contacts"("org_id","id") ON DELETE set null ("contact_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_activities" ADD CONSTRAINT "crm_activities_deal_id" FOREIGN KEY ("org_id","deal_id") REFERENCES "public"."deals"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_activities" ADD CONSTRAINT "crm_activities_lead_id" FOREIGN KEY ("org_id","lead_id") REFERENCES "public"."leads"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_history" ADD CONSTRAINT "deal_history_deal_id" FOREIGN KEY ("org_id","deal_id") REFERENCES "public"."deals"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_stage_id" FOREIGN KEY ("org_id","pipeline_id","stage_id") REFERENCES "public"."pipeline_stages"("org_id","pipeline_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_contact_id" FOREIGN KEY ("org_id","contact_id") REFERENCES "public"."client_contacts"("org_id","id") ON DELETE set null ("contact_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_lead_id" FOREIGN KEY ("org_id","lead_id") REFERENCES "public"."leads"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_dependencies" ADD CONSTRAINT "task_dependencies_from_task" FOREIGN KEY ("org_id","from_task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_dependencies" ADD CONSTRAINT "task_dependencies_to_task" FOREIGN KEY ("org_id","to_task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desktop_states" ADD CONSTRAINT "desktop_states_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_links" ADD CONSTRAINT "document_links_document_id" FOREIGN KEY ("org_id","document_id") REFERENCES "public"."documents"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_versions" ADD CONSTRAINT "document_versions_document_id" FOREIGN KEY ("org_id","document_id") REFERENCES "public"."documents"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "documents" ADD CONSTRAINT "documents_parent_id" FOREIGN KEY ("org_id","parent_id") REFERENCES "public"."documents"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expense_categories" ADD CONSTRAINT "expense_categories_parent_id" FOREIGN KEY ("org_id","parent_id") REFERENCES "public"."expense_categories"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_supplier_id" FOREIGN KEY ("org_id","supplier_id") REFERENCES "public"."suppliers"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_category_id" FOREIGN KEY ("org_id","category_id") REFERENCES "public"."expense_categories"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expenses" ADD CONSTRAINT "expenses_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_series_counters" ADD CONSTRAINT "invoice_series_counters_series" FOREIGN KEY ("org_id","series_id") REFERENCES "public"."invoice_series"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_links" ADD CONSTRAINT "invoice_links_invoice_id" FOREIGN KEY ("org_id","invoice_id") REFERENCES "public"."invoices"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_invoice_id" FOREIGN KEY ("org_id","invoice_id") REFERENCES "public"."invoices"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_register" ADD CONSTRAINT "invoice_register_invoice_id" FOREIGN KEY ("org_id","invoice_id") REFERENCES "public"."invoices"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_line_sources" ADD CONSTRAINT "invoice_line_sources_line_id" FOREIGN KEY ("org_id","line_id") REFERENCES "public"."invoice_lines"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_line_sources" ADD CONSTRAINT "invoice_line_sources_expense_id" FOREIGN KEY ("org_id","expense_id") REFERENCES "public"."expenses"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_line_sources" ADD CONSTRAINT "invoice_line_sources_milestone_id" FOREIGN KEY ("org_id","milestone_id") REFERENCES "public"."contract_milestones"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_line_sources" ADD CONSTRAINT "invoice_line_sources_time_entry_id" FOREIGN KEY ("org_id","time_entry_id") REFERENCES "public"."time_entries"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_invoice_id" FOREIGN KEY ("org_id","invoice_id") REFERENCES "public"."invoices"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_rate_id" FOREIGN KEY ("org_id","tax_rate_id") REFERENCES "public"."tax_rates"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_taxes" ADD CONSTRAINT "invoice_taxes_invoice_id" FOREIGN KEY ("org_id","invoice_id") REFERENCES "public"."invoices"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_contact_id" FOREIGN KEY ("org_id","contact_id") REFERENCES "public"."client_contacts"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_series_id" FOREIGN KEY ("org_id","series_id") REFERENCES "public"."invoice_series"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_corrects_id" FOREIGN KEY ("org_id","corrects_invoice_id") REFERENCES "public"."invoices"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_client_id" FOREIGN KEY ("org_id","converted_client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_contact_id" FOREIGN KEY ("org_id","converted_contact_id") REFERENCES "public"."client_contacts"("org_id","id") ON DELETE set null ("converted_contact_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_tokens" ADD CONSTRAINT "mail_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "pipeline_stages" ADD CONSTRAINT "pipeline_stages_pipeline_id" FOREIGN KEY ("org_id","pipeline_id") REFERENCES "public"."pipelines"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "impersonation_sessions" ADD CONSTRAINT "impersonation_sessions_admin_user_id_users_id_fk" FOREIGN KEY ("admin_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "impersonation_sessions" ADD CONSTRAINT "impersonation_sessions_target_user_id_users_id_fk" FOREIGN KEY ("target_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_admins" ADD CONSTRAINT "platform_admins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_accesses" ADD CONSTRAINT "portal_accesses_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_accesses" ADD CONSTRAINT "portal_accesses_contact_id" FOREIGN KEY ("org_id","contact_id") REFERENCES "public"."client_contacts"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_tokens" ADD CONSTRAINT "portal_tokens_access_id" FOREIGN KEY ("org_id","access_id") REFERENCES "public"."portal_accesses"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal_tokens" ADD CONSTRAINT "portal_tokens_ticket_id" FOREIGN KEY ("org_id","scope_ticket_id") REFERENCES "public"."tickets"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_favorites" ADD CONSTRAINT "project_favorites_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_key_aliases" ADD CONSTRAINT "project_key_aliases_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_updates" ADD CONSTRAINT "project_updates_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_updates" ADD CONSTRAINT "project_updates_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_lead_user_id_users_id_fk" FOREIGN KEY ("lead_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_repositories" ADD CONSTRAINT "project_repositories_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_repositories" ADD CONSTRAINT "project_repositories_connection" FOREIGN KEY ("org_id","connection_id") REFERENCES "public"."repository_connections"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "milestones" ADD CONSTRAINT "milestones_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_baseline_items" ADD CONSTRAINT "project_baseline_items_baseline" FOREIGN KEY ("org_id","baseline_id") REFERENCES "public"."project_baselines"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_baselines" ADD CONSTRAINT "project_baselines_taken_by_users_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_baselines" ADD CONSTRAINT "project_baselines_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sla_clocks" ADD CONSTRAINT "sla_clocks_policy_id" FOREIGN KEY ("org_id","policy_id") REFERENCES "public"."sla_policies"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sla_clocks" ADD CONSTRAINT "sla_clocks_calendar_id" FOREIGN KEY ("org_id","calendar_id") REFERENCES "public"."business_calendars"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sla_clocks" ADD CONSTRAINT "sla_clocks_task_id" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sla_clocks" ADD CONSTRAINT "sla_clocks_ticket_id" FOREIGN KEY ("org_id","ticket_id") REFERENCES "public"."tickets"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sla_overrides" ADD CONSTRAINT "sla_overrides_policy_id" FOREIGN KEY ("org_id","policy_id") REFERENCES "public"."sla_policies"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sla_overrides" ADD CONSTRAINT "sla_overrides_task_id" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sla_policies" ADD CONSTRAINT "sla_policies_calendar_id" FOREIGN KEY ("org_id","calendar_id") REFERENCES "public"."business_calendars"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sprint_ledger" ADD CONSTRAINT "sprint_ledger_sprint" FOREIGN KEY ("org_id","sprint_id") REFERENCES "public"."sprints"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sprints" ADD CONSTRAINT "sprints_project" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "supplier_ibans" ADD CONSTRAINT "supplier_ibans_supplier" FOREIGN KEY ("org_id","id") REFERENCES "public"."suppliers"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_deliveries" ADD CONSTRAINT "ticket_deliveries_message_id" FOREIGN KEY ("org_id","message_id") REFERENCES "public"."ticket_messages"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD CONSTRAINT "ticket_mails_object_id" FOREIGN KEY ("org_id","object_id") REFERENCES "public"."attachment_objects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD CONSTRAINT "ticket_mails_mailbox_id" FOREIGN KEY ("org_id","mailbox_id") REFERENCES "public"."mailboxes"("org_id","id") ON DELETE set null ("mailbox_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD CONSTRAINT "ticket_mails_ticket_id" FOREIGN KEY ("org_id","ticket_id") REFERENCES "public"."tickets"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "ticket_events" ADD CONSTRAINT "ticket_events_ticket_id" FOREIGN KEY ("org_id","ticket_id") REFERENCES "public"."tickets"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_ticket_id" FOREIGN KEY ("org_id","ticket_id") REFERENCES "public"."tickets"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_author_contact_id" FOREIGN KEY ("org_id","author_contact_id") REFERENCES "public"."client_contacts"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_contact_id" FOREIGN KEY ("org_id","contact_id") REFERENCES "public"."client_contacts"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_mailbox_id" FOREIGN KEY ("org_id","mailbox_id") REFERENCES "public"."mailboxes"("org_id","id") ON DELETE set null ("mailbox_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_task_id" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE set null ("task_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_follow_up_of_id" FOREIGN KEY ("org_id","follow_up_of_id") REFERENCES "public"."tickets"("org_id","id") ON DELETE set null ("follow_up_of_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_merged_into_id" FOREIGN KEY ("org_id","merged_into_id") REFERENCES "public"."tickets"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "time_entries" ADD CONSTRAINT "time_entries_client_id" FOREIGN KEY ("org_id","client_id") REFERENCES "public"."clients"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "time_entries" ADD CONSTRAINT "time_entries_project_id" FOREIGN KEY ("org_id","project_id") REFERENCES "public"."projects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "time_entries" ADD CONSTRAINT "time_entries_task_id" FOREIGN KEY ("org_id","task_id") REFERENCES "public"."tasks"("org_id","id") ON DELETE set null ("task_id") ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "attachment_objects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "attachments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "audit_exports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "audit_seals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "automation_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "automations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "board_columns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "calendar_feed_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "holiday_overrides" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "client_contacts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "clients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "comment_reactions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "comments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "contract_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "contract_milestones" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "contract_notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "contract_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "contracts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "crm_activities" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "deal_history" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "deals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "task_dependencies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "desktop_states" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "document_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "document_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "documents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "expense_categories" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "expenses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "saved_filters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "invoice_series" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "invoice_series_counters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "invoice_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "invoice_payments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "invoice_register" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "invoice_register_heads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "invoice_register_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "invoice_line_sources" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "invoice_lines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "invoice_taxes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "invoices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "leads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mailboxes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification_mutes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notification_preferences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "notifications" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "organization_invitations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "organization_members" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "organizations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "pipeline_stages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "pipelines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "portal_accesses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "portal_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "project_favorites" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "project_key_aliases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "project_members" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "project_updates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "projects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "reminders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "project_repositories" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "repository_connections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "milestones" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "project_baseline_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "project_baselines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "recent_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "search_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "business_calendars" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sla_clock_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sla_clocks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sla_overrides" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sla_policies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sprint_ledger" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sprints" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "supplier_ibans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "suppliers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "assignment_rules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ticket_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ticket_mails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tags" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "task_tags" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "task_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "task_key_aliases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "task_tallies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "task_watchers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tasks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tax_rates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "canned_responses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ticket_counters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ticket_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ticket_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tickets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "time_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "organization" ON "api_keys" AS PERMISSIVE FOR ALL TO "svc_app" USING ("api_keys"."org_id" = (select app.org_id())) WITH CHECK ("api_keys"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "attachment_objects" AS PERMISSIVE FOR ALL TO "svc_app" USING ("attachment_objects"."org_id" = (select app.org_id())) WITH CHECK ("attachment_objects"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "portal" ON "attachments" AS PERMISSIVE FOR ALL TO "svc_app" USING ("attachments"."org_id" = (select app.org_id()) and ((select app.portal_client()) is null or "attachments"."entity_type" = 'ticket' and exists (select from tickets t
        where t.org_id = "attachments"."org_id" and t.id = "attachments"."entity_id" and t.client_id = (select app.portal_client()))
        and ("attachments"."contact_id" is not null or exists (select from ticket_messages m
          where m.org_id = "attachments"."org_id" and m.id = "attachments"."message_id" and not m.is_internal)))) WITH CHECK ("attachments"."org_id" = (select app.org_id()) and ((select app.portal_client()) is null or "attachments"."entity_type" = 'ticket' and exists (select from tickets t
        where t.org_id = "attachments"."org_id" and t.id = "attachments"."entity_id" and t.client_id = (select app.portal_client()))
        and ("attachments"."contact_id" is not null or exists (select from ticket_messages m
          where m.org_id = "attachments"."org_id" and m.id = "attachments"."message_id" and not m.is_internal))));--> statement-breakpoint
CREATE POLICY "recipient" ON "audit_exports" AS PERMISSIVE FOR ALL TO "svc_app" USING ("audit_exports"."org_id" = (select app.org_id()) and "audit_exports"."user_id" = (select app.user_id())) WITH CHECK ("audit_exports"."org_id" = (select app.org_id()) and "audit_exports"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "audit_seals" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("audit_seals"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project" ON "automation_runs" AS PERMISSIVE FOR ALL TO "svc_app" USING ("automation_runs"."org_id" = (select app.org_id()) and (coalesce("automation_runs"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("automation_runs"."project_id" = (select app.only_project()), true))
        and ("automation_runs"."project_id" is not null or (select app.only_project()) is null)) WITH CHECK ("automation_runs"."org_id" = (select app.org_id()) and (coalesce("automation_runs"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("automation_runs"."project_id" = (select app.only_project()), true))
        and ("automation_runs"."project_id" is not null or (select app.only_project()) is null) and (coalesce("automation_runs"."project_id" <> all((select app.viewed_projects())::uuid[]), true) or app.refuse_viewer()));--> statement-breakpoint
CREATE POLICY "project" ON "automations" AS PERMISSIVE FOR ALL TO "svc_app" USING ("automations"."org_id" = (select app.org_id()) and (coalesce("automations"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("automations"."project_id" = (select app.only_project()), true))) WITH CHECK ("automations"."org_id" = (select app.org_id()) and (coalesce("automations"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("automations"."project_id" = (select app.only_project()), true)) and (coalesce("automations"."project_id" <> all((select app.viewed_projects())::uuid[]), true) or app.refuse_viewer()));--> statement-breakpoint
CREATE POLICY "project" ON "board_columns" AS PERMISSIVE FOR ALL TO "svc_app" USING ("board_columns"."org_id" = (select app.org_id()) and (coalesce("board_columns"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("board_columns"."project_id" = (select app.only_project()), true))) WITH CHECK ("board_columns"."org_id" = (select app.org_id()) and (coalesce("board_columns"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("board_columns"."project_id" = (select app.only_project()), true)) and (coalesce("board_columns"."project_id" <> all((select app.viewed_projects())::uuid[]), true) or app.refuse_viewer()));--> statement-breakpoint
CREATE POLICY "person" ON "calendar_feed_tokens" AS PERMISSIVE FOR ALL TO "svc_app" USING ("calendar_feed_tokens"."org_id" = (select app.org_id()) and "calendar_feed_tokens"."user_id" = (select app.own_id())) WITH CHECK ("calendar_feed_tokens"."org_id" = (select app.org_id()) and "calendar_feed_tokens"."user_id" = (select app.own_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "holiday_overrides" AS PERMISSIVE FOR ALL TO "svc_app" USING ("holiday_overrides"."org_id" = (select app.org_id())) WITH CHECK ("holiday_overrides"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "client_contacts" AS PERMISSIVE FOR ALL TO "svc_app" USING ("client_contacts"."org_id" = (select app.org_id())) WITH CHECK ("client_contacts"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "clients" AS PERMISSIVE FOR ALL TO "svc_app" USING ("clients"."org_id" = (select app.org_id())) WITH CHECK ("clients"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "comment_reactions" AS PERMISSIVE FOR ALL TO "svc_app" USING ("comment_reactions"."org_id" = (select app.org_id())) WITH CHECK ("comment_reactions"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "internal" ON "comments" AS RESTRICTIVE FOR SELECT TO "svc_app" USING ((select app.rank()) >= 20 or ("comments"."is_internal") is not true);--> statement-breakpoint
CREATE POLICY "document" ON "comments" AS RESTRICTIVE FOR ALL TO "svc_app" USING ("comments"."document_id" is null or exists (select from documents d
        where d.org_id = "comments"."org_id" and d.id = "comments"."document_id"));--> statement-breakpoint
CREATE POLICY "organization" ON "comments" AS PERMISSIVE FOR ALL TO "svc_app" USING ("comments"."org_id" = (select app.org_id())) WITH CHECK ("comments"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "contract_events" AS PERMISSIVE FOR ALL TO "svc_app" USING ("contract_events"."org_id" = (select app.org_id())) WITH CHECK ("contract_events"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "contract_milestones" AS PERMISSIVE FOR ALL TO "svc_app" USING ("contract_milestones"."org_id" = (select app.org_id())) WITH CHECK ("contract_milestones"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "contract_notices" AS PERMISSIVE FOR ALL TO "svc_app" USING ("contract_notices"."org_id" = (select app.org_id())) WITH CHECK ("contract_notices"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "contract_templates" AS PERMISSIVE FOR ALL TO "svc_app" USING ("contract_templates"."org_id" = (select app.org_id())) WITH CHECK ("contract_templates"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "contracts" AS PERMISSIVE FOR ALL TO "svc_app" USING ("contracts"."org_id" = (select app.org_id())) WITH CHECK ("contracts"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "crm_activities" AS PERMISSIVE FOR ALL TO "svc_app" USING ("crm_activities"."org_id" = (select app.org_id())) WITH CHECK ("crm_activities"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "deal_history" AS PERMISSIVE FOR ALL TO "svc_app" USING ("deal_history"."org_id" = (select app.org_id())) WITH CHECK ("deal_history"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "deals" AS PERMISSIVE FOR ALL TO "svc_app" USING ("deals"."org_id" = (select app.org_id())) WITH CHECK ("deals"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "task_dependencies" AS PERMISSIVE FOR ALL TO "svc_app" USING ("task_dependencies"."org_id" = (select app.org_id())) WITH CHECK ("task_dependencies"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "person" ON "desktop_states" AS PERMISSIVE FOR ALL TO "svc_app" USING ("desktop_states"."org_id" = (select app.org_id()) and "desktop_states"."user_id" = (select app.own_id())) WITH CHECK ("desktop_states"."org_id" = (select app.org_id()) and "desktop_states"."user_id" = (select app.own_id()));--> statement-breakpoint
CREATE POLICY "document" ON "document_links" AS PERMISSIVE FOR ALL TO "svc_app" USING ("document_links"."org_id" = (select app.org_id()) and exists (select from documents d
    where d.org_id = "document_links"."org_id" and d.id = "document_links"."document_id")) WITH CHECK ("document_links"."org_id" = (select app.org_id()) and exists (select from documents d
    where d.org_id = "document_links"."org_id" and d.id = "document_links"."document_id"));--> statement-breakpoint
CREATE POLICY "document" ON "document_versions" AS PERMISSIVE FOR ALL TO "svc_app" USING ("document_versions"."org_id" = (select app.org_id()) and exists (select from documents d
    where d.org_id = "document_versions"."org_id" and d.id = "document_versions"."document_id")) WITH CHECK ("document_versions"."org_id" = (select app.org_id()) and exists (select from documents d
    where d.org_id = "document_versions"."org_id" and d.id = "document_versions"."document_id"));--> statement-breakpoint
CREATE POLICY "document" ON "documents" AS PERMISSIVE FOR ALL TO "svc_app" USING ("documents"."org_id" = (select app.org_id()) and (coalesce("documents"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("documents"."project_id" = (select app.only_project()), true)) and ("documents"."project_id" is not null or (select app.only_project()) is null)
    and ("documents"."only_for" is null or "documents"."only_for" = (select app.own_id()))) WITH CHECK ("documents"."org_id" = (select app.org_id()) and (coalesce("documents"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("documents"."project_id" = (select app.only_project()), true)) and ("documents"."project_id" is not null or (select app.only_project()) is null)
    and ("documents"."only_for" is null or "documents"."only_for" = (select app.own_id())) and (coalesce("documents"."project_id" <> all((select app.viewed_projects())::uuid[]), true) or app.refuse_viewer()));--> statement-breakpoint
CREATE POLICY "organization" ON "expense_categories" AS PERMISSIVE FOR ALL TO "svc_app" USING ("expense_categories"."org_id" = (select app.org_id())) WITH CHECK ("expense_categories"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "claims" ON "expenses" AS PERMISSIVE FOR ALL TO "svc_app" USING ("expenses"."org_id" = (select app.org_id()) and ("expenses"."user_id" = (select app.user_id()) or (select app.rank()) >= 30)) WITH CHECK ("expenses"."org_id" = (select app.org_id()) and ("expenses"."user_id" = (select app.user_id()) or (select app.rank()) >= 30));--> statement-breakpoint
CREATE POLICY "shared" ON "saved_filters" AS PERMISSIVE FOR ALL TO "svc_app" USING ("saved_filters"."org_id" = (select app.org_id()) and (coalesce("saved_filters"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("saved_filters"."project_id" = (select app.only_project()), true)) and ("saved_filters"."owner_id" = (select app.own_id()) or "saved_filters"."visibility" <> 'private')) WITH CHECK ("saved_filters"."org_id" = (select app.org_id()) and (coalesce("saved_filters"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("saved_filters"."project_id" = (select app.only_project()), true)) and ("saved_filters"."owner_id" = (select app.own_id()) or "saved_filters"."visibility" <> 'private'));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_series" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoice_series"."org_id" = (select app.org_id())) WITH CHECK ("invoice_series"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_series_counters" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoice_series_counters"."org_id" = (select app.org_id())) WITH CHECK ("invoice_series_counters"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_links" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoice_links"."org_id" = (select app.org_id())) WITH CHECK ("invoice_links"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_payments" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoice_payments"."org_id" = (select app.org_id())) WITH CHECK ("invoice_payments"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_register" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("invoice_register"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_register_heads" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoice_register_heads"."org_id" = (select app.org_id())) WITH CHECK ("invoice_register_heads"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_register_settings" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoice_register_settings"."org_id" = (select app.org_id())) WITH CHECK ("invoice_register_settings"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_line_sources" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoice_line_sources"."org_id" = (select app.org_id())) WITH CHECK ("invoice_line_sources"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_lines" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoice_lines"."org_id" = (select app.org_id())) WITH CHECK ("invoice_lines"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoice_taxes" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoice_taxes"."org_id" = (select app.org_id())) WITH CHECK ("invoice_taxes"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "invoices" AS PERMISSIVE FOR ALL TO "svc_app" USING ("invoices"."org_id" = (select app.org_id())) WITH CHECK ("invoices"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "leads" AS PERMISSIVE FOR ALL TO "svc_app" USING ("leads"."org_id" = (select app.org_id())) WITH CHECK ("leads"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "mailboxes" AS PERMISSIVE FOR ALL TO "svc_app" USING ("mailboxes"."org_id" = (select app.org_id())) WITH CHECK ("mailboxes"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "person" ON "notes" AS PERMISSIVE FOR ALL TO "svc_app" USING ("notes"."org_id" = (select app.org_id()) and "notes"."user_id" = (select app.own_id())) WITH CHECK ("notes"."org_id" = (select app.org_id()) and "notes"."user_id" = (select app.own_id()));--> statement-breakpoint
CREATE POLICY "recipient" ON "notification_mutes" AS PERMISSIVE FOR ALL TO "svc_app" USING ("notification_mutes"."org_id" = (select app.org_id()) and "notification_mutes"."user_id" = (select app.user_id())) WITH CHECK ("notification_mutes"."org_id" = (select app.org_id()) and "notification_mutes"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "recipient" ON "notification_preferences" AS PERMISSIVE FOR ALL TO "svc_app" USING ("notification_preferences"."org_id" = (select app.org_id()) and "notification_preferences"."user_id" = (select app.user_id())) WITH CHECK ("notification_preferences"."org_id" = (select app.org_id()) and "notification_preferences"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "recipient" ON "notifications" AS PERMISSIVE FOR ALL TO "svc_app" USING ("notifications"."org_id" = (select app.org_id()) and "notifications"."user_id" = (select app.user_id())) WITH CHECK ("notifications"."org_id" = (select app.org_id()) and "notifications"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "organization_invitations" AS PERMISSIVE FOR ALL TO "svc_app" USING ("organization_invitations"."org_id" = (select app.org_id())) WITH CHECK ("organization_invitations"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "organization_members" AS PERMISSIVE FOR ALL TO "svc_app" USING ("organization_members"."org_id" = (select app.org_id()) or "organization_members"."user_id" = (select app.user_id())) WITH CHECK ("organization_members"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "organizations" AS PERMISSIVE FOR ALL TO "svc_app" USING ("organizations"."id" = (select app.org_id())) WITH CHECK ("organizations"."id" = (select app.org_id()) or "organizations"."created_by" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "pipeline_stages" AS PERMISSIVE FOR ALL TO "svc_app" USING ("pipeline_stages"."org_id" = (select app.org_id())) WITH CHECK ("pipeline_stages"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "pipelines" AS PERMISSIVE FOR ALL TO "svc_app" USING ("pipelines"."org_id" = (select app.org_id())) WITH CHECK ("pipelines"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "portal_accesses" AS PERMISSIVE FOR ALL TO "svc_app" USING ("portal_accesses"."org_id" = (select app.org_id())) WITH CHECK ("portal_accesses"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "portal_tokens" AS PERMISSIVE FOR ALL TO "svc_app" USING ("portal_tokens"."org_id" = (select app.org_id())) WITH CHECK ("portal_tokens"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "recipient" ON "project_favorites" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_favorites"."org_id" = (select app.org_id()) and "project_favorites"."user_id" = (select app.user_id())) WITH CHECK ("project_favorites"."org_id" = (select app.org_id()) and "project_favorites"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "project_key_aliases" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_key_aliases"."org_id" = (select app.org_id())) WITH CHECK ("project_key_aliases"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "project_members" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_members"."org_id" = (select app.org_id())) WITH CHECK ("project_members"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project" ON "project_updates" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_updates"."org_id" = (select app.org_id()) and (coalesce("project_updates"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("project_updates"."project_id" = (select app.only_project()), true))) WITH CHECK ("project_updates"."org_id" = (select app.org_id()) and (coalesce("project_updates"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("project_updates"."project_id" = (select app.only_project()), true)) and (coalesce("project_updates"."project_id" <> all((select app.viewed_projects())::uuid[]), true) or app.refuse_viewer()));--> statement-breakpoint
CREATE POLICY "project" ON "projects" AS PERMISSIVE FOR ALL TO "svc_app" USING ("projects"."org_id" = (select app.org_id()) and (coalesce("projects"."id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("projects"."id" = (select app.only_project()), true))) WITH CHECK ("projects"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "person" ON "reminders" AS PERMISSIVE FOR ALL TO "svc_app" USING ("reminders"."org_id" = (select app.org_id()) and "reminders"."user_id" = (select app.own_id())) WITH CHECK ("reminders"."org_id" = (select app.org_id()) and "reminders"."user_id" = (select app.own_id()));--> statement-breakpoint
CREATE POLICY "project" ON "project_repositories" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_repositories"."org_id" = (select app.org_id()) and (coalesce("project_repositories"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("project_repositories"."project_id" = (select app.only_project()), true))) WITH CHECK ("project_repositories"."org_id" = (select app.org_id()) and (coalesce("project_repositories"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("project_repositories"."project_id" = (select app.only_project()), true)) and (coalesce("project_repositories"."project_id" <> all((select app.viewed_projects())::uuid[]), true) or app.refuse_viewer()));--> statement-breakpoint
CREATE POLICY "organization" ON "repository_connections" AS PERMISSIVE FOR ALL TO "svc_app" USING ("repository_connections"."org_id" = (select app.org_id())) WITH CHECK ("repository_connections"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project" ON "milestones" AS PERMISSIVE FOR ALL TO "svc_app" USING ("milestones"."org_id" = (select app.org_id()) and (coalesce("milestones"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("milestones"."project_id" = (select app.only_project()), true))) WITH CHECK ("milestones"."org_id" = (select app.org_id()) and (coalesce("milestones"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("milestones"."project_id" = (select app.only_project()), true)) and (coalesce("milestones"."project_id" <> all((select app.viewed_projects())::uuid[]), true) or app.refuse_viewer()));--> statement-breakpoint
CREATE POLICY "organization" ON "project_baseline_items" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_baseline_items"."org_id" = (select app.org_id())) WITH CHECK ("project_baseline_items"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project" ON "project_baselines" AS PERMISSIVE FOR ALL TO "svc_app" USING ("project_baselines"."org_id" = (select app.org_id()) and (coalesce("project_baselines"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("project_baselines"."project_id" = (select app.only_project()), true))) WITH CHECK ("project_baselines"."org_id" = (select app.org_id()) and (coalesce("project_baselines"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("project_baselines"."project_id" = (select app.only_project()), true)) and (coalesce("project_baselines"."project_id" <> all((select app.viewed_projects())::uuid[]), true) or app.refuse_viewer()));--> statement-breakpoint
CREATE POLICY "person" ON "recent_items" AS PERMISSIVE FOR ALL TO "svc_app" USING ("recent_items"."org_id" = (select app.org_id()) and "recent_items"."user_id" = (select app.own_id())) WITH CHECK ("recent_items"."org_id" = (select app.org_id()) and "recent_items"."user_id" = (select app.own_id()));--> statement-breakpoint
CREATE POLICY "search" ON "search_entries" AS PERMISSIVE FOR ALL TO "svc_app" USING ("search_entries"."org_id" = (select app.org_id()) and (coalesce("search_entries"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("search_entries"."project_id" = (select app.only_project()), true)) and "search_entries"."min_rank" <= (select app.rank())
        and ("search_entries"."owner_user_id" is null or "search_entries"."owner_user_id" = (select app.user_id())));--> statement-breakpoint
CREATE POLICY "organization" ON "business_calendars" AS PERMISSIVE FOR ALL TO "svc_app" USING ("business_calendars"."org_id" = (select app.org_id())) WITH CHECK ("business_calendars"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "sla_clock_events" AS PERMISSIVE FOR ALL TO "svc_app" USING ("sla_clock_events"."org_id" = (select app.org_id())) WITH CHECK ("sla_clock_events"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "sla_clocks" AS PERMISSIVE FOR ALL TO "svc_app" USING ("sla_clocks"."org_id" = (select app.org_id())) WITH CHECK ("sla_clocks"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "sla_overrides" AS PERMISSIVE FOR ALL TO "svc_app" USING ("sla_overrides"."org_id" = (select app.org_id())) WITH CHECK ("sla_overrides"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "sla_policies" AS PERMISSIVE FOR ALL TO "svc_app" USING ("sla_policies"."org_id" = (select app.org_id())) WITH CHECK ("sla_policies"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "sprint_ledger" AS PERMISSIVE FOR ALL TO "svc_app" USING ("sprint_ledger"."org_id" = (select app.org_id())) WITH CHECK ("sprint_ledger"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project" ON "sprints" AS PERMISSIVE FOR ALL TO "svc_app" USING ("sprints"."org_id" = (select app.org_id()) and (coalesce("sprints"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("sprints"."project_id" = (select app.only_project()), true))) WITH CHECK ("sprints"."org_id" = (select app.org_id()) and (coalesce("sprints"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("sprints"."project_id" = (select app.only_project()), true)) and (coalesce("sprints"."project_id" <> all((select app.viewed_projects())::uuid[]), true) or app.refuse_viewer()));--> statement-breakpoint
CREATE POLICY "organization" ON "supplier_ibans" AS PERMISSIVE FOR ALL TO "svc_app" USING ("supplier_ibans"."org_id" = (select app.org_id())) WITH CHECK ("supplier_ibans"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "suppliers" AS PERMISSIVE FOR ALL TO "svc_app" USING ("suppliers"."org_id" = (select app.org_id())) WITH CHECK ("suppliers"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "assignment_rules" AS PERMISSIVE FOR ALL TO "svc_app" USING ("assignment_rules"."org_id" = (select app.org_id())) WITH CHECK ("assignment_rules"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "ticket_deliveries" AS PERMISSIVE FOR ALL TO "svc_app" USING ("ticket_deliveries"."org_id" = (select app.org_id())) WITH CHECK ("ticket_deliveries"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "ticket_mails" AS PERMISSIVE FOR ALL TO "svc_app" USING ("ticket_mails"."org_id" = (select app.org_id())) WITH CHECK ("ticket_mails"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "audit_log" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("audit_log"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "person" ON "idempotency_keys" AS PERMISSIVE FOR ALL TO "svc_app" USING ("idempotency_keys"."user_id" = (select app.user_id()));--> statement-breakpoint
CREATE POLICY "project" ON "tags" AS PERMISSIVE FOR ALL TO "svc_app" USING ("tags"."org_id" = (select app.org_id()) and (coalesce("tags"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("tags"."project_id" = (select app.only_project()), true))) WITH CHECK ("tags"."org_id" = (select app.org_id()) and (coalesce("tags"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("tags"."project_id" = (select app.only_project()), true)) and (coalesce("tags"."project_id" <> all((select app.viewed_projects())::uuid[]), true) or app.refuse_viewer()));--> statement-breakpoint
CREATE POLICY "organization" ON "task_tags" AS PERMISSIVE FOR ALL TO "svc_app" USING ("task_tags"."org_id" = (select app.org_id())) WITH CHECK ("task_tags"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "internal" ON "task_events" AS RESTRICTIVE FOR SELECT TO "svc_app" USING ((select app.rank()) >= 20 or ("task_events"."new_value" ->> 'is_internal' = 'true') is not true);--> statement-breakpoint
CREATE POLICY "project" ON "task_events" AS PERMISSIVE FOR ALL TO "svc_app" USING ("task_events"."org_id" = (select app.org_id()) and (coalesce("task_events"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("task_events"."project_id" = (select app.only_project()), true))) WITH CHECK ("task_events"."org_id" = (select app.org_id()) and (coalesce("task_events"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("task_events"."project_id" = (select app.only_project()), true)) and (coalesce("task_events"."project_id" <> all((select app.viewed_projects())::uuid[]), true) or app.refuse_viewer()));--> statement-breakpoint
CREATE POLICY "organization" ON "task_key_aliases" AS PERMISSIVE FOR ALL TO "svc_app" USING ("task_key_aliases"."org_id" = (select app.org_id())) WITH CHECK ("task_key_aliases"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project" ON "task_tallies" AS PERMISSIVE FOR ALL TO "svc_app" USING ("task_tallies"."org_id" = (select app.org_id()) and (coalesce("task_tallies"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("task_tallies"."project_id" = (select app.only_project()), true))) WITH CHECK ("task_tallies"."org_id" = (select app.org_id()) and (coalesce("task_tallies"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("task_tallies"."project_id" = (select app.only_project()), true)) and (coalesce("task_tallies"."project_id" <> all((select app.viewed_projects())::uuid[]), true) or app.refuse_viewer()));--> statement-breakpoint
CREATE POLICY "organization" ON "task_watchers" AS PERMISSIVE FOR ALL TO "svc_app" USING ("task_watchers"."org_id" = (select app.org_id())) WITH CHECK ("task_watchers"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "project" ON "tasks" AS PERMISSIVE FOR ALL TO "svc_app" USING ("tasks"."org_id" = (select app.org_id()) and (coalesce("tasks"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("tasks"."project_id" = (select app.only_project()), true))) WITH CHECK ("tasks"."org_id" = (select app.org_id()) and (coalesce("tasks"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("tasks"."project_id" = (select app.only_project()), true)) and (coalesce("tasks"."project_id" <> all((select app.viewed_projects())::uuid[]), true) or app.refuse_viewer()));--> statement-breakpoint
CREATE POLICY "organization" ON "tax_rates" AS PERMISSIVE FOR ALL TO "svc_app" USING ("tax_rates"."org_id" = (select app.org_id())) WITH CHECK ("tax_rates"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "canned_responses" AS PERMISSIVE FOR ALL TO "svc_app" USING ("canned_responses"."org_id" = (select app.org_id())) WITH CHECK ("canned_responses"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "ticket_counters" AS PERMISSIVE FOR ALL TO "svc_app" USING ("ticket_counters"."org_id" = (select app.org_id())) WITH CHECK ("ticket_counters"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "ticket_events" AS PERMISSIVE FOR ALL TO "svc_app" USING ("ticket_events"."org_id" = (select app.org_id())) WITH CHECK ("ticket_events"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "portal" ON "ticket_messages" AS PERMISSIVE FOR ALL TO "svc_app" USING ("ticket_messages"."org_id" = (select app.org_id()) and ((select app.portal_client()) is null or not "ticket_messages"."is_internal" and exists (select from tickets t
        where t.org_id = "ticket_messages"."org_id" and t.id = "ticket_messages"."ticket_id" and t.client_id = (select app.portal_client())))) WITH CHECK ("ticket_messages"."org_id" = (select app.org_id()) and ((select app.portal_client()) is null or not "ticket_messages"."is_internal" and exists (select from tickets t
        where t.org_id = "ticket_messages"."org_id" and t.id = "ticket_messages"."ticket_id" and t.client_id = (select app.portal_client()))));--> statement-breakpoint
CREATE POLICY "portal" ON "tickets" AS PERMISSIVE FOR ALL TO "svc_app" USING ("tickets"."org_id" = (select app.org_id()) and (case when (select app.portal_client()) is null then true else "tickets"."client_id" = (select app.portal_client()) end)) WITH CHECK ("tickets"."org_id" = (select app.org_id()) and (case when (select app.portal_client()) is null then true else "tickets"."client_id" = (select app.portal_client()) end));--> statement-breakpoint
CREATE POLICY "claims" ON "time_entries" AS PERMISSIVE FOR ALL TO "svc_app" USING ("time_entries"."org_id" = (select app.org_id()) and ("time_entries"."user_id" = (select app.user_id()) or (select app.rank()) >= 30)) WITH CHECK ("time_entries"."org_id" = (select app.org_id()) and ("time_entries"."user_id" = (select app.user_id()) or (select app.rank()) >= 30));