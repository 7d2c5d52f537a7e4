import { signClaims, verifyClaims } from '../base/jwt.ts'
import { unauthorized } from './errors.ts'
import { isToken } from '../base/tokens.ts'

/** Whom a request claims to be from; the batch verifies it. */
export type Credential =
  | { kind: 'session'; user?: string; session?: string; impersonation?: string }
  | { kind: 'token'; token: string }

type Cookies = { access_token?: string | undefined; impersonation?: string | undefined }

/**
 * The credential of a request: a bearer token if there is one, else the session cookie.
 * An impersonation cookie takes precedence over the operator's own session until it expires.
 * Malformed tokens and expired session cookies are refused here, without a database round trip.
 */
export async function credentialOf(
  authorization: string | undefined,
  { access_token: cookie, impersonation }: Cookies,
  keys: string,
  now: Date,
): Promise<Credential | null> {
  if (authorization !== undefined) return bearerOf(authorization)
  if (impersonation && isToken('svc_imp_', impersonation)) {
    return { kind: 'session', impersonation, ...(cookie ? await verifySession(keys, cookie, now) : null) }
  }
  if (!cookie) return null
  const claims = await verifySession(keys, cookie, now)
  if (!claims) throw unauthorized('the session has expired; refresh it or sign in again')
  return { kind: 'session', ...claims }
}

const bearers = ['svc_live_', 'svc_oat_', 'svc_ptl_'] as const
function bearerOf(authorization: string): Credential {
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  if (token && bearers.some((kind) => isToken(kind, token))) return { kind: 'token', token }
  throw unauthorized('the bearer token is malformed')
}

type Session = { user: string; session: string }

/** A session token that expires 15 minutes after `now`. */
export const signSession = (keys: string, { user, session }: Session, now: Date): Promise<string> =>
  signClaims(keys, { sub: user, sid: session }, 15 * 60, now)

/** The session of a token, or null if it is invalid. */
export async function verifySession(keys: string, token: string, now: Date): Promise<Session | null> {
  const claims = await verifyClaims(keys, token, ['sub', 'sid'], now)
  return claims && { user: String(claims.sub), session: String(claims.sid) }
}
