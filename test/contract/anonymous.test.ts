import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { everything } from '../../scripts/contract/generate.ts'
import { makeToken } from '../../src/base/tokens.ts'
import { call, uniqueAddress } from '../kit/client.ts'
import { stopClock } from '../kit/clock.ts'

const { areas, groups } = await everything()
const operations = areas.flatMap((area) => area.operations)
const endpoints = groups.flatMap((group) => group.endpoints)

/** Endpoints without a limit: probes, constant documents, and files with signed links. */
const unlimited = [
  'index',
  'health',
  'ready',
  'version',
  'getOauthServerMetadata',
  'getOauthResourceMetadata',
  'getOauthMcpResourceMetadata',
  'getPublicKeys',
  'downloadFile',
  'uploadFile',
  'uploadImport',
]
const publicPerMinute = 60

type Limited = { id: string; at: string; most: number }
const limited: Limited[] = [
  ...endpoints.flatMap(({ id, at, perMinute }) => (perMinute ? [{ id, at, most: perMinute }] : [])),
  ...operations
    .filter(({ role }) => role === 'public')
    .map(({ id, method, path, perMinute: limit = publicPerMinute }) => ({
      id,
      at: `${method} ${path}`,
      most: limit,
    })),
]
const withTokens = (at: string) =>
  at
    .replace('{token}.ics', `${makeToken('svc_cal_', 'a')}.ics`)
    .replace('inbound-mail/{token}', `inbound-mail/${makeToken('svc_inb_', 'a')}`)
    .replace('kiosks/{token}', `kiosks/${makeToken('svc_ksk_', 'a')}`)
    .replace('{token}', makeToken('svc_inv_', 'a'))

test('everything that needs no credential is limited by address, except what costs nothing', () => {
  const open = endpoints.filter(({ auth, perMinute }) => auth !== 'credential' && !perMinute)
  expect(open.map(({ id }) => id)).toEqual(unlimited)
})

describe('by address', () => {
  beforeEach(() => {
    stopClock()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each(limited.map((route) => [route.id, route.most, route] as const))(
    '%s allows %i requests a minute, and rejects the next before it reads or writes anything',
    async (_, limit, { at }) => {
      const [address, otherAddress] = [uniqueAddress(), uniqueAddress()]
      const send = (headers: Record<string, string>) => {
        const [method, path] = withTokens(at).split(' ') as [string, string]
        return call(method, path, { headers })
      }
      for (let sent = 0; sent < limit; sent++) expect((await send(address)).status).not.toBe(429)
      const overLimit = await send(address)
      expect([overLimit.status, overLimit.roundTrips]).toEqual([429, 0])
      expect(Number(overLimit.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await send(otherAddress)).status).not.toBe(429)
    },
  )
})

test.each(
  operations
    .filter(({ role, write }) => role === 'public' && write)
    .map(({ id, method, path }) => [id, method, path] as const),
)('%s is rejected while impersonating', async (_, method, path) => {
  const headers = { cookie: `impersonation=${makeToken('svc_imp_', 'a')}` }
  const reply = await call(method, withTokens(path), { headers })
  expect([reply.status, reply.roundTrips]).toEqual([403, 0])
})
