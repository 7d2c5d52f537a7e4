import { named } from './csv.ts'
import type { Table } from './model.ts'
import { tableOf } from './tables.ts'

const field = named({
  id: 'key',
  title: 'title',
  description: 'description',
  status: 'status',
  estimate: 'points',
  priority: 'priority',
  creator: 'reporter',
  assignee: 'assignee',
  labels: 'labels',
  'cycle number': 'sprint_number',
  'cycle name': 'sprint',
  created: 'created_at',
  started: 'started_at',
  completed: 'completed_at',
  canceled: 'cancelled_at',
  archived: 'archived',
  'due date': 'due_date',
  'parent issue': 'parent_key',
})

/** The export of a workspace of Linear. */
export function readLinear(bytes: Uint8Array): Table {
  const table = tableOf(bytes, field)
  return { ...table, warnings: [...table.warnings, 'The export of Linear holds no comments and no files.'] }
}
