import { languages, say } from '../kit/say.ts'
import type { Child } from 'hono/jsx'
import { listValue, type ListPage, type ListParts } from '../kit/list-page.tsx'
import { type Item, type OperationId, type Read, readerOf } from '../kit/operations.ts'
import type { MemberOrganization } from '../kit/organization-context.ts'
import { type Common, type Kind, pageOf, type PageValue } from '../kit/page-value.tsx'
import { LinkButton } from '../kit/parts.tsx'
import { namedAt, paramsOf, placeOf, type Title, titled } from '../kit/person-page.tsx'
import { type Line } from '../kit/rows.tsx'
import { PageError, Redirect, sentence, type PageRequest } from '../kit/page-request.ts'
import { type Me, showPortal } from './portal-frame.tsx'
import { contactApi, meIn, SessionEnded } from './portal-session.ts'

type Fetching = { visit: PageRequest; read: Read }
type Own<P, W> = Common<null, P, W> & {
  title: Title<P, W>
  parts: (fetching: Fetching) => Promise<P>
  /** The state of what it shows, below the title. */
  marks?: (parts: P) => Child
}

/** What the pages of contacts and of strangers share: what their addresses name, and that they are in no organization. */
const kindOf = <P, W>(page: Own<P, W>) =>
  ({
    loadSubject: async () => ({ home: placeOf({}), object: null }),
    ids: (_, visit) => paramsOf(visit),
    here: (_, __, visit) => namedAt(page, visit),
    title: titled(page.title),
    marks: (_, parts) => (parts === undefined ? null : page.marks?.(parts)),
    inTitle: (title) => title,
  }) satisfies Omit<Kind<null, P, W>, 'load'>
const partsOf = <P, W>(page: Own<P, W>, visit: PageRequest) =>
  page.parts({ visit, read: readerOf(visit, paramsOf(visit)) })

/** A page of the customer portal for a signed-in contact. */
export const portalPage = <P,>(page: Own<P, Me>): PageValue => forContacts(contactValue(page))

const contactValue = <P,>(page: Own<P, Me>) =>
  pageOf<null, P, Me>(page, {
    ...kindOf(page),
    load: async (visit, isBare) => {
      const [person, parts] = await Promise.all([
        meIn(visit),
        (isBare ? undefined : partsOf(page, visit)) as Promise<P>,
      ])
      return { person, home: placeOf(person.branding), object: null, parts }
    },
    frame: (visit, shape, body, { person }) => showPortal(visit, { ...shape, me: person }, body),
  })

type PortalList<O extends OperationId> = Pick<
  ListPage<O, undefined>,
  'at' | 'title' | 'states' | 'stateWords' | 'stateName' | 'stateQuery'
> & {
  counted: (total: number) => string
  lead?: (me: Me) => string
  line: (item: Item<O>, me: Me) => Line
  above?: (me: Me) => Child
}
/** A list of what concerns the client of the contact. */
export const portalList = <O extends OperationId>(operation: O, page: PortalList<O>): PageValue =>
  portalPage<ListParts<O, undefined>>(listed(operation, page))

function listed<O extends OperationId>(of: O, { lead, line, above, ...page }: PortalList<O>) {
  const value = listValue<O, undefined, Me>({
    ...page,
    of,
    noun: [page.title],
    line: (item, { person }) => line(item, person),
    above: ({ person }) => above?.(person),
  })
  return {
    ...value,
    parts: (fetching: Fetching) => value.parts({ ...fetching, home: placeOf({}) }),
    ...(lead && { lead: (_: MemberOrganization, { person }: { person: Me }) => lead(person) }),
  }
}

type Door<P> = Own<P, null> & {
  centered?: 'slim'
  /** Whose page it is, if not the service's. */
  name?: (parts: P) => string
}
/** A page of the portal for whoever has its address, such as to get in. */
export function portalDoor<P>(page: Door<P>): PageValue {
  const value = doorValue(page)
  const withErrors = async (visit: PageRequest, run: () => Promise<Response>) =>
    run().catch(async (error: unknown) => explained(visit, error, async () => null))
  return {
    ...value,
    languages,
    show: (visit, refused) => withErrors(visit, () => value.show(visit, refused)),
    act: (visit) => withErrors(visit, () => value.act(visit)),
  }
}

const doorValue = <P,>(page: Door<P>) =>
  pageOf<null, P, null>(page, {
    ...kindOf(page),
    load: async (visit, isBare) => ({
      person: null,
      home: placeOf({}),
      object: null,
      parts: (isBare ? undefined : await partsOf(page, visit)) as P,
    }),
    centered: page.centered,
    frame: (visit, shape, body, { parts }) => {
      const name = page.name?.(parts)
      return showPortal(visit, { ...shape, me: null, ...(name && { name }) }, body)
    },
  })

/** Gives a page to signed-in contacts only, who call the API as such. */
const forContacts = (value: PageValue): PageValue => ({
  ...value,
  languages,
  accepts: (action) => ({ ...value.accepts(action), reader }),
  show: (visit, refused) => asContact(visit, () => value.show(visit, refused)),
  act: (visit) => asContact(visit, () => value.act(visit)),
  file: (visit) => asContact(visit, () => value.file(visit)),
})

function entered(visit: PageRequest) {
  const api = contactApi(visit)
  if (!api) throw new Redirect('/portal')
  visit.api = api
}
const reader = async (visit: PageRequest) => {
  entered(visit)
  return () => meIn(visit)
}

/** Runs a page for the contact; its errors are shown in the layout of the organization. */
export async function asContact(visit: PageRequest, run: () => Promise<Response>): Promise<Response> {
  entered(visit)
  try {
    return await run()
  } catch (error) {
    if (error instanceof SessionEnded) return (await import('./portal.tsx')).endedPage(visit)
    return explained(visit, error, () => meIn(visit).catch(() => null))
  }
}

/** Shows an error that is no fault of the service as a page of the portal. */
async function explained(
  visit: PageRequest,
  error: unknown,
  me: () => Promise<Me | null>,
): Promise<Response> {
  if (!(error instanceof PageError) || error.status >= 500) throw error
  return showPortal(
    visit,
    { title: error.title, me: await me(), status: error.status },
    <div class="card stack">
      <h1>{error.title}</h1>
      <p>{sentence(error.message)}</p>
      <p>
        <LinkButton to="/portal">{say('Go to the start page')}</LinkButton>
      </p>
    </div>,
  )
}
