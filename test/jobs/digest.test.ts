import { describe, expect, test } from 'vitest'
import { drain } from '../../src/jobs/outbox.ts'
import { outsideOf } from '../../src/shared/outside.ts'
import { asOwner, call, type Caller, env } from '../kit/client.ts'
import { database, mention, settled, inboxSetup } from '../kit/inbox.ts'
import { mailTo, type Sent } from '../kit/mail.ts'
import type { Workspace } from '../kit/makers.ts'
import { open, submit } from '../web/browse.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const byMail = (ws: Workspace, who: Caller, ...reasons: string[]) =>
  who.ok('PUT', `${ws.base}/notification-preferences`, {
    reasons: Object.fromEntries(reasons.map((reason) => [reason, { email: true }])),
    muted_project_ids: [],
  })
const pendingWork = async ({ org }: Workspace) =>
  (
    await asOwner<{ minutes: number }>(
      `select ceil(extract(epoch from available_at - now()) / 60)::int as minutes from outbox
        where org_id = $1 and topic = 'digest' and done_at is null`,
      [org.id],
    )
  ).map(({ minutes }) => minutes)

/** Sends what is due after ten minutes. */
async function tenMinutesLater(ws: Workspace) {
  await settled(ws)
  await asOwner(
    `update outbox set available_at = now() where org_id = $1 and topic = 'digest' and done_at is null`,
    [ws.org.id],
  )
  await drain(database(), undefined, '', outsideOf(env()).mail)
}
const stopLink = ({ headers }: Sent) =>
  /^<https:\/\/service\.test(\/.*)>$/.exec(headers['List-Unsubscribe']!)![1]!

describe('notifications by e-mail', () => {
  test('are collected for ten minutes into one mail, of what the person wants and has not read', async () => {
    const { ws, owner, ada, comment, path } = await inboxSetup()
    await byMail(ws, ada, 'mentioned', 'assigned')
    await comment(owner, `${mention(ada)} look`)
    await comment(owner, `${mention(ada)} and look`)
    await owner.ok('PATCH', path, { assignee_id: ada.id })
    await settled(ws)
    expect(await pendingWork(ws)).toEqual([10])
    expect(mailTo(ada.email)).toEqual([])
    const { items } = await ada.ok('GET', `${ws.base}/notifications?reason=mentioned`)
    await ada.ok('PATCH', `${ws.base}/notifications/${items[0].id}`, { read: true })
    await tenMinutesLater(ws)
    expect(mailTo(ada.email)).toHaveLength(1)
    const [mail] = mailTo(ada.email)
    expect(mail!.subject).toBe('2 notifications from Ada & Co')
    expect(mail!.text).toContain('You were mentioned: Fix it\n\nGiven to you: Fix it')
    await tenMinutesLater(ws)
    expect(mailTo(ada.email)).toHaveLength(1)
    const stored = await asOwner(`select facts from mails where address = $1 and message = 'digest'`, [
      ada.email,
    ])
    expect(JSON.stringify(stored)).not.toContain('Fix it')
  })

  test('are not sent to people who did not ask for them, or have read them all', async () => {
    const { ws, owner, ada, bob, comment } = await inboxSetup()
    await byMail(ws, bob, 'assigned')
    await comment(owner, `${mention(ada, bob)} look`)
    await settled(ws)
    expect(await pendingWork(ws)).toEqual([])
    await byMail(ws, ada, 'mentioned')
    await comment(owner, `${mention(ada)} again`)
    await settled(ws)
    await ada.ok('POST', `${ws.base}/notifications/read-all`, {
      before: new Date(Date.now() + 60_000).toISOString(),
    })
    await tenMinutesLater(ws)
    expect([mailTo(ada.email), mailTo(bob.email)]).toEqual([[], []])
  })

  test('contain nothing that the person may no longer see', async () => {
    const { ws, owner, ada, bob, home, comment } = await inboxSetup()
    for (const who of [ada, bob]) await byMail(ws, who, 'mentioned')
    await comment(owner, `${mention(ada, bob)} look`)
    await settled(ws)
    await asOwner(`update projects set visibility = 'private' where id = $1`, [home.id])
    await owner.ok('DELETE', `${ws.base}/members/${bob.id}`)
    await tenMinutesLater(ws)
    expect([mailTo(ada.email), mailTo(bob.email)]).toEqual([[], []])
    const [failed] = await asOwner(
      `select last_error from outbox where org_id = $1 and last_error is not null`,
      [ws.org.id],
    )
    expect(failed).toBeUndefined()
  })

  test('send reminders at once', async () => {
    const { ws, ada } = await inboxSetup()
    await byMail(ws, ada, 'reminder')
    await ada.ok('POST', `${ws.base}/reminders`, {
      title: 'Call the bank',
      remind_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    await asOwner(`update reminders set next_fire_at = now() where org_id = $1`, [ws.org.id])
    await asOwner(
      `update outbox o set available_at = now(), payload = jsonb_set(o.payload, '{at}', to_jsonb(r.next_fire_at))
        from reminders r where o.org_id = $1 and r.org_id = $1 and o.topic = 'reminder.due'`,
      [ws.org.id],
    )
    const mail = outsideOf(env()).mail
    for (let attempt = 0; attempt < 2; attempt++) await drain(database(), undefined, '', mail)
    expect(mailTo(ada.email).map(({ subject }) => subject)).toEqual(['Call the bank (Ada & Co)'])
  })
})

describe('unsubscribing', () => {
  async function mailedPerson() {
    const staged = await inboxSetup()
    const { ws, owner, ada, comment } = staged
    await byMail(ws, ada, 'mentioned', 'assigned')
    await comment(owner, `${mention(ada)} look`)
    await tenMinutesLater(ws)
    return { ...staged, mail: mailTo(ada.email)[0]! }
  }
  const preferencesOf = async (ws: Workspace, who: Caller) =>
    (await who.ok('GET', `${ws.base}/notification-preferences`)).reasons.mentioned

  test('takes one click in a mail program, signed in or not, and is audited', async () => {
    const { ws, ada, owner, comment, mail } = await mailedPerson()
    expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const reply = await call('POST', stopLink(mail), {
      raw: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([reply.status, reply.roundTrips]).toEqual([204, 1])
    expect(await preferencesOf(ws, ada)).toEqual({ in_app: true, email: false })
    expect((await call('POST', stopLink(mail))).status).toBe(204)
    await comment(owner, `${mention(ada)} again`)
    await tenMinutesLater(ws)
    expect(mailTo(ada.email)).toHaveLength(1)
    const trail = await asOwner(
      `select distinct actor_user_id, entity_type from audit_log
        where org_id = $1 and action = 'notification_preferences.unsubscribed'`,
      [ws.org.id],
    )
    expect(trail).toEqual([{ actor_user_id: ada.id, entity_type: 'notification_preferences' }])
  })

  test('is also a page, which asks before it stops the mail', async () => {
    const { ws, ada, mail } = await mailedPerson()
    const page = /https:\/\/service\.test(\/unsubscribe\?\S+)/.exec(mail.text)![1]!
    const opened = await open(page)
    expect([opened.status, opened.text.includes('Stop the mails')]).toEqual([200, true])
    expect((await preferencesOf(ws, ada)).email).toBe(true)
    const token = new URLSearchParams(page.split('?')[1]).get('token')!
    const done = await submit('/unsubscribe', { token })
    expect([done.status, done.text.includes('<h1>No more mails</h1>')]).toEqual([200, true])
    expect((await preferencesOf(ws, ada)).email).toBe(false)
  })

  test('needs a genuine link', async () => {
    const { ws, ada, bob, mail } = await mailedPerson()
    const [, token] = /unsubscribe\/(.*)$/.exec(stopLink(mail))!
    const [person, org, mac] = token!.split('.')
    const forged = [
      `${bob.id}.${org}.${mac}`,
      `${person}.${ada.id}.${mac}`,
      `${person}.${org}.${'0'.repeat(64)}`,
      `${person}.${org}.`,
      `${person}.${org}.${mac}.x`,
      'x',
    ]
    for (const one of forged) {
      const reply = await call('POST', `/api/v1/unsubscribe/${one}`)
      expect([one, reply.status, reply.roundTrips]).toEqual([one, 404, 0])
    }
    expect((await submit('/unsubscribe', { token: 'x' })).status).toBe(404)
    expect((await preferencesOf(ws, ada)).email).toBe(true)
  })
})
