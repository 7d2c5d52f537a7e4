import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { same } from '../../base/same.ts'

const toleranceSeconds = 300

/**
 * Whether one of the secrets signed these bytes at most 300 seconds ago (or ahead): `t=…,v1=…`, with as many v1 as there
 * are secrets. https://docs.stripe.com/webhooks#verify-manually
 */
export function isSigned(
  secrets: string[],
  header: string | undefined,
  body: Uint8Array,
  now: Date,
): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=', 2) as [string, string?])
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time)) return false
  if (Math.abs(Number(time) - now.getTime() / 1000) > toleranceSeconds) return false
  const given = parts.flatMap(([name, value]) => (name === 'v1' && value ? [value] : []))
  const signed = concatBytes(utf8ToBytes(`${time}.`), body)
  let fits = false
  for (const secret of secrets) {
    const expected = bytesToHex(hmac(sha256, utf8ToBytes(secret), signed))
    for (const one of given.slice(0, 10)) fits = same(expected, one) || fits
  }
  return fits
}
