ALTER TABLE "oauth_authorizations" ADD COLUMN "read_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "oauth_authorizations" ADD COLUMN "org_ids" uuid[];--> statement-breakpoint
ALTER TABLE "oauth_authorizations" ADD COLUMN "redirect_host" text;--> statement-breakpoint
ALTER TABLE "oauth_authorizations" ADD COLUMN "user_agent" varchar(300);