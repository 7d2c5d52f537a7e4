import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { Refusal } from '../../kit/errors.ts'
import { type Outbound, OutboundError, type OutboundRequest } from '../outbound/outbound.ts'
import { asRecord, asText } from '../outbound/records.ts'
import { upstream } from '../outbound/upstream.ts'
import { base64url } from '../second-factor/tickets.ts'

export type ProviderName = 'google' | 'github'

/** What binds a sign-in to the browser that began it. */
export type SignIn = { state: string; nonce: string; verifier: string; redirectUri: string }

/** A person's identity at a provider. */
export type Identity = {
  subject: string
  address: string | null
  /** Whether the provider has verified the address. */
  verified: boolean
  /** Whether the provider would know if the address had passed to somebody else. */
  authoritative: boolean
  name: string
}

/** A provider that signs people in, by the authorization code flow with PKCE. */
export type Provider = {
  name: ProviderName
  title: string
  /** The namespace of subjects. */
  issuer: string
  /** Where the browser goes. */
  authorizationUrl(signIn: SignIn): Promise<string>
  /** Who came back with a code. Throws 403 if the provider rejects it, and 502 if its response is invalid. */
  identify(signIn: SignIn, code: string): Promise<Identity>
}

export type Client = { id: string; secret: string; url: string }

/** Sends a request to an address of a provider. */
export async function sendTo(
  outbound: Outbound,
  title: string,
  address: string,
  request: ProviderRequest = {},
) {
  const url = URL.parse(address)
  if (!url) throw invalidResponse(title)
  try {
    return await outbound.send(url.origin, { ...request, path: url.pathname + url.search, maxBytes: 500_000 })
  } catch (error) {
    if (error instanceof OutboundError && error.why === 'slow')
      throw upstream(`${title} did not answer in time; try again`)
    throw invalidResponse(title)
  }
}
type ProviderRequest = Omit<OutboundRequest, 'path'>

export const invalidResponse = (title: string) =>
  upstream(`${title} did not answer as it should; try again later`)
export const refusedBy = (title: string) =>
  new Refusal(403, 'sign_in_refused', `${title} did not accept this sign-in; begin again`)

/** Exchanges the code for tokens. GitHub reports errors with status 200. */
export async function redeem(
  outbound: Outbound,
  title: string,
  address: string,
  { id, secret }: Client,
  { verifier, redirectUri }: SignIn,
  code: string,
) {
  const form = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    client_id: id,
    client_secret: secret,
  }
  const { status, json } = await sendTo(outbound, title, address, { form })
  const answer = asRecord(json)
  const error = asText(answer.error, 80)
  if (error === 'invalid_grant' || error === 'bad_verification_code') throw refusedBy(title)
  if (status !== 200 || error) throw invalidResponse(title)
  return answer
}

/** The URL that starts the flow at a provider's address. */
export function authorizationUrl(
  address: string,
  { id }: Client,
  { state, verifier, redirectUri }: SignIn,
  parameters: Record<string, string>,
) {
  const url = new URL(address)
  const query = {
    response_type: 'code',
    client_id: id,
    redirect_uri: redirectUri,
    state,
    code_challenge: base64url(sha256(utf8ToBytes(verifier))),
    code_challenge_method: 'S256',
    ...parameters,
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
