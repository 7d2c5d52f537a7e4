import type { Child } from 'hono/jsx'
import { isUuid } from '../../kit/id.ts'
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
export type Fetching = { visit: PageRequest; read: Read; home: MemberOrganization }

type OrganizationPage<P> = Common<null, P> & {
  title: string | ((home: MemberOrganization, parts: P) => string)
  parts: (fetching: Fetching) => Promise<P>
}
/** A page of an organization, and of what else its address names. */
export function organizationPage<P>(page: OrganizationPage<P>): PageValue {
  return pageOf<null, P, Person>(page, {
    load: async (visit) => ({
      ...(await organizationContext(visit, (_, home) =>
        page.parts({ visit, home, read: readerOf(visit, { org_id: home.id }) }),
      )),
      object: null,
    }),
    loadSubject: async (visit) => ({ ...(await organizationContext(visit)), object: null }),
    ids: () => ({}),
    here: ({ slug }, _, { c }) =>
      page.at.replaceAll(/:(\w+)/g, (_all, name: string) =>
        name === 'slug' ? slug : encodeURIComponent(c.req.param(name) ?? ''),
      ),
    title: ({ home, parts }) =>
      typeof page.title === 'function' ? page.title(home, parts) : say(page.title),
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
  const idOf = (visit: PageRequest) =>
    visit.c.req.param('key') ?? visit.c.req.param('number') ?? idIn(visit, page.noun)
  return pageOf<Answer<O>, P, Person>(page, {
    load: async (visit) => {
      const id = idOf(visit)
      return find<Answer<O>, P>(visit, pathTo(id), page.noun, (_, object, home) =>
        page.parts({ visit, home, id, object, read: readerOf(visit, { org_id: home.id, [idName]: id }) }),
      )
    },
    loadSubject: (visit) => find<Answer<O>>(visit, pathTo(idOf(visit)), page.noun),
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
  (home: MemberOrganization) =>
    pages.map(([title, path]): [string, string] => [say(title), addressIn(home, path)])

/** Leads back to a page of the organization, which says that it was saved. */
export const backTo =
  (path: string) =>
  ({ home }: { home: MemberOrganization }) =>
    `${addressIn(home, path)}?done=saved`
