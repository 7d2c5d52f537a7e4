import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../src/kit/operation.ts'
import { call, type Reply, type Sent } from '../kit/client.ts'
import { operations, World } from '../contract/world.ts'
import { bodyOf, hostile, published, queryOf, valid } from './shapes.ts'
import type { Direct } from '../kit/direct.ts'
import { rollbackGateway } from '../kit/gateways.ts'

/**
 * Every operation with what its published shape allows, with one field broken, and with what nobody should send. No
 * 5xx, no answer outside the contract, and a broken field is named. `FUZZ_RUNS` cases of each kind an operation,
 * from `FUZZ_SEED`, or a random seed where that is `random`. What a case did is rolled back.
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

const asked = operations.filter(({ role, path }) => role !== 'public' && !path.includes('{token}'))
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

/** The answer is one that the document announces, in the shape that it announces. */
function insideContract(operation: Operation, reply: Reply) {
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

const check = <Values>(property: fc.IAsyncProperty<Values>) => fc.assert(property, { numRuns, seed })
const bare = (path: string) => path.split('?')[0]!

describe.each(asked.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  const document = published.get(operation.id)!
  const body = bodyOf(document)

  test('answers what its shape allows inside the contract', { timeout: 300_000 }, async () => {
    const { path } = await world.example(operation)
    const drafts = body ? valid(body) : fc.constant(undefined)
    await check(
      fc.asyncProperty(queryOf(document), drafts, async (query, draft) => {
        const at = `${bare(path)}${query ? `?${query}` : ''}`
        insideContract(operation, await send(operation, at, draft === undefined ? {} : { body: draft }))
      }),
    )
  })

  test.skipIf(!body)('names the one field that is broken', { timeout: 300_000 }, async () => {
    const { path, body: example } = await world.example(operation)
    const fields = Object.keys(body!.properties ?? {})
    const wrong = fc.constantFrom<unknown>({ not: ['this'] }, [[[]]], 1e300, '\u0000')
    if (!fields.length) return
    await check(
      fc.asyncProperty(fc.constantFrom(...fields), wrong, async (field, value) => {
        if (operation.body!.safeParse({ ...(example as object), [field]: value }).success) return
        const reply = await send(operation, path, { body: { ...(example as object), [field]: value } })
        expect([reply.status, reply.body?.error?.message]).toEqual([
          422,
          expect.stringContaining(`body.${field}`),
        ])
      }),
    )
  })

  test('survives what nobody should send', { timeout: 300_000 }, async () => {
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
        if (where === 'query') at = `${bare(path)}?${names[n % names.length]}=${encoded(text.slice(0, 4000))}`
        if (where === 'path') at = bare(path).replace(/[^/]+$/, encoded(text.slice(0, 500)) || 'x')
        if (where === 'header')
          sent.headers = { 'idempotency-key': text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200) }
        if (where === 'body' && fields.length)
          sent.body = { ...(example as object), [fields[n % fields.length]!]: value }
        const reply = await send(operation, at, sent)
        if (where !== 'path' || reply.status >= 500) insideContract(operation, reply)
      }),
    )
  })

  test.skipIf(!body)('refuses bodies that are no JSON object of one encoding', async () => {
    const { path } = await world.example(operation)
    const bytes = (...values: number[]) => new Uint8Array(values)
    const raw: [string | Uint8Array<ArrayBuffer>, string][] = [
      [bytes(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d), 'application/json'],
      // A merge patch may have any member; elsewhere this one is unknown.
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
      insideContract(operation, reply)
    }
  })
})

/** As a browser would write it; what has no encoding is left out. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
