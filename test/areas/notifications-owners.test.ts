import { describe, expect, test } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import { outsideOf } from '../../src/shared/outside.ts'
import { asOwner, type Caller, env, person } from '../kit/client.ts'
import { database } from '../kit/inbox.ts'
import { mailTo, type Sent } from '../kit/mail.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { connect, startHost } from '../kit/repositories.ts'
import { call } from '../kit/client.ts'

await ownDatabase()

const staged = async () => {
  const ws = await workspace()
  const other = await person('Olga')
  await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, 'owner')`, [
    ws.org.id,
    other.id,
  ])
  const admin = await join(ws, 'admin', 'Ada')
  await asOwner(`delete from notifications where org_id = $1 and title not like $2`, [
    ws.org.id,
    `%new admin: ${admin.email}`,
  ])
  return { ws, owner: ws.owner, other, admin }
}
const newsOf = async (ws: Workspace, who: Caller): Promise<string[]> =>
  (await who.ok('GET', `${ws.base}/notifications?reason=security`)).items.map(
    ({ title }: { title: string }) => title,
  )
async function tenMinutesLater({ org }: Workspace) {
  await asOwner(`update outbox set available_at = now() where org_id = $1 and topic = 'digest'`, [org.id])
  await drain(database(), undefined, '', outsideOf(env()).mail)
}

describe('owners are told', () => {
  test('of a new admin, however they became one, and of no other role', async () => {
    const { ws, owner, other, admin } = await staged()
    const bob = await join(ws, 'member', 'Bob')
    await owner.ok('PATCH', `${ws.base}/members/${bob.id}`, { role: 'manager' })
    await owner.ok('PATCH', `${ws.base}/members/${bob.id}`, { role: 'admin', title: 'Head' })
    await owner.ok('PATCH', `${ws.base}/members/${bob.id}`, { title: 'Head of work' })
    const admins = `There is a new admin: ${bob.email}, by ${owner.email}`
    expect(await newsOf(ws, other)).toEqual([admins, expect.stringContaining(admin.email)])
    expect(await newsOf(ws, owner)).toEqual([expect.stringContaining(admin.email)])
    expect(await newsOf(ws, admin)).toEqual([])
  })

  test('of a key once it may write, by whomever it was offered', async () => {
    const { ws, owner, other, admin } = await staged()
    const before = await newsOf(ws, other)
    await admin.ok('POST', `${ws.base}/api-keys`, { name: 'Reader', read_only: true })
    await admin.ok('POST', `${ws.base}/api-keys`, { name: 'Writer' })
    const member = await join(ws, 'member', 'Mia')
    const offer = await admin.ok('POST', `${ws.base}/api-keys`, { name: 'Offered', user_id: member.id })
    const offered = await newsOf(ws, other)
    expect(offered.slice(0, -before.length)).toEqual([`The API key “Writer” may write, by ${admin.email}`])
    await member.ok('POST', `/api/v1/auth/api-keys/${offer.id}/agree`)
    await admin.ok('DELETE', `${ws.base}/api-keys/${offer.id}`)
    expect((await newsOf(ws, owner)).slice(0, -offered.length)).toEqual([
      `The API key “Offered” may write, by ${member.email}`,
    ])
  })

  test('of a connected provider and mailbox, and not of its token’s check', async () => {
    const { ws, other } = await staged()
    const host = await startHost()
    const before = await newsOf(ws, other)
    await connect(ws, host)
    await ws.owner.call('POST', `${ws.base}/repository-integration/verify`)
    await host.close()
    await ws.owner.ok('POST', `${ws.base}/support/mailboxes`, { address: 'help@example.org', name: 'Help' })
    const [mailbox, provider] = (await newsOf(ws, other)).slice(0, -before.length)
    expect([mailbox, provider]).toEqual([
      `The mailbox help@example.org was connected, by ${ws.owner.email}`,
      `A repository provider was connected: github, by ${ws.owner.email}`,
    ])
    const { items } = await other.ok('GET', `${ws.base}/notifications?reason=security`)
    expect(items[0].url).toBe(`https://service.test/organizations/${ws.org.slug}/audit`)
    expect((await newsOf(ws, other)).length).toBe(before.length + 2)
  })

  test('of what their own key does, while what they do in their session is no news to them', async () => {
    const { ws, owner } = await staged()
    const { token } = await owner.ok('POST', `${ws.base}/api-keys`, { name: 'Mine', read_only: true })
    const at = `${ws.base}/invoices/export?from=2026-01-01&to=2026-03-31`
    const before = await newsOf(ws, owner)
    await owner.ok('GET', at)
    expect(await newsOf(ws, owner)).toEqual(before)
    const reply = await call('GET', at, { headers: { authorization: `Bearer ${token}` } })
    expect(reply.status).toBe(200)
    expect(await newsOf(ws, owner)).toEqual([`Invoices were exported, by ${owner.email}`, ...before])
  })

  test('of no export that was refused', async () => {
    const { ws, owner, other } = await staged()
    const before = await newsOf(ws, other)
    const reply = await owner.call('GET', `${ws.base}/invoices/export?from=2026-03-01&to=2026-01-31`)
    expect([reply.status, await newsOf(ws, other)]).toEqual([422, before])
  })
})

describe('by mail', () => {
  const news = (who: Caller) => mailTo(who.email).filter(({ text }: Sent) => text.includes('Security: '))

  test('too, unless they said otherwise, and no more once they unsubscribed', async () => {
    const { ws, other, admin } = await staged()
    await other.ok('PUT', `${ws.base}/notification-preferences`, { reasons: {}, muted_project_ids: [] })
    const { reasons } = await other.ok('GET', `${ws.base}/notification-preferences`)
    expect([reasons.security, reasons.system]).toEqual([
      { in_app: true, email: true },
      { in_app: true, email: false },
    ])
    await tenMinutesLater(ws)
    const [mail] = news(other)
    expect(mail!.text).toContain(`Security: There is a new admin: ${admin.email}`)
    expect([news(other).length, news(ws.owner).length, news(admin).length]).toEqual([1, 1, 0])
    const stop = /^<https:\/\/service\.test(\/.*)>$/.exec(mail!.headers['List-Unsubscribe']!)![1]!
    expect((await call('POST', stop)).status).toBe(204)
    await admin.ok('POST', `${ws.base}/api-keys`, { name: 'Writer' })
    await tenMinutesLater(ws)
    expect([news(other).length, news(ws.owner).length]).toEqual([1, 2])
    expect(await newsOf(ws, other)).toHaveLength(2)
  })

  test('is kept off by a stored choice, and goes to nobody who is no owner any more', async () => {
    const { ws, other, admin } = await staged()
    await tenMinutesLater(ws)
    await other.ok('PUT', `${ws.base}/notification-preferences`, {
      reasons: { security: { email: false } },
      muted_project_ids: [],
    })
    await admin.ok('POST', `${ws.base}/api-keys`, { name: 'Writer' })
    await asOwner(`update organization_members set role = 'manager' where org_id = $1 and user_id = $2`, [
      ws.org.id,
      ws.owner.id,
    ])
    await tenMinutesLater(ws)
    expect([news(other).length, news(ws.owner).length]).toEqual([1, 1])
    expect(await newsOf(ws, ws.owner)).toEqual([])
  })
})
