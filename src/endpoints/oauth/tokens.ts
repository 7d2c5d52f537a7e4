import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { alphabet, hashOf, makeToken, tokenOf, type TokenKind } from '../../base/tokens.ts'

export type Pair = { access: string; refresh: string }

export const newPair = (cell: string): Pair => ({
  access: makeToken('svc_oat_', cell),
  refresh: makeToken('svc_ort_', cell),
})

/**
 * The pair that succeeds a refresh token: derived with a server key (HMAC-SHA-256), so that the same response
 * can be repeated within the grace period although only hashes are stored.
 */
export const successorOf = (presented: string, jwtKeys: string, cell: string): Pair => {
  const key = utf8ToBytes(`oauth-successor:${jwtKeys.split(',')[0]}`)
  const derive = (label: string) => hmac(sha256, key, utf8ToBytes(`${label}:${presented}`))
  return {
    access: tokenFrom('svc_oat_', cell, derive('access')),
    refresh: tokenFrom('svc_ort_', cell, derive('refresh')),
  }
}

/** A token made of 32 given bytes instead of randomness: the same bytes give the same token. */
function tokenFrom(kind: TokenKind, cell: string, bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let digits = ''
  for (let i = 0; i < 30; i++, number /= 62n) digits += alphabet[Number(number % 62n)]
  return tokenOf(kind, cell, digits)
}

export const hashesOf = ({ access, refresh }: Pair) =>
  JSON.stringify({ access: hashOf(access), refresh: hashOf(refresh) })

/** The S256 challenge of a verifier (RFC 7636 section 4.2). */
export const challengeOf = (verifier: string): string =>
  btoa(String.fromCharCode(...sha256(utf8ToBytes(verifier))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
