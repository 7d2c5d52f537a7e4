ALTER TABLE "webhook_endpoints" DROP CONSTRAINT "webhook_endpoints_payload";--> statement-breakpoint
ALTER TABLE "change_log" ADD COLUMN "more" jsonb;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "dropped" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "dropped_from" varchar(60);--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "installation_id" uuid;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD COLUMN "incomplete" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_installation" FOREIGN KEY ("org_id","installation_id") REFERENCES "public"."app_installations"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_messages_incomplete" ON "webhook_messages" USING btree ("org_id","xid","seq") WHERE "webhook_messages"."incomplete";--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_payload" CHECK ("webhook_endpoints"."payload" in ('thin', 'object'));