import { jwtVerify, SignJWT } from 'jose'

export type SessionClaims = { user: string; session: string }
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

/** A session token that lives for 15 minutes from `now`. */
export async function signSession(keys: string, claims: SessionClaims, now: Date): Promise<string> {
  const [kid, secret] = [...ringOf(keys)][0]!
  const issued = Math.floor(now.getTime() / 1000)
  return new SignJWT({ sid: claims.session })
    .setProtectedHeader({ alg: 'HS256', kid })
    .setSubject(claims.user)
    .setIssuedAt(issued)
    .setExpirationTime(issued + 15 * 60)
    .sign(secret)
}

/** The claims of a session token, or null when it is malformed, forged, expired or signed by a retired key. */
export async function verifySession(keys: string, token: string, now: Date): Promise<SessionClaims | null> {
  const ring = ringOf(keys)
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const secret = ring.get(kid ?? '')
        if (!secret) throw new Error('unknown key')
        return secret
      },
      { algorithms: ['HS256'], currentDate: now, requiredClaims: ['sub', 'sid', 'exp'] },
    )
    return { user: String(payload.sub), session: String(payload.sid) }
  } catch {
    return null
  }
}
