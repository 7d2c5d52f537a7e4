import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { ringOf } from '../../kit/jwt.ts'
import { alphabet, checksum, type TokenKind } from '../../kit/tokens.ts'

/** Keys of their own, so that no other signature of the service can pass for a token. */
const purpose = utf8ToBytes('mail tokens, version 1')

/**
 * The token of a mail, derived from its id and a secret of the deployment: it is stored nowhere, and a mail that is sent
 * again says the same, which a provider needs to recognize it.
 */
export function mailToken(keys: string, kind: TokenKind, mail: string): string {
  const secret = [...ringOf(keys).values()][0]!
  let rest = BigInt(`0x${bytesToHex(hmac(sha256, hmac(sha256, secret, purpose), utf8ToBytes(kind + mail)))}`)
  let body: string = kind
  for (let at = 0; at < 30; at++, rest /= 62n) body += alphabet[Number(rest % 62n)]
  return body + checksum(body)
}
