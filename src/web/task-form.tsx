import type { FC } from 'hono/jsx'
import { Choice, Field, Hidden } from './parts.tsx'
import type { Form, Problems } from './visit.ts'

export type Person = { user_id: string; name: string; role: string }
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
  parent: { key: string; title: string } | null
  assignee: { user_id: string; name: string } | null
  reporter: Named
  sprint: Named
  milestone: Named
  tags: { name: string }[]
  blockers?: { key?: string; title?: string }[]
  estimate_points: number | null
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
  description: 'Description',
  body: 'Comment',
}
const choices = {
  status: ['todo', 'in_progress', 'done', 'cancelled'],
  priority: ['low', 'medium', 'high', 'urgent'],
  type: ['epic', 'story', 'task', 'bug', 'spike', 'chore'],
}

type Props = { task: Task; people: Person[]; values: Form; problems: Problems; action: string }
/** All fields of a task; what was typed stands there again where it could not be saved. */
export const TaskForm: FC<Props> = ({ task, people, values: typed, problems, action }) => {
  const values = { ...valuesOf(task), ...typed }
  const shared = { values, problems }
  const select = (name: keyof typeof choices) => (
    <Choice
      {...shared}
      name={name}
      label={labels[name]}
      choices={choices[name].map((value) => [value, value.replaceAll('_', ' ')])}
    />
  )
  const field = (name: keyof typeof labels, more: object) => (
    <Field {...shared} name={name} label={labels[name]} {...more} />
  )
  return (
    <form class="stack" method="post" action={action} novalidate>
      <Hidden fields={{ version: values.version }} />
      {field('title', { maxlength: 255 })}
      <div class="columns">
        {select('status')}
        <Choice {...shared} name="assignee_id" label={labels.assignee_id} choices={assignees(people)} />
        {select('priority')}
        {select('type')}
        {field('start_date', { type: 'date', optional: true })}
        {field('due_date', { type: 'date', optional: true })}
      </div>
      {field('estimate_points', { optional: true })}
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

const assignees = (people: Person[]): [string, string][] => [
  ['', 'Nobody'],
  ...people
    .filter(({ role }) => role !== 'viewer')
    .map(({ user_id, name }): [string, string] => [user_id, name]),
]

const valuesOf = (task: Task): Form => ({
  title: task.title,
  status: task.status,
  priority: task.priority,
  type: task.type,
  assignee_id: task.assignee?.user_id ?? '',
  start_date: task.start_date ?? '',
  due_date: task.due_date ?? '',
  estimate_points: String(task.estimate_points ?? ''),
  description: task.description ?? '',
  version: String(task.version),
})

type TextProps = {
  name: string
  label: string
  value?: string | undefined
  problems: Problems
  rows: number
  id?: string
  hint?: string
}
/** A text of several lines in Markdown. */
export const Text: FC<TextProps> = ({
  name,
  label,
  value,
  problems,
  rows,
  id = name,
  hint = 'Markdown.',
}) => (
  <div class="field">
    <label for={id}>{label}</label>
    <p class="hint" id={`${id}-hint`}>
      {hint}
    </p>
    {problems.fields[name] ? (
      <p class="problem" id={`${id}-problem`}>
        {problems.fields[name]}
      </p>
    ) : null}
    <textarea id={id} name={name} rows={rows} aria-describedby={`${id}-hint`}>
      {value}
    </textarea>
  </div>
)
