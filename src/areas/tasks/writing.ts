import { maxManyTextsBytes, maxSingleTextBytes } from '../../shared/body.ts'
import { write } from '../../kit/operation.ts'
import * as queries from './queries.ts'
import {
  TaskChange,
  TaskDraft,
  TaskDrafts,
  TasksChange,
  TasksChanged,
  TasksCreated,
  TaskWritten,
} from './schemas.ts'
import * as writes from './writes.ts'

export const createTask = write({
  id: 'createTask',
  summary: 'Create a task, to do and unassigned',
  at: 'POST /projects/{project_id}/tasks',
  role: 'member',
  tool: 'create_issue',
  audit: 'task.created',
  body: TaskDraft,
  maxBytes: maxSingleTextBytes,
  returns: TaskWritten,
  status: 201,
  example: { body: { title: 'Fix the login', priority: 'high' } },
  locks: writes.lockForNew,
  run: ({ params: { project_id }, body, id, settings }) => {
    const newId = id()
    return [...writes.createTask(project_id, newId, body), queries.getTask(newId, settings.webUrl)]
  },
})

export const createTasks = write({
  id: 'createTasks',
  summary: 'Create up to 100 tasks, all or none',
  at: 'POST /projects/{project_id}/tasks/bulk',
  role: 'member',
  audit: 'task.created',
  body: TaskDrafts,
  maxBytes: maxManyTextsBytes,
  returns: TasksCreated,
  status: 201,
  example: { body: { items: [{ title: 'Fix the login' }, { title: 'Fix the logout' }] } },
  locks: writes.lockProject,
  run: ({ params: { project_id }, body: { items }, id, settings }) => {
    const drafts = items.map((item) => ({ ...item, id: id() }))
    return [
      writes.createTasks(project_id, drafts),
      writes.createdTasks(
        drafts.map((draft) => draft.id),
        settings.webUrl,
      ),
    ]
  },
})

export const updateTask = write({
  id: 'updateTask',
  summary: 'Change a task: status, assignee and any other field',
  at: 'PATCH /tasks/{task_id}',
  role: 'member',
  tool: 'update_issue',
  audit: 'task.updated',
  body: TaskChange,
  maxBytes: maxSingleTextBytes,
  returns: TaskWritten,
  example: { body: { status: 'in_progress' } },
  locks: writes.locksFor,
  run: ({ params: { task_id }, body, settings }) => [
    writes.changeTask(task_id, body),
    queries.getTask(task_id, settings.webUrl),
  ],
})

export const updateTasks = write({
  id: 'updateTasks',
  summary: 'Change up to 100 tasks alike',
  at: 'POST /tasks/bulk',
  role: 'member',
  allowsProjectKeys: true,
  tool: 'bulk_update_issues',
  audit: 'task.updated',
  body: TasksChange,
  maxBytes: maxSingleTextBytes,
  returns: TasksChanged,
  example: { body: { task_ids: ['{task_id}'], patch: { priority: 'urgent' } } },
  details:
    'Atomic: one task that cannot be changed fails the call and nothing changes. best_effort: each for itself.',
  run: ({ body }) => writes.changeTasks(body),
})
