import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose'
import type { Env } from '../../src/base/config.ts'
import { trusted } from './client.ts'

export type Person = { subject: string; email: string; verified?: boolean; name?: string }
type Authorization = { challenge: string; redirect: string; nonce: string | null; person: Person }
type Claims = Record<string, unknown>

/** How a test has the provider misbehave. */
export type Scenario = {
  /** Claims of the ID token. */
  claims?: Claims
  /** Signs with a key that is not published. */
  forged?: boolean
  /** The path that responds with `answer`, or never. */
  at?: string
  answer?: { status: number; body?: unknown } | 'hangs'
}

/**
 * A sign-in provider on its own port, with real signatures: OpenID Connect below /, and the OAuth 2 and API of a GitHub
 * Enterprise Server below /hub. It accepts each code once, and signs browsers in as `person` without asking.
 */
export async function startProvider() {
  const keys = await generateKeyPair('RS256')
  const otherKeys = await generateKeyPair('RS256')
  const published: JWK = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const codes = new Map<string, Authorization>()
  const tokens = new Map<string, Person>()
  const provider = {
    url: '',
    scenario: {} as Scenario,
    requests: [] as string[],
    person: null as Person | null,
  }
  let counter = 0

  const idTokenOf = ({ nonce, person }: Authorization) =>
    new SignJWT({
      email: person.email,
      email_verified: person.verified ?? true,
      name: person.name ?? 'Ada Lovelace',
      nonce,
      iss: provider.url,
      aud: 'google-client',
      sub: person.subject,
      exp: Math.floor(Date.now() / 1000) + 300,
      ...provider.scenario.claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuedAt()
      .sign((provider.scenario.forged ? otherKeys : keys).privateKey)

  const redeem = async (body: URLSearchParams) => {
    const authorization = codes.get(body.get('code') ?? '')
    codes.delete(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const matches =
      authorization?.challenge === challenge && authorization.redirect === body.get('redirect_uri')
    if (!authorization || !matches || !body.get('client_secret')?.endsWith('-secret')) return null
    const access_token = `token-${++counter}`
    tokens.set(access_token, authorization.person)
    return { access_token, token_type: 'Bearer', id_token: await idTokenOf(authorization) }
  }

  const responseTo = async (path: string, body: string, authorization = ''): Promise<[number, unknown]> => {
    const person = tokens.get(authorization.replace('Bearer ', ''))
    if (path === '/.well-known/openid-configuration')
      return [
        200,
        {
          issuer: provider.url,
          authorization_endpoint: `${provider.url}/authorize`,
          token_endpoint: `${provider.url}/token`,
          jwks_uri: `${provider.url}/keys`,
        },
      ]
    if (path === '/keys') return [200, { keys: [published] }]
    if (path === '/token') {
      const redeemed = await redeem(new URLSearchParams(body))
      return redeemed ? [200, redeemed] : [400, { error: 'invalid_grant' }]
    }
    if (path === '/login/oauth/access_token')
      return [200, (await redeem(new URLSearchParams(body))) ?? { error: 'bad_verification_code' }]
    if (!person) return [401, { message: 'Requires authentication' }]
    if (path === '/api/v3/user')
      return [200, { id: Number(person.subject), login: 'ada', name: person.name ?? null }]
    return [
      200,
      [
        { email: `other.${person.email}`, primary: false, verified: true },
        { email: person.email, primary: true, verified: person.verified ?? true },
      ],
    ]
  }

  /** The person signs in at the provider and allows; returns the parameters that the browser comes back with. */
  const allow = (authorizationUrl: string, person: Person) => {
    const { searchParams: params } = new URL(authorizationUrl)
    const code = `code-${++counter}`
    codes.set(code, {
      challenge: params.get('code_challenge')!,
      redirect: params.get('redirect_uri')!,
      nonce: params.get('nonce'),
      person,
    })
    return { code, state: params.get('state')! }
  }

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    provider.requests.push(`${request.method} ${request.url}`)
    const { at, answer } = provider.scenario
    if (at === request.url && answer) {
      if (answer !== 'hangs') send(response, answer.status, answer.body ?? {})
      return
    }
    const url = new URL(request.url!, provider.url)
    if (provider.person && url.pathname.endsWith('authorize')) {
      const callback = new URL(url.searchParams.get('redirect_uri')!)
      callback.search = new URLSearchParams(allow(url.href, provider.person)).toString()
      response.writeHead(302, { location: callback.href }).end()
      return
    }
    send(
      response,
      ...(await responseTo(request.url!.replace(/^\/hub/, ''), body, request.headers.authorization)),
    )
  }
  const server = createServer((request, response) => void receive(request, response))
  const send = (response: ServerResponse, status: number, body: unknown) =>
    response
      .writeHead(status, { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  provider.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  trusted.add(provider.url)
  const settings: Partial<Env> = {
    GOOGLE_CLIENT_ID: 'google-client',
    GOOGLE_CLIENT_SECRET: 'google-secret',
    GOOGLE_URL: provider.url,
    GITHUB_CLIENT_ID: 'github-client',
    GITHUB_CLIENT_SECRET: 'github-secret',
    GITHUB_URL: `${provider.url}/hub`,
  }

  const stop = () => {
    trusted.delete(provider.url)
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return Object.assign(provider, { settings, allow, stop })
}
export type Provider = Awaited<ReturnType<typeof startProvider>>
