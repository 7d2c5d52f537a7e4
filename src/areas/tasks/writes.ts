import { lockDependencies } from '../../shared/task/locks.ts'
import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { projects } from '../../../db/schema/projects.ts'
import { taskTags } from '../../../db/schema/tags.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import { all, answer, inOrg, insert, json, jsonb, Prepared, type Ref, update, uuids } from '../../kit/sql.ts'
import { type Compiled, warningsOf } from '../../shared/filter/compile.ts'
import { stateTimestamp } from '../../shared/state-timestamp.ts'
import { bounds } from '../../shared/task/found.ts'
import type { TaskChange, TaskDraft, TaskDuplicate, TaskMove, TasksChange, TaskTransfer } from './schemas.ts'

/** Locks the task's project (and others): projects are always locked before tasks, in a fixed order. */
export const lockProjects = (row: SQL, others: SQL = sql`false`) =>
  sql`select 1 from ${projects} where ${inOrg(projects)} and (${others} or ${projects.id} in
    (select ${tasks.project_id} from ${tasks} where ${inOrg(tasks)} and ${row}))
    order by ${projects.id} for no key update`

type Draft = z.output<typeof TaskDraft>
type Place = Pick<Draft, 'parent_id' | 'sprint_id' | 'milestone_id' | 'column_id'>

/**
 * The lock of a new task's project. A plain task takes it with its number, so that others wait as briefly as possible;
 * what is checked about a task's place holds only if the project is locked first.
 */
export const lockForNew = (row: SQL, { parent_id, sprint_id, milestone_id, column_id }: Place) =>
  parent_id || sprint_id || milestone_id || column_id ? lockProject(row) : undefined

export const lockProject = (row: SQL) =>
  sql`select 1 from ${projects} where ${inOrg(projects)} and ${row} for no key update`

/** The locks for a change that affects the parent, the tree, a sprint, a milestone or a column count. */
export const locksFor = (
  row: SQL,
  { parent_id, sprint_id, milestone_id, column_id, status }: z.output<typeof TaskChange>,
) => {
  if (parent_id) return [lockDependencies, lockProjects(row)]
  if (parent_id === null || sprint_id !== undefined || milestone_id || column_id) return lockProjects(row)
  return (
    status &&
    new Prepared(sql`select app.lock_for_status_change(${tasks.project_id},
      ${tasks.parent_id} is not null)::text
      from ${tasks} where ${inOrg(tasks)} and ${row}`)
  )
}

const saveWarnings = (warnings: SQL) =>
  sql`select app.save_for_answer(json_build_object('warnings', ${warnings}))`

/** A write of one task that saves its warnings for the answer; 409 if they are refusals. */
const withWarnings = (
  write: SQL,
) => sql`with written as (${write} returning app.check_task(old, new) as warnings)
  select app.save_for_answer(json_build_object('warnings', warnings))::text as answer from written`

/** The task to change. Raises 422 or 409 if the change is invalid; of a text the rules only learn that it is sent. */
const changeable = (id: Ref, change: { [field: string]: unknown }, expectedVersion: number | null = null) => {
  const texts = 'description' in change && { description: change.description ? '' : null }
  return all(
    inOrg(tasks),
    sql`${tasks.id} = (select id from app.check_task_change(${id}, ${jsonb({ ...change, ...texts })},
      'body', ${expectedVersion}))`,
  )
}
type Move = z.output<typeof TaskMove>

export const createTask = (project: Ref, id: string, { tag_ids: tags, ...draft }: Draft) => {
  const { title: _t, description: _d, ...rules } = draft
  const project_id = sql`app.check_task_draft(${project}, ${jsonb({ ...rules, tag_ids: tags })})`
  const write = withWarnings(insert(tasks, { ...draft, id, project_id }))
  return [
    Object.keys(draft).length <= 2 ? new Prepared(write) : write,
    ...(tags ? [sql`insert into ${taskTags} (task_id, tag_id) select ${id}, unnest(${uuids(tags)})`] : []),
  ]
}

export const createTasks = (project: Ref, drafts: (Draft & { id: string })[]) =>
  saveWarnings(sql`app.create_tasks(${project}, ${jsonb(drafts)}, 'body.items')`)

/** A task and its subtasks, assigned after creation. */
export const createTree = (project: Ref, root: object, children: object[], web: string) =>
  sql`select app.save_for_answer(app.create_task_tree(${project}, ${jsonb(root)}, ${jsonb(children)}, ${web}))`

export const changeFound = ({ where, uses, mentions }: Compiled, patch: object, atomic: boolean) => [
  ...('parent_id' in patch ? [lockDependencies] : []),
  answer(sql`app.change_matching_tasks(array(select ${tasks.id} from ${tasks}
    where ${bounds({ where, uses, mentions })}
    order by ${tasks.id} limit 101), ${warningsOf(mentions)}, ${jsonb(patch)}, ${atomic})`),
]

export const createdTasks = (ids: string[], web: string) =>
  answer(
    sql`app.merge_json(${json({ items: sql`app.tasks_json(${uuids(ids)}, ${web})` })}, app.saved_fields())`,
  )

export const changeTask = (id: Ref, { version, archived, ...change }: z.output<typeof TaskChange>) => {
  const fields = archived === undefined ? change : { ...change, archived_at: null }
  const columns = { ...change, archived_at: stateTimestamp(tasks.archived_at, archived) }
  const write = withWarnings(update(tasks, columns, changeable(id, fields, version)))
  return Object.keys(fields).length === 1 ? new Prepared(write) : write
}

export const changeTasks = ({ task_ids, patch, mode }: z.output<typeof TasksChange>) => [
  ...(patch.parent_id ? [lockDependencies] : []),
  answer(sql`app.change_tasks(${uuids(task_ids)}, ${jsonb(patch)}, ${mode === 'atomic'})`),
]

export const moveTask = (id: Ref, move: Move) => {
  const { column_id, sprint_id, ...place } = move
  const rank = Object.keys(place).length ? sql`app.task_rank(${tasks}, ${jsonb(place)})` : undefined
  return new Prepared(withWarnings(update(tasks, { column_id, sprint_id, rank }, changeable(id, move))))
}

export const transferTask = (task: Ref, { project_id, include_subtasks }: z.output<typeof TaskTransfer>) =>
  sql`select app.save_for_answer(app.transfer_task(${task}::uuid, ${project_id}::uuid, ${include_subtasks}))`

export const duplicateTask = (task: Ref, copy: string, { include }: z.output<typeof TaskDuplicate>) =>
  saveWarnings(sql`app.duplicate_task(${task}::uuid, ${copy}::uuid, ${jsonb(include)})`)

export const deleteTask = (task: Ref) => sql`select app.trash_task(${task}::uuid)`
export const restoreTask = (task: Ref) => saveWarnings(sql`app.restore_task(${task}::uuid)`)
export const purgeTask = (task: Ref) => sql`select app.purge_task(${task}::uuid)`
