import { hexToBytes } from '@noble/hashes/utils.js'
import type * as z from 'zod'
import type { PasskeyAssertion, PasskeyRegistration } from './schemas.ts'
import { base64url, challengeOf, type Site } from './tickets.ts'

type CredentialRef = { credential_id: string; transports: string[] }
/** A passkey as stored in the database. */
export type Passkey = CredentialRef & { id: string; public_key: string; counter: number }

const timeout = 300_000
const descriptorOf = ({ credential_id: id, transports }: CredentialRef) => ({
  id,
  type: 'public-key' as const,
  transports,
})

/** The user handle of a person, which reveals nothing about them. */
export const handleOf = (person: string) => base64url(hexToBytes(person.replaceAll('-', '')))

type NewUser = { person: string; name: string; email: string; passkeys: CredentialRef[] }

/** What a browser needs to create a passkey; JSON, for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const creationOptions = (ticket: string, { rp }: Site, appName: string, newUser: NewUser) => ({
  challenge: challengeOf(ticket),
  rp: { id: rp, name: appName },
  user: { id: handleOf(newUser.person), name: newUser.email, displayName: newUser.name },
  /* EdDSA, ECDSA with P-256, RSA (COSE). */
  pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key' as const, alg })),
  excludeCredentials: newUser.passkeys.map(descriptorOf),
  authenticatorSelection: { residentKey: 'preferred' as const, userVerification: 'preferred' as const },
  attestation: 'none' as const,
  timeout,
})

/** What a browser needs to use a passkey. Without a list it offers all passkeys of this site. */
export const requestOptions = (ticket: string, { rp }: Site, passkeys?: CredentialRef[]) => ({
  challenge: challengeOf(ticket),
  rpId: rp,
  allowCredentials: (passkeys ?? []).map(descriptorOf),
  userVerification: passkeys ? ('preferred' as const) : ('required' as const),
  timeout,
})

/** The credential that an authenticator created for the ticket, or null if the response is invalid. */
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
 * The counter after the authenticator signed the ticket, or null if the response is invalid: another challenge, site, person
 * or key, or a counter that did not increase. `verified` requires user verification.
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
