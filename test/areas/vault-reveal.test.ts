import { describe, expect, test } from 'vitest'
import { hashOf } from '../../src/base/tokens.ts'
import { asOwner, type Json, password } from '../kit/client.ts'
import { codeOf, turnOn } from '../kit/factors.ts'
import { impersonating } from '../kit/impersonation.ts'
import { actions, join, type Workspace, workspace } from '../kit/makers.ts'
import {
  accessLog,
  addCredential,
  atCredential,
  revealing,
  secret,
  signedInSince,
  bearer,
} from '../kit/vault.ts'
import { connected } from '../kit/oauth.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { refusal } from '../kit/refusals.ts'

await ownDatabase()

const missing = [404, 'credential not found']
const forReaders = [
  403,
  'a secret is shown to its reader alone: in a browser session, not to keys and applications',
]
const confirmFirst = [403, 'confirm your password first: send it as password, or sign in again']

/** What the log says of who was denied a credential. */
const denied = async (ws: Workspace, id: string) =>
  (await accessLog(ws, id))
    .filter(({ action }) => action === 'reveal_denied')
    .map(({ auth_kind, attempts, actor }: Json) => [auth_kind, attempts, actor.user_id])

describe('a secret', () => {
  test('is revealed with a reason, which log and audit have before the answer', async () => {
    const ws = await workspace()
    const { id } = await addCredential(ws)
    const reply = await revealing(ws, id)
    expect([reply.status, reply.body, reply.roundTrips]).toEqual([200, { secret, secret_version: 1 }, 1])
    expect(reply.headers.get('cache-control')).toContain('no-store')
    expect((await accessLog(ws, id))[0]).toMatchObject({
      action: 'revealed',
      credential_name: 'Server',
      secret_version: 1,
      reason: 'Moving the server',
      actor: { user_id: ws.owner.id, name: 'Ada Lovelace' },
      auth_kind: 'user',
      attempts: null,
    })
    expect(await actions(ws)).toContain('credential.revealed')
    const after = await ws.owner.ok('GET', atCredential(ws, id))
    expect([after.last_revealed_by.user_id, after.version]).toEqual([ws.owner.id, 1])
  })

  test('is not revealed without a reason', async () => {
    const ws = await workspace()
    const { id } = await addCredential(ws)
    const at = `${atCredential(ws, id)}/reveal`
    expect(refusal(await ws.owner.call('POST', at, {}))).toEqual([422, 'body.reason: required'])
    expect(refusal(await ws.owner.call('POST', at, { reason: ' a ' }))).toEqual([
      422,
      'body.reason: at least 3 characters',
    ])
    expect(refusal(await revealing(ws, id, ws.owner, { version: 0 }))).toEqual([
      422,
      'body.version: must be a version of the secret',
    ])
    expect((await accessLog(ws, id)).map(({ action }) => action)).toEqual(['created'])
  })

  test('is not revealed if the log cannot be written', async () => {
    const ws = await workspace()
    const { id } = await addCredential(ws)
    await asOwner(`create function app.break_log() returns trigger language plpgsql as
      $$ begin if new.action = 'revealed' then raise exception 'the log is full'; end if; return new; end $$`)
    await asOwner(`create trigger break_log before insert on credential_access_log for each row
      execute function app.break_log()`)
    const reply = await revealing(ws, id)
    await asOwner('drop trigger break_log on credential_access_log')
    expect([reply.status, reply.text.includes('s3cr3t')]).toEqual([500, false])
    expect((await accessLog(ws, id)).map(({ action }) => action)).toEqual(['created'])
    expect((await ws.owner.ok('GET', atCredential(ws, id))).last_revealed_at).toBe(null)
    expect(await actions(ws)).not.toContain('credential.revealed')
  })

  test('does not exist below its role, which the log notes once in ten minutes with how often', async () => {
    const ws = await workspace()
    const [member, stranger] = [await join(ws), await join(ws)]
    const { id } = await addCredential(ws)
    for (let n = 0; n < 3; n++) expect(refusal(await revealing(ws, id, member))).toEqual(missing)
    expect(refusal(await revealing(ws, id, stranger))).toEqual(missing)
    const hidden = await revealing(ws, id, member)
    const absent = await revealing(ws, ws.org.id, member)
    expect(hidden.text.replace(/"request_id":"[^"]*"/, '')).toBe(
      absent.text.replace(/"request_id":"[^"]*"/, ''),
    )
    expect((await denied(ws, id)).toSorted()).toEqual(
      [
        ['user', 4, member.id],
        ['user', 1, stranger.id],
      ].toSorted(),
    )
  })

  test('is not revealed to keys, applications and operators in the name of somebody', async () => {
    const ws = await workspace()
    const { id } = await addCredential(ws)
    const { token } = await ws.owner.ok('POST', `${ws.base}/api-keys`, { name: 'script' })
    expect(refusal(await revealing(ws, id, bearer(ws.owner, token)))).toEqual(forReaders)
    const { access } = await connected(ws.owner)
    expect(refusal(await revealing(ws, id, bearer(ws.owner, access)))).toEqual(forReaders)
    expect(await denied(ws, id)).toEqual([['api_key', 2, ws.owner.id]])
    const { cookie, operator } = await impersonating(ws.owner)
    const acting = await operator.call(
      'POST',
      `${atCredential(ws, id)}/reveal`,
      { reason: 'Looking around' },
      { cookie: `${operator.headers.cookie}; ${cookie}` },
    )
    expect(acting.status).toBe(403)
    expect((await accessLog(ws, id)).map(({ action }) => action)).not.toContain('revealed')
  })

  test('that is refused before it is looked at is in the log, too, once in ten minutes with how often', async () => {
    const ws = await workspace()
    const { id } = await addCredential(ws)
    const { cookie, operator } = await impersonating(ws.owner)
    const body = { reason: 'Looking around' }
    for (const path of ['reveal', 'code', 'reveal']) {
      const acting = await operator.call('POST', `${atCredential(ws, id)}/${path}`, body, {
        cookie: `${operator.headers.cookie}; ${cookie}`,
      })
      expect(refusal(acting)).toEqual([
        403,
        'impersonation only reads; end it at /api/v1/auth/impersonation/exit',
      ])
    }
    expect(await denied(ws, id)).toEqual([['impersonation', 3, ws.owner.id]])
    const [admin, viewer] = [await join(ws, 'admin'), await join(ws, 'viewer')]
    const key = { name: 'reader', read_only: true }
    const { token } = await admin.ok('POST', `${ws.base}/api-keys`, key)
    expect(refusal(await revealing(ws, id, bearer(admin, token)))).toEqual([403, 'the API key is read-only'])
    expect(refusal(await revealing(ws, id, viewer))).toEqual([403, 'needs the role member or above'])
    expect((await denied(ws, id)).toSorted()).toEqual(
      [
        ['api_key', 1, admin.id],
        ['impersonation', 3, ws.owner.id],
        ['user', 1, viewer.id],
      ].toSorted(),
    )
    expect((await revealing(ws, id, admin)).status).toBe(200)
    expect(refusal(await revealing(ws, ws.org.id, viewer))[0]).toBe(403)
  })

  test('needs a sign-in of the last 15 minutes, or the password, and a second factor where one is on', async () => {
    const ws = await workspace()
    const grace = await join(ws, 'admin')
    const { id } = await addCredential(ws)
    await signedInSince(grace, 14)
    expect((await revealing(ws, id, grace)).status).toBe(200)
    await signedInSince(grace, 16)
    expect(refusal(await revealing(ws, id, grace))).toEqual(confirmFirst)
    expect(refusal(await revealing(ws, id, grace, { password: 'not the password' }))).toEqual([
      422,
      'body.password: is wrong; reset the password if you have forgotten it',
    ])
    const proven = await revealing(ws, id, grace, { password })
    expect([proven.body.secret, proven.roundTrips]).toEqual([secret, 2])
    const app = await turnOn(grace, password)
    const [status, message] = refusal(await revealing(ws, id, grace, { password }))
    expect([status, message]).toEqual([422, expect.stringContaining('body.code: required')])
    const code = codeOf(app.secret, 1)
    expect((await revealing(ws, id, grace, { password, code })).body.secret).toBe(secret)
    expect(await denied(ws, id)).toEqual([['user', 1, grace.id]])
  })

  test('is not in the answer to a repeated request', async () => {
    const ws = await workspace()
    const { id } = await addCredential(ws)
    const send = () =>
      ws.owner.call(
        'POST',
        `${atCredential(ws, id)}/reveal`,
        { reason: 'Once' },
        { 'idempotency-key': 'once' },
      )
    expect((await send()).body.secret).toBe(secret)
    const again = await send()
    expect([again.headers.get('idempotency-replayed'), again.body]).toEqual([
      'true',
      { secret: null, secret_version: 1 },
    ])
    expect((await accessLog(ws, id)).filter(({ action }) => action === 'revealed')).toHaveLength(1)
  })

  test('is revealed twenty times a minute and two hundred a day, also where the requests come at once', async () => {
    const ws = await workspace()
    const { id } = await addCredential(ws)
    const replies = await Promise.all(Array.from({ length: 30 }, () => revealing(ws, id)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
    const refused = replies.find(({ status }) => status === 429)!
    expect(refusal(refused)).toEqual([429, 'at most 20 secrets a minute; go on later'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const grace = await join(ws, 'admin', 'Grace Hopper')
    const log = (minutes: number) =>
      asOwner(
        `insert into credential_access_log (org_id, credential_id, credential_name, min_role, action, actor_user_id,
            auth_kind, created_at)
          select $1, $2, 'Server', 'admin', 'revealed', $3, 'user', now() - $4 * interval '1 minute'
            from generate_series(1, $5)`,
        [ws.org.id, id, grace.id, minutes, minutes === 5 ? 49 : 150],
      )
    await log(5)
    expect((await revealing(ws, id, grace)).status).toBe(200)
    const { items } = await ws.owner.ok('GET', `${ws.base}/notifications`)
    expect(items.map(({ title }: Json) => title)).toContain(
      'Grace Hopper revealed 50 secrets within ten minutes',
    )
    await log(60)
    expect(refusal(await revealing(ws, id, grace))).toEqual([429, 'at most 200 secrets a day; go on later'])
  })

  test('of a key that the deployment lacks is a conflict, and the list still works', async () => {
    const ws = await workspace()
    const { id } = await addCredential(ws)
    await asOwner(`update credential_secrets set kek_id = 'lost' where org_id = $1`, [ws.org.id])
    expect(refusal(await revealing(ws, id))).toEqual([
      409,
      'the key lost that this secret is sealed with is not in SEALING_KEYS',
    ])
    expect((await ws.owner.ok('GET', `${ws.base}/vault/credentials`)).total).toBe(1)
  })

  test('that was moved to another credential cannot be opened', async () => {
    const ws = await workspace()
    const [one, two] = [await addCredential(ws), await addCredential(ws, { secret: 'mine' })]
    await asOwner('delete from credential_secrets where credential_id = $1', [two.id])
    await asOwner('update credential_secrets set credential_id = $2 where credential_id = $1', [
      one.id,
      two.id,
    ])
    expect(refusal(await revealing(ws, two.id))).toEqual([
      409,
      'this secret cannot be opened: its key differs, or it was sealed for another record',
    ])
  })

  test('is not to be guessed from the record of a repeated request', async () => {
    const ws = await workspace()
    const draft = { name: 'Server', kind: 'password', secret: '1234' }
    await ws.owner.ok('POST', `${ws.base}/vault/credentials`, draft, { 'idempotency-key': 'short' })
    const guess = hashOf(JSON.stringify(['createCredential', { org_id: ws.org.id }, {}, draft]))
    const stored = await asOwner<{ hash: string; text: string }>(
      `select encode(request_hash, 'hex') as hash, k::text as text from idempotency_keys k where org_id = $1`,
      [ws.org.id],
    )
    expect(stored).toHaveLength(1)
    expect([stored[0]!.hash === guess, stored[0]!.text.includes('1234"')]).toEqual([false, false])
    const again = await ws.owner.call(
      'POST',
      `${ws.base}/vault/credentials`,
      { ...draft, secret: '1235' },
      { 'idempotency-key': 'short' },
    )
    expect(refusal(again)).toEqual([409, 'this Idempotency-Key was used with another request'])
  })
})
