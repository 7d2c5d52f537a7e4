import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, bytesOfBase64 } from '../../base/base64.ts'

const prefix = 'whsec_'

/** A new secret of an endpoint: 32 random bytes in base64, after `whsec_`. */
export const newSecret = () => prefix + base64(crypto.getRandomValues(new Uint8Array(32)))

/** The id of a message, the same for all attempts: `msg_` and 32 hexadecimal digits. */
export const messageId = (id: string) => `msg_${id.replaceAll('-', '')}`

/**
 * The header `webhook-signature` by Standard Webhooks: for each secret, the newest first, `v1,` and the base64 of
 * HMAC-SHA256 over `id.seconds.body`, by the bytes that its base64 stands for.
 */
export function signatureOf(secrets: readonly string[], id: string, seconds: number, body: string): string {
  const signed = utf8ToBytes(`${id}.${seconds}.${body}`)
  const one = (secret: string) =>
    `v1,${base64(hmac(sha256, bytesOfBase64(secret.slice(prefix.length)), signed))}`
  return secrets.map(one).join(' ')
}
