import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { isUuid } from '../../base/id.ts'
import { ringOf } from '../../base/jwt.ts'
import { same } from '../../base/same.ts'

/** Whose notifications of which organization are no longer to be mailed. */
export type Subscription = { person: string; org: string }

/** Separate keys, so that no other signature of the service can pass for this one. */
const purpose = utf8ToBytes('unsubscribing, version 1')
const macOf = (secret: Uint8Array, payload: string) =>
  bytesToHex(hmac(sha256, hmac(sha256, secret, purpose), utf8ToBytes(payload)))

/** A token that unsubscribes without signing in, as RFC 8058 requires; it does nothing else, and does not expire. */
export function signUnsubscription(keys: string, { person, org }: Subscription): string {
  const payload = `${person}.${org}`
  return `${payload}.${macOf([...ringOf(keys).values()][0]!, payload)}`
}

/** The subscription of a token, or null if it is not ours. */
export function readUnsubscription(keys: string, token: string): Subscription | null {
  const [person = '', org = '', mac = '', ...rest] = token.split('.')
  if (!isUuid(person) || !isUuid(org) || rest.length) return null
  const secrets = [...ringOf(keys).values()]
  return secrets.some((secret) => same(macOf(secret, `${person}.${org}`), mac)) ? { person, org } : null
}
