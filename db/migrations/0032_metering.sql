CREATE TABLE "usage_alerts" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"meter" text NOT NULL,
	"period_starts_at" timestamp (3) with time zone NOT NULL,
	"threshold" smallint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usage_alerts_org_id_meter_period_starts_at_threshold_pk" PRIMARY KEY("org_id","meter","period_starts_at","threshold"),
	CONSTRAINT "usage_alerts_meter" CHECK ("usage_alerts"."meter" in ('requests', 'tool_calls', 'storage_bytes', 'seats', 'mails', 'automation_runs', 'webhook_attempts', 'meeting_minutes', 'address_lookups', 'ai_tokens'))
);
--> statement-breakpoint
ALTER TABLE "usage_alerts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "usage_daily" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"meter" text NOT NULL,
	"day" date NOT NULL,
	"quantity" numeric(20, 6) DEFAULT '0' NOT NULL,
	"late_quantity" numeric(20, 6) DEFAULT '0' NOT NULL,
	"charged_quantity" numeric(20, 6) DEFAULT '0' NOT NULL,
	"events" integer DEFAULT 0 NOT NULL,
	"max_value" numeric(20, 6),
	"latest_value" numeric(20, 6),
	"sampled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "usage_daily_org_id_meter_day_pk" PRIMARY KEY("org_id","meter","day"),
	CONSTRAINT "usage_daily_meter" CHECK ("usage_daily"."meter" in ('requests', 'tool_calls', 'storage_bytes', 'seats', 'mails', 'automation_runs', 'webhook_attempts', 'meeting_minutes', 'address_lookups', 'ai_tokens'))
);
--> statement-breakpoint
ALTER TABLE "usage_daily" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "usage_events" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"source" varchar(40) NOT NULL,
	"event_id" varchar(100) NOT NULL,
	"meter" text NOT NULL,
	"quantity" numeric(20, 6) NOT NULL,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"late" boolean DEFAULT false NOT NULL,
	"subject" varchar(100),
	"dimensions" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"payload_hash" "bytea" NOT NULL,
	"correction_of" varchar(100),
	CONSTRAINT "usage_events_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "usage_events_meter" CHECK ("usage_events"."meter" in ('requests', 'tool_calls', 'storage_bytes', 'seats', 'mails', 'automation_runs', 'webhook_attempts', 'meeting_minutes', 'address_lookups', 'ai_tokens'))
);
--> statement-breakpoint
ALTER TABLE "usage_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "usage_periods" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"first_day" date NOT NULL,
	"next_day" date NOT NULL,
	"zone" text NOT NULL,
	"anchor_day" smallint NOT NULL,
	CONSTRAINT "usage_periods_org_id_id_pk" PRIMARY KEY("org_id","id")
);
--> statement-breakpoint
ALTER TABLE "usage_periods" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "usage_reservations" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"key" varchar(100) NOT NULL,
	"meter" text NOT NULL,
	"quantity" numeric(20, 6) NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"opener" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"settled_quantity" numeric(20, 6),
	CONSTRAINT "usage_reservations_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "usage_reservations_status" CHECK ("usage_reservations"."status" in ('open', 'settled', 'released')),
	CONSTRAINT "usage_reservations_meter" CHECK ("usage_reservations"."meter" in ('requests', 'tool_calls', 'storage_bytes', 'seats', 'mails', 'automation_runs', 'webhook_attempts', 'meeting_minutes', 'address_lookups', 'ai_tokens'))
);
--> statement-breakpoint
ALTER TABLE "usage_reservations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "usage_events_key" ON "usage_events" USING btree ("org_id","source","event_id");--> statement-breakpoint
CREATE INDEX "usage_events_time" ON "usage_events" USING btree ("org_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "usage_events_corrections" ON "usage_events" USING btree ("org_id","source","correction_of") WHERE "usage_events"."correction_of" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "usage_periods_start" ON "usage_periods" USING btree ("org_id","starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "usage_reservations_key" ON "usage_reservations" USING btree ("org_id","meter","key");--> statement-breakpoint
CREATE INDEX "usage_reservations_open" ON "usage_reservations" USING btree ("org_id","meter","expires_at") WHERE "usage_reservations"."status" = 'open';--> statement-breakpoint
CREATE INDEX "mails_sent" ON "mails" USING btree ((("facts"->>'sender')::uuid),"sent_at") WHERE "mails"."sent_at" is not null;--> statement-breakpoint
CREATE POLICY "organization" ON "usage_alerts" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("usage_alerts"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "usage_daily" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("usage_daily"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "usage_events" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("usage_events"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "usage_periods" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("usage_periods"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "organization" ON "usage_reservations" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("usage_reservations"."org_id" = (select app.org_id()));