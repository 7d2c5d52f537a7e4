import { sql } from 'drizzle-orm'
import {
  boolean,
  char,
  check,
  date,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { clients } from './clients.ts'
import {
  authored,
  globalId,
  inOrganization,
  moment,
  orgKey,
  reference,
  tenant,
  versioned,
} from './columns.ts'
import { entity } from './entity.ts'
import { currency, currencyCode, money, moneyBounds, percent, percentBounds } from './money.ts'
import { projects } from './projects.ts'
import { organization } from './scopes.ts'
import { suppliers } from './suppliers.ts'
import { known, oneOf } from './values.ts'

export const partyKinds = ['client', 'supplier', 'employee'] as const
export const contractStatuses = [
  'draft',
  'sent',
  'active',
  'completed',
  'expired',
  'terminated',
  'cancelled',
] as const
export const milestoneConditions = ['date', 'manual'] as const
export const contractEventKinds = [
  'created',
  'changed',
  'sent',
  'signed',
  'activated',
  'milestone_reached',
  'milestone_invoiced',
  'renewed',
  'terminated',
  'cancelled',
  'completed',
] as const
export const noticeKinds = ['expiring', 'notice_deadline', 'renewed'] as const

export const contractTemplates = entity(
  'contract_templates',
  {
    kind: 'contract_template',
    block: 'fin',
    called: (t) => ({ name: t.name, leastLevel: 20, few: true }),
    scope: organization,
    history: 'audited',
    label: 'name',
    conflicts: { contract_templates_name: 'a template of this name already exists' },
  },
  {
    ...tenant(),
    name: varchar({ length: 120 }).notNull(),
    description: varchar({ length: 500 }),
    body: text().notNull(),
    /** [{key, label, type, required, default}] */
    placeholders: jsonb().notNull().default([]),
    /** [{name, percent or amount_minor, offset_days}] */
    default_milestones: jsonb().notNull().default([]),
    ...authored(),
    ...versioned(),
    archived_at: moment(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('contract_templates_name')
      .on(t.org_id, sql`app.folded(${t.name})`)
      .where(sql`${t.archived_at} is null`),
    check('contract_templates_body', sql`length(${t.body}) <= 100000`),
  ],
)

export const contracts = entity(
  'contracts',
  {
    kind: 'contract',
    block: 'fin',
    called: (t) => ({
      name: t.title,
      numbers: [t.number],
      label: sql`concat(${t.number}, ' (', ${t.title}, ')')`,
    }),
    said: 'has the number or title',
    scope: organization,
    history: 'audited',
    label: 'title',
    conflicts: { contracts_number: 'another contract has this number' },
    item: (t) => ({
      title: t.title,
      key: t.number,
      body: sql`concat_ws(' ', ${t.counterparty_name}, left(${t.body}, 20000))`,
      leastLevel: sql`30`,
      follows: ['title', 'number', 'counterparty_name', 'body'],
    }),
    page: (t) => sql`'/contracts/' || ${t.id}`,
    takes: ['notifications'],
  },
  {
    ...tenant(),
    number: varchar({ length: 40 }).notNull(),
    title: varchar({ length: 200 }).notNull(),
    party_kind: oneOf(partyKinds).notNull(),
    client_id: uuid(),
    supplier_id: uuid(),
    /** The member whom an employment contract is with. */
    user_id: uuid(),
    template_id: uuid(),
    template_version: integer(),
    body: text().notNull().default(''),
    /** The SHA-256 of the text as sent, in lower-case hexadecimal. */
    body_sha256: char({ length: 64 }),
    value_minor: money(),
    currency: currency().notNull(),
    start_date: date({ mode: 'string' }).notNull(),
    end_date: date({ mode: 'string' }),
    status: oneOf(contractStatuses).notNull().default('draft'),
    sent_at: moment(),
    signed_at: moment(),
    signed_by_name: varchar({ length: 200 }),
    signed_by_user_id: uuid(),
    counterparty_signed_at: moment(),
    counterparty_name: varchar({ length: 200 }),
    auto_renew: boolean().notNull().default(false),
    renewal_months: smallint(),
    notice_days: smallint(),
    terminated_on: date({ mode: 'string' }),
    termination_reason: varchar({ length: 1000 }),
    parent_contract_id: uuid(),
    owner_user_id: uuid(),
    project_id: uuid(),
    notes: text(),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('contracts_number').on(t.org_id, t.number),
    index('contracts_status').on(t.org_id, t.status, t.end_date),
    index('contracts_end').on(t.org_id, t.end_date, t.id),
    index('contracts_client').on(t.org_id, t.client_id),
    index('contracts_supplier').on(t.org_id, t.supplier_id),
    index('contracts_template').on(t.org_id, t.template_id),
    index('contracts_parent').on(t.org_id, t.parent_contract_id),
    index('contracts_project').on(t.org_id, t.project_id),
    reference('contracts_client_id', t, t.client_id, clients),
    reference('contracts_supplier_id', t, t.supplier_id, suppliers),
    reference('contracts_template_id', t, t.template_id, contractTemplates),
    reference('contracts_parent_id', t, t.parent_contract_id, t),
    reference('contracts_project_id', t, t.project_id, projects),
    known('contracts_party', t.party_kind),
    known('contracts_status_known', t.status),
    currencyCode('contracts_currency', t.currency),
    moneyBounds('contracts_value', t.value_minor),
    check('contracts_positive', sql`${t.value_minor} >= 0`),
    check('contracts_dates', sql`${t.end_date} >= ${t.start_date}`),
    check(
      'contracts_parties',
      sql`num_nonnulls(${t.client_id}, ${t.supplier_id}, ${t.user_id}) <= 1
      and (${t.client_id} is null or ${t.party_kind} = 'client') and (${t.supplier_id} is null or ${t.party_kind} = 'supplier')
      and (${t.user_id} is null or ${t.party_kind} = 'employee')`,
    ),
    check(
      'contracts_renewal',
      sql`not ${t.auto_renew} or (${t.end_date} is not null and ${t.renewal_months} is not null)`,
    ),
    check('contracts_months', sql`${t.renewal_months} between 1 and 120`),
    check('contracts_notice', sql`${t.notice_days} between 0 and 730`),
    check('contracts_body', sql`length(${t.body}) <= 100000`),
  ],
)

/** Planned payments of a contract. Whether one is invoiced or paid is read from its invoice. */
export const contractMilestones = entity(
  'contract_milestones',
  {
    kind: 'contract_milestone',
    block: 'fin',
    called: (t) => ({
      name: t.name,
      leastLevel: 30,
      within: { contract_id: ['contract', (ids) => sql`${t.contract_id} in ${ids}`] },
    }),
    scope: organization,
    history: 'audited',
    label: 'name',
  },
  {
    ...tenant(),
    contract_id: uuid().notNull(),
    position: smallint().notNull(),
    name: varchar({ length: 200 }).notNull(),
    amount_minor: money().notNull(),
    /** Percentage of the contract's value, if the amount follows from it. */
    percent: percent(),
    due_date: date({ mode: 'string' }),
    condition: oneOf(milestoneConditions).notNull().default('manual'),
    status: oneOf(['pending', 'reached', 'cancelled']).notNull().default('pending'),
    reached_at: moment(),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    index('contract_milestones_contract').on(t.org_id, t.contract_id, t.position, t.id),
    index('contract_milestones_due')
      .on(t.org_id, t.due_date)
      .where(sql`${t.status} = 'pending' and ${t.condition} = 'date'`),
    reference('contract_milestones_contract_id', t, t.contract_id, contracts).onDelete('cascade'),
    known('contract_milestones_condition', t.condition),
    known('contract_milestones_status', t.status),
    check('contract_milestones_amount', sql`${t.amount_minor} > 0`),
    percentBounds('contract_milestones_percent', t.percent),
    check('contract_milestones_dated', sql`${t.condition} <> 'date' or ${t.due_date} is not null`),
  ],
)

/** What happened to a contract. */
export const contractEvents = entity(
  'contract_events',
  { scope: organization, history: 'append_only' },
  {
    ...tenant(),
    id: globalId(),
    contract_id: uuid().notNull(),
    kind: oneOf(contractEventKinds).notNull(),
    actor_id: uuid().default(sql`app.user_id()`),
    at: moment().notNull().defaultNow(),
    data: jsonb().notNull().default({}),
  },
  (t) => [
    index('contract_events_contract').on(t.org_id, t.contract_id, t.at, t.id),
    reference('contract_events_contract_id', t, t.contract_id, contracts).onDelete('cascade'),
    known('contract_events_kind', t.kind),
  ],
)

/** Notices sent about the end of a contract, once per end date. */
export const contractNotices = entity(
  'contract_notices',
  { scope: organization, history: 'none' },
  {
    ...inOrganization(),
    contract_id: uuid().notNull(),
    end_date: date({ mode: 'string' }).notNull(),
    kind: oneOf(noticeKinds).notNull(),
    at: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.contract_id, t.end_date, t.kind] }),
    index('contract_notices_org').on(t.org_id, t.contract_id),
    reference('contract_notices_contract_id', t, t.contract_id, contracts).onDelete('cascade'),
    known('contract_notices_kind', t.kind),
  ],
)
