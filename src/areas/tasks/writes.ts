import { lockDependencies } from '../../shared/task/locks.ts'
import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { projects } from '../../../db/schema/projects.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import { answer, inOrg, json, jsonb, preparedAnswer, type Ref, uuids } from '../../kit/sql.ts'
import type { TaskChange, TaskDraft, TaskDuplicate, TaskMove, TasksChange, TaskTransfer } from './schemas.ts'

/** Locks the task's project (and others): projects are always locked before tasks, and in one order. */
export const holdProject = (row: SQL, others: SQL = sql`false`) =>
  sql`select 1 from ${projects} where ${inOrg(projects)} and (${others} or ${projects.id} in
    (select ${tasks.project_id} from ${tasks} where ${inOrg(tasks)} and ${row}))
    order by ${projects.id} for no key update`

/** The lock of a change that affects the parent, the tree, a sprint, a milestone or the count of a column. */
export const holdFor = (
  row: SQL,
  { parent_id, sprint_id, milestone_id, column_id, status }: z.output<typeof TaskChange>,
) => {
  if (parent_id) return [lockDependencies, holdProject(row)]
  if (parent_id === null || sprint_id !== undefined || milestone_id || column_id) return holdProject(row)
  return (
    status &&
    preparedAnswer(sql`select app.hold_status(${tasks.project_id}, ${tasks.parent_id} is not null)::text
      from ${tasks} where ${inOrg(tasks)} and ${row}`)
  )
}

const warned = (warnings: SQL) => sql`select app.stash(json_build_object('warnings', ${warnings}))`

type Draft = z.output<typeof TaskDraft>

export const createTasks = (project: Ref, drafts: (Draft & { id: string })[], place: string) =>
  warned(sql`app.create_tasks(${project}::uuid, ${jsonb(drafts)}, ${place})`)

export const createdTasks = (ids: string[], web: string) =>
  answer(sql`app.json_with(${json({ items: sql`app.tasks_json(${uuids(ids)}, ${web})` })}, app.stashed())`)

export const changeTask = (task: Ref, { version, ...change }: z.output<typeof TaskChange>) =>
  warned(sql`app.change_task(${task}::uuid, ${jsonb(change)}, 'body', ${version ?? null}::int)`)

export const changeTasks = ({ task_ids, patch, mode }: z.output<typeof TasksChange>) => [
  ...(patch.parent_id ? [lockDependencies] : []),
  answer(sql`app.change_tasks(${uuids(task_ids)}, ${jsonb(patch)}, ${mode === 'atomic'})`),
]

export const moveTask = (task: Ref, move: z.output<typeof TaskMove>) =>
  warned(sql`app.move_task(${task}::uuid, ${jsonb(move)})`)

export const transferTask = (task: Ref, { project_id, include_subtasks }: z.output<typeof TaskTransfer>) =>
  sql`select app.stash(app.transfer_task(${task}::uuid, ${project_id}::uuid, ${include_subtasks}))`

export const duplicateTask = (task: Ref, copy: string, { include }: z.output<typeof TaskDuplicate>) =>
  warned(sql`app.duplicate_task(${task}::uuid, ${copy}::uuid, ${jsonb(include)})`)

export const deleteTask = (task: Ref) => sql`select app.trash_task(${task}::uuid)`
export const restoreTask = (task: Ref) => warned(sql`app.restore_task(${task}::uuid)`)
export const purgeTask = (task: Ref) => sql`select app.purge_task(${task}::uuid)`
