import type { Keyring } from '../sealing/sealing.ts'
import type { Carried } from '../sealing/sealed.ts'
import { type Assertion, type Passkey, verifyAssertion } from './passkeys.ts'
import { recoveryHash } from './recovery-codes.ts'
import type { Ticket } from './tickets.ts'
import { openSecret, stepOf } from './totp.ts'

/** The second factors of a person, as returned by `app.factors_of`. */
export type Factors = {
  person: string
  totp: { id: string; last_step: number | null; sealed: Carried } | null
  passkeys: Passkey[]
  /** Hashes of the unused ones. */
  recovery_codes: string[]
}

export type Attempt = {
  code?: string | undefined
  /** The response of a passkey, and the ticket that it had to sign. */
  passkey?: { response: Assertion; ticket: Ticket | null } | undefined
}

/** The argument of `app.use_factor`, which must follow and accepts it once. */
export type Used =
  | { method: 'totp'; step: number }
  | { method: 'recovery_code'; hash: string }
  | { method: 'passkey'; passkey: string; counter: number; ticket?: string; until?: string }
export type Wrong = { field: 'code' | 'passkey'; problem: string }

const wrong = (field: Wrong['field'], problem: string): Wrong => ({ field, problem })
export const isWrong = (result: Used | Wrong): result is Wrong => 'problem' in result

/** Verifies a second factor. Throws 409 if the sealing keys of the deployment are missing. */
export function checkFactor(
  factors: Factors,
  attempt: Attempt,
  keys: () => Keyring,
  now: number,
): Promise<Used | Wrong> {
  return attempt.passkey
    ? checkPasskey(factors, attempt.passkey)
    : checkCode(factors, attempt.code ?? '', keys, now)
}

async function checkCode(
  { person, totp, recovery_codes }: Factors,
  code: string,
  keys: () => Keyring,
  now: number,
): Promise<Used | Wrong> {
  const digits = code.replaceAll(/[\s-]/g, '')
  if (!/^\d{6}$/.test(digits)) {
    const hash = recoveryHash(person, code)
    return recovery_codes.includes(hash)
      ? { method: 'recovery_code', hash }
      : wrong('code', 'is no code of yours that is left; type the six digits of your app, or a recovery code')
  }
  if (!totp) return wrong('code', 'no authenticator app is on; type a recovery code, or use a passkey')
  const step = stepOf(await openSecret(keys(), { ...totp, person }), digits, now)
  if (step === null) return wrong('code', 'is wrong; type the one that your app shows now')
  if (step <= (totp.last_step ?? 0)) return wrong('code', 'was used already; wait for the next one')
  return { method: 'totp', step }
}

async function checkPasskey(
  { person, passkeys }: Factors,
  { response, ticket }: NonNullable<Attempt['passkey']>,
): Promise<Used | Wrong> {
  if (!ticket) return wrong('passkey', 'took longer than five minutes, or is of another sign-in; try again')
  const passkey = passkeys.find(({ credential_id }) => credential_id === response.id)
  if (!passkey) return wrong('passkey', 'is none of yours')
  const signed = { ticket: ticket.text, site: ticket.site, person, passkey, verified: false }
  const counter = await verifyAssertion(response, signed)
  if (counter === null) return wrong('passkey', 'does not hold; try again, or type a code')
  return { method: 'passkey', passkey: passkey.id, counter, ticket: ticket.hash, until: ticket.until }
}
