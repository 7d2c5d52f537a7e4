ALTER TABLE "workforce_settings" ADD COLUMN "payslip_retention_years" smallint DEFAULT 10 NOT NULL;--> statement-breakpoint
CREATE INDEX "leave_requests_certified" ON "leave_requests" USING btree ("org_id","end_date") WHERE "leave_requests"."certificates" > 0;--> statement-breakpoint
CREATE INDEX "leave_requests_rejected" ON "leave_requests" USING btree ("org_id","decided_at") WHERE "leave_requests"."status" = 'rejected';--> statement-breakpoint
ALTER TABLE "workforce_settings" ADD CONSTRAINT "workforce_settings_payslips" CHECK ("workforce_settings"."payslip_retention_years" between 1 and 50);