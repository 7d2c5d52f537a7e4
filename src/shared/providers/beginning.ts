import { signClaims, verifyClaims } from '../../base/jwt.ts'
import { base64url } from '../second-factor/tickets.ts'
import type { SignIn, ProviderName } from './provider.ts'

/** Time limit for the sign-in at the provider, in seconds. */
const lifetime = 600

/** A pending sign-in, in a signed cookie, so that no other browser can finish it. */
export type Beginning = SignIn & {
  provider: ProviderName
  /** Where to go afterwards. */
  next?: string | undefined
  /** That of the browser, for an account that has none. */
  timezone?: string | undefined
  /** The session whose account is to be linked. */
  link?: string | undefined
  until: string
}

const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

export const beginning = (
  provider: ProviderName,
  webUrl: string,
  target: Pick<Beginning, 'next' | 'link' | 'timezone'>,
): Omit<Beginning, 'until'> => ({
  provider,
  state: random(),
  nonce: random(),
  verifier: random(),
  redirectUri: `${webUrl}/login/${provider}/callback`,
  ...target,
})

export const cookieOfBeginning = (keys: string, signIn: Omit<Beginning, 'until'>, now: Date) =>
  signClaims(keys, { provider_sign_in: signIn }, lifetime, now)

/** The pending sign-in of the cookie, or null if it is missing, forged or older than ten minutes. */
export async function readBeginning(
  keys: string,
  cookie: string | undefined,
  now: Date,
): Promise<Beginning | null> {
  const claims = cookie ? await verifyClaims(keys, cookie, ['provider_sign_in'], now) : null
  if (!claims) return null
  const until = new Date(Number(claims.exp) * 1000).toISOString()
  return { ...(claims.provider_sign_in as Omit<Beginning, 'until'>), until }
}
