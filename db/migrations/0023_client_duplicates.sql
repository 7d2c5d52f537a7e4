DROP INDEX "clients_email";--> statement-breakpoint
CREATE INDEX "clients_tax_number" ON "clients" USING btree ("org_id",upper(regexp_replace("tax_id", '[\s.-]', '', 'g')));--> statement-breakpoint
CREATE INDEX "clients_email" ON "clients" USING btree ("org_id",app.plain_email("email"));