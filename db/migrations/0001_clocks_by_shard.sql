DROP INDEX "mails_due";--> statement-breakpoint
DROP INDEX "outbox_due";--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree (app.shard_of(("facts"->>'sender')::uuid),"available_at") WHERE "mails"."state" in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree (app.shard_of("org_id"),"available_at") WHERE "outbox"."done_at" is null;