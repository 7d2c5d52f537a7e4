import { lockDependencies } from '../../shared/task/locks.ts'
import { sql } from 'drizzle-orm'
import { projects } from '../../../db/schema/projects.ts'
import { write } from '../../kit/operation.ts'
import * as queries from './queries.ts'
import { TaskDuplicate, TaskMove, TaskTransfer, TaskTransferred, TaskWritten } from './schemas.ts'
import * as writes from './writes.ts'

export const deleteTask = write({
  id: 'deleteTask',
  summary: 'Move a task and its subtasks to the trash',
  at: 'DELETE /tasks/{task_id}',
  role: 'manager',
  or: 'owner',
  tool: 'delete_issue',
  audit: 'task.deleted',
  status: 204,
  example: {},
  locks: (row) => writes.lockProjects(row),
  run: ({ params: { task_id } }) => writes.deleteTask(task_id),
})

export const restoreTask = write({
  id: 'restoreTask',
  summary: 'Bring a task back from the trash',
  at: 'POST /tasks/{task_id}/restore',
  role: 'manager',
  or: 'owner',
  tool: 'restore_issue',
  audit: 'task.restored',
  returns: TaskWritten,
  trashed: true,
  setup: ['deleteTask'],
  example: {},
  locks: (row) => [lockDependencies, writes.lockProjects(row)],
  run: ({ params: { task_id }, settings }) => [
    writes.restoreTask(task_id),
    queries.getTask(task_id, settings.webUrl),
  ],
})

export const purgeTask = write({
  id: 'purgeTask',
  summary: 'Erase a task in the trash for ever',
  at: 'POST /tasks/{task_id}/purge',
  role: 'admin',
  tool: 'purge_issue',
  audit: 'task.purged',
  status: 204,
  trashed: 'either',
  setup: ['deleteTask'],
  example: {},
  locks: (row) => writes.lockProjects(row),
  run: ({ params: { task_id } }) => writes.purgeTask(task_id),
})

export const moveTask = write({
  id: 'moveTask',
  summary: 'Place a task on the board or in the backlog',
  at: 'POST /tasks/{task_id}/move',
  role: 'member',
  tool: 'move_issue',
  audit: 'task.moved',
  body: TaskMove,
  returns: TaskWritten,
  example: { body: { after_id: '{other_task_id}' } },
  locks: (row) => writes.lockProjects(row),
  run: ({ params: { task_id }, body, settings }) => [
    writes.moveTask(task_id, body),
    queries.getTask(task_id, settings.webUrl),
  ],
})

export const transferTask = write({
  id: 'transferTask',
  summary: 'Move a task to another project',
  at: 'POST /tasks/{task_id}/transfer',
  role: 'member',
  audit: 'task.transferred',
  body: TaskTransfer,
  returns: TaskTransferred,
  details:
    'A new number; the old key keeps resolving. What belongs to the old project is dropped and listed.',
  example: { body: { project_id: '{other_project_id}' } },
  locks: (row, { project_id }) => writes.lockProjects(row, sql`${projects.id} = ${project_id}`),
  run: ({ params: { task_id }, body, settings }) => [
    writes.transferTask(task_id, body),
    queries.getTask(task_id, settings.webUrl),
  ],
})

export const duplicateTask = write({
  id: 'duplicateTask',
  summary: 'Copy a task',
  at: 'POST /tasks/{task_id}/duplicate',
  role: 'member',
  audit: 'task.created',
  body: TaskDuplicate,
  returns: TaskWritten,
  status: 201,
  details:
    'The copy is to do and unassigned, without sprint, recurrence and external id; the system that it was imported from stays.',
  example: { body: { include: { tags: true } } },
  locks: (row) => writes.lockProjects(row),
  run: ({ params: { task_id }, body, id, settings }) => {
    const copy = id()
    return [writes.duplicateTask(task_id, copy, body), queries.getTask(copy, settings.webUrl)]
  },
})
