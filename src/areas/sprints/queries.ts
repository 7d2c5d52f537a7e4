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
  inOrg,
  insert,
  json,
  jsonb,
  page,
  type Ref,
  rejectStale,
  shape,
  update,
  uuids,
} from '../../kit/sql.ts'
import { person } from '../../shared/people.ts'
import { saveForAnswer, withSavedFields } from '../../platform/saved-fields.ts'
import {
  type BacklogFilter,
  type SprintFill,
  type SprintStart,
  SprintTask,
  type SprintTaskFilter,
} from './schemas.ts'
import { sprint, type SprintDraft } from './sprint.ts'

/** The locks of a change: the project, then the given tasks or all of the sprint, then the sprint. */
export const lockSprint = (row: SQL, ids: readonly string[] = [], allTasks = false) =>
  sql`select app.lock_sprint((select ${sprints.id} from ${sprints} where ${inOrg(sprints)} and ${row}),
    ${uuids(ids)}, ${allTasks})`

const incrementCounter = (project: Ref) => sql`update ${projects} set sprint_counter = sprint_counter + 1
  where ${inOrg(projects)} and ${projects.id} = ${project} returning sprint_counter`
const counter = sql`(select sprint_counter from counted)`

export const planSprint = (project_id: Ref, id: string, draft: z.output<typeof SprintDraft>) => [
  sql`select app.check_sprint_plan(${project_id}, ${draft.start_date}, ${draft.end_date})`,
  sql`with counted as (${incrementCounter(project_id)}) ${insert(sprints, {
    id,
    project_id,
    name: sql`'Sprint ' || ${counter}`,
    ...draft,
    number: counter,
  })}`,
  sprint.get(id),
]

export const changeSprint = (id: Ref, version: number | undefined, change: object) => [
  ...rejectStale('sprints', id, version, change),
  sql`select app.check_sprint_change(${id}, ${jsonb(change)})`,
  update(sprints, change, sprint.row(id)),
  sprint.get(id),
]

export const dropSprint = (id: Ref) => sql`select app.delete_sprint(${id})`

export const startSprint = (id: Ref, { start_date, end_date }: z.output<typeof SprintStart>) => [
  saveForAnswer(
    sql`json_build_object('warnings', app.start_sprint(${id}, ${start_date ?? null}, ${end_date ?? null}))`,
  ),
  withSavedFields(sprint.get(id)),
]

export const completeSprint = (id: Ref, target: string | undefined) => [
  saveForAnswer(sql`app.complete_sprint(${id}, ${target ?? null})`),
  withSavedFields(
    sql`select ${json({ sprint: sql`(${sprint.get(id)})::json`, report: sprints.frozen_report })}
      from ${sprints} where ${sprint.row(id)}`,
  ),
]

const key = sql`(select p.key || '-' || ${tasks.number} from ${projects} p
  where p.org_id = ${tasks.org_id} and p.id = ${tasks.project_id})`

const task = shape(SprintTask, tasks, {
  key,
  assignee: person(tasks.assignee_id),
  parent: sql`app.task_card(${tasks.parent_id})`,
  sprint: sql`(select json_build_object('id', s.id, 'name', s.name) from ${sprints} s
    where s.org_id = ${tasks.org_id} and s.id = ${tasks.sprint_id})`,
  estimate_points: sql`trim_scale(${tasks.estimate_points})`,
  is_blocked: sql`${tasks.open_blocker_count} > 0`,
  carried_over_times: sql`app.carry_over_count(${tasks.id})`,
  origin: tasks.external_source,
})

const byRank = { sort: [{ key: 'rank', descending: false }] }
const sorts = { rank: tasks.rank }

export const listTasks = (id: Ref, query: z.output<typeof SprintTaskFilter>) =>
  page({ ...query, ...byRank }, task, {
    where: all(
      inOrg(tasks),
      sql`${tasks.deleted_at} is null`,
      sql`${tasks.sprint_id} = ${id}`,
      query.status && sql`${tasks.status} in ${query.status}`,
    ),
    sorts,
  })

/** Unplanned work: in no sprint, or reopened after its sprint ended. */
const isUnplanned = sql`(${tasks.sprint_id} is null or exists (select from ${sprints} s where s.org_id = ${tasks.org_id}
  and s.id = ${tasks.sprint_id} and s.state in ('completed', 'cancelled')))`

const hasEstimatedChild = sql`exists (select from ${tasks} c where c.org_id = ${tasks.org_id}
  and c.parent_id = ${tasks.id} and c.deleted_at is null and c.status in ('todo', 'in_progress')
  and c.sprint_id is null and c.estimate_points is not null)`

export const listBacklog = (project: Ref, query: z.output<typeof BacklogFilter>) => {
  const where = all(
    inOrg(tasks),
    sql`${tasks.project_id} = ${project}`,
    sql`${tasks.deleted_at} is null and ${tasks.archived_at} is null and ${tasks.status} in ('todo', 'in_progress')`,
    isUnplanned,
    query.type && sql`${tasks.type} in ${query.type}`,
    query.tag_id &&
      sql`exists (select from ${taskTags} where ${inOrg(taskTags)} and ${taskTags.task_id} = ${tasks.id}
        and ${taskTags.tag_id} in ${query.tag_id})`,
    query.q && contains(tasks.title, query.q),
  )
  const points = sql`(select coalesce(trim_scale(sum(${tasks.estimate_points})), 0) from ${tasks}
    where ${where} and ${tasks.type} <> 'epic' and not ${hasEstimatedChild})`
  return page({ ...query, ...byRank }, task, { where, sorts, extra: { points } })
}

const filled = (id: Ref, { task_ids, ...target }: z.output<typeof SprintFill>) =>
  sql`app.add_sprint_tasks(${id}::uuid, ${uuids(task_ids)}, ${jsonb(target)})`
export const fillSprint = (id: Ref, body: z.output<typeof SprintFill>) => answer(filled(id, body))
export const fillSprintInKeys = (id: Ref, body: z.output<typeof SprintFill>) =>
  answer(sql`app.with_task_keys(${filled(id, body)})`)

const emptied = (id: Ref, ids: string[]) => sql`app.remove_sprint_tasks(${id}::uuid, ${uuids(ids)})`
export const emptySprint = (id: Ref, ids: string[]) => answer(emptied(id, ids))
export const emptySprintInKeys = (id: Ref, ids: string[]) =>
  answer(sql`app.with_task_keys(${emptied(id, ids)})`)

export const burndown = (id: Ref, unit: string | undefined) =>
  answer(sql`app.burndown(${id}::uuid, ${unit ?? null})`)

export const report = (id: Ref) => answer(sql`app.sprint_report(${id}::uuid)`)
