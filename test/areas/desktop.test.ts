import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asOwner } from '../kit/client.ts'
import { join, workspace } from '../kit/makers.ts'

async function desk() {
  const ws = await workspace()
  const ada = await join(ws, 'viewer', 'Ada')
  const path = `${ws.base}/desktop-state`
  return {
    ws,
    ada,
    path,
    put: (key: string, value: unknown, more: object = {}) =>
      ada.call('PUT', `${path}/${key}`, { value, ...more }),
    patch: (key: string, body: unknown, version?: number) =>
      ada.call('PATCH', `${path}/${key}`, body, version ? { 'if-match': `"v${version}"` } : {}),
    get: (key: string, headers: Record<string, string> = {}) =>
      ada.call('GET', `${path}/${key}`, undefined, headers),
  }
}
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])

describe('a value of the desktop', () => {
  test('is any JSON, created with 201 and replaced with 200', async () => {
    const { put, get } = await desk()
    const values = [{ a: [1, 'x', null] }, [], 'text', 5.5, false, null, { a: [1, 'x', null] }]
    for (const [n, value] of values.entries()) {
      const reply = await put('windows', value)
      expect([reply.status, reply.body.value, reply.body.version]).toEqual([n ? 200 : 201, value, n + 1])
      expect(reply.headers.get('etag')).toBe(`"v${n + 1}"`)
    }
    expect((await get('windows')).headers.get('etag')).toBe(`"v${values.length}"`)
  })

  test('is not sent again to clients that have it', async () => {
    const { put, get } = await desk()
    await put('windows', { a: 1 })
    const known = { 'if-none-match': '"v1"' }
    const same = await get('windows', known)
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', '"v1"'])
    await put('windows', { a: 2 })
    expect([(await get('windows', known)).status, (await get('windows', known)).body.value]).toEqual([
      200,
      { a: 2 },
    ])
  })

  test('is unchanged when the same is written again', async () => {
    const { put } = await desk()
    expect([(await put('a', 1)).status, (await put('a', 1)).status]).toEqual([201, 200])
  })

  test('is rejected over 64 kB, deeper than 20 levels, and without a value', async () => {
    const { put, patch, ada, path } = await desk()
    expect((await put('a', 'x'.repeat(65_534))).status).toBe(201)
    expect((await put('a', 'x'.repeat(65_535))).body.error.message).toBe('body.value: at most 64 kB')
    expect((await put('a', '€'.repeat(22_000))).status).toBe(422)
    const commas = Array.from({ length: 32_767 }, () => 1)
    expect((await put('a', commas)).status).toBe(200)
    expect((await put('b', nested(20))).status).toBe(201)
    expect((await put('b', nested(21))).body.error.message).toBe('body.value: at most 20 levels')
    expect((await ada.call('PUT', `${path}/b`, {})).body.error.message).toBe('body.value: required')
    await put('c', { a: 'x'.repeat(40_000) })
    expect((await patch('c', { b: 'x'.repeat(40_000) })).body.error.message).toBe('body: at most 64 kB')
  })

  test('has a key of lower-case letters, digits, dots, dashes and underscores', async () => {
    const { put } = await desk()
    for (const good of ['a', '0', 'a.b-c_d', 'x'.repeat(64)]) expect((await put(good, 1)).status).toBe(201)
    for (const bad of ['A', '-a', '.a', 'a%20b', 'ä', 'x'.repeat(65)])
      expect((await put(bad, 1)).body.error?.message).toContain('path.key: must be 1 to 64')
  })

  test('that is missing is 404 to read and to patch, and deleting it succeeds', async () => {
    const { get, patch, ada, path } = await desk()
    expect([(await get('none')).status, (await patch('none', { a: 1 })).status]).toEqual([404, 404])
    for (let n = 0; n < 2; n++) expect((await ada.call('DELETE', `${path}/none`)).status).toBe(204)
  })
})

describe('two tabs', () => {
  test('the last write wins, unless it has an outdated version', async () => {
    const { put, patch, ada, path } = await desk()
    const { version } = (await put('a', 1)).body
    expect((await put('a', 2)).status).toBe(200)
    expect((await put('a', 3, { version })).status).toBe(409)
    expect((await ada.call('PUT', `${path}/a`, { value: 3 }, { 'if-match': `"v${version}"` })).status).toBe(
      409,
    )
    expect((await put('a', { x: 1 }, { version: version + 1 })).status).toBe(200)
    expect((await patch('a', { y: 1 }, version)).status).toBe(409)
    expect((await patch('a', { y: 1 }, version + 2)).body.value).toEqual({ x: 1, y: 1 })
    expect((await put('gone', 1, { version: 4 })).status).toBe(409)
  })

  test('that write with the same version concurrently: one wins', { tags: 'race' }, async () => {
    const { put } = await desk()
    const { version } = (await put('a', 0)).body
    const replies = await Promise.all(Array.from({ length: 50 }, (_, n) => put('a', n, { version })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(49)
  })

  test('that patch different members concurrently lose none', { tags: 'race' }, async () => {
    const { put, patch, get } = await desk()
    await put('a', {})
    await Promise.all(Array.from({ length: 50 }, (_, n) => patch('a', { [`k${n}`]: n })))
    expect(Object.keys((await get('a')).body.value)).toHaveLength(50)
  })
})

test('a person has at most 100 keys and 512 kB, also concurrently', { tags: 'race' }, async () => {
  const { put, ada, ws, path } = await desk()
  const few = await Promise.all(Array.from({ length: 110 }, (_, n) => put(`k${n}`, n)))
  expect(few.filter(({ status }) => status === 201)).toHaveLength(100)
  expect(few.find(({ status }) => status !== 201)!.body.error.message).toBe('path.key: at most 100 keys')
  expect((await put((await ada.ok('GET', path)).items[0].key, 'again')).status).toBe(200)
  const other = await join(ws, 'member')
  const big = await Promise.all(
    Array.from({ length: 12 }, (_, n) => other.call('PUT', `${path}/k${n}`, { value: 'x'.repeat(60_000) })),
  )
  expect(big.filter(({ status }) => status === 201)).toHaveLength(8)
  expect(big.find(({ status }) => status !== 201)!.body.error.message).toBe(
    'body.value: at most 512 kB in all keys',
  )
})

test('the list has keys with their size, by prefix, and values on request', async () => {
  const { put, ada, path } = await desk()
  await put('view.board', { a: [1, 2], b: 'c: d, "e"' })
  await put('windows', null)
  const [board, windows] = (await ada.ok('GET', path)).items
  expect([board.key, board.size, 'value' in board, windows.key]).toEqual([
    'view.board',
    JSON.stringify({ a: [1, 2], b: 'c: d, "e"' }).length,
    false,
    'windows',
  ])
  const shown = await ada.ok('GET', `${path}?prefix=view.&values=true`)
  expect([shown.total, shown.items[0].value]).toEqual([1, { a: [1, 2], b: 'c: d, "e"' }])
})

/** RFC 7396, following its pseudocode. */
function merged(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const full = typeof target === 'object' && target !== null && !Array.isArray(target) ? { ...target } : {}
  const created = new Map<string, unknown>(Object.entries(full))
  for (const [name, value] of Object.entries(patch))
    if (value === null) created.delete(name)
    else created.set(name, merged(created.get(name), value))
  return Object.fromEntries(created)
}

test(
  'a patch merges like RFC 7396, and sizes are those of the JSON that clients send',
  { timeout: 60_000 },
  async () => {
    const keys = fc.constantFrom('a', 'b', 'c')
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ maxDepth: 4 }, fc.constantFrom(null, 1, 'x', [], [null]), tie('object')),
      object: fc.dictionary(keys, tie('value'), { maxKeys: 3 }),
    }))
    await fc.assert(
      fc.asyncProperty(value, value, fc.jsonValue({ maxDepth: 3 }), async (target, patch, any) => {
        const text = JSON.stringify(any)
        const [row] = await asOwner(
          'select app.merge_patch($1::jsonb, $2::jsonb) as made, app.json_bytes($3::jsonb) as size',
          [JSON.stringify(target), JSON.stringify(patch), text],
        )
        expect(row.made).toEqual(merged(target, patch))
        if (!/\\u|\d[eE.]/.test(text)) expect(row.size).toBe(new TextEncoder().encode(text).length)
      }),
      { numRuns: 100, seed: 4711 },
    )
  },
)
