import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, vi } from 'vitest'
import { strong, elsewhere, post } from './accounts.ts'
import { Authenticator } from './authenticator.ts'
import type { Caller, Json, Reply } from './client.ts'

export const factorAt = '/api/v1/auth/second-factor'
export const passkeysAt = '/api/v1/auth/passkeys'
const step = 30_000

/** Lets the clock stand in a file's tests, a second into a step, so that no step ends within a test. */
export function standingClock() {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / step) * step + 1000 })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

/** The code that an authenticator app shows, so many steps of 30 seconds from now. */
export const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * step })

/** A code that is wrong now and in the steps around. */
export const wrongCode = (secret: string) => {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !right.has(code))!
}

export type Guarded = { secret: string; codes: string[] }

/** Turns an authenticator app on with the code of the step before, so that those from now on are unused. */
export async function turnOn(who: Caller, password = strong): Promise<Guarded> {
  const { secret } = await who.ok('POST', `${factorAt}/totp`, { password })
  const confirm = () => who.call('POST', `${factorAt}/totp/confirm`, { code: codeOf(secret, -1) })
  const first = await confirm()
  // Where a step ended in between, the code was of one too early.
  const { body } = first.status === 200 ? first : await confirm()
  return { secret, codes: body.recovery_codes }
}

/** Adds a passkey, with a code where a second factor is on. */
export async function addPasskey(who: Caller, more: { name?: string; code?: string } = {}) {
  const { name = 'Laptop', ...proof } = more
  const authenticator = new Authenticator()
  const { ticket, options } = await who.ok('POST', `${passkeysAt}/begin`, { password: strong, ...proof })
  const response = authenticator.create(options)
  const passkey: Json = await who.ok('POST', passkeysAt, { ticket, name, response })
  return { authenticator, passkey }
}

/** The first step of signing in, from a place of its own unless it is given. */
export const firstStep = (
  { email }: Pick<Caller, 'email'>,
  place: Record<string, string>,
  password = strong,
) => post('login', { email, password }, place)

export const secondStep = (first: Reply, proof: object, place: Record<string, string>) =>
  post('login/second-factor', { ticket: first.body.second_factor.ticket, ...proof }, place)

/** What an answer refuses by: its status, its code and its sentence. */
export const said = ({ status, body }: Reply) => [status, body?.error?.code, body?.error?.message]
export { elsewhere, strong }
