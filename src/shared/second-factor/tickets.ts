import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { Settings } from '../../base/config.ts'
import { signClaims, verifyClaims } from '../../base/jwt.ts'
import { hashOf } from '../../base/tokens.ts'

/** How long a ticket lasts, in seconds. */
const lifetime = 300

/** Where the passkeys of a deployment are valid: the host of its pages, and their origin. */
export type Site = { rp: string; origin: string }
export const siteOf = ({ webOrigin }: Settings): Site => ({
  rp: new URL(webOrigin).hostname,
  origin: webOrigin,
})

/**
 * What a ticket is for: the second step of signing in, signing in by a passkey alone, adding a passkey, or proving a
 * second factor by one; and linking a provider that signs in.
 */
type Purpose = 'second_factor' | 'passkey_sign_in' | 'add_passkey' | 'prove_passkey' | 'link_identity'

type Contents = {
  site: Site
  person?: string
  session?: string
  /** The digest of the password that was proven; the ticket ends when it changes. */
  proven?: string
  device?: string
  network?: string
  method?: string
}
/** A parsed ticket: its contents, the hash by which it is spent, and its expiry. */
export type Ticket = Contents & { text: string; hash: string; until: string }

/**
 * A signed ticket for the next step of a flow. It is not stored; using it spends it. Its hash is also the challenge that a
 * passkey signs.
 */
export async function signTicket(keys: string, purpose: Purpose, held: Contents, now: Date) {
  const nonce = crypto.randomUUID()
  const ticket = await signClaims(keys, { purpose, nonce, held }, lifetime, now)
  return { ticket, expires_at: new Date(now.getTime() + lifetime * 1000).toISOString() }
}

/** Null for a ticket that is forged, expired or for another purpose. */
export async function readTicket(keys: string, purpose: Purpose, text: string, now: Date) {
  const claims = await verifyClaims(keys, text, ['purpose', 'nonce', 'held'], now)
  if (claims?.purpose !== purpose) return null
  const until = new Date(Number(claims.exp) * 1000).toISOString()
  return { ...(claims.held as Contents), text, hash: hashOf(text), until } satisfies Ticket
}

export const challengeOf = (ticket: string) => base64url(sha256(utf8ToBytes(ticket)))

export const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
