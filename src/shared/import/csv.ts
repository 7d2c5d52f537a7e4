import { tableOf, type Names } from './tables.ts'
import type { ImportField, Table } from './model.ts'

/** Usual names of columns in tables of tasks, whoever wrote them. */
export const defaultNames: Names = {
  key: 'key',
  id: 'key',
  'external id': 'key',
  title: 'title',
  name: 'title',
  summary: 'title',
  task: 'title',
  description: 'description',
  notes: 'description',
  type: 'type',
  status: 'status',
  state: 'status',
  priority: 'priority',
  assignee: 'assignee',
  'assigned to': 'assignee',
  owner: 'assignee',
  reporter: 'reporter',
  creator: 'reporter',
  created: 'created_at',
  'created at': 'created_at',
  completed: 'completed_at',
  'completed at': 'completed_at',
  due: 'due_date',
  'due date': 'due_date',
  start: 'start_date',
  'start date': 'start_date',
  labels: 'labels',
  label: 'labels',
  tags: 'labels',
  sprint: 'sprint',
  parent: 'parent_key',
  points: 'points',
  'story points': 'points',
  'estimate points': 'points',
  'estimate minutes': 'estimate_minutes',
}

/** A field of a name, of which an object's own properties are none. */
export const named =
  (names: Names) =>
  (title: string): ImportField | null =>
    Object.hasOwn(names, title) ? names[title]! : null

/** A table of tasks from anywhere. */
export const readCsv = (bytes: Uint8Array): Table => tableOf(bytes, named(defaultNames))
