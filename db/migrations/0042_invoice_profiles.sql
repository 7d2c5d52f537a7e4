ALTER TABLE "clients" ADD COLUMN "profile" text;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "buyer_reference" varchar(100);--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "electronic_address" varchar(60);--> statement-breakpoint
ALTER TABLE "invoice_register_settings" ADD COLUMN "issuer_contact" varchar(120);--> statement-breakpoint
ALTER TABLE "invoice_register_settings" ADD COLUMN "issuer_electronic_address" varchar(60);--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "profile" text;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "buyer_reference" varchar(100);--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_profile" CHECK ("clients"."profile" in ('en16931', 'xrechnung', 'peppol'));--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_profile" CHECK ("invoices"."profile" in ('en16931', 'xrechnung', 'peppol'));