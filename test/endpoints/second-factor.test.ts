import { describe, expect, test } from 'vitest'
import { account, browserOf } from '../kit/accounts.ts'
import { asOwner, call, type Caller, env, uniqueAddress, person } from '../kit/client.ts'
import {
  codeOf,
  elsewhere,
  factorAt,
  firstStep,
  secondStep,
  freezeClock,
  strong,
  turnOn,
  wrongCode,
  provenPerson,
} from '../kit/factors.ts'
import { workspace } from '../kit/makers.ts'
import { mailTo } from '../kit/mail.ts'
import { keyOf, oauthTokenOf } from '../mcp/rpc.ts'
import { codedRefusal } from '../kit/refusals.ts'

freezeClock()

const totp = `${factorAt}/totp`
const state = (who: Caller) => who.ok('GET', factorAt)
const actions = async ({ id }: Caller) =>
  (
    await asOwner<{ action: string }>(
      `select action from audit_log where entity_id = $1 and action like 'account.%' order by id`,
      [id],
    )
  ).map(({ action }) => action)
const subjects = ({ email }: Caller) => mailTo(email).map(({ subject }) => subject)

describe('an authenticator app', () => {
  test('is set up with the password, and on once a code was entered; ten recovery codes come with it', async () => {
    const who = await provenPerson()
    expect(await state(who)).toMatchObject({ on: false, totp_since: null, recovery_codes_left: 0 })
    const started = await who.ok('POST', totp, { password: strong })
    expect(started.uri).toContain(`secret=${started.secret}`)
    expect(started.uri).toContain('issuer=Service')
    expect((await state(who)).on).toBe(false)
    const confirmed = await who.ok('POST', `${totp}/confirm`, { code: codeOf(started.secret) })
    expect(new Set(confirmed.recovery_codes).size).toBe(10)
    expect(await state(who)).toMatchObject({
      on: true,
      totp_since: expect.any(String),
      recovery_codes_left: 10,
    })
    expect(await actions(who)).toEqual(['account.totp_on'])
    expect(subjects(who)).toEqual(['Service: Your authenticator app is on'])
    const stored = await asOwner('select * from totp_secrets where user_id = $1', [who.id])
    expect(JSON.stringify(stored)).not.toContain(started.secret)
  })

  test('is not set up without the password, nor confirmed with a wrong code or before it was started', async () => {
    const who = await provenPerson()
    expect(codedRefusal(await who.call('POST', totp, { password: 'wrong password' }))).toEqual([
      422,
      'validation_error',
      'body.password: is wrong; reset the password if you have forgotten it',
    ])
    expect(codedRefusal(await who.call('POST', `${totp}/confirm`, { code: '123456' }))).toEqual([
      409,
      'conflict',
      'no authenticator app waits to be confirmed; begin to set one up',
    ])
    const { secret } = await who.ok('POST', totp, { password: strong })
    expect(codedRefusal(await who.call('POST', `${totp}/confirm`, { code: wrongCode(secret) }))).toEqual([
      422,
      'validation_error',
      'body.code: is wrong; type the one that your app shows now, and check the clock of its device',
    ])
    expect((await state(who)).on).toBe(false)
  })

  test('waits until the address is proven', async () => {
    const who = await person()
    for (const path of [totp, '/api/v1/auth/passkeys/begin'])
      expect(codedRefusal(await who.call('POST', path, { password: strong }))).toEqual([
        409,
        'conflict',
        'confirm your e-mail address first; /account sends the link',
      ])
  })

  test('that was restarted accepts no code of the earlier secret', async () => {
    const who = await provenPerson()
    const first = await who.ok('POST', totp, { password: strong })
    const second = await who.ok('POST', totp, { password: strong })
    expect((await who.call('POST', `${totp}/confirm`, { code: codeOf(first.secret) })).status).toBe(422)
    expect((await who.call('POST', `${totp}/confirm`, { code: codeOf(second.secret) })).status).toBe(200)
  })

  test('that is on cannot be set up again', async () => {
    const who = await provenPerson()
    const { secret } = await turnOn(who)
    expect(codedRefusal(await who.call('POST', totp, { password: strong, code: codeOf(secret) }))).toEqual([
      409,
      'conflict',
      'an authenticator app is on already; turn it off first',
    ])
    expect((await who.call('POST', `${totp}/confirm`, { code: codeOf(secret, 1) })).status).toBe(409)
  })

  test('requires SEALING_KEYS, and says so', async () => {
    const who = await provenPerson()
    const { SEALING_KEYS: _, ...settings } = env()
    const sent = { body: { password: strong }, headers: who.headers }
    const reply = await call('POST', totp, sent, { ...settings, SEALING_KEYS: undefined as never })
    expect(codedRefusal(reply)).toEqual([
      409,
      'conflict',
      'SEALING_KEYS is not set for this deployment; secrets cannot be stored without it',
    ])
  })

  test('of two concurrent confirmations is turned on by one, with one set of codes', async () => {
    const who = await provenPerson()
    const { secret } = await who.ok('POST', totp, { password: strong })
    const all = await Promise.all(
      Array.from({ length: 5 }, () => who.call('POST', `${totp}/confirm`, { code: codeOf(secret) })),
    )
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    expect((await state(who)).recovery_codes_left).toBe(10)
  })

  test('is turned off with the password and a code, which deletes the recovery codes', async () => {
    const who = await provenPerson()
    const { secret } = await turnOn(who)
    expect(codedRefusal(await who.call('DELETE', totp, { password: strong }))).toEqual([
      422,
      'validation_error',
      'body.code: required, as a second factor is on: a code of your app, a recovery code, or a passkey as `passkey`',
    ])
    expect(
      codedRefusal(await who.call('DELETE', totp, { password: strong, code: wrongCode(secret) })),
    ).toEqual([422, 'validation_error', 'body.code: is wrong; type the one that your app shows now'])
    expect((await who.call('DELETE', totp, { password: strong, code: codeOf(secret) })).status).toBe(204)
    expect(await state(who)).toMatchObject({ on: false, recovery_codes_left: 0 })
    expect(await actions(who)).toEqual(['account.totp_on', 'account.totp_off'])
    expect(subjects(who).at(-1)).toBe('Service: Your authenticator app is off')
    expect((await who.call('DELETE', totp, { password: strong })).status).toBe(409)
  })
})

describe('recovery codes', () => {
  const path = `${factorAt}/recovery-codes`

  test('work once each, and new ones replace earlier ones', async () => {
    const who = await provenPerson()
    const { codes } = await turnOn(who)
    const { recovery_codes } = await who.ok('POST', path, { password: strong, code: codes[0] })
    expect(subjects(who).at(-1)).toBe('Service: A recovery code was used')
    for (const old of codes.slice(0, 2))
      expect((await who.call('POST', path, { password: strong, code: old })).body.error.message).toContain(
        'body.code: is no code of yours that is left',
      )
    const [first] = recovery_codes
    expect((await who.call('DELETE', totp, { password: strong, code: first.toLowerCase() })).status).toBe(204)
    expect(await actions(who)).toEqual([
      'account.totp_on',
      'account.recovery_code_used',
      'account.recovery_codes_made',
      'account.recovery_code_used',
      'account.totp_off',
    ])
  })

  test('are not created if there is nothing to recover', async () => {
    const who = await provenPerson()
    expect(codedRefusal(await who.call('POST', path, { password: strong }))).toEqual([
      409,
      'conflict',
      'turn on an authenticator app or add a passkey first',
    ])
  })
})

describe('a code', () => {
  test('of a used step, or of one before it, is rejected', async () => {
    const who = await provenPerson()
    const { secret } = await turnOn(who)
    const path = `${factorAt}/recovery-codes`
    await who.ok('POST', path, { password: strong, code: codeOf(secret) })
    for (const steps of [0, -1])
      expect(
        codedRefusal(await who.call('POST', path, { password: strong, code: codeOf(secret, steps) })),
      ).toEqual([422, 'validation_error', 'body.code: was used already; wait for the next one'])
    await who.ok('POST', path, { password: strong, code: codeOf(secret, 1) })
  })

  test('is used by one of many concurrent requests', { tags: 'race' }, async () => {
    const who = await provenPerson()
    const { secret } = await turnOn(who)
    const body = { password: strong, code: codeOf(secret) }
    const all = await Promise.all(
      Array.from({ length: 6 }, () => who.call('POST', `${factorAt}/recovery-codes`, body)),
    )
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422, 422])
  })

  test('that is wrong counts like a wrong password, and locks the session', async () => {
    const who = await provenPerson()
    const { secret } = await turnOn(who)
    const body = { password: strong, code: wrongCode(secret) }
    const settings = { UPSTASH_REDIS_REST_URL: '' }
    const guess = () => call('DELETE', totp, { body, headers: who.headers }, settings)
    const all = await Promise.all(Array.from({ length: 20 }, guess))
    expect(all.filter(({ status }) => status === 422).length).toBe(9)
    expect(all.filter(({ body: { error } }) => error.code === 'account_locked').length).toBe(11)
    const valid = { password: strong, code: codeOf(secret) }
    expect((await who.call('DELETE', totp, valid)).body.error.code).toBe('account_locked')
    expect(
      (await (await otherSessionOf(who, secret)).call('DELETE', totp, { ...valid, code: codeOf(secret, 1) }))
        .status,
    ).toBe(204)
  })

  test('that is missing does not count as an attempt', async () => {
    const who = await provenPerson()
    const { secret } = await turnOn(who)
    const settings = { UPSTASH_REDIS_REST_URL: '' }
    for (let n = 0; n < 12; n++)
      expect(
        (await call('DELETE', totp, { body: { password: 'wrong' }, headers: who.headers }, settings)).status,
      ).toBe(422)
    expect((await who.call('DELETE', totp, { password: strong, code: codeOf(secret) })).status).toBe(204)
  })
})

/** Another session of the person. */
async function otherSessionOf(who: Caller, secret: string): Promise<Caller> {
  const place = uniqueAddress()
  return browserOf(await secondStep(await firstStep(who, place), { code: codeOf(secret) }, place))
}

describe('with a second factor on', () => {
  test.each([
    ['DELETE', '/api/v1/auth/me', {}, 204],
    ['POST', '/api/v1/auth/email/change', { email: 'new.ada@example.com' }, 202],
    ['POST', '/api/v1/auth/passkeys/begin', {}, 200],
  ] as const)('%s %s requires a code besides the password', async (method, path, more, status) => {
    const who = await provenPerson()
    const { secret } = await turnOn(who)
    expect((await who.call(method, path, { ...more, password: strong })).body.error.message).toContain(
      'body.code: ',
    )
    const invalid = { ...more, password: strong, code: wrongCode(secret) }
    expect((await who.call(method, path, invalid)).body.error.message).toContain('body.code: is wrong')
    const other = await provenPerson()
    const { codes } = await turnOn(other)
    const foreign = { ...more, password: strong, code: codes[0] }
    expect((await who.call(method, path, foreign)).status).toBe(422)
    expect((await who.call(method, path, { ...more, password: strong, code: codeOf(secret) })).status).toBe(
      status,
    )
  })

  test('a deleted account leaves nothing of it', async () => {
    const who = await provenPerson()
    const { codes } = await turnOn(who)
    await who.ok('DELETE', '/api/v1/auth/me', { password: strong, code: codes[0] })
    for (const table of ['totp_secrets', 'recovery_codes', 'passkeys'])
      expect(await asOwner(`select 1 from ${table} where user_id = $1`, [who.id])).toEqual([])
  })

  test('neither keys nor applications can read or change it', async () => {
    const ws = await workspace()
    for (const token of [(await keyOf(ws)).token, await oauthTokenOf(ws.owner)]) {
      const headers = { authorization: `Bearer ${token}` }
      expect((await call('GET', factorAt, { headers })).status).toBe(403)
      expect((await call('POST', totp, { headers, body: { password: strong } })).status).toBe(403)
      expect((await call('GET', '/api/v1/auth/passkeys', { headers })).status).toBe(403)
    }
  })
})

test('a person without one signs in as before', async () => {
  const who = await account()
  expect((await elsewhere(who)).headers.cookie).toContain('access_token=')
})
