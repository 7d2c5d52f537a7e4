import { auth, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { person } from '../kit/client.ts'
import {
  paramsOf,
  approved,
  authorize,
  client,
  issuer,
  locationOf,
  redeem,
  refresh,
  oauthRefusal,
  request,
} from '../kit/oauth.ts'
import { serveApp } from '../kit/serve.ts'

const ownResource = `${issuer}/mcp`

describe('the resource of a token', () => {
  let id: string
  beforeAll(async () => {
    id = await client()
  })

  test.each([
    'https://evil.example/mcp',
    'http://service.test/mcp',
    'https://service.test:8443/mcp',
    'https://service.test.evil.example/mcp',
    'https://service.test@evil.example/mcp',
    'https://ada@service.test/mcp',
    'https://service.test/other',
    'https://service.test/mcp#fragment',
    'https://service.test/mcp\0',
    `https://service.test/api/${'x'.repeat(2000)}`,
    'mcp',
  ])('is rejected at the authorization if it is %j', async (resource) => {
    const reply = await authorize(id, { resource })
    expect([reply.status, paramsOf(locationOf(reply)).error]).toEqual([302, 'invalid_target'])
    expect(paramsOf(locationOf(reply)).code).toBeUndefined()
  })

  test.each([
    ownResource,
    `${ownResource}/`,
    `${ownResource}?tools=all`,
    issuer,
    `${issuer}/`,
    `${issuer}/api`,
    `${issuer}/api/v1`,
  ])('may be %s, which the person is shown', async (resource) => {
    const ada = await person()
    const rid = await request(id, { resource })
    const consent = await ada.ok('GET', `/api/v1/oauth/consent/${rid}`)
    expect(consent.resource).toBe(resource.split('?')[0]!.replace(/\/$/, ''))
  })

  test('may be left out, and is then null', async () => {
    const ada = await person()
    expect((await ada.ok('GET', `/api/v1/oauth/consent/${await request(id)}`)).resource).toBe(null)
  })

  test('does not change with the code, and the code is not used up by the attempt', async () => {
    const ada = await person()
    const code = await approved(ada, id, { resource: ownResource })
    for (const resource of ['https://evil.example/mcp', issuer])
      expect(oauthRefusal(await redeem(id, code, { resource }))).toEqual([400, 'invalid_target'])
    const { status, body } = await redeem(id, code, { resource: `${ownResource}?tools=all` })
    expect(status).toBe(200)
    for (const resource of ['https://evil.example/mcp', `${issuer}/api`])
      expect(oauthRefusal(await refresh(id, body.refresh_token, { resource }))).toEqual([
        400,
        'invalid_target',
      ])
    expect((await refresh(id, body.refresh_token, { resource: ownResource })).status).toBe(200)
  })

  test('may be given with the code if it was not before, and is this service', async () => {
    const ada = await person()
    const code = await approved(ada, id)
    expect(oauthRefusal(await redeem(id, code, { resource: 'https://evil.example' }))).toEqual([
      400,
      'invalid_target',
    ])
    expect((await redeem(id, code, { resource: ownResource })).status).toBe(200)
  })
})

describe('another server that names this one as its authorization server', () => {
  let service: Awaited<ReturnType<typeof serveApp>>
  let foreign: ReturnType<typeof createServer>
  let foreignUrl: string
  beforeAll(async () => {
    service = await serveApp()
    foreign = createServer((_, response) => {
      const metadata = { resource: `${foreignUrl}/mcp`, authorization_servers: [service.url] }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(metadata))
    })
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
    foreignUrl = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    await service.stop()
    await new Promise((resolve) => foreign.close(resolve))
  })

  test('gets no token: the client requests one for it, and is rejected before anybody consents', async () => {
    const redirect = 'http://127.0.0.1:9/callback'
    let authorizationUrl: URL | undefined
    let registered: unknown
    const provider: OAuthClientProvider = {
      redirectUrl: redirect,
      clientMetadata: {
        redirect_uris: [redirect],
        client_name: 'Victim',
        token_endpoint_auth_method: 'none',
      },
      clientInformation: () => registered as never,
      saveClientInformation: (information) => void (registered = information),
      tokens: () => undefined,
      saveTokens: () => undefined,
      redirectToAuthorization: (url) => void (authorizationUrl = url),
      saveCodeVerifier: () => undefined,
      codeVerifier: () => '',
    }
    expect(await auth(provider, { serverUrl: `${foreignUrl}/mcp` })).toBe('REDIRECT')
    expect([authorizationUrl!.origin, authorizationUrl!.searchParams.get('resource')]).toEqual([
      service.url,
      `${foreignUrl}/mcp`,
    ])
    const reply = await fetch(authorizationUrl!, { redirect: 'manual' })
    const response = new URL(reply.headers.get('location')!)
    expect([
      reply.status,
      response.origin,
      response.searchParams.get('error'),
      response.searchParams.get('code'),
    ]).toEqual([302, 'http://127.0.0.1:9', 'invalid_target', null])
  })
})
