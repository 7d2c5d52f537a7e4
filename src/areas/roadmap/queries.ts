import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { projects } from '../../../db/schema/projects.ts'
import { milestones, projectBaselines as baselines } from '../../../db/schema/roadmap.ts'
import {
  all,
  answer,
  at,
  inOrg,
  rejectStale,
  one,
  page,
  person,
  rank,
  type Ref,
  require,
  shape,
  update,
} from '../../kit/sql.ts'
import { liveProject, projectState, type Target } from '../../kit/targets.ts'
import type { RoadmapFilter, ScheduleApply, ScheduleDraft } from './plan-schemas.ts'
import {
  Baseline,
  type BaselineDraft,
  type BaselineFilter,
  Milestone,
  type MilestoneChange,
  MilestoneDetail,
  type MilestoneDraft,
  type MilestoneFilter,
} from './schemas.ts'

const live = sql`${milestones.deleted_at} is null`

export const milestoneTarget: Target = {
  kind: 'milestone',
  noun: 'milestone',
  table: milestones,
  live: sql`${live} and ${liveProject(milestones)}`,
  project: milestones.project_id,
  state: projectState(milestones),
}

/** A baseline of the project that stands before it in the path. */
export const baselineTarget: Target = {
  kind: 'baseline',
  noun: 'baseline',
  table: baselines,
  live: sql`${baselines.project_id} = ${at('project')}`,
  project: baselines.project_id,
  state: projectState(baselines),
}

/** The project of the rows is locked before them, by everybody who changes what follows from one of its rows. */
const holdProject = (ids: SQL) =>
  sql`select 1 from ${projects} where ${inOrg(projects)} and ${projects.id} in (${ids}) for no key update`

export const holdMilestone = (row: SQL) =>
  holdProject(sql`select ${milestones.project_id} from ${milestones} where ${inOrg(milestones)} and ${row}`)
export const holdBaseline = (row: SQL) =>
  holdProject(sql`select ${baselines.project_id} from ${baselines} where ${inOrg(baselines)} and ${row}`)

const computed = {
  completed: sql`${milestones.completed_at} is not null`,
  late_days: sql`greatest(0, coalesce(app.local_day(${milestones.completed_at}, app.project_zone(${milestones.org_id},
    ${milestones.project_id})), app.project_today(${milestones.project_id})) - ${milestones.due_date})`,
  progress: sql`app.milestone_progress(${milestones.id})`,
}
const milestone = shape(Milestone, milestones, computed)
const detail = shape(MilestoneDetail, milestones, {
  ...computed,
  tasks: sql`app.milestone_tasks(${milestones})`,
})

export const listMilestones = (project: Ref, { open, ...query }: z.output<typeof MilestoneFilter>) =>
  page({ ...query, sort: [{ key: 'due_date', descending: false }] }, milestone, {
    where: all(
      inOrg(milestones),
      live,
      sql`${milestones.project_id} = ${project}`,
      open !== undefined && sql`(${milestones.completed_at} is null) = ${open}`,
    ),
    sorts: { due_date: milestones.due_date },
  })

const found = (id: Ref) => all(inOrg(milestones), live, sql`${milestones.id} = ${id}`)
export const getMilestone = (id: Ref) => one(detail, found(id))

const text = (value: object) => sql`${JSON.stringify(value)}::jsonb`

export const addMilestone = (project: Ref, id: string, draft: z.output<typeof MilestoneDraft>) => [
  sql`select app.create_milestone(${id}::uuid, ${project}::uuid, ${text(draft)})`,
  getMilestone(id),
]

/** Completing again keeps the moment of the first time. */
export const changeMilestone = (
  id: Ref,
  { version, completed, ...change }: z.output<typeof MilestoneChange>,
) => {
  const done =
    completed === undefined ? undefined : completed ? sql`coalesce(completed_at, now())` : sql`null`
  const columns = { ...change, completed_at: done }
  return [
    ...rejectStale(
      'milestones',
      id,
      version,
      Object.fromEntries(Object.entries(columns).filter(([, to]) => to !== undefined)),
    ),
    update(milestones, columns, sql`${inOrg(milestones)} and ${milestones.id} = ${id}`),
    getMilestone(id),
  ]
}

export const deleteMilestone = (id: Ref) => sql`select app.drop_milestone(${id}::uuid)`

const baseline = shape(Baseline, baselines, {
  bac_minor: sql`case when ${rank} >= 30 then ${baselines.bac_minor} end`,
  taken_by: person(baselines.taken_by),
})

export const listBaselines = (project: Ref, query: z.output<typeof BaselineFilter>) =>
  page({ ...query, sort: [{ key: 'taken_at', descending: true }] }, baseline, {
    where: all(inOrg(baselines), sql`${baselines.project_id} = ${project}`),
    sorts: { taken_at: baselines.taken_at },
  })

const getBaseline = (id: Ref) => one(baseline, all(inOrg(baselines), sql`${baselines.id} = ${id}`))

export const addBaseline = (project: Ref, id: string, draft: z.output<typeof BaselineDraft>) => [
  sql`select app.freeze_plan(${id}::uuid, ${project}::uuid, ${text(draft)})`,
  getBaseline(id),
]

export const chooseBaseline = (project: Ref, id: Ref) => [
  sql`select app.choose_baseline(${project}::uuid, ${id}::uuid)`,
  getBaseline(id),
]

export const deleteBaseline = (id: Ref) => [
  require(sql`exists (select from ${baselines} where ${inOrg(baselines)} and ${baselines.id} = ${id}
    and not ${baselines.is_current})`, 'WM409', 'it is the current baseline; choose another one first'),
  sql`delete from ${baselines} where ${inOrg(baselines)} and ${baselines.id} = ${id}`,
]

export const roadmap = (query: z.output<typeof RoadmapFilter>) =>
  answer(sql`app.roadmap(${query.project_id ? `{${query.project_id.join(',')}}` : null}::uuid[],
    ${`{${query.status.join(',')}}`}::text[], ${`{${query.level.join(',')}}`}::text[],
    ${query.from ?? null}::date, ${query.to ?? null}::date, ${query.limit}::int, ${query.offset}::int)`)

export const previewSchedule = (project: Ref, { changes, working_days }: z.output<typeof ScheduleDraft>) =>
  answer(sql`app.preview_schedule(${project}::uuid, ${text(changes)}, ${working_days}) - 'versions'`)

export const applySchedule = (
  project: Ref,
  { changes, working_days, token }: z.output<typeof ScheduleApply>,
) => answer(sql`app.apply_schedule(${project}::uuid, ${text(changes)}, ${working_days}, ${token ?? null})`)
