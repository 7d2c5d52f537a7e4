import type { FC } from 'hono/jsx'
import { type Choices, saidChoices } from './field-entries.ts'
import { Choice, Field } from './inputs.tsx'
import type { ListPage } from './list-page.tsx'
import { mineTab, offsetOf, pageSize, Tabs, withoutEmpty, withQuery } from './lists.tsx'
import type { OperationId, Query } from './operations.ts'
import type { MemberOrganization } from './organization-context.ts'
import { say } from './say.ts'
import { Hidden } from './parts.tsx'
import { noProblems, type Problems, type PageRequest } from './page-request.ts'
import { inWords } from './words.ts'

/** What a list can be narrowed or sorted by: a choice or a day. What it asks for, or what is wrong with it, is `query`. */
export type Filter<O extends OperationId, P = never> = {
  label: string
  choices?: Choices | ((more: P) => Choices)
  query?: (value: string, organization: MemberOrganization) => Query<O> | string
}

export type Chosen = Record<string, string | undefined>
type Where = { request: PageRequest; organization: MemberOrganization }
export const mineIn = <O extends OperationId, P, W>(
  { mine }: ListPage<O, P, W>,
  organization: MemberOrganization,
) => (typeof mine === 'function' ? mine(organization) : mine)

/** What the address asks for. What is chosen from what the page reads, and what is entered, is up to the operation. */
export const chosenIn = <O extends OperationId, P, W>(
  page: ListPage<O, P, W>,
  { request: { query }, organization }: Where,
): Chosen => {
  const { states, stateName = 'status', firstState, filters = {}, narrowedBy = {} } = page
  const state = query[stateName]
  const filtered = Object.entries(filters).map(([name, { choices }]) => [
    name,
    Array.isArray(choices)
      ? choices.find(([value]) => value && value === query[name])?.[0]
      : query[name]?.slice(0, 100),
  ])
  return {
    q: page.search && query.q?.trim().slice(0, 100),
    [stateName]: states?.find((one) => one === state) ?? (state ? undefined : firstState),
    mine: mineIn(page, organization) && query.mine && 'yes',
    ...Object.fromEntries([...filtered, ...Object.keys(narrowedBy).map((name) => [name, query[name]])]),
  }
}

/** The query of a list, and what is wrong with the filters that it leaves out. */
export function queryOf<O extends OperationId, P, W>(
  page: ListPage<O, P, W>,
  where: Where,
): { query: Query<O>; wrong: Problems } {
  const { stateName = 'status', stateQuery = (state: string) => ({ [stateName]: state }) } = page
  const { request, organization } = where
  const { q, mine, ...chosen } = chosenIn(page, where)
  const state = chosen[stateName]
  const filtered = Object.entries(page.filters ?? {}).map(([name, { query, choices }]) => {
    const value = chosen[name] ?? ''
    if (!query || (!value && !choices)) return [name, { [name]: value || undefined }] as const
    return [name, query(value, organization)] as const
  })
  const narrowed = Object.entries(page.narrowedBy ?? {}).map(([name, query]) =>
    chosen[name] ? query(chosen[name]) : {},
  )
  const { size = pageSize } = page
  const part = page.byCursor ? { cursor: request.query.cursor } : { offset: offsetOf(request) }
  const query: object = { limit: size, ...part, q, ...page.query }
  Object.assign(
    query,
    ...filtered.map(([, more]) => (typeof more === 'string' ? {} : more)),
    ...narrowed,
    state && stateQuery(state),
    mine && mineIn(page, organization),
  )
  const fields = Object.fromEntries(
    filtered.filter((one): one is [string, string] => typeof one[1] === 'string'),
  )
  return { query, wrong: Object.keys(fields).length ? { fields, general: [] } : noProblems }
}

type SearchProps<O extends OperationId, P, W> = {
  page: ListPage<O, P, W>
  at: string
  chosen: Chosen
  more: P
  problems: Problems
}
/** The search of a list and its filters; nothing where it has neither. */
export const Search = <O extends OperationId, P, W>({
  page: { search, filters = {} },
  at,
  chosen: { q, ...chosen },
  more,
  problems,
}: SearchProps<O, P, W>) => {
  const names = Object.keys(filters)
  if (!search && !names.length) return null
  const others = Object.entries(chosen).filter(([name]) => !names.includes(name))
  const shared = { values: withoutEmpty(chosen), problems }
  return (
    <form class="search" method="get" action={at} role="search">
      <Hidden fields={Object.fromEntries(others)} />
      {search ? (
        <div class={names.length ? 'field full' : 'field'}>
          <label for="q">{say(search)}</label>
          <input id="q" name="q" type="search" value={q} />
        </div>
      ) : null}
      {Object.entries(filters).map(([name, { label, choices }]) => (
        <div class="part">
          {choices ? (
            <Choice
              {...shared}
              name={name}
              label={say(label)}
              choices={typeof choices === 'function' ? choices(more) : saidChoices(choices)}
            />
          ) : (
            <Field {...shared} name={name} label={say(label)} type="date" optional />
          )}
        </div>
      ))}
      <button>{names.length && search ? say('Show') : say('Find')}</button>
    </form>
  )
}

type StatesProps = {
  page: Pick<ListPage<never, never>, 'states' | 'stateName' | 'stateWords' | 'firstState'>
  hasMine: boolean
  at: string
  chosen: Chosen
}
/** The states by which a list is divided, as links. */
export const States: FC<StatesProps> = ({ page, hasMine, at, chosen }) => {
  const { states = [], stateName = 'status', stateWords = {}, firstState } = page
  const tab = (state: string | undefined, label: string, value = state) => ({
    label,
    to: withQuery(at, { ...chosen, [stateName]: value }),
    current: chosen[stateName] === state,
  })
  // Where another state is the first one, all of them have to be asked for.
  const all = tab(undefined, say('all'), firstState && 'all')
  const divided = states.map((state) =>
    tab(state, stateWords[state] ? say(stateWords[state]) : inWords(state)),
  )
  const tabs = [
    ...(states.length && !firstState ? [all] : []),
    ...divided,
    ...(states.length && firstState ? [all] : []),
    ...(hasMine ? [mineTab(at, Boolean(chosen.mine), chosen)] : []),
  ]
  return tabs.length ? <Tabs of={tabs} /> : null
}
