import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { projects } from '../../../db/schema/projects.ts'
import { projectBaselines as baselines } from '../../../db/schema/roadmap.ts'
import {
  all,
  answer,
  targetId,
  inOrg,
  jsonb,
  one,
  page,
  roleLevel,
  type Ref,
  ensure,
  shape,
} from '../../kit/sql.ts'
import { person } from '../../shared/people.ts'
import type { Target } from '../../kit/targets.ts'
import { projectState } from '../../../db/schema/scopes.ts'
import type { RoadmapFilter, ScheduleApply, ScheduleDraft } from './plan-schemas.ts'
import { Baseline, type BaselineDraft, type BaselineFilter } from './schemas.ts'

/** A baseline of the project in the path. */
export const baselineTarget: Target = {
  kind: 'baseline',
  noun: 'baseline',
  table: baselines,
  notDeleted: sql`${baselines.project_id} = ${targetId('project')}`,
  project: baselines.project_id,
  state: projectState(baselines),
}

/** Every change of derived data locks the project before its rows. */
export const lockProject = (ids: SQL) =>
  sql`select 1 from ${projects} where ${inOrg(projects)} and ${projects.id} in (${ids}) for no key update`

export const lockBaseline = (row: SQL) =>
  lockProject(sql`select ${baselines.project_id} from ${baselines} where ${inOrg(baselines)} and ${row}`)

const baseline = shape(Baseline, baselines, {
  bac_minor: sql`case when ${roleLevel} >= 30 then ${baselines.bac_minor} end`,
  taken_by: person(baselines.taken_by),
})

export const listBaselines = (project: Ref, query: z.output<typeof BaselineFilter>) =>
  page({ ...query, sort: [{ key: 'taken_at', descending: true }] }, baseline, {
    where: all(inOrg(baselines), sql`${baselines.project_id} = ${project}`),
    sorts: { taken_at: baselines.taken_at },
  })

const row = (id: Ref) => all(inOrg(baselines), sql`${baselines.id} = ${id}`)
const getBaseline = (id: Ref) => one(baseline, row(id))

type Draft = z.output<typeof BaselineDraft>
export const addBaseline = (project: Ref, id: string, { name, note, unit, make_current }: Draft) => [
  sql`select app.create_baseline(${id}, ${project}, ${name}, ${note ?? null}, ${unit}, ${make_current})`,
  getBaseline(id),
]

export const chooseBaseline = (project: Ref, id: Ref) => [
  sql`select app.set_current_baseline(${project}, ${id})`,
  getBaseline(id),
]

export const deleteBaseline = (id: Ref) => [
  ensure(
    sql`exists (select from ${baselines} where ${row(id)} and not ${baselines.is_current})`,
    'WM409',
    'it is the current baseline; choose another one first',
  ),
  sql`delete from ${baselines} where ${row(id)}`,
]

export const roadmap = (query: z.output<typeof RoadmapFilter>) =>
  answer(sql`app.roadmap(${query.project_id ? `{${query.project_id.join(',')}}` : null}::uuid[],
    ${`{${query.status.join(',')}}`}::text[], ${`{${query.level.join(',')}}`}::text[],
    ${query.from ?? null}::date, ${query.to ?? null}::date, ${query.limit}::int, ${query.offset}::int)`)

export const previewSchedule = (project: Ref, { changes, working_days }: z.output<typeof ScheduleDraft>) =>
  answer(sql`app.preview_schedule(${project}::uuid, ${jsonb(changes)}, ${working_days}) - 'versions'`)

export const applySchedule = (
  project: Ref,
  { changes, working_days, token }: z.output<typeof ScheduleApply>,
) => answer(sql`app.apply_schedule(${project}::uuid, ${jsonb(changes)}, ${working_days}, ${token ?? null})`)
