import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { crc32 } from './crc32.ts'

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
  'svc_shr_',
  'svc_ksk_',
  'svc_mtg_',
] as const
export type TokenKind = (typeof tokenKinds)[number]

/** A fresh opaque token of 30 random characters, which the cell issues: the letter of a database (`CELL`). */
export const makeToken = (kind: TokenKind, cell: string): string => tokenOf(kind, cell, randomBase62(30))

/** A token: its prefix, the letter of its cell, 30 base-62 characters, 6 of CRC32 over all before. */
export function tokenOf(kind: TokenKind, cell: string, characters: string): string {
  const body = kind + cell + characters
  return body + checksum(body)
}

/** True for a token of this kind whose checksum is right, with or without a letter; needs no database round trip. */
export const isToken = (kind: TokenKind, token: string): boolean =>
  token.startsWith(kind) &&
  /^[a-z]?[0-9A-Za-z]{36}$/.test(token.slice(kind.length)) &&
  checksum(token.slice(0, -6)) === token.slice(-6)

/** The letter of the cell that issued a token, whose database knows it; null for the earliest, which have none. */
export const cellOf = (token: string): string | null => /_([a-z])[0-9A-Za-z]{36}$/.exec(token)?.[1] ?? null

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

function checksum(text: string): string {
  let rest = crc32(utf8ToBytes(text))
  let digits = ''
  for (let i = 0; i < 6; i++, rest = Math.floor(rest / 62)) digits = alphabet[rest % 62] + digits
  return digits
}

/** What is shown of an API key: how it begins, and its last four characters where it has been issued. */
export const keyHint = (token = '') => `svc_live_…${token.slice(-4)}`
