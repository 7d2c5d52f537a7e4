import { describe, expect, test } from 'vitest'
import { asOwner, call, caller, type Caller } from '../kit/client.ts'
import { actions, join, project, taskRow, workspace, type Workspace } from '../kit/makers.ts'
import { makeToken } from '../../src/base/tokens.ts'

const unknownId = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'
const byToken = (token: string): Caller => caller({ authorization: `Bearer ${token}` }, { id: '', email: '' })

const issue = async (ws: Workspace, more: object = {}, by = ws.owner) => {
  const created = await by.ok('POST', `${ws.base}/api-keys`, { name: 'CI', ...more })
  return { id: created.id as string, token: created.token as string, key: byToken(created.token) }
}

describe('API keys', () => {
  test('the token is shown once; lists have its ends and never its hash', async () => {
    const ws = await workspace()
    const apollo = await project(ws)
    const created = await ws.owner.call('POST', `${ws.base}/api-keys`, {
      name: 'CI',
      project_id: apollo.id,
      read_only: true,
    })
    expect([created.status, created.roundTrips]).toEqual([201, 1])
    const { token, ...rest } = created.body
    expect(token).toMatch(/^svc_live_[0-9A-Za-z]{37}$/)
    expect(rest).toMatchObject({
      name: 'CI',
      hint: `svc_live_…${token.slice(-4)}`,
      read_only: true,
      project: { id: apollo.id, key: apollo.key, name: apollo.name },
      last_used_at: null,
      created_by: { user_id: ws.owner.id, name: 'Ada Lovelace' },
      expires_at: null,
      revoked_at: null,
    })
    const list = await ws.owner.call('GET', `${ws.base}/api-keys`)
    expect([list.roundTrips, list.body.items]).toEqual([1, [rest]])
    const trail = await asOwner('select * from audit_log where org_id = $1', [ws.org.id])
    expect(JSON.stringify([trail, list.body])).not.toContain(token)
    expect(await actions(ws)).toContain('api_key.created')
  })

  test('a repeated Idempotency-Key returns the same key with a null token', async () => {
    const ws = await workspace()
    const first = await ws.owner.call(
      'POST',
      `${ws.base}/api-keys`,
      { name: 'CI' },
      { 'idempotency-key': 'k' },
    )
    const second = await ws.owner.call(
      'POST',
      `${ws.base}/api-keys`,
      { name: 'CI' },
      { 'idempotency-key': 'k' },
    )
    expect([second.status, second.body]).toEqual([201, { ...first.body, token: null }])
    expect(JSON.stringify(await asOwner('select * from idempotency_keys'))).not.toContain(first.body.token)
    expect((await ws.owner.ok('GET', `${ws.base}/api-keys`)).total).toBe(1)
  })

  test('a past expiry and a project that is unknown, foreign or deleted are reported together', async () => {
    const [ws, other] = await Promise.all([workspace(), workspace()])
    const [foreign, gone] = [await project(other), await project(ws)]
    await asOwner('update projects set deleted_at = now() where id = $1', [gone.id])
    for (const project_id of [unknownId, foreign.id, gone.id]) {
      const reply = await ws.owner.call('POST', `${ws.base}/api-keys`, {
        name: 'CI',
        project_id,
        expires_at: '2020-01-01T00:00:00Z',
      })
      expect([reply.status, reply.body.error.message]).toEqual([
        422,
        'body.project_id: not found; body.expires_at: must be in the future',
      ])
    }
    expect(
      (await ws.owner.call('POST', `${ws.base}/api-keys`, { name: ' ', colour: 1 })).body.error.message,
    ).toBe('body.name: must not be empty; body.colour: unknown field')
  })

  test('are managed by owner and admins, never with a key, and only in their organization', async () => {
    const [ws, other] = await Promise.all([workspace(), workspace()])
    const [admin, manager] = await Promise.all([join(ws, 'admin'), join(ws, 'manager')])
    const { id, key } = await issue(ws, {}, admin)
    for (const [who, status] of [
      [manager, 403],
      [key, 403],
      [other.owner, 404],
    ] as const) {
      expect((await who.call('GET', `${ws.base}/api-keys`)).status).toBe(status)
      expect((await who.call('POST', `${ws.base}/api-keys`, { name: 'x' })).status).toBe(status)
      expect((await who.call('DELETE', `${ws.base}/api-keys/${id}`)).status).toBe(status)
    }
    const missing = await other.owner.call('DELETE', `${other.base}/api-keys/${unknownId}`)
    const foreign = await other.owner.call('DELETE', `${other.base}/api-keys/${id}`)
    expect([foreign.status, foreign.body.error.message]).toEqual([404, missing.body.error.message])
  })

  test('revoking stops a key at once, is idempotent, and hides it unless requested', async () => {
    const ws = await workspace()
    const { id, key } = await issue(ws)
    expect((await key.call('GET', ws.base)).status).toBe(200)
    const gone = await ws.owner.call('DELETE', `${ws.base}/api-keys/${id}`)
    expect([gone.status, gone.roundTrips]).toEqual([204, 1])
    expect((await key.call('GET', ws.base)).status).toBe(401)
    const [first] = await asOwner('select revoked_at from api_keys where id = $1', [id])
    expect((await ws.owner.call('DELETE', `${ws.base}/api-keys/${id}`)).status).toBe(204)
    expect(await asOwner('select revoked_at from api_keys where id = $1', [id])).toEqual([first])
    expect((await ws.owner.ok('GET', `${ws.base}/api-keys`)).items).toEqual([])
    const all = await ws.owner.ok('GET', `${ws.base}/api-keys?revoked=true`)
    expect(all.items.map((each: { id: string }) => each.id)).toEqual([id])
    expect(all.items[0].revoked_at).not.toBeNull()
    expect(await actions(ws)).toContain('api_key.revoked')
  })
})

describe('the scope of a key', () => {
  test('auth/me shows its scope, and null for a session', async () => {
    const ws = await workspace()
    const apollo = await project(ws)
    const { id, key } = await issue(ws, { project_id: apollo.id })
    const me = await key.call('GET', '/api/v1/auth/me')
    expect([me.roundTrips, me.body.api_key]).toEqual([
      1,
      {
        id,
        name: 'CI',
        organization_id: ws.org.id,
        project_id: apollo.id,
        read_only: false,
        expires_at: null,
      },
    ])
    expect((await ws.owner.ok('GET', '/api/v1/auth/me')).api_key).toBeNull()
  })

  test('its own organization only', async () => {
    const ws = await workspace()
    const second = await ws.owner.ok('POST', '/api/v1/organizations', { name: 'Second' })
    const { key } = await issue(ws)
    expect((await key.call('GET', `/api/v1/organizations/${second.id}`)).status).toBe(404)
    expect((await key.ok('GET', '/api/v1/organizations')).items).toMatchObject([{ id: ws.org.id }])
    expect((await key.call('POST', '/api/v1/organizations', { name: 'Third' })).status).toBe(403)
    expect((await key.call('POST', `${ws.base}/leave`)).status).toBe(403)
  })

  test('a key of one project counts that project, sees names of members, and nothing else', async () => {
    const ws = await workspace()
    const [apollo, gemini] = [await project(ws), await project(ws)]
    await taskRow(ws, apollo.id)
    await taskRow(ws, gemini.id)
    const { key } = await issue(ws, { project_id: apollo.id })
    const list = await key.ok('GET', '/api/v1/organizations')
    expect(list.items[0].counters).toEqual({ members: 1, projects: 1, open_tasks: 1 })
    const members = await key.ok('GET', `${ws.base}/members`)
    expect(members.items[0]).toMatchObject({ name: 'Ada Lovelace', email: null })
    expect((await key.call('GET', `${ws.base}/tags`)).status).toBe(200)
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['GET', '/roles'],
      ['GET', '/invitations'],
      ['GET', '/api-keys'],
      ['PATCH', '/members/me'],
      ['DELETE', '/members/me'],
    ]) {
      const reply = await key.call(
        method!,
        `${ws.base}${path}`,
        method === 'PATCH' ? { name: 'x' } : undefined,
      )
      expect([method, path, reply.status]).toEqual([method, path, 404])
    }
  })

  test('a tag of another project does not exist for a key of one project', async () => {
    const ws = await workspace()
    const [apollo, gemini] = [await project(ws), await project(ws)]
    const [own, other] = [
      await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'own', project_id: apollo.id }),
      await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'other', project_id: gemini.id }),
    ]
    const { key } = await issue(ws, { project_id: apollo.id })
    expect((await key.ok('GET', `${ws.base}/tags`)).items).toMatchObject([{ name: 'own' }])
    expect((await key.call('PATCH', `${ws.base}/tags/${own.id}`, { name: 'mine' })).status).toBe(200)
    expect((await key.call('PATCH', `${ws.base}/tags/${other.id}`, { name: 'mine' })).status).toBe(404)
  })

  test('a read-only key can read and cannot write', async () => {
    const ws = await workspace()
    const { key } = await issue(ws, { read_only: true })
    expect((await key.call('GET', ws.base)).status).toBe(200)
    const reply = await key.call('PATCH', ws.base, { name: 'x' })
    expect([reply.status, reply.body.error.message]).toEqual([403, 'the API key is read-only'])
    expect((await key.call('POST', `${ws.base}/tags`, { name: 'x' })).status).toBe(403)
  })

  test('it has the role that its creator has now', async () => {
    const ws = await workspace()
    const admin = await join(ws, 'admin')
    const { key } = await issue(ws, {}, admin)
    expect((await key.call('PATCH', ws.base, { name: 'By key' })).status).toBe(200)
    await ws.owner.ok('PATCH', `${ws.base}/members/${admin.id}`, { role: 'viewer' })
    expect((await key.call('PATCH', ws.base, { name: 'Again' })).status).toBe(403)
    expect((await key.ok('GET', ws.base)).role).toBe('viewer')
    await ws.owner.ok('PATCH', `${ws.base}/members/${admin.id}`, { status: 'deactivated' })
    expect((await key.call('GET', ws.base)).status).toBe(401)
  })

  test('expired, unknown and malformed tokens are rejected, malformed ones without a round trip', async () => {
    const ws = await workspace()
    const { id, key, token } = await issue(ws, { expires_at: '2100-01-01T00:00:00Z' })
    expect((await key.call('GET', ws.base)).status).toBe(200)
    await asOwner(`update api_keys set expires_at = now() - interval '1 second' where id = $1`, [id])
    const broken = `${token.slice(0, -1)}_`
    const invalidTokens = [
      token,
      makeToken('svc_live_', 'a'),
      broken,
      'svc_live_x',
      makeToken('svc_inv_', 'a'),
    ]
    const responses = await Promise.all(
      invalidTokens.map((each) => call('GET', ws.base, { headers: { authorization: `Bearer ${each}` } })),
    )
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
    expect(responses.map(({ roundTrips }) => roundTrips)).toEqual([1, 1, 0, 0, 0])
  })

  test('its use is recorded without an extra round trip', async () => {
    const ws = await workspace()
    const { id, key } = await issue(ws)
    expect((await key.call('GET', ws.base)).roundTrips).toBe(1)
    await expect
      .poll(
        async () => (await asOwner('select last_used_at from api_keys where id = $1', [id]))[0].last_used_at,
      )
      .not.toBeNull()
  })
})
