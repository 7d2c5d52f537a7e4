import { type FC, useContext } from 'hono/jsx'
import { DrawingStyle } from '../kit/drawing-style.tsx'
import type { Answer } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'
import { Day, onDay, Reader } from '../kit/time.tsx'
import { inWords } from '../kit/words.ts'

type Bar = Answer<'getRoadmap'>['rows'][number]

const oneDay = 24 * 60 * 60 * 1000
const days = (date: string) => Date.parse(date) / oneDay
const dateOf = (day: number) => new Date(day * oneDay).toISOString().slice(0, 10)

/** The range of an axis in days since 1970, and the dates of its marks. */
export type Axis = { first: number; last: number; marks: string[] }
const maxMarks = 5

/** An axis for these dates with some padding: its marks are Mondays or first days of months. */
export function axisOf(dates: string[]): Axis {
  const known = dates.map(days)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const padding = Math.max(3, Math.ceil((high - low) * 0.04))
  const [first, last] = [low - padding, high + padding]
  const weeks = [7, 14].find((step) => (last - first) / step <= maxMarks)
  return { first, last, marks: weeks ? mondays(first, last, weeks) : months(first, last) }
}

function mondays(first: number, last: number, step: number): string[] {
  const marks: string[] = []
  // The first of January 1970 was a Thursday.
  for (let day = first + ((((4 - first) % 7) + 7) % 7); day <= last; day += step) marks.push(dateOf(day))
  return marks
}

function months(first: number, last: number): string[] {
  const step = [1, 2, 3, 6, 12, 24, 60, 120, 600].find((n) => (last - first) / 30.44 / n <= maxMarks)!
  const [year, month] = dateOf(first).split('-').map(Number) as [number, number]
  const marks: string[] = []
  for (let n = 1; ; n++) {
    const date = new Date(Date.UTC(year, month - 1 + n, 1))
    if (date.getTime() / oneDay > last) return marks
    if ((date.getUTCFullYear() * 12 + date.getUTCMonth()) % step === 0)
      marks.push(date.toISOString().slice(0, 10))
  }
}

const place = ({ first, last }: Axis, day: number) => Math.round(((day - first) / (last - first)) * 1000) / 10

/** The position of the start or the end of a date on the axis, in percent. */
export const placeOf = (axis: Axis, date: string, end = false) => place(axis, days(date) + (end ? 1 : 0))

type Props = { bars: Bar[]; today: string; org: string }
/** Projects, milestones and epics over time, each described in words and drawn as a bar below a shared axis. */
export const Timeline: FC<Props> = ({ bars, today, org }) => {
  const dates = bars.flatMap(({ start, end }) => [start, end]).filter((one) => one !== null)
  const axis = axisOf([...dates, today])
  return (
    <div class="timeline">
      <DrawingStyle />
      <div class="span axis" aria-hidden="true">
        <span />
        <Marks axis={axis} today={today} />
      </div>
      <ol>
        {bars.map((bar) => (
          <li class={`span ${bar.type}`}>
            <BarText bar={bar} org={org} />
            <BarDrawing bar={bar} axis={axis} today={today} />
          </li>
        ))}
      </ol>
    </div>
  )
}

const Marks: FC<{ axis: Axis; today: string }> = ({ axis, today }) => {
  const { locale } = useContext(Reader)
  const byMonth = axis.last - axis.first > 14 * maxMarks
  const form = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    month: 'short',
    ...(byMonth ? { year: 'numeric' } : { day: 'numeric' }),
  })
  const visible = axis.marks.filter((date) => placeOf(axis, date) > 6 && placeOf(axis, date) < 94)
  return (
    <svg width="100%" height="38">
      {visible.map((date) => (
        <text x={`${placeOf(axis, date)}%`} y="14" text-anchor="middle">
          {form.format(new Date(date))}
        </text>
      ))}
      <text
        class="today"
        x={`${Math.min(94, Math.max(6, placeOf(axis, today)))}%`}
        y="33"
        text-anchor="middle"
      >
        {say('today')}
      </text>
    </svg>
  )
}

const hrefOf = ({ type, key, project }: Bar, org: string) =>
  type === 'project' ? `/projects/${project.key}/roadmap?org=${org}` : key ? `/tasks/${key}?org=${org}` : null

const BarText: FC<{ bar: Bar; org: string }> = ({ bar, org }) => {
  const { type, title, start, end, progress, finished, late_days, derived } = bar
  const to = hrefOf(bar, org)
  return (
    <div class="text">
      <p>
        {to ? (
          <a class="title" href={to}>
            {title}
          </a>
        ) : (
          <span class="title">{title}</span>
        )}{' '}
        <Badge>{inWords(type)}</Badge> {finished ? <Badge kind="good">{say('finished')}</Badge> : null}
        {late_days ? (
          <Badge kind="bad">{say('{counted} late', { counted: count(late_days, 'day') })}</Badge>
        ) : null}
      </p>
      <p class="facts">
        <Days start={start} end={end} derived={derived} />
        {progress.total ? (
          <span>{say('{done} of {total} done', { done: progress.done, total: progress.total })}</span>
        ) : null}
      </p>
    </div>
  )
}

const Days: FC<Pick<Bar, 'start' | 'end' | 'derived'>> = ({ start, end, derived }) => {
  if (!start && !end) return <span>{say('no days yet')}</span>
  return (
    <span>
      {start && end && start !== end ? (
        say('{start} to {end}', { start: <Day at={start} />, end: <Day at={end} /> })
      ) : start ? (
        end ? (
          <Day at={end} />
        ) : (
          say('from {start} on', { start: <Day at={start} /> })
        )
      ) : (
        onDay('until', end)
      )}
      {derived ? say(', by its tasks') : ''}
    </span>
  )
}

const thickness = { project: 14, milestone: 10, epic: 10, sprint: 6 }

type BarProps = { bar: Bar; axis: Axis; today: string }
const BarDrawing: FC<BarProps> = ({ bar, axis, today }) => (
  <svg class="drawn" width="100%" height="26" aria-hidden="true">
    {axis.marks.map((date) => (
      <line class="grid" x1={`${placeOf(axis, date)}%`} x2={`${placeOf(axis, date)}%`} y1="0" y2="26" />
    ))}
    <line class="today" x1={`${placeOf(axis, today)}%`} x2={`${placeOf(axis, today)}%`} y1="0" y2="26" />
    <Shape bar={bar} axis={axis} />
  </svg>
)

/** A diamond at the end of a milestone's day; for anything else a bar, filled by its progress. */
const Shape: FC<Omit<BarProps, 'today'>> = ({ bar, axis }) => {
  const { type, start, end, progress, finished, late_days } = bar
  const [begins, until] = [start ?? end, end ?? start]
  if (!begins || !until) return null
  const kind = finished ? 'bar done' : late_days ? 'bar late' : 'bar'
  const [x, right] = [placeOf(axis, begins), placeOf(axis, until, true)]
  if (type === 'milestone')
    return (
      <svg x={`${right}%`} overflow="visible">
        <path class={kind} d="M0 4 L9 13 L0 22 L-9 13Z" />
      </svg>
    )
  const width = Math.max(0.6, Math.round((right - x) * 10) / 10)
  const doneWidth = Math.round(width * (progress.percent ?? 0)) / 100
  const shared = { x: `${x}%`, y: 13 - thickness[type] / 2, height: thickness[type], rx: '4' }
  return (
    <>
      <rect class={kind} width={`${width}%`} {...shared} />
      <rect class="complete" width={`${doneWidth}%`} {...shared} />
    </>
  )
}
