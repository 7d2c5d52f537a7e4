import { jwtVerify, SignJWT } from 'jose'

type Ring = Map<string, Uint8Array>

const rings = new Map<string, Ring>()

/** The key ring of the setting JWT_KEYS (`kid:secret,…`): the first key signs, every key verifies. */
export const ringOf = (setting: string): Ring => {
  let ring = rings.get(setting)
  if (!ring) {
    const pairs = setting.split(',').map((pair): [string, Uint8Array] => {
      const at = pair.indexOf(':')
      return [pair.slice(0, at).trim(), new TextEncoder().encode(pair.slice(at + 1).trim())]
    })
    if (pairs.some(([kid, secret]) => !kid || secret.length < 32)) {
      throw new Error('JWT_KEYS: kid:secret pairs, each secret of at least 32 characters')
    }
    ring = new Map(pairs)
    rings.set(setting, ring)
  }
  return ring
}

/** A JWT of these claims that expires this many seconds after `now`. */
export async function signClaims(keys: string, claims: object, seconds: number, now: Date): Promise<string> {
  const [kid, secret] = [...ringOf(keys)][0]!
  const issued = Math.floor(now.getTime() / 1000)
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256', kid })
    .setIssuedAt(issued)
    .setExpirationTime(issued + seconds)
    .sign(secret)
}

/** The claims of a JWT, or null if it is malformed, forged, expired, signed by a retired key or of another kind. */
export async function verifyClaims(keys: string, token: string, required: string[], now: Date) {
  const ring = ringOf(keys)
  const keyOf = ({ kid }: { kid?: string | undefined }) => {
    const secret = ring.get(kid ?? '')
    if (!secret) throw new Error('unknown key')
    return secret
  }
  const how = { algorithms: ['HS256'], currentDate: now, requiredClaims: [...required, 'exp'] }
  const verified = await jwtVerify(token, keyOf, how).catch(() => null)
  return verified && (verified.payload as Record<string, unknown>)
}
