import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { deals } from '../../../db/schema/deals.ts'
import { pipelineStages } from '../../../db/schema/pipelines.ts'
import { projects } from '../../../db/schema/projects.ts'
import { inOrg, insert, jsonb, roleLevel, type Ref, ensure, update } from '../../kit/sql.ts'
import { contactAfter, deal, placement } from './queries.ts'
import type { DealMove, DealWin } from './schemas.ts'

const valueOf = (id: Ref, value: SQL) => sql`(select ${value} from ${deals} where ${deal.row(id)})`
const requireOpen = (id: Ref, verb: string) => sql`select app.require_open_deal(${id}::uuid, ${verb})`

/** Locks the stage before the deal, in the same order as deleting a stage does. */
export const lockStage = (_: SQL, { stage_id }: z.output<typeof DealMove>) =>
  sql`select from ${pipelineStages} where ${inOrg(pipelineStages)} and ${pipelineStages.id} = ${stage_id}
    for no key update`

export const moveDeal = (id: Ref, { stage_id, ...neighbour }: z.output<typeof DealMove>) => [
  sql`select app.select_stage(null, ${stage_id}::uuid)`,
  sql`select app.check_deal_neighbour(${id}::uuid, ${jsonb(neighbour)})`,
  requireOpen(id, 'moved'),
  update(deals, placement(id, neighbour), deal.row(id)),
  deal.get(id),
]

type Win = z.output<typeof DealWin>

/** Creates the project as `createProject` does: for managers, with a key and a board. */
const withProject = (id: Ref, project: string, { client_id, create_project }: Win) => {
  if (!create_project) return []
  const name = create_project.name ?? valueOf(id, sql`btrim(left(${deals.title}, 120))`)
  const client = client_id ?? valueOf(id, sql`${deals.client_id}`)
  const hasNoProject = valueOf(id, sql`${deals.project_id} is null`)
  return [
    ensure(hasNoProject, 'WM409', 'the deal has a project already; leave create_project out'),
    insert(projects, { id: project, name, key: sql`app.generate_project_key(${name})`, client_id: client }),
    sql`select app.default_columns(${project}::uuid)`,
  ]
}

const requireManager = ensure(
  sql`${roleLevel} >= 30`,
  'WM403',
  'creating a project needs the role manager or above',
)

export const winDeal = (id: Ref, project: string, body: Win) => [
  ...(body.create_project ? [requireManager] : []),
  ...deal.references(body),
  sql`select app.check_deal(${id}::uuid, ${jsonb({ ...body, status: 'won' })})`,
  requireOpen(id, 'won'),
  ...withProject(id, project, body),
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
  sql`select app.check_deal_reopening(${id}::uuid)`,
  update(deals, { status: 'open', closed_at: null, lost_reason: null }, deal.row(id)),
  deal.get(id),
]
