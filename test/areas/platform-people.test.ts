import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, call, type Caller, type Json, person } from '../kit/client.ts'
import { activate, impersonating, operator } from '../kit/impersonation.ts'
import { workspace } from '../kit/makers.ts'
import { issue, lock } from '../kit/platform.ts'
import { keyOf, oauthTokenOf, open, rpc } from '../mcp/rpc.ts'

const at = '/api/v1/platform'
const admins = `${at}/admins`
const said = ({ status, body }: Json) => [status, body?.error?.message]
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const me = '/api/v1/auth/me'

describe('locking a person', () => {
  test('ends every session and rejects keys and tokens at once; unlocking restores keys and tokens', async () => {
    const [olga, ws] = [await operator(), await workspace()]
    const tokens = [(await keyOf(ws)).token, await oauthTokenOf(ws.owner)]
    const session = await open({ token: tokens[0]! })
    expect((await lock(olga, ws.owner)).body).toMatchObject({ status: 'locked', sessions: 0 })
    expect((await ws.owner.call('GET', me)).status).toBe(401)
    for (const token of tokens) expect((await call('GET', me, bearer(token))).status).toBe(401)
    expect((await rpc('tools/list', {}, { token: tokens[0]!, session })).status).toBe(401)
    expect((await lock(olga, ws.owner, 'active')).body.status).toBe('active')
    for (const token of tokens) expect((await call('GET', me, bearer(token))).status).toBe(200)
    expect((await ws.owner.call('GET', me)).status).toBe(401)
  })

  test('is audited, once, with the reason', async () => {
    const [olga, ada] = [await operator(), await person()]
    await lock(olga, ada)
    await lock(olga, ada)
    const { items } = await olga.ok('GET', `${at}/audit-log?entity_id=${ada.id}`)
    expect(items).toMatchObject([
      {
        action: 'platform.user_updated',
        entity_label: ada.email,
        changes: {
          status: { from: 'active', to: 'locked' },
          reason: 'ticket 4711: invoices are not paid',
          ended: { sessions: 1, impersonations: 0 },
        },
      },
    ])
  })

  test('ends the impersonations of and by that person', async () => {
    const olga = await operator()
    const { owner } = await workspace()
    const [of, by] = [await impersonating(owner), await impersonating((await workspace()).owner)]
    await lock(olga, owner)
    await lock(olga, by.operator)
    for (const { id } of [of, by]) {
      const [row] = await asOwner(
        `select changes, impersonator_user_id from audit_log where entity_id = $1
          and action = 'platform.impersonation_ended'`,
        [id],
      )
      expect(row.changes).toMatchObject({ via: 'revoked', by: olga.id })
    }
    expect((await of.send('GET', me)).body.id).toBe(of.operator.id)
    expect((await by.send('GET', me)).status).toBe(401)
  })

  test('is not possible for oneself or an unknown person', async () => {
    const olga = await operator()
    expect(said(await lock(olga, olga))).toEqual([409, 'nobody locks themselves'])
    expect(said(await lock(olga, { ...olga, id: uuidv7() }))).toEqual([404, 'person not found'])
  })

  test('two operators who lock each other concurrently leave one', { tags: 'race' }, async () => {
    for (let attempt = 0; attempt < 5; attempt++) {
      const [one, other] = [await operator(), await operator()]
      const replies = await Promise.all([lock(one, other), lock(other, one)])
      const statuses = replies.map(({ status }) => status).toSorted()
      expect([
        [200, 401],
        [200, 403],
      ]).toContainEqual(statuses)
    }
  })

  test('requires a reason', async () => {
    const [olga, ada] = [await operator(), await person()]
    expect(said(await olga.call('PATCH', `${at}/users/${ada.id}`, { status: 'locked' }))).toEqual([
      422,
      'body.reason: required',
    ])
  })
})

describe('the list of operators', () => {
  test('accepts existing people by id or address, once', async () => {
    const [olga, ada, bob] = [await operator(), await person('Ada'), await person('Bob')]
    const add = (body: object) => olga.call('POST', admins, body)
    expect((await add({ user_id: ada.id, note: 'support' })).body).toMatchObject({
      user_id: ada.id,
      name: 'Ada',
      note: 'support',
      status: 'active',
      granted_by: { user_id: olga.id },
    })
    expect((await add({ email: bob.email.toUpperCase() })).status).toBe(201)
    expect((await bob.call('GET', admins)).status).toBe(200)
    expect(said(await add({ user_id: ada.id }))).toEqual([409, 'this person is an operator already'])
    expect(said(await add({ email: 'nobody@example.com' }))).toEqual([422, 'body.email: not found'])
    expect(said(await add({ user_id: uuidv7() }))).toEqual([422, 'body.user_id: not found'])
    for (const body of [{}, { user_id: ada.id, email: ada.email }])
      expect(said(await add(body))).toEqual([422, 'body: either user_id or email'])
    await lock(olga, ada)
    expect((await olga.ok('GET', `${admins}?limit=200`)).items).toContainEqual(
      expect.objectContaining({ user_id: ada.id, status: 'locked' }),
    )
  })

  test('does not accept a locked person', async () => {
    const [olga, ada] = [await operator(), await person()]
    await lock(olga, ada)
    expect(said(await olga.call('POST', admins, { user_id: ada.id }))).toEqual([409, 'this person is locked'])
  })

  test('others can be removed, never oneself, which ends their impersonations', async () => {
    const olga = await operator()
    const { send, operator: gone } = await impersonating((await workspace()).owner)
    expect((await send('GET', me)).body.id).not.toBe(gone.id)
    const remove = (who: Caller) => olga.call('DELETE', `${admins}/${who.id}`)
    expect((await remove(gone)).status).toBe(204)
    expect((await send('GET', me)).body.id).toBe(gone.id)
    expect((await gone.call('GET', admins)).status).toBe(403)
    expect(said(await remove(gone))).toEqual([404, 'operator not found'])
    expect(said(await remove(olga))).toEqual([409, 'nobody removes themselves; another operator can'])
    expect((await olga.call('POST', admins, { user_id: gone.id })).status).toBe(201)
    expect((await gone.call('GET', admins)).status).toBe(200)
  })

  test('fifty operators who remove each other concurrently leave one', { tags: 'race' }, async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => operator()))
    const next = (n: number) => all[(n + 1) % all.length]!
    const replies = await Promise.all(all.map((who, n) => who.call('DELETE', `${admins}/${next(n).id}`)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204, 403]))
    const remaining = await asOwner(
      'select user_id from platform_admins where revoked_at is null and user_id = any ($1)',
      [all.map(({ id }) => id)],
    )
    expect(remaining.length).toBe(50 - replies.filter(({ status }) => status === 204).length)
    expect(remaining.length).toBeGreaterThan(0)
  })

  test('the only remaining operator stays', async () => {
    const olga = await operator()
    const responses = await asOwner(`begin;
      update platform_admins set revoked_at = now() where user_id <> '${olga.id}' and revoked_at is null;
      select set_config('app.user_id', '${olga.id}', true), set_config('app.actor_type', 'user', true);
      select app.platform_remove_admin('${olga.id}'); rollback`).catch((error: Error) => error.message)
    expect(responses).toBe('the last operator cannot be removed')
  })

  test('the first one is added by the owner of the database, and audited', async () => {
    const ada = await person()
    await asOwner(`select app.add_first_operator($1, 'first')`, [ada.email.toUpperCase()])
    expect((await ada.call('GET', admins)).status).toBe(200)
    const [entry] = await asOwner('select action, actor_type, changes from audit_log where entity_id = $1', [
      ada.id,
    ])
    expect(entry).toEqual({
      action: 'platform.admin_added',
      actor_type: 'system',
      changes: { note: 'first' },
    })
    await expect(asOwner(`select app.add_first_operator('x@y.zz', null)`)).rejects.toThrow(
      'nobody who can sign in',
    )
  })

  test('new operators can no longer be impersonated', async () => {
    const olga = await operator()
    const { owner } = await workspace()
    const { send, operator: looker } = await impersonating(owner)
    const { token } = await issue(olga, owner)
    await olga.ok('POST', admins, { user_id: owner.id })
    expect((await send('GET', me)).body.id).toBe(looker.id)
    expect((await activate(token)).headers.get('location')).toContain('impersonation_invalid')
  })
})
