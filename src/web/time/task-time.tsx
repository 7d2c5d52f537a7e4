import type { FC } from 'hono/jsx'
import { uuidv7 } from '../../kit/id.ts'
import type { Part } from '../kit/pager.tsx'
import { Badge, Hidden } from '../kit/parts.tsx'
import { Field } from '../kit/inputs.tsx'
import { type Home, isAtLeast } from '../kit/organization-context.ts'
import { Clock, Day } from '../kit/time.tsx'
import { bodyOf, type Form, type Problems, type Visit } from '../kit/visit.ts'

type Entry = {
  id: string
  user: { name: string }
  task: { key: string } | null
  work_date: string
  started_at: string | null
  duration_seconds: number
  description: string | null
  running: boolean
}
/** The time entries on a task that the reader may see, and their timer, which may run on another task. */
export type Logged = {
  entries: { items: Entry[]; total: number; totals: { seconds: number } }
  timer: Entry | null
}

export const timeLabels = { spent: 'Time', work_date: 'Day', note: 'What was done' }

/** The time on a task; null for roles that log no time. */
export async function timeOn(
  { api, here }: Visit,
  at: string,
  home: Home,
  task: string,
  part: Part,
): Promise<Logged | null> {
  if (!isAtLeast(home, 'member')) return null
  const get = async <T,>(path: string) => bodyOf(await api.call<T>('GET', `${at}/time-entries${path}`), here)
  const [entries, timer] = await Promise.all([
    get<Logged['entries']>(`?task_id=${task}&${part.query}&sort=-work_date,-created_at`),
    get<Logged['timer']>('/timer'),
  ])
  return { entries, timer }
}

/** A duration such as "2 h 05 min" or "6 h". */
export const durationText = (seconds: number) => {
  const minutes = Math.round(seconds / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const after = rest ? ` ${String(rest).padStart(2, '0')} min` : ''
  return hours ? `${hours} h${after}` : `${rest} min`
}

type Props = {
  logged: Logged | null
  part: Part
  task: { key: string }
  home: Home
  may: boolean
  values: Form
  problems: Problems
}

/** The reader's own time on a task, or everyone's for managers, with a timer and a form to log time. */
export const TimeOn: FC<Props> = ({ logged, part, task, home, may, values, problems }) => {
  if (!logged || (!may && !logged.entries.total)) return null
  const { entries, timer } = logged
  const action = `/tasks/${task.key}/time?org=${home.slug}`
  const heading = isAtLeast(home, 'manager') ? 'Time logged' : 'My time'
  return (
    <section class="card stack" aria-labelledby="time">
      <h2 id="time">
        {entries.total ? `${heading}: ${durationText(entries.totals.seconds)}` : `${heading}: none yet`}
      </h2>
      {entries.total ? (
        <ul class="rows">
          {entries.items.map((entry) => (
            <Row entry={entry} />
          ))}
        </ul>
      ) : null}
      {part.pager(entries.total)}
      {may ? <Timer timer={timer} task={task.key} action={action} /> : null}
      {may ? <Log action={action} home={home} values={values} problems={problems} /> : null}
    </section>
  )
}

const Row: FC<{ entry: Entry }> = ({ entry }) => (
  <li class="row">
    <div class="grow">
      <p class="title">{entry.description ?? 'Time'}</p>
      <p class="facts">
        <span>{entry.user.name}</span>
        <Day at={entry.work_date} />
      </p>
    </div>
    {entry.running ? (
      <Badge kind="accent">running</Badge>
    ) : (
      <span>{durationText(entry.duration_seconds)}</span>
    )}
  </li>
)

const Timer: FC<{ timer: Entry | null; task: string; action: string }> = ({ timer, task, action }) => {
  const here = timer?.task?.key === task
  return (
    <form method="post" action={action}>
      <Hidden fields={{ once: uuidv7() }} />
      {timer ? (
        <p class="hint">
          {`A timer runs ${here ? 'on this task' : timer.task ? `on ${timer.task.key}` : 'on something else'} since `}
          <Clock at={timer.started_at!} />.
        </p>
      ) : null}
      {here ? null : (
        <button class="slim" name="action" value="start">
          {timer ? 'Stop it and start one here' : 'Start a timer'}
        </button>
      )}
      {timer ? (
        <button class="slim" name="action" value="stop">
          Stop the timer
        </button>
      ) : null}
    </form>
  )
}

type LogProps = Pick<Props, 'home' | 'values' | 'problems'> & { action: string }
const Log: FC<LogProps> = ({ action, home, values: entered, problems }) => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: home.timezone }).format(new Date())
  const shared = { values: { work_date: today, ...entered }, problems }
  return (
    <details class="more" open={Object.keys(timeLabels).some((name) => name in problems.fields)}>
      <summary>Log time</summary>
      <form class="stack" method="post" action={action} novalidate>
        <Hidden fields={{ once: uuidv7() }} />
        <Field
          {...shared}
          name="spent"
          label={timeLabels.spent}
          hint="Hours and minutes, such as 1:30, or 90m."
        />
        <Field {...shared} name="work_date" label={timeLabels.work_date} type="date" />
        <Field {...shared} name="note" label={timeLabels.note} optional />
        <button name="action" value="log">
          Log
        </button>
      </form>
    </details>
  )
}
