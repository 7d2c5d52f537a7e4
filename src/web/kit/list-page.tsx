import type { Child, FC } from 'hono/jsx'
import type { FormOptions, PageForms } from './forms.tsx'
import {
  mineTab,
  offsetOf,
  pageSize,
  SearchForm,
  statusTabs,
  Tabs,
  withoutEmpty,
  withQuery,
} from './lists.tsx'
import type { Answer, Item, OperationId, Query, Read } from './operations.ts'
import type { Home } from './organization-context.ts'
import { type Act, organizationPage, type PageValue, type Shown } from './page.tsx'
import { Pager } from './pager.tsx'
import { count } from './parts.tsx'
import { noProblems, type Visit } from './visit.ts'

/** One line of a list. Its forms are shown when the person asks for them. */
export type Line = {
  to?: string
  title: Child
  facts?: Child[]
  amount?: Child
  marks?: Child
  forms?: Child[]
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

type Chosen = { q?: string | undefined; status?: string | undefined; mine?: string | undefined }
type Where = { visit: Visit; home: Home }
const mineIn = <O extends OperationId, P>({ mine }: ListPage<O, P>, home: Home) =>
  typeof mine === 'function' ? mine(home) : mine
const chosenIn = <O extends OperationId, P>(
  page: ListPage<O, P>,
  { visit: { query }, home }: Where,
): Chosen => ({
  q: page.search && query.q?.slice(0, 100),
  status: page.states?.find((one) => one === query.status) ?? (query.status ? undefined : page.firstState),
  mine: mineIn(page, home) && query.mine && 'yes',
})

function queryOf<O extends OperationId, P>(page: ListPage<O, P>, where: Where): Query<O> {
  const { stateQuery = (status: string) => ({ status }) } = page
  const { q, status, mine } = chosenIn(page, where)
  const query: object = { limit: pageSize, offset: offsetOf(where.visit), q, ...page.query }
  return { ...query, ...(status && stateQuery(status)), ...(mine && mineIn(page, where.home)) }
}

type ListingProps<O extends OperationId, P> = { page: ListPage<O, P>; shown: Shown<null, ListParts<O, P>> }
const Listing = <O extends OperationId, P>({ page, shown }: ListingProps<O, P>) => {
  const { visit, here, home } = shown
  const { items, total = items.length } = shown.parts.list
  const chosen = chosenIn(page, shown)
  const { status, mine } = chosen
  return (
    <section class="card stack" aria-label={page.title}>
      <h2>{total ? count(total, ...page.noun) : `No ${page.noun[0]} here`}</h2>
      {page.search ? (
        <SearchForm at={here} label={page.search} q={chosen.q} fields={{ status, mine }} />
      ) : null}
      <Choices
        states={page.states}
        hasMine={mineIn(page, home) !== undefined}
        firstState={page.firstState}
        at={here}
        query={chosen}
      />
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

type ChoicesProps = {
  states: readonly string[] | undefined
  hasMine: boolean
  firstState: string | undefined
  at: string
  query: Chosen
}
const Choices: FC<ChoicesProps> = ({ states = [], hasMine, firstState, at, query }) => {
  const { q, status, mine: isMine } = query
  const tabs = states.length ? statusTabs(at, states, status, { q, mine: isMine }) : []
  // Where another state is the first one, all of them have to be asked for.
  if (firstState) tabs.push({ ...tabs.shift()!, to: withQuery(at, { q, mine: isMine, status: 'all' }) })
  if (hasMine) tabs.push(mineTab(at, Boolean(isMine), { q, status }))
  return tabs.length ? <Tabs of={tabs} /> : null
}

type RowProps = Line & { id: string; shown: Pick<Shown<null, unknown>, 'visit' | 'here' | 'problems'> }
const Row: FC<RowProps> = ({ to, title, facts = [], amount, marks, forms = [], id, shown }) => {
  const permitted = forms.filter(Boolean)
  return (
    <li class="row" id={permitted.length ? id : undefined}>
      <div class="grow">
        <p class="title">{to ? <a href={to}>{title}</a> : title}</p>
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
