ALTER TABLE "invoice_register_settings" ADD COLUMN "system_producer_name" varchar(120);--> statement-breakpoint
ALTER TABLE "invoice_register_settings" ADD COLUMN "system_producer_tax_id" varchar(20);--> statement-breakpoint
ALTER TABLE "invoice_register_settings" ADD COLUMN "system_producer_country" char(2);