CREATE TABLE "working_hours_acks" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"seq" bigint NOT NULL,
	"employee_id" uuid NOT NULL,
	"side" text NOT NULL,
	"decision" text NOT NULL,
	"reason" varchar(500),
	"decided_by" uuid NOT NULL,
	"decided_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "working_hours_acks_org_id_id_pk" PRIMARY KEY("org_id","id"),
	CONSTRAINT "working_hours_acks_side" CHECK ("working_hours_acks"."side" in ('worker', 'company')),
	CONSTRAINT "working_hours_acks_decision" CHECK ("working_hours_acks"."decision" in ('agreed', 'refused', 'unilateral', 'sole'))
);
--> statement-breakpoint
ALTER TABLE "working_hours_acks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "working_hours_heads" (
	"org_id" uuid PRIMARY KEY DEFAULT app.org_id() NOT NULL,
	"seq" bigint NOT NULL,
	"prev_hash" varchar(64) NOT NULL,
	"last_hash" varchar(64) NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "working_hours_heads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "working_hours_log" (
	"org_id" uuid DEFAULT app.org_id() NOT NULL,
	"seq" bigint NOT NULL,
	"employee_id" uuid NOT NULL,
	"event" text NOT NULL,
	"of_event" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"occurred_offset" varchar(6) NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	"recorded_by" uuid,
	"source" text NOT NULL,
	"mode" text NOT NULL,
	"hours_kind" text,
	"reason" varchar(500),
	"corrects_seq" bigint,
	"captured_offline" boolean DEFAULT false NOT NULL,
	"salt" char(32) NOT NULL,
	"entry_digest" char(64) NOT NULL,
	"prev_hash" varchar(64) NOT NULL,
	"hash" char(64) NOT NULL,
	CONSTRAINT "working_hours_log_org_id_seq_pk" PRIMARY KEY("org_id","seq"),
	CONSTRAINT "working_hours_log_event" CHECK ("working_hours_log"."event" in ('clock_in', 'break_start', 'break_end', 'clock_out', 'correction', 'void')),
	CONSTRAINT "working_hours_log_of_event" CHECK ("working_hours_log"."of_event" in ('clock_in', 'break_start', 'break_end', 'clock_out')),
	CONSTRAINT "working_hours_log_source" CHECK ("working_hours_log"."source" in ('web', 'api', 'mobile', 'mcp', 'import')),
	CONSTRAINT "working_hours_log_mode" CHECK ("working_hours_log"."mode" in ('on_site', 'remote')),
	CONSTRAINT "working_hours_log_kind" CHECK ("working_hours_log"."hours_kind" in ('ordinary', 'overtime', 'complementary')),
	CONSTRAINT "working_hours_log_correction" CHECK (case "working_hours_log"."event" when 'correction'
          then "working_hours_log"."reason" is not null and ("working_hours_log"."corrects_seq" is not null or "working_hours_log"."of_event" is not null)
        when 'void' then "working_hours_log"."reason" is not null and "working_hours_log"."corrects_seq" is not null
        else "working_hours_log"."corrects_seq" is null and "working_hours_log"."of_event" is null end)
);
--> statement-breakpoint
ALTER TABLE "working_hours_log" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "working_hours_acks_once" ON "working_hours_acks" USING btree ("org_id","seq","side") WHERE "working_hours_acks"."decision" <> 'unilateral';--> statement-breakpoint
CREATE UNIQUE INDEX "working_hours_acks_unilateral" ON "working_hours_acks" USING btree ("org_id","seq") WHERE "working_hours_acks"."decision" = 'unilateral';--> statement-breakpoint
CREATE UNIQUE INDEX "working_hours_log_link" ON "working_hours_log" USING btree ("org_id","prev_hash");--> statement-breakpoint
CREATE INDEX "working_hours_log_worker" ON "working_hours_log" USING btree ("org_id","employee_id","occurred_at");--> statement-breakpoint
CREATE INDEX "working_hours_log_corrects" ON "working_hours_log" USING btree ("org_id","corrects_seq") WHERE "working_hours_log"."corrects_seq" is not null;--> statement-breakpoint
CREATE POLICY "team" ON "working_hours_acks" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("working_hours_acks"."org_id" = (select app.org_id()) and ((select app.rank()) >= 40 or "working_hours_acks"."employee_id" = (select app.employee_id()) or "working_hours_acks"."employee_id" = any((select app.team())::uuid[])));--> statement-breakpoint
CREATE POLICY "organization" ON "working_hours_heads" AS PERMISSIVE FOR ALL TO "svc_app" USING ("working_hours_heads"."org_id" = (select app.org_id())) WITH CHECK ("working_hours_heads"."org_id" = (select app.org_id()));--> statement-breakpoint
CREATE POLICY "team" ON "working_hours_log" AS PERMISSIVE FOR SELECT TO "svc_app" USING ("working_hours_log"."org_id" = (select app.org_id()) and ((select app.rank()) >= 40 or "working_hours_log"."employee_id" = (select app.employee_id()) or "working_hours_log"."employee_id" = any((select app.team())::uuid[])));