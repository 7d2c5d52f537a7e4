import { Secret, TOTP } from 'otpauth/slim'
import type { Carried } from '../sealing/sealed.ts'
import { carried, sealedOf } from '../sealing/sealed.ts'
import { type Bound, type Keyring, open, seal } from '../sealing/sealing.ts'

/** RFC 6238 as every authenticator app speaks it. */
const period = 30
const how = { algorithm: 'SHA1', digits: 6, period } as const
/** Steps by which the clock of a phone may differ, each way. */
const drift = 1

export const newSecret = () => new Secret({ size: 20 }).base32

/** What the QR code of a secret says; the app shows it under the service's name. */
export const uriOf = (secret: string, issuer: string, label: string) =>
  new TOTP({ ...how, issuer: issuer.replaceAll(':', ' '), label, secret }).toString()

/** The step of 30 seconds whose code this is, within the drift; null for none. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = new TOTP({ ...how, secret }).validate({ token: code, timestamp: now, window: drift })
  return delta === null ? null : TOTP.counter({ period, timestamp: now }) + delta
}

/** A secret belongs to its person: no other row opens it. */
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
