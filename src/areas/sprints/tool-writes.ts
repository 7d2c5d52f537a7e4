import { write } from '../../kit/operation.ts'
import * as queries from './queries.ts'
import { SprintEmptiedInKeys, SprintEmpty, SprintFill, SprintFilledInKeys } from './schemas.ts'

/** The tools answer keys, which name tasks everywhere. */
export const addToolTasks = write({
  id: 'addSprintTasks',
  summary: 'Put up to 100 tasks into a sprint',
  at: 'POST /sprints/{sprint_id}/tasks',
  role: 'member',
  tool: 'add_issues_to_sprint',
  audit: 'sprint.tasks_added',
  body: SprintFill,
  returns: SprintFilledInKeys,
  details: 'Tasks that cannot go in are skipped with a reason; one task alone is refused.',
  example: { body: { task_ids: ['{task_id}'] } },
  locks: (row, { task_ids }) => queries.lockSprint(row, task_ids),
  run: ({ params: { sprint_id }, body }) => queries.fillSprintInKeys(sprint_id, body),
})

export const removeToolTasks = write({
  id: 'removeSprintTasks',
  summary: 'Take tasks out of a sprint, back to the backlog',
  at: 'POST /sprints/{sprint_id}/tasks/remove',
  role: 'member',
  tool: 'remove_issues_from_sprint',
  audit: 'sprint.tasks_removed',
  body: SprintEmpty,
  returns: SprintEmptiedInKeys,
  setup: ['addSprintTasks'],
  example: { body: { task_ids: ['{task_id}'] } },
  locks: (row, { task_ids }) => queries.lockSprint(row, task_ids),
  run: ({ params: { sprint_id }, body }) => queries.emptySprintInKeys(sprint_id, body.task_ids),
})
