import type { Child } from 'hono/jsx'
import type { FormOptions, PageForms } from './forms.tsx'
import { chosenIn, type Filter, mineIn, queryOf, Search, States } from './list-filters.tsx'
import { offsetOf, pageSize, withoutEmpty } from './lists.tsx'
import { type Answer, type Item, mayCall, type OperationId, type Query, rolesFor } from './operations.ts'
import type { MemberOrganization, Person } from './organization-context.ts'
import { NoOwnRecord, ofOwnRecord } from './own-record.tsx'
import { type Act, type Fetching, organizationPage, type PageValue, type Shown } from './page.tsx'
import { CursorPager, Pager } from './pager.tsx'
import { LinkButton } from './parts.tsx'
import { personPage, placeOf } from './person-page.tsx'
import { type Line, Rows } from './rows.tsx'
import { countOrNone, say } from './say.ts'
import { PageError, type Problems, problemsOf, type PageRequest } from './page-request.ts'

export type ListPage<O extends OperationId, P, W = Person> = {
  /** Its address; without `:slug` it is a list of the person. */
  at: string
  /** The operation that lists. */
  of: O
  title: string
  lead?: string | ((organization: MemberOrganization) => Child)
  /** What its items are called: one and, if not with an s, many. */
  noun: [one: string, many?: string]
  /** How many there are, where its noun does not say it. */
  counted?: (total: number) => string
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
  filters?: Record<string, Filter<O, P>>
  /** Parameters that links narrow it by, such as a client. */
  narrowedBy?: Record<string, (value: string) => Query<O>>
  /** The query for the person's own, if they see more than that. */
  mine?: Query<O> | ((organization: MemberOrganization) => Query<O> | undefined)
  query?: Query<O>
  /** Rows on one page of it, if not as many as usual, and whether its pages follow each other by a cursor. */
  size?: number
  byCursor?: true
  forms?: PageForms<null>
  keeps?: readonly string[]
  said?: Record<string, string>
  under?: (organization: MemberOrganization) => [title: string, to: string][]
  parts?: (fetching: Fetching) => Promise<P>
  /** The form for a new one is shown when it is asked for: what it offers takes reading. */
  createsApart?: true
  /** What it lists is the reader's own as an employee, or of a team; whoever has no record is told so. */
  ofOwn?: true
  /** What the form for a new one has in its fields at first, and what its references offer. */
  create?: FormOptions | ((shown: Shown<null, ListParts<O, P>, W>) => FormOptions)
  line: (item: Item<O>, shown: Shown<null, ListParts<O, P>, W>) => Line
  /** What stands above the list, such as sums, and below it. */
  above?: (shown: Shown<null, ListParts<O, P>, W>) => Child
  below?: (shown: Shown<null, ListParts<O, P>, W>) => Child
  file?: Act<null>
}
/** What is wrong with a filter is said beside it, above an empty list. */
export type ListParts<O extends OperationId, P> = {
  list: Answer<O> & { items: Item<O>[]; total?: number; next_cursor?: string | null }
  wrong: Problems
  more: P
  /** The reader has no record of which it could be. */
  noRecord?: boolean
}

/** A list of an organization or of a person: with search, states, pages, and the forms of the page. */
export function listPage<O extends OperationId, P = undefined>(page: ListPage<O, P>): PageValue {
  const value = listValue(page)
  return page.at.includes(':slug')
    ? organizationPage<ListParts<O, P>>(value)
    : personPage<ListParts<O, P>>({
        ...value,
        parts: ({ request, read }) => value.parts({ request, read, organization: placeOf({}) }),
      })
}

/** What a page is that shows a list. */
export function listValue<O extends OperationId, P, W = Person>(page: ListPage<O, P, W>) {
  const { at, title, lead, forms, under, file, keeps, said, filters = {} } = page
  return {
    at,
    title,
    ...(lead && { lead }),
    ...(forms && { forms }),
    ...(file && { file }),
    ...(keeps && { keeps }),
    ...(said && { said }),
    ...(under && { under }),
    wrong: ({ wrong }: ListParts<O, P>) => wrong,
    wrongLabels: Object.fromEntries(Object.entries(filters).map(([name, { label }]) => [name, label])),
    parts: async (fetching: Fetching): Promise<ListParts<O, P>> => {
      closeTo(fetching.organization, page.of)
      const { query, wrong } = queryOf(page, fetching)
      const answers = Promise.all([
        listed(fetching.read(page.of, query), Object.keys(filters)),
        page.parts?.(fetching) as Promise<P>,
      ])
      const found = await (page.ofOwn ? ofOwnRecord(answers) : answers)
      if (!found) return { list: { items: [] } as never, wrong, more: undefined as never, noRecord: true }
      const [{ list, refused = wrong }, more] = found
      return { list: list as ListParts<O, P>['list'], wrong: refused, more }
    },
    Content: (shown: Shown<null, ListParts<O, P>, W>) =>
      shown.parts.noRecord ? (
        <NoOwnRecord organization={shown.organization} />
      ) : (
        <>
          {page.above?.(shown)}
          {forms?.[''] ? <Creation page={page} shown={shown} /> : null}
          <Listing page={page} shown={shown} />
          {page.below?.(shown)}
        </>
      ),
  }
}

/** Ends the page before it asks for what the role may not read: that would be an entry in the audit log. */
function closeTo(organization: MemberOrganization, operation: OperationId) {
  if (!mayCall(organization, operation))
    throw new PageError(
      403,
      say('Not allowed'),
      say('Only {roles} see this page.', { roles: rolesFor(operation) }),
    )
}

/** The answer of a list, or what is wrong with what was asked of it. */
async function listed<T>(
  answer: Promise<T>,
  names: string[],
): Promise<{ list: unknown; refused?: Problems }> {
  try {
    return { list: await answer }
  } catch (error) {
    if (!(error instanceof PageError && error.status === 422 && error.reply)) throw error
    return { list: { items: [], total: 0 }, refused: problemsOf(error.reply, names) }
  }
}

type ListingProps<O extends OperationId, P, W> = {
  page: ListPage<O, P, W>
  shown: Shown<null, ListParts<O, P>, W>
}
const Listing = <O extends OperationId, P, W>({ page, shown }: ListingProps<O, P, W>) => {
  const { request, organization, parts, problems } = shown
  const [here = ''] = shown.here.split('?')
  const { items, total = items.length, next_cursor: next } = parts.list
  const { size = pageSize, noun, counted } = page
  const chosen = chosenIn(page, shown)
  const query = withoutEmpty(chosen)
  return (
    <section class="card stack" aria-label={say(page.title)}>
      <h2>{counted?.(total) ?? countOrNone(total, ...noun)}</h2>
      <Search page={page} at={here} chosen={chosen} more={parts.more} problems={problems} />
      <States page={page} hasMine={mineIn(page, organization) !== undefined} at={here} chosen={chosen} />
      <Rows of={items as object[]} line={(item) => page.line(item as Item<O>, shown)} shown={shown} />
      {page.byCursor ? (
        <CursorPager at={here} query={query} current={request.query.cursor} next={next} />
      ) : (
        <Pager
          at={here}
          query={query}
          offset={offsetOf(request)}
          size={size}
          total={total}
          noun={counted ? undefined : noun}
        />
      )}
    </section>
  )
}

const optionsOf = <S,>(
  create: FormOptions | ((shown: S) => FormOptions) | undefined,
  shown: S,
): FormOptions => (typeof create === 'function' ? create(shown) : (create ?? {}))

/** Whether a list shows the form for a new one: it was asked for, or refused. */
export const isCreating = ({ query, c }: PageRequest) => query.new === 'yes' || c.req.method === 'POST'

const Creation = <O extends OperationId, P, W>({ page, shown }: ListingProps<O, P, W>) => {
  const form = shown.form('', optionsOf(page.create, shown))
  if (!form) return null
  if (page.createsApart && !isCreating(shown.request))
    return (
      <p>
        <LinkButton to={`${shown.here}?new=yes`} kind="primary">
          {say(page.forms?.['']?.title ?? '')}
        </LinkButton>
      </p>
    )
  return <div class="card">{form}</div>
}
