ALTER TABLE "invoice_taxes" ADD COLUMN "issued_on" date;--> statement-breakpoint
ALTER TABLE "invoice_taxes" ADD COLUMN "currency" char(3);--> statement-breakpoint
ALTER TABLE "invoice_taxes" ADD COLUMN "base_tax_minor" bigint;--> statement-breakpoint
CREATE INDEX "invoice_taxes_issued" ON "invoice_taxes" USING btree ("org_id","issued_on","currency","category","rate","surcharge_rate","base_minor","tax_minor","surcharge_minor","base_tax_minor") WHERE "invoice_taxes"."issued_on" is not null;--> statement-breakpoint
CREATE INDEX "invoices_substitutions" ON "invoices" USING btree ("org_id","issue_date") WHERE "invoices"."correction_method" = 'substitution';--> statement-breakpoint
CREATE INDEX "invoices_withheld" ON "invoices" USING btree ("org_id","issue_date") WHERE "invoices"."withholding_minor" <> 0;