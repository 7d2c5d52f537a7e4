CREATE TABLE "platform_switches" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"read_only" boolean DEFAULT false NOT NULL,
	"jobs_paused" boolean DEFAULT false NOT NULL,
	"reason" varchar(300),
	"changed_by" uuid,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "platform_switches_one" CHECK ("platform_switches"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "service_counts" (
	"hour" timestamp (3) with time zone NOT NULL,
	"name" varchar(40) NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "service_counts_hour_name_pk" PRIMARY KEY("hour","name")
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "requests_per_minute" integer;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "rows_per_minute" integer;--> statement-breakpoint
CREATE INDEX "mails_unclear" ON "mails" USING btree ("created_at") WHERE "mails"."state" = 'unclear';