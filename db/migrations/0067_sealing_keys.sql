CREATE TABLE "sealing_keys" (
	"key_id" varchar(40) PRIMARY KEY NOT NULL,
	"noted_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);--> statement-breakpoint
INSERT INTO "sealing_keys" ("key_id") SELECT kek_id FROM (SELECT kek_id FROM app_secrets UNION SELECT kek_id FROM credential_secrets UNION SELECT kek_id FROM employee_ibans UNION SELECT kek_id FROM employee_national_ids UNION SELECT kek_id FROM payslip_ibans UNION SELECT kek_id FROM repository_connections UNION SELECT kek_id FROM supplier_ibans UNION SELECT kek_id FROM webhook_secrets UNION SELECT kek_id FROM totp_secrets) used;
