import { describe, expect, test, vi } from 'vitest'
import { browserOf, post } from '../kit/accounts.ts'
import { Authenticator } from '../kit/authenticator.ts'
import { asOwner, call, type Caller, type Json, uniqueAddress } from '../kit/client.ts'
import {
  addPasskey,
  codeOf,
  factorAt,
  passkeysAt,
  freezeClock,
  strong,
  turnOn,
  provenPerson,
} from '../kit/factors.ts'
import { mailTo } from '../kit/mail.ts'
import { codedRefusal } from '../kit/refusals.ts'

freezeClock()

const begin = (who: Caller) => who.ok('POST', `${passkeysAt}/begin`, { password: strong })
const beginSignIn = async () =>
  (await call('GET', '/api/v1/auth/login/passkey', { headers: uniqueAddress() })).body
const signIn = (ticket: string, response: Json) => post('login/passkey', { ticket, response })

describe('adding a passkey', () => {
  test('requires the password, and turns the second factor on, with recovery codes', async () => {
    const who = await provenPerson()
    expect((await who.call('POST', `${passkeysAt}/begin`, { password: 'wrong password' })).status).toBe(422)
    const { passkey } = await addPasskey(who)
    expect(passkey).toMatchObject({ name: 'Laptop', last_used_at: null })
    expect(passkey.recovery_codes).toHaveLength(10)
    expect(await who.ok('GET', factorAt)).toMatchObject({ on: true, passkeys: 1, recovery_codes_left: 10 })
    expect(mailTo(who.email).at(-1)!.text).toContain('the passkey “Laptop” was added')
    const [entry] = await asOwner(
      `select changes from audit_log where action = 'account.passkey_added' and entity_id = $1`,
      [who.id],
    )
    expect(entry.changes).toEqual({ passkey: 'Laptop' })
  })

  test('again requires a code of a factor that is on, lists existing passkeys, and returns no new codes', async () => {
    const who = await provenPerson()
    const { secret } = await turnOn(who)
    expect(
      (await who.call('POST', `${passkeysAt}/begin`, { password: strong })).body.error.message,
    ).toContain('body.code: ')
    const first = await addPasskey(who, { code: codeOf(secret) })
    expect(first.passkey.recovery_codes).toBeNull()
    const setup = await who.ok('POST', `${passkeysAt}/begin`, { password: strong, code: codeOf(secret, 1) })
    expect(setup.options.excludeCredentials.map(({ id }: Json) => id)).toEqual([
      first.authenticator.credential,
    ])
    expect(setup.options).toMatchObject({
      rp: { id: 'service.test', name: 'Service' },
      user: { name: who.email },
    })
  })

  test('rejects a response to another challenge, of another site or another kind', async () => {
    const who = await provenPerson()
    const { ticket, options } = await begin(who)
    const key = new Authenticator()
    for (const response of [
      key.create(options, { origin: 'https://evil.example' }),
      key.create(options, { rp: 'evil.example' }),
      key.create({ ...options, challenge: (await begin(who)).options.challenge }),
      key.create(options, { challenge: 'AAAA' }),
    ])
      expect(codedRefusal(await who.call('POST', passkeysAt, { ticket, name: 'Laptop', response }))).toEqual([
        422,
        'validation_error',
        'body.response: does not hold; begin again',
      ])
  })

  test('accepts a ticket once, within five minutes, only in its own session', async () => {
    const [who, other] = [await provenPerson(), await provenPerson()]
    const { ticket, options } = await begin(who)
    const draft = () => ({ ticket, name: 'Laptop', response: new Authenticator().create(options) })
    const foreign = [
      422,
      'validation_error',
      'body.ticket: has expired, or is of another session; begin again',
    ]
    expect(codedRefusal(await other.call('POST', passkeysAt, draft()))).toEqual(foreign)
    expect((await who.call('POST', passkeysAt, draft())).status).toBe(201)
    expect(codedRefusal(await who.call('POST', passkeysAt, draft()))).toEqual([
      422,
      'validation_error',
      'body.ticket: was used already; begin again',
    ])
    const expired = await begin(other)
    vi.setSystemTime(Date.now() + 301_000)
    const response = new Authenticator().create(expired.options)
    expect(
      codedRefusal(
        await other.call('POST', passkeysAt, { ticket: expired.ticket, name: 'Laptop', response }),
      ),
    ).toEqual(foreign)
  })

  test('concurrently with one ticket adds one', { tags: 'race' }, async () => {
    const who = await provenPerson()
    const { ticket, options } = await begin(who)
    const all = await Promise.all(
      Array.from({ length: 6 }, () =>
        who.call('POST', passkeysAt, {
          ticket,
          name: 'Laptop',
          response: new Authenticator().create(options),
        }),
      ),
    )
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422])
    expect((await who.ok('GET', passkeysAt)).total).toBe(1)
  })

  test('is invalidated by a change of the password', async () => {
    const who = await provenPerson()
    const { ticket, options } = await begin(who)
    const change = { current_password: strong, new_password: 'a pile of wet leaves' }
    await who.ok('POST', '/api/v1/auth/password/change', change)
    const draft = { ticket, name: 'Laptop', response: new Authenticator().create(options) }
    expect(codedRefusal(await who.call('POST', passkeysAt, draft))).toEqual([
      409,
      'conflict',
      'the password was changed; begin again with the new one',
    ])
  })

  test('rejects one that is already added, and more than twenty', async () => {
    const who = await provenPerson()
    const { authenticator } = await addPasskey(who)
    const other = await provenPerson()
    const { ticket, options } = await begin(other)
    const draft = { ticket, name: 'Laptop', response: authenticator.create(options) }
    expect(codedRefusal(await other.call('POST', passkeysAt, draft))).toEqual([
      409,
      'conflict',
      'this passkey was added before',
    ])
    await asOwner(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, name)
        select uuidv7(), $1, uuidv7()::text, 'AAAA', 0, 'Old' from generate_series(1, 20)`,
      [other.id],
    )
    const more = { ...draft, response: new Authenticator().create(options) }
    expect(codedRefusal(await other.call('POST', passkeysAt, more))).toEqual([
      409,
      'conflict',
      'an account has twenty passkeys at most; remove one first',
    ])
  })
})

describe('passkeys', () => {
  test('are listed and renamed, each by its own person', async () => {
    const [who, other] = [await provenPerson(), await provenPerson()]
    const { passkey } = await addPasskey(who)
    expect((await other.ok('GET', passkeysAt)).items).toEqual([])
    const at = `${passkeysAt}/${passkey.id}`
    expect(codedRefusal(await other.call('PATCH', at, { name: 'Mine' }))).toEqual([
      404,
      'not_found',
      'passkey not found',
    ])
    expect(codedRefusal(await other.call('DELETE', at, { password: strong }))).toEqual([
      404,
      'not_found',
      'passkey not found',
    ])
    expect((await who.ok('PATCH', at, { name: 'Phone' })).name).toBe('Phone')
    expect((await who.ok('GET', passkeysAt)).items).toMatchObject([{ id: passkey.id, name: 'Phone' }])
  })

  test('are removed with the password and the second factor, or with a passkey', async () => {
    const who = await provenPerson()
    const { authenticator, passkey } = await addPasskey(who)
    const at = `${passkeysAt}/${passkey.id}`
    expect((await who.call('DELETE', at, { password: strong })).body.error.message).toContain(
      'body.code: required',
    )
    const { ticket, options } = await who.ok('GET', `${passkeysAt}/challenge`)
    const proof = { ticket, response: authenticator.get(options) }
    expect((await who.call('DELETE', at, { password: strong, passkey: proof })).status).toBe(204)
    expect(await who.ok('GET', factorAt)).toMatchObject({ on: false, passkeys: 0, recovery_codes_left: 0 })
    expect(mailTo(who.email).at(-1)!.text).toContain('the passkey “Laptop” was removed')
  })

  test('confirm with a ticket of their own session, once', async () => {
    const who = await provenPerson()
    const { authenticator, passkey } = await addPasskey(who)
    const recoveryCodesPath = `${factorAt}/recovery-codes`
    const { ticket, options } = await who.ok('GET', `${passkeysAt}/challenge`)
    const proof = { ticket, response: authenticator.get(options) }
    await who.ok('POST', recoveryCodesPath, { password: strong, passkey: proof })
    const next = { ticket, response: authenticator.get(options) }
    expect(
      codedRefusal(await who.call('POST', recoveryCodesPath, { password: strong, passkey: next })),
    ).toEqual([422, 'validation_error', 'body.passkey: was used already; try again'])
    const other = await provenPerson()
    const foreign = await other.ok('GET', `${passkeysAt}/challenge`)
    const invalid = { ticket: foreign.ticket, response: authenticator.get(foreign.options) }
    expect(
      (await who.call('POST', recoveryCodesPath, { password: strong, passkey: invalid })).body.error.message,
    ).toContain('body.passkey: took longer than five minutes, or is of another sign-in')
    expect(passkey.last_used_at).toBeNull()
    expect((await who.ok('GET', passkeysAt)).items[0].last_used_at).not.toBeNull()
  })
})

describe('signing in without a password', () => {
  test('works with a passkey that verified its user, and needs no other factor', async () => {
    const who = await provenPerson()
    const { secret } = await turnOn(who)
    const { authenticator } = await addPasskey(who, { code: codeOf(secret) })
    const { ticket, options } = await beginSignIn()
    expect(options).toMatchObject({
      rpId: 'service.test',
      allowCredentials: [],
      userVerification: 'required',
    })
    const reply = await signIn(ticket, authenticator.get(options))
    expect([reply.status, reply.body.id, reply.roundTrips]).toEqual([200, who.id, 2])
    const { items } = await browserOf(reply).ok('GET', '/api/v1/auth/sessions')
    expect(items[0].methods).toEqual(['passkey'])
  })

  test('is rejected if it did not, for another site, and after use of a copy', async () => {
    const who = await provenPerson()
    const { authenticator } = await addPasskey(who)
    const { ticket, options } = await beginSignIn()
    const unproven = [
      401,
      'invalid_second_factor',
      'this passkey did not prove who uses it; try again, or sign in with your password',
    ]
    const refused = async (response: Json) =>
      expect(codedRefusal(await signIn(ticket, response))).toEqual(unproven)
    await refused(authenticator.get(options, { verified: false }))
    await refused(authenticator.get(options, { origin: 'https://evil.example' }))
    await refused(authenticator.get(options, { rp: 'evil.example' }))
    await refused(authenticator.get({ ...options, challenge: (await beginSignIn()).options.challenge }))
    const impostor = authenticator.get(options)
    impostor.response.signature = new Authenticator().get(options).response.signature
    await refused(impostor)
    expect((await signIn(ticket, authenticator.get(options, { counter: 8 }))).status).toBe(200)
    const other = await beginSignIn()
    for (const counter of [8, 7, 0])
      expect(codedRefusal(await signIn(other.ticket, authenticator.get(other.options, { counter })))).toEqual(
        unproven,
      )
    expect((await signIn(other.ticket, authenticator.get(other.options, { counter: 9 }))).status).toBe(200)
  })

  test('accepts a ticket once, within five minutes', async () => {
    const { authenticator } = await addPasskey(await provenPerson())
    const { ticket, options } = await beginSignIn()
    expect((await signIn(ticket, authenticator.get(options))).status).toBe(200)
    expect(codedRefusal(await signIn(ticket, authenticator.get(options)))).toEqual([
      401,
      'invalid_second_factor',
      'body.passkey: was used already; try again',
    ])
    const expired = await beginSignIn()
    vi.setSystemTime(Date.now() + 301_000)
    expect(codedRefusal(await signIn(expired.ticket, authenticator.get(expired.options)))).toEqual([
      401,
      'invalid_second_factor',
      'this took longer than five minutes; try again',
    ])
  })

  test('with one response sent many times at once opens one session', { tags: 'race' }, async () => {
    const who = await provenPerson()
    const { authenticator } = await addPasskey(who)
    const { ticket, options } = await beginSignIn()
    const response = authenticator.get(options)
    const all = await Promise.all(Array.from({ length: 6 }, () => signIn(ticket, response)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await asOwner('select 1 from sessions where user_id = $1', [who.id])).toHaveLength(2)
  })

  test('is rejected for a passkey that was removed, is unknown or is of a locked person', async () => {
    const who = await provenPerson()
    const { authenticator, passkey } = await addPasskey(who)
    const unknown = [
      401,
      'invalid_second_factor',
      'this passkey is not known here; sign in with your password',
    ]
    const { ticket, options } = await beginSignIn()
    const stranger = new Authenticator()
    expect(codedRefusal(await signIn(ticket, stranger.get(options)))).toEqual(unknown)
    await asOwner(`update users set status = 'locked' where id = $1`, [who.id])
    expect(codedRefusal(await signIn(ticket, authenticator.get(options)))).toEqual(unknown)
    await asOwner(`update users set status = 'active' where id = $1`, [who.id])
    const code = passkey.recovery_codes[0]
    await who.ok('DELETE', `${passkeysAt}/${passkey.id}`, { password: strong, code })
    expect(codedRefusal(await signIn(ticket, authenticator.get(options)))).toEqual(unknown)
  })

  test('needs the person whose passkey it is', async () => {
    const { authenticator } = await addPasskey(await provenPerson())
    const { ticket, options } = await beginSignIn()
    const response = authenticator.get(options)
    response.response.userHandle = 'AAAA'
    expect((await signIn(ticket, response)).status).toBe(401)
  })

  test('is limited by address', async () => {
    const place = uniqueAddress()
    const { ticket, options } = await beginSignIn()
    const response = new Authenticator().get(options)
    const all = await Promise.all(
      Array.from({ length: 12 }, () => post('login/passkey', { ticket, response }, place)),
    )
    expect(all.filter(({ status }) => status === 429)).toHaveLength(2)
  })
})
