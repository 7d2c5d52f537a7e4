import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling, type PageForm, type Subject } from '../kit/forms.tsx'
import { type Answer, mayCall, type Read } from '../kit/operations.ts'
import { type MemberOrganization, isAtLeast } from '../kit/organization-context.ts'
import type { Shown } from '../kit/page.tsx'
import type { Part } from '../kit/pager.tsx'
import { Badge, Section } from '../kit/parts.tsx'
import { type Line, Rows } from '../kit/rows.tsx'
import { say } from '../kit/say.ts'
import { Clock, Day } from '../kit/time.tsx'
import { shownIn } from '../kit/zone.ts'

/** The time entries on a task that the reader may see, and their timer, which may run on another task. */
export type Logged = { entries: Answer<'listTimeEntries'>; timer: Answer<'getRunningTimer'>; part: Part }

/** The time on a task; null for roles that log no time. */
export async function timeOn(
  read: Read,
  organization: MemberOrganization,
  task_id: string,
  part: Part,
): Promise<Logged | null> {
  if (!mayCall(organization, 'listTimeEntries')) return null
  const [entries, timer] = await Promise.all([
    read('listTimeEntries', { task_id, ...part.range, sort: '-work_date,-created_at' }),
    read('getRunningTimer'),
  ])
  return { entries, timer, part }
}

/** A duration such as "2 h 05 min" or "6 h". */
export const durationText = (seconds: number) => {
  const minutes = Math.round(seconds / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const after = rest ? ` ${say('{padStart} min', { padStart: String(rest).padStart(2, '0') })}` : ''
  return hours ? `${hours} h${after}` : say('{rest} min', { rest })
}

/** Parses `1:30`, `1.5`, `2h` or `90m` into seconds; null if it is none of these. */
export function secondsOf(entered: string): number | null {
  const text = entered.trim().toLowerCase().replace(',', '.')
  const [, hours, minutes] = /^(\d{1,2}):([0-5]\d)$/.exec(text) ?? []
  if (hours) return Number(hours) * 3600 + Number(minutes) * 60
  const [, amount, unit] = /^(\d{1,4}(?:\.\d{1,4})?) ?(h|m|min)?$/.exec(text) ?? []
  return amount ? Math.round(Number(amount) * (unit?.startsWith('m') ? 60 : 3600)) : null
}

const oneDay = 24 * 60 * 60
/** How long an entered duration is, or what is wrong with it. */
export function spentIn(entered = '') {
  const duration_seconds = secondsOf(entered)
  if (duration_seconds === null)
    return { invalid: { spent: say('Write hours and minutes, such as 1:30, or 90m.') } }
  return duration_seconds > 0 && duration_seconds <= oneDay
    ? { duration_seconds }
    : { invalid: { spent: say('Must be more than zero and at most 24 hours.') } }
}

const described = { work_date: 'Day', description: 'What was done' } as const
const spent = { label: 'Time', hint: 'Hours and minutes, such as 1:30, or 90m.', required: true } as const
const ofProject = { project_id: { label: 'Project', none: 'None' }, ...described } as const
/** A form for time of a day; without a task it asks for the project. */
export const timeForm = <T,>(
  taskOf?: (object: T) => string,
  more: Partial<PageForm<T, 'createTimeEntry'>> = {},
) =>
  calling<'createTimeEntry', T>('createTimeEntry', {
    title: 'Log time',
    verb: 'Log',
    fields: taskOf
      ? bodyFields('TimeEntryDraft', described, { spent })
      : bodyFields('TimeEntryDraft', ofProject, { spent: { ...spent, after: 'work_date' } }),
    also: (form, { object }) => ({ ...(taskOf && { task_id: taskOf(object) }), ...spentIn(form.spent) }),
    saidAt: { duration_seconds: 'spent' },
    ...more,
  })

type Task = { id: string; key: string }
const to = ({ here }: Subject<Task>) => `${here}&done=saved#time`
/** The forms for the time on a task. */
export const timeForms = {
  'start-timer': calling<'startTimer', Task>('startTimer', {
    verb: 'Start a timer',
    also: (_, { object }) => ({ task_id: object.id, stop_running: true }),
    to,
  }),
  'stop-timer': calling<'stopTimer', Task>('stopTimer', { verb: 'Stop the timer', to }),
  'log-time': timeForm<Task>(({ id }) => id, { to }),
}

type Props = Pick<Shown<Task, unknown>, 'organization' | 'object' | 'form'> & { logged: Logged | null }
/** The reader's own time on a task, or everyone's for managers, with a timer and a form to log time. */
export const TimeOn: FC<Props> = ({ logged, object, organization, form }) => {
  const logging = form('log-time', {
    values: { work_date: shownIn(organization.timezone, new Date().toISOString())[0] },
  })
  if (!logged || (!logging && !logged.entries.total)) return null
  const { entries, timer, part } = logged
  const heading = isAtLeast(organization, 'manager') ? say('Time logged') : say('My time')
  return (
    <Section
      id="time"
      title={
        entries.total
          ? `${heading}: ${durationText(entries.totals.seconds)}`
          : say('{heading}: none yet', { heading })
      }
    >
      {entries.total ? <Rows of={entries.items} line={lineOf} /> : null}
      {part.pager(entries.total)}
      {timer ? <Running timer={timer} task={object.key} /> : null}
      <div class="buttons">
        {timer?.task?.key === object.key
          ? null
          : form('start-timer', timer ? { verb: 'Stop it and start one here' } : {})}
        {timer ? form('stop-timer') : null}
      </div>
      {logging}
    </Section>
  )
}

const lineOf = (entry: Logged['entries']['items'][number]): Line => ({
  title: entry.description ?? say('Time'),
  facts: [entry.user?.name, <Day at={entry.work_date} />],
  marks: entry.running ? <Badge kind="accent">{say('running')}</Badge> : durationText(entry.duration_seconds),
})

const Running: FC<{ timer: NonNullable<Logged['timer']>; task: string }> = ({ timer, task }) => (
  <p class="hint">
    {`${say('A timer runs {value} since', { value: timer.task?.key === task ? say('on this task') : timer.task ? say('on {key}', { key: timer.task.key }) : say('on something else') })} `}
    <Clock at={timer.started_at!} />.
  </p>
)
