ALTER TABLE "invoice_links" ADD COLUMN "mailed_to" varchar(254);--> statement-breakpoint
ALTER TABLE "invoice_links" ADD COLUMN "not_mailed" text;--> statement-breakpoint
ALTER TABLE "invoice_links" ADD COLUMN "mail_status" text;--> statement-breakpoint
ALTER TABLE "invoice_links" ADD COLUMN "mail_error" varchar(300);--> statement-breakpoint
ALTER TABLE "invoice_links" ADD CONSTRAINT "invoice_links_not_mailed" CHECK ("invoice_links"."not_mailed" in ('no_address', 'no_mail', 'limit'));--> statement-breakpoint
ALTER TABLE "invoice_links" ADD CONSTRAINT "invoice_links_mail_status" CHECK ("invoice_links"."mail_status" in ('waiting', 'sent', 'failed', 'dropped'));