import type { FC } from 'hono/jsx'
import { count } from './parts.tsx'

export type BoardCard = {
  key: string
  title: string
  priority: string
  assignee: { name: string } | null
  estimate_points: number | null
  is_overdue: boolean
  is_blocked: boolean
}
export type BoardColumn = {
  id: string
  name: string
  wip_limit: number | null
  over_limit: boolean
  count: number
  items: BoardCard[]
}
export type Board = { columns: BoardColumn[] }

/** Cards that a column shows; the rest is a count. */
export const shownCards = 5
const [column, gap, card, header, pad] = [208, 12, 74, 40, 10]

/** A text wrapped to lines of at most `most` characters; overflow ends in an ellipsis. */
export function lines(text: string, most: number, rows: number): string[] {
  const made: string[] = ['']
  for (const word of text.split(/\s+/)) {
    const last = made.at(-1)!
    if (!last) made[made.length - 1] = word
    else if (last.length + 1 + word.length <= most) made[made.length - 1] = `${last} ${word}`
    else made.push(word)
  }
  const cut = (row: string, more: boolean) =>
    row.length > most || more ? `${row.slice(0, most - 1).trimEnd()}…` : row
  return made.slice(0, rows).map((row, at) => cut(row, at === rows - 1 && made.length > rows))
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((part) => Array.from(part)[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** The board of a project as SVG, read from left to right; on a narrow screen it scrolls inside its frame. */
export const BoardChart: FC<{ id: string; name: string; board: Board; org: string }> = ({
  id,
  name,
  board: { columns },
  org,
}) => {
  const rows = Math.max(
    1,
    ...columns.map(({ items, count: all }) => items.length + (all > items.length ? 0.5 : 0)),
  )
  const width = columns.length * (column + gap) - gap
  const height = header + rows * (card + 8) + pad
  return (
    <figure class="board" tabindex={0} role="region" aria-label={`Board of ${name}`}>
      <svg
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="group"
        aria-labelledby={`${id}-title`}
      >
        <title id={`${id}-title`}>{`Board of ${name}: ${said(columns)}`}</title>
        {columns.map((one, at) => (
          <g transform={`translate(${at * (column + gap)} 0)`}>
            <Column column={one} height={height} org={org} />
          </g>
        ))}
      </svg>
    </figure>
  )
}

const said = (columns: BoardColumn[]) =>
  columns.map(({ name, count: all }) => `${name}, ${count(all, 'card')}`).join('; ')

const Column: FC<{ column: BoardColumn; height: number; org: string }> = ({ column: one, height, org }) => (
  <>
    <rect class="lane" width={column} height={height} rx="10" />
    <text class="name" x={pad + 2} y="25">
      {lines(one.name, 18, 1)[0]}
    </text>
    <text class={one.over_limit ? 'number over' : 'number'} x={column - pad - 2} y="25" text-anchor="end">
      {one.wip_limit ? `${one.count} of ${one.wip_limit}` : one.count}
    </text>
    {one.items.map((item, at) => (
      <g transform={`translate(${pad} ${header + at * (card + 8)})`}>
        <a href={`/tasks/${item.key}?org=${org}`} aria-label={`${item.key} ${item.title}`}>
          <Card item={item} />
        </a>
      </g>
    ))}
    {one.count > one.items.length ? (
      <text class="key" x={pad + 2} y={header + one.items.length * (card + 8) + 14}>
        {`and ${(one.count - one.items.length).toLocaleString('en')} more`}
      </text>
    ) : null}
  </>
)

const Card: FC<{ item: BoardCard }> = ({ item }) => {
  const mark = item.is_blocked ? 'blocked' : item.is_overdue ? 'overdue' : ''
  const points = item.estimate_points === null ? '' : `${item.estimate_points} pt`
  return (
    <>
      <rect class="card" width={column - 2 * pad} height={card} rx="7" />
      {['high', 'urgent'].includes(item.priority) ? (
        <rect class={`edge ${item.priority}`} width="4" height={card} rx="2" />
      ) : null}
      <text class="key" x="12" y="18">
        {item.key}
      </text>
      <text class="mark" x={column - 2 * pad - 10} y="18" text-anchor="end">
        {mark}
      </text>
      {lines(item.title, 25, 2).map((row, at) => (
        <text x="12" y={36 + at * 15}>
          {row}
        </text>
      ))}
      <text class="key" x="12" y={card - 8}>
        {points}
      </text>
      {item.assignee ? (
        <text class="key" x={column - 2 * pad - 10} y={card - 8} text-anchor="end">
          {initials(item.assignee.name)}
        </text>
      ) : null}
    </>
  )
}
