import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { everything } from '../../scripts/contract/generate.ts'
import { makeToken } from '../../src/kit/tokens.ts'
import { call, somewhere } from '../kit/client.ts'
import { stopClock } from '../kit/clock.ts'

const { areas, groups } = await everything()
const operations = areas.flatMap((area) => area.operations)
const endpoints = groups.flatMap((group) => group.endpoints)

/** What anybody may ask for as often as they like: probes, constant documents, and files whose links are signed. */
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
]
const publicPerMinute = 60

type Open = { id: string; at: string; most: number }
const open: Open[] = [
  ...endpoints.flatMap(({ id, at, perMinute }) => (perMinute ? [{ id, at, most: perMinute }] : [])),
  ...operations
    .filter(({ role }) => role === 'public')
    .map(({ id, method, path, perMinute: most = publicPerMinute }) => ({
      id,
      at: `${method} ${path}`,
      most,
    })),
]
const filled = (at: string) =>
  at
    .replace('{token}.ics', `${makeToken('svc_cal_')}.ics`)
    .replace('inbound-mail/{token}', `inbound-mail/${makeToken('svc_inb_')}`)
    .replace('{token}', makeToken('svc_inv_'))

test('everything that needs no credential has a limit by address, but for what costs nothing', () => {
  expect(endpoints.filter(({ perMinute }) => !perMinute).map(({ id }) => id)).toEqual(unlimited)
})

describe('by address', () => {
  beforeEach(() => {
    stopClock()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each(open.map((one) => [one.id, one.most, one] as const))(
    '%s answers %i times a minute, and refuses the next before it reads or writes anything',
    async (_, most, { at }) => {
      const [here, there] = [somewhere(), somewhere()]
      const send = (headers: Record<string, string>) => {
        const [method, path] = filled(at).split(' ') as [string, string]
        return call(method, path, { headers })
      }
      for (let sent = 0; sent < most; sent++) expect((await send(here)).status).not.toBe(429)
      const over = await send(here)
      expect([over.status, over.trips]).toEqual([429, 0])
      expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await send(there)).status).not.toBe(429)
    },
  )
})

test.each(
  operations
    .filter(({ role, write }) => role === 'public' && write)
    .map(({ id, method, path }) => [id, method, path] as const),
)('%s is refused while impersonating', async (_, method, path) => {
  const headers = { cookie: `impersonation=${makeToken('svc_imp_')}` }
  const reply = await call(method, filled(path), { headers })
  expect([reply.status, reply.trips]).toEqual([403, 0])
})
