import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { clientContacts, clients } from '../../../db/schema/clients.ts'
import { dealHistory, deals } from '../../../db/schema/deals.ts'
import { organizations } from '../../../db/schema/organizations.ts'
import { pipelineStages, pipelines } from '../../../db/schema/pipelines.ts'
import { resource } from '../../kit/resource.ts'
import {
  all,
  among,
  any,
  at,
  contains,
  inOrg,
  insert,
  json,
  me,
  page,
  person,
  type Ref,
  requireFields,
  shape,
  visible,
} from '../../kit/sql.ts'
import { activeMember } from '../../shared/members.ts'
import { requireProject } from '../../shared/projects.ts'
import { DealChange, DealDraft, type DealFilter, fields, HistoryEntry, shown } from './schemas.ts'

const { client_id: _, contact_id: __, owner_user_id: ___, project_id: ____, ...plain } = fields
const its = (
  table: typeof clients | typeof clientContacts,
  id: typeof deals.client_id | typeof deals.contact_id,
) =>
  sql`(select ${json({ id: table.id, name: table.name })} from ${table} where ${inOrg(table)} and ${table.id} = ${id})`
const clientName = sql`(select ${clients.name} from ${clients} where ${inOrg(clients)} and ${clients.id} = ${deals.client_id})`
const ofStage = (what: ReturnType<typeof sql>) =>
  sql`(select ${what} from ${pipelineStages} where ${inOrg(pipelineStages)} and ${pipelineStages.id} = ${deals.stage_id})`
const { id, name, position } = pipelineStages

export const deal = resource(deals, {
  noun: 'deal',
  name: 'Deal',
  at: '/deals',
  item: '/deals/{deal_id}',
  fields: plain,
  required: ['title', 'value_minor'],
  draft: DealDraft,
  change: DealChange,
  shown: {
    ...shown,
    stage: [shown.stage, ofStage(json({ id, name, position }))],
    client: [shown.client, its(clients, deals.client_id)],
    contact: [shown.contact, its(clientContacts, deals.contact_id)],
    owner: [shown.owner, person(deals.owner_user_id)],
    chance: [shown.chance, sql`app.deal_chance(${deals})`],
    weighted_minor: [
      shown.weighted_minor,
      sql`app.weighted(${deals.value_minor}, app.deal_chance(${deals}))`,
    ],
    project_id: [shown.project_id, sql`case when ${visible(deals.project_id)} then ${deals.project_id} end`],
    days_in_stage: [
      shown.days_in_stage,
      sql`floor(extract(epoch from app.time_in_stage(${deals})) / 86400)::int`,
    ],
    rotten: [shown.rotten, sql`app.is_rotten(${deals})`],
  },
})

type Wanted = z.output<typeof DealFilter>
const zone = sql`(select ${organizations.timezone} from ${organizations} where ${organizations.id} = (select app.org_id()))`
/** The day on which it was closed, or is expected to be. */
const closingDay = sql`coalesce((${deals.closed_at} at time zone ${zone})::date, ${deals.expected_close_date})`
const equal = ['pipeline_id', 'client_id', 'project_id'] as const

const sorts = {
  created_at: deals.created_at,
  updated_at: deals.updated_at,
  title: sql`app.folded(${deals.title})`,
  value_minor: deals.value_minor,
  expected_close_date: deals.expected_close_date,
  closed_at: deals.closed_at,
  stage: ofStage(sql`${position}`),
  position: deals.rank,
}

/** By position is by stage first. */
const sortedBy = (sort: Wanted['sort']) =>
  sort.flatMap((one) => (one.key === 'position' ? [{ ...one, key: 'stage' }, one] : [one]))

export const listDeals = ({ sort, ...query }: Wanted) =>
  page({ ...query, sort: sortedBy(sort) }, deal.summary, {
    where: all(
      deal.live,
      ...equal.map((key) => query[key] && sql`${deals[key]} = ${query[key]}`),
      query.project_id && visible(deals.project_id),
      query.stage_id && among(deals.stage_id, query.stage_id),
      query.status && sql`${deals.status} in ${query.status}`,
      query.owner_user_id && among(deals.owner_user_id, query.owner_user_id),
      query.tag && sql`${query.tag} = any(${deals.tags})`,
      query.from && sql`${closingDay} >= ${query.from}`,
      query.to && sql`${closingDay} <= ${query.to}`,
      query.q && any(contains(deals.title, query.q), contains(clientName, query.q)),
    ),
    sorts,
  })

type Known = {
  owner_user_id?: string | null | undefined
  client_id?: string | null | undefined
  contact_id?: string | null | undefined
}

/** What the client of the deal will be: the one that is sent, or else the one it has. */
const clientAfter = (sent: string | null | undefined, id: Ref) =>
  sent === undefined
    ? sql`(select ${deals.client_id} from ${deals} where ${deal.row(id)})`
    : sql`${sent}::uuid`

const clientIs = (client: string, holds: ReturnType<typeof sql>) =>
  sql`exists (select from ${clients} where ${inOrg(clients)} and ${clients.id} = ${client} and ${holds})`
export const clientKnown = (client: string): [ReturnType<typeof sql>, ReturnType<typeof sql>] => [
  clientIs(client, sql`${clients.archived_at} is null`),
  sql`case when ${clientIs(client, sql`true`)} then 'archived; restore the client first' else 'not found' end`,
]

const known = (id: Ref, { owner_user_id: owner, client_id, contact_id: contact }: Known) =>
  requireFields({
    'body.owner_user_id': owner ? [activeMember(owner), 'not an active member'] : undefined,
    'body.client_id': client_id ? clientKnown(client_id) : undefined,
    'body.contact_id': contact
      ? [
          sql`exists (select from ${clientContacts} where ${inOrg(clientContacts)} and ${clientContacts.id} = ${contact}
            and ${clientContacts.client_id} = ${clientAfter(client_id, id)})`,
          'not a contact of the client of the deal',
        ]
      : undefined,
  })

const currencyOfPipeline = sql`coalesce((select ${pipelines.currency} from ${pipelines} where ${inOrg(pipelines)}
    and ${pipelines.id} = ${ofChosen('pipeline_id')}),
  (select ${organizations.currency} from ${organizations} where ${organizations.id} = (select app.org_id())))`

/** A column of the stage that was chosen. */
export function ofChosen(column: 'pipeline_id') {
  return sql`(select ${pipelineStages[column]} from ${pipelineStages} where ${inOrg(pipelineStages)}
    and ${pipelineStages.id} = ${at('stage')})`
}

export const addDeal = (id: string, { pipeline_id, stage_id, ...draft }: z.output<typeof DealDraft>) => [
  ...known(id, draft),
  ...requireProject(draft.project_id),
  sql`select app.choose_stage(${pipeline_id ?? null}::uuid, ${stage_id ?? null}::uuid)`,
  insert(deals, {
    owner_user_id: me,
    currency: currencyOfPipeline,
    ...draft,
    id,
    pipeline_id: ofChosen('pipeline_id'),
    stage_id: at('stage'),
    rank: sql`app.deal_rank(${id}::uuid, '{}')`,
  }),
  deal.get(id),
]

type Change = Omit<z.output<typeof DealChange>, 'version'>

/** The contact of a deal belongs to its client: another client without one has none. */
export const contactAfter = ({ client_id, contact_id }: Known) =>
  contact_id === undefined && client_id !== undefined
    ? sql`case when ${deals.client_id} = ${client_id}::uuid then ${deals.contact_id} end`
    : contact_id

export const changeDeal = (id: Ref, version: number | undefined, change: Change) => [
  ...known(id, change),
  ...(change.client_id === null
    ? requireFields({
        'body.client_id': [
          sql`exists (select from ${deals} where ${deal.row(id)} and ${deals.status} <> 'won')`,
          'required, as the deal is won',
        ],
      })
    : []),
  ...requireProject(change.project_id),
  ...deal.apply(id, version, { ...change, contact_id: contactAfter(change) }),
]

export const dropDeal = (id: Ref) => sql`select app.drop_deal(${id}::uuid)`

const entry = shape(HistoryEntry, dealHistory, { changed_by: person(dealHistory.changed_by) })

/** Newest first. */
export const listHistory = (id: Ref, query: { limit: number; offset: number }) =>
  page(
    {
      ...query,
      sort: [
        { key: 'changed_at', descending: true },
        { key: 'id', descending: true },
      ],
    },
    entry,
    {
      where: all(inOrg(dealHistory), sql`${dealHistory.deal_id} = ${id}`),
      sorts: { changed_at: dealHistory.changed_at, id: dealHistory.id },
    },
  )
