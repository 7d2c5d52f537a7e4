ALTER TABLE "mailboxes" ADD COLUMN "keep_days" smallint DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD COLUMN "object_id" uuid;--> statement-breakpoint
ALTER TABLE "ticket_mails" ADD CONSTRAINT "ticket_mails_object_id" FOREIGN KEY ("org_id","object_id") REFERENCES "public"."attachment_objects"("org_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_mails_object" ON "ticket_mails" USING btree ("org_id","object_id");--> statement-breakpoint
ALTER TABLE "mailboxes" ADD CONSTRAINT "mailboxes_keep_days" CHECK ("mailboxes"."keep_days" between 1 and 365);