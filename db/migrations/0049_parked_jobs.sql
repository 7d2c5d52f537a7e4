CREATE TABLE "parked_jobs" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"org_id" uuid NOT NULL,
	"topic" varchar(60) NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer NOT NULL,
	"last_error" varchar(300),
	"parked_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "outbox_days";--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("org_id","topic") WHERE "outbox"."done_at" is null;