ALTER TABLE "invoice_register_heads" ADD COLUMN "closed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "invoice_register_heads" ADD COLUMN "closed_reason" varchar(500);--> statement-breakpoint
ALTER TABLE "invoice_register_heads" ADD COLUMN "successor_tax_id" varchar(20);