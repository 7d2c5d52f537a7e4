import routes from '../../../openapi/routes.json' with { type: 'json' }
import type { components, operations } from '../../../openapi/client/schema.ts'
import { isAtLeast, roles } from './organization-context.ts'
import { bodyOf, type Form, type PageRequest } from './page-request.ts'

/** The operations of the contract as pages use them: called by their id, with the types of the published schema. */
export type OperationId = keyof operations
type JsonOf<T> = T extends { content: { 'application/json': infer Json } } ? Json : never
type Succeeded<R> = { [S in keyof R]: S extends 200 | 201 | 202 ? JsonOf<R[S]> : never }[keyof R]
/** What an operation answers. */
export type Answer<O extends OperationId> = Succeeded<operations[O]['responses']>
/** An item of what a list operation answers. */
export type Item<O extends OperationId> = Answer<O> extends { items: (infer I)[] } ? I : never
/** The body that an operation takes. */
export type Body<O extends OperationId> = JsonOf<NonNullable<operations[O]['requestBody']>>
/** The objects and bodies of the contract. */
export type Schemas = components['schemas']

/** The values of a query as pages have them; those without one are left out. */
export type Query<O extends OperationId> = {
  [K in keyof NonNullable<operations[O]['parameters']['query']>]?: string | number | boolean | undefined
}

/** `or` are who may do from member on what others need the role for: the object's own author, or its project's lead. */
type Route = { method: string; path: string; role: string; or?: string | undefined }
const known: Map<string, Route> = new Map()
/** Where an operation is, and the least role that may call it. */
export function routeOf(id: OperationId): Route {
  if (known.size === 0)
    for (const [, , name, method, path, role = '', or] of routes)
      known.set(name!, { method: method!, path: path!, role, or })
  return known.get(id)!
}

/** Whether an operation takes no credential. */
export const isPublic = (id: OperationId) => ['', 'public'].includes(routeOf(id).role)

/** Whether an operation is about one organization, which its path names. */
export const isInOrganization = (id: OperationId) => routeOf(id).path.includes('{org_id}')

/** The path of an operation with the ids of these names. None, and dots, which lead to another path, name nothing. */
export const pathOf = (id: OperationId, ids: Form) =>
  routeOf(id).path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = ids[name] ?? ''
    return /^\.*$/.test(value) ? '-' : encodeURIComponent(value)
  })

/** The last id in the path of an operation, which names its object. */
export const objectIdOf = (id: OperationId) => /.*\{(\w+)\}/.exec(routeOf(id).path)?.[1] ?? ''

/** Whether a role may call an operation; about a project, whether the person leads it counts. */
export function mayCall(organization: { role: string }, id: OperationId, about: unknown = null) {
  const { role, or } = routeOf(id)
  if (isAtLeast(organization, role)) return true
  const leads = or !== 'lead' || about === null || (about as { role?: string }).role === 'lead'
  return or !== undefined && leads && isAtLeast(organization, 'member')
}

/** Who may call an operation, as people say it: admins and owners. */
export function rolesFor(id: OperationId) {
  const names = roles.slice(roles.indexOf(routeOf(id).role)).map((role) => `${role}s`)
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')
}

/** Whether a role may call an operation, or the person owns what it is about and may as such. */
export const isOwnOr = (organization: { role: string }, id: OperationId, isOwn: boolean) =>
  isAtLeast(organization, routeOf(id).role) || (isOwn && mayCall(organization, id))

/** Reads with an operation; `ids` name what is in its path beside what the page is about. */
export type Read = <O extends OperationId>(id: O, query?: Query<O>, ids?: Form) => Promise<Answer<O>>

export const readerOf =
  ({ api, here }: PageRequest, about: Form): Read =>
  async <O extends OperationId>(id: O, query: Query<O> = {}, ids: Form = {}) => {
    const sent = new URLSearchParams()
    for (const [name, value] of Object.entries<string | number | boolean | undefined>(query))
      if (value !== undefined && value !== '') sent.set(name, value.toString())
    const search = sent.size ? `?${sent.toString()}` : ''
    const path = pathOf(id, { ...about, ...ids }) + search
    return bodyOf(await api[isPublic(id) ? 'send' : 'call']<Answer<O>>('GET', path), here)
  }
