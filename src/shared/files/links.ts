import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { sql } from 'drizzle-orm'
import type { TransformContext } from '../../kit/operation.ts'
import { ringOf } from '../../base/jwt.ts'
import { same } from '../../base/same.ts'

/**
 * The claims of a signed file link: the use, the file, the user, and the expiry (ISO 8601). Of one that an operator was
 * given while impersonating the user, the user is both: `user/operator`. The file of a share is `share/file`.
 */
export type LinkClaims = {
  use: 'GET' | 'PUT' | 'PORTAL' | 'EXPORT' | 'ACCOUNT' | 'INVOICE' | 'MAILED' | 'MAIL' | 'SHARED' | 'IMPORT'
  org: string
  file: string
  user: string
  until: string
}

/** Separate keys, so that a link cannot pass for a session or vice versa. */
const purpose = utf8ToBytes('file links, version 1')
const macOf = (secret: Uint8Array, payload: string) =>
  hmac(sha256, hmac(sha256, secret, purpose), utf8ToBytes(payload))

/** For whom a link is. */
export const linkHolder = sql`concat_ws('/', app.user_id(), app.impersonator())`

/** The URL of a file, signed for one use. */
export const fileUrl = (
  { settings, outside }: Pick<TransformContext, 'settings' | 'outside'>,
  claims: LinkClaims,
) =>
  `${settings.baseUrl}/files/${claims.use === 'IMPORT' ? 'imports/' : ''}${signLink(outside.linkKeys, claims)}`

/** The last part of a link's path, signed with the first key of the ring. */
export function signLink(keys: string, { use, org, file, user, until }: LinkClaims): string {
  const [kid, secret] = [...ringOf(keys)][0]!
  const payload = base64url(utf8ToBytes(JSON.stringify([kid, use, org, file, user, Date.parse(until)])))
  return `${payload}.${base64url(macOf(secret, payload))}`
}

/** The claims of a link, or null if it is malformed, tampered with, expired, or signed with a retired key. */
export function readLink(keys: string, signed: string, now: Date): LinkClaims | null {
  const [payload = '', mac = '', ...rest] = signed.split('.')
  const parts = partsOf(payload)
  const secret = ringOf(keys).get(String(parts?.[0]))
  if (!parts || !secret || rest.length || !same(mac, base64url(macOf(secret, payload)))) return null
  const [, use, org, file, user, until] = parts as [string, LinkClaims['use'], string, string, string, number]
  return until > now.getTime() ? { use, org, file, user, until: new Date(until).toISOString() } : null
}

function partsOf(payload: string): unknown[] | null {
  try {
    const parts: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return Array.isArray(parts) ? parts : null
  } catch {
    return null
  }
}

const base64url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
