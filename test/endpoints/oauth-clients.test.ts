import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { uniqueAddress } from '../kit/client.ts'
import { serveApp } from '../kit/serve.ts'

const redirect_uri = 'http://127.0.0.1:8765/callback?via=test'
let service: Awaited<ReturnType<typeof serveApp>>
beforeAll(async () => {
  service = await serveApp()
})
afterAll(() => service.stop())

/** What a browser does between the authorization URL and the redirect URI: signs in and consents. */
async function consent(authorizationUrl: URL, approve = true): Promise<URL> {
  const json = { 'content-type': 'application/json', ...uniqueAddress() }
  const account = { email: `${uuidv7()}@example.com`, password: 'correct horse battery' }
  const send = (path: string, body: object, headers: Record<string, string> = json) =>
    fetch(`${service.url}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await send('auth/register', { ...account, name: 'Ada' })
  const login = await send('auth/login', account)
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const page = await fetch(authorizationUrl, { redirect: 'manual' })
  expect(page.status).toBe(302)
  const rid = new URL(page.headers.get('location')!).searchParams.get('rid')
  const decided = await send(`oauth/consent/${rid}`, { approve }, { ...json, cookie, origin: service.url })
  return new URL(((await decided.json()) as { redirect_to: string }).redirect_to)
}

const me = (token: string) =>
  fetch(`${service.url}/api/v1/auth/me`, { headers: { authorization: `Bearer ${token}` } })

describe('oauth4webapi', () => {
  const loose = { [oauth.allowInsecureRequests]: true } as const

  async function started() {
    const issuer = new URL(service.url)
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...loose }),
    )
    const client = (await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(
        server,
        { redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none', client_name: 'Four' },
        loose,
      ),
    )) as oauth.Client
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()]
    const url = new URL(server.authorization_endpoint!)
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: client.client_id,
      redirect_uri,
      state,
      scope: 'service',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString()
    return { server, client, verifier, state, url }
  }

  test('discovers the server through the resource, and completes registration to revocation', async () => {
    const resource = new URL(`${service.url}/mcp`)
    const resourceMetadata = await oauth.processResourceDiscoveryResponse(
      resource,
      await oauth.resourceDiscoveryRequest(resource, loose),
    )
    expect(resourceMetadata.authorization_servers).toEqual([service.url])
    const { server, client, verifier, state, url } = await started()
    const response = oauth.validateAuthResponse(server, client, await consent(url), state)
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      await oauth.authorizationCodeGrantRequest(
        server,
        client,
        oauth.None(),
        response,
        redirect_uri,
        verifier,
        loose,
      ),
    )
    expect((await me(tokens.access_token)).status).toBe(200)
    const refreshed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, oauth.None(), tokens.refresh_token!, loose),
    )
    expect((await me(refreshed.access_token)).status).toBe(200)
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, oauth.None(), refreshed.refresh_token!, loose),
    )
    expect((await me(refreshed.access_token)).status).toBe(401)
  })

  test('handles a denial and a rejected token', async () => {
    const { server, client, state, url } = await started()
    const denied = await consent(url, false)
    expect(() => oauth.validateAuthResponse(server, client, denied, state)).toThrow(
      expect.objectContaining({ name: 'AuthorizationResponseError', error: 'access_denied' }),
    )
    const refused = await oauth.refreshTokenGrantRequest(
      server,
      client,
      oauth.None(),
      'svc_ort_nonsense',
      loose,
    )
    await expect(oauth.processRefreshTokenResponse(server, client, refused)).rejects.toMatchObject({
      name: 'ResponseBodyError',
      error: 'invalid_grant',
      status: 400,
    })
  })

  test('handles an unknown client', async () => {
    const { server } = await started()
    const unknownClient = { client_id: uuidv7() }
    const refused = await oauth.authorizationCodeGrantRequest(
      server,
      unknownClient,
      oauth.None(),
      oauth.validateAuthResponse(
        server,
        unknownClient,
        new URLSearchParams({ code: 'x', iss: service.url }),
        oauth.expectNoState,
      ),
      redirect_uri,
      'x'.repeat(43),
      loose,
    )
    await expect(
      oauth.processAuthorizationCodeResponse(server, unknownClient, refused),
    ).rejects.toBeInstanceOf(oauth.ResponseBodyError)
  })
})

describe('openid-client', () => {
  // It takes the redirect URI from the response without any query.
  const redirect_uri = 'http://127.0.0.1:8765/callback'

  test('completes discovery and registration to revocation', async () => {
    const config = await openid.dynamicClientRegistration(
      new URL(service.url),
      { redirect_uris: [redirect_uri], token_endpoint_auth_method: 'none' },
      openid.None(),
      { algorithm: 'oauth2', execute: [openid.allowInsecureRequests] },
    )
    expect(config.serverMetadata().supportsPKCE()).toBe(true)
    const [pkceCodeVerifier, expectedState] = [openid.randomPKCECodeVerifier(), openid.randomState()]
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri,
      scope: 'service',
      state: expectedState,
      resource: `${service.url}/mcp?tools=all`,
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    const tokens = await openid.authorizationCodeGrant(config, await consent(url), {
      pkceCodeVerifier,
      expectedState,
    })
    expect([tokens.scope, tokens.expiresIn()]).toEqual(['service', expect.any(Number)])
    const resourceResponse = await openid.fetchProtectedResource(
      config,
      tokens.access_token,
      new URL(`${service.url}/api/v1/auth/me`),
      'GET',
    )
    expect(resourceResponse.status).toBe(200)
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token!)
    expect((await me(refreshed.access_token)).status).toBe(200)
    await openid.tokenRevocation(config, refreshed.refresh_token!)
    expect((await me(refreshed.access_token)).status).toBe(401)
    await expect(openid.refreshTokenGrant(config, refreshed.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })
})
