import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import type { Cache } from '../../platform/cache.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { plainName } from '../names.ts'
import { asRecord, asRecords, asText } from '../outbound/records.ts'
import { upstream } from '../outbound/upstream.ts'
import { authorizationUrl, invalidResponse, type Client, type Provider, sendTo, redeem } from './provider.ts'

const title = 'Google'
const cacheSeconds = 3600

type Addresses = { authorization: string; token: string; keys: string }

/** Google, or another OpenID Connect provider. */
export function google(client: Client, outbound: Outbound, cache: Cache): Provider {
  const issuer = client.url
  return {
    name: 'google',
    title,
    issuer,
    async authorizationUrl(signIn) {
      const { authorization } = await addressesOf(issuer, outbound, cache)
      const more = { scope: 'openid email profile', nonce: signIn.nonce, prompt: 'select_account' }
      return authorizationUrl(authorization, client, signIn, more)
    },
    async identify(signIn, code) {
      const addresses = await addressesOf(issuer, outbound, cache)
      const { id_token } = await redeem(outbound, title, addresses.token, client, signIn, code)
      const keys = asRecord((await sendTo(outbound, title, addresses.keys)).json)
      if (typeof id_token !== 'string' || !Array.isArray(keys.keys)) throw invalidResponse(title)
      const claims = await verified(id_token, asRecords(keys.keys), {
        issuer,
        audience: client.id,
        nonce: signIn.nonce,
      })
      const address = asText(claims.email, 254)
      return {
        subject: String(claims.sub),
        address,
        verified: claims.email_verified === true,
        authoritative: isAuthoritative(issuer, address, claims.hd),
        name: plainName(asText(claims.name, 120)),
      }
    },
  }
}

/**
 * Google has verified every address of its accounts once, but it is authoritative only for those it hosts: at gmail.com,
 * and of organizations whose domain is `hd`.
 */
export const isAuthoritative = (issuer: string, address: string | null, domain: unknown) =>
  issuer !== 'https://accounts.google.com' ||
  (address !== null && (/@gmail\.com$/i.test(address) || (typeof domain === 'string' && domain !== '')))

/** The provider's metadata (OpenID Connect Discovery), cached for an hour. */
async function addressesOf(issuer: string, outbound: Outbound, cache: Cache): Promise<Addresses> {
  const key = `openid ${issuer}`
  const cached = await cache.get<Addresses>(key)
  if (cached) return cached
  const { json } = await sendTo(outbound, title, `${issuer}/.well-known/openid-configuration`)
  const configuration = asRecord(json)
  const endpoint = (name: string) => {
    const url = URL.parse(asText(configuration[name], 500) ?? '')
    if (!url || outbound.problem(url.origin)) throw invalidResponse(title)
    return url.href
  }
  if (configuration.issuer !== issuer) throw invalidResponse(title)
  const found = {
    authorization: endpoint('authorization_endpoint'),
    token: endpoint('token_endpoint'),
    keys: endpoint('jwks_uri'),
  }
  await cache.put(key, found, cacheSeconds)
  return found
}

type Expected = { issuer: string; audience: string; nonce: string }

/** The claims of an ID token, verified per OpenID Connect Core 3.1.3.7. */
async function verified(
  token: string,
  keys: JSONWebKeySet['keys'],
  { nonce, issuer, audience }: Expected,
): Promise<JWTPayload> {
  const options = {
    issuer,
    audience,
    algorithms: ['RS256', 'ES256'],
    requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
    clockTolerance: 30,
  }
  const checked = await jwtVerify(token, createLocalJWKSet({ keys }), options).catch(() => null)
  const claims = checked?.payload
  const fits = claims?.nonce === nonce && (claims.azp === undefined || claims.azp === audience)
  if (!claims || !fits || !claims.sub)
    throw upstream(`the answer of ${title} could not be verified; begin again`)
  return claims
}
