import { readFileSync } from 'node:fs'
import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { inOrganization, type Operation, roleLevels } from '../../src/kit/operation.ts'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { isOwnersOnly, leastRole, operations, withoutRequestId, World } from './world.ts'

/** A field that names an object by its id: where it stands, and what it names, as a parameter of a path would. */
type Place = { operation: Operation; field: string; names: string | undefined }

const { paths, components } = JSON.parse(
  readFileSync(new URL('../../openapi/openapi.json', import.meta.url), 'utf8'),
)
const resolved = (schema: Json): Json =>
  schema?.$ref ? components.schemas[schema.$ref.split('/').at(-1)] : (schema ?? {})
const variants = (schema: Json): Json[] => {
  const one = resolved(schema)
  return [one, ...[...(one.anyOf ?? []), ...(one.oneOf ?? [])].flatMap(variants)]
}

/** The paths of the ids in a schema, as `filter.client_ids[]`; inside lists of objects, SQL judges each by itself. */
const deepest = 3
const idsIn = (schema: Json, at = ''): string[] =>
  (at.split('.').length > deepest ? [] : variants(schema)).flatMap((one) => [
    ...(one.format === 'uuid' ? [at] : []),
    ...Object.entries(one.properties ?? {}).flatMap(([name, inner]) =>
      idsIn(inner, at ? `${at}.${name}` : name),
    ),
    ...(resolved(one.items).format === 'uuid' ? [`${at}[]`] : []),
  ])

const targets = new Map(operations.flatMap(({ targets: named }) => named))

/** What fields name by another word than the parameter of a path. */
const words: Record<string, string> = {
  follow_up_of_id: 'ticket_id',
  into_tag_id: 'tag_id',
  into_ticket_id: 'ticket_id',
  muted_project_id: 'project_id',
  repository_id: 'link_id',
  root_id: 'document_id',
  scope_ticket_id: 'ticket_id',
  source_client_id: 'client_id',
  template_project_id: 'project_id',
}
const people =
  /^(?:assignee|assignee_user|lead_user|owner_user|user|default_assignee)_id$|^reassign_tasks_to$/
/** Documents have a tree and templates of their own, and contracts, categories and comments others. */
const inArea: Record<string, Record<string, string>> = {
  documents: { parent_id: 'document_id', template_id: 'document_id' },
  contracts: { template_id: 'template_id' },
  expenses: { parent_id: 'category_id' },
  tasks: { parent_id: 'task_id' },
}

function namedBy({ area }: Operation, field: string): string | undefined {
  const name = field.split('.').at(-1)!.replace('[]', '').replace(/_ids$/, '_id')
  if (people.test(name)) return 'user_id'
  const param = inArea[area]?.[name] ?? words[name] ?? name
  return targets.has(param) ? param : undefined
}

/**
 * What truly differs: a neighbour in a list is judged by the list, the objects of a file or a tested rule stand in for the
 * path, and an organization is not of an organization.
 */
const apart = /^(?:before_id|after_id|entity_id|message_id|session|cursor|org_id|actor_id)$/
const places: Place[] = operations.filter(inOrganization).flatMap((operation) => {
  if (!(operation.role in roleLevels)) return []
  const published = paths[operation.path]?.[operation.method.toLowerCase()]
  const inBody = idsIn(published?.requestBody?.content['application/json']?.schema)
  const fields = [...new Set(inBody)].filter((field) => !apart.test(field))
  return fields.map((field) => ({ operation, field, names: namedBy(operation, field) }))
})

/** What else must be sent with a field, so that nothing else is wrong. */
const together: Record<string, Json> = {
  'addMeetingGuest contact_id': { email: undefined, name: undefined },
  'createContract supplier_id': { party_kind: 'supplier', client_id: undefined },
  'createContract user_id': { party_kind: 'employee', client_id: undefined },
  'createContract template_id': { body: undefined },
  'testAutomation ticket_id': { task_id: undefined },
  'testAutomation deal_id': { task_id: undefined },
  'testAutomation lead_id': { task_id: undefined },
}

let world: World, foreign: World
beforeAll(async () => {
  ;[world, foreign] = await Promise.all([World.make(), World.make()])
})

/** Sends the operation's example with another id in the place, and answers without the id. */
async function send({ operation, field }: Place, id: string, who: Caller) {
  const { path, body, query } = await world.example(operation)
  const sent = structuredClone(body ?? {}) as Json
  const steps = field.replace('[]', '').split('.')
  const inner = steps.slice(0, -1).reduce((part, name) => (part[name] ??= {}), sent)
  inner[steps.at(-1)!] = field.endsWith('[]') ? [id] : id
  const all = { ...sent, ...together[`${operation.id} ${field}`] }
  const [status, text] = withoutRequestId(await who.call(operation.method, path + query, all))
  return [status, String(text).replaceAll(id, '…')]
}

/** What the path names, and the rest of the example. */
function namedBeside({ operation, field }: Place): string[] {
  const { [field.split('.')[0]!.replace('[]', '')]: _, ...rest } = (operation.example?.body ?? {}) as Record<
    string,
    unknown
  >
  const inBody = [...JSON.stringify(rest).matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  return [...operation.params, ...inBody]
}

/**
 * An archived project or pipeline, or a client to merge, is a conflict, as in a path. Archived tasks and documents are only
 * out of the way.
 */
const keptOpen = new Set([
  'project_id',
  'pipeline_id',
  'task_id',
  'document_id',
  'mergeClients source_client_id',
])
/** How the rows of a table go into the trash, or are archived, if not by a moment alone. */
const alongside: Record<string, [set: string, undo: string]> = {
  'documents deleted_at': [', deleted_with = id', ', deleted_with = null'],
  'suppliers archived_at': [`, status = 'archived'`, `, status = 'active'`],
}

/** What the statement does to the row lasts for one request. */
async function during<T>(set: string, undo: string, params: unknown[], run: () => Promise<T>): Promise<T> {
  await asOwner(set, params)
  try {
    return await run()
  } finally {
    await asOwner(undo, params)
  }
}

test('are found', () => {
  expect(places.length).toBeGreaterThan(100)
})

const cases = (some: Place[]) => some.map((place) => [`${place.operation.id} ${place.field}`, place] as const)
const unknown = (place: Place, who = world.master(place.operation)) => send(place, uuidv7(), who)
const refusedAndNamed = ({ field }: Place) => [
  422,
  expect.stringContaining(`body.${field.replace('[]', '')}`),
]

describe('an unknown id is refused, and named', () => {
  test.each(cases(places))('%s', async (_, place) => {
    expect(await unknown(place)).toEqual(refusedAndNamed(place))
  })
})

describe('so is one of another organization', () => {
  test.each(cases(places.filter(({ names }) => names)))('%s', async (_, place) => {
    const id = place.names === 'user_id' ? foreign.people.member.id : await foreign.value(place.names!)
    expect(await send(place, id, world.master(place.operation))).toEqual(await unknown(place))
  })
})

describe('so is a person who left', () => {
  test.each(cases(places.filter(({ names }) => names === 'user_id')))('%s', async (_, place) => {
    const set = (status: string) =>
      `update organization_members set status = '${status}' where org_id = $1 and user_id = $2`
    const { id } = world.people.manager
    const answer = await during(set('deactivated'), set('active'), [world.org, id], () =>
      send(place, id, world.master(place.operation)),
    )
    expect(answer).toEqual(await unknown(place))
  })
})

const tableOf = ({ names = '' }: Place) => targets.get(names)?.table as unknown as PgTable
const have = (column: string) =>
  places.filter((place) => tableOf(place) && getTableColumns(tableOf(place))[column])

/** Another object than those that the path and the rest of the example name. */
const apartFrom = (place: Place) =>
  world.value(
    namedBeside(place).includes(place.names!) || place.names === 'project_id'
      ? `other_${place.names}`
      : place.names!,
  )

/** The answer while the column of the named row is set. */
async function whileSet(place: Place, column: string) {
  const table = getTableName(tableOf(place))
  const [also, undo] = alongside[`${table} ${column}`] ?? ['', '']
  const set = (to: string) => `update ${table} set ${column} = ${to} where id = $1`
  const id = await apartFrom(place)
  return during(set(`now()${also}`), set(`null${undo}`), [id], () =>
    send(place, id, world.master(place.operation)),
  )
}

describe('so is one in the trash', () => {
  test.each(cases(have('deleted_at')))('%s', async (_, place) => {
    expect(await whileSet(place, 'deleted_at')).toEqual(await unknown(place))
  })
})

const closed = have('archived_at').filter(
  ({ operation, field, names }) => !keptOpen.has(names!) && !keptOpen.has(`${operation.id} ${field}`),
)
describe('one that is archived is refused, and named', () => {
  test.each(cases(closed))('%s', async (_, place) => {
    expect(await whileSet(place, 'archived_at')).toEqual(refusedAndNamed(place))
  })
})

/** Owners and admins see every project, and a project that the path names as well cannot be hidden. */
const hideable = places.filter(
  (place) =>
    targets.get(place.names ?? '')?.project &&
    !namedBeside(place).some((param) => targets.get(param)?.project) &&
    !isOwnersOnly(place.operation) &&
    roleLevels[leastRole(place.operation)] < roleLevels.admin,
)
describe('one in a project that the caller cannot see is as unknown', () => {
  test.each(cases(hideable))('%s', async (_, place) => {
    const id = await apartFrom(place)
    // Documents may have no project.
    await asOwner('update documents set project_id = $2 where id = $1 and project_id is null', [
      id,
      await world.value('project_id'),
    ])
    const set = (to: string) =>
      `update projects set visibility = '${to}' where id = (select ${place.names === 'project_id' ? 'id' : 'project_id'}
        from ${getTableName(tableOf(place))} where id = $1)`
    const who = world.people[leastRole(place.operation)]
    const answer = await during(set('private'), set('organization'), [id], () => send(place, id, who))
    expect(answer).toEqual(await unknown(place, who))
    expect(answer).toEqual(refusedAndNamed(place))
  })
})

test('every case is tried', () => {
  for (const some of [have('deleted_at'), closed, hideable]) expect(some.length).toBeGreaterThan(10)
})

/** The parameters of queries that name an object: those of a filter find nothing, the others are refused. */
const inQueries = operations.filter(inOrganization).flatMap((operation) => {
  if (!(operation.role in roleLevels)) return []
  const published = paths[operation.path]?.[operation.method.toLowerCase()]
  const parameters = ((published?.parameters ?? []) as Json[]).filter((one) => one.in === 'query')
  const named = parameters.filter(({ name, schema }) => !apart.test(name) && idsIn(schema).length)
  return named.map(({ name }) => [`${operation.id} ${name}`, operation, String(name)] as const)
})

test.each(inQueries)(
  '%s: an unknown id finds nothing, or is refused and named',
  async (_, operation, name) => {
    const { path } = await world.example(operation)
    const at = `${path}${path.includes('?') ? '&' : '?'}${name}=`
    const [status, text] = withoutRequestId(
      await world.master(operation).call(operation.method, at + uuidv7()),
    )
    if (status === 200) return
    expect([status, text]).toEqual([422, expect.stringContaining(`query.${name}`)])
  },
)
