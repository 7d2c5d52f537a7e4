import type { Item, Schemas } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { saidChoice } from '../kit/field-entries.ts'

export type Status = Item<'listImports'>['status']
type Source = Item<'listImports'>['source']

export const sources: [Source, string][] = [
  ['csv', 'A table (CSV)'],
  ['jira_csv', 'Jira (CSV)'],
  ['linear_csv', 'Linear (CSV)'],
  ['trello_json', 'Trello (JSON)'],
  ['asana_csv', 'Asana (CSV)'],
  ['asana_json', 'Asana (JSON)'],
]
export const sourceOf = (source: Source) => saidChoice(sources, source)

const states: Record<Status, [kind: 'good' | 'warn' | 'bad' | 'accent', text: string]> = {
  awaiting: ['warn', 'waits for its file'],
  analysing: ['accent', 'being read'],
  ready: ['accent', 'read'],
  running: ['accent', 'running'],
  done: ['good', 'done'],
  stopped: ['warn', 'stopped'],
  failed: ['bad', 'failed'],
  undoing: ['accent', 'being taken back'],
  undone: ['warn', 'taken back'],
}
export const stateOf = (status: Status) => <Badge kind={states[status][0]}>{say(states[status][1])}</Badge>
/** Whether a job works on it: the page tells more a little later. */
export const isBusy = (status: Status) => ['awaiting', 'analysing', 'running', 'undoing'].includes(status)

export const fields: [Schemas['ImportField'], string][] = [
  ['title', 'Title'],
  ['description', 'Description'],
  ['status', 'Status'],
  ['status_category', 'Kind of status'],
  ['resolution', 'Resolution'],
  ['type', 'Type'],
  ['priority', 'Priority'],
  ['assignee', 'Assignee'],
  ['reporter', 'Reporter'],
  ['labels', 'Tags'],
  ['sprint', 'Sprint'],
  ['sprint_number', 'Number of the sprint'],
  ['points', 'Points'],
  ['estimate_minutes', 'Estimate in minutes'],
  ['due_date', 'Due'],
  ['start_date', 'Begins'],
  ['created_at', 'Created'],
  ['started_at', 'Started'],
  ['completed_at', 'Completed'],
  ['cancelled_at', 'Cancelled'],
  ['archived', 'Archived'],
  ['parent', 'Parent, by its second id'],
  ['parent_key', 'Parent, by its key'],
  ['comments', 'Comment'],
  ['blocks', 'Blocks'],
  ['blocked_by', 'Is blocked by'],
  ['relates_to', 'Relates to'],
  ['attachments', 'File'],
  ['key', 'Key, which tells tasks apart'],
  ['id', 'Second id'],
]
export const statuses: [string, string][] = [
  ['todo', 'To do'],
  ['in_progress', 'In progress'],
  ['done', 'Done'],
  ['cancelled', 'Cancelled'],
]
