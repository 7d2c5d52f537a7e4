import type { Child, FC } from 'hono/jsx'
import type { Home } from './place.ts'
import { Hidden, Saved, Summary } from './parts.tsx'
import { bodyOf, type Form, type Problems, problemsOf, type Visit } from './visit.ts'

/** Rows on one page of a list. */
export const pageSize = 50
export const offsetOf = ({ query }: Visit) =>
  Math.min(100_000, Math.max(0, Math.floor(Number(query.offset)) || 0))
/** The one of the statuses that the address asks for. */
export const statusIn = <S extends string>({ query }: Visit, statuses: readonly S[]) =>
  statuses.find((one) => one === query.status)

/** What the address asks for that has a value. */
export const kept = (wish: Record<string, string | undefined>): Form =>
  Object.fromEntries(Object.entries(wish).filter((pair): pair is [string, string] => Boolean(pair[1])))

/** An address with what it asks for. */
export function addressOf(path: string, wish: Record<string, string | undefined>) {
  const query = new URLSearchParams(kept(wish)).toString()
  return query ? `${path}?${query}` : path
}

/** The part of a list that the address asks for, as the API is asked for it. */
export const partOf = (visit: Visit, wish: Record<string, string | undefined>, size = pageSize) =>
  new URLSearchParams({ limit: String(size), offset: String(offsetOf(visit)), ...kept(wish) })

type Sent<T> =
  | { refused: [problems: Problems, status: number]; answer?: never }
  | { refused?: never; answer: T }
export type Asked = { method?: string; path: string; body?: object | undefined; fields?: readonly string[] }

/** Does what a form asks for, once however often it is sent. A refusal is told beside the fields of these names. */
export async function send<T>(
  visit: Visit,
  { method = 'POST', path, body, fields = [] }: Asked,
): Promise<Sent<T>> {
  const { once } = visit.form
  const reply = await visit.api.call<T>(method, path, {
    ...(body && { body }),
    headers: once && method === 'POST' ? { 'idempotency-key': once } : {},
  })
  if ([403, 409, 422].includes(reply.status))
    return { refused: [problemsOf(reply, [...fields]), reply.status] }
  return { answer: bodyOf(reply, visit.here) }
}

type TopProps = { visit: Visit; home: Home; title: string; lead?: Child; problems: Problems; labels: Form }
/** What stands at the top of a list of an organization: what it is, and what became of the form before. */
export const Top: FC<TopProps> = ({ visit, home, title, lead, problems, labels }) => (
  <>
    <div>
      <p class="facts">
        <a href={`/organizations/${home.slug}`}>{home.name}</a>
      </p>
      <h1>{title}</h1>
      {lead ? <p class="lead">{lead}</p> : null}
    </div>
    <Saved visit={visit} />
    <Summary problems={problems} labels={labels} />
  </>
)

type Tab = { says: string; to: string; now: boolean }
/** Links of which those that are chosen are marked. */
export const Tabs: FC<{ of: Tab[]; name?: string }> = ({ of, name = 'Filter' }) => (
  <nav aria-label={name}>
    <ul class="tabs">
      {of.map(({ says, to, now }) => (
        <li>
          <a href={to} aria-current={now ? 'true' : undefined}>
            {says}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

/** A tab for each status and one for all of them, which keep what else the address asks for. */
export const statusTabs = (
  path: string,
  statuses: readonly string[],
  now: string | undefined,
  wish: Record<string, string | undefined> = {},
): Tab[] =>
  [undefined, ...statuses].map((status) => ({
    says: status?.replaceAll('_', ' ') ?? 'all',
    to: addressOf(path, { ...wish, status }),
    now: status === now,
  }))

/** A tab that narrows a list to what is the reader's own, or widens it again. */
export const mineTab = (path: string, mine: boolean, wish: Record<string, string | undefined>): Tab => ({
  says: 'only mine',
  to: addressOf(path, { ...wish, mine: mine ? undefined : 'yes' }),
  now: mine,
})

type SeekProps = {
  at: string
  label: string
  q: string | undefined
  fields?: Record<string, string | undefined>
}
/** Finds in a list by words. */
export const Seek: FC<SeekProps> = ({ at, label, q, fields = {} }) => (
  <form class="seek" method="get" action={at} role="search">
    <Hidden fields={fields} />
    <div class="field">
      <label for="q">{label}</label>
      <input id="q" name="q" type="search" maxlength={100} value={q} />
    </div>
    <button>Find</button>
  </form>
)
