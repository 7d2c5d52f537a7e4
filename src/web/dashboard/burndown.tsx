import type { FC } from 'hono/jsx'
import { DrawingStyle } from '../kit/drawing-style.tsx'
import type { Answer } from '../kit/operations.ts'
import { count, say } from '../kit/say.ts'
import { useShortDay } from '../kit/time.tsx'

export type Burndown = Answer<'getSprintBurndown'>
type BurndownDay = Burndown['days'][number]

const [width, height] = [640, 240]
const margin = { left: 34, right: 12, top: 14, bottom: 34 }
const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom }

/** Round axis ticks from 0 to at least `max`: four or five steps of 1, 2 or 5 times a power of ten. */
export function ticks(max: number): number[] {
  const rough = Math.max(max, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough)!
  return Array.from({ length: Math.ceil(Math.max(max, 1) / step) + 1 }, (_, n) =>
    Number((n * step).toPrecision(12)),
  )
}

const round = (n: number) => Math.round(n * 10) / 10
const units = { points: 'points', minutes: 'minutes', count: 'tasks' }

/** The chart in a sentence: its accessible description, also shown below it. */
export function sentence({ unit, days }: Burndown): string {
  const known = days.filter(({ remaining }) => remaining !== null)
  const last = known.at(-1)
  if (!last) return say('The sprint has not begun.')
  const ahead = round(last.ideal - last.remaining!)
  const left = say('{number} of {number2} {units} remain', {
    number: round(last.remaining!),
    number2: round(last.scope!),
    units: units[unit],
  })
  const pace =
    ahead === 0
      ? say('on the ideal line')
      : say('{number} {units} {value} the ideal line', {
          number: round(Math.abs(ahead)),
          units: units[unit],
          value: ahead > 0 ? say('ahead of') : say('behind'),
        })
  const working = days.filter((day) => day.is_future && day.working).length
  return say('{left}, {pace}; {counted} to go.', { left, pace, counted: count(working, 'working day') })
}

type Scale = { x: (at: number) => number; y: (value: number) => number; day: number; marks: number[] }

function scaleOf(days: BurndownDay[]): Scale {
  const marks = ticks(
    Math.max(...days.flatMap(({ scope, remaining, ideal }) => [scope ?? 0, remaining ?? 0, ideal])),
  )
  const top = marks.at(-1)!
  return {
    x: (at) => round(margin.left + ((at + 1) / days.length) * inner.width),
    y: (value) => round(margin.top + (1 - value / top) * inner.height),
    day: inner.width / days.length,
    marks,
  }
}

/**
 * The burndown of a sprint as SVG: remaining work, scope and ideal line over its days; days off are shaded.
 */
export const BurndownChart: FC<{ id: string; name: string; burndown: Burndown }> = ({
  id,
  name,
  burndown,
}) => (
  <figure class="chart">
    <DrawingStyle />
    <div tabindex={0} role="region" aria-label={say('Chart of {name}', { name })}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={`${id}-title ${id}-caption`}>
        <title id={`${id}-title`}>{say('Burndown of {name}', { name })}</title>
        <Plot days={burndown.days} />
      </svg>
    </div>
    <figcaption>
      <ul class="legend">
        <li>{say('remaining')}</li>
        <li class="is-ideal">{say('ideal')}</li>
        <li class="is-scope">{say('scope')}</li>
      </ul>
      <p class="small muted" id={`${id}-caption`}>
        {sentence(burndown)}
      </p>
    </figcaption>
  </figure>
)

const Plot: FC<{ days: BurndownDay[] }> = ({ days }) => {
  const scale = scaleOf(days)
  return (
    <>
      <Axes days={days} scale={scale} />
      <Lines days={days} scale={scale} />
    </>
  )
}

type PlotProps = { days: BurndownDay[]; scale: Scale }

const Axes: FC<PlotProps> = ({ days, scale: { x, y, day, marks } }) => {
  const short = useShortDay()
  return (
    <>
      {days.map(({ working }, at) =>
        working ? null : (
          <rect class="off" x={x(at - 1)} y={margin.top} width={round(day)} height={inner.height} />
        ),
      )}
      {marks.map((mark) => (
        <>
          <line class="grid" x1={margin.left} x2={width - margin.right} y1={y(mark)} y2={y(mark)} />
          <text class="tick" x={margin.left - 6} y={y(mark) + 4} text-anchor="end">
            {mark}
          </text>
        </>
      ))}
      {days.map(({ date }, at) =>
        at % Math.ceil(days.length / 6) ? null : (
          <text class="tick" x={round(x(at) - day / 2)} y={height - 14} text-anchor="middle">
            {short(date)}
          </text>
        ),
      )}
    </>
  )
}

const Lines: FC<PlotProps> = ({ days, scale: { x, y } }) => {
  const line = (values: (number | null)[]) =>
    values.flatMap((value, at) => (value === null ? [] : [`${x(at)},${y(value)}`])).join(' ')
  const today = days.findLastIndex(({ remaining }) => remaining !== null)
  return (
    <>
      <polyline class="ideal" points={line(days.map(({ ideal }) => ideal))} />
      <polyline class="scope" points={line(days.map(({ scope }) => scope))} />
      <polyline class="remaining" points={line(days.map(({ remaining }) => remaining))} />
      {today < 0 ? null : <circle class="now" cx={x(today)} cy={y(days[today]!.remaining!)} r="4" />}
    </>
  )
}
