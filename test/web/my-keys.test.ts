import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { call, type Caller, type Json } from '../kit/client.ts'
import { join, project, workspace } from '../kit/makers.ts'
import { open, problemBeside, submit, textOf, to } from './browse.ts'

const at = '/account/keys'
const workOf = (token: string) =>
  call('GET', '/api/v1/auth/me', { headers: { authorization: `Bearer ${token}` } })

async function stage() {
  const ws = await workspace()
  const member = await join(ws, 'member')
  const form = (more: object = {}) => ({ org: ws.org.id, once: uuidv7(), name: 'laptop', ...more })
  const keys = async (who: Caller): Promise<Json[]> => (await who.ok('GET', '/api/v1/auth/api-keys')).items
  return { ws, member, form, keys }
}

describe('the keys of a member', () => {
  test('are requested, offered with one click and agreed to, and their token is shown once', async () => {
    const { ws, member, form, keys } = await stage()
    const empty = await open('/settings/keys', member.headers)
    expect(empty.text).toContain('href="/account/keys"')
    expect((await open(at, member.headers)).text).toContain(
      `Ask for a key in ${ws.org.name.replace('&', '&amp;')}`,
    )
    const requested = await submit(`${at}/request`, form({ read_only: 'on' }), member.headers)
    expect(to(requested)).toEqual([303, `${at}?org=${ws.org.slug}&done=requested`])
    const [request] = await keys(member)
    const admin = await open(`/settings/keys?org=${ws.org.slug}`, ws.owner.headers)
    expect(admin.text).toContain('laptop, for Grace Hopper')
    const offer = { org: ws.org.id, key_request_id: request!.id }
    expect(to(await submit('/settings/keys/approve', offer, ws.owner.headers))).toEqual([
      303,
      `/settings/keys?org=${ws.org.slug}&done=offered`,
    ])
    expect((await open(at, member.headers)).text).toContain(
      'Ada Lovelace offers you this key. Whoever has it can see what you see in Ada &amp; Co.',
    )
    const agreed = await submit(`${at}/agree`, { my_key_id: request!.id }, member.headers)
    const token = textOf('token', agreed)!
    expect([agreed.status, (await workOf(token)).body.id]).toEqual([200, member.id])
    for (const [path, who] of [
      [at, member],
      ['/settings/keys', ws.owner],
    ] as const)
      expect((await open(path, who.headers)).text).not.toContain(token)
    const again = await submit(`${at}/agree`, { my_key_id: request!.id }, member.headers)
    expect([again.status, textOf('problems', again)]).toEqual([
      409,
      expect.stringContaining('You have agreed to this key already'),
    ])
  })

  test('are offered by address, declined and revoked', async () => {
    const { ws, member, form, keys } = await stage()
    const offered = await submit('/settings/keys', form({ email: member.email }), ws.owner.headers)
    expect([offered.status, textOf('token', offered)]).toEqual([200, undefined])
    expect(offered.text).toContain('is offered to Grace Hopper')
    const [first] = await keys(member)
    expect(to(await submit(`${at}/decline`, { my_key_id: first!.id }, member.headers))).toEqual([
      303,
      `${at}?done=declined`,
    ])
    const twice = await submit(`${at}/decline`, { my_key_id: first!.id }, member.headers)
    expect([twice.status, textOf('problems', twice)]).toEqual([
      409,
      expect.stringContaining('You have declined this key already; ask for another.'),
    ])
    expect((await open('/settings/keys', ws.owner.headers)).text).toContain('declined</span>')
    expect(to(await submit(`${at}/revoke`, { my_key_id: first!.id }, member.headers))).toEqual([
      303,
      `${at}?done=revoked`,
    ])
    expect(await keys(member)).toEqual([])
    const nobody = await submit('/settings/keys', form({ email: 'nobody@example.com' }), ws.owner.headers)
    expect([nobody.status, textOf('email-problem', nobody)]).toEqual([422, 'Not an active member.'])
  })

  test('show the errors of a request, and are not accessible to others', async () => {
    const { ws, member, form, keys } = await stage()
    const web = await project(ws, { name: 'Web' })
    const wrong = await submit(`${at}/request`, form({ name: ' ', project_id: web.id }), member.headers)
    expect([wrong.status, problemBeside('name', wrong)]).toEqual([422, 'Must not be empty.'])
    expect(wrong.text).toMatch(new RegExp(`<option value="${web.id}" selected`))
    expect((await submit(`${at}/request`, form({ org: uuidv7() }), member.headers)).status).toBe(404)
    expect((await submit(`${at}/request`, form({ org: '../x' }), member.headers)).status).toBe(404)
    await submit(`${at}/request`, form(), member.headers)
    const [request] = await keys(member)
    for (const path of ['agree', 'decline', 'revoke'])
      for (const id of [request!.id, '../x', uuidv7()])
        expect((await submit(`${at}/${path}`, { my_key_id: id }, ws.owner.headers)).status).toBe(404)
    expect(to(await open(at))).toEqual([303, `/login?next=${encodeURIComponent(at)}`])
  })
})
