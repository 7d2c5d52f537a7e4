import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
export const tokenKinds = [
  'svc_live_',
  'svc_oat_',
  'svc_ort_',
  'svc_imp_',
  'svc_inv_',
  'svc_rt_',
  'svc_cal_',
  'svc_code_',
  'svc_mail_',
  'svc_doc_',
  'svc_ptl_',
  'svc_inb_',
] as const
export type TokenKind = (typeof tokenKinds)[number]

/** A fresh opaque token: prefix, 30 base-62 characters of randomness, 6 of CRC32 over all before. */
export function makeToken(kind: TokenKind): string {
  const body = kind + randomBase62(30)
  return body + checksum(body)
}

/** True for a token of this kind whose checksum is right; needs no database trip. */
export const isToken = (kind: TokenKind, token: string): boolean =>
  token.length === kind.length + 36 &&
  token.startsWith(kind) &&
  checksum(token.slice(0, -6)) === token.slice(-6)

/** SHA-256 as lower-case hex: the only form in which a token is stored. */
export const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(48))) {
      if (byte < 248 && text.length < length) text += alphabet[byte % 62]
    }
  }
  return text
}

export function checksum(text: string): string {
  let rest = crc32(utf8ToBytes(text))
  let digits = ''
  for (let i = 0; i < 6; i++, rest = Math.floor(rest / 62)) digits = alphabet[rest % 62] + digits
  return digits
}

/** CRC-32 of ISO 3309 (as in zip and PNG). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
