import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { deals } from '../../../db/schema/deals.ts'
import { pipelines, pipelineStages } from '../../../db/schema/pipelines.ts'
import { projects } from '../../../db/schema/projects.ts'
import {
  all,
  at,
  inOrg,
  insert,
  jsonb,
  rank,
  type Ref,
  require,
  requireFields,
  update,
} from '../../kit/sql.ts'
import { clientKnown, contactAfter, deal, ofChosen } from './queries.ts'
import type { DealMove, DealWin } from './schemas.ts'

/** True for the deal where this holds of it. */
const its = (id: Ref, holds: SQL) => sql`exists (select from ${deals} where ${deal.row(id)} and ${holds})`
const value = (id: Ref, of: SQL) => sql`(select ${of} from ${deals} where ${deal.row(id)})`

const requireOpen = (id: Ref, deed: string) =>
  require(its(
    id,
    sql`${deals.status} = 'open'`,
  ), 'WM409', sql`'the deal is ' || ${value(id, sql`${deals.status}`)} || ${`; only an open one can be ${deed}: reopen it first`}`)

/** The stage is locked before the deal, as deleting a stage does it. */
export const holdStage = (_: SQL, { stage_id }: z.output<typeof DealMove>) =>
  sql`select from ${pipelineStages} where ${inOrg(pipelineStages)} and ${pipelineStages.id} = ${stage_id} for no key update`

export const moveDeal = (id: Ref, { stage_id, ...wish }: z.output<typeof DealMove>) => [
  sql`select app.choose_stage(null, ${stage_id}::uuid)`,
  sql`select app.judge_neighbour(${id}::uuid, ${jsonb(wish)})`,
  requireOpen(id, 'moved'),
  update(
    deals,
    {
      pipeline_id: ofChosen('pipeline_id'),
      stage_id: at('stage'),
      rank: sql`app.deal_rank(${id}::uuid, ${jsonb(wish)})`,
    },
    deal.row(id),
  ),
  deal.get(id),
]

type Win = z.output<typeof DealWin>

const judgeWin = (id: Ref, { client_id, closed_at, create_project }: Win) => [
  ...(create_project
    ? [require(sql`${rank} >= 30`, 'WM403', 'creating a project needs the role manager or above')]
    : []),
  ...requireFields({
    'body.client_id': client_id
      ? clientKnown(client_id)
      : [its(id, sql`${deals.client_id} is not null`), 'required, as the deal has no client'],
    'body.closed_at': closed_at
      ? [
          sql`${closed_at}::timestamptz between ${value(id, sql`${deals.created_at}`)} and now()`,
          sql`case when ${closed_at}::timestamptz > now() then 'in the future' else 'before the deal was created' end`,
        ]
      : undefined,
  }),
  requireOpen(id, 'won'),
  ...(create_project
    ? [
        require(its(
          id,
          sql`${deals.project_id} is null`,
        ), 'WM409', 'the deal has a project already; leave create_project out'),
      ]
    : []),
]

/** The project is as `createProject` makes it: key, board and creator. */
const newProject = (id: Ref, project: string, { client_id, create_project }: Win) => {
  const name = create_project!.name ?? value(id, sql`btrim(left(${deals.title}, 120))`)
  const client = client_id ?? value(id, sql`${deals.client_id}`)
  return [
    insert(projects, { id: project, name, key: sql`app.make_project_key(${name})`, client_id: client }),
    sql`select app.default_columns(${project}::uuid)`,
  ]
}

export const winDeal = (id: Ref, project: string, body: Win) => [
  ...judgeWin(id, body),
  ...(body.create_project ? newProject(id, project, body) : []),
  update(
    deals,
    {
      status: 'won',
      closed_at: sql`coalesce(${body.closed_at ?? null}::timestamptz, clock_timestamp())`,
      client_id: body.client_id,
      contact_id: contactAfter(body),
      project_id: body.create_project && project,
    },
    deal.row(id),
  ),
  deal.get(id),
]

export const loseDeal = (id: Ref, lost_reason: string) => [
  requireOpen(id, 'lost'),
  update(deals, { status: 'lost', closed_at: sql`clock_timestamp()`, lost_reason }, deal.row(id)),
  deal.get(id),
]

export const reopenDeal = (id: Ref) => [
  require(its(id, sql`${deals.status} <> 'open'`), 'WM409', 'the deal is open already'),
  require(sql`exists (select from ${pipelines} where ${all(inOrg(pipelines), sql`${pipelines.id} = ${value(id, sql`${deals.pipeline_id}`)}`)}
      and ${pipelines.archived_at} is null)`, 'WM409', 'the pipeline of the deal is archived; restore the pipeline first'),
  update(deals, { status: 'open', closed_at: null, lost_reason: null }, deal.row(id)),
  deal.get(id),
]
