import type { Child } from 'hono/jsx'
import { isUuid } from '../../base/id.ts'
import { withQuery } from './lists.tsx'
import {
  type Answer,
  objectIdOf,
  type OperationId,
  pathOf,
  type Query,
  type Read,
  readerOf,
} from './operations.ts'
import { find, type MemberOrganization, organizationContext, type Person } from './organization-context.ts'
import { type Common, pageOf, type PageValue } from './page-value.tsx'
import { say } from './say.ts'
import { type Form, PageError, type PageRequest } from './page-request.ts'

export type { Act, PageValue, Shown } from './page-value.tsx'

/** What the parts of a page are fetched with; all of it shares the round trip that fetches what the page is about. */
export type Fetching = { request: PageRequest; read: Read; organization: MemberOrganization }

type OrganizationPage<P> = Common<null, P> & {
  title: string | ((organization: MemberOrganization, parts: P) => string)
  parts: (fetching: Fetching) => Promise<P>
}
/** A page of an organization, and of what else its address names. */
export function organizationPage<P>(page: OrganizationPage<P>): PageValue {
  return pageOf<null, P, Person>(page, {
    load: async (request) => ({
      ...(await organizationContext(request, (_, organization) =>
        page.parts({ request, organization, read: readerOf(request, { org_id: organization.id }) }),
      )),
      object: null,
    }),
    loadSubject: async (request) => ({ ...(await organizationContext(request)), object: null }),
    ids: () => ({}),
    here: ({ slug }, _, { c }) =>
      page.at.replaceAll(/:(\w+)/g, (_all, name: string) =>
        name === 'slug' ? slug : encodeURIComponent(c.req.param(name) ?? ''),
      ),
    title: ({ organization, parts }) =>
      typeof page.title === 'function' ? page.title(organization, parts) : say(page.title),
    inTitle: (title, { name }) => (title === name ? name : say('{title} of {name}', { title, name })),
  })
}

/** The same on the page of an object. */
export type ObjectFetching<O extends OperationId> = Fetching & { id: string; object: Promise<Answer<O>> }
/** What a function fetches that gives the parts of a page. */
export type PartsOf<F extends (fetching: never) => Promise<unknown>> = Awaited<ReturnType<F>>

type ObjectPage<O extends OperationId, P> = Common<Answer<O>, P> & {
  /** The operation that reads the object. */
  of: O
  noun: string
  title: (object: Answer<O>) => string
  /** What it is read with. */
  query?: Query<O>
  /** Its state, below the title. */
  marks?: (object: Answer<O>) => Child
  parts: (fetching: ObjectFetching<O>) => Promise<P>
}
/** The id in the address of a page. */
function idIn({ c }: PageRequest, noun: string): string {
  const id = c.req.param('id') ?? ''
  if (!isUuid(id))
    throw new PageError(404, say('No such {noun}', { noun: say(noun) }), say('The address is incomplete.'))
  return id
}

type Keyed = { id: string; key?: string; number?: number | string | null }
/**
 * The page of an object, which its address names by `:id`, by `:key` or by `:number`; with `:slug` in it, in that
 * organization.
 */
export function objectPage<O extends OperationId, P>(page: ObjectPage<O, P>): PageValue {
  const idName = objectIdOf(page.of)
  const isWithin = page.at.includes(':slug')
  const pathTo = (id: string) =>
    withQuery(
      pathOf(page.of, { [idName]: id }).replace('/api/v1/organizations/-', ''),
      (page.query ?? {}) as Form,
    )
  const idOf = (request: PageRequest) =>
    request.c.req.param('key') ?? request.c.req.param('number') ?? idIn(request, page.noun)
  return pageOf<Answer<O>, P, Person>(page, {
    load: async (request) => {
      const id = idOf(request)
      return find<Answer<O>, P>(request, pathTo(id), page.noun, (_, object, organization) =>
        page.parts({
          request,
          organization,
          id,
          object,
          read: readerOf(request, { org_id: organization.id, [idName]: id }),
        }),
      )
    },
    loadSubject: (request) => find<Answer<O>>(request, pathTo(idOf(request)), page.noun),
    ids: (object) => ({ [idName]: (object as Keyed).id }),
    here: ({ slug }, object) =>
      `${addressOf(page.at, object as Keyed).replace(':slug', slug)}${isWithin ? '' : `?org=${slug}`}`,
    title: ({ object }) => page.title(object),
    marks: page.marks,
    inTitle: (title) => title,
  })
}

const addressOf = (at: string, { id, key = '', number }: Keyed) =>
  at.replace(':id', id).replace(':key', key).replace(':number', String(number))

/** The address of a page of an organization. */
export const addressIn = ({ slug }: MemberOrganization, path: string) => `/organizations/${slug}/${path}`

/** The pages of an organization that stand above one, by their titles and addresses. */
export const within =
  (...pages: [title: string, path: string][]) =>
  (organization: MemberOrganization) =>
    pages.map(([title, path]): [string, string] => [say(title), addressIn(organization, path)])

/** Leads back to a page of the organization, which says that it was saved. */
export const backTo =
  (path: string) =>
  ({ organization }: { organization: MemberOrganization }) =>
    `${addressIn(organization, path)}?done=saved`
