ALTER TABLE "users" ADD COLUMN "locale" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "timezone" text;--> statement-breakpoint
CREATE INDEX "mail_tokens_address" ON "mail_tokens" USING btree ("address");