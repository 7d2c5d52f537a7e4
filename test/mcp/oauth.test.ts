import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client'
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { app, type Caller, env, type Json } from '../kit/client.ts'
import { documentOf } from '../kit/client-site.ts'
import { workspace } from '../kit/makers.ts'
import { serve, type Server } from '../kit/serve.ts'

const callback = 'http://localhost:1234/callback'

/** The authorization that a client stores, and where it would send the person. */
function memory(clientMetadataUrl?: string) {
  const stored: Json = {}
  return {
    kept: stored,
    clientMetadataUrl,
    redirectUrl: callback,
    clientMetadata: { redirect_uris: [callback], client_name: 'Test assistant' },
    clientInformation: () => stored.client,
    saveClientInformation: (client: Json) => void (stored.client = client),
    tokens: () => stored.tokens,
    saveTokens: (tokens: Json) => void (stored.tokens = tokens),
    redirectToAuthorization: (url: URL) => void (stored.url = url),
    saveCodeVerifier: (verifier: string) => void (stored.verifier = verifier),
    codeVerifier: () => stored.verifier as string,
  }
}

/** The SDKs accept only https for a client's URL, so its server stands in for the public internet. */
const published = 'https://assistant.example.com/client.json'

let server: Server
const requestedUrls: string[] = []
beforeAll(async () => {
  server = await serve((request) => {
    requestedUrls.push(new URL(request.url).pathname)
    return app.fetch(request, env({ BASE_URL: server.url }))
  })
  const { fetch } = globalThis
  const document = documentOf(published, { client_name: 'Test assistant', redirect_uris: [callback] })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) =>
    input instanceof URL && input.href === published ? Response.json(document) : fetch(input, init),
  )
})
afterAll(() => {
  vi.restoreAllMocks()
  return server.stop()
})

/** What the person does in the browser: opens the address, is signed in, approves. Returns the code. */
async function approve(person: Caller, url: URL): Promise<URLSearchParams> {
  const page = await fetch(url, { redirect: 'manual' })
  const request = new URL(page.headers.get('location')!).searchParams.get('rid')
  const decision = await fetch(`${server.url}/api/v1/oauth/consent/${request}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...person.headers },
    body: JSON.stringify({ approve: true }),
  })
  return new URL(((await decision.json()) as { redirect_to: string }).redirect_to).searchParams
}

const kinds: [string, (authProvider: Json) => { client: Json; transport: Json }][] = [
  [
    'SDK 1.32',
    (authProvider) => ({
      client: new Client1({ name: 'test', version: '1' }),
      transport: new Transport1(new URL(`${server.url}/mcp`), { authProvider }),
    }),
  ],
  [
    'SDK 2.4',
    (authProvider) => ({
      client: new Client2({ name: 'test', version: '1' }),
      transport: new Transport2(new URL(`${server.url}/mcp`), { authProvider }),
    }),
  ],
  [
    'SDK 2.4, auto',
    (authProvider) => ({
      client: new Client2({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } }),
      transport: new Transport2(new URL(`${server.url}/mcp`), { authProvider }),
    }),
  ],
]

describe.each(kinds)('%s, knowing only the address', (_, make) => {
  test.each([
    ['registers', undefined],
    ['is named by the URL of its metadata', published],
  ])(
    'discovers, %s, is approved, works as the person, refreshes, and stops when disconnected',
    async (_, url) => {
      const { owner, org } = await workspace()
      const provider = memory(url)
      requestedUrls.length = 0
      const first = make(provider)
      await expect(first.client.connect(first.transport)).rejects.toThrow(/unauthorized/i)
      const response = await approve(owner, provider.kept.url)
      await first.transport.finishAuth(response.get('code')!, response.get('iss') ?? undefined)

      const { client, transport } = make(provider)
      await client.connect(transport)
      const callTool = async (name: string) =>
        JSON.parse((await client.callTool({ name, arguments: {} })).content[0].text)
      expect((await callTool('whoami')).id).toBe(owner.id)
      expect((await callTool('get_context')).organizations).toMatchObject([{ id: org.id, role: 'owner' }])

      provider.kept.tokens.access_token = `${String(provider.kept.tokens.access_token).slice(0, -1)}!`
      const before = provider.kept.tokens.refresh_token
      expect((await callTool('whoami')).id).toBe(owner.id)
      expect(provider.kept.tokens.refresh_token).not.toBe(before)

      const [authorization] = await owner.ok('GET', '/api/v1/oauth/authorizations')
      expect([authorization.client_name, authorization.client_url]).toEqual(['Test assistant', url ?? null])
      expect(requestedUrls.includes('/api/v1/oauth/register')).toBe(!url)
      expect(provider.kept.client.client_id === url).toBe(Boolean(url))
      await owner.ok('DELETE', `/api/v1/oauth/authorizations/${authorization.id}`)
      await expect(client.callTool({ name: 'whoami', arguments: {} })).rejects.toThrow(
        /the refresh token has ended/,
      )
      await client.close()
    },
  )
})
