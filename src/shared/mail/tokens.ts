import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { ringOf } from '../../base/jwt.ts'
import { alphabet, tokenOf, type TokenKind } from '../../base/tokens.ts'

/** Separate keys, so that no other signature of the service can pass for a token. */
const purpose = utf8ToBytes('mail tokens, version 1')

/**
 * The token of a mail, derived from its id and a secret of the deployment: it is not stored, and a retry of the mail has the same
 * content, which deduplication by the provider needs.
 */
export function mailToken(keys: string, kind: TokenKind, cell: string, mail: string): string {
  const secret = [...ringOf(keys).values()][0]!
  let rest = BigInt(`0x${bytesToHex(hmac(sha256, hmac(sha256, secret, purpose), utf8ToBytes(kind + mail)))}`)
  let characters = ''
  for (let at = 0; at < 30; at++, rest /= 62n) characters += alphabet[Number(rest % 62n)]
  return tokenOf(kind, cell, characters)
}
