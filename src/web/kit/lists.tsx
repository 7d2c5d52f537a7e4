import type { FC } from 'hono/jsx'
import type { Reply } from './api.ts'
import { say } from './say.ts'
import {
  bodyOf,
  type Failure,
  type Form,
  pageErrorOf,
  type Problems,
  problemsOf,
  type PageRequest,
} from './page-request.ts'

/** Rows on one page of a list. */
export const pageSize = 50
export const offsetOf = ({ query }: PageRequest) =>
  Math.min(100_000, Math.max(0, Math.floor(Number(query.offset)) || 0))

/** The parameters that have a value. */
export const withoutEmpty = (params: Record<string, string | undefined>): Form =>
  Object.fromEntries(Object.entries(params).filter((pair): pair is [string, string] => Boolean(pair[1])))

/** A path with its query string. */
export function withQuery(path: string, params: Record<string, string | undefined>) {
  const query = new URLSearchParams(withoutEmpty(params)).toString()
  return query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path
}

type Outcome<T> =
  | { rejected: [problems: Problems, status: number]; result?: never }
  | { rejected?: never; result: T }
export type ApiRequest = {
  method?: string
  path: string
  body?: object | undefined
  fields?: readonly string[]
  /** Whoever sends it need not be signed in: a session is not renewed for it, and 401 is an error of the form. */
  isPublic?: boolean
  /** What it deletes must be there. */
  mustExist?: boolean | undefined
}

const isOfPath = ({ status, body }: Reply) =>
  status === 422 && /^path[.:]/.test((body as Failure | null)?.error?.message ?? '')
/** Sends the request of a form, idempotently. Errors of these fields are returned by field. */
export async function send<T>(
  request: PageRequest,
  { method = 'POST', path, body, fields = [], isPublic = false, mustExist = false }: ApiRequest,
): Promise<Outcome<T>> {
  const { once } = request.form
  const reply = await request.api[isPublic ? 'send' : 'call']<T>(method, path, {
    ...(body && { body }),
    headers: once && method === 'POST' ? { 'idempotency-key': once } : {},
  })
  // It was deleted in the meantime, or the button was pressed twice.
  if (method === 'DELETE' && reply.status === 404 && !mustExist) return { result: reply.body }
  if (isOfPath(reply)) throw pageErrorOf({ ...reply, status: 404 })
  if ([403, 409, 413, 422, 429, ...(isPublic ? [401] : [])].includes(reply.status))
    return { rejected: [problemsOf(reply, [...fields]), reply.status] }
  return { result: bodyOf(reply, request.here) }
}

type Tab = { label: string; to: string; current: boolean }
/** Links, with the current ones marked. */
export const Tabs: FC<{ of: Tab[]; name?: string }> = ({ of, name }) => (
  <nav aria-label={name ?? say('Filter')}>
    <ul class="tabs">
      {of.map(({ label, to, current }) => (
        <li>
          <a href={to} aria-current={current ? 'true' : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

/** A tab that toggles the list between all entries and the reader's own. */
export const mineTab = (path: string, mine: boolean, params: Record<string, string | undefined>): Tab => ({
  label: say('only mine'),
  to: withQuery(path, { ...params, mine: mine ? undefined : 'yes' }),
  current: mine,
})
