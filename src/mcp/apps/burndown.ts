import { drawn, element, unmarked } from './elements.ts'
import type { Json } from './host.ts'

type Day = { date: string; remaining?: number | null; ideal: number }
const [width, height, edge] = [600, 220, 30]

/** The remaining work of a sprint by day, beside the ideal line. */
export function burndown(answer: Json) {
  const { days = [], unit } = answer as { days?: Day[]; unit?: string }
  const known = days.filter((day): day is Day & { remaining: number } => typeof day.remaining === 'number')
  const most = Math.max(1, ...days.map(({ ideal }) => ideal), ...known.map(({ remaining }) => remaining))
  const x = (n: number) => edge + (n * (width - 2 * edge)) / Math.max(1, days.length - 1)
  const y = (value: number) => height - edge - (value * (height - 2 * edge)) / most
  const path = (points: [number, number][]) => points.map(([n, value]) => `${x(n)},${y(value)}`).join(' ')
  const line = (of: string, points: [number, number][]) =>
    drawn('polyline', { class: of, points: path(points) })
  const latest = known.at(-1)
  return element(
    'figure',
    'burndown',
    drawn(
      'svg',
      { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': 'Burndown' },
      line(
        'ideal',
        days.map(({ ideal }, n) => [n, ideal]),
      ),
      line(
        'remaining',
        known.map((day) => [days.indexOf(day), day.remaining]),
      ),
    ),
    element(
      'figcaption',
      '',
      latest ? `${latest.remaining} ${unmarked(unit)} remain on ${latest.date}` : 'The sprint has not begun',
      days.length > 0 && ` · ${days[0]!.date} to ${days.at(-1)!.date}`,
    ),
  )
}
