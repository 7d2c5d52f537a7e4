import type { FC } from 'hono/jsx'

type Props = { at: string; kept: Record<string, string>; offset: number; size: number; total: number }

/** Leads through the pages of a list, keeping what was asked for. */
export const Pager: FC<Props> = ({ at, kept, offset, size, total }) => {
  if (total <= size && !offset) return null
  const to = (next: number) => `${at}?${new URLSearchParams({ ...kept, offset: String(next) })}`
  return (
    <nav class="pager" aria-label="Pages">
      {offset > 0 ? <a href={to(Math.max(0, offset - size))}>Before</a> : <span />}
      <span class="muted">
        {`${Math.min(total, offset + 1)} to ${Math.min(total, offset + size)} of ${total.toLocaleString('en')}`}
      </span>
      {offset + size < total ? <a href={to(offset + size)}>Next</a> : <span />}
    </nav>
  )
}
