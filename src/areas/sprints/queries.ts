import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { projects } from '../../../db/schema/projects.ts'
import { sprints } from '../../../db/schema/sprints.ts'
import { taskTags } from '../../../db/schema/tags.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import {
  all,
  answer,
  contains,
  type Expression,
  inOrg,
  json,
  valueList,
  rejectStale,
  one,
  page,
  person,
  type Ref,
  shape,
  uuids,
  visible,
} from '../../kit/sql.ts'
import type { Target } from '../../kit/targets.ts'
import { liveProject, projectState } from '../../../db/schema/scopes.ts'
import {
  type BacklogFilter,
  Sprint,
  type SprintChange,
  type SprintDraft,
  type SprintFill,
  type SprintFilter,
  type SprintStart,
  SprintTask,
  type SprintTaskFilter,
} from './schemas.ts'

const live = sql`${sprints.deleted_at} is null`

export const sprintTarget: Target = {
  kind: 'sprint',
  noun: 'sprint',
  table: sprints,
  live: sql`${live} and ${liveProject(sprints)}`,
  project: sprints.project_id,
  state: projectState(sprints),
  locksItself: true,
}

const number = (column: Expression) => sql`trim_scale(${column})`

const sprint = shape(Sprint, sprints, {
  completed_by: person(sprints.completed_by),
  capacity_points: number(sprints.capacity_points),
  committed_points: number(sprints.committed_points),
  completed_points: number(sprints.completed_points),
  totals: sql`app.sprint_totals(${sprints})`,
  days: sql`app.sprint_days(${sprints})`,
})

/** The locks of a change: the project, then the named tasks or the whole sprint's, then the sprint. */
export const hold = (row: SQL, ids: readonly string[] = [], whole = false) =>
  sql`select app.hold_sprint((select ${sprints.id} from ${sprints} where ${inOrg(sprints)} and ${row}),
    ${uuids(ids)}, ${whole})`

export const listSprints = (project: Ref, query: z.output<typeof SprintFilter>) =>
  page(query, sprint, {
    where: all(
      inOrg(sprints),
      live,
      visible(sprints.project_id),
      sql`${sprints.project_id} = ${project}`,
      query.state && sql`${sprints.state} in ${valueList(query.state)}`,
    ),
    sorts: { number: sprints.number, start_date: sprints.start_date },
  })

const found = (id: Ref) => all(inOrg(sprints), live, sql`${sprints.id} = ${id}`)

export const getSprint = (id: Ref) => one(sprint, found(id))

const given = (value: object) => sql`${JSON.stringify(value)}::jsonb`
const told = (value: SQL) => sql`select app.stash(${value})`

export const planSprint = (project: Ref, id: string, draft: z.output<typeof SprintDraft>) => [
  sql`select app.plan_sprint(${project}::uuid, ${id}::uuid, ${given(draft)})`,
  getSprint(id),
]

export const changeSprint = (id: Ref, { version, ...change }: z.output<typeof SprintChange>) => [
  ...rejectStale('sprints', id, version, change),
  sql`select app.change_sprint(${id}::uuid, ${given(change)})`,
  getSprint(id),
]

export const dropSprint = (id: Ref) => sql`select app.drop_sprint(${id}::uuid)`

export const startSprint = (id: Ref, { start_date, end_date }: z.output<typeof SprintStart>) => [
  told(sql`json_build_object('warnings',
    app.start_sprint(${id}::uuid, ${start_date ?? null}::date, ${end_date ?? null}::date))`),
  sql`select app.json_with(${sprint.answer}, app.stashed())::text as answer from ${sprints} where ${found(id)}`,
]

export const completeSprint = (id: Ref, wish: string | undefined) => [
  told(sql`app.complete_sprint(${id}::uuid, ${wish ?? null})`),
  sql`select app.json_with(${json({ sprint: sprint.answer, report: sprints.frozen_report })},
    app.stashed())::text as answer from ${sprints} where ${found(id)}`,
]

const key = sql`(select p.key || '-' || ${tasks.number} from ${projects} p
  where p.org_id = ${tasks.org_id} and p.id = ${tasks.project_id})`

const task = shape(SprintTask, tasks, {
  key,
  assignee: person(tasks.assignee_id),
  parent: sql`app.card(${tasks.parent_id})`,
  sprint: sql`(select json_build_object('id', s.id, 'name', s.name) from ${sprints} s
    where s.org_id = ${tasks.org_id} and s.id = ${tasks.sprint_id})`,
  estimate_points: sql`trim_scale(${tasks.estimate_points})`,
  is_blocked: sql`${tasks.open_blocker_count} > 0`,
  carried_over_times: sql`app.carried_times(${tasks.id})`,
})

const byRank = { sort: [{ key: 'rank', descending: false }] }
const sorts = { rank: tasks.rank }

export const listTasks = (id: Ref, query: z.output<typeof SprintTaskFilter>) =>
  page({ ...query, ...byRank }, task, {
    where: all(
      inOrg(tasks),
      sql`${tasks.deleted_at} is null`,
      sql`${tasks.sprint_id} = ${id}`,
      query.status && sql`${tasks.status} in ${valueList(query.status)}`,
    ),
    sorts,
  })

/** Unplanned work: in no sprint, or reopened after its sprint ended. */
const unplanned = sql`(${tasks.sprint_id} is null or exists (select from ${sprints} s where s.org_id = ${tasks.org_id}
  and s.id = ${tasks.sprint_id} and s.state in ('completed', 'cancelled')))`

const estimatedBelow = sql`exists (select from ${tasks} c where c.org_id = ${tasks.org_id}
  and c.parent_id = ${tasks.id} and c.deleted_at is null and c.status in ('todo', 'in_progress')
  and c.sprint_id is null and c.estimate_points is not null)`

export const listBacklog = (project: Ref, query: z.output<typeof BacklogFilter>) => {
  const where = all(
    inOrg(tasks),
    sql`${tasks.project_id} = ${project}`,
    sql`${tasks.deleted_at} is null and ${tasks.archived_at} is null and ${tasks.status} in ('todo', 'in_progress')`,
    unplanned,
    query.type && sql`${tasks.type} in ${valueList(query.type)}`,
    query.tag_id &&
      sql`exists (select from ${taskTags} where ${inOrg(taskTags)} and ${taskTags.task_id} = ${tasks.id}
        and ${taskTags.tag_id} in ${valueList(query.tag_id)})`,
    query.q && contains(tasks.title, query.q),
  )
  const points = sql`(select coalesce(trim_scale(sum(${tasks.estimate_points})), 0) from ${tasks}
    where ${where} and ${tasks.type} <> 'epic' and not ${estimatedBelow})`
  return page({ ...query, ...byRank }, task, { where, sorts, extra: { points } })
}

export const fillSprint = (id: Ref, { task_ids, ...wish }: z.output<typeof SprintFill>) =>
  answer(sql`app.add_sprint_tasks(${id}::uuid, ${uuids(task_ids)}, ${given(wish)})`)

export const emptySprint = (id: Ref, ids: string[]) =>
  answer(sql`app.remove_sprint_tasks(${id}::uuid, ${uuids(ids)})`)

export const burndown = (id: Ref, unit: string | undefined) =>
  answer(sql`app.burndown(${id}::uuid, ${unit ?? null})`)

export const report = (id: Ref) => answer(sql`app.sprint_report(${id}::uuid)`)
