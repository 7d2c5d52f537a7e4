import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { ringOf } from '../../base/jwt.ts'

/** A separate key, so that no encrypted value can pass for a session or a link. */
const purpose = utf8ToBytes('opaque values, version 1')
const keyOf = (secret: Uint8Array) =>
  crypto.subtle.importKey('raw', new Uint8Array(hmac(sha256, secret, purpose)), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])
const aesParams = (iv: Uint8Array<ArrayBuffer>, label: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(label),
})

/** A value as hexadecimal digits that only this deployment can decrypt, and only under the same label. */
export async function encrypt(keys: string, label: string, value: unknown): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plaintext = new TextEncoder().encode(JSON.stringify(value))
  const key = await keyOf([...ringOf(keys).values()][0]!)
  const ciphertext = await crypto.subtle.encrypt(aesParams(iv, label), key, plaintext)
  return bytesToHex(iv) + bytesToHex(new Uint8Array(ciphertext))
}

/** The value encrypted under the label with one of the keys, or undefined. */
export async function decrypt(keys: string, label: string, text: string): Promise<unknown> {
  const bytes = new Uint8Array(hexToBytes(text))
  for (const secret of ringOf(keys).values()) {
    const [key, from] = [await keyOf(secret), aesParams(bytes.slice(0, 12), label)]
    const plaintext = await crypto.subtle.decrypt(from, key, bytes.slice(12)).catch(() => undefined)
    if (plaintext) return JSON.parse(new TextDecoder().decode(plaintext)) as unknown
  }
  return undefined
}
