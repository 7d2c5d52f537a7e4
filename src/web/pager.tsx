import type { FC } from 'hono/jsx'

type Props = { at: string; query: Record<string, string>; offset: number; size: number; total: number }

/** Links between the pages of a list, keeping its query. */
export const Pager: FC<Props> = ({ at, query, offset, size, total }) => {
  if (total <= size && !offset) return null
  const to = (next: number) => `${at}?${new URLSearchParams({ ...query, offset: String(next) })}`
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
