import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inspectFile } from '../../src/shared/files/content.ts'
import { call, uniqueAddress } from '../kit/client.ts'
import { encoded } from '../kit/oauth.ts'
import { hostile } from './shapes.ts'

/** The endpoints outside the operations accept anonymous bodies: none may cause a 5xx. */
const numRuns = Number(process.env.FUZZ_RUNS ?? 60)
const seed = process.env.FUZZ_SEED === 'random' ? Date.now() % 2 ** 31 : Number(process.env.FUZZ_SEED ?? 4711)

const json: [path: string, fields: string[]][] = [
  ['/api/v1/auth/register', ['email', 'password', 'name']],
  ['/api/v1/auth/login', ['email', 'password']],
  ['/api/v1/auth/refresh', ['refresh_token']],
  ['/api/v1/auth/logout', ['all']],
  ['/api/v1/oauth/register', ['redirect_uris', 'client_name', 'scope', 'grant_types', 'client_uri']],
  ['/mcp', ['jsonrpc', 'id', 'method', 'params']],
]
const forms: [path: string, fields: string[]][] = [
  [
    '/api/v1/oauth/token',
    ['grant_type', 'code', 'client_id', 'code_verifier', 'refresh_token', 'redirect_uri'],
  ],
  ['/api/v1/oauth/revoke', ['token', 'client_id', 'token_type_hint']],
  ['/login', ['email', 'password', 'next']],
  ['/signup', ['name', 'email', 'password']],
]
const draftOf = (fields: string[]) =>
  fc.record(Object.fromEntries(fields.map((field) => [field, hostile])), { requiredKeys: [] })

test.each(json)('%s survives any JSON', { timeout: 300_000 }, async (path, fields) => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(draftOf(fields), hostile), async (body) => {
      const reply = await call('POST', path, { body, headers: uniqueAddress() })
      expect([reply.status, reply.status < 500]).toEqual([reply.status, true])
    }),
    { numRuns, seed },
  )
})

test.each(forms)('%s survives any form', { timeout: 300_000 }, async (path, fields) => {
  await fc.assert(
    fc.asyncProperty(draftOf(fields), async (overrides) => {
      const raw = encoded(
        Object.fromEntries(Object.entries(overrides).map(([key, value]) => [key, String(value)])),
      )
      const headers = { ...uniqueAddress(), 'content-type': 'application/x-www-form-urlencoded' }
      const reply = await call('POST', path, { raw, headers })
      expect([reply.status, reply.status < 500]).toEqual([reply.status, true])
    }),
    { numRuns, seed },
  )
})

test('/api/v1/oauth/authorize survives any query', { timeout: 300_000 }, async () => {
  const fields = [
    'client_id',
    'redirect_uri',
    'scope',
    'state',
    'code_challenge',
    'resource',
    'response_type',
  ]
  await fc.assert(
    fc.asyncProperty(draftOf(fields), async (overrides) => {
      const query = encoded(
        Object.fromEntries(
          Object.entries(overrides).map(([key, value]) => [key, String(value).slice(0, 3000)]),
        ),
      )
      const reply = await call('GET', `/api/v1/oauth/authorize?${query}`, { headers: uniqueAddress() })
      expect([reply.status, reply.status < 500]).toEqual([reply.status, true])
    }),
    { numRuns, seed },
  )
})

test('/files survives any link, and finds no file by it', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('GET', 'PUT'), hostile, async (method, value) => {
      const link = encodeURIComponent(String(value).toWellFormed().slice(0, 3000)) || 'x'
      const reply = await call(method, `/files/${link}`, method === 'PUT' ? { raw: 'x' } : {})
      expect([link, reply.status, reply.roundTrips]).toEqual([link, 404, 0])
    }),
    { numRuns, seed },
  )
})

/** The first bytes of allowed file types, so that random bytes get past the first check. */
const beginnings = [
  '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
  '\xff\xd8\xff',
  'GIF89a',
  'RIFF____WEBPVP8L',
  'RIFF____WEBPVP8 ',
  '%PDF-1',
]
test('any bytes get a verdict, and the same when they are streamed', { timeout: 300_000 }, () => {
  const bytes = fc.tuple(fc.constantFrom(...beginnings), fc.uint8Array({ maxLength: 3000, size: 'max' }))
  fc.assert(
    fc.property(bytes, fc.nat(3000), ([beginning, rest], cut) => {
      const full = new Uint8Array([...Buffer.from(beginning, 'latin1'), ...rest])
      const streamed = inspectFile(full.subarray(0, cut), false)
      expect(inspectFile(full, true)).toEqual(streamed === 'more' ? expect.any(Object) : streamed)
    }),
    { numRuns: numRuns * 50, seed },
  )
})
