ALTER TABLE "usage_alerts" DROP CONSTRAINT "usage_alerts_meter";--> statement-breakpoint
ALTER TABLE "usage_daily" DROP CONSTRAINT "usage_daily_meter";--> statement-breakpoint
ALTER TABLE "usage_events" DROP CONSTRAINT "usage_events_meter";--> statement-breakpoint
ALTER TABLE "usage_reservations" DROP CONSTRAINT "usage_reservations_meter";--> statement-breakpoint
ALTER TABLE "usage_alerts" ADD CONSTRAINT "usage_alerts_meter" CHECK ("usage_alerts"."meter" in ('requests', 'tool_calls', 'storage_bytes', 'seats', 'mails', 'automation_runs', 'meeting_minutes', 'address_lookups', 'ai_tokens'));--> statement-breakpoint
ALTER TABLE "usage_daily" ADD CONSTRAINT "usage_daily_meter" CHECK ("usage_daily"."meter" in ('requests', 'tool_calls', 'storage_bytes', 'seats', 'mails', 'automation_runs', 'meeting_minutes', 'address_lookups', 'ai_tokens'));--> statement-breakpoint
ALTER TABLE "usage_events" ADD CONSTRAINT "usage_events_meter" CHECK ("usage_events"."meter" in ('requests', 'tool_calls', 'storage_bytes', 'seats', 'mails', 'automation_runs', 'meeting_minutes', 'address_lookups', 'ai_tokens'));--> statement-breakpoint
ALTER TABLE "usage_reservations" ADD CONSTRAINT "usage_reservations_meter" CHECK ("usage_reservations"."meter" in ('requests', 'tool_calls', 'storage_bytes', 'seats', 'mails', 'automation_runs', 'meeting_minutes', 'address_lookups', 'ai_tokens'));