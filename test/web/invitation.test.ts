import { describe, expect, test } from 'vitest'
import { makeToken } from '../../src/base/tokens.ts'
import { asOwner, person } from '../kit/client.ts'
import { workspace, type Workspace } from '../kit/makers.ts'
import { origin, open, submit, to } from './browse.ts'

async function invite({ owner, base }: Workspace, email: string) {
  const sent = await owner.ok('POST', `${base}/invitations`, { email, role: 'manager' })
  return { id: sent.id as string, page: (sent.accept_url as string).slice(origin.length) }
}
const answer = (page: string, answer: string, headers: Record<string, string> = {}) =>
  submit(`${page}/${answer}`, {}, headers)
const memberships = (who: { id: string }) =>
  asOwner('select role from organization_members where user_id = $1 order by joined_at', [who.id])

describe('an invitation', () => {
  test('is shown to its holder, who returns to it after signing in or up to accept', async () => {
    const ws = await workspace('Ada <&> Co')
    const { page } = await invite(ws, 'grace@example.com')
    const { status, text } = await open(page)
    expect(status).toBe(200)
    for (const expected of [
      'Join Ada &lt;&amp;&gt; Co',
      'Ada Lovelace invites you',
      'manager',
      'g***@example.com',
    ])
      expect(text).toContain(expected)
    expect(text).toContain(`href="/login?next=${encodeURIComponent(page)}"`)
    expect(text).toContain(`href="/signup?next=${encodeURIComponent(page)}"`)
    expect(text).not.toContain('/accept"')
    expect(to(await answer(page, 'accept'))).toEqual([303, `/login?next=${encodeURIComponent(page)}`])
  })

  test('is accepted by the person it was sent to', async () => {
    const grace = await person('Grace')
    const ws = await workspace()
    await grace.ok('POST', '/api/v1/organizations', { name: 'Of her own' })
    const { page } = await invite(ws, grace.email)
    expect((await open(page, grace.headers)).text).toContain(`action="${page}/accept"`)
    expect(to(await answer(page, 'accept', grace.headers))).toEqual([303, `/organizations/${ws.org.slug}`])
    expect(await memberships(grace)).toEqual([{ role: 'owner' }, { role: 'manager' }])
    expect((await open(page, grace.headers)).text).toContain('This invitation was accepted.')
  })

  test('is not accepted by somebody else, who sees the reason', async () => {
    const eve = await person('Eve')
    const { page } = await invite(await workspace(), 'grace2@example.com')
    const reply = await answer(page, 'accept', eve.headers)
    expect([reply.status, reply.text.includes('sent to another address than yours')]).toEqual([404, true])
    expect(await memberships(eve)).toEqual([])
  })

  test('is declined with or without an account, and not by another site', async () => {
    const { page } = await invite(await workspace(), 'grace3@example.com')
    expect((await answer(page, 'decline', { origin: 'https://evil.example' })).status).toBe(403)
    const reply = await answer(page, 'decline')
    expect([reply.status, reply.text.includes('This invitation was declined.')]).toEqual([200, true])
  })

  test('that was withdrawn or has expired says so', async () => {
    const ws = await workspace()
    const [revoked, expired] = [await invite(ws, 'a@example.com'), await invite(ws, 'b@example.com')]
    await ws.owner.ok('DELETE', `${ws.base}/invitations/${revoked.id}`)
    await asOwner(
      `update organization_invitations set expires_at = now() - interval '1 second' where id = $1`,
      [expired.id],
    )
    expect((await open(revoked.page)).text).toContain('withdrawn by the organization')
    expect((await open(expired.page)).text).toContain('This invitation has expired.')
  })

  test.each([
    'svc_inv_nonsense',
    makeToken('svc_inv_', 'a'),
    'x'.repeat(200),
    '%3Cb%3E',
    '..%2F..%2Fauth%2Fme',
  ])('that is unknown is explained on a page: %s', async (token) => {
    const reply = await open(`/invitations/${token}`)
    expect([reply.status, reply.text.includes('<h1>This invitation is not known</h1>')]).toEqual([404, true])
    expect(reply.text).not.toContain('<b>')
  })
})
