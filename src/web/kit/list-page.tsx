import type { Child, FC } from 'hono/jsx'
import type { Choices } from './field-entries.ts'
import type { FormOptions, PageForms } from './forms.tsx'
import { mineTab, offsetOf, pageSize, Tabs, withoutEmpty, withQuery } from './lists.tsx'
import { Choice } from './inputs.tsx'
import type { Answer, Item, OperationId, Query, Read } from './operations.ts'
import type { Home } from './organization-context.ts'
import { type Act, organizationPage, type PageValue, type Shown } from './page.tsx'
import { Pager } from './pager.tsx'
import { count, Hidden } from './parts.tsx'
import { noProblems, type Visit } from './visit.ts'
import { inWords } from './words.ts'

/** One line of a list. Its forms are shown when the person asks for them. */
export type Line = {
  to?: string
  /** What stands before its title, such as its number. */
  before?: Child
  title: Child
  facts?: Child[]
  amount?: Child
  marks?: Child
  forms?: Child[]
}

type Filter<O extends OperationId> = {
  label: string
  choices: Choices
  query?: (value: string) => Query<O>
}
type ListPage<O extends OperationId, P> = {
  at: string
  /** The operation that lists. */
  of: O
  title: string
  lead?: string | ((home: Home) => Child)
  /** What its items are called: one and, if not with an s, many. */
  noun: [one: string, many?: string]
  /** What the search looks in. */
  search?: string
  /** The states by which it is divided, and the query for each where that is not `status`. */
  states?: readonly string[]
  stateQuery?: (state: string) => Query<O>
  /** The state that is shown at first, if not all. */
  firstState?: string
  /** The parameter that names the state, if not `status`, and what states are called. */
  stateName?: string
  stateWords?: Record<string, string>
  /** What else it can be narrowed or sorted by, next to the search; the first choice is the usual one. */
  filters?: Record<string, Filter<O>>
  /** Parameters that links narrow it by, such as a client. */
  narrowedBy?: Record<string, (value: string) => Query<O>>
  /** The query for the person's own, if they see more than that. */
  mine?: Query<O> | ((home: Home) => Query<O> | undefined)
  query?: Query<O>
  forms?: PageForms<null>
  under?: (home: Home) => [title: string, to: string][]
  parts?: (fetching: { visit: Visit; read: Read; home: Home }) => Promise<P>
  /** The form for a new one is shown when it is asked for: what it offers takes reading. */
  createsApart?: true
  /** What the form for a new one has in its fields at first, and what its references offer. */
  create?: FormOptions | ((shown: Shown<null, ListParts<O, P>>) => FormOptions)
  line: (item: Item<O>, shown: Shown<null, ListParts<O, P>>) => Line
  /** What stands above the list, such as sums, and below it. */
  above?: (shown: Shown<null, ListParts<O, P>>) => Child
  below?: (shown: Shown<null, ListParts<O, P>>) => Child
  file?: Act<null>
}
type ListParts<O extends OperationId, P> = {
  list: Answer<O> & { items: Item<O>[]; total?: number }
  more: P
}

/** A list of an organization: with search, states, pages, and the forms of the page. */
export function listPage<O extends OperationId, P = undefined>(page: ListPage<O, P>): PageValue {
  const { at, title, lead, forms, under, file } = page
  return organizationPage<ListParts<O, P>>({
    at,
    title,
    ...(lead && { lead }),
    ...(forms && { forms }),
    ...(under && { under }),
    ...(file && { file }),
    parts: async (fetching) => {
      const [list, more] = await Promise.all([
        fetching.read(page.of, queryOf(page, fetching)),
        page.parts?.(fetching) as Promise<P>,
      ])
      return { list: list as ListParts<O, P>['list'], more }
    },
    Content: (shown) => (
      <>
        {page.above?.(shown)}
        {forms?.[''] ? <Creation page={page} shown={shown} /> : null}
        <Listing page={page} shown={shown} />
        {page.below?.(shown)}
      </>
    ),
  })
}

type Chosen = Record<string, string | undefined>
type Where = { visit: Visit; home: Home }
const mineIn = <O extends OperationId, P>({ mine }: ListPage<O, P>, home: Home) =>
  typeof mine === 'function' ? mine(home) : mine
const chosenIn = <O extends OperationId, P>(
  page: ListPage<O, P>,
  { visit: { query }, home }: Where,
): Chosen => {
  const { states, stateName = 'status', firstState, filters = {}, narrowedBy = {} } = page
  const state = query[stateName]
  const filtered = Object.entries(filters).map(([name, { choices }]) => [
    name,
    choices.find(([value]) => value && value === query[name])?.[0],
  ])
  return {
    q: page.search && query.q?.trim().slice(0, 100),
    [stateName]: states?.find((one) => one === state) ?? (state ? undefined : firstState),
    mine: mineIn(page, home) && query.mine && 'yes',
    ...Object.fromEntries([...filtered, ...Object.keys(narrowedBy).map((name) => [name, query[name]])]),
  }
}

function queryOf<O extends OperationId, P>(page: ListPage<O, P>, where: Where): Query<O> {
  const { stateName = 'status', stateQuery = (state: string) => ({ [stateName]: state }) } = page
  const { q, mine, ...chosen } = chosenIn(page, where)
  const state = chosen[stateName]
  const filtered = Object.entries(page.filters ?? {}).map(([name, { query }]) => {
    const value = chosen[name] ?? ''
    return query ? query(value) : { [name]: value || undefined }
  })
  const narrowed = Object.entries(page.narrowedBy ?? {}).map(([name, query]) =>
    chosen[name] ? query(chosen[name]) : {},
  )
  const query: object = { limit: pageSize, offset: offsetOf(where.visit), q, ...page.query }
  return Object.assign(
    query,
    ...filtered,
    ...narrowed,
    state && stateQuery(state),
    mine && mineIn(page, where.home),
  ) as Query<O>
}

type ListingProps<O extends OperationId, P> = { page: ListPage<O, P>; shown: Shown<null, ListParts<O, P>> }
const Listing = <O extends OperationId, P>({ page, shown }: ListingProps<O, P>) => {
  const { visit, here, home } = shown
  const { items, total = items.length } = shown.parts.list
  const chosen = chosenIn(page, shown)
  return (
    <section class="card stack" aria-label={page.title}>
      <h2>{total ? count(total, ...page.noun) : `No ${page.noun[0]} here`}</h2>
      {page.search ? (
        <Search at={here} label={page.search} filters={page.filters ?? {}} chosen={chosen} />
      ) : null}
      <States page={page} hasMine={mineIn(page, home) !== undefined} at={here} chosen={chosen} />
      <ul class="rows">
        {items.map((item) => (
          <Row {...page.line(item, shown)} id={(item as { id: string }).id} shown={shown} />
        ))}
      </ul>
      <Pager at={here} query={withoutEmpty(chosen)} offset={offsetOf(visit)} size={pageSize} total={total} />
    </section>
  )
}

const optionsOf = <S,>(
  create: FormOptions | ((shown: S) => FormOptions) | undefined,
  shown: S,
): FormOptions => (typeof create === 'function' ? create(shown) : (create ?? {}))

/** Whether a list shows the form for a new one: it was asked for, or refused. */
export const isCreating = ({ query, c }: Visit) => query.new === 'yes' || c.req.method === 'POST'

const Creation = <O extends OperationId, P>({ page, shown }: ListingProps<O, P>) => {
  const form = shown.form('', optionsOf(page.create, shown))
  if (!form) return null
  if (page.createsApart && !isCreating(shown.visit))
    return (
      <p>
        <a class="button primary" href={`${shown.here}?new=yes`}>
          {page.forms?.['']?.title}
        </a>
      </p>
    )
  return <div class="card">{form}</div>
}

type SearchProps = { at: string; label: string; filters: Record<string, Filter<never>>; chosen: Chosen }
const Search: FC<SearchProps> = ({ at, label, filters, chosen: { q, ...chosen } }) => {
  const names = Object.keys(filters)
  const others = Object.entries(chosen).filter(([name]) => !names.includes(name))
  const values = withoutEmpty(chosen)
  return (
    <form class="search" method="get" action={at} role="search">
      <Hidden fields={Object.fromEntries(others)} />
      <div class={names.length ? 'field full' : 'field'}>
        <label for="q">{label}</label>
        <input id="q" name="q" type="search" value={q} />
      </div>
      {Object.entries(filters).map(([name, { label: of, choices }]) => (
        <div class="part">
          <Choice name={name} label={of} choices={choices} values={values} problems={noProblems} />
        </div>
      ))}
      <button>{names.length ? 'Show' : 'Find'}</button>
    </form>
  )
}

type StatesProps = {
  page: Pick<ListPage<never, never>, 'states' | 'stateName' | 'stateWords' | 'firstState'>
  hasMine: boolean
  at: string
  chosen: Chosen
}
const States: FC<StatesProps> = ({ page, hasMine, at, chosen }) => {
  const { states = [], stateName = 'status', stateWords = {}, firstState } = page
  const tab = (state: string | undefined, label: string, value = state) => ({
    label,
    to: withQuery(at, { ...chosen, [stateName]: value }),
    current: chosen[stateName] === state,
  })
  // Where another state is the first one, all of them have to be asked for.
  const all = tab(undefined, 'all', firstState && 'all')
  const divided = states.map((state) => tab(state, stateWords[state] ?? inWords(state)))
  const tabs = [
    ...(states.length && !firstState ? [all] : []),
    ...divided,
    ...(states.length && firstState ? [all] : []),
    ...(hasMine ? [mineTab(at, Boolean(chosen.mine), chosen)] : []),
  ]
  return tabs.length ? <Tabs of={tabs} /> : null
}

type RowProps = Line & { id: string; shown: Pick<Shown<null, unknown>, 'visit' | 'here' | 'problems'> }
/** One line of a list; its forms are those of the page around it. */
export const Row: FC<RowProps> = ({
  to,
  before,
  title,
  facts = [],
  amount,
  marks,
  forms = [],
  id,
  shown,
}) => {
  const permitted = forms.filter(Boolean)
  return (
    <li class="row" id={permitted.length ? id : undefined}>
      <div class="grow">
        <p class="title">
          {before} {to ? <a href={to}>{title}</a> : title}
        </p>
        <p class="facts">{facts.map((fact) => (fact ? <span>{fact}</span> : null))}</p>
      </div>
      {amount ? <p class="title">{amount}</p> : null}
      {marks}
      <RowForms id={id} forms={permitted} about={title} shown={shown} />
    </li>
  )
}

type RowFormsProps = Pick<RowProps, 'id' | 'shown'> & { forms: Child[]; about: Child }
/** The forms of a row if they were asked for or one was refused, otherwise a link that asks for them. */
export const RowForms: FC<RowFormsProps> = ({ id, forms, about, shown: { visit, here, problems } }) => {
  if (!forms.length) return null
  const isOpen =
    visit.query.edit === id || (problems !== noProblems && Object.values(visit.form).includes(id))
  return isOpen ? (
    <div class="stack forms">{forms}</div>
  ) : (
    <a class="button slim" href={`${withQuery(here, { ...visit.query, edit: id })}#${id}`}>
      Change<span class="hidden"> {about}</span>
    </a>
  )
}
