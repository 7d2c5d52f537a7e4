import { afterAll, describe, expect, test, vi } from 'vitest'
import { testWhere } from '../kit/where.ts'
import { everything } from '../../scripts/contract/generate.ts'
import { uuidv7 } from '../../src/base/id.ts'
import type { Operation } from '../../src/kit/operation.ts'
import { makeToken } from '../../src/base/tokens.ts'
import { app, env, person, uniqueAddress } from '../kit/client.ts'

const { areas, groups } = await everything()
const operations = areas.flatMap((area) => area.operations)
const endpoints = groups.flatMap((group) => group.endpoints)
const withBody = operations.filter(({ method }) => method !== 'GET')
const posts = endpoints.filter(({ at }) => !at.startsWith('GET'))

/** A streamed body that counts how many of its bytes were read. */
function streamed(text = '[[],', bytes = 2 ** 21) {
  const chunk = new TextEncoder().encode(text.repeat(2048))
  const taken = { bytes: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        taken.bytes += chunk.byteLength
        if (taken.bytes > bytes) return controller.close()
        controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
  return { body, taken }
}

async function send(method: string, path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const init = { method, body, duplex: 'half', headers: { 'content-type': 'application/json', ...headers } }
  const response = await app.request(`https://service.test${path}`, init, env())
  const text = await response.text()
  return { status: response.status, text }
}
const fillPath = (path: string, formats: Operation['pathFormats'] = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'token'
      ? makeToken('svc_inv_', 'a')
      : name === 'file'
        ? 'x'
        : (formats[name]?.example ?? uuidv7()),
  )

describe.each(withBody.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  const { method, role } = operation
  const path = fillPath(operation.path, operation.pathFormats)
  testWhere(role !== 'public')('rejects a call without a credential before reading its body', async () => {
    const { body, taken } = streamed()
    expect((await send(method, path, body)).status).toBe(401)
    expect(taken.bytes).toBe(0)
  })

  testWhere(role !== 'public')('rejects a malformed credential before reading the body', async () => {
    const { body, taken } = streamed()
    const forged = { authorization: `Bearer svc_live_${'x'.repeat(36)}` }
    expect((await send(method, path, body, forged)).status).toBe(401)
    expect(taken.bytes).toBe(0)
  })

  test('buffers no body over its limit', async () => {
    const maxBytes = operation.maxBytes ?? 256 * 1024
    const { body, taken } = streamed('[[],', maxBytes + 2 ** 20)
    const { headers } = await sharedPerson()
    const { status } = await send(method, path, body, { ...headers, ...uniqueAddress() })
    expect([404, 403, 413, ...(role === 'portal' ? [401] : [])]).toContain(status)
    expect(taken.bytes).toBeGreaterThan(maxBytes)
    expect(largestBuffered()).toBe(0)
  })
})

/** The bytes of the largest body that was assembled since the last call. */
const largestBuffered = () => Math.max(0, ...sizes.splice(0))
const sizes: number[] = []
const OriginalBlob = globalThis.Blob
globalThis.Blob = class extends OriginalBlob {
  constructor(...args: ConstructorParameters<typeof Blob>) {
    super(...args)
    sizes.push(this.size)
  }
}
afterAll(() => {
  globalThis.Blob = OriginalBlob
})

let shared: ReturnType<typeof person> | undefined
const sharedPerson = () => (shared ??= person())

describe.each(posts.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_, { at }) => {
  const [method, path] = at.split(' ') as [string, string]
  test.each(['application/json', 'application/x-www-form-urlencoded'])(
    'buffers at most 16 KiB of an anonymous %s',
    async (type) => {
      const { body } = streamed()
      const { status } = await send(method, fillPath(path), body, {
        ...uniqueAddress(),
        'content-type': type,
      })
      expect(status).toBeLessThan(500)
      expect(largestBuffered()).toBeLessThanOrEqual(2 ** 14)
    },
  )
})

describe('/mcp', () => {
  test('rejects a call without a credential before reading its body', async () => {
    const { body, taken } = streamed()
    expect((await send('POST', '/mcp', body)).status).toBe(401)
    expect(taken.bytes).toBe(0)
  })
})

describe('JSON', () => {
  const state = async (value: string) => {
    const who = await person()
    const { id } = await who.ok('POST', '/api/v1/organizations', { name: 'Bodies' })
    const { status, text } = await send(
      'PUT',
      `/api/v1/organizations/${id}/desktop-state/x`,
      `{"value":${value}}`,
      who.headers,
    )
    return [status, status < 300 ? '' : JSON.parse(text).error.message]
  }

  test.each([
    [
      'of 130 000 members',
      `[${'0,'.repeat(129_999)}0]`,
      'body: too many values; send them in several requests',
    ],
    ['that is wide in every string', `[${'"",'.repeat(60_000)}0]`, 'body: too many values'],
    [
      'that nests past 40 levels',
      '['.repeat(41) + ']'.repeat(41),
      'body: nested too deeply; 40 levels at most',
    ],
    ['that nests past 100 000 levels', '['.repeat(100_000), 'body: nested too deeply; 40 levels at most'],
    ['nested deeper than its field allows', '['.repeat(21) + ']'.repeat(21), 'body.value: at most 20 levels'],
    ['that is never closed', '[['.repeat(15), 'body: not valid JSON in UTF-8'],
  ])('%s is rejected', async (_, value, message) => {
    const [status, error] = await state(value.slice(0, 300_000))
    expect([status, error]).toEqual([422, expect.stringContaining(message)])
  })

  test.each([
    ['of as many members as fit', `[${'0,'.repeat(32_700)}0]`],
    [
      'whose strings look like structure',
      JSON.stringify({ a: '[{'.repeat(9000) + '\\"]', b: '\\'.repeat(9) }),
    ],
  ])('%s is accepted', async (_, value) => {
    expect(await state(value)).toEqual([201, ''])
  })

  test('of 100 000 characters is accepted however they are escaped', async () => {
    const who = await person()
    const { id } = await who.ok('POST', '/api/v1/organizations', { name: 'Bodies' })
    const body = `{"title":"Long","body":"${'\\u0061'.repeat(100_000)}"}`
    const { status } = await send('POST', `/api/v1/organizations/${id}/notes`, body, who.headers)
    expect(status).toBe(201)
  })

  test('that is wide is not parsed for an unknown credential', async () => {
    const forged = { authorization: `Bearer ${makeToken('svc_live_', 'a')}` }
    const path = `/api/v1/organizations/${uuidv7()}`
    const body = `{"working_days":[${'0,'.repeat(20_000)}0],"name":7}`
    const parse = vi.spyOn(JSON, 'parse')
    const { status } = await send('PATCH', path, body, forged)
    const longest = Math.max(0, ...parse.mock.calls.map(([text]) => text.length))
    parse.mockRestore()
    expect([status, longest < 1000]).toEqual([401, true])
  })

  test('with an invalid credential costs little, whatever it contains', async () => {
    const forged = { authorization: `Bearer ${makeToken('svc_live_', 'a')}` }
    const path = `/api/v1/organizations/${uuidv7()}/attachments`
    const { body } = streamed(' ', 2 ** 23)
    sizes.length = 0
    expect((await send('POST', path, body, forged)).status).toBe(401)
    expect(largestBuffered()).toBe(0)
  })
})
