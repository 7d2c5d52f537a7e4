import { beforeEach, describe, expect, test } from 'vitest'
import { asOwner, type Caller, type Json, password } from '../kit/client.ts'
import { codeOf, freezeClock, turnOn } from '../kit/factors.ts'
import { impersonating } from '../kit/impersonation.ts'
import { actions, join, type Workspace, workspace } from '../kit/makers.ts'
import { connected } from '../kit/oauth.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { accessLog, addCredential, atCredential, revealing, secret, bearer } from '../kit/vault.ts'
import { refusal } from '../kit/refusals.ts'

await ownDatabase()
freezeClock()

const key = 'MZXW6YTBOI7DEMRT'
const showing = (ws: Workspace, id: string, who: Caller = ws.owner, body: object = {}) =>
  who.call('POST', `${atCredential(ws, id)}/code`, body)
let ws: Workspace
beforeEach(async () => {
  ws = await workspace()
})

describe('a one-time code', () => {
  test('is shown with the time until which it is valid, which log and audit have', async () => {
    const { id, has_totp, totp_versions } = await addCredential(ws, { totp: 'mzxw 6ytb oi7d emrt' })
    expect([has_totp, totp_versions]).toEqual([true, [1]])
    const reply = await showing(ws, id, ws.owner, { reason: 'Signing in' })
    const until = new Date((Math.floor(Date.now() / 30_000) + 1) * 30_000).toISOString()
    expect([reply.status, reply.body, reply.roundTrips]).toEqual([
      200,
      { code: codeOf(key), valid_until: until },
      1,
    ])
    expect(reply.headers.get('cache-control')).toContain('no-store')
    expect((await accessLog(ws, id))[0]).toMatchObject({
      action: 'code_shown',
      secret_version: 1,
      reason: 'Signing in',
      fields: [],
      actor: { user_id: ws.owner.id },
    })
    expect(await actions(ws)).toContain('credential.code_shown')
    expect((await ws.owner.ok('GET', atCredential(ws, id))).last_revealed_at).toBe(null)
    expect((await showing(ws, id)).body.code).toBe(codeOf(key))
    expect(refusal(await showing(ws, id, ws.owner, { reason: 'a' }))).toEqual([
      422,
      'body.reason: at least 3 characters',
    ])
  })

  test('is refused where there is no key', async () => {
    const { id } = await addCredential(ws)
    expect(refusal(await showing(ws, id))).toEqual([
      409,
      'this credential has no key for one-time codes yet; enter one first',
    ])
    expect(refusal(await revealing(ws, id, ws.owner, { part: 'totp' }))).toEqual([
      409,
      'this credential has no key for one-time codes yet; enter one first',
    ])
  })

  test('is shown to its readers alone, in a browser session, and denials are in the log', async () => {
    const [member, viewer] = [await join(ws), await join(ws, 'viewer')]
    const { id } = await addCredential(ws, { totp: key })
    expect(refusal(await showing(ws, id, member))).toEqual([404, 'credential not found'])
    expect(refusal(await showing(ws, id, viewer))).toEqual([403, 'needs the role member or above'])
    const forReaders = [
      403,
      'a secret is shown to its reader alone: in a browser session, not to keys and applications',
    ]
    const { token } = await ws.owner.ok('POST', `${ws.base}/api-keys`, { name: 'script' })
    expect(refusal(await showing(ws, id, bearer(ws.owner, token)))).toEqual(forReaders)
    const { access } = await connected(ws.owner)
    expect(refusal(await showing(ws, id, bearer(ws.owner, access)))).toEqual(forReaders)
    const { cookie, operator } = await impersonating(ws.owner)
    const acting = { cookie: `${operator.headers.cookie}; ${cookie}` }
    expect((await operator.call('POST', `${atCredential(ws, id)}/code`, {}, acting)).status).toBe(403)
    const log = await accessLog(ws, id)
    expect(log.filter(({ action }) => action === 'code_shown')).toEqual([])
    expect(log.filter(({ action }) => action === 'reveal_denied').length).toBeGreaterThanOrEqual(2)
  })

  test('needs a sign-in of the last 15 minutes, or the password, and a second factor where one is on', async () => {
    const { id } = await addCredential(ws, { totp: key })
    const since = new Date(Date.now() - 16 * 60_000)
    await asOwner('update sessions set created_at = $2 where user_id = $1', [ws.owner.id, since])
    expect(refusal(await showing(ws, id))).toEqual([
      403,
      'confirm your password first: send it as password, or sign in again',
    ])
    expect(refusal(await showing(ws, id, ws.owner, { password: 'not the password' }))).toEqual([
      422,
      'body.password: is wrong; reset the password if you have forgotten it',
    ])
    expect((await showing(ws, id, ws.owner, { password })).body.code).toBe(codeOf(key))
    const app = await turnOn(ws.owner, password)
    const proof = { password, code: codeOf(app.secret, 1) }
    expect((await showing(ws, id, ws.owner, proof)).body.code).toBe(codeOf(key))
  })

  test('is not in the answer to a repeated request', async () => {
    const { id } = await addCredential(ws, { totp: key })
    const send = () =>
      ws.owner.call('POST', `${atCredential(ws, id)}/code`, {}, { 'idempotency-key': 'once' })
    expect((await send()).body.code).toBe(codeOf(key))
    expect((await send()).body).toEqual({ code: null, valid_until: null })
    const log = await accessLog(ws, id)
    expect(log.filter(({ action }) => action === 'code_shown')).toHaveLength(1)
  })

  test('is shown sixty times a minute and two hundred a day, whatever was revealed beside', async () => {
    const { id } = await addCredential(ws, { totp: key })
    const grace = await join(ws, 'admin', 'Grace Hopper')
    const log = (minutes: number, times: number) =>
      asOwner(
        `insert into credential_access_log (org_id, credential_id, credential_name, min_role, action, actor_user_id,
            auth_kind, created_at)
          select $1, $2, 'Server', 'admin', 'code_shown', $3, 'user', now() - $4 * interval '1 minute'
            from generate_series(1, $5)`,
        [ws.org.id, id, grace.id, minutes, times],
      )
    await log(5, 49)
    expect((await showing(ws, id, grace)).status).toBe(200)
    const { items } = await ws.owner.ok('GET', `${ws.base}/notifications`)
    expect(items.map(({ title }: Json) => title)).toContain(
      'Grace Hopper had 50 codes shown within ten minutes',
    )
    await log(0, 59)
    const refused = await showing(ws, id, grace)
    expect(refusal(refused)).toEqual([429, 'at most 60 codes a minute; go on later'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await revealing(ws, id, grace)).body.secret).toBe(secret)
    await asOwner('alter table credential_access_log disable trigger user')
    await asOwner(`update credential_access_log set created_at = created_at - interval '2 minutes'`)
    await asOwner('alter table credential_access_log enable trigger user')
    await log(60, 91)
    expect(refusal(await showing(ws, id, grace))).toEqual([429, 'at most 200 codes a day; go on later'])
  })

  test('whose key was moved to another credential is none, nor is a secret in the place of a key', async () => {
    const { id } = await addCredential(ws, { totp: key })
    await asOwner(`delete from credential_secrets where credential_id = $1 and part = 'totp'`, [id])
    await asOwner(`update credential_secrets set part = 'totp' where credential_id = $1`, [id])
    expect(refusal(await showing(ws, id))).toEqual([
      409,
      'this secret cannot be opened: its key differs, or it was sealed for another record',
    ])
  })
})

describe('the key of one-time codes', () => {
  test('is shown by revealing its part alone, and by nothing else', async () => {
    const draft = { totp: key, secret: undefined, name: 'Codes' }
    const created = await addCredential(ws, draft)
    const { id } = created
    const texts = [
      created,
      await ws.owner.ok('PATCH', atCredential(ws, id), { totp: `otpauth://totp/Shop?secret=${key}` }),
      await ws.owner.ok('GET', `${ws.base}/vault/credentials?q=${key}`),
      await ws.owner.ok('GET', `${ws.base}/audit-log?limit=100`),
      await accessLog(ws, id),
    ]
    expect(JSON.stringify(texts)).not.toContain(key.slice(0, 8))
    expect(texts[0].has_secret).toBe(false)
    const shown = await revealing(ws, id, ws.owner, { part: 'totp' })
    expect(shown.body).toEqual({ secret: `otpauth://totp/Shop?secret=${key}`, secret_version: 2 })
    const before = await revealing(ws, id, ws.owner, { part: 'totp', version: 1 })
    expect(before.body).toEqual({ secret: key, secret_version: 1 })
    expect(refusal(await revealing(ws, id, ws.owner, { part: 'totp', version: 3 }))).toEqual([
      422,
      'body.version: not kept; the versions are 2, 1',
    ])
    expect((await accessLog(ws, id)).map(({ action, fields }) => [action, fields])).toEqual([
      ['revealed', ['totp']],
      ['revealed', ['totp']],
      ['updated', ['totp']],
      ['created', []],
    ])
  })

  test('has versions of its own, of which five are kept, and the same one makes none', async () => {
    const { id } = await addCredential(ws, { totp: key })
    const put = (totp: string) => ws.owner.ok('PATCH', atCredential(ws, id), { totp })
    expect((await put('mzxw-6ytb-oi7d-emrt')).totp_versions).toEqual([1])
    for (const sign of 'ABCDE') await put(key + sign.repeat(8))
    const now = await ws.owner.ok('GET', atCredential(ws, id))
    expect([now.totp_versions, now.secret_version, now.versions]).toEqual([[6, 5, 4, 3, 2], 1, [1]])
    expect((await revealing(ws, id)).body.secret).toBe(secret)
    expect(now.same_secret_ids).toEqual([])
  })

  test('is destroyed by null, in all its versions, while the secret stays', async () => {
    const { id } = await addCredential(ws, { totp: key })
    await ws.owner.ok('PATCH', atCredential(ws, id), { totp: `${key}AAAAAAAA` })
    const without = await ws.owner.ok('PATCH', atCredential(ws, id), { totp: null })
    expect([without.has_totp, without.totp_versions, without.has_secret]).toEqual([false, [], true])
    const rows = await asOwner('select part from credential_secrets where credential_id = $1', [id])
    expect(rows).toEqual([{ part: 'secret' }])
    expect((await accessLog(ws, id))[0]).toMatchObject({ action: 'updated', fields: ['totp'] })
    await ws.owner.ok('PATCH', atCredential(ws, id), { totp: key })
    expect((await showing(ws, id)).body.code).toBe(codeOf(key))
  })

  test('of two that are stored at the same moment is one', async () => {
    const { id } = await addCredential(ws)
    const sent = await Promise.all(
      ['A', 'B', 'C'].map((sign) =>
        ws.owner.call('PATCH', atCredential(ws, id), { totp: key + sign.repeat(8) }),
      ),
    )
    const stored = sent.filter(({ status }) => status === 200)
    expect((await ws.owner.ok('GET', atCredential(ws, id))).totp_versions).toHaveLength(stored.length)
    for (const reply of sent)
      if (reply.status !== 200)
        expect(refusal(reply)).toEqual([
          409,
          'the key for one-time codes was changed at the same moment; try again',
        ])
  })

  test('is refused with the reason, where it is created and where it is changed', async () => {
    const refused: [totp: unknown, problem: string][] = [
      [
        'otpauth://hotp/x?secret=MZXW6YTBOI7DEMRT',
        'counts each code (hotp), which people cannot share; ask for a key that goes by the time (totp)',
      ],
      ['MZXW6YTB', 'is too short: a key has 80 bits or more, which are 16 signs'],
      ['MZXW6YTBOI7DEMRTA', 'is not whole: copy all signs of the key'],
      [`otpauth://totp/x?secret=${key}&algorithm=MD5`, 'must use the algorithm SHA1, SHA256 or SHA512'],
      [`otpauth://totp/x?secret=${key}&digits=5`, 'must give codes of 6 to 8 digits'],
      [`otpauth://totp/x?secret=${key}&period=10`, 'must give a new code each 15 to 120 seconds'],
      ['otpauth://totp/x?issuer=Shop', 'has no secret in its address; copy all of it'],
      [
        '',
        'must be a key in base32, of letters A to Z and digits 2 to 7, or an address that begins with otpauth://totp/ or steam://',
      ],
      [key.repeat(63), 'at most 1000 characters'],
    ]
    const { id } = await addCredential(ws)
    for (const [totp, problem] of refused) {
      const draft = { name: 'Server', kind: 'password', totp }
      const replies = [
        await ws.owner.call('POST', `${ws.base}/vault/credentials`, draft),
        await ws.owner.call('PATCH', atCredential(ws, id), { totp }),
      ]
      for (const reply of replies) {
        expect(refusal(reply)).toEqual([422, `body.totp: ${problem}`])
        if (String(totp).includes(key)) expect(reply.text).not.toContain(key)
      }
    }
    expect((await ws.owner.ok('GET', `${ws.base}/vault/credentials`)).total).toBe(1)
  })
})
