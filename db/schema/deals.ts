import { sql } from 'drizzle-orm'
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { clientContacts, clients } from './clients.ts'
import { authored, globalId, moment, orgKey, reference, tenant, versioned } from './columns.ts'
import { entity } from './entity.ts'
import { leads } from './leads.ts'
import { currency, currencyCode, money, moneyBounds } from './money.ts'
import { pipelineStages } from './pipelines.ts'
import { projects } from './projects.ts'
import { organization } from './scopes.ts'
import { known, oneOf, rank } from './values.ts'

export const dealStatuses = ['open', 'won', 'lost'] as const
export const dealHistoryKinds = ['created', 'stage', 'status', 'value', 'owner'] as const

export const deals = entity(
  'deals',
  {
    kind: 'deal',
    called: (t) => ({ name: t.title }),
    scope: organization,
    history: 'audited',
    label: 'title',
    derived: ['rank', 'stage_entered_at'],
    conflicts: { deals_lead: 'the lead has a deal already' },
    item: (t) => ({
      title: t.title,
      body: sql`array_to_string(${t.tags}, ' ')`,
      leastLevel: sql`20`,
      follows: ['title', 'tags'],
    }),
    page: (t) => sql`'/deals/' || ${t.id}`,
    takes: ['links', 'notifications', 'automations'],
  },
  {
    ...tenant(),
    pipeline_id: uuid().notNull(),
    stage_id: uuid().notNull(),
    client_id: uuid(),
    contact_id: uuid(),
    /** The lead whose conversion created it. */
    lead_id: uuid(),
    title: varchar({ length: 200 }).notNull(),
    value_minor: money().notNull(),
    currency: currency().notNull(),
    /** In percent; null uses the stage's. */
    probability: smallint(),
    status: oneOf(dealStatuses).notNull().default('open'),
    expected_close_date: date({ mode: 'string' }),
    owner_user_id: uuid(),
    source: varchar({ length: 60 }),
    tags: text().array().notNull().default([]),
    /** Its place among the deals of the stage. */
    rank: rank().notNull(),
    stage_entered_at: moment().notNull().defaultNow(),
    closed_at: moment(),
    lost_reason: varchar({ length: 500 }),
    project_id: uuid(),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    index('deals_board').on(t.org_id, t.stage_id, t.rank),
    index('deals_pipeline').on(t.org_id, t.pipeline_id, t.stage_id),
    index('deals_created').on(t.org_id, t.created_at, t.id),
    index('deals_closed')
      .on(t.org_id, t.closed_at)
      .where(sql`${t.status} <> 'open'`),
    index('deals_expected').on(t.org_id, t.expected_close_date),
    index('deals_owner').on(t.org_id, t.owner_user_id),
    index('deals_client').on(t.org_id, t.client_id),
    index('deals_contact').on(t.org_id, t.contact_id),
    uniqueIndex('deals_lead').on(t.org_id, t.lead_id),
    index('deals_project').on(t.org_id, t.project_id),
    foreignKey({
      name: 'deals_stage_id',
      columns: [t.org_id, t.pipeline_id, t.stage_id],
      foreignColumns: [pipelineStages.org_id, pipelineStages.pipeline_id, pipelineStages.id],
    }),
    reference('deals_client_id', t, t.client_id, clients),
    // The migration sets only contact_id to null, not org_id.
    reference('deals_contact_id', t, t.contact_id, clientContacts).onDelete('set null'),
    reference('deals_lead_id', t, t.lead_id, leads),
    reference('deals_project_id', t, t.project_id, projects),
    known('deals_status', t.status),
    currencyCode('deals_currency', t.currency),
    moneyBounds('deals_bounds', t.value_minor),
    check('deals_value', sql`${t.value_minor} >= 0`),
    check('deals_probability', sql`${t.probability} between 0 and 100`),
    check('deals_contact_of_client', sql`${t.contact_id} is null or ${t.client_id} is not null`),
    check('deals_closed_when', sql`(${t.status} = 'open') = (${t.closed_at} is null)`),
    check('deals_lost', sql`(${t.status} = 'lost') = (${t.lost_reason} is not null)`),
    check('deals_tags', sql`cardinality(${t.tags}) <= 20`),
  ],
)

/** What happened to a deal, written by a trigger. Stages are kept by id and name, as they may be deleted. */
export const dealHistory = entity(
  'deal_history',
  { scope: organization, history: 'append_only' },
  {
    ...tenant(),
    id: globalId(),
    deal_id: uuid().notNull(),
    kind: oneOf(dealHistoryKinds).notNull(),
    from_value: text(),
    to_value: text(),
    /** The stage it left (by a move or by closing), and the one it entered (by a move or by reopening). */
    from_stage_id: uuid(),
    to_stage_id: uuid(),
    changed_by: uuid().default(sql`app.user_id()`),
    changed_at: moment().notNull(),
    seconds_in_previous: integer(),
  },
  (t) => [
    index('deal_history_deal').on(t.org_id, t.deal_id, t.changed_at, t.id),
    index('deal_history_entered')
      .on(t.org_id, t.to_stage_id, t.changed_at)
      .where(sql`${t.to_stage_id} is not null`),
    reference('deal_history_deal_id', t, t.deal_id, deals).onDelete('cascade'),
    known('deal_history_kind', t.kind),
    check('deal_history_seconds', sql`${t.seconds_in_previous} >= 0`),
  ],
)
