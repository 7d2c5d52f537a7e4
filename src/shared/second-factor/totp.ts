import { Secret, TOTP } from 'otpauth/slim'
import type { Carried } from '../sealing/sealed.ts'
import { carried, sealedOf } from '../sealing/sealed.ts'
import { type Bound, type Keyring, open, seal } from '../sealing/sealing.ts'

/** The parameters of RFC 6238 that every authenticator app supports. */
const period = 30
const options = { algorithm: 'SHA1', digits: 6, period } as const
/** Steps by which the clock of a phone may differ, each way. */
const drift = 1

export const newSecret = () => new Secret({ size: 20 }).base32

/** The URI in the QR code of a secret; the app shows it under the service's name. */
export const uriOf = (secret: string, issuer: string, label: string) =>
  new TOTP({ ...options, issuer: issuer.replaceAll(':', ' '), label, secret }).toString()

/** The 30-second step of this code, within the drift; null if there is none. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = new TOTP({ ...options, secret }).validate({ token: code, timestamp: now, window: drift })
  return delta === null ? null : TOTP.counter({ period, timestamp: now }) + delta
}

/** A secret is bound to its person: in another row it cannot be decrypted. */
const boundTo = (person: string, record: string, version: number): Bound => ({
  purpose: 'totp',
  org: person,
  record,
  version,
})

export type StoredTotp = { id: string; person: string; sealed: Carried }

export const sealSecret = async (keys: Keyring, person: string, id: string, secret: string) =>
  carried(await seal(keys, boundTo(person, id, 1), secret))

export const openSecret = (keys: Keyring, { id, person, sealed }: StoredTotp) =>
  open(keys, boundTo(person, id, sealed.secret_version), sealedOf(sealed))
