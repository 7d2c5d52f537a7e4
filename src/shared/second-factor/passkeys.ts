import { hexToBytes } from '@noble/hashes/utils.js'
import type * as z from 'zod'
import type { PasskeyAssertion, PasskeyRegistration } from './schemas.ts'
import { base64url, challengeOf, type Site } from './tickets.ts'

type Named = { credential_id: string; transports: string[] }
/** A passkey as the database keeps it. */
export type Passkey = Named & { id: string; public_key: string; counter: number }

const timeout = 300_000
const described = ({ credential_id: id, transports }: Named) => ({
  id,
  type: 'public-key' as const,
  transports,
})

/** The id of a person as passkeys keep it, which tells a stranger nothing. */
export const handleOf = (person: string) => base64url(hexToBytes(person.replaceAll('-', '')))

type Maker = { person: string; name: string; email: string; passkeys: Named[] }

/** What a browser needs to make a passkey; JSON, for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const creationOptions = (ticket: string, { rp }: Site, appName: string, who: Maker) => ({
  challenge: challengeOf(ticket),
  rp: { id: rp, name: appName },
  user: { id: handleOf(who.person), name: who.email, displayName: who.name },
  /* EdDSA, ECDSA with P-256, RSA (COSE). */
  pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key' as const, alg })),
  excludeCredentials: who.passkeys.map(described),
  authenticatorSelection: { residentKey: 'preferred' as const, userVerification: 'preferred' as const },
  attestation: 'none' as const,
  timeout,
})

/** What a browser needs to use a passkey. Without a list it offers all that it has of this site. */
export const requestOptions = (ticket: string, { rp }: Site, passkeys?: Named[]) => ({
  challenge: challengeOf(ticket),
  rpId: rp,
  allowCredentials: (passkeys ?? []).map(described),
  userVerification: passkeys ? ('preferred' as const) : ('required' as const),
  timeout,
})

/** The credential that an authenticator made for the ticket, or null where the answer does not hold. */
export async function verifyRegistration(
  response: z.output<typeof PasskeyRegistration>,
  ticket: string,
  { rp, origin }: Site,
) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const verified = await verifyRegistrationResponse({
    response: {
      ...response,
      response: { ...response.response, transports: undefined },
      clientExtensionResults: {},
    },
    expectedChallenge: challengeOf(ticket),
    expectedOrigin: origin,
    expectedRPID: rp,
    requireUserVerification: false,
  }).catch(() => null)
  if (!verified?.verified) return null
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return {
    credential_id: id,
    public_key: base64url(publicKey),
    counter,
    transports: response.response.transports ?? [],
  }
}

export type Assertion = z.output<typeof PasskeyAssertion>

/**
 * The counter after the authenticator signed the ticket, or null where its answer does not hold: another challenge,
 * site, person or key, or a counter that did not rise. `verified` asks that it checked who its user is.
 */
export async function verifyAssertion(
  response: Assertion,
  signed: { ticket: string; site: Site; person: string; passkey: Passkey; verified: boolean },
): Promise<number | null> {
  const { ticket, site, person, passkey, verified } = signed
  const { userHandle, ...rest } = response.response
  if (userHandle && userHandle !== handleOf(person)) return null
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const answer = await verifyAuthenticationResponse({
    response: { ...response, response: rest, clientExtensionResults: {} },
    expectedChallenge: challengeOf(ticket),
    expectedOrigin: site.origin,
    expectedRPID: site.rp,
    credential: {
      id: passkey.credential_id,
      publicKey: isoBase64URL.toBuffer(passkey.public_key),
      counter: passkey.counter,
    },
    requireUserVerification: verified,
  }).catch(() => null)
  return answer?.verified ? answer.authenticationInfo.newCounter : null
}
