import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, vi } from 'vitest'
import { strong, otherSession, post } from './accounts.ts'
import { Authenticator } from './authenticator.ts'
import { asOwner, type Caller, type Json, person, type Reply } from './client.ts'

export const factorAt = '/api/v1/auth/second-factor'
export const passkeysAt = '/api/v1/auth/passkeys'
const step = 30_000

/** Stops the clock for each test of the file, a second into a step, so that no step ends within a test. */
export function freezeClock() {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / step) * step + 1000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

/** The code that an authenticator app shows `steps` steps of 30 seconds from now. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * step })

/** A code that is wrong now and in adjacent steps. */
export const wrongCode = (secret: string) => {
  const valid = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !valid.has(code))!
}

export type Guarded = { secret: string; codes: string[] }

/** A second factor wants a proven address. */
export const proveAddress = ({ id }: Pick<Caller, 'id'>) =>
  asOwner('update users set email_verified_at = coalesce(email_verified_at, now()) where id = $1', [id])
export async function provenPerson() {
  const who = await person()
  await proveAddress(who)
  return who
}

/** Turns an authenticator app on with the code of the previous step, so that codes from now on are unused. */
export async function turnOn(who: Caller, password = strong): Promise<Guarded> {
  await proveAddress(who)
  const { secret } = await who.ok('POST', `${factorAt}/totp`, { password })
  const confirm = () => who.call('POST', `${factorAt}/totp/confirm`, { code: codeOf(secret, -1) })
  const first = await confirm()
  // If a step ended in between, the code was one step too old.
  const { body } = first.status === 200 ? first : await confirm()
  return { secret, codes: body.recovery_codes }
}

/** Adds a passkey, with a code if a second factor is on. */
export async function addPasskey(who: Caller, more: { name?: string; code?: string } = {}) {
  const { name = 'Laptop', ...proof } = more
  const authenticator = new Authenticator()
  await proveAddress(who)
  const { ticket, options } = await who.ok('POST', `${passkeysAt}/begin`, { password: strong, ...proof })
  const response = authenticator.create(options)
  const passkey: Json = await who.ok('POST', passkeysAt, { ticket, name, response })
  return { authenticator, passkey }
}

/** The first step of signing in. */
export const firstStep = (
  { email }: Pick<Caller, 'email'>,
  address: Record<string, string>,
  password = strong,
) => post('login', { email, password }, address)

export const secondStep = (first: Reply, proof: object, address: Record<string, string>) =>
  post('login/second-factor', { ticket: first.body.second_factor.ticket, ...proof }, address)

/** Status, code and message of an error. */
export { otherSession as elsewhere, strong }
