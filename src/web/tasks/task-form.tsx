import { inWords } from '../kit/words.ts'
import type { FC } from 'hono/jsx'
import { Hidden } from '../kit/parts.tsx'
import { Choice, Field, Text } from '../kit/inputs.tsx'
import type { Form, Problems } from '../kit/visit.ts'

export type Person = { user_id: string; name: string; role: string }
type Chosen = { id: string; name: string }
/** The members, sprints and milestones to choose from in the form of a task. */
export type TaskChoices = { people: Person[]; sprints: (Chosen & { state?: string })[]; milestones: Chosen[] }
type Named = { name: string } | null
export type Task = {
  id: string
  key: string
  title: string
  description: string | null
  status: string
  priority: string
  type: string
  project: { id: string; key: string; name: string }
  parent: { id: string; key: string; title: string } | null
  assignee: { user_id: string; name: string } | null
  reporter: Named
  sprint: Chosen | null
  milestone: Chosen | null
  tags: { name: string }[]
  blockers?: { key?: string; title?: string }[]
  estimate_points: number | null
  estimate_minutes: number | null
  progress_percent: number
  rrule: string | null
  is_archived: boolean
  counts: { attachments: number }
  start_date: string | null
  due_date: string | null
  is_overdue: boolean
  is_blocked: boolean
  version: number
  permissions: { update: boolean; comment: boolean }
}

export const labels = {
  title: 'Title',
  status: 'Status',
  priority: 'Priority',
  type: 'Type',
  assignee_id: 'Assignee',
  start_date: 'Start',
  due_date: 'Due',
  estimate_points: 'Points',
  estimate_minutes: 'Minutes planned',
  progress_percent: 'Progress in percent',
  sprint_id: 'Sprint',
  milestone_id: 'Milestone',
  parent: 'Part of',
  tags: 'Tags',
  rrule: 'Repeats',
  description: 'Description',
  body: 'Comment',
  file: 'File',
  caption: 'Caption',
}
/** The common recurrence rules; any other rule is kept unchanged. */
export const repeats: Form = {
  'FREQ=DAILY': 'every day',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR': 'every working day',
  'FREQ=WEEKLY': 'every week',
  'FREQ=WEEKLY;INTERVAL=2': 'every two weeks',
  'FREQ=MONTHLY': 'every month',
  'FREQ=YEARLY': 'every year',
}
const choices = {
  status: ['todo', 'in_progress', 'done', 'cancelled'],
  priority: ['low', 'medium', 'high', 'urgent'],
  type: ['epic', 'story', 'task', 'bug', 'spike', 'chore'],
}

type Props = { task: Task; choices: TaskChoices; values: Form; problems: Problems; action: string }
type FormInput = { values: Form; problems: Problems }

/** The field components of the form, bound to its values and errors. */
const partsOf = (shared: FormInput) => ({
  select: (name: keyof typeof choices) => (
    <Choice
      {...shared}
      name={name}
      label={labels[name]}
      choices={choices[name].map((value) => [value, inWords(value)])}
    />
  ),
  field: (name: keyof typeof labels, more: object = {}) => (
    <Field {...shared} name={name} label={labels[name]} {...more} />
  ),
  list: (name: keyof typeof labels, all: [string, string][]) => (
    <Choice {...shared} name={name} label={labels[name]} choices={all} />
  ),
})

/** All fields of a task; after a failed save they show what was entered. */
export const TaskForm: FC<Props> = ({ task, choices: offered, values: entered, problems, action }) => {
  const values = { ...valuesOf(task), ...entered }
  const { select, field, list } = partsOf({ values, problems })
  const sprints = offered.sprints.filter(({ state }) => state !== 'completed')
  return (
    <form class="stack" method="post" action={action} novalidate>
      <Hidden fields={{ version: values.version }} />
      {field('title')}
      <div class="columns">
        {select('status')}
        {list('assignee_id', assignees(task, offered.people))}
        {select('priority')}
        {select('type')}
        {field('start_date', { type: 'date', optional: true })}
        {field('due_date', { type: 'date', optional: true })}
        {list('sprint_id', choicesOf('Backlog', task.sprint, sprints))}
        {list('milestone_id', choicesOf('None', task.milestone, offered.milestones))}
        {field('estimate_points', { optional: true })}
        {field('estimate_minutes', { optional: true })}
        {field('progress_percent', { optional: true })}
        {field('parent', { optional: true, hint: 'The key of the task above, such as WEB-12.' })}
        {list('rrule', repetitions(task))}
        {field('tags', { optional: true, hint: 'Separated by commas.' })}
      </div>
      <Text
        name="description"
        label={labels.description}
        value={values.description}
        problems={problems}
        rows={10}
      />
      <button class="primary">Save</button>
    </form>
  )
}

/** "None", the current choice even if it is no longer available, and all available ones. */
function choicesOf(none: string, now: Chosen | null, all: Chosen[]): [string, string][] {
  const missing = now && !all.some(({ id }) => id === now.id) ? [now] : []
  return [['', none], ...[...missing, ...all].map(({ id, name }): [string, string] => [id, name])]
}

const assignees = ({ assignee }: Task, people: Person[]) =>
  choicesOf(
    'Nobody',
    assignee && { id: assignee.user_id, name: assignee.name },
    people.filter(({ role }) => role !== 'viewer').map(({ user_id: id, name }) => ({ id, name })),
  )

function repetitions({ rrule }: Task): [string, string][] {
  const custom: [string, string][] = rrule && !repeats[rrule] ? [[rrule, rrule]] : []
  return [['', 'never'], ...Object.entries(repeats), ...custom]
}

const valuesOf = (task: Task): Form => ({
  title: task.title,
  status: task.status,
  priority: task.priority,
  type: task.type,
  assignee_id: task.assignee?.user_id ?? '',
  start_date: task.start_date ?? '',
  due_date: task.due_date ?? '',
  estimate_points: String(task.estimate_points ?? ''),
  estimate_minutes: String(task.estimate_minutes ?? ''),
  progress_percent: String(task.progress_percent),
  sprint_id: task.sprint?.id ?? '',
  milestone_id: task.milestone?.id ?? '',
  parent: task.parent?.key ?? '',
  tags: task.tags.map(({ name }) => name).join(', '),
  rrule: task.rrule ?? '',
  description: task.description ?? '',
  version: String(task.version),
})
