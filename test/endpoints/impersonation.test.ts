import { describe, expect, test } from 'vitest'
import { makeToken } from '../../src/base/tokens.ts'
import { attach, desk } from '../kit/attachments.ts'
import { asOwner, call } from '../kit/client.ts'
import { activate, cookieOf, impersonating, issued } from '../kit/impersonation.ts'
import { workspace } from '../kit/makers.ts'

const invalid = 'https://service.test/login?error=impersonation_invalid'

describe('activating an impersonation', () => {
  test('turns the token into an HttpOnly cookie of half an hour that is not the token', async () => {
    const { reply, token } = await impersonating((await workspace()).owner)
    expect([reply.status, reply.headers.get('location')]).toEqual([302, 'https://service.test/dashboard'])
    expect(cookieOf(reply)).toMatch(/Max-Age=1800; Path=\/; HttpOnly; Secure; SameSite=Lax/)
    expect(cookieOf(reply)).not.toContain(token)
    expect([reply.headers.get('cache-control'), reply.headers.get('referrer-policy')]).toEqual([
      'no-store',
      'no-referrer',
    ])
  })

  test('works once, even for fifty concurrent uses', { tags: 'race' }, async () => {
    const { token } = await issued((await workspace()).owner)
    const replies = await Promise.all(Array.from({ length: 50 }, () => activate(token)))
    expect(replies.filter((reply) => cookieOf(reply)).length).toBe(1)
    expect(replies.filter((reply) => reply.headers.get('location') === invalid).length).toBe(49)
  })

  test.each([
    ['an expired token', { token_expires_at: new Date(Date.now() - 1000) }],
    ['a revoked token', { status: 'revoked' }],
  ])('sends %s to the sign-in page without a cookie', async (_, changes) => {
    const { token } = await issued((await workspace()).owner, changes)
    const reply = await activate(token)
    expect([reply.status, reply.headers.get('location'), cookieOf(reply)]).toEqual([302, invalid, undefined])
  })

  test('redirects with a malformed, unknown or missing token too, a malformed one without a database round trip', async () => {
    for (const [token, trips] of [
      ['nonsense', 0],
      [makeToken('svc_imp_', 'a'), 1],
      [makeToken('svc_live_', 'a'), 0],
      ['', 0],
    ] as const) {
      const reply = await activate(token)
      expect([token, reply.status, reply.headers.get('location'), reply.roundTrips]).toEqual([
        token,
        302,
        invalid,
        trips,
      ])
    }
  })

  test('is rejected if the operator is no longer on the allowlist or the person is locked', async () => {
    const one = await issued((await workspace()).owner)
    await asOwner('update platform_admins set revoked_at = now() where user_id = $1', [one.operator.id])
    const { owner } = await workspace()
    const two = await issued(owner)
    await asOwner(`update users set status = 'locked' where id = $1`, [owner.id])
    for (const { token } of [one, two]) expect((await activate(token)).headers.get('location')).toBe(invalid)
  })
})

describe('while impersonating', () => {
  test('one reads what the person can read', async () => {
    const ws = await workspace()
    const { send } = await impersonating(ws.owner)
    expect((await send('GET', '/api/v1/auth/me')).body.id).toBe(ws.owner.id)
    expect((await send('GET', ws.base)).status).toBe(200)
  })

  test('every write is rejected', async () => {
    const ws = await workspace()
    const { send } = await impersonating(ws.owner)
    for (const [method, path] of [
      ['POST', '/api/v1/organizations'],
      ['PATCH', ws.base],
      ['DELETE', ws.base],
      ['POST', `${ws.base}/tasks/query`],
      ['POST', '/api/v1/auth/logout'],
      ['POST', '/api/v1/auth/login'],
      ['POST', '/api/v1/auth/refresh'],
    ] as const) {
      const reply = await send(method, path)
      expect([path, reply.status, reply.body.error?.code]).toEqual([path, 403, 'forbidden'])
    }
  })

  test('links to files work until it ends, and those of the person longer', async () => {
    const setup = await desk()
    const { ws } = setup
    const at = `${setup.at}/${(await attach(setup)).id}`
    const { send, cookie } = await impersonating(ws.owner)
    const path = (url: string) => new URL(url).pathname
    const own = path((await ws.owner.ok('GET', at)).download_url)
    const operators = path((await send('GET', at)).body.download_url)
    const statuses = async () => [(await call('GET', own)).status, (await call('GET', operators)).status]
    expect(await statuses()).toEqual([200, 200])
    await call('GET', '/api/v1/auth/impersonation/exit', { headers: { cookie } })
    expect(await statuses()).toEqual([200, 404])
  })

  test('the operator acts as themselves again once it ended or expired', async () => {
    const ws = await workspace()
    const { send, operator, id } = await impersonating(ws.owner)
    await asOwner(`update impersonation_sessions set session_expires_at = now() where id = $1`, [id])
    expect((await send('GET', '/api/v1/auth/me')).body.id).toBe(operator.id)
    expect((await send('GET', '/api/v1/auth/me', 'none=1')).status).toBe(401)
    expect((await send('GET', ws.base)).status).toBe(404)
  })
})

describe('leaving an impersonation', () => {
  test('ends it, deletes the cookie, is idempotent, and leaves both identities in the audit log', async () => {
    const ws = await workspace()
    const { cookie, operator, send, id } = await impersonating(ws.owner)
    for (const isRepeated of [false, true]) {
      const reply = await call('GET', '/api/v1/auth/impersonation/exit', { headers: { cookie } })
      expect([isRepeated, reply.status, reply.headers.get('location')]).toEqual([
        isRepeated,
        302,
        'https://service.test/login',
      ])
      expect(cookieOf(reply)).toContain('Max-Age=0')
    }
    expect((await send('GET', '/api/v1/auth/me')).body.id).toBe(operator.id)
    const trail = await asOwner(
      `select action, actor_user_id, impersonator_user_id, changes, org_id from audit_log
      where entity_id = $1 order by id`,
      [id],
    )
    const both = { actor_user_id: ws.owner.id, impersonator_user_id: operator.id, org_id: null }
    const reason = 'ticket 4711: cannot see a project'
    expect(trail).toEqual([
      { action: 'platform.impersonation_activated', ...both, changes: { reason } },
      { action: 'platform.impersonation_ended', ...both, changes: { via: 'exit', reason } },
    ])
  })

  test('without one is a plain redirect', async () => {
    const reply = await call('GET', '/api/v1/auth/impersonation/exit')
    expect([reply.status, reply.roundTrips]).toEqual([302, 0])
  })
})
