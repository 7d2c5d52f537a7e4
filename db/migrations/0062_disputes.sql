DROP INDEX "billing_invoices_charge";--> statement-breakpoint
CREATE INDEX "billing_invoices_charge" ON "billing_invoices" USING btree ("charge_id");