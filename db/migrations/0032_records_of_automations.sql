ALTER TABLE "automation_runs" ALTER COLUMN "task_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ALTER COLUMN "project_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "event_key" uuid;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "ticket_id" uuid;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "deal_id" uuid;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "lead_id" uuid;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_ticket_id" FOREIGN KEY ("org_id","ticket_id") REFERENCES "public"."tickets"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_deal_id" FOREIGN KEY ("org_id","deal_id") REFERENCES "public"."deals"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_lead_id" FOREIGN KEY ("org_id","lead_id") REFERENCES "public"."leads"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "automation_runs_key" ON "automation_runs" USING btree ("automation_id","event_key") WHERE "automation_runs"."event_key" is not null;--> statement-breakpoint
CREATE INDEX "automation_runs_ticket" ON "automation_runs" USING btree ("org_id","ticket_id") WHERE "automation_runs"."ticket_id" is not null;--> statement-breakpoint
CREATE INDEX "automation_runs_deal" ON "automation_runs" USING btree ("org_id","deal_id") WHERE "automation_runs"."deal_id" is not null;--> statement-breakpoint
CREATE INDEX "automation_runs_lead" ON "automation_runs" USING btree ("org_id","lead_id") WHERE "automation_runs"."lead_id" is not null;--> statement-breakpoint
CREATE INDEX "automations_listening" ON "automations" USING btree ("org_id",split_part("trigger" ->> 'event', '.', 1)) WHERE "automations"."is_enabled" and "automations"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_record" CHECK (num_nonnulls("automation_runs"."task_id", "automation_runs"."ticket_id", "automation_runs"."deal_id", "automation_runs"."lead_id") = 1);--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_project" CHECK (("automation_runs"."task_id" is null) = ("automation_runs"."project_id" is null));--> statement-breakpoint
ALTER POLICY "project" ON "automation_runs" TO svc_app USING ("automation_runs"."org_id" = (select app.org_id()) and (coalesce("automation_runs"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("automation_runs"."project_id" = (select app.only_project()), true))
        and ("automation_runs"."project_id" is not null or (select app.only_project()) is null)) WITH CHECK ("automation_runs"."org_id" = (select app.org_id()) and (coalesce("automation_runs"."project_id" <> all((select app.hidden_projects())::uuid[]), true)
    and coalesce("automation_runs"."project_id" = (select app.only_project()), true))
        and ("automation_runs"."project_id" is not null or (select app.only_project()) is null) and (coalesce("automation_runs"."project_id" <> all((select app.viewed_projects())::uuid[]), true) or app.refuse_viewer()));