import type { FC } from 'hono/jsx'
import { withoutEmpty, withQuery } from './lists.tsx'
import { count, locale, say } from './say.ts'
import type { Answer, OperationId, Query, Read } from './operations.ts'
import type { Form, PageRequest } from './page-request.ts'

type Props = {
  at: string
  query: Record<string, string>
  offset: number
  size: number
  total: number
  /** The parameter with the offset, where a page has several lists. */
  name?: string
  /** The id of the list, to return to. */
  anchor?: string
  /** What its items are called. */
  noun?: readonly [one: string, many?: string] | undefined
}

/** The offset in a parameter of the page. */
export const offsetIn = ({ query }: PageRequest, name: string) =>
  Math.min(100_000, Math.max(0, Math.floor(Number(query[name])) || 0))

/** Links between the pages of a list, keeping its query. */
export const Pager: FC<Props> = ({ at, query, offset, size, total, name = 'offset', anchor, noun }) => {
  if (total <= size && !offset) return null
  const to = (next: number) =>
    `${at}?${new URLSearchParams({ ...query, [name]: String(next) })}${anchor ? `#${anchor}` : ''}`
  return (
    <nav class="pager" aria-label={say('Pages')}>
      {offset > 0 ? <a href={to(Math.max(0, offset - size))}>{say('Previous')}</a> : <span />}
      <span class="muted">
        {say('{first, number} to {last, number} of {total}', {
          first: Math.min(total, offset + 1),
          last: Math.min(total, offset + size),
          total: noun ? count(total, ...noun) : total.toLocaleString(locale()),
        })}
      </span>
      {offset + size < total ? <a href={to(offset + size)}>{say('Next')}</a> : <span />}
    </nav>
  )
}

type CursorProps = { at: string; query: Form; current: string | undefined; next: string | null | undefined }
/** Links on to older entries and back to the newest, where each page knows only the next one. */
export const CursorPager: FC<CursorProps> = ({ at, query, current, next }) =>
  next || current ? (
    <nav class="pager" aria-label={say('Pages')}>
      {current ? <a href={withQuery(at, query)}>{say('Newest')}</a> : <span />}
      {next ? <a href={withQuery(at, { ...query, cursor: next })}>{say('Older')}</a> : <span />}
    </nav>
  ) : null

/** One part of a list on a page with several: the query that fetches it, and links to the other parts. */
export function partOf(request: PageRequest, at: string, name: string, size: number, anchor?: string) {
  const offset = offsetIn(request, name)
  const query = withoutEmpty({ ...request.query, done: undefined })
  const shared = { at, query, name, offset, size, ...(anchor && { anchor }) }
  return {
    query: `limit=${size}&offset=${offset}`,
    range: { limit: size, offset },
    pager: (total: number) => <Pager {...shared} total={total} />,
  }
}
export type Part = ReturnType<typeof partOf>

/** One part of what an operation lists, with the links to the other parts. */
export const readPart = async <O extends OperationId>(
  read: Read,
  id: O,
  part: Part,
  query: Query<O> = {},
  ids: Form = {},
): Promise<Answer<O> & { part: Part }> => {
  const found: unknown = await read(id, { ...query, ...part.range }, ids)
  return { ...(found as Answer<O> & object), part }
}
