const old = (days: number) => `now() - interval '${days} days'`
const each = 'from due_of d'
const hash = `sha256(d.n::text::bytea)`
const insert = (table: string, columns: Record<string, string>, of = each) =>
  `insert into ${table} (${Object.keys(columns).join()}) select ${Object.values(columns).join()} ${of}`
/** One row for each organization. */
const once = `${each} where d.i = 1`
const hours = (org: string, moment: string) => ({
  org_id: org,
  seq: 'd.i',
  employee_id: 'd.person',
  event: `'clock_in'`,
  occurred_at: moment,
  occurred_offset: `'+01:00'`,
  recorded_at: moment,
  source: `'web'`,
  mode: `'on_site'`,
  salt: `''`,
  entry_digest: `md5(d.n::text)`,
  prev_hash: `md5(d.n::text)`,
  hash: `md5(d.n::text)`,
})
const leave = {
  org_id: 'd.org',
  employee_id: 'd.person',
  leave_type_id: 'd.person',
  start_date: 'current_date - 400 - d.i::int % 1000',
  end_date: 'current_date - 400 - d.i::int % 1000',
  slots: `'{}'`,
  total: '1',
  created_by: 'd.person',
}
const tasks = (place: number, more: Record<string, string>) =>
  insert('tasks', {
    org_id: 'd.org',
    project_id: 'd.project',
    number: `${place}000000 + d.n`,
    title: `'Task'`,
    rank: `'z${place}' || d.n`,
    created_by: 'd.person',
    reporter_id: 'd.person',
    column_id:
      '(select c.id from board_columns c where c.org_id = d.org and c.project_id = d.project limit 1)',
    ...more,
  })

/**
 * By part of the daily work, the statements that write what is due for it: a row for each row (org, person, project, i, n)
 * of `due_of`, or one for each organization. `i` counts the rows of an organization and `n` all. They are written without
 * triggers and foreign keys.
 */
export const due: Record<string, string[]> = {
  daily_apps: [
    insert('app_installations', {
      org_id: 'd.org',
      app_key: `'notes' || d.i`,
      app_version: `'1.0.0'`,
      created_by: 'd.person',
    }),
  ],
  daily_archives: [
    insert('audit_seals', {
      org_id: 'd.org',
      position: 'd.i',
      entry_id: `app.uuid_at(${old(500)} + d.n * interval '1 second')`,
      hash,
    }),
  ],
  daily_archiving: [
    `update projects p set settings = p.settings || '{"auto_archive_days":30}' ${once} and p.org_id = d.org and p.id = d.project`,
    tasks(1, { status: `'done'`, completed_at: old(40) }),
  ],
  daily_automations: [
    insert(
      'automations',
      {
        org_id: 'd.org',
        name: `'Rule ' || d.i`,
        trigger: `'{"event":"task.overdue","params":{}}'`,
        action: `'{}'`,
        created_by: 'd.person',
      },
      `${each} where d.i <= 100`,
    ),
    tasks(2, { status: `'todo'`, due_date: 'current_date - 2' }),
  ],
  daily_billing: [
    `select set_config('app.billing_provider', 'stripe', false)`,
    insert(
      'subscriptions',
      {
        org_id: 'd.org',
        provider: `'stripe'`,
        plan_key: `'team'`,
        plan_version: '1',
        status: `'active'`,
        quantity: '1',
        anchor_day: '1',
        provider_subscription_id: `'sub_' || d.n`,
      },
      once,
    ),
  ],
  daily_blockers: [tasks(3, { status: `'todo'`, open_blocker_count: '1' })],
  daily_business_calendars: [
    insert(
      'business_calendars',
      {
        org_id: 'd.org',
        name: `'Hours ' || d.i`,
        time_zone: `'Europe/Madrid'`,
        week: `'{"1": [[540, 1020]]}'`,
        week_seconds: '28800',
        holidays_from_region: `'ES-MD'`,
        created_by: 'd.person',
      },
      `${each} where d.i <= 100`,
    ),
  ],
  daily_contracts: [
    insert('contracts', {
      org_id: 'd.org',
      number: `'C-' || d.i`,
      title: `'Contract'`,
      party_kind: `'client'`,
      currency: `'EUR'`,
      status: `'active'`,
      start_date: 'current_date - 300',
      end_date: 'current_date + 10',
      owner_user_id: 'd.person',
      created_by: 'd.person',
    }),
  ],
  daily_erased_hours: [insert('working_hours_log', hours(`md5(d.org::text)::uuid`, old(2000)))],
  daily_impersonations: [
    insert('impersonation_sessions', {
      id: 'uuidv7()',
      admin_user_id: 'd.person',
      target_user_id: 'd.person',
      reason: `'Why'`,
      token_hash: hash,
      token_expires_at: old(1),
    }),
  ],
  daily_invitations: [
    insert('organization_invitations', {
      org_id: 'd.org',
      email: `'guest' || d.n || '@example.com'`,
      role: `'member'`,
      token_hash: hash,
      expires_at: old(1),
      invited_by: 'd.person',
    }),
  ],
  daily_ledgers: [
    insert(
      'sprints',
      {
        org_id: 'd.org',
        id: `md5('sprint' || d.n)::uuid`,
        project_id: 'd.project',
        number: 'd.i',
        name: `'Sprint ' || d.i`,
        state: `'active'`,
        start_date: 'current_date',
        end_date: 'current_date + 14',
      },
      once,
    ),
    insert('sprint_ledger', {
      org_id: 'd.org',
      sprint_id: `md5('sprint' || d.n - d.i + 1)::uuid`,
      task_id: 'uuidv7()',
      reason: `'added'`,
      scope_points: '1',
      done_points: '0',
      scope_minutes: '0',
      done_minutes: '0',
      scope_count: '1',
      done_count: '0',
    }),
  ],
  daily_notices: [tasks(4, { status: `'todo'`, due_date: 'current_date + 1', assignee_id: 'd.person' })],
  daily_portal: [
    insert('portal_tokens', {
      org_id: 'd.org',
      access_id: 'd.person',
      kind: `'session'`,
      token_hash: hash,
      expires_at: old(40),
    }),
  ],
  daily_purge: [
    insert('notes', {
      org_id: 'd.org',
      user_id: 'd.person',
      body: `'note'`,
      rank: `'a'`,
      deleted_at: old(31),
    }),
    insert('documents', {
      org_id: 'd.org',
      id: `md5('document' || d.n)::uuid`,
      title: `'Page'`,
      rank: `'a'`,
      owner_id: 'd.person',
      updated_by: 'd.person',
      deleted_with: `md5('document' || d.n)::uuid`,
      created_by: 'd.person',
      deleted_at: old(31),
    }),
  ],
  daily_retention: [
    insert('leave_requests', { ...leave, status: `'rejected'`, decided_at: old(400) }),
    insert('leave_requests', {
      ...leave,
      id: `md5('leave' || d.n)::uuid`,
      status: `'approved'`,
      certificates: '1',
    }),
    insert('attachments', {
      org_id: 'd.org',
      entity_type: `'leave_request'`,
      entity_id: `md5('leave' || d.n)::uuid`,
      filename: `'doctor.pdf'`,
      content_type: `'application/pdf'`,
      size_bytes: '1',
      sha256: hash,
      uploaded_by: 'd.person',
    }),
    insert('working_hours_log', hours('d.org', old(2000))),
  ],
  daily_seals: [
    insert('audit_log', {
      org_id: 'd.org',
      id: `app.uuid_at(${old(1)} + d.n * interval '1 millisecond')`,
      actor_type: `'user'`,
      action: `'task.created'`,
      entity_type: `'tasks'`,
      entity_id: 'd.n::text',
      changes: `'{}'`,
    }),
  ],
  daily_sla: [
    insert('sla_clocks', {
      org_id: 'd.org',
      subject_type: `'ticket'`,
      subject_id: `md5('ticket' || d.n)::uuid`,
      ticket_id: `md5('ticket' || d.n)::uuid`,
      policy_id: 'd.person',
      policy_snapshot: `'{}'`,
      metric: `'resolution'`,
      target_seconds: '3600',
      started_at: old(1),
      since: old(1),
      due_at: old(0),
      state: `'running'`,
    }),
  ],
  daily_tallies: [
    insert('projects', {
      org_id: 'd.org',
      id: `md5('tally' || d.n)::uuid`,
      key: `'T' || d.n`,
      name: `'Website ' || d.n`,
      created_by: 'd.person',
    }),
    insert('task_tallies', { org_id: 'd.org', project_id: `md5('tally' || d.n)::uuid`, shown: '1' }),
    insert('task_tallies', { org_id: 'd.org', project_id: `md5('tally' || d.n)::uuid`, shown: '2' }),
  ],
  daily_ticket_mails: [
    insert('ticket_mails', {
      org_id: 'd.org',
      external_id: `'mail-' || d.n`,
      from_address: `'somebody@example.com'`,
      from_name: `'Somebody'`,
      subject: `'Offer'`,
      outcome: `'ignored'`,
      created_at: old(40),
    }),
  ],
  daily_tickets: [
    insert('tickets', {
      org_id: 'd.org',
      number: '1000000 + d.i',
      subject: `'Help'`,
      status: `'resolved'`,
      resolved_at: old(10),
    }),
  ],
  automation_runs: [
    insert('automation_runs', {
      org_id: 'd.org',
      automation_id: 'd.person',
      record_kind: `'task'`,
      record_id: 'd.person',
      project_id: 'd.project',
      status: `'succeeded'`,
      created_at: old(100),
    }),
  ],
  idempotency_keys: [
    insert('idempotency_keys', {
      org_id: 'd.org',
      user_id: 'd.person',
      key: `'key-' || d.n`,
      request_hash: hash,
      created_at: old(2),
    }),
  ],
  login_failures: [insert('login_failures', { email_hash: hash, failures: '1', first_at: old(2) })],
  mail_tokens: [
    insert('mail_tokens', { hash, message: `'invitation'`, address: `'a@example.com'`, expires_at: old(2) }),
  ],
  mails: [
    insert('mails', {
      message: `'invitation'`,
      address: `'a@example.com'`,
      language: `'en'`,
      state: `'sent'`,
      created_at: old(40),
    }),
  ],
  notifications: [
    insert('notifications', {
      org_id: 'd.org',
      user_id: 'd.person',
      reason: `'system'`,
      entity_type: `'task'`,
      entity_id: 'd.person',
      title: `'Task'`,
      deleted_at: old(31),
    }),
  ],
  oauth_clients: [
    insert('oauth_clients', { id: 'uuidv7()', redirect_uris: `'{}'`, scope: `''`, created_at: old(2) }),
  ],
  oauth_requests: [
    insert('oauth_requests', {
      id: 'uuidv7()',
      client_id: 'd.person',
      redirect_uri: `''`,
      scope: `''`,
      code_challenge: `''`,
      expires_at: old(2),
    }),
  ],
  oauth_tokens: [
    insert('oauth_tokens', { hash, kind: `'access'`, authorization_id: 'uuidv7()', expires_at: old(2) }),
  ],
  outbox: [
    insert('outbox', {
      id: `app.uuid_at(${old(2)} + d.n * interval '1 millisecond')`,
      org_id: 'd.org',
      topic: `'notify'`,
      payload: `'{}'`,
      done_at: old(2),
    }),
  ],
  sessions: [
    insert('sessions', { id: 'uuidv7()', user_id: 'd.person', refresh_hash: hash, expires_at: old(2) }),
  ],
  spent_tickets: [insert('spent_tickets', { hash, expires_at: old(1) })],
}
