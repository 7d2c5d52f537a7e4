-- What an export of an organization holds: every table with rows of organizations but for those here, and
-- every column but for secrets and those here. A test lists what that is.

-- Tables that are left out, and why.
create or replace function app.export_left_out() returns table (name text, why text)
language sql immutable as $$
  select unnest(l.names), l.why from (values
    ('{notes, reminders, desktop_states, recent_items, notifications, notification_mutes,
      notification_preferences, project_favorites}'::text[],
      'belongs to one person, who may have it as their own data'),
    ('{api_keys, employee_pins, app_secrets, credential_secrets, webhook_secrets}',
      'opens the organization, or something else'),
    ('{calendar_feed_tokens, invoice_links, portal_tokens}', 'a link that opens something'),
    ('{ticket_mails, webhook_messages, webhook_attempts}',
      'mail and messages in transit; what came of them is in tickets and in the objects themselves'),
    ('{billing_customers, billing_notices, entitlement_overrides}',
      'what a payment provider or an operator of this deployment knows of it'),
    ('{change_log, search_entries, task_tallies, credential_denials}', 'follows from other rows'),
    ('{idempotency_keys, outbox, parked_jobs, meeting_events, usage_reservations, usage_alerts}',
      'work of this deployment that is under way'),
    ('{audit_exports, organization_exports, organization_export_parts}',
      'files that are erased within days')) l(names, why)
$$;

-- Columns that are left out beside what `app.is_secret` finds by its name.
create or replace function app.export_left_columns() returns table (name text, why text)
language sql immutable as $$
  select unnest(l.names), l.why from (values
    ('{billing_invoices.provider_invoice_id, billing_invoices.hosted_url, billing_invoices.charge_id,
      subscriptions.provider_subscription_id, subscriptions.provider_item_id, subscriptions.last_event_id,
      invoice_payments.idempotency_key}'::text[], 'identifies a payment at its provider'),
    ('{supplier_ibans.kek_id, employee_ibans.kek_id, employee_ibans.fingerprint,
      employee_ibans.fingerprint_key, employee_national_ids.kek_id, employee_national_ids.fingerprint,
      employee_national_ids.fingerprint_key, payslip_ibans.kek_id, payslips.iban_fingerprint,
      repository_connections.kek_id}', 'belongs to what is sealed, which opens with keys of this deployment'),
    ('{meeting_occurrences.room_name, meeting_participants.link_hash}', 'opens a room at its provider'),
    ('{organizations.home}', 'belongs to this deployment'),
    ('{organizations.plan_override}', 'belongs to this deployment'),
    ('{organizations.requests_per_minute}', 'belongs to this deployment'),
    ('{organizations.rows_per_minute}', 'belongs to this deployment'),
    ('{organizations.used_up}', 'belongs to this deployment'),
    ('{organization_members.viewer_from}', 'belongs to this deployment'),
    ('{organization_members.gives_up_seat}', 'belongs to this deployment'),
    ('{attachment_objects.reference_count, attachment_objects.unreferenced_at, import_rows.data,
      usage_periods.counted,
      webhook_endpoints.position_xid, webhook_endpoints.position_seq, webhook_endpoints.held_until}',
      'work of this deployment that is under way')) l(names, why)
$$;

-- Columns that only sound like secrets.
create or replace function app.export_kept_columns() returns text[] language sql immutable as $$
  select '{attachments.sha256, attachment_objects.sha256, credentials.secret_version,
    credential_access_log.secret_version, invoice_register.prev_hash, invoice_register_heads.prev_hash,
    invoice_register_heads.last_hash, working_hours_log.prev_hash, working_hours_heads.prev_hash,
    working_hours_heads.last_hash, working_hours_hashes.prev_hash, timesheets.inputs_hash}'::text[]
$$;

-- True for a document that everybody may see.
create or replace function app.is_exported_document(org uuid, document uuid) returns boolean
language sql stable as $$
  select exists (select from documents d where d.org_id = org and d.id = document and d.only_for is null)
$$;
create or replace function app.is_exported_comment(org uuid, comment uuid) returns boolean
language sql stable as $$
  select exists (select from comments c where c.org_id = org and c.id = comment
    and (c.document_id is null or app.is_exported_document(org, c.document_id)))
$$;
create or replace function app.is_exported_objective(org uuid, objective uuid, result uuid default null)
returns boolean language sql stable as $$
  select exists (select from okr_objectives o where o.org_id = org and o.only_for is null
    and o.id = coalesce(objective,
      (select k.objective_id from okr_key_results k where k.org_id = org and k.id = result)))
$$;

-- Which rows `t` of a table are exported, where that is not all: what is private to a person is left out,
-- with whatever belongs to it, and so is what operators did.
create or replace function app.export_narrowed() returns table (name text, holds text)
language sql immutable as $$
  values ('documents', 't.only_for is null'),
    ('document_versions', 'app.is_exported_document(t.org_id, t.document_id)'),
    ('document_links', 'app.is_exported_document(t.org_id, t.document_id)'),
    ('comments', '(t.document_id is null or app.is_exported_document(t.org_id, t.document_id))'),
    ('comment_reactions', 'app.is_exported_comment(t.org_id, t.comment_id)'),
    ('saved_filters', 't.visibility <> ''private'''),
    ('bi_dashboards', 't.visibility <> ''private'''),
    ('bi_widgets', 'exists (select from bi_dashboards d where d.org_id = t.org_id and d.id = t.dashboard_id
      and d.visibility <> ''private'')'),
    ('okr_objectives', 't.only_for is null'),
    ('okr_key_results', 'app.is_exported_objective(t.org_id, t.objective_id)'),
    ('okr_check_ins', 'app.is_exported_objective(t.org_id, null, t.key_result_id)'),
    ('okr_definitions', 'app.is_exported_objective(t.org_id, null, t.key_result_id)'),
    ('attachments', 't.object_id is not null'),
    ('attachment_objects', 't.unreferenced_at is null and exists (select from attachments a
      where a.org_id = t.org_id and a.object_id = t.id)'),
    ('audit_log', 't.action not like ''platform.%''')
$$;

-- What lines say beside the columns of their row.
create or replace function app.export_added() returns table (name text, field text, expression text)
language sql immutable as $$
  values ('tasks', 'key', '(select p.key || ''-'' || t.number from projects p where p.org_id = t.org_id
      and p.id = t.project_id)'),
    ('organization_members', 'name', '(select u.name from users u where u.id = t.user_id)'),
    ('organization_members', 'email', '(select u.email from users u where u.id = t.user_id)')
$$;

-- The audit trail is exported as it is shown, with what each entry is sealed by.
create or replace function app.export_written() returns table (name text, line text)
language sql immutable as $$
  values ('audit_log', 'jsonb_build_object(''kind'', ''audit_log'') || to_jsonb(app.entry_json(t))
    || jsonb_build_object(''sealed'', app.audit_text(t))')
$$;

-- By what the rows of a table are read where that is not its primary key: only an index that begins with the
-- organization finds them.
create or replace function app.export_orders() returns table (name text, columns text[])
language sql immutable as $$
  values ('task_events', '{task_id, id}'::text[]), ('automation_runs', '{automation_id, id}'),
    ('sprint_ledger', '{task_id, sprint_id, id}')
$$;
