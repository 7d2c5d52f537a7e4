import { expect } from 'vitest'
import { inOrganization } from '../../src/kit/operation.ts'
import { asOwner } from '../kit/client.ts'
import { operations, World } from './world.ts'

/** A world with an object of every kind that an operation creates. */
export async function fullWorld(): Promise<World> {
  const world = await World.make()
  const named = new Set(operations.filter(inOrganization).flatMap(({ params }) => params))
  for (const param of named) await world.value(param)
  const creating = operations.filter(
    (one) => inOrganization(one) && (one.method === 'PUT' || (one.method === 'POST' && one.status === 201)),
  )
  for (const operation of creating) {
    await world.prepare(operation)
    const headers = { 'idempotency-key': operation.id }
    const [{ status }] = await world.perform(operation, world.people.owner, { headers })
    expect([operation.id, status < 300 || status === 409]).toEqual([operation.id, true])
  }
  return world
}

/** Rows that need more than one operation. */
export async function addHistory(world: World) {
  const [project, task, sprint, document, automation] = await Promise.all(
    ['project_id', 'task_id', 'sprint_id', 'document_id', 'automation_id'].map((param) => world.value(param)),
  )
  const { org } = world
  const owner = world.people.owner.id
  await asOwner(`insert into project_key_aliases (org_id, key, project_id) values ($1, 'OLD', $2)`, [
    org,
    project,
  ])
  await asOwner(`insert into task_key_aliases values ($1, 'OLD-1', $2)`, [org, task])
  await asOwner(
    `insert into parked_jobs (id, org_id, topic, payload, created_at, attempts) values (uuidv7(), $1, 'okr', '{}', now(), 10)`,
    [org],
  )
  await asOwner(
    `insert into sprint_ledger (org_id, sprint_id, task_id, reason, scope_points, done_points, scope_minutes,
      done_minutes, scope_count, done_count) values ($1, $2, $3, 'added', 1, 0, 0, 0, 1, 0)`,
    [org, sprint, task],
  )
  await world.people.owner.ok(
    'PATCH',
    `/api/v1/organizations/${org}/employees/${await world.value('own_employee_id')}`,
    { iban: 'ES9121000418450200051332' },
  )
  await world.value('own_payslip_id')
  await asOwner(
    `with week as (insert into timesheets (org_id, employee_id, week_start, created_by) values ($1, $2, '2026-01-05', $3)
        returning id, employee_id)
      insert into timesheet_events (org_id, employee_id, timesheet_id, action, created_by)
        select $1, w.employee_id, w.id, 'submitted', $3 from week w`,
    [org, await world.value('employee_id'), owner],
  )
  await asOwner(
    `with started as (insert into leave_years (org_id, from_year, starts, created_by) values ($1, 2099, '04-01', $4))
      insert into leave_notices (org_id, employee_id, leave_type_id, year) values ($1, $2, $3, 2025)`,
    [org, await world.value('employee_id'), await world.value('leave_type_id'), owner],
  )
  await asOwner(
    `insert into working_hours_hashes values ($1, 1, '2020-01-01', repeat('A', 64), '', repeat('B', 64))`,
    [org],
  )
  await asOwner(`insert into project_share_reads (org_id, share_id, day) values ($1, $2, '2026-01-01')`, [
    org,
    await world.value('share_id'),
  ])
  await asOwner(
    `insert into meeting_attendance (org_id, occurrence_id, sid, identity, name) select org_id, id, 'PA_1', 'x', 'Ada'
      from meeting_occurrences where meeting_id = $1`,
    [await world.value('meeting_id')],
  )
  await asOwner(`insert into meeting_events (org_id, id) values ($1, 'EV_1')`, [org])
  await world.value('import_id')
  await world.value('credential_id')
  await asOwner(
    `insert into credential_denials (org_id, id) select org_id, id from credential_access_log where org_id = $1 limit 1`,
    [org],
  )
  await world.value('delivery_id')
  await asOwner(
    `insert into change_log (org_id, kind, object_id, event, actor_kind) values ($1, 'task', $2, 'created', 'user')`,
    [org, task],
  )
  await addBilling(org)
  await addUsage(org)
  await asOwner(`insert into document_links values ($1, $2, 'task', $3)`, [org, document, task])
  await asOwner(
    `insert into automation_runs (org_id, automation_id, event_id, record_kind, record_id, project_id, status)
      values ($1, $2, 1, 'task', $3, $4, 'succeeded')`,
    [org, automation, task, project],
  )
  for (const kind of ['ticket', 'deal', 'lead'])
    await asOwner(
      `insert into automation_runs (org_id, automation_id, event_key, record_kind, record_id, status)
        values ($1, $2, uuidv7(), $3, $4, 'succeeded')`,
      [org, automation, kind, await world.value(`${kind}_id`)],
    )
  await asOwner(
    `insert into audit_exports (org_id, user_id, format, range_from, range_to) values ($1, $2, 'csv', now(), now())`,
    [org, owner],
  )
  const supplier = { name: 'Bank', iban: 'DE89370400440532013000' }
  await world.people.owner.ok('POST', `/api/v1/organizations/${org}/suppliers`, supplier)
  await world.people.owner.ok('POST', `/api/v1/organizations/${org}/employees`, {
    first_name: 'Whole',
    hire_date: '2026-01-01',
    work_schedule_id: await world.value('schedule_id'),
    holiday_country: 'ES',
    national_id: `X${Date.now()}`,
    iban: 'ES9121000418450200051332',
  })
  await asOwner(
    `insert into time_entries (org_id, user_id, created_by, work_date) values ($1, $2, $2, '2026-01-05')`,
    [org, owner],
  )
  await asOwner(
    `insert into contract_notices (org_id, contract_id, end_date, kind) values ($1, $2, '2035-12-31', 'expiring')`,
    [org, await world.value('contract_id')],
  )
  await asOwner(
    `insert into invoice_line_sources (org_id, line_id, milestone_id) select l.org_id, l.id, m.id
      from invoice_lines l join contract_milestones m on m.org_id = l.org_id where l.org_id = $1 limit 1`,
    [org],
  )
  await asOwner(
    `insert into ticket_mails (org_id, ticket_id, mailbox_id, outcome, external_id, from_address, from_name, subject)
      select t.org_id, t.id, b.id, 'ticket', '1@mail.example', 'ada@example.com', 'Ada', 'Prices'
        from tickets t join mailboxes b on b.org_id = t.org_id where t.org_id = $1 limit 1`,
    [org],
  )
  await asOwner(
    `insert into ticket_deliveries (org_id, message_id, mail_id, address)
      select m.org_id, m.id, gen_random_uuid(), 'ada@example.com' from ticket_messages m where m.org_id = $1 limit 1`,
    [org],
  )
  await asOwner(
    `insert into okr_definitions (org_id, key_result_id, before, after, author_id)
      values ($1, $2, '{"target_value": "100"}', '{"target_value": "80"}', $3)`,
    [org, await world.value('key_result_id'), owner],
  )
  await asOwner(`insert into recent_items values ($1, $2, 'task', $3)`, [org, owner, task])
  await asOwner(
    `insert into app_secrets (org_id, installation_id, field, hint, kek_id, wrapped_dek, dek_iv, iv, ciphertext)
      select org_id, id, 'url', '…', 'k1', '', '', '', '' from app_installations where org_id = $1 limit 1
      on conflict do nothing`,
    [org],
  )
  await asOwner(
    `with lead as (insert into leads (org_id, created_by, name) values ($1, $2, 'Byron') returning org_id, id)
      insert into crm_activities (org_id, created_by, type, subject, lead_id)
        select org_id, $2, 'call', 'Ask for the date', id from lead`,
    [org, owner],
  )
}

/** What an organization that pays has. */
async function addBilling(org: string) {
  for (const statement of [
    `insert into billing_customers (org_id, provider, provider_customer_id) values ($1, 'stripe', 'cus_' || $1::uuid)
      on conflict do nothing`,
    `insert into subscriptions (org_id, provider, provider_subscription_id, plan_key, plan_version, status, quantity, anchor_day)
      select $1, 'stripe', 'sub_full_' || $1::uuid, 'world_month', 1, 'canceled', 1, 1
        where not exists (select from subscriptions where org_id = $1)`,
    `insert into entitlement_overrides (org_id, key, value, reason) values ($1, 'mails', 'null', 'to have one')
      on conflict do nothing`,
    `insert into billing_invoices (org_id, provider_invoice_id, status, total_minor, currency, issued_at, last_event_at)
      values ($1, 'in_' || $1::uuid, 'paid', 900, 'EUR', now(), 1)`,
    `insert into billing_notices (org_id, key) values ($1, 'trial:3')`,
  ])
    await asOwner(statement, [org])
}

async function addUsage(org: string) {
  for (const statement of [
    `insert into usage_reservations (org_id, key, meter, quantity, opener, expires_at)
      values ($1, 'world', 'ai_tokens', 1, uuidv7(), now())`,
    `insert into usage_alerts (org_id, meter, period_starts_at, threshold) values ($1, 'ai_tokens', now(), 50)`,
  ])
    await asOwner(statement, [org])
}
