import { createLocalJWKSet, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import type { Cache } from '../cache.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { asRecord, asRecords, asText } from '../outbound/records.ts'
import { upstream } from '../outbound/upstream.ts'
import { authorizationUrl, broken, type Client, type Provider, reach, redeem } from './provider.ts'

const title = 'Google'
const anHour = 3600

type Addresses = { authorization: string; token: string; keys: string }

/** Google, and whoever else speaks OpenID Connect at another address. */
export function google(client: Client, outbound: Outbound, cache: Cache): Provider {
  const issuer = client.url
  return {
    name: 'google',
    title,
    issuer,
    async authorizationUrl(begun) {
      const { authorization } = await addressesOf(issuer, outbound, cache)
      const more = { scope: 'openid email profile', nonce: begun.nonce, prompt: 'select_account' }
      return authorizationUrl(authorization, client, begun, more)
    },
    async identify(begun, code) {
      const addresses = await addressesOf(issuer, outbound, cache)
      const { id_token } = await redeem(outbound, title, addresses.token, client, begun, code)
      const keys = asRecord((await reach(outbound, title, addresses.keys)).json)
      if (typeof id_token !== 'string' || !Array.isArray(keys.keys)) throw broken(title)
      const claims = await verified(id_token, asRecords(keys.keys), {
        issuer,
        audience: client.id,
        nonce: begun.nonce,
      })
      const address = asText(claims.email, 254)
      return {
        subject: String(claims.sub),
        address,
        verified: claims.email_verified === true,
        authoritative: isAuthoritative(issuer, address, claims.hd),
        name: asText(claims.name, 120) ?? '',
      }
    },
  }
}

/**
 * Google has verified any address of its accounts once, but knows of those alone that it hosts whose they are now: at
 * gmail.com, and of organizations whose domain is `hd`.
 */
export const isAuthoritative = (issuer: string, address: string | null, domain: unknown) =>
  issuer !== 'https://accounts.google.com' ||
  (address !== null && (/@gmail\.com$/i.test(address) || (typeof domain === 'string' && domain !== '')))

/** What the provider publishes about itself (OpenID Connect Discovery), kept for an hour. */
async function addressesOf(issuer: string, outbound: Outbound, cache: Cache): Promise<Addresses> {
  const key = `openid ${issuer}`
  const known = await cache.get<Addresses>(key)
  if (known) return known
  const { json } = await reach(outbound, title, `${issuer}/.well-known/openid-configuration`)
  const said = asRecord(json)
  const at = (name: string) => {
    const url = URL.parse(asText(said[name], 500) ?? '')
    if (!url || outbound.problem(url.origin)) throw broken(title)
    return url.href
  }
  if (said.issuer !== issuer) throw broken(title)
  const found = {
    authorization: at('authorization_endpoint'),
    token: at('token_endpoint'),
    keys: at('jwks_uri'),
  }
  await cache.put(key, found, anHour)
  return found
}

type Expected = { issuer: string; audience: string; nonce: string }

/** The claims of an ID token, checked as OpenID Connect Core 3.1.3.7 says. */
async function verified(
  token: string,
  keys: JSONWebKeySet['keys'],
  { nonce, issuer, audience }: Expected,
): Promise<JWTPayload> {
  const how = {
    issuer,
    audience,
    algorithms: ['RS256', 'ES256'],
    requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
    clockTolerance: 30,
  }
  const checked = await jwtVerify(token, createLocalJWKSet({ keys }), how).catch(() => null)
  const claims = checked?.payload
  const fits = claims?.nonce === nonce && (claims.azp === undefined || claims.azp === audience)
  if (!claims || !fits || !claims.sub)
    throw upstream(`the answer of ${title} could not be verified; begin again`)
  return claims
}
