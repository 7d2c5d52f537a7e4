import type { FC } from 'hono/jsx'
import type { Visit } from './visit.ts'

type Props = {
  at: string
  query: Record<string, string>
  offset: number
  size: number
  total: number
  /** The parameter with the offset, where a page has several lists. */
  name?: string
}

/** The offset in a parameter of the page. */
export const offsetIn = ({ query }: Visit, name: string) =>
  Math.min(100_000, Math.max(0, Math.floor(Number(query[name])) || 0))

/** Links between the pages of a list, keeping its query. */
export const Pager: FC<Props> = ({ at, query, offset, size, total, name = 'offset' }) => {
  if (total <= size && !offset) return null
  const to = (next: number) => `${at}?${new URLSearchParams({ ...query, [name]: String(next) })}`
  return (
    <nav class="pager" aria-label="Pages">
      {offset > 0 ? <a href={to(Math.max(0, offset - size))}>Previous</a> : <span />}
      <span class="muted">
        {`${Math.min(total, offset + 1)} to ${Math.min(total, offset + size)} of ${total.toLocaleString('en')}`}
      </span>
      {offset + size < total ? <a href={to(offset + size)}>Next</a> : <span />}
    </nav>
  )
}
