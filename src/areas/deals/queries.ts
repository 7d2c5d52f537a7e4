import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { dealHistory, deals } from '../../../db/schema/deals.ts'
import { resource } from '../../kit/resource.ts'
import {
  all,
  any,
  targetId,
  contains,
  inOrg,
  insert,
  json,
  jsonb,
  me,
  page,
  type Ref,
  shape,
} from '../../kit/sql.ts'
import { among, person } from '../../shared/people.ts'
import { member, openClient } from '../../shared/references.ts'
import { ofProject, projectId, requireProject } from '../../shared/projects.ts'
import { DealChange, DealDraft, type DealFilter, fields, HistoryEntry, shown } from './schemas.ts'
import { targetOf } from '../../kit/targets.ts'
import { clientContacts } from '../../../db/schema/clients.ts'

const { client_id: _, contact_id: __, owner_user_id: ___, project_id: ____, ...plain } = fields
const client = (what: SQL) =>
  sql`(select ${what} from clients c where c.org_id = ${deals.org_id} and c.id = ${deals.client_id})`
const contact = (what: SQL) =>
  sql`(select ${what} from client_contacts c where c.org_id = ${deals.org_id} and c.id = ${deals.contact_id})`
const stage = (what: SQL) =>
  sql`(select ${what} from pipeline_stages s where s.org_id = ${deals.org_id} and s.id = ${deals.stage_id})`
const named = json({ id: sql`c.id`, name: sql`c.name` })

export const deal = resource(deals, {
  noun: 'deal',
  name: 'Deal',
  row: 'id title* stage value_minor currency client contact owner expected_close_date probability=effective_probability status!open rotten',
  at: '/deals',
  item: '/deals/{deal_id}',
  fields: plain,
  required: ['title', 'value_minor'],
  refers: {
    owner_user_id: member,
    client_id: openClient,
    contact_id: targetOf(clientContacts, { noun: 'contact' }),
  },
  draft: DealDraft,
  change: DealChange,
  shown: {
    ...shown,
    stage: [shown.stage, stage(json({ id: sql`s.id`, name: sql`s.name`, position: sql`s.position` }))],
    client: [shown.client, client(named)],
    contact: [shown.contact, contact(named)],
    owner: [shown.owner, person(deals.owner_user_id)],
    effective_probability: [shown.effective_probability, sql`app.deal_probability(${deals})`],
    weighted_minor: [
      shown.weighted_minor,
      sql`app.weighted(${deals.value_minor}, app.deal_probability(${deals}))`,
    ],
    project_id: [shown.project_id, projectId(deals.project_id)],
    days_in_stage: [
      shown.days_in_stage,
      sql`floor(extract(epoch from app.time_in_stage(${deals})) / 86400)::int`,
    ],
    rotten: [shown.rotten, sql`app.is_rotten(${deals})`],
  },
})

type Query = z.output<typeof DealFilter>
/** The day it was closed, or is expected to close. */
const closingDay = sql`coalesce((${deals.closed_at} at time zone (select app.crm_zone()))::date, ${deals.expected_close_date})`
const equal = ['pipeline_id', 'client_id'] as const

const sorts = {
  created_at: deals.created_at,
  updated_at: deals.updated_at,
  title: sql`app.folded(${deals.title})`,
  value_minor: deals.value_minor,
  expected_close_date: deals.expected_close_date,
  closed_at: deals.closed_at,
  stage: stage(sql`s.position`),
  position: deals.rank,
}

/** Sorting by position sorts by stage first. */
const sortedBy = (sort: Query['sort']) =>
  sort.flatMap((one) => (one.key === 'position' ? [{ ...one, key: 'stage' }, one] : [one]))

export const listDeals = ({ sort, ...query }: Query) =>
  page({ ...query, sort: sortedBy(sort) }, deal.summary, {
    where: all(
      deal.visible,
      ...equal.map((key) => query[key] && sql`${deals[key]} = ${query[key]}`),
      query.project_id && ofProject(deals.project_id, query.project_id),
      query.stage_id && among(deals.stage_id, query.stage_id),
      query.status && sql`${deals.status} in ${query.status}`,
      query.owner_user_id && among(deals.owner_user_id, query.owner_user_id),
      query.tag && sql`${query.tag} = any(${deals.tags})`,
      query.from && sql`${closingDay} >= ${query.from}`,
      query.to && sql`${closingDay} <= ${query.to}`,
      query.q && any(contains(deals.title, query.q), contains(client(sql`c.name`), query.q)),
    ),
    sorts,
  })

const validate = (id: Ref, change: object) => sql`select app.check_deal(${id}::uuid, ${jsonb(change)})`

/** The currency of the chosen pipeline, or else of the organization. */
const defaultCurrency = sql`(select coalesce(p.currency, o.currency) from pipelines p join organizations o on o.id = p.org_id
  where p.org_id = (select app.org_id()) and p.id = ${targetId('pipeline')})`

/** The columns for the chosen stage and the position in it. */
export const placement = (id: Ref, neighbour: object) => ({
  pipeline_id: targetId('pipeline'),
  stage_id: targetId('stage'),
  rank: sql`app.deal_rank(${id}::uuid, ${jsonb(neighbour)})`,
})

export const addDeal = (id: string, { pipeline_id, stage_id, ...draft }: z.output<typeof DealDraft>) => [
  validate(id, draft),
  ...requireProject(draft.project_id),
  sql`select app.select_stage(${pipeline_id ?? null}::uuid, ${stage_id ?? null}::uuid)`,
  insert(deals, { owner_user_id: me, currency: defaultCurrency, ...draft, id, ...placement(id, {}) }),
  deal.get(id),
]

type Change = Omit<z.output<typeof DealChange>, 'version'>

/** The contact belongs to the client: changing the client alone clears it. */
export const contactAfter = ({ client_id, contact_id }: Pick<Change, 'client_id' | 'contact_id'>) =>
  contact_id === undefined && client_id !== undefined
    ? sql`case when ${deals.client_id} = ${client_id}::uuid then ${deals.contact_id} end`
    : contact_id

export const changeDeal = (id: Ref, version: number | undefined, change: Change) => [
  validate(id, change),
  ...requireProject(change.project_id),
  ...deal.apply(id, version, { ...change, contact_id: contactAfter(change) }),
]

export const dropDeal = (id: Ref) => sql`select app.delete_deal(${id}::uuid)`

const entry = shape(HistoryEntry, dealHistory, { changed_by: person(dealHistory.changed_by) })

/** Newest first. */
export const listHistory = (id: Ref, query: { limit: number; offset: number }) =>
  page({ ...query, sort: [{ key: 'id', descending: true }] }, entry, {
    where: all(inOrg(dealHistory), sql`${dealHistory.deal_id} = ${id}`),
    sorts: { id: dealHistory.id },
  })
