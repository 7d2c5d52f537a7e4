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

type Fetching = { request: PageRequest; read: Read }
type Own<P, W> = Common<null, P, W> & {
  title: Title<P, W>
  parts: (fetching: Fetching) => Promise<P>
  /** The state of what it shows, below the title. */
  marks?: (parts: P) => Child
}

/** What the pages of contacts and of strangers share: what their addresses name, and that they are in no organization. */
const kindOf = <P, W>(page: Own<P, W>) =>
  ({
    loadSubject: async () => ({ organization: placeOf({}), object: null }),
    ids: (_, request) => paramsOf(request),
    here: (_, __, request) => namedAt(page, request),
    title: titled(page.title),
    marks: (_, parts) => (parts === undefined ? null : page.marks?.(parts)),
    inTitle: (title) => title,
  }) satisfies Omit<Kind<null, P, W>, 'load'>
const partsOf = <P, W>(page: Own<P, W>, request: PageRequest) =>
  page.parts({ request, read: readerOf(request, paramsOf(request)) })

/** A page of the customer portal for a signed-in contact. */
export const portalPage = <P,>(page: Own<P, Me>): PageValue => forContacts(contactValue(page))

const contactValue = <P,>(page: Own<P, Me>) =>
  pageOf<null, P, Me>(page, {
    ...kindOf(page),
    load: async (request, isBare) => {
      const [person, parts] = await Promise.all([
        meIn(request),
        (isBare ? undefined : partsOf(page, request)) as Promise<P>,
      ])
      return { person, organization: placeOf(person.branding), object: null, parts }
    },
    frame: (request, shape, body, { person }) => showPortal(request, { ...shape, me: person }, body),
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
    parts: (fetching: Fetching) => value.parts({ ...fetching, organization: placeOf({}) }),
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
  const withErrors = async (request: PageRequest, run: () => Promise<Response>) =>
    run().catch(async (error: unknown) => explained(request, error, async () => null))
  return {
    ...value,
    languages,
    show: (request, refused) => withErrors(request, () => value.show(request, refused)),
    act: (request) => withErrors(request, () => value.act(request)),
  }
}

const doorValue = <P,>(page: Door<P>) =>
  pageOf<null, P, null>(page, {
    ...kindOf(page),
    load: async (request, isBare) => ({
      person: null,
      organization: placeOf({}),
      object: null,
      parts: (isBare ? undefined : await partsOf(page, request)) as P,
    }),
    centered: page.centered,
    frame: (request, shape, body, { parts }) => {
      const name = page.name?.(parts)
      return showPortal(request, { ...shape, me: null, ...(name && { name }) }, body)
    },
  })

/** Gives a page to signed-in contacts only, who call the API as such. */
const forContacts = (value: PageValue): PageValue => ({
  ...value,
  languages,
  accepts: (action) => ({ ...value.accepts(action), reader }),
  show: (request, refused) => asContact(request, () => value.show(request, refused)),
  act: (request) => asContact(request, () => value.act(request)),
  file: (request) => asContact(request, () => value.file(request)),
})

function entered(request: PageRequest) {
  const api = contactApi(request)
  if (!api) throw new Redirect('/portal')
  request.api = api
}
const reader = async (request: PageRequest) => {
  entered(request)
  return () => meIn(request)
}

/** Runs a page for the contact; its errors are shown in the layout of the organization. */
export async function asContact(request: PageRequest, run: () => Promise<Response>): Promise<Response> {
  entered(request)
  try {
    return await run()
  } catch (error) {
    if (error instanceof SessionEnded) return (await import('./portal.tsx')).endedPage(request)
    return explained(request, error, () => meIn(request).catch(() => null))
  }
}

/** Shows an error that is no fault of the service as a page of the portal. */
async function explained(
  request: PageRequest,
  error: unknown,
  me: () => Promise<Me | null>,
): Promise<Response> {
  if (!(error instanceof PageError) || error.status >= 500) throw error
  return showPortal(
    request,
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
