ALTER TABLE "audit_exports" ADD COLUMN "digests" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_exports" ADD COLUMN "signature" text;