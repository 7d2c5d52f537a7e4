import { describe, expect, test } from 'vitest'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'
import { accessLog, addCredential, bearer, revealing, signedInSince } from '../kit/vault.ts'
import { refusal } from '../kit/refusals.ts'

const vaultLog = async (ws: Workspace, query = ''): Promise<Json[]> =>
  (await ws.owner.ok('GET', `${ws.base}/vault/access-log?limit=200${query}`)).items
const told = (log: Json[]) =>
  log.map(({ action, actor, auth_kind, attempts }) => [action, actor.user_id, auth_kind, attempts])
const list = (ws: Workspace, who: Caller) => who.call('GET', `${ws.base}/vault/credentials`)

describe('the log of the vault', () => {
  test('has who read its list: once in ten minutes for each way, without a second round trip', async () => {
    const ws = await workspace()
    await addCredential(ws)
    const grace = await join(ws, 'member')
    const replies = await Promise.all(Array.from({ length: 8 }, () => list(ws, grace)))
    expect(new Set(replies.map(({ status, roundTrips }) => `${status} ${roundTrips}`))).toEqual(
      new Set(['200 1']),
    )
    for (let n = 0; n < 3; n++) await list(ws, grace)
    const { token } = await ws.owner.ok('POST', `${ws.base}/api-keys`, { name: 'reader', read_only: true })
    for (let n = 0; n < 2; n++) await list(ws, bearer(ws.owner, token))
    const listed = await vaultLog(ws, '&action=listed')
    expect(told(listed)).toEqual([
      ['listed', ws.owner.id, 'api_key', null],
      ['listed', grace.id, 'user', null],
    ])
    expect(listed[0]).toMatchObject({ credential_id: null, credential_name: null, secret_version: null })
    expect(told(await vaultLog(ws, `&user_id=${grace.id}`))).toEqual([['listed', grace.id, 'user', null]])
  })

  test('tells for how long there is no other to write', async () => {
    const ws = await workspace()
    for (const [ago, wait, entries] of [
      [4, 360_000, 1],
      [11, 600_000, 2],
    ]) {
      const grace = await join(ws, 'member')
      await asOwner(
        `insert into credential_access_log (org_id, min_role, action, actor_user_id, auth_kind, created_at)
          values ($1, 'admin', 'listed', $2, 'user', now() - $3 * interval '1 minute')`,
        [ws.org.id, grace.id, ago],
      )
      const [row] = await asOwner<{ wait: number }>(
        `with here as materialized (select set_config('app.org_id', $1, true), set_config('app.user_id', $2, true),
            set_config('app.actor_type', 'user', true)) select app.note_listed() as wait from here`,
        [ws.org.id, grace.id],
      )
      expect(Math.abs(row!.wait - wait!)).toBeLessThan(5000)
      expect(await vaultLog(ws, `&user_id=${grace.id}`)).toHaveLength(entries!)
    }
  })

  test('has what was done with each credential, and is for admins', async () => {
    const ws = await workspace()
    const manager = await join(ws, 'manager')
    const { id } = await addCredential(ws)
    await revealing(ws, id)
    const hidden = await addCredential(ws, { min_role: 'owner', name: 'Root' })
    const admin = await join(ws, 'admin')
    const seen = async (who: Caller) =>
      (await who.ok('GET', `${ws.base}/vault/access-log`)).items.map((one: Json) => [
        one.action,
        one.credential_id,
        one.credential_name,
      ])
    expect(await seen(admin)).toEqual([
      ['revealed', id, 'Server'],
      ['created', id, 'Server'],
    ])
    expect(await seen(ws.owner)).toEqual([
      ['created', hidden.id, 'Root'],
      ['revealed', id, 'Server'],
      ['created', id, 'Server'],
    ])
    expect(await accessLog(ws, id)).toHaveLength(2)
    expect(refusal(await manager.call('GET', `${ws.base}/vault/access-log`))).toEqual([
      403,
      'needs the role admin or above',
    ])
  })

  test('has each export of the organization and who was denied one, with how often', async () => {
    const ws = await workspace()
    const [manager, admin] = [await join(ws, 'manager'), await join(ws, 'admin')]
    const ask = (who: Caller, body: object = {}) => who.call('POST', `${ws.base}/exports`, body)
    expect((await ask(ws.owner, { kinds: ['project'], files: false })).status).toBe(202)
    await asOwner('delete from organization_exports where org_id = $1', [ws.org.id])
    expect(await vaultLog(ws)).toEqual([])
    expect((await ask(ws.owner)).status).toBe(202)
    for (let n = 0; n < 2; n++)
      expect(refusal(await ask(manager))).toEqual([403, 'needs the role owner or above'])
    const { token } = await admin.ok('POST', `${ws.base}/api-keys`, { name: 'script' })
    expect((await ask(bearer(admin, token))).status).toBe(403)
    await signedInSince(ws.owner, 20)
    expect(refusal(await ask(ws.owner))[0]).toBe(403)
    expect(told(await vaultLog(ws)).toSorted()).toEqual(
      [
        ['exported', ws.owner.id, 'user', null],
        ['export_denied', manager.id, 'user', 2],
        ['export_denied', admin.id, 'api_key', 1],
        ['export_denied', ws.owner.id, 'user', 1],
      ].toSorted(),
    )
    const refused = await ws.owner.ok('GET', `${ws.base}/audit-log?action=access.refused`)
    expect(refused.items.length).toBeGreaterThanOrEqual(3)
  })
})
