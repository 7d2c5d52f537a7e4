import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, call, type Caller } from '../kit/client.ts'
import { addPasskey, codeOf, factorAt, freezeClock, strong, turnOn } from '../kit/factors.ts'
import { impersonating, operator } from '../kit/impersonation.ts'
import { base64, picture } from '../kit/attachments.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { mailTo } from '../kit/mail.ts'
import { keyOf, oauthTokenOf, tool, open } from '../mcp/rpc.ts'
import { codedRefusal } from '../kit/refusals.ts'

freezeClock()

const barred = [
  403,
  'organization_requires_second_factor',
  'the organization requires a second factor; turn one on in your account, at /account',
]
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const require = (who: Caller, { base }: Workspace, on = true) =>
  who.call('PATCH', base, { require_second_factor: on })

/** A workspace that requires a second factor, whose owner has one. */
async function strict() {
  const ws = await workspace()
  const guarded = await turnOn(ws.owner)
  expect((await require(ws.owner, ws)).body.require_second_factor).toBe(true)
  return { ws, ...guarded }
}

describe('an organization that requires a second factor', () => {
  test('blocks a member without one, with a session, a key and a connected application', async () => {
    const ws = await workspace()
    const member = await join(ws)
    await asOwner(`update organization_members set role = 'admin' where user_id = $1`, [member.id])
    const [key, app] = [(await keyOf(ws, {}, member)).token, await oauthTokenOf(member)]
    const session = await open({ token: key })
    await turnOn(ws.owner)
    await require(ws.owner, ws)
    for (const { headers } of [member, bearer(key), bearer(app)]) {
      expect(codedRefusal(await call('GET', `${ws.base}/tags`, { headers }))).toEqual(barred)
      expect(codedRefusal(await call('POST', `${ws.base}/tags`, { headers, body: { name: 'x' } }))).toEqual(
        barred,
      )
      expect(codedRefusal(await call('GET', ws.base, { headers }))).toEqual(barred)
      expect((await call('GET', '/api/v1/organizations', { headers })).status).toBe(200)
      expect((await call('GET', '/api/v1/auth/me', { headers })).status).toBe(200)
    }
    const refused = await tool('list_projects', {}, { token: key, session })
    expect([refused.isError, refused.answer.error.code]).toEqual([
      true,
      'organization_requires_second_factor',
    ])
    expect((await member.call('GET', factorAt)).body.required_by).toEqual(['Ada & Co'])
    expect((await ws.owner.call('GET', `${ws.base}/tags`)).status).toBe(200)
  })

  test('gives access to members with an app or a passkey, and blocks them again without', async () => {
    const { ws } = await strict()
    const [one, two] = [await join(ws), await join(ws)]
    expect((await one.call('GET', `${ws.base}/tags`)).status).toBe(403)
    const { secret } = await turnOn(one)
    await addPasskey(two)
    for (const who of [one, two]) expect((await who.call('GET', `${ws.base}/tags`)).status).toBe(200)
    await one.ok('DELETE', `${factorAt}/totp`, { password: strong, code: codeOf(secret) })
    expect(codedRefusal(await one.call('GET', `${ws.base}/tags`))).toEqual(barred)
  })

  test('blocks their calendar too', async () => {
    const ws = await workspace()
    const member = await join(ws)
    const { url } = await member.ok('POST', `${ws.base}/calendar/subscription`)
    expect((await call('GET', new URL(url).pathname)).status).toBe(200)
    await turnOn(ws.owner)
    await require(ws.owner, ws)
    expect(codedRefusal(await call('GET', new URL(url).pathname))).toEqual(barred)
  })

  test('closes the organization itself and links to files that were made before', async () => {
    const ws = await workspace()
    const member = await join(ws)
    const { id } = await task(ws, (await project(ws)).id)
    const { id: file } = await member.ok('POST', `${ws.base}/attachments`, {
      entity_type: 'task',
      entity_id: id,
      filename: 'dot.png',
      content_type: 'image/png',
      content_base64: base64(picture()),
    })
    const { download_url } = await member.ok('GET', `${ws.base}/attachments/${file}`)
    const { pathname } = new URL(download_url)
    expect((await call('GET', pathname)).status).toBe(200)
    await turnOn(ws.owner)
    await require(ws.owner, ws)
    expect(codedRefusal(await call('GET', pathname))).toEqual(barred)
    expect(codedRefusal(await member.call('GET', ws.base))).toEqual(barred)
  })

  test('reveals nothing to outsiders, and impersonation still works', async () => {
    const { ws } = await strict()
    const stranger = (await workspace()).owner
    expect((await stranger.call('GET', `${ws.base}/tags`)).status).toBe(404)
    const member = await join(ws)
    const { cookie, operator: olga } = await impersonating(member)
    const headers = { cookie: `${olga.headers.cookie}; ${cookie}` }
    expect((await call('GET', `${ws.base}/tags`, { headers })).status).toBe(200)
  })

  test('cannot be made so by keys or applications, nor by people without a second factor', async () => {
    const ws = await workspace()
    expect(codedRefusal(await require(ws.owner, ws))).toEqual([
      409,
      'conflict',
      'turn on a second factor in your own account first, at /account',
    ])
    const member = await join(ws)
    await turnOn(member)
    expect((await require(member, ws)).status).toBe(403)
    await turnOn(ws.owner)
    for (const token of [(await keyOf(ws)).token, await oauthTokenOf(ws.owner)])
      for (const on of [true, false])
        expect(
          codedRefusal(
            await call('PATCH', ws.base, { ...bearer(token), body: { require_second_factor: on } }),
          ),
        ).toEqual([403, 'forbidden', 'require_second_factor changes in a browser session alone'])
    const admin = await join(ws, 'admin')
    await turnOn(admin)
    expect((await require(admin, ws)).status).toBe(200)
    expect((await require(admin, ws, false)).body.require_second_factor).toBe(false)
    const entries = await asOwner(
      `select changes from audit_log where org_id = $1 and action = 'organization.updated' order by id`,
      [ws.org.id],
    )
    expect(entries.map(({ changes }) => changes.require_second_factor)).toEqual([
      { from: false, to: true },
      { from: true, to: false },
    ])
  })

  test('costs no additional round trip', async () => {
    const { ws } = await strict()
    expect((await ws.owner.call('GET', `${ws.base}/tags`)).roundTrips).toBe(1)
  })
})

test('members are listed with whether they have one, only for administrators', async () => {
  const ws = await workspace()
  const [member, admin] = [await join(ws), await join(ws, 'admin')]
  await turnOn(member)
  const seen = async (who: Caller) =>
    Object.fromEntries(
      (await who.ok('GET', `${ws.base}/members`)).items.map(
        (one: { user_id: string; second_factor: unknown }) => [one.user_id, one.second_factor],
      ),
    )
  const known = { [ws.owner.id]: false, [member.id]: true, [admin.id]: false }
  for (const who of [ws.owner, admin]) expect(await seen(who)).toEqual(known)
  expect(new Set(Object.values(await seen(member)))).toEqual(new Set([null]))
})

describe('operators', () => {
  const at = (who: { id: string }) => `/api/v1/platform/users/${who.id}/second-factor`
  const reason = 'ticket 4713: the phone is lost'

  test('remove the factors of a person, who is told by mail, and then signs in by password', async () => {
    const [olga, { owner }] = [await operator(), await workspace()]
    const { secret } = await turnOn(owner)
    await addPasskey(owner, { code: codeOf(secret) })
    expect((await olga.ok('GET', `/api/v1/platform/users/${owner.id}`)).second_factor).toBe(true)
    expect((await olga.call('DELETE', at(owner), { reason })).status).toBe(204)
    expect(await owner.ok('GET', factorAt)).toMatchObject({ on: false, passkeys: 0, recovery_codes_left: 0 })
    const { subject, text } = mailTo(owner.email).at(-1)!
    expect(subject).toBe('Service: Your second factor was removed')
    expect(text).not.toMatch(/IP address|Device/)
    const { items } = await olga.ok('GET', `/api/v1/platform/audit-log?action=platform.second_factor_removed`)
    expect(items[0]).toMatchObject({
      entity_id: owner.id,
      changes: { reason, removed: { authenticator_apps: 1, passkeys: 1 } },
    })
  })

  test('must give a reason, and cannot remove their own or those of an unknown person', async () => {
    const [olga, other] = [await operator(), await operator()]
    expect((await olga.call('DELETE', at(other), {})).body.error.message).toBe('body.reason: required')
    expect(codedRefusal(await olga.call('DELETE', at(olga), { reason }))).toEqual([
      409,
      'conflict',
      'you cannot remove your own second factor here; turn it off in your account',
    ])
    expect(codedRefusal(await olga.call('DELETE', at({ id: uuidv7() }), { reason }))).toEqual([
      404,
      'not_found',
      'person not found',
    ])
    expect((await (await workspace()).owner.call('DELETE', at(olga), { reason })).status).toBe(403)
  })
})
