DROP INDEX "mails_recent";--> statement-breakpoint
CREATE INDEX "mails_recent" ON "mails" USING btree ("address","message",("state" <> 'dropped'),"created_at");