ALTER TABLE "oauth_clients" ADD COLUMN "document_url" text;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD COLUMN "fetched_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD COLUMN "fresh_until" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_clients_document" ON "oauth_clients" USING btree ("document_url");