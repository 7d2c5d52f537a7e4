import { signClaims, verifyClaims } from '../../kit/jwt.ts'
import { base64url } from '../second-factor/tickets.ts'
import type { Begun, ProviderName } from './provider.ts'

/** How long somebody may take at the provider, in seconds. */
const lifetime = 600

/** A sign-in that was begun: a cookie keeps it in the browser, signed, so that no other can finish it. */
export type Beginning = Begun & {
  provider: ProviderName
  /** Where to go afterwards. */
  next?: string | undefined
  /** The session whose account is to be linked. */
  link?: string | undefined
  until: string
}

const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)))

export const beginning = (
  provider: ProviderName,
  webUrl: string,
  more: Pick<Beginning, 'next' | 'link'>,
): Omit<Beginning, 'until'> => ({
  provider,
  state: random(),
  nonce: random(),
  verifier: random(),
  redirectUri: `${webUrl}/login/${provider}/callback`,
  ...more,
})

export const cookieOfBeginning = (keys: string, begun: Omit<Beginning, 'until'>, now: Date) =>
  signClaims(keys, { provider_sign_in: begun }, lifetime, now)

/** What the cookie says, or null where there is none, or it is forged or older than ten minutes. */
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
