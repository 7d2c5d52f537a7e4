import { describe, expect, test } from 'vitest'
import { account, post, refresh, strong } from '../kit/accounts.ts'
import { asOwner, type Caller, call } from '../kit/client.ts'
import { hire, log } from '../kit/hours.ts'
import { impersonating } from '../kit/impersonation.ts'
import { mailTo } from '../kit/mail.ts'
import { actions, join, project, task, workspace } from '../kit/makers.ts'
import { connected } from '../kit/oauth.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

const at = '/api/v1/auth/me'
const remove = (who: Caller, password = strong) => who.call('DELETE', at, { password })
const me = async (who: Caller) => (await who.call('GET', at)).status

test('what stands in the way is told before, and what an employer must keep', async () => {
  const ws = await workspace()
  const preview = async (who: Caller) => who.ok('GET', `${at}/deletion`)
  expect(await preview(ws.owner)).toEqual({
    last_owner_of: [{ id: ws.org.id, name: ws.org.name }],
    kept: [],
  })
  const who = await join(ws, 'owner', 'Grace Hopper')
  expect(await preview(who)).toEqual({ last_owner_of: [], kept: [] })
  const employee = await hire(ws, who, 'Grace', { hire_date: '2025-01-01' })
  await log(ws, employee, ['clock_in 2026-03-02T09:00:00+01:00', 'clock_out 2026-03-02T17:00:00+01:00'])
  const elsewhere = await workspace()
  await asOwner('update organizations set name = $2 where id = $1', [elsewhere.org.id, 'Elsewhere'])
  const [kept] = (await preview(who)).kept
  expect(kept.organization).toEqual({ id: ws.org.id, name: ws.org.name })
  expect(kept.records).toMatchObject([
    { kind: 'working_hours', records: 2, months: 48, source: expect.stringContaining('art. 34.9') },
  ])
  const { token } = await who.ok('POST', `${ws.base}/api-keys`, { name: 'laptop' })
  const key = await call('GET', `${at}/deletion`, { headers: { authorization: `Bearer ${token}` } })
  expect(key.status).toBe(403)
})

describe('deleting the account', () => {
  test('ends sessions, keys and applications, and leaves neither name, address nor a way to sign in', async () => {
    const ws = await workspace()
    const who = await join(ws, 'admin', 'Grace Hopper')
    const { token } = await who.ok('POST', `${ws.base}/api-keys`, { name: 'laptop' })
    const { app } = await connected(who)
    await post('password/forgot', { email: who.email })
    expect((await remove(who)).status).toBe(204)
    const key = await call('GET', at, { headers: { authorization: `Bearer ${token}` } })
    expect([await me(who), (await refresh(who)).status, await me(app), key.status]).toEqual([
      401, 401, 401, 401,
    ])
    const [row] = await asOwner('select name, email, status, locale from users where id = $1', [who.id])
    expect(row).toEqual({
      name: 'Deleted account',
      email: `${who.id}@address.invalid`,
      status: 'locked',
      locale: null,
    })
    expect((await post('login', { email: who.email, password: strong })).status).toBe(401)
    expect((await post('login', { email: row.email, password: strong })).status).toBe(401)
    expect(await asOwner('select from mails where address = $1', [who.email])).toEqual([])
    expect(await asOwner('select from mail_tokens where address = $1', [who.email])).toEqual([])
  })

  test('leaves what was written in the organization, and unassigns open tasks', async () => {
    const ws = await workspace()
    const who = await join(ws, 'member', 'Grace Hopper')
    const { id } = await project(ws)
    const open = await task(ws, id)
    await ws.owner.ok('PATCH', `${ws.base}/tasks/${open.id}`, { assignee_id: who.id })
    await who.ok('POST', `${ws.base}/tasks/${open.id}/comments`, { body: 'This stays.' })
    await remove(who)
    expect(await ws.owner.ok('GET', `${ws.base}/tasks/${open.id}`)).toMatchObject({ assignee: null })
    const { items } = await ws.owner.ok('GET', `${ws.base}/tasks/${open.id}/comments`)
    expect(items).toEqual([
      expect.objectContaining({
        body: 'This stays.',
        author: expect.objectContaining({ user_id: who.id, name: 'Deleted account' }),
      }),
    ])
    const members = await ws.owner.ok('GET', `${ws.base}/members`)
    expect(members.items.map(({ user_id }: { user_id: string }) => user_id)).toEqual([ws.owner.id])
    expect(new Set((await actions(ws)).slice(-2))).toEqual(new Set(['account.deleted']))
  })

  test('erases what nobody else could see', async () => {
    const ws = await workspace()
    const who = await join(ws)
    await who.ok('POST', `${ws.base}/notes`, { title: 'Private' })
    const soon = new Date(Date.now() + 864e5).toISOString()
    await who.ok('POST', `${ws.base}/reminders`, { title: 'Private', remind_at: soon })
    await remove(who)
    for (const table of ['notes', 'reminders'])
      expect(await asOwner(`select from ${table} where user_id = $1`, [who.id])).toEqual([])
  })

  test('is rejected for a last owner, with the organizations, and changes nothing', async () => {
    const [one, other] = [await workspace('Ada & Co'), await workspace('Engines')]
    await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, 'owner')`, [
      other.org.id,
      one.owner.id,
    ])
    const { status, body } = await remove(one.owner)
    expect([status, body.error.code, body.error.message]).toEqual([
      409,
      'conflict',
      'you are the last owner of Ada & Co; transfer the ownership or delete the organization first',
    ])
    expect(await me(one.owner)).toBe(200)
    expect((await remove(other.owner)).status).toBe(204)
    const removal = await remove(one.owner)
    expect(removal.body.error.message).toContain('you are the last owner of Ada & Co, Engines;')
    for (const { base, org } of [one, other]) await one.owner.ok('DELETE', base, { confirm_slug: org.slug })
    expect((await remove(one.owner)).status).toBe(204)
  })

  test('of two owners at once leaves one', { tags: 'race' }, async () => {
    const ws = await workspace()
    const other = await join(ws, 'owner')
    const replies = await Promise.all([remove(ws.owner), remove(other)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409])
  })

  test('removes an operator from the list', async () => {
    const who = await account()
    await asOwner('insert into platform_admins (user_id) values ($1)', [who.id])
    await remove(who)
    const rows = await asOwner(
      'select revoked_at is not null as ended from platform_admins where user_id = $1',
      [who.id],
    )
    expect(rows).toEqual([{ ended: true }])
  })

  test('frees the address, whose new owner gets nothing of the old account', async () => {
    const who = await account()
    await remove(who)
    const newAccount = await post('register', { email: who.email, password: strong, name: 'Ada again' })
    expect([newAccount.status, newAccount.body.id === who.id]).toEqual([201, false])
    expect(mailTo(who.email).some(({ text }) => text.includes('Ada again'))).toBe(true)
  })

  test('is in the platform’s audit log', async () => {
    const who = await account()
    await remove(who)
    const entries = await asOwner(
      `select actor_user_id, entity_label, changes from audit_log where action = 'account.deleted' and entity_id = $1`,
      [who.id],
    )
    expect(entries).toEqual([
      { actor_user_id: who.id, entity_label: who.email, changes: { api_keys: 0, applications: 0 } },
    ])
  })

  test('requires the password', async () => {
    const who = await account()
    const [invalid, withoutPassword] = [await remove(who, 'wrong password'), await who.call('DELETE', at, {})]
    expect([invalid.status, invalid.body.error.message]).toEqual([
      422,
      'body.password: is wrong; reset the password if you have forgotten it',
    ])
    expect([withoutPassword.status, withoutPassword.body.error.message]).toEqual([
      422,
      'body.password: required',
    ])
    expect(await me(who)).toBe(200)
  })
})

test('only the person can delete the account: no key, application, operator or other site', async () => {
  const { owner, base } = await workspace()
  const { token } = await owner.ok('POST', `${base}/api-keys`, { name: 'laptop' })
  const { cookie, operator } = await impersonating(owner)
  const body = { password: strong }
  const responses = [
    await call('DELETE', at, { body, headers: { authorization: `Bearer ${token}` } }),
    await (await connected(owner)).app.call('DELETE', at, body),
    await operator.call('DELETE', at, body, { cookie: `${operator.headers.cookie}; ${cookie}` }),
    await owner.call('DELETE', at, body, { origin: 'https://evil.example' }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  expect(await me(owner)).toBe(200)
})
