-- Selects the rows of the person's own employee record.
create or replace function app.export_of_employee() returns text language sql immutable as $$
  select 't.employee_id = (select e.id from employees e where e.org_id = $2 and e.user_id = $1)'
$$;

-- What an export of a person's own data contains. Each section reads rows `t` of a source in key order: `$1`
-- is the person and, for sections of organizations, `$2` the organization. `narrow` selects rows by an index,
-- `holds` filters them. Large tables are walked by (org_id, id), so that a section reads each row once and
-- needs no index of its own. `follows` names the references to people that a section covers;
-- test/jobs/account-exports.test.ts finds those that none covers.
create or replace function app.account_export_sections() returns table (place int, name text, per_organization boolean,
  source text, key text, key_type regtype, narrow text, holds text, content text, follows text[])
language sql immutable as $$
  select row_number() over ()::int, x.* from (values
    ('profile', false, 'users', 't.id', 'uuid'::regtype, 't.id = $1', 'true',
      'to_jsonb(t)', '{}'::text[]),
    ('memberships', false, 'organization_members', 't.id', 'uuid', 't.user_id = $1', 'true',
      'to_jsonb(t) || (select jsonb_build_object(''organization'', o.name) from organizations o where o.id = t.org_id)',
      '{organization_members.user_id}'),
    ('sessions', false, 'sessions', 't.id', 'uuid', 't.user_id = $1', 'true', 'to_jsonb(t)', '{sessions.user_id}'),
    ('identities', false, 'user_identities', 't.id', 'uuid', 't.user_id = $1', 'true', 'to_jsonb(t)',
      '{user_identities.user_id}'),
    ('authenticator_app', false, 'totp_secrets', 't.id', 'uuid', 't.user_id = $1', 'true',
      'jsonb_build_object(''created_at'', t.created_at, ''confirmed_at'', t.confirmed_at)', '{totp_secrets.user_id}'),
    ('passkeys', false, 'passkeys', 't.id', 'uuid', 't.user_id = $1', 'true',
      'jsonb_build_object(''id'', t.id, ''name'', t.name, ''created_at'', t.created_at, ''last_used_at'', t.last_used_at)',
      '{passkeys.user_id}'),
    ('api_keys', false, 'api_keys', 't.id', 'uuid', 't.user_id = $1', 'true', 'app.my_key_json(t)', '{api_keys.user_id}'),
    ('applications', false, 'oauth_authorizations', 't.id', 'uuid', 't.user_id = $1', 'true',
      'to_jsonb(t) || (select jsonb_build_object(''application'', c.name) from oauth_clients c where c.id = t.client_id)',
      '{oauth_authorizations.user_id}'),
    ('calendar_feeds', false, 'calendar_feed_tokens', 't.id', 'uuid', 't.user_id = $1', 'true', 'to_jsonb(t)',
      '{calendar_feed_tokens.user_id}'),
    ('mails', false, 'mails', 't.id', 'uuid', 't.user_id = $1', 'true',
      'jsonb_build_object(''id'', t.id, ''message'', t.message, ''address'', t.address, ''language'', t.language, ''state'',
        t.state, ''created_at'', t.created_at, ''sent_at'', t.sent_at)', '{mails.user_id}'),
    ('invitations', false, 'organization_invitations', 't.id', 'uuid',
      't.email = (select lower(u.email) from users u where u.id = $1 and u.email_verified_at is not null)', 'true',
      'jsonb_build_object(''id'', t.id, ''organization'', (select o.name from organizations o where o.id = t.org_id),
        ''role'', t.role, ''message'', t.message, ''status'', app.invitation_status(t.status, t.expires_at),
        ''invited_by'', (select u.name from users u where u.id = t.invited_by), ''created_at'', t.created_at,
        ''expires_at'', t.expires_at, ''responded_at'', t.responded_at)', '{organization_invitations.accepted_user_id}'),
    ('operator', false, 'platform_admins', 't.user_id', 'uuid', 't.user_id = $1', 'true',
      'jsonb_build_object(''since'', t.created_at, ''until'', t.revoked_at)', '{platform_admins.user_id}'),
    ('support_access', false, 'impersonation_sessions', 't.id', 'uuid', 't.target_user_id = $1', 'true',
      'jsonb_build_object(''id'', t.id, ''organization_id'', t.target_org_id, ''reason'', t.reason, ''status'', t.status,
        ''created_at'', t.created_at, ''activated_at'', t.activated_at, ''ended_at'', t.ended_at)',
      '{impersonation_sessions.target_user_id}'),
    ('account_history', false, 'audit_log', 't.id', 'uuid',
      't.org_id is null and t.entity_type = ''users'' and t.entity_id = $1::text', 'true',
      'jsonb_build_object(''id'', t.id, ''at'', t.created_at, ''action'', t.action) || case when t.actor_user_id = $1
        then jsonb_build_object(''changes'', t.changes, ''ip'', t.ip, ''user_agent'', t.user_agent) else ''{}'' end', '{}'),
    ('failed_sign_ins', false, 'audit_log', 't.id', 'uuid',
      't.org_id is null and t.entity_type = ''logins'' and t.entity_id = (select
        encode(app.login_key(lower(u.email), null), ''hex'') from users u where u.id = $1 and u.email_verified_at is not null)',
      'true', 'jsonb_build_object(''id'', t.id, ''at'', t.created_at, ''action'', t.action, ''ip'', t.ip,
        ''user_agent'', t.user_agent)', '{}'),
    ('exports', false, 'account_exports', 't.id', 'uuid', 't.user_id = $1', 'true',
      'jsonb_build_object(''id'', t.id, ''state'', t.state, ''created_at'', t.created_at, ''expires_at'', t.expires_at)',
      '{account_exports.user_id}'),
    ('organization_imports', false, 'organization_imports', 't.id', 'uuid', 't.created_by = $1',
      't.state <> ''deleted''',
      'jsonb_build_object(''id'', t.id, ''organization'', t.manifest->''organization''->>''name'',
        ''origin'', t.manifest->>''origin'', ''state'', t.state, ''created_at'', t.created_at,
        ''finished_at'', t.finished_at)', '{organization_imports.created_by}'),
    ('employee', true, 'employees', 't.id', 'uuid', 't.user_id = $1', 'true', 'to_jsonb(t)',
      '{employees.user_id}'),
    ('employments', true, 'employments', 't.id', 'uuid', app.export_of_employee(),
      'true', 'to_jsonb(t)', '{}'),
    ('employee_record', true, 'employee_records', 't.id', 'uuid', app.export_of_employee(),
      'true', 'to_jsonb(t)', '{}'),
    ('employee_positions', true, 'employee_positions', 't.id', 'uuid', app.export_of_employee(),
      'true', 'to_jsonb(t)', '{}'),
    ('employee_schedules', true, 'employee_schedules', 't.id', 'uuid', app.export_of_employee(),
      'true', 'to_jsonb(t)', '{}'),
    ('employee_places', true, 'employee_places', 't.id', 'uuid', app.export_of_employee(),
      'true', 'to_jsonb(t)', '{}'),
    ('leave_requests', true, 'leave_requests', 't.id', 'uuid', app.export_of_employee(),
      'true', 'to_jsonb(t) - ''decision_note''', '{}'),
    ('leave_ledger', true, 'leave_ledger', 't.id', 'uuid', app.export_of_employee(),
      'true', 'to_jsonb(t)', '{}'),
    ('compensations', true, 'employee_compensations', 't.id', 'uuid', app.export_of_employee(),
      'true', 'to_jsonb(t)', '{}'),
    ('payslips', true, 'payslips', 't.id', 'uuid', app.export_of_employee(),
      't.published_at is not null', 'to_jsonb(t) - ''iban_fingerprint''', '{}'),
    ('payslip_lines', true, 'payslip_lines', 't.id', 'uuid', app.export_of_employee(),
      't.published_at is not null', 'to_jsonb(t)', '{}'),
    ('working_hours', true, 'working_hours_log', 't.seq', 'bigint', app.export_of_employee(),
      'true', 'to_jsonb(t)', '{}'),
    ('working_hours_acks', true, 'working_hours_acks', 't.id', 'uuid', app.export_of_employee(),
      'true', 'to_jsonb(t)', '{}'),
    ('timesheets', true, 'timesheets', 't.id', 'uuid', app.export_of_employee(),
      'true', 'to_jsonb(t)', '{}'),
    ('timesheet_events', true, 'timesheet_events', 't.id', 'uuid', app.export_of_employee(),
      'true', 'to_jsonb(t)', '{}'),
    ('time_entries', true, 'time_entries', 't.id', 'uuid', 't.user_id = $1', 'true', 'to_jsonb(t)', '{time_entries.user_id}'),
    ('notes', true, 'notes', 't.id', 'uuid', 't.user_id = $1', 'true', 'to_jsonb(t) - ''rank''', '{notes.user_id}'),
    ('reminders', true, 'reminders', 't.id', 'uuid', 't.user_id = $1', 'true', 'to_jsonb(t) - ''job_id''',
      '{reminders.user_id}'),
    ('notifications', true, 'notifications', 't.id', 'uuid', 't.user_id = $1',
      't.deleted_at is null and (t.project_id is null or app.can_open(t.project_id, $1))
        and (t.entity_type <> ''document'' or app.person_can_read_document(t.entity_id, $1))',
      'to_jsonb(t) - ''{group_key,source_key,event_id}''::text[]', '{notifications.user_id}'),
    ('notification_preferences', true, 'notification_preferences', 't.reason', 'text', 't.user_id = $1', 'true',
      'to_jsonb(t)', '{notification_preferences.user_id}'),
    ('muted_projects', true, 'notification_mutes', 't.project_id', 'uuid', 't.user_id = $1', 'true', 'to_jsonb(t)',
      '{notification_mutes.user_id}'),
    ('favorite_projects', true, 'project_favorites', 't.project_id', 'uuid', 't.user_id = $1', 'true', 'to_jsonb(t)',
      '{project_favorites.user_id}'),
    ('recently_opened', true, 'recent_items', 't.entity_type || t.entity_id', 'text', 't.user_id = $1', 'true',
      'to_jsonb(t)', '{recent_items.user_id}'),
    ('saved_filters', true, 'saved_filters', 't.id', 'uuid', 't.owner_id = $1', 'true', 'to_jsonb(t) - ''rank''',
      '{saved_filters.owner_id}'),
    ('dashboards', true, 'bi_dashboards', 't.id', 'uuid', 't.owner_id = $1', 't.deleted_at is null',
      'to_jsonb(t) || (select jsonb_build_object(''widgets'',
        coalesce(jsonb_agg(to_jsonb(w) order by w.y, w.x), ''[]'')) from bi_widgets w where w.org_id = t.org_id and w.dashboard_id = t.id)', '{bi_dashboards.owner_id}'),
    ('objectives', true, 'okr_objectives', 't.id', 'uuid', 't.owner_id = $1', 't.deleted_at is null',
      'to_jsonb(t) - ''rank''', '{okr_objectives.owner_id}'),
    ('key_results', true, 'okr_key_results', 't.id', 'uuid', 't.owner_id = $1', 't.deleted_at is null',
      'to_jsonb(t) - ''rank''', '{okr_key_results.owner_id}'),
    ('check_ins', true, 'okr_check_ins', 't.id', 'uuid', 'true', 't.author_id = $1', 'to_jsonb(t)',
      '{okr_check_ins.author_id}'),
    ('desktop', true, 'desktop_states', 't.key', 'text', 't.user_id = $1', 'true', 'to_jsonb(t)',
      '{desktop_states.user_id}'),
    ('project_memberships', true, 'project_members', 't.project_id', 'uuid', 't.user_id = $1',
      'app.can_open(t.project_id, $1)',
      'to_jsonb(t) || (select jsonb_build_object(''project'', p.name) from projects p where p.org_id = t.org_id and p.id = t.project_id)',
      '{project_members.user_id}'),
    ('projects_led', true, 'projects', 't.id', 'uuid', 'true',
      't.lead_user_id = $1 and t.deleted_at is null and app.can_open(t.id, $1)',
      'jsonb_build_object(''id'', t.id, ''org_id'', t.org_id, ''key'', t.key, ''name'', t.name)', '{projects.lead_user_id}'),
    ('project_updates', true, 'project_updates', 't.id', 'uuid', 'true',
      't.author_id = $1 and app.can_open(t.project_id, $1)', 'to_jsonb(t)', '{project_updates.author_id}'),
    ('tasks', true, 'tasks', 't.id', 'uuid', 'true',
      '$1 in (t.assignee_id, t.reporter_id, t.created_by) and t.deleted_at is null and app.can_open(t.project_id, $1)',
      '(to_jsonb(t) - ''{rank,priority_rank,number}''::text[]) || (select jsonb_build_object(''key'',
        p.key || ''-'' || t.number) from projects p where p.org_id = t.org_id and p.id = t.project_id)', '{tasks.assignee_id,tasks.reporter_id}'),
    ('watched_tasks', true, 'tasks', 't.id', 'uuid', 'true',
      't.deleted_at is null and exists (select from task_watchers w where w.task_id = t.id and w.user_id = $1)
        and app.can_open(t.project_id, $1)',
      '(select to_jsonb(w) from task_watchers w where w.task_id = t.id and w.user_id = $1)', '{task_watchers.user_id}'),
    ('comments', true, 'comments', 't.id', 'uuid', 'true',
      't.author_id = $1 and t.author_type = ''user'' and t.deleted_at is null and app.can_read_comment(t, $1)',
      'jsonb_build_object(''id'', t.id, ''org_id'', t.org_id, ''task_id'', t.task_id, ''document_id'', t.document_id,
        ''parent_id'', t.parent_id, ''body'', t.body, ''is_internal'', t.is_internal, ''anchor'', t.anchor, ''created_at'',
        t.created_at, ''edited_at'', t.edited_at, ''resolved_at'', t.resolved_at)', '{comments.author_id}'),
    ('reactions', true, 'comments', 't.id', 'uuid', 'true',
      't.deleted_at is null and exists (select from comment_reactions r where r.comment_id = t.id and r.user_id = $1)
        and app.can_read_comment(t, $1)',
      'jsonb_build_object(''org_id'', t.org_id, ''comment_id'', t.id, ''emojis'', (select jsonb_agg(r.emoji order by r.emoji)
        from comment_reactions r where r.comment_id = t.id and r.user_id = $1))', '{comment_reactions.user_id}'),
    ('documents', true, 'documents', 't.id', 'uuid', 'true',
      '$1 in (t.owner_id, t.created_by) and app.person_can_read_document(t.id, $1)',
        'to_jsonb(t) - ''{rank,depth,only_for}''::text[]',
      '{documents.owner_id}'),
    ('document_versions', true, 'documents', 't.id', 'uuid', 'true',
      'exists (select from document_versions v where v.org_id = $2 and v.document_id = t.id and v.author_id = $1)
        and app.person_can_read_document(t.id, $1)',
      'jsonb_build_object(''org_id'', t.org_id, ''document_id'', t.id, ''versions'', (select jsonb_agg(jsonb_build_object(
          ''number'', v.number, ''title'', v.title, ''label'', v.label, ''summary'', v.summary, ''how'', v.edit_mode,
          ''added_lines'', v.added_lines, ''removed_lines'', v.removed_lines, ''created_at'', v.created_at) order by v.number)
        from document_versions v where v.org_id = $2 and v.document_id = t.id and v.author_id = $1))',
      '{document_versions.author_id}'),
    ('ticket_messages', true, 'ticket_messages', 't.id', 'uuid', 'true', 't.author_user_id = $1 and t.author_kind = ''agent''',
      'to_jsonb(t) - ''author_contact_id''', '{}'),
    ('contracts', true, 'contracts', 't.id', 'uuid', 't.user_id = $1', 't.status <> ''draft''',
      'to_jsonb(t) - ''notes''', '{contracts.user_id}'),
    ('meetings', true, 'meetings', 't.id', 'uuid', 'true', '$1 = t.host_user_id or $1 = any (t.attendee_ids)',
      'jsonb_build_object(''id'', t.id, ''org_id'', t.org_id, ''title'', t.title,
        ''starts_at'', t.starts_at, ''ends_at'', t.ends_at, ''time_zone'', t.time_zone, ''recurrence'', t.recurrence, ''response'', (select p.response
          from meeting_participants p where p.org_id = $2 and p.meeting_id = t.id and p.user_id = $1))',
      '{meetings.host_user_id,meeting_participants.user_id}'),
    ('expenses', true, 'expenses', 't.id', 'uuid', 't.user_id = $1', 'true', 'to_jsonb(t)', '{expenses.user_id}'),
    ('attachments', true, 'attachments', 't.id', 'uuid', 'true',
      'case when t.entity_type = ''leave_request'' then exists (select from leave_requests r
        join employees e on e.org_id = r.org_id and e.id = r.employee_id and e.user_id = $1
        where r.org_id = $2 and r.id = t.entity_id) else t.uploaded_by = $1 end
        and t.deleted_at is null and t.object_id is not null and (t.entity_type <> ''task'' or exists
        (select from tasks x where x.org_id = $2 and x.id = t.entity_id and x.deleted_at is null
          and app.can_open(x.project_id, $1)))',
      'jsonb_build_object(''id'', t.id, ''org_id'', t.org_id, ''of'', t.entity_type, ''of_id'', t.entity_id, ''filename'',
        t.filename, ''content_type'', t.content_type, ''size_bytes'', t.size_bytes, ''caption'', t.caption, ''created_at'',
        t.created_at)', '{attachments.uploaded_by}')
  ) x(name, per_organization, source, key, key_type, narrow, holds, content, follows)
$$;

-- True if a person can still read a comment of theirs.
create or replace function app.can_read_comment(c comments, person uuid) returns boolean language sql stable as $$
  select case when c.document_id is not null then app.person_can_read_document(c.document_id, person)
    else exists (select from tasks t where t.org_id = c.org_id and t.id = c.task_id and t.deleted_at is null
      and app.can_open(t.project_id, person)) end
    and (not c.is_internal or exists (select from organization_members m where m.org_id = c.org_id and m.user_id = person
      and app.level_of(m.role) >= 20))
$$;
