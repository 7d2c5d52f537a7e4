import { compileFilter } from '../../shared/filter/compile.ts'
import { taskGrammar } from '../../shared/filter/task-fields.ts'
import { maxManyTextsBytes } from '../../shared/body.ts'
import { write } from '../../kit/operation.ts'
import * as queries from './queries.ts'
import { FoundTasksChange, TasksChanged, TaskTree, TaskTreeWritten } from './schemas.ts'
import * as writes from './writes.ts'

/** The tool creates a task with its subtasks and assigns it, in one transaction. */
export const createTree = write({
  id: 'createTask',
  summary: 'Create a task, to do, with its subtasks where children are given',
  at: 'POST /projects/{project_id}/tasks',
  role: 'member',
  tool: 'create_issue',
  audit: 'task.created',
  body: TaskTree,
  maxBytes: maxManyTextsBytes,
  returns: TaskTreeWritten,
  status: 201,
  locks: (row, { children, assignee_id, ...draft }) =>
    children?.length || assignee_id ? writes.lockProject(row) : writes.lockForNew(row, draft),
  run: ({
    params: { project_id },
    body: { children = [], assignee_id, ...root },
    id,
    settings: { webUrl },
  }) => {
    const rootId = id()
    if (!children.length && !assignee_id)
      return [...writes.createTask(project_id, rootId, root), queries.getTask(rootId, webUrl)]
    const { sprint_id, milestone_id } = root
    const subtasks = children.map((child) => ({
      ...(sprint_id ? { sprint_id } : {}),
      ...(milestone_id ? { milestone_id } : {}),
      ...child,
      id: id(),
      parent_id: rootId,
    }))
    return [
      writes.createTree(project_id, { ...root, assignee_id, id: rootId }, subtasks, webUrl),
      queries.getTask(rootId, webUrl),
    ]
  },
})

/** The tool changes tasks by id or by filter. */
export const changeFound = write({
  id: 'updateTasks',
  summary: 'Change up to 100 tasks alike, by their keys or by a filter',
  at: 'POST /tasks/bulk',
  role: 'member',
  allowsProjectKeys: true,
  tool: 'bulk_update_issues',
  asks: { about: 'many', when: ({ filter }) => filter !== undefined },
  audit: 'task.updated',
  body: FoundTasksChange,
  heavy: true,
  returns: TasksChanged,
  details: 'Atomic: one task that cannot be changed fails the call. best_effort: each for itself.',
  run: ({ body: { filter, task_ids = [], patch, mode } }) =>
    filter
      ? writes.changeFound(
          compileFilter(filter, taskGrammar.fields, { at: 'body.filter', flat: true }),
          patch,
          mode === 'atomic',
        )
      : writes.changeTasks({ task_ids, patch, mode }),
})
