import { describe, expect, test } from 'vitest'
import { meterKeys } from '../../db/schema/metering.ts'
import { manifests } from '../../src/areas/apps/manifests.ts'
import { board } from '../kit/imports.ts'
import { impersonating } from '../kit/impersonation.ts'
import { workspace } from '../kit/makers.ts'
import { addMeeting, atMeeting } from '../kit/meetings.ts'
import { bearer } from '../kit/oauth.ts'
import { codedRefusal, forbidden, invalid } from '../kit/refusals.ts'
import { ask, inRoom, report } from '../kit/rooms.ts'
import { accessLog, addCredential, revealing } from '../kit/vault.ts'
import { keyOf } from '../mcp/rpc.ts'

describe('usage', () => {
  test('of a meter that is none is refused, which names those that are', async () => {
    const ws = await workspace()
    const get = async (what: string) =>
      codedRefusal(await ws.owner.call('GET', `${ws.base}/metering/${what}`))
    const why = invalid(
      `query.meter: Invalid option: expected one of ${meterKeys.map((key) => `"${key}"`).join('|')}`,
    )
    expect(await get('usage?meter=coffee&window=day')).toEqual(why)
    expect(await get('events?meter=coffee')).toEqual(why)
  })
})

describe('a meeting', () => {
  test('elsewhere has an address that is not too long', async () => {
    const ws = await workspace()
    const body = await addMeeting(ws, { provider: 'external', external_url: 'https://meet.example/room' })
    const long = { external_url: `https://meet.example/${'a'.repeat(500)}` }
    expect(codedRefusal(await ws.owner.call('PATCH', atMeeting(ws, body.id), long))).toEqual(
      invalid('body.external_url: at most 500 characters'),
    )
  })

  test('is not joined in the name of somebody', async () => {
    const ws = await workspace()
    const { id } = await inRoom(ws)
    const { operator, cookie } = await impersonating(ws.owner)
    const headers = { cookie: `${operator.headers.cookie}; ${cookie}` }
    const join = await ask({ ...operator, headers }, 'POST', `${atMeeting(ws, id)}/join`)
    expect(codedRefusal(join)).toEqual(
      forbidden('impersonation only reads; end it at /api/v1/auth/impersonation/exit'),
    )
  })

  test('takes no report of its provider that is larger than 256 KiB, however it is signed', async () => {
    const reply = await report({ event: 'room_started', id: 'x', filler: 'x'.repeat(256 * 1024) })
    expect([reply.status, (await reply.json()).error.message]).toEqual([413, 'body: larger than 256 KiB'])
  })
})

test('viewers are chosen once each, and at most a thousand', async () => {
  const ws = await workspace()
  const choose = async (user_ids: string[]) =>
    codedRefusal(await ws.owner.call('PUT', `${ws.base}/billing/viewers`, { user_ids }))
  expect(await choose([ws.owner.id, ws.owner.id])).toEqual(invalid('body.user_ids: names a member twice'))
  const many = Array.from({ length: 1001 }, () => crypto.randomUUID())
  expect(await choose(many)).toEqual(invalid('body.user_ids: at most 1000 members'))
})

test('a secret is not revealed to an app, which the log has', async () => {
  const ws = await workspace()
  const { id } = await addCredential(ws, { min_role: 'member' })
  const { key, requested_scopes } = manifests.find((one) => one.key === 'automation-connector')!
  const { token, installation } = await ws.owner.ok('POST', `${ws.base}/apps/${key}/install`, {
    accept_scopes: requested_scopes,
  })
  const app = bearer(token, { id: installation.user_id, email: '' })
  expect(codedRefusal(await revealing(ws, id, app))).toEqual(
    forbidden('the app was not granted vault-secrets:write'),
  )
  expect(codedRefusal(await app.call('GET', `${ws.base}/vault/credentials`))).toEqual(
    forbidden('the app was not granted vault:read'),
  )
  const [denied] = await accessLog(ws, id)
  expect([denied!.action, denied!.auth_kind, denied!.actor.user_id]).toEqual([
    'reveal_denied',
    'api_key',
    installation.user_id,
  ])
})

test('a key of one project imports nothing', async () => {
  const at = await board()
  const { token } = await keyOf(at.ws, { project_id: at.home.id })
  const draft = { source: 'csv', project_id: at.home.id, filename: 'a.csv', content: 'Title\nA\n' }
  const reply = await bearer(token, at.ws.owner).call('POST', at.at, draft)
  expect(codedRefusal(reply)).toEqual([404, 'not_found', 'this key reaches one project only'])
})
