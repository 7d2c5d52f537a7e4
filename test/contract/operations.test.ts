import { beforeAll, describe, expect, test } from 'vitest'
import { testWhere } from '../kit/where.ts'
import { uuidv7 } from '../../src/base/id.ts'
import { inOrganization, type Operation, roleLevels } from '../../src/kit/operation.ts'
import { asOwner, call, type Reply } from '../kit/client.ts'
import { budgets, statementsOf } from './budgets.ts'
import { guardedOf, needsFactor } from './guarded.ts'
import {
  differing,
  fillPath,
  leastRole,
  isOwnersOnly,
  operations,
  refusalOf,
  roles,
  withoutRequestId,
  World,
} from './world.ts'

/** Bodies with arbitrary members: a JSON merge patch, the value of a key, and a provider's mail. */
const isFreeForm = (field: string, { id }: Operation) =>
  id === 'patchDesktopState' ||
  (id === 'setDesktopState' && field === 'value') ||
  (id === 'takeInboundMail' && field === 'surprise')
const isPublic = ({ role }: Operation) => role === 'public'

/** Lists that are short by design, with their maximum length. */
const shortLists: Record<string, number> = {
  getWorkforceCapacity: 500,
  search: 50,
  suggest: 10,
  listRecentItems: 50,
  autocompleteAddress: 10,
  getDevelopmentActivity: 100,
  getTaskDevelopment: 100,
}

/** Lists whose second page is compared. */
const deeperPages: string[] = []

/** Another organization, whose objects must not be found. */
let stranger: World
/** Shared by all operations that only read. */
let library: World
beforeAll(async () => {
  ;[stranger, library] = await Promise.all([World.make(), World.make()])
})

describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  let world: World
  beforeAll(async () => {
    world = operation.write || operation.setup ? await World.make() : library
    await world.example(operation)
    await world.prepare(operation)
  })
  const least = leastRole(operation)
  const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    call(operation.method, path, { ...(body === undefined ? {} : { body }), headers })

  testWhere(!isPublic(operation))(
    'rejects a call without a credential, or with a malformed one, without a database round trip',
    async () => {
      const { path, body } = await world.example(operation)
      const anonymous = await send(path, body)
      expect([anonymous.status, anonymous.body.error.code, anonymous.roundTrips]).toEqual([
        401,
        'unauthorized',
        0,
      ])
      const forged = await send(path, body, { authorization: `Bearer svc_live_${'x'.repeat(36)}` })
      expect([forged.status, forged.roundTrips]).toEqual([401, 0])
      expect(anonymous.body.error.request_id).toBe(anonymous.headers.get('x-request-id'))
    },
  )

  testWhere(inOrganization(operation))(
    'responds to an outsider as if the organization did not exist',
    async () => {
      const { params, path, body, query } = await world.example(operation)
      const { headers } = stranger.people.owner
      const foreign = await send(path, body, headers)
      const nowhere = fillPath(operation.path, { ...params, org_id: uuidv7() }) + query
      const missing = await send(nowhere, body, headers)
      expect(foreign.status).toBe(404)
      expect(withoutRequestId(foreign)).toEqual(withoutRequestId(missing))
    },
  )

  const lowerRoles = roles.filter((role) => roleLevels[role] < roleLevels[least])
  testWhere(operation.role in roleLevels && lowerRoles.length > 0)('rejects every lower role', async () => {
    const { path, body } = await world.example(operation)
    for (const role of lowerRoles) {
      const refused = await send(path, body, world.people[role].headers)
      expect([role, refused.status, refused.body.error?.code]).toEqual([role, ...refusalOf(operation, role)])
    }
  })

  const forContacts = operation.role === 'portal'
  testWhere(
    !(!operation.write || isPublic(operation) || forContacts || operation.allows?.includes('deleted')),
  )('rejects a read-only key', async () => {
    const { path, body } = await world.example(operation)
    const refused = await send(path, body, (await world.key({ readOnly: true })).headers)
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'forbidden'])
  })

  // A consent request belongs to nobody until it is decided: there is no foreign one.
  const objects = operation.params.filter(
    (name) =>
      !['org_id', 'user_id', 'token'].includes(name) &&
      !(name === 'request_id' && operation.area === 'oauth') &&
      !operation.pathFormats?.[name],
  )
  testWhere(objects.length > 0 && operation.role !== 'platform')(
    'responds the same to a missing object and to one of another organization',
    async () => {
      const { params, body } = await world.example(operation)
      for (const name of objects) {
        const at = (value: string) => fillPath(operation.path, { ...params, [name]: value })
        const { headers } = world.master(operation)
        const foreign = await send(at(await stranger.value(name)), body, headers)
        const missing = await send(at(uuidv7()), body, headers)
        expect([name, foreign.status]).toEqual([name, 404])
        expect(withoutRequestId(foreign)).toEqual(withoutRequestId(missing))
      }
    },
  )

  testWhere(operation.params.length > 0 && !isPublic(operation))(
    'rejects malformed path values',
    async () => {
      const { params, body } = await world.example(operation)
      for (const name of operation.params.filter((param) => param !== 'token')) {
        const path = fillPath(operation.path, { ...params, [name]: 'Not%20an%20id' })
        const refused = await send(path, body, world.master(operation).headers)
        expect([name, refused.status]).toEqual([name, 422])
        expect(refused.body.error.message).toContain(`path.${name}: `)
      }
    },
  )

  test('rejects unknown query parameters', async () => {
    const { path, body } = await world.example(operation)
    const refused = await send(
      `${path}${path.includes('?') ? '&' : '?'}surprise=1`,
      body,
      forContacts ? world.contact.headers : world.people.owner.headers,
    )
    expect([refused.status, refused.body.error?.message]).toEqual([
      422,
      expect.stringContaining('query.surprise: '),
    ])
  })

  testWhere(operation.body !== undefined)(
    'rejects bodies with unknown fields, missing, malformed or of another type',
    async () => {
      const { path, body } = await world.example(operation)
      const { headers } = world.master(operation)
      const unknown = await send(path, { ...(body as object), surprise: 1 }, headers)
      if (!isFreeForm('surprise', operation))
        expect([unknown.status, unknown.body.error?.message]).toEqual([
          422,
          expect.stringContaining('body.surprise: '),
        ])
      const raw = (text: string, type = 'application/json') =>
        call(operation.method, path, { raw: text, headers: { ...headers, 'content-type': type } })
      const optional = operation.body!.safeParse(undefined).success
      for (const refused of [
        ...(optional ? [] : [await raw('')]),
        await raw('{'),
        await raw('[]'),
        await raw('null'),
        await raw('"text"'),
        await raw('['.repeat(41) + ']'.repeat(41)),
        await raw(`[${'0,'.repeat(60_000)}0]`),
        await raw(JSON.stringify(body), 'text/plain'),
      ]) {
        expect([refused.status, refused.body.error?.code]).toEqual([422, 'validation_error'])
      }
      for (const field of Object.keys(body as object).filter((name) => !isFreeForm(name, operation))) {
        const broken = await send(path, { ...(body as object), [field]: { not: ['this'] } }, headers)
        expect([broken.status, broken.body.error?.message]).toEqual([
          422,
          expect.stringContaining(`body.${field}`),
        ])
      }
    },
  )

  const paged = JSON.stringify(Object.keys(schemaKeys(operation))).includes('"limit"')
  const maxItems = shortLists[operation.id] ?? 200
  testWhere(paged)('accepts limits from 1 to the maximum and rejects 0, more, -1 and text', async () => {
    const { path } = await world.example(operation)
    const at = (params: string) => `${path}${path.includes('?') ? '&' : '?'}${params}`
    const { headers } = world.master(operation)
    for (const limit of [1, maxItems]) {
      const page = await send(at(`limit=${limit}`), undefined, headers)
      expect([page.status, page.body.limit ?? maxItems]).toEqual([
        200,
        operation.id in shortLists ? expect.anything() : limit,
      ])
    }
    for (const invalid of [
      'limit=0',
      `limit=${maxItems + 1}`,
      'limit=-1',
      'limit=x',
      'offset=-1',
      'offset=x',
      'sort=nonsense',
    ]) {
      const refused = await send(at(invalid), undefined, headers)
      expect([invalid, refused.status]).toEqual([invalid, 422])
      expect(refused.body.error.message).toContain(`query.${invalid.split('=')[0]}: `)
    }
  })

  const creator = operations.find(
    ({ method, status, path }) => method === 'POST' && status === 201 && path === operation.path,
  )
  testWhere(paged)('continues where the previous page ended', async () => {
    const target = creator ? await World.make() : world
    const { path } = await target.example(operation)
    let changes: object = {}
    for (const _another of creator ? [1, 2] : []) {
      const { path: collection, body } = await target.example(creator!)
      changes = { ...(body as object), ...differing({ ...(body as object), ...changes }) }
      await call('POST', collection, { body: changes, headers: target.master(creator!).headers })
    }
    const { headers } = target.master(operation)
    const at = (params: string) =>
      send(`${path}${path.includes('?') ? '&' : '?'}${params}`, undefined, headers)
    const { items } = (await at(`limit=${maxItems}`)).body
    // The roadmap lists its projects in another field, and reading by operators adds to what they read.
    if (!items || operation.id in shortLists || operation.role === 'platform') return
    const nextPage = await at(`limit=${maxItems}&offset=1`)
    // Where a page is full, the next one begins with the rest of it.
    expect([nextPage.status, nextPage.body.items?.slice(0, items.length - 1)]).toEqual([200, items.slice(1)])
    if (items.length > 1) deeperPages.push(operation.id)
  })

  test('succeeds within its budget of round trips and statements, as the contract says, and writes its audit entry', async () => {
    const who = isOwnersOnly(operation) ? world.people.owner : world.people[least]
    const { path, body } = await world.example(operation)
    const actor = needsFactor(operation)
      ? (await guardedOf(world)).who
      : operation.params.includes('token') || operation.id === 'sendVerification'
        ? world.guest
        : operation.role === 'platform' || forContacts
          ? world.master(operation)
          : operation.role in roleLevels || isOwnersOnly(operation) || !inOrganization(operation)
            ? who
            : world.people.member
    const reply = await send(path, body, isPublic(operation) ? {} : actor.headers)
    expect([reply.status, reply.text]).toEqual([goodStatus(operation, reply), expect.anything()])
    expect([reply.roundTrips, reply.statements]).toEqual([
      budgets[operation.id] ?? 1,
      statementsOf(operation),
    ])
    expectInContract(operation, reply)
    await expectDeclaredAudit(operation, reply)
  })

  testWhere(operation.repeats && !givesUpAccess.has(operation.id))(
    'repeats its response to the same Idempotency-Key and rejects another body',
    async () => {
      const fresh = await World.make()
      const { path, body } = await fresh.example(operation)
      await fresh.prepare(operation)
      const headers = { ...fresh.master(operation).headers, 'idempotency-key': uuidv7() }
      const all = await Promise.all(Array.from({ length: 5 }, () => send(path, body, headers)))
      const { shownOnce } = operation.response ?? {}
      // Until when a code is valid follows from its key, as the code does.
      const hidden = {
        ...(shownOnce && { [shownOnce]: null }),
        ...(shownOnce === 'code' && { valid_until: null }),
      }
      const comparable = ({ status, body: replyBody }: Reply) => [status, { ...replyBody, ...hidden }]
      for (const reply of all) expect(comparable(reply)).toEqual(comparable(all[0]!))
      expect(all[0]!.status).toBe(goodStatus(operation, all[0]!))
      expect(all.filter((reply) => reply.headers.get('idempotency-replayed') !== 'true').length).toBe(1)
      // What is stored for the repetition has no token.
      const kept = await asOwner(
        `select left(answer, 200) as answer from idempotency_keys where key = $1 and answer ~ 'svc_[a-z]+_[0-9A-Za-z]{37}'`,
        [headers['idempotency-key']],
      )
      expect(kept).toEqual([])
      const changed = Object.keys(body ?? {}).length ? { ...(body as object), ...differing(body) } : undefined
      if (!changed || !operation.body?.safeParse(changed).success) return
      const other = await send(path, changed, headers)
      expect([other.status, other.body.error?.code]).toEqual([409, 'conflict'])
    },
  )
})

/** 201 where the answer itself says that something is new. */
const goodStatus = ({ status, response }: Operation, { text }: Reply) =>
  response?.createdIf?.(text) ? 201 : (status ?? 200)

const takesVersion = ({ body, method }: Operation) =>
  method !== 'POST' && 'version' in ((body as { shape?: object } | undefined)?.shape ?? {})

/** Operations of which the same change was sent four times at once, and one took effect. */
const changedOnce: string[] = []

test.each(operations.filter(takesVersion).map((operation) => [operation.id, operation] as const))(
  '%s refuses a version that does not exist yet, and of changes at once that saw the same one at most one is made',
  async (_, operation) => {
    const fresh = await World.make()
    const { path, body } = await fresh.example(operation)
    await fresh.prepare(operation)
    const { headers } = fresh.master(operation)
    const send = (more: object) =>
      call(operation.method, path, { body: { ...(body as object), ...more }, headers })
    const reply = await send({ version: 1_000_000 })
    expect([reply.status, reply.body.error?.code]).toEqual([409, 'conflict'])
    const { version } = (await send({})).body ?? {}
    const changed = { ...differing(body), version }
    if (!operation.body!.safeParse({ ...(body as object), ...changed }).success || !version) return
    const replies = await Promise.all(Array.from({ length: 4 }, () => send(changed)))
    const made = replies.filter(({ status }) => status < 300)
    expect(made.length).toBeLessThanOrEqual(1)
    if (made.length) changedOnce.push(operation.id)
  },
)

test('most changes at once could be made', () => {
  expect(changedOnce.length).toBeGreaterThan(30)
})

/** Whoever did these may not do them again: the repeated request meets 404 or 403. */
const givesUpAccess = new Set(['leaveOrganization', 'transferOwnership'])

function schemaKeys(operation: Operation): object {
  return (operation.query as { shape?: object } | undefined)?.shape ?? {}
}

function expectInContract(operation: Operation, { body, status }: Reply) {
  if (status === 204) return
  const parsed = operation.returns!.safeParse(body)
  expect(parsed.success ? [] : parsed.error.issues).toEqual([])
  expect(parsed.success && parsed.data).toEqual(body)
}

async function expectDeclaredAudit(operation: Operation, reply: Reply) {
  const entries = await asOwner<{ action: string }>(
    'select distinct action from audit_log where request_id = $1',
    [reply.headers.get('x-request-id')],
  )
  expect(entries.map(({ action }) => action)).toEqual(operation.audit ? [operation.audit] : [])
}

test('most lists had more than one row', () => {
  expect(deeperPages.length).toBeGreaterThan(40)
})
