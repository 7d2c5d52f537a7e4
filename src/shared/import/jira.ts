import { named } from './csv.ts'
import type { ImportField, Table } from './model.ts'
import { tableOf } from './tables.ts'

const field = named({
  'issue key': 'key',
  'issue id': 'id',
  summary: 'title',
  description: 'description',
  'issue type': 'type',
  status: 'status',
  'status category': 'status_category',
  resolution: 'resolution',
  priority: 'priority',
  assignee: 'assignee',
  reporter: 'reporter',
  created: 'created_at',
  resolved: 'completed_at',
  'due date': 'due_date',
  'start date': 'start_date',
  labels: 'labels',
  sprint: 'sprint',
  parent: 'parent',
  'parent id': 'parent',
  'parent key': 'parent_key',
  'epic link': 'parent_key',
  comment: 'comments',
  attachment: 'attachments',
  'story points': 'points',
  'story point estimate': 'points',
  'original estimate': 'estimate_seconds',
})

/** `Custom field (Story Points)` is called what its name is; links are named by what they say. */
function fieldOf(title: string): ImportField | null {
  const [, direction, link] = /^(outward|inward) issue link \((.+)\)$/.exec(title) ?? []
  if (link === 'blocks' || link === 'blocker') return direction === 'outward' ? 'blocks' : 'blocked_by'
  if (link) return 'relates_to'
  return field(/^custom field \((.+)\)$/.exec(title)?.[1] ?? title)
}

/** The export of Jira's issue navigator, "CSV (all fields)". */
export const readJira = (bytes: Uint8Array): Table => tableOf(bytes, fieldOf)
