import { describe, expect, test } from 'vitest'
import { asOwner, call, type Caller, type Json, person } from '../kit/client.ts'
import { mailTo, tokenIn } from '../kit/mail.ts'
import { actions, join, project, workspace, type Workspace } from '../kit/makers.ts'
import { makeToken } from '../../src/base/tokens.ts'

const path = '/api/v1/invitations'
const unknownId = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'
const tokenOf = ({ accept_url }: { accept_url: string }) => accept_url.split('/').at(-1)!
const age = (id: string) =>
  asOwner(`update organization_invitations set expires_at = now() - interval '1 minute' where id = $1`, [id])

const invite = async (ws: Workspace, who: Caller, more: object = {}) => {
  const created = await ws.owner.ok('POST', `${ws.base}/invitations`, {
    email: who.email,
    role: 'member',
    ...more,
  })
  return { id: created.id as string, token: tokenOf(created), at: `${path}/${tokenOf(created)}` }
}

describe('inviting', () => {
  test('returns the URL to accept at, normalizes the e-mail address, and stores only a hash', async () => {
    const ws = await workspace()
    const { email } = await person()
    const reply = await ws.owner.call('POST', `${ws.base}/invitations`, {
      email: `  ${email.toUpperCase()} `,
      role: 'member',
      message: 'Hi',
    })
    expect([reply.status, reply.roundTrips]).toEqual([201, 1])
    expect(reply.body).toMatchObject({
      email,
      role: 'member',
      project_ids: [],
      message: 'Hi',
      status: 'pending',
      send_count: 0,
      mail_status: 'waiting',
      responded_at: null,
      invited_by: { user_id: ws.owner.id, name: 'Ada Lovelace' },
    })
    expect(reply.body.accept_url).toMatch(/^https:\/\/service\.test\/invitations\/svc_inv_[0-9A-Za-z]{37}$/)
    expect(Math.round((Date.parse(reply.body.expires_at) - Date.now()) / 864e5)).toBe(7)
    const list = await ws.owner.ok('GET', `${ws.base}/invitations`)
    expect([list.total, list.items[0].id]).toEqual([1, reply.body.id])
    expect(JSON.stringify(list)).not.toContain('svc_inv_')
    const dump = JSON.stringify(await asOwner('select * from audit_log where org_id = $1', [ws.org.id]))
    expect([dump.includes('svc_inv_'), dump.includes('token_hash')]).toEqual([false, true])
    expect(await actions(ws)).toContain('invitation.created')
  })

  test('a repeated Idempotency-Key returns the invitation without its token', async () => {
    const ws = await workspace()
    const body = { email: 'grace@example.com', role: 'member' }
    const first = await ws.owner.call('POST', `${ws.base}/invitations`, body, { 'idempotency-key': 'k' })
    const second = await ws.owner.call('POST', `${ws.base}/invitations`, body, { 'idempotency-key': 'k' })
    expect([second.status, second.body]).toEqual([201, { ...first.body, accept_url: null }])
    expect(JSON.stringify(await asOwner('select * from idempotency_keys'))).not.toContain('svc_inv_')
  })

  test('allows up to one’s own rank, for admins and the owner only', async () => {
    const ws = await workspace()
    const [admin, manager] = await Promise.all([join(ws, 'admin'), join(ws, 'manager')])
    const send = (who: Caller, role: string) =>
      who.call('POST', `${ws.base}/invitations`, { email: `${role}-${who.id}@example.com`, role })
    expect((await send(admin, 'owner')).status).toBe(403)
    expect((await send(admin, 'admin')).status).toBe(201)
    expect((await send(ws.owner, 'owner')).status).toBe(201)
    expect((await send(manager, 'viewer')).status).toBe(403)
    expect((await send(admin, 'king')).status).toBe(422)
    expect((await manager.call('GET', `${ws.base}/invitations`)).status).toBe(403)
  })

  test('rejects a bad address, unknown projects, members and a second open invitation', async () => {
    const [ws, other] = await Promise.all([workspace(), workspace()])
    const foreign = await project(other)
    const send = (body: object) =>
      ws.owner.call('POST', `${ws.base}/invitations`, { role: 'member', ...body })
    const bad = await send({ email: 'nonsense', message: 'x'.repeat(501) })
    expect([bad.status, bad.body.error.message]).toEqual([
      422,
      'body.email: must be an e-mail address; body.message: at most 500 characters',
    ])
    for (const id of [unknownId, foreign.id]) {
      const reply = await send({ email: 'a@example.com', project_ids: [id] })
      expect([reply.status, reply.body.error.message]).toEqual([422, 'body.project_ids[0]: not found'])
    }
    const bob = await join(ws)
    expect((await send({ email: bob.email.toUpperCase() })).status).toBe(409)
    expect((await send({ email: 'grace@example.com' })).status).toBe(201)
    const second = await send({ email: 'Grace@example.com' })
    expect([second.status, second.body.error.message]).toEqual([
      409,
      'this address has an open invitation; send it again',
    ])
  })

  test('an expired invitation is listed as expired and does not block another', async () => {
    const ws = await workspace()
    const grace = await person()
    const { id, at } = await invite(ws, grace)
    await age(id)
    const listed = async (query: string) => (await ws.owner.ok('GET', `${ws.base}/invitations${query}`)).items
    expect((await listed('?status=expired'))[0]).toMatchObject({ id, status: 'expired' })
    expect(await listed('?status=pending')).toEqual([])
    expect((await call('GET', at)).body.status).toBe('expired')
    expect((await grace.call('POST', `${at}/accept`)).status).toBe(404)
    const reinvited = await invite(ws, grace)
    expect((await listed('')).map((each: { id: string; status: string }) => [each.id, each.status])).toEqual([
      [reinvited.id, 'pending'],
      [id, 'expired'],
    ])
  })

  test('resending creates a new token, invalidates the old one, and counts', async () => {
    const ws = await workspace()
    const grace = await person()
    const { id, at } = await invite(ws, grace)
    await age(id)
    const sent = await ws.owner.call('POST', `${ws.base}/invitations/${id}/resend`)
    expect([sent.status, sent.roundTrips, sent.body]).toMatchObject([
      200,
      1,
      { id, status: 'pending', send_count: 1, mail_status: 'waiting' },
    ])
    const { items } = await ws.owner.ok('GET', `${ws.base}/invitations`)
    expect(items).toMatchObject([{ id, send_count: 2, mail_status: 'sent' }])
    expect((await call('GET', at)).status).toBe(404)
    expect((await grace.call('POST', `${at}/accept`)).status).toBe(404)
    expect((await grace.call('POST', `${path}/${tokenOf(sent.body)}/accept`)).status).toBe(200)
    expect((await ws.owner.call('POST', `${ws.base}/invitations/${id}/resend`)).status).toBe(409)
    expect(await actions(ws)).toContain('invitation.resent')
  })

  test('an admin cannot resend an owner invitation', async () => {
    const ws = await workspace()
    const admin = await join(ws, 'admin')
    const { id } = await invite(ws, await person(), { role: 'owner' })
    expect((await admin.call('POST', `${ws.base}/invitations/${id}/resend`)).status).toBe(403)
  })

  test('revoking is idempotent, invalidates the token, and fails for an accepted one', async () => {
    const [ws, other] = await Promise.all([workspace(), workspace()])
    const grace = await person()
    const { id, at } = await invite(ws, grace)
    const url = `${ws.base}/invitations/${id}`
    expect((await other.owner.call('DELETE', `${other.base}/invitations/${id}`)).status).toBe(404)
    expect((await ws.owner.call('DELETE', url)).status).toBe(204)
    expect((await ws.owner.call('DELETE', url)).status).toBe(204)
    expect((await call('GET', at)).body.status).toBe('revoked')
    expect((await grace.call('POST', `${at}/accept`)).status).toBe(404)
    expect((await call('POST', `${at}/decline`)).status).toBe(404)
    expect((await ws.owner.call('POST', `${url}/resend`)).status).toBe(409)
    const next = await invite(ws, grace)
    await grace.ok('POST', `${next.at}/accept`)
    expect((await ws.owner.call('DELETE', `${ws.base}/invitations/${next.id}`)).status).toBe(409)
    expect((await ws.owner.call('DELETE', `${ws.base}/invitations/${unknownId}`)).status).toBe(404)
  })
})

describe('an invitation for its recipient', () => {
  test('shows organization, inviter, role and a masked address to whoever has the token', async () => {
    const ws = await workspace()
    const grace = await person()
    const { at } = await invite(ws, grace, { role: 'viewer' })
    const shown = await call('GET', at)
    expect([shown.status, shown.roundTrips]).toEqual([200, 1])
    expect(shown.body).toEqual({
      organization_name: 'Ada & Co',
      inviter_name: 'Ada Lovelace',
      role: 'viewer',
      email: `${grace.email[0]}***@example.com`,
      expires_at: expect.any(String),
      status: 'pending',
    })
  })

  test('a wrong token is not found, without a round trip if its checksum fails, with one and the same body', async () => {
    const eve = await person()
    const bodies = new Set<string>()
    for (const token of [
      'x',
      'svc_inv_short',
      makeToken('svc_live_', 'a'),
      `${makeToken('svc_inv_', 'a').slice(0, -1)}_`,
      'x'.repeat(300),
    ]) {
      const open = [await call('GET', `${path}/${token}`), await call('POST', `${path}/${token}/decline`)]
      expect(open.map(({ status, roundTrips }) => [status, roundTrips])).toEqual([
        [404, 0],
        [404, 0],
      ])
      expect((await eve.call('POST', `${path}/${token}/accept`)).status).toBe(404)
      expect((await call('POST', `${path}/${token}/accept`)).status).toBe(401)
      for (const { body } of open) bodies.add(body.error.message)
    }
    const unknown = `${path}/${makeToken('svc_inv_', 'a')}`
    for (const reply of [
      await call('GET', unknown),
      await call('POST', `${unknown}/decline`),
      await eve.call('POST', `${unknown}/accept`),
    ]) {
      expect([reply.status, reply.roundTrips]).toEqual([404, 1])
      bodies.add(reply.body.error.message)
    }
    expect([...bodies]).toEqual(['invitation not found'])
  })

  test('accepting adds a member with the role and access to the projects', async () => {
    const ws = await workspace()
    const secret = await project(ws, { visibility: 'private' })
    const grace = await person()
    const { at, id } = await invite(ws, grace, { role: 'manager', project_ids: [secret.id, secret.id] })
    const reply = await grace.call('POST', `${at}/accept`)
    expect([reply.status, reply.roundTrips]).toEqual([200, 1])
    expect(reply.body).toMatchObject({
      user_id: grace.id,
      role: 'manager',
      status: 'active',
      email: grace.email,
    })
    expect((await grace.ok('GET', ws.base)).counters.projects).toBe(1)
    expect((await grace.call('POST', `${at}/accept`)).status).toBe(404)
    const { items } = await ws.owner.ok('GET', `${ws.base}/invitations`)
    expect(items).toMatchObject([{ id, status: 'accepted' }])
    const trail = await asOwner(
      `select org_id, actor_user_id, entity_type from audit_log
      where action = 'invitation.accepted' and org_id = $1 order by entity_type`,
      [ws.org.id],
    )
    const entities = ['organization_invitations', 'organization_members', 'project_members']
    expect(trail).toEqual(
      entities.map((entity_type) => ({ org_id: ws.org.id, actor_user_id: grace.id, entity_type })),
    )
  })

  test('another address, a key or a deleted organization cannot accept', async () => {
    const ws = await workspace()
    const [grace, eve] = await Promise.all([person(), workspace()])
    const { at } = await invite(ws, grace)
    expect((await eve.owner.call('POST', `${at}/accept`)).status).toBe(404)
    const { token } = await eve.owner.ok('POST', `${eve.base}/api-keys`, { name: 'CI' })
    expect(
      (await call('POST', `${at}/accept`, { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(403)
    expect((await call('GET', path, { headers: { authorization: `Bearer ${token}` } })).status).toBe(403)
    await ws.owner.ok('DELETE', ws.base, { confirm_slug: ws.org.slug })
    expect((await grace.call('POST', `${at}/accept`)).status).toBe(404)
    expect((await call('GET', at)).status).toBe(404)
  })

  test('the address is compared case-insensitively', async () => {
    const ws = await workspace()
    const grace = await person()
    await asOwner('update users set email = upper(email) where id = $1', [grace.id])
    const { at } = await invite(ws, grace)
    expect((await grace.call('POST', `${at}/accept`)).status).toBe(200)
  })

  test('a member cannot accept; a deactivated one comes back with the new role', async () => {
    const ws = await workspace()
    const grace = await person()
    const { at, id } = await invite(ws, grace, { role: 'manager' })
    await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, 'viewer')`, [
      ws.org.id,
      grace.id,
    ])
    expect((await grace.call('POST', `${at}/accept`)).status).toBe(409)
    expect((await ws.owner.call('POST', `${ws.base}/invitations/${id}/resend`)).status).toBe(409)
    await ws.owner.ok('PATCH', `${ws.base}/members/${grace.id}`, { status: 'deactivated' })
    expect((await grace.call('POST', `${at}/accept`)).body).toMatchObject({
      role: 'manager',
      status: 'active',
    })
  })

  test('an invitation ends when its sender loses the rank, unless somebody else resends it', async () => {
    const ws = await workspace()
    const ends: [string, (admin: Caller) => Promise<unknown>][] = [
      ['removed', (admin) => ws.owner.ok('DELETE', `${ws.base}/members/${admin.id}`)],
      ['demoted', (admin) => ws.owner.ok('PATCH', `${ws.base}/members/${admin.id}`, { role: 'manager' })],
      ['off', (admin) => ws.owner.ok('PATCH', `${ws.base}/members/${admin.id}`, { status: 'deactivated' })],
    ]
    for (const [how, end] of ends) {
      const [admin, grace, ada] = [await join(ws, 'admin'), await person(), await person()]
      const sent = { ...ws, owner: admin }
      const { at, id } = await invite(sent, grace, { role: 'admin' })
      const reinvited = await invite(sent, ada, { role: 'member' })
      const { accept_url } = await ws.owner.ok('POST', `${ws.base}/invitations/${reinvited.id}/resend`)
      await end(admin)
      expect([how, (await grace.call('POST', `${at}/accept`)).status]).toEqual([how, 404])
      const { items } = await ws.owner.ok('GET', `${ws.base}/invitations?limit=200`)
      expect(items.find((one: Json) => one.id === id).status).toBe('revoked')
      const path = `/api/v1/invitations/${String(accept_url).split('/').at(-1)}/accept`
      expect([how, (await ada.call('POST', path)).status]).toEqual([how, 200])
    }
  })

  test('fifty concurrent accepts have one winner', { tags: 'race' }, async () => {
    const ws = await workspace()
    const grace = await person()
    const { at } = await invite(ws, grace)
    const replies = await Promise.all(Array.from({ length: 50 }, () => grace.call('POST', `${at}/accept`)))
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.every((status) => [200, 404, 409].includes(status))).toBe(true)
    expect((await ws.owner.ok('GET', `${ws.base}/members`)).total).toBe(2)
  })

  test('declining requires no account, is audited, and ends the invitation', async () => {
    const ws = await workspace()
    const grace = await person()
    const { at, id } = await invite(ws, grace)
    const reply = await call('POST', `${at}/decline`)
    expect([reply.status, reply.roundTrips]).toEqual([204, 1])
    expect((await call('POST', `${at}/decline`)).status).toBe(204)
    expect((await grace.call('POST', `${at}/accept`)).status).toBe(404)
    const [trace] = await asOwner(
      `select * from audit_log where action = 'invitation.declined' and entity_id = $1`,
      [id],
    )
    expect(trace).toMatchObject({
      org_id: ws.org.id,
      actor_type: 'user',
      actor_user_id: null,
      actor_label: grace.email,
      request_id: reply.headers.get('x-request-id'),
    })
  })

  test('my invitations are those to my verified address', async () => {
    const [first, second, third] = await Promise.all([workspace(), workspace('Second'), workspace()])
    const grace = await person()
    await invite(first, grace)
    await invite(second, grace, { message: 'Come' })
    await invite(third, await person())
    expect((await grace.ok('GET', path)).total).toBe(0)
    await grace.ok('POST', `${path}/${tokenIn(mailTo(grace.email)[0]!)}/accept`)
    const list = await grace.call('GET', path)
    expect([list.roundTrips, list.body]).toMatchObject([1, { total: 1, limit: 50, offset: 0 }])
    expect(list.body.items[0]).toMatchObject({
      organization: { id: second.org.id, name: 'Second' },
      message: 'Come',
      inviter_name: 'Ada Lovelace',
      role: 'member',
    })
    expect(list.text).not.toContain('svc_inv_')
  })
})
