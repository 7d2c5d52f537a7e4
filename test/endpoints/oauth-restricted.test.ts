import { describe, expect, test } from 'vitest'
import { asOwner, call, type Caller, type Json, person } from '../kit/client.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { client, decide, redeem, refresh, request } from '../kit/oauth.ts'
import { modern } from '../mcp/rpc.ts'

/** The tokens of an application with restricted access. */
async function restrictedTokens(who: Caller, limits: object): Promise<Json> {
  const app = await client({ client_name: 'Desk' })
  const { status, body, text } = await decide(who, await request(app), true, limits)
  if (status !== 200) throw new Error(text)
  const reply = await redeem(app, new URL(body.redirect_to).searchParams.get('code')!)
  return { ...reply.body, app }
}
const as = (token: string, method: string, path: string, body?: object) =>
  call(method, path, { headers: { authorization: `Bearer ${token}` }, ...(body ? { body } : {}) })
const second = async (ws: Workspace): Promise<Json> =>
  ws.owner.ok('POST', '/api/v1/organizations', { name: 'Second home' })

describe('an application that may only read', () => {
  test('reads, and every write is rejected with the reason', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const one = await task(ws, id)
    const { access_token } = await restrictedTokens(ws.owner, { read_only: true })
    expect((await as(access_token, 'GET', `${ws.base}/tasks/${one.id}`)).status).toBe(200)
    for (const [method, path, body] of [
      ['PATCH', `${ws.base}/tasks/${one.id}`, { title: 'Other' }],
      ['POST', `${ws.base}/projects/${id}/tasks`, { title: 'New' }],
      ['DELETE', `${ws.base}/tasks/${one.id}`],
      ['POST', '/api/v1/organizations', { name: 'Mine' }],
      ['POST', `${ws.base}/api-keys`, { name: 'More' }],
    ] as const) {
      const reply = await as(access_token, method, path, body)
      expect([method, reply.status, reply.body.error.message]).toEqual([
        method,
        403,
        'the application may only read',
      ])
    }
  })

  test('still only reads after a refresh, and has no tools that write', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const { refresh_token, app } = await restrictedTokens(ws.owner, { read_only: true })
    const { access_token: token } = (await refresh(app, refresh_token)).body
    const reply = await as(token, 'POST', `${ws.base}/projects/${id}/tasks`, { title: 'New' })
    expect(reply.status).toBe(403)
    const { body } = await modern('tools/list', {}, { token })
    expect(body.result.tools.length).toBeGreaterThan(10)
    expect(body.result.tools.filter((tool: Json) => !tool.annotations.readOnlyHint)).toEqual([])
  })
})

describe('an application that reaches only some organizations', () => {
  test('gets the same responses for the others as for unknown ones', async () => {
    const ws = await workspace()
    const other = await second(ws)
    const stranger = await workspace()
    const { access_token: token } = await restrictedTokens(ws.owner, { organization_ids: [ws.org.id] })
    const { items } = (await as(token, 'GET', '/api/v1/organizations')).body
    expect(items.map(({ id }: Json) => id)).toEqual([ws.org.id])
    const me = (await as(token, 'GET', '/api/v1/auth/me')).body
    expect(me.organizations?.map(({ id }: Json) => id) ?? [ws.org.id]).toEqual([ws.org.id])
    expect((await as(token, 'POST', `${ws.base}/tags`, { name: 'Ours' })).status).toBe(201)
    const [one, two] = await Promise.all(
      [other.id, stranger.org.id].map((id) => as(token, 'GET', `/api/v1/organizations/${id}/tags`)),
    )
    expect([one!.status, one!.body.error.message]).toEqual([two!.status, two!.body.error.message])
    expect(one!.status).toBe(404)
  })

  test('learns of no other organization through other applications', async () => {
    const ws = await workspace()
    const other = await second(ws)
    await restrictedTokens(ws.owner, { organization_ids: [other.id] })
    const { access_token: token } = await restrictedTokens(ws.owner, { organization_ids: [ws.org.id] })
    const reply = await as(token, 'GET', '/api/v1/oauth/authorizations')
    expect([reply.status, reply.text.includes('Second home')]).toEqual([200, false])
  })

  test('needs to name no organization if it has only one', async () => {
    const ws = await workspace()
    await second(ws)
    const { access_token: token } = await restrictedTokens(ws.owner, { organization_ids: [ws.org.id] })
    const { body } = await modern('tools/call', { name: 'list_projects', arguments: {} }, { token })
    expect(body.result.isError).toBeFalsy()
  })

  test('changes nothing outside them: no organization, no invitation, no other application', async () => {
    const ws = await workspace()
    const other = await workspace()
    await other.owner.ok('POST', `${other.base}/invitations`, {
      email: ws.owner.email,
      role: 'member',
    })
    await asOwner('update users set email_verified_at = now() where id = $1', [ws.owner.id])
    const full = await restrictedTokens(ws.owner, {})
    const { access_token: token } = await restrictedTokens(ws.owner, { organization_ids: [ws.org.id] })
    const { items } = (await as(full.access_token, 'GET', '/api/v1/invitations')).body
    expect(items).toHaveLength(1)
    expect((await as(token, 'GET', '/api/v1/invitations')).body.items).toEqual([])
    const [{ id: grant }] = (await as(full.access_token, 'GET', '/api/v1/oauth/authorizations')).body
    for (const [method, path, body] of [
      ['POST', '/api/v1/organizations', { name: 'Mine' }],
      ['DELETE', `/api/v1/oauth/authorizations/${grant}`],
    ] as const) {
      const reply = await as(token, method, path, body)
      expect([reply.status, reply.body.error.message]).toEqual([
        403,
        'the application acts only in the organizations that were chosen for it',
      ])
    }
  })

  test('reaches nothing once the person has left them', async () => {
    const ws = await workspace()
    const grace = await join(ws)
    const { access_token: token } = await restrictedTokens(grace, { organization_ids: [ws.org.id] })
    expect((await as(token, 'GET', `${ws.base}/tags`)).status).toBe(200)
    await ws.owner.ok('DELETE', `${ws.base}/members/${grace.id}`)
    expect((await as(token, 'GET', `${ws.base}/tags`)).status).toBe(404)
    expect((await as(token, 'GET', '/api/v1/organizations')).body.items).toEqual([])
  })
})

describe('the choice', () => {
  test('lists the organizations to choose from, and is shown with the application', async () => {
    const ws = await workspace()
    const other = await second(ws)
    const app = await client({ client_name: 'Desk' })
    const rid = await request(app)
    const consent = await ws.owner.ok('GET', `/api/v1/oauth/consent/${rid}`)
    expect(consent.organizations.map(({ id }: Json) => id).toSorted()).toEqual(
      [ws.org.id, other.id].toSorted(),
    )
    await decide(ws.owner, rid, true, { read_only: true, organization_ids: [other.id] })
    const [authorization] = await ws.owner.ok('GET', '/api/v1/oauth/authorizations')
    expect(authorization).toMatchObject({
      read_only: true,
      organizations: [{ id: other.id, name: 'Second home' }],
      redirect_host: 'client.example',
    })
  })

  test.each([
    ['an organization of strangers', async () => [(await workspace()).org.id], 'none of yours'],
    ['none', () => [], 'choose at least one'],
    ['what is no id', () => ['here'], 'organization_ids'],
  ])('of %s is rejected, and the request is still open', async (_, of, reason) => {
    const ada = await person()
    const rid = await request(await client())
    const reply = await decide(ada, rid, true, { organization_ids: await of() })
    expect([reply.status, reply.body.error.message]).toEqual([422, expect.stringContaining(reason)])
    expect((await decide(ada, rid, false)).status).toBe(200)
  })

  test('changes nothing if nothing is chosen', async () => {
    const ws = await workspace()
    const { access_token: token } = await restrictedTokens(ws.owner, {})
    expect((await as(token, 'POST', '/api/v1/organizations', { name: 'Another' })).status).toBe(201)
  })
})
