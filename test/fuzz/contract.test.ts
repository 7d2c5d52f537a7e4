import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testWhere } from '../kit/where.ts'
import type { Operation } from '../../src/kit/operation.ts'
import { call, type Reply, type Sent } from '../kit/client.ts'
import { operations, World } from '../contract/world.ts'
import { bodyOf, hostile, published, queryOf, valid } from './shapes.ts'
import type { Direct } from '../kit/direct.ts'
import { rollbackGateway } from '../kit/gateways.ts'

/**
 * Every operation with values that its published schema allows, with one broken field, and with hostile
 * values. No 5xx, no response outside the contract, and a broken field is named. `FUZZ_RUNS` cases of each
 * kind per operation, from `FUZZ_SEED`, or a random seed where that is `random`. Every call is rolled back.
 */
const numRuns = Number(process.env.FUZZ_RUNS ?? 25)
const seed = process.env.FUZZ_SEED === 'random' ? Date.now() % 2 ** 31 : Number(process.env.FUZZ_SEED ?? 4711)

let gateway: Direct
let world: World
beforeAll(async () => {
  gateway = rollbackGateway()
  world = await World.make()
})
afterAll(() => gateway.stop())

const tested = operations.filter(({ role, path }) => role !== 'public' && !path.includes('{token}'))
const codes: Record<number, string> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  413: 'payload_too_large',
  422: 'validation_error',
  429: 'too_many_requests',
}

const send = (operation: Operation, path: string, sent: Sent) =>
  call(
    operation.method,
    path,
    { ...sent, headers: { ...world.master(operation).headers, ...sent.headers } },
    { SQL_ENDPOINT: gateway.url, UPSTASH_REDIS_REST_URL: '' },
  )

/** The response is one that the document lists, with its schema. */
function expectInContract(operation: Operation, reply: Reply) {
  const announced = Object.keys(published.get(operation.id)!.responses)
  expect([reply.status, announced.includes(String(reply.status)), reply.text.slice(0, 400)]).toEqual([
    reply.status,
    true,
    expect.anything(),
  ])
  if (reply.status === 204) return
  if (reply.status >= 400) return expect(reply.body.error.code).toBe(codes[reply.status])
  const parsed = operation.returns!.safeParse(reply.body)
  expect(parsed.success ? [] : parsed.error.issues).toEqual([])
}

/** Where there are few values, each is sent once; hostile ones are nested too deeply to be compared. */
const check = <Values>(property: fc.IAsyncProperty<Values>, ignoreEqualValues = true) =>
  fc.assert(property, { numRuns, seed, ignoreEqualValues })
const withoutQuery = (path: string) => path.split('?')[0]!

describe.each(tested.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  const document = published.get(operation.id)!
  const body = bodyOf(document)

  test('responds to valid values as the contract says', { timeout: 300_000 }, async () => {
    const { path } = await world.example(operation)
    const drafts = body ? valid(body) : fc.constant(undefined)
    await check(
      fc.asyncProperty(queryOf(document), drafts, async (query, draft) => {
        const at = `${withoutQuery(path)}${query ? `?${query}` : ''}`
        expectInContract(operation, await send(operation, at, draft === undefined ? {} : { body: draft }))
      }),
    )
  })

  testWhere(body !== undefined)('names the broken field', { timeout: 300_000 }, async () => {
    const { path, body: example } = await world.example(operation)
    const fields = Object.keys(body!.properties ?? {})
    const invalid = fc.constantFrom<unknown>({ not: ['this'] }, [[[]]], 1e300, '\u0000')
    if (!fields.length) return
    await check(
      fc.asyncProperty(fc.constantFrom(...fields), invalid, async (field, value) => {
        if (operation.body!.safeParse({ ...(example as object), [field]: value }).success) return
        const reply = await send(operation, path, { body: { ...(example as object), [field]: value } })
        expect([reply.status, reply.body?.error?.message]).toEqual([
          422,
          expect.stringContaining(`body.${field}`),
        ])
      }),
    )
  })

  test('survives hostile values', { timeout: 300_000 }, async () => {
    const { path, body: example } = await world.example(operation)
    const fields = Object.keys(body?.properties ?? {})
    const names = [
      ...(document.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name),
      'x',
    ]
    const place = fc.constantFrom('body', 'query', 'path', 'header')
    await check(
      fc.asyncProperty(place, fc.nat(), hostile, async (where, n, value) => {
        const text = typeof value === 'string' ? value : JSON.stringify(value)
        const sent: Sent = body ? { body: example } : {}
        let at = path
        if (where === 'query')
          at = `${withoutQuery(path)}?${names[n % names.length]}=${encoded(text.slice(0, 4000))}`
        if (where === 'path') at = withoutQuery(path).replace(/[^/]+$/, encoded(text.slice(0, 500)) || 'x')
        if (where === 'header')
          sent.headers = { 'idempotency-key': text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200) }
        if (where === 'body' && fields.length)
          sent.body = { ...(example as object), [fields[n % fields.length]!]: value }
        const reply = await send(operation, at, sent)
        if (where !== 'path' || reply.status >= 500) expectInContract(operation, reply)
      }),
      false,
    )
  })

  testWhere(body !== undefined)('rejects bodies that are not one JSON object in UTF-8', async () => {
    const { path } = await world.example(operation)
    const bytes = (...values: number[]) => new Uint8Array(values)
    const raw: [string | Uint8Array<ArrayBuffer>, string][] = [
      [bytes(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d), 'application/json'],
      // A merge patch may have any member; in other bodies this one is unknown.
      ...(operation.body!.safeParse({ a: 2 }).success
        ? []
        : ([['{"a":1,"a":2}', 'application/json']] as [string, string][])),
      ['{"a":1}{"b":2}', 'application/json'],
      ['\ufeff{}x', 'application/json'],
      ['{}', 'application/x-www-form-urlencoded'],
      ['{}', 'multipart/form-data; boundary=x'],
      ['{}', 'application/jsonp'],
      [`${'['.repeat(50_000)}${']'.repeat(50_000)}`, 'application/json'],
    ]
    for (const [text, type] of raw) {
      const reply = await send(operation, path, { raw: text, headers: { 'content-type': type } })
      expect([type, reply.status]).toEqual([type, 422])
      expectInContract(operation, reply)
    }
  })
})

/** Encoded as a browser would; text that has no encoding becomes empty. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
