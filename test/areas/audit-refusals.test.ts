import { describe, expect, test } from 'vitest'
import { createHash } from 'node:crypto'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, call, type Json, password, uniqueAddress } from '../kit/client.ts'
import { join, workspace } from '../kit/makers.ts'

const refusals = (org: string): Promise<Json[]> =>
  asOwner(`select * from audit_log where org_id = $1 and action = 'access.refused' order by id`, [org])

describe('access denied to admin functions', () => {
  test('is audited with the operation and the request, once a minute', async () => {
    const ws = await workspace()
    const member = await join(ws)
    const path = `${ws.base}/invitations`
    const draft = { email: 'x@example.com', role: 'member' }
    const first = await member.call('POST', path, draft)
    expect(first.status).toBe(403)
    await expect.poll(async () => (await refusals(ws.org.id)).length).toBe(1)
    await Promise.all(Array.from({ length: 20 }, () => member.call('POST', path, draft)))
    await member.call('GET', path)
    await expect.poll(async () => (await refusals(ws.org.id)).length).toBe(2)
    const [entry, other] = await refusals(ws.org.id)
    expect(entry).toMatchObject({
      actor_user_id: member.id,
      actor_type: 'user',
      entity_type: 'operations',
      entity_id: 'createInvitation',
      request_id: first.headers.get('x-request-id'),
      changes: {},
    })
    expect(other.entity_id).toBe('listInvitations')
  })

  test('twenty times concurrently leaves one entry', async () => {
    const ws = await workspace()
    const member = await join(ws)
    await Promise.all(Array.from({ length: 20 }, () => member.call('GET', `${ws.base}/audit-log`)))
    await member.call('GET', `${ws.base}/invitations`)
    await expect.poll(async () => (await refusals(ws.org.id)).length).toBe(2)
  })

  test('is not audited where everybody has access, nor for strangers', async () => {
    const ws = await workspace()
    const [viewer, stranger] = [await join(ws, 'viewer'), (await workspace()).owner]
    expect((await viewer.call('POST', `${ws.base}/tags`, { name: 'x' })).status).toBe(403)
    expect((await stranger.call('GET', `${ws.base}/audit-log`)).status).toBe(404)
    await viewer.call('GET', `${ws.base}/audit-log`)
    await expect.poll(async () => (await refusals(ws.org.id)).length).toBe(1)
    expect((await refusals(ws.org.id)).map(({ actor_user_id }) => actor_user_id)).toEqual([viewer.id])
  })
})

describe('a failed login', () => {
  const attempt = (email: string) =>
    call('POST', '/api/v1/auth/login', {
      body: { email, password: 'not the right one' },
      headers: { 'cf-connecting-ip': `2001:db8::${email.slice(9, 13)}` },
    })
  const entryOf = (email: string): Promise<Json[]> =>
    asOwner(`select * from audit_log where action = 'login.failed' and entity_id = $1`, [
      createHash('sha256').update(email).digest('hex'),
    ])

  test('is in the platform’s audit log, with the person if there is one, and never with the address as typed', async () => {
    const known = `${uuidv7()}@example.com`
    const { body: person } = await call('POST', '/api/v1/auth/register', {
      body: { email: known, password, name: 'Ada' },
      headers: uniqueAddress(),
    })
    const unknown = `${uuidv7()}@example.com`
    for (const email of [known, unknown]) expect((await attempt(email)).status).toBe(401)
    const [[ofKnown], [ofUnknown]] = [await entryOf(known), await entryOf(unknown)]
    expect(ofKnown).toMatchObject({
      org_id: null,
      actor_user_id: person.id,
      actor_label: null,
      entity_type: 'logins',
    })
    expect(ofUnknown).toMatchObject({ org_id: null, actor_user_id: null, actor_label: null })
    expect(ofKnown.changes).toEqual({ failures: { to: 1 } })
    expect(ofKnown.request_id).toMatch(/./)
    for (const email of [known, unknown])
      expect(await asOwner(`select 1 from audit_log a where strpos(a::text, $1) > 0`, [email])).toEqual([])
  })

  test('does the same work for an unknown address as for a known one', async () => {
    const known = `${uuidv7()}@example.com`
    await call('POST', '/api/v1/auth/register', {
      body: { email: known, password, name: 'Ada' },
      headers: uniqueAddress(),
    })
    const trips = [await attempt(known), await attempt(`${uuidv7()}@example.com`)].map(
      (reply) => reply.roundTrips,
    )
    expect(trips[0]).toBe(trips[1])
  })
})
