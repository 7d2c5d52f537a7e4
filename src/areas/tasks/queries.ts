import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { organizations } from '../../../db/schema/organizations.ts'
import { taskTags } from '../../../db/schema/tags.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import {
  all,
  answer,
  any,
  contains,
  type Expression,
  inOrg,
  json,
  me,
  Prepared,
  type Ref,
  visible,
} from '../../kit/sql.ts'
import { activeSprints } from '../../shared/filter/task-fields.ts'
import { forMembers, pageOfTasks, taskAnswers } from '../../shared/task/page.ts'
import {
  archivedProject,
  deletedProject,
  inArchivedProject,
  notInProjects,
} from '../../shared/task/projects.ts'
import type { AllTasksFilter, MyWorkFilter, SubtaskFilter, TaskFilter } from './filters.ts'

type Filter = Omit<z.output<typeof TaskFilter>, 'limit' | 'offset' | 'sort' | 'expand'>

const live = sql`${tasks.deleted_at} is null`
const open = sql`${tasks.status} in ('todo', 'in_progress')`
const today = sql`(select app.own_today())`
const overdue = sql`(${tasks.due_date} < ${today} and ${open})`
const blocked = sql`${tasks.open_blocker_count} > 0`

/** One task, with what the preceding statements saved for the answer. */
export const getTask = (id: Ref, web: string) =>
  new Prepared(sql`select app.task_json(${id}, ${web}) as answer`)

export const getTaskDetail = (id: Ref, web: string, expand: string[]) =>
  sql`select app.task_json(${id}, ${web}, ${`{${expand.join(',')}}`}) as answer`

/** The tasks of a project that match the filter. */
export const inProject = (project: Ref, query: Filter) =>
  all(
    inOrg(tasks),
    live,
    sql`${tasks.project_id} = ${project}`,
    ...conditionsOf(query),
    isArchived(query.archived),
  )

/** True if no filter narrows what a project shows. */
export const isUnfiltered = (query: Filter) =>
  !query.archived && conditionsOf(query).every((condition) => !condition)

const isArchived = (archived: boolean) =>
  archived ? sql`${tasks.archived_at} is not null` : sql`${tasks.archived_at} is null`

/**
 * The tasks that match the filter, in all projects that the caller sees. The contents of an archived project
 * count as archived.
 */
export const inProjects = ({ project_id, ...query }: z.output<typeof AllTasksFilter>) =>
  all(
    inOrg(tasks),
    live,
    visible(tasks.project_id),
    project_id && sql`${tasks.project_id} in ${project_id}`,
    ...conditionsOf(query),
    ...(query.archived
      ? [any(isArchived(true), inArchivedProject), notInProjects(deletedProject)]
      : [isArchived(false), notInProjects(any(archivedProject, deletedProject))]),
  )

const mine = all(
  inOrg(tasks),
  live,
  visible(tasks.project_id),
  sql`${tasks.assignee_id} = ${me}`,
  isArchived(false),
  notInProjects(any(archivedProject, deletedProject)),
)

export const myWork = (query: z.output<typeof MyWorkFilter>, web: string) =>
  pageOfTasks(query, {
    items: forMembers(web),
    where: all(
      mine,
      sql`${tasks.status} in ${query.status}`,
      query.overdue !== undefined && equals(overdue, query.overdue),
      query.due_before && sql`${tasks.due_date} < ${query.due_before}`,
      query.project_id && sql`${tasks.project_id} in ${query.project_id}`,
    ),
    beside: { counters: myCounters },
  })

/** The last day of the current week, by the organization's week start. */
const weekEnd = sql`(select ${today}
  + (${organizations.week_start} + 6 - extract(isodow from ${today})::int) % 7
  from ${organizations} where ${organizations.id} = (select app.org_id()))`

const myCounters = sql`(select json_build_object(
  'overdue', count(*) filter (where ${overdue}),
  'due_today', count(*) filter (where ${tasks.due_date} = ${today}),
  'due_this_week', count(*) filter (where ${tasks.due_date} between ${today} and ${weekEnd}),
  'blocked', count(*) filter (where ${blocked})) from ${tasks} where ${mine} and ${open})`

const equals = (condition: SQL, expected: boolean) =>
  expected ? sql`${condition}` : sql`(${condition}) is not true`

/** The conditions of the filters that are set. */
const conditionsOf = (query: Omit<Filter, 'archived'>): (SQL | undefined | '')[] => [
  query.status && sql`${tasks.status} in ${query.status}`,
  query.priority && sql`${tasks.priority} in ${query.priority}`,
  query.type && sql`${tasks.type} in ${query.type}`,
  oneOf(tasks.assignee_id, query.assignee_id, { me }),
  oneOf(tasks.sprint_id, query.sprint_id, { active: activeSprints }),
  oneOf(tasks.parent_id, query.parent_id),
  oneOf(tasks.milestone_id, query.milestone_id),
  oneOf(tasks.column_id, query.column_id),
  tagged(query.tag_id),
  query.due_before && sql`${tasks.due_date} < ${query.due_before}`,
  query.due_after && sql`${tasks.due_date} > ${query.due_after}`,
  query.overdue === undefined ? undefined : equals(overdue, query.overdue),
  query.blocked === undefined ? undefined : equals(blocked, query.blocked),
  query.q && contains(tasks.title, query.q),
  query.updated_since && sql`${tasks.updated_at} >= ${query.updated_since}`,
]

/**
 * A column that equals one of the ids; `none` is null, other words are resolved by the queries in `words`.
 */
function oneOf(column: Expression, ids: string[] | undefined, words: Record<string, SQL> = {}) {
  if (!ids) return undefined
  const uuids = ids.filter((id) => id !== 'none' && !words[id])
  return any(
    ...(uuids.length ? [sql`${column} in ${uuids}`] : []),
    ...Object.keys(words).flatMap((word) => (ids.includes(word) ? [sql`${column} in (${words[word]})`] : [])),
    ...(ids.includes('none') ? [sql`${column} is null`] : []),
  )
}

function tagged(ids: string[] | undefined): SQL | undefined {
  if (!ids) return undefined
  const hasTag = (condition: SQL) => sql`exists (select from ${taskTags} where ${inOrg(taskTags)}
    and ${taskTags.task_id} = ${tasks.id} and ${condition})`
  const uuids = ids.filter((id) => id !== 'none')
  return any(
    ...(uuids.length ? [hasTag(sql`${taskTags.tag_id} in ${uuids}`)] : []),
    ...(ids.includes('none') ? [sql`not ${hasTag(sql`true`)}`] : []),
  )
}

/** The subtasks of a task, one level or as a tree in depth-first order, with their totals. */
export const subtasks = (task: Ref, { tree, limit, offset }: z.output<typeof SubtaskFilter>, web: string) => {
  const subtree = sql`app.subtree(${task}::uuid) s join ${tasks} on ${tasks.id} = s.id
    where ${inOrg(tasks)} and s.depth between 1 and ${tree ? 5 : 1}`
  const response = answer(
    json({
      items: taskAnswers(
        sql`select s.id from ${subtree} order by s.path limit ${limit} offset ${offset}`,
        web,
      ),
      total: sql`(select count(*) from ${subtree})`,
      limit: sql`${limit}::int`,
      offset: sql`${offset}::int`,
      rollup: {
        total: sql`(select count(*) from ${subtree})`,
        done: sql`(select count(*) from ${subtree} and ${tasks.status} = 'done')`,
        points: sql`(select coalesce(trim_scale(sum(${tasks.estimate_points})), 0) from ${subtree} and
        ${tree ? sql`not ${hasEstimatedChild}` : sql`true`})`,
        own_points: sql`(select trim_scale(t.estimate_points) from ${tasks} t
        where t.org_id = (select app.org_id()) and t.id = ${task})`,
      },
    }),
  )
  return new Prepared(response)
}

const hasEstimatedChild = sql`exists (select from ${tasks} c where c.org_id = ${tasks.org_id}
  and c.parent_id = ${tasks.id} and c.deleted_at is null and c.estimate_points is not null)`
