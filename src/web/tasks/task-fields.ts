import { durationText } from '../time/task-time.tsx'
import type { Choices } from '../kit/field-entries.ts'
import { listOf } from '../kit/field-values.tsx'
import { bodyFields } from '../kit/fields.tsx'
import type { Refused, Subject } from '../kit/forms.tsx'
import { send } from '../kit/lists.tsx'
import { type Answer, pathOf } from '../kit/operations.ts'
import { count, say } from '../kit/say.ts'
import { type Form, PageError } from '../kit/page-request.ts'

export type Task = Answer<'getTask'>

/** The common recurrence rules; any other rule is kept unchanged. */
const repeats: Choices = [
  ['FREQ=DAILY', 'every day'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every working day'],
  ['FREQ=WEEKLY', 'every week'],
  ['FREQ=WEEKLY;INTERVAL=2', 'every two weeks'],
  ['FREQ=MONTHLY', 'every month'],
  ['FREQ=YEARLY', 'every year'],
]

const tagsOf = ({ tags }: Task) => tags.map(({ name }) => name)

/** What a task is beside its text. */
export const properties = bodyFields(
  'TaskChange',
  {
    status: 'Status',
    assignee_id: { label: 'Assignee', none: 'Nobody' },
    priority: 'Priority',
    type: 'Type',
    start_date: 'Start',
    due_date: 'Due',
    sprint_id: { label: 'Sprint', none: 'Backlog' },
    milestone_id: 'Milestone',
    estimate_points: { label: 'Points', show: (points: number) => count(points, 'point') },
    estimate_minutes: { label: 'Minutes planned', show: (minutes: number) => durationText(minutes * 60) },
    progress_percent: {
      label: 'Progress in percent',
      show: (percent: number) => (percent ? `${percent} %` : null),
    },
    rrule: { label: 'Repeats', choices: repeats, none: 'never' },
  },
  {
    parent: {
      label: 'Part of',
      hint: 'The key of the task above, such as WEB-12.',
      from: ({ parent }: Task) => parent?.key,
    },
    tags: { label: 'Tags', hint: 'Separated by commas.', from: tagsOf },
  },
)

export const texts = bodyFields('TaskChange', {
  title: { label: 'Title', wide: true },
  description: { label: 'Description', height: 10 },
})

/** The parent that the form names by its key. */
export async function parentIn({ parent }: Form, { object, read }: Subject<Task>) {
  const key = parent?.trim().toUpperCase()
  if (parent === undefined || key === (object.parent?.key ?? '')) return {}
  if (!key) return { parent_id: null }
  const found = await read('getTask', {}, { task_id: key }).catch((error: unknown) => {
    if (error instanceof PageError && error.status === 404) return null
    throw error
  })
  return found
    ? { parent_id: found.id }
    : { invalid: { parent: say('There is no task with this key that you can see.') } }
}

/** Saves the tags of the form if they have changed. */
export async function saveTags({ request, object, ids }: Subject<Task>): Promise<Refused | undefined> {
  const { tags } = request.form
  const names = tags === undefined ? undefined : listOf(tags)
  if (!names || names.toSorted().join() === tagsOf(object).toSorted().join()) return undefined
  const body = { names, create_missing: true }
  const path = pathOf('setTaskTags', ids)
  const { rejected } = await send(request, { method: 'PUT', path, body, fields: ['names'] })
  if (!rejected) return undefined
  const [{ fields, general }, status] = rejected
  request.form = { tags: tags! }
  const why = [fields.names, ...general, say('Everything else is saved.')].filter(Boolean).join(' ')
  return [{ fields: { tags: why }, general: [] }, status]
}
