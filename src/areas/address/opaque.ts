import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { ringOf } from '../../kit/jwt.ts'

/** A separate key, so that no encrypted value can pass for a session or a link. */
const purpose = utf8ToBytes('opaque values, version 1')
const keyOf = (secret: Uint8Array) =>
  crypto.subtle.importKey('raw', new Uint8Array(hmac(sha256, secret, purpose)), 'AES-GCM', false, [
    'encrypt',
    'decrypt',
  ])
const how = (iv: Uint8Array<ArrayBuffer>, label: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(label),
})

/** A value as hexadecimal digits that only this deployment can decrypt, and only under the same label. */
export async function hide(keys: string, label: string, value: unknown): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const plain = new TextEncoder().encode(JSON.stringify(value))
  const key = await keyOf([...ringOf(keys).values()][0]!)
  const hidden = await crypto.subtle.encrypt(how(iv, label), key, plain)
  return bytesToHex(iv) + bytesToHex(new Uint8Array(hidden))
}

/** The value encrypted under the label with one of the keys, or undefined. */
export async function reveal(keys: string, label: string, text: string): Promise<unknown> {
  const bytes = new Uint8Array(hexToBytes(text))
  for (const secret of ringOf(keys).values()) {
    const [key, from] = [await keyOf(secret), how(bytes.slice(0, 12), label)]
    const plain = await crypto.subtle.decrypt(from, key, bytes.slice(12)).catch(() => undefined)
    if (plain) return JSON.parse(new TextDecoder().decode(plain)) as unknown
  }
  return undefined
}
