import { describe, expect, test, vi } from 'vitest'
import { browserOf, cookiesOf, post } from '../kit/accounts.ts'
import { asOwner, call, type Caller, person, uniqueAddress } from '../kit/client.ts'
import {
  addPasskey,
  codeOf,
  firstStep,
  secondStep,
  freezeClock,
  strong,
  turnOn,
  wrongCode,
} from '../kit/factors.ts'
import { mailTo, tokenIn } from '../kit/mail.ts'
import { operator } from '../kit/impersonation.ts'
import { lock } from '../kit/platform.ts'
import { codedRefusal } from '../kit/refusals.ts'

freezeClock()

const open = '/api/v1/auth/login/second-factor'
const ended = [401, 'sign_in_ended', 'this sign-in has ended; begin again with your password']
const methodsOf = async (who: Caller) => (await who.ok('GET', '/api/v1/auth/sessions')).items[0].methods

async function guarded() {
  const who = await person()
  return { who, place: uniqueAddress(), ...(await turnOn(who)) }
}

describe('the password alone', () => {
  test('opens no session if a second factor is on, and returns a ticket', async () => {
    const { who, place } = await guarded()
    const reply = await firstStep(who, place)
    expect(codedRefusal(reply)).toEqual([
      401,
      'second_factor_required',
      'the first step is done; send the ticket with a code or a passkey to /api/v1/auth/login/second-factor',
    ])
    expect(reply.body.second_factor).toEqual({
      ticket: expect.any(String),
      expires_at: new Date(Math.floor(Date.now() / 1000) * 1000 + 300_000).toISOString(),
      methods: ['totp', 'recovery_code'],
      passkey: null,
    })
    expect([reply.headers.getSetCookie(), reply.roundTrips]).toEqual([[], 2])
    expect(await asOwner('select 1 from sessions where user_id = $1', [who.id])).toHaveLength(1)
  })

  test('if wrong reveals nothing about a second factor', async () => {
    const { who, place } = await guarded()
    const reply = await firstStep(who, place, 'wrong password')
    expect(codedRefusal(reply)).toEqual([401, 'invalid_credentials', 'e-mail address or password is wrong'])
    expect(reply.body.second_factor).toBeUndefined()
  })

  test('and a ticket are not a session', async () => {
    const { who, place } = await guarded()
    const { ticket } = (await firstStep(who, place)).body.second_factor
    for (const cookie of [`access_token=${ticket}`, `refresh_token=${ticket}`])
      expect((await call('GET', '/api/v1/auth/me', { headers: { cookie } })).status).toBe(401)
    const headers = { authorization: `Bearer ${ticket}` }
    expect((await call('GET', '/api/v1/auth/me', { headers })).status).toBe(401)
  })
})

describe('the second step', () => {
  test('opens a session with a code of the app, and both factors are recorded', async () => {
    const { who, place, secret } = await guarded()
    const reply = await secondStep(await firstStep(who, place), { code: codeOf(secret) }, place)
    expect([reply.status, reply.body.id, reply.roundTrips]).toEqual([200, who.id, 2])
    expect(await methodsOf(browserOf(reply))).toEqual(['password', 'totp'])
  })

  test('opens one with a recovery code, once, and tells the person by mail', async () => {
    const { who, place, codes } = await guarded()
    const first = await secondStep(await firstStep(who, place), { code: codes[3] }, place)
    expect(await methodsOf(browserOf(first))).toEqual(['password', 'recovery_code'])
    expect(mailTo(who.email).at(-1)!.text).toContain('left: 9')
    const repeated = await secondStep(await firstStep(who, place), { code: codes[3] }, place)
    expect(codedRefusal(repeated)).toEqual([
      401,
      'invalid_second_factor',
      'body.code: is no code of yours that is left; type the six digits of your app, or a recovery code',
    ])
    const [{ actor_user_id }] = await asOwner(
      `select actor_user_id from audit_log where entity_id = $1 and action = 'account.recovery_code_used'`,
      [who.id],
    )
    expect(actor_user_id).toBe(who.id)
  })

  test('keeps the ticket valid after a wrong code, and ends it after the right one', async () => {
    const { who, place, secret } = await guarded()
    const first = await firstStep(who, place)
    expect(codedRefusal(await secondStep(first, { code: wrongCode(secret) }, place))).toEqual([
      401,
      'invalid_second_factor',
      'body.code: is wrong; type the one that your app shows now',
    ])
    expect((await secondStep(first, { code: codeOf(secret) }, place)).status).toBe(200)
    expect(codedRefusal(await secondStep(first, { code: codeOf(secret, 1) }, place))).toEqual(ended)
  })

  test('rejects a reused code, and those of earlier steps', async () => {
    const { who, place, secret } = await guarded()
    await secondStep(await firstStep(who, place), { code: codeOf(secret) }, place)
    for (const steps of [0, -1])
      expect(
        codedRefusal(await secondStep(await firstStep(who, place), { code: codeOf(secret, steps) }, place)),
      ).toEqual([401, 'invalid_second_factor', 'body.code: was used already; wait for the next one'])
  })

  test('accepts codes of one step before and after, and no more', async () => {
    for (const [steps, status] of [
      [-2, 401],
      [1, 200],
      [2, 401],
    ] as const) {
      const { who, place, secret } = await guarded()
      const code = codeOf(secret, steps)
      expect([steps, (await secondStep(await firstStep(who, place), { code }, place)).status]).toEqual([
        steps,
        status,
      ])
    }
  })

  test('of one ticket succeeds once, however many are concurrent', { tags: 'race' }, async () => {
    const { who, place, secret, codes } = await guarded()
    const first = await firstStep(who, place)
    const all = await Promise.all(
      [codeOf(secret), codeOf(secret, 1), ...codes.slice(0, 4)].map((code) =>
        secondStep(first, { code }, place),
      ),
    )
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401])
    expect(await asOwner('select 1 from sessions where user_id = $1', [who.id])).toHaveLength(2)
  })

  test('reports what is missing or malformed', async () => {
    const { who, place } = await guarded()
    const first = await firstStep(who, place)
    expect(codedRefusal(await secondStep(first, {}, place))).toEqual([
      422,
      'validation_error',
      'body.code: required: a code of your app or a recovery code, or a passkey as `passkey`',
    ])
    expect((await secondStep(first, { code: 'x'.repeat(41) }, place)).body.error.message).toContain(
      'body.code: ',
    )
    expect((await post('login/second-factor', { code: '123456' })).body.error.message).toBe(
      'body.ticket: required',
    )
  })

  test('handles a page of another site as login does', async () => {
    const { who, place, secret } = await guarded()
    const first = await firstStep(who, place)
    const foreign = { ...place, origin: 'https://evil.example' }
    expect((await secondStep(first, { code: codeOf(secret) }, foreign)).status).toBe(403)
  })
})

describe('a ticket', () => {
  test('is for one person: the codes of another are rejected with it', async () => {
    const [one, other] = [await guarded(), await guarded()]
    const first = await firstStep(one.who, one.place)
    for (const code of [codeOf(other.secret), other.codes[0]!])
      expect((await secondStep(first, { code }, one.place)).body.error.code).toBe('invalid_second_factor')
  })

  test('is valid for five minutes', async () => {
    const { who, place, codes } = await guarded()
    const first = await firstStep(who, place)
    vi.setSystemTime(Date.now() + 299_000)
    expect((await secondStep(first, { code: 'AAAA' }, place)).body.error.code).toBe('invalid_second_factor')
    vi.setSystemTime(Date.now() + 2000)
    expect(codedRefusal(await secondStep(first, { code: codes[0] }, place))).toEqual(ended)
  })

  test('is valid only in the network that it was issued to', async () => {
    const { who, place, secret } = await guarded()
    const first = await firstStep(who, place)
    expect(codedRefusal(await secondStep(first, { code: codeOf(secret) }, uniqueAddress()))).toEqual(ended)
    expect((await secondStep(first, { code: codeOf(secret) }, place)).status).toBe(200)
  })

  test('that was changed, or is another token of the service, opens nothing', async () => {
    const { who, place, secret } = await guarded()
    const { ticket } = (await firstStep(who, place)).body.second_factor
    const [head, body, mac] = ticket.split('.')
    const claims = JSON.parse(atob(body))
    claims.held.person = (await person()).id
    const forged = [head, btoa(JSON.stringify(claims)).replace(/=+$/, ''), mac].join('.')
    const { headers } = await person()
    for (const token of [forged, headers.cookie!.split('=')[1], 'nonsense'])
      expect(
        codedRefusal(await post('login/second-factor', { ticket: token, code: codeOf(secret) }, place)),
      ).toEqual(ended)
    const passkeySignIn = (await call('GET', '/api/v1/auth/login/passkey')).body.ticket
    const other = { ticket: passkeySignIn, code: codeOf(secret) }
    expect(codedRefusal(await post('login/second-factor', other, place))).toEqual(ended)
  })

  test('ends with a changed or reset password, a lock by operators, and the second factor itself', async () => {
    const change = { current_password: strong, new_password: 'a pile of wet leaves' }
    const endings: ((who: Caller, secret: string) => Promise<unknown>)[] = [
      (who) => who.ok('POST', '/api/v1/auth/password/change', change),
      async (who) => {
        await post('password/forgot', { email: who.email })
        const token = tokenIn(mailTo(who.email).at(-1)!)
        await post('password/reset', { token, new_password: change.new_password })
      },
      async (who) => lock(await operator(), who),
      (who, secret) =>
        who.ok('DELETE', '/api/v1/auth/second-factor/totp', { password: strong, code: codeOf(secret) }),
    ]
    for (const end of endings) {
      const { who, place, secret } = await guarded()
      const first = await firstStep(who, place)
      await end(who, secret)
      expect(codedRefusal(await secondStep(first, { code: codeOf(secret, 1) }, place))).toEqual(ended)
    }
  })
})

describe('guesses of a code', () => {
  const unlimited = { UPSTASH_REDIS_REST_URL: '' }
  const guess = (ticket: string, code: string, place: Record<string, string>) =>
    call('POST', open, { body: { ticket, code }, headers: place }, unlimited)

  test('in a burst of twenty are checked at most ten times, and lock the account', async () => {
    const { who, place, secret } = await guarded()
    const { ticket } = (await firstStep(who, place)).body.second_factor
    const code = wrongCode(secret)
    const all = await Promise.all(Array.from({ length: 20 }, () => guess(ticket, code, place)))
    expect(all.filter(({ status }) => status === 401).length).toBe(9)
    expect(all.filter(({ body }) => body.error.code === 'account_locked').length).toBe(11)
    const [{ count }] = await asOwner(
      `select count(*)::int as count from audit_log where action = 'login.failed' and actor_user_id = $1`,
      [who.id],
    )
    expect(count).toBe(10)
    expect((await guess(ticket, codeOf(secret), place)).body.error.code).toBe('account_locked')
    expect((await firstStep(who, uniqueAddress())).body.error.code).toBe('account_locked')
  })

  test('are not reset by typing the password again in between', async () => {
    const { who, place, secret } = await guarded()
    for (let n = 0; n < 9; n++) {
      const headers = uniqueAddress()
      const { ticket } = (await firstStep(who, headers)).body.second_factor
      expect((await guess(ticket, wrongCode(secret), headers)).status).toBe(401)
      if (n % 4 === 3) vi.setSystemTime(Date.now() + 60_000)
    }
    const { ticket } = (await firstStep(who, place)).body.second_factor
    expect((await guess(ticket, wrongCode(secret), place)).body.error.code).toBe('account_locked')
  })

  test('are not reset by a password reset by mail', async () => {
    const { who, place, secret } = await guarded()
    await asOwner('update users set email_verified_at = now() where id = $1', [who.id])
    const { ticket } = (await firstStep(who, place)).body.second_factor
    await Promise.all(Array.from({ length: 10 }, () => guess(ticket, wrongCode(secret), place)))
    await post('password/forgot', { email: who.email })
    const token = tokenIn(mailTo(who.email).at(-1)!)
    const reset = await post('password/reset', { token, new_password: 'a pile of wet leaves' })
    expect([reset.status, reset.headers.getSetCookie()]).toEqual([204, []])
    expect((await firstStep(who, uniqueAddress(), 'a pile of wet leaves')).body.error.code).toBe(
      'account_locked',
    )
  })

  test('are reset with the factor of an unverified address, when a mailed link verifies it', async () => {
    const { who } = await guarded()
    await asOwner('update users set email_verified_at = null where id = $1', [who.id])
    await post('password/forgot', { email: who.email })
    const token = tokenIn(mailTo(who.email).at(-1)!)
    expect((await post('password/reset', { token, new_password: 'a pile of wet leaves' })).status).toBe(204)
    expect((await firstStep(who, uniqueAddress(), 'a pile of wet leaves')).status).toBe(200)
    expect(await asOwner('select from totp_secrets where user_id = $1', [who.id])).toEqual([])
  })

  test('are reset by a right one, and right passwords do not count', async () => {
    const { who, secret, codes } = await guarded()
    for (let n = 0; n < 12; n++) {
      expect((await firstStep(who, uniqueAddress())).body.error.code).toBe('second_factor_required')
      if (n % 4 === 3) vi.setSystemTime(Date.now() + 60_000)
    }
    const place = uniqueAddress()
    const { ticket } = (await firstStep(who, place)).body.second_factor
    for (let n = 0; n < 9; n++) await guess(ticket, wrongCode(secret), place)
    expect((await guess(ticket, codes[0]!, place)).status).toBe(200)
    expect(
      await asOwner(`select 1 from login_failures f where f.email_hash = app.login_key($1, null)`, [
        who.email,
      ]),
    ).toEqual([])
  })

  test('on a known device are counted separately', async () => {
    const { who, place, secret, codes } = await guarded()
    const home = await secondStep(await firstStep(who, place), { code: codes[0] }, place)
    const device = { ...place, cookie: /device=[^;]+/.exec(cookiesOf(home))![0] }
    const elsewhereReplies = uniqueAddress()
    const { ticket } = (await firstStep(who, elsewhereReplies)).body.second_factor
    await Promise.all(Array.from({ length: 10 }, () => guess(ticket, wrongCode(secret), elsewhereReplies)))
    expect((await firstStep(who, uniqueAddress())).body.error.code).toBe('account_locked')
    const knownDeviceReply = await secondStep(await firstStep(who, device), { code: codeOf(secret) }, device)
    expect(knownDeviceReply.status).toBe(200)
  })
})

test('a passkey is a second factor after the password, too', async () => {
  const who = await person()
  const place = uniqueAddress()
  const { authenticator } = await addPasskey(who)
  const first = await firstStep(who, place)
  expect(first.body.second_factor.methods).toEqual(['passkey', 'recovery_code'])
  const { passkey: options } = first.body.second_factor
  expect(options.allowCredentials).toEqual([
    { id: authenticator.credential, type: 'public-key', transports: ['internal'] },
  ])
  const reply = await secondStep(first, { passkey: authenticator.get(options, { verified: false }) }, place)
  expect(reply.status).toBe(200)
  expect(await methodsOf(browserOf(reply))).toEqual(['password', 'passkey'])
  expect(codedRefusal(await secondStep(first, { passkey: authenticator.get(options) }, place))).toEqual(ended)
})
