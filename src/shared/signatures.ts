import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { CompactSign, compactVerify, decodeProtectedHeader, type JWK } from 'jose'
import { ringOf } from '../base/jwt.ts'

/**
 * Signatures that anyone can verify without the service: Ed25519 (RFC 8032) as JWS (RFC 8037). A key pair is derived from each
 * key of the ring; the public keys are at /.well-known/jwks.json.
 */
const purpose = utf8ToBytes('signatures for everybody, version 1')
/** The PKCS #8 prefix of the 32 bytes of an Ed25519 key (RFC 8410 section 7). */
const pkcs8 = Uint8Array.from('302e020100300506032b657004220420'.match(/../g)!, (byte) =>
  Number.parseInt(byte, 16),
)

const pairs = new Map<string, Promise<JWK[]>>()

/** The key pairs of a ring, each with its `kid`, derived once per isolate. */
function pairsOf(keys: string): Promise<JWK[]> {
  const cached = pairs.get(keys) ?? Promise.all([...ringOf(keys)].map(pairOf))
  pairs.set(keys, cached)
  return cached
}

async function pairOf([kid, secret]: [string, Uint8Array]): Promise<JWK> {
  const bytes = new Uint8Array([...pkcs8, ...hmac(sha256, secret, purpose)])
  const key = await crypto.subtle.importKey('pkcs8', bytes, { name: 'Ed25519' }, true, ['sign'])
  const { kty, crv, d, x } = (await crypto.subtle.exportKey('jwk', key)) as JWK
  return { kty: kty!, crv: crv!, d: d!, x: x!, kid, alg: 'EdDSA', use: 'sig' }
}

/** A compact JWS of a value in JSON, under the first key of the ring. */
export async function signForEverybody(keys: string, value: unknown): Promise<string> {
  const pair = (await pairsOf(keys))[0]!
  return new CompactSign(utf8ToBytes(JSON.stringify(value)))
    .setProtectedHeader({ alg: 'EdDSA', kid: pair.kid! })
    .sign(pair)
}

/** The name of the key of a ring that a compact JWS says it is signed by; null if it is none, or of another ring. */
export function signerOf(keys: string, signature: string): string | null {
  try {
    const { kid } = decodeProtectedHeader(signature)
    return kid !== undefined && ringOf(keys).has(kid) ? kid : null
  } catch {
    return null
  }
}

/** What a compact JWS that is signed by a key of the ring says, as JSON; null if it is not signed by it. */
export async function signedByUs(keys: string, signature: string): Promise<unknown> {
  const kid = signerOf(keys, signature)
  const pair = (await pairsOf(keys)).find((one) => one.kid === kid)
  if (!pair) return null
  try {
    const { payload } = await compactVerify(signature, { ...pair, d: undefined }, { algorithms: ['EdDSA'] })
    return JSON.parse(new TextDecoder().decode(payload))
  } catch {
    return null
  }
}

/** The public keys of a ring, as RFC 7517 section 5 lists them. */
export async function publicKeys(keys: string): Promise<{ keys: object[] }> {
  return { keys: (await pairsOf(keys)).map((pair) => ({ ...pair, d: undefined })) }
}
