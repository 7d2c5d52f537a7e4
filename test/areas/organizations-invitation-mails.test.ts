import { describe, expect, test } from 'vitest'
import { isToken } from '../../src/base/tokens.ts'
import { asOwner, call, type Caller, type Json, person } from '../kit/client.ts'
import { linkIn, mailTo, tokenIn } from '../kit/mail.ts'
import { actions, workspace, type Workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const path = '/api/v1/invitations'
const invite = ({ owner, base }: Workspace, email: string, more: object = {}): Promise<Json> =>
  owner.ok('POST', `${base}/invitations`, { email, role: 'member', ...more })
const accept = (who: Caller, token: string) => who.call('POST', `${path}/${token}/accept`)
const copyOf = ({ accept_url }: { accept_url: string }) => accept_url.split('/').at(-1)!
const verified = async (who: Caller) => (await who.ok('GET', '/api/v1/auth/me')).email_verified
const listed = async ({ owner, base }: Workspace) => (await owner.ok('GET', `${base}/invitations`)).items

describe('the mail of an invitation', () => {
  test('has who invites, to what, as what and until when, with another token than the inviter’s copy', async () => {
    const ws = await workspace('Ada <&> Co')
    const grace = await person('Grace')
    const created = await invite(ws, grace.email, { role: 'manager', message: 'Come & see' })
    expect(mailTo(grace.email)).toHaveLength(1)
    const mail = mailTo(grace.email)[0]!
    expect(mail).toMatchObject({
      from: { name: 'Service', email: 'mail@service.test' },
      subject: 'Ada Lovelace invites you to Ada <&> Co',
    })
    for (const result of [
      'Ada Lovelace',
      'Ada <&> Co',
      'Your role will be: manager',
      '“Come & see”',
      'is open until',
    ])
      expect(mail.text).toContain(result)
    expect(mail.html).toContain('Ada &#60;&#38;&#62; Co')
    const token = tokenIn(mail)
    expect([isToken('svc_inv_', token), token === copyOf(created)]).toEqual([true, false])
    expect(linkIn(mail).href).toBe(`https://service.test/invitations/${token}`)
    expect((await call('GET', `${path}/${token}`)).body.organization_name).toBe('Ada <&> Co')
    const dump = JSON.stringify([
      await asOwner('select * from mails where address = $1', [grace.email]),
      await asOwner('select * from audit_log where org_id = $1', [ws.org.id]),
    ])
    expect(dump).not.toContain(token)
  })

  test('is in the language of the organization', async () => {
    const ws = await workspace('Aurora')
    await ws.owner.ok('PATCH', ws.base, { locale: 'es-MX' })
    const grace = await person()
    await invite(ws, grace.email)
    expect(mailTo(grace.email)[0]!.subject).toBe('Ada Lovelace te invita a Aurora')
  })

  test('is counted when it was sent, without a version or an audit entry', async () => {
    const ws = await workspace()
    const created = await invite(ws, (await person()).email)
    const before = await actions(ws)
    const [sent] = await listed(ws)
    expect(sent).toMatchObject({ send_count: 1, mail_status: 'sent' })
    expect(Date.parse(sent.last_sent_at)).toBeGreaterThanOrEqual(Date.parse(created.last_sent_at))
    expect(before.filter((action) => action === 'invitation.created')).toHaveLength(1)
    expect(before.some((action) => action.startsWith('organization_invitations'))).toBe(false)
  })

  test('that is resent is the only one that opens the invitation: older mails and copies open nothing', async () => {
    const ws = await workspace()
    const grace = await person()
    const created = await invite(ws, grace.email)
    const repeated = await ws.owner.ok('POST', `${ws.base}/invitations/${created.id}/resend`)
    const [older, newer] = mailTo(grace.email).map(tokenIn)
    const statuses = await Promise.all(
      [older, copyOf(created), newer, copyOf(repeated)].map(
        async (token) => (await call('GET', `${path}/${token}`)).status,
      ),
    )
    expect(statuses).toEqual([404, 404, 200, 200])
  })

  test('is not sent for a revoked invitation, and an ended one shows how it ended', async () => {
    const ws = await workspace()
    const grace = await person()
    const created = await invite(ws, grace.email)
    await asOwner(`update mails set state = 'queued', available_at = now() where address = $1`, [grace.email])
    await ws.owner.ok('DELETE', `${ws.base}/invitations/${created.id}`)
    await ws.owner.ok('POST', `${ws.base}/invitations`, { email: (await person()).email, role: 'viewer' })
    expect(mailTo(grace.email)).toHaveLength(1)
    expect((await call('GET', `${path}/${tokenIn(mailTo(grace.email)[0]!)}`)).body.status).toBe('revoked')
  })

  test('is sent to one address at most five times an hour; beyond that the invitation says so', async () => {
    const { email } = await person()
    const spaces = await Promise.all(Array.from({ length: 6 }, () => workspace()))
    const created: Json[] = []
    for (const ws of spaces) created.push(await invite(ws, email))
    expect(mailTo(email)).toHaveLength(5)
    expect(created.map(({ mail_status }) => mail_status)).toEqual([
      ...Array<string>(5).fill('waiting'),
      'failed',
    ])
    expect((await listed(spaces[5]!))[0]).toMatchObject({ send_count: 0, mail_status: 'failed' })
  })

  test('is missing if the deployment sends none: the copy works', async () => {
    const ws = await workspace()
    const grace = await person()
    const body = { email: grace.email, role: 'member' }
    const created = await call(
      'POST',
      `${ws.base}/invitations`,
      { body, headers: ws.owner.headers },
      { MAIL_FROM: '' },
    )
    expect([created.status, created.body.mail_status, created.body.send_count]).toEqual([201, 'off', 0])
    expect(mailTo(grace.email)).toEqual([])
    expect(await asOwner('select id from mails where address = $1', [grace.email])).toEqual([])
    expect((await accept(grace, copyOf(created.body))).status).toBe(200)
  })
})

describe('an address is verified only by mail', () => {
  test('accepting with the mailed token verifies it; with the inviter’s copy it does not', async () => {
    const ws = await workspace()
    const [grace, eve] = [await person('Grace'), await person('Eve')]
    await invite(ws, grace.email)
    const copied = await invite(ws, eve.email)
    expect((await accept(grace, tokenIn(mailTo(grace.email)[0]!))).status).toBe(200)
    expect((await accept(eve, copyOf(copied))).status).toBe(200)
    expect([await verified(grace), await verified(eve)]).toEqual([true, false])
  })

  test('nobody verifies an address that is not theirs, nor sees who invited it', async () => {
    const [foreign, mallory] = [await workspace('Board'), await workspace('Trap')]
    const squatter = await person('Not the CEO')
    await invite(foreign, squatter.email)
    await accept(squatter, copyOf(await invite(mallory, squatter.email)))
    expect(await verified(squatter)).toBe(false)
    expect((await squatter.ok('GET', path)).items).toEqual([])
    const victim = await person()
    await invite(foreign, victim.email)
    expect((await accept(squatter, tokenIn(mailTo(victim.email)[0]!))).status).toBe(404)
    expect(await verified(squatter)).toBe(false)
  })

  test('a mailed token of another kind opens no invitation, and vice versa', async () => {
    const ws = await workspace()
    const grace = await person()
    await invite(ws, grace.email)
    await grace.ok('POST', '/api/v1/auth/email/verify/send')
    const [invitation, verification] = mailTo(grace.email).map(tokenIn)
    expect((await accept(grace, verification!)).status).toBe(404)
    const reply = await call('POST', '/api/v1/auth/email/verify', { body: { token: invitation } })
    expect([reply.status, await verified(grace)]).toEqual([404, false])
  })

  test('fifty concurrent accepts with both tokens have one winner', { tags: 'race' }, async () => {
    const ws = await workspace()
    const grace = await person()
    const tokens = [copyOf(await invite(ws, grace.email)), tokenIn(mailTo(grace.email)[0]!)]
    const replies = await Promise.all(Array.from({ length: 50 }, (_, n) => accept(grace, tokens[n % 2]!)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await ws.owner.ok('GET', `${ws.base}/members`)).total).toBe(2)
  })
})
