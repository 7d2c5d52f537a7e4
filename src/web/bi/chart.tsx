import type { Child, FC } from 'hono/jsx'
import { DrawingStyle } from '../kit/drawing-style.tsx'
import { ticks } from '../dashboard/burndown.tsx'

type Series = {
  name: string
  values: (number | null)[]
  /** Where each figure leads. */
  to?: (string | undefined)[]
  before?: boolean
}
/** Figures of several series over the same places of an axis; null where there is none. */
export type Plotted = {
  title: string
  sentence: string
  places: string[]
  /** Places that the range or the present cuts. */
  partial: boolean[]
  series: Series[]
  /** A figure on the axis, as short as it can be. */
  said: (value: number) => string
}
export type How = 'line' | 'area' | 'bar' | 'stacked'

const [width, height] = [480, 250]
const margin = { left: 56, right: 12, top: 12, bottom: 30 }
const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom }
const round = (n: number) => Math.round(n * 10) / 10
const colors = ['series', 'series s1', 'series s2', 'series s3', 'series s4', 'series s5', 'series s6']
const colorOf = (n: number) => colors[n % colors.length]!
const mostMarks = 6

/** What is drawn, with what it is, as a link to what it counts where it leads there. */
const Led: FC<{ to: string | undefined; name: string; children?: Child }> = ({ to, name, children }) => {
  const drawn = (
    <>
      <title>{name}</title>
      {children}
    </>
  )
  return to ? <a href={to}>{drawn}</a> : <g>{drawn}</g>
}
/** What a part of a drawing is: its series is said where there are several. */
const nameOf = (place: string | undefined, { length }: Series[], name: string, said: string) =>
  `${place}${length > 1 ? `, ${name}` : ''}: ${said}`
/** A picture, unless parts of it are links. */
const roleOf = (to: (string | undefined)[]) => (to.some(Boolean) ? 'group' : 'img')

type Scale = { x: (place: number) => number; y: (value: number) => number; step: number; marks: number[] }
function scaleOf({ places, series }: Plotted, how: How): Scale {
  const values = series.flatMap((one) => one.values.map((value) => value ?? 0))
  const stacks = places.map((_, n) => series.reduce((sum, one) => sum + Math.max(one.values[n] ?? 0, 0), 0))
  const marks = ticks(Math.max(...(how === 'stacked' ? stacks : values), 0))
  const low = Math.min(...values, 0)
  const top = marks.at(-1)!
  const step = inner.width / Math.max(places.length, 1)
  return {
    x: (place) => round(margin.left + (place + 0.5) * step),
    y: (value) => round(margin.top + (1 - (value - low) / (top - low)) * inner.height),
    step,
    marks,
  }
}

/** A chart as SVG with its description; what it shows stands in the table beside it. */
export const Chart: FC<{ id: string; of: Plotted; how: How; legend: boolean }> = ({
  id,
  of,
  how,
  legend,
}) => {
  const scale = scaleOf(of, how)
  return (
    <figure class="chart">
      <DrawingStyle />
      <div>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          role={roleOf(of.series.flatMap(({ to = [] }) => to))}
          aria-labelledby={`${id}-title ${id}-says`}
        >
          <title id={`${id}-title`}>{of.title}</title>
          <desc id={`${id}-says`}>{of.sentence}</desc>
          <Axes of={of} scale={scale} />
          {how === 'bar' ? <Bars of={of} scale={scale} /> : null}
          {how === 'stacked' ? <Stacks of={of} scale={scale} /> : null}
          {how === 'line' || how === 'area' ? <Lines of={of} scale={scale} filled={how === 'area'} /> : null}
        </svg>
      </div>
      {legend && of.series.length > 1 ? (
        <figcaption>
          <Legend names={of.series.map(({ name }) => name)} />
        </figcaption>
      ) : null}
    </figure>
  )
}

export const Legend: FC<{ names: string[] }> = ({ names }) => (
  <ul class="legend">
    {names.map((name, n) => (
      <li class={colorOf(n)}>{name}</li>
    ))}
  </ul>
)

type Drawn = { of: Plotted; scale: Scale }
const Axes: FC<Drawn> = ({ of: { places, said }, scale }) => {
  const every = Math.ceil(places.length / mostMarks)
  return (
    <>
      {scale.marks.map((mark) => (
        <>
          <line
            class="grid"
            x1={margin.left}
            x2={width - margin.right}
            y1={scale.y(mark)}
            y2={scale.y(mark)}
          />
          <text class="tick" text-anchor="end" x={margin.left - 6} y={scale.y(mark) + 4}>
            {said(mark)}
          </text>
        </>
      ))}
      {places.map((place, n) =>
        n % every === 0 ? (
          <text class="tick" text-anchor="middle" x={scale.x(n)} y={height - 10}>
            {shortened(place, Math.floor((scale.step * every) / 7))}
          </text>
        ) : null,
      )}
    </>
  )
}
const shortened = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, Math.max(most - 1, 3))}…` : text

const Bars: FC<Drawn> = ({ of: { places, series, partial, said }, scale }) => {
  const band = scale.step * 0.8
  const each = band / series.length
  return (
    <>
      {series.flatMap(({ name, values, to }, s) =>
        values.map((value, n) =>
          value === null ? null : (
            <Led to={to?.[n]} name={nameOf(places[n], series, name, said(value))}>
              <rect
                class={`${colorOf(s)} ${partial[n] ? 'faint' : 'fill'}`}
                x={round(scale.x(n) - band / 2 + s * each)}
                y={Math.min(scale.y(value), scale.y(0))}
                width={round(Math.max(each, 1))}
                height={round(Math.abs(scale.y(0) - scale.y(value)))}
              />
            </Led>
          ),
        ),
      )}
    </>
  )
}

const Stacks: FC<Drawn> = ({ of: { places, series, partial, said }, scale }) => {
  const band = round(scale.step * 0.8)
  const below = places.map(() => 0)
  return (
    <>
      {series.flatMap(({ name, values, to }, s) =>
        values.map((value, n) => {
          if (!value || value < 0) return null
          const from = below[n]!
          below[n] = from + value
          return (
            <Led to={to?.[n]} name={nameOf(places[n], series, name, said(value))}>
              <rect
                class={`${colorOf(s)} ${partial[n] ? 'faint' : 'fill'}`}
                x={round(scale.x(n) - band / 2)}
                y={scale.y(from + value)}
                width={band}
                height={round(scale.y(from) - scale.y(from + value))}
              />
            </Led>
          )
        }),
      )}
    </>
  )
}

/** The runs of places that have a figure. */
const runsOf = (values: (number | null)[]) => {
  const runs: [place: number, value: number][][] = [[]]
  for (const [place, value] of values.entries())
    if (value === null) runs.push([])
    else runs.at(-1)!.push([place, value])
  return runs.filter((run) => run.length)
}

const Lines: FC<Drawn & { filled: boolean }> = ({ of: { places, series, said }, scale, filled }) => (
  <>
    {series.flatMap(({ name, values, to, before }, s) =>
      runsOf(values).map((run) => {
        const points = run.map(([place, value]) => `${scale.x(place)},${scale.y(value)}`)
        const [first, last] = [run[0]![0], run.at(-1)![0]]
        const floor = scale.y(0)
        return (
          <>
            {filled ? (
              <polygon
                class={`${colorOf(s)} faint`}
                points={[`${scale.x(first)},${floor}`, ...points, `${scale.x(last)},${floor}`].join(' ')}
              />
            ) : null}
            <polyline class={`${colorOf(s)} line${before ? ' before' : ''}`} points={points.join(' ')} />
            {run.map(([place, value]) =>
              run.length === 1 || to?.[place] ? (
                <Led to={to?.[place]} name={nameOf(places[place], series, name, said(value))}>
                  <circle class={`${colorOf(s)} dot`} cx={scale.x(place)} cy={scale.y(value)} r="4" />
                </Led>
              ) : null,
            )}
          </>
        )
      }),
    )}
  </>
)

const [middle, radius] = [90, 80]
/** The slices of a circle, with what they are in the legend. */
export const Pie: FC<{
  id: string
  title: string
  slices: [name: string, value: number, said: string, to?: string][]
}> = ({ id, title, slices }) => {
  const whole = slices.reduce((sum, [, value]) => sum + value, 0)
  let turned = 0
  const at = (share: number) => {
    const angle = 2 * Math.PI * share - Math.PI / 2
    return `${round(middle + radius * Math.cos(angle))} ${round(middle + radius * Math.sin(angle))}`
  }
  const paths = slices.map(([, value]) => {
    const from = turned
    turned += value / whole
    if (value === whole) return `M${middle} ${middle - radius}a${radius} ${radius} 0 1 1 -.1 0z`
    return `M${middle} ${middle}L${at(from)}A${radius} ${radius} 0 ${turned - from > 0.5 ? 1 : 0} 1 ${at(turned)}Z`
  })
  return (
    <figure class="chart">
      <DrawingStyle />
      <div>
        <svg
          viewBox="0 0 320 180"
          role={roleOf(slices.map(([, , , to]) => to))}
          aria-labelledby={`${id}-title`}
        >
          <title id={`${id}-title`}>{title}</title>
          <g transform="translate(70 0)">
            {paths.map((path, n) => (
              <Led to={slices[n]![3]} name={`${slices[n]![0]}: ${slices[n]![2]}`}>
                <path class={`${colorOf(n)} fill`} d={path} />
              </Led>
            ))}
          </g>
        </svg>
      </div>
      <figcaption>
        <Legend names={slices.map(([name, , said]) => `${name}: ${said}`)} />
      </figcaption>
    </figure>
  )
}

/** How much of a target is reached. */
export const Gauge: FC<{ id: string; title: string; share: number }> = ({ id, title, share }) => (
  <figure class="chart">
    <DrawingStyle />
    <div>
      <svg viewBox="0 0 320 24" role="img" aria-labelledby={`${id}-title`}>
        <title id={`${id}-title`}>{title}</title>
        <rect class="meter-bar" width="320" height="16" y="4" rx="8" />
        <rect
          class="series fill"
          width={round(320 * Math.min(Math.max(share, 0), 1))}
          height="16"
          y="4"
          rx="8"
        />
      </svg>
    </div>
  </figure>
)
