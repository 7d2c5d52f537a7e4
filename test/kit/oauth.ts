import { createHash } from 'node:crypto'
import type { Env } from '../../src/base/config.ts'
import { call, type Caller, caller, type Json, person, type Reply, uniqueAddress } from './client.ts'

export const issuer = 'https://service.test'
export const callback = 'https://client.example/callback'
export const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const challengeFor = (text: string) => createHash('sha256').update(text).digest('base64url')

export const register = (
  metadata: Json = {},
  headers: Record<string, string> = uniqueAddress(),
  changes: Partial<Env> = {},
) =>
  call(
    'POST',
    '/api/v1/oauth/register',
    { body: { redirect_uris: [callback], ...metadata }, headers },
    changes,
  )

/** The id of a new client. */
export async function client(metadata: Json = {}): Promise<string> {
  const reply = await register(metadata)
  if (reply.status !== 201) throw new Error(`register: ${reply.status} ${reply.text}`)
  return reply.body.client_id
}

/** A query or form; undefined leaves a parameter out, a list repeats it. */
export type Params = Record<string, string | string[] | undefined>
export const encoded = (overrides: Params) =>
  new URLSearchParams(
    Object.entries(overrides).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one) => [name, one]),
    ),
  ).toString()

/** Requests an authorization; overrides replace what a well-behaved client sends. */
export const authorize = (client_id: string, overrides: Params = {}, changes: Partial<Env> = {}) =>
  call(
    'GET',
    `/api/v1/oauth/authorize?${encoded({
      response_type: 'code',
      client_id,
      redirect_uri: callback,
      code_challenge: challengeFor(verifier),
      code_challenge_method: 'S256',
      scope: 'service',
      state: 'xyz',
      ...overrides,
    })}`,
    {},
    changes,
  )

export const locationOf = (reply: Reply) => new URL(reply.headers.get('location') ?? 'missing:')
export const paramsOf = (location: string | URL) => Object.fromEntries(new URL(location).searchParams)

/** The id of a request that awaits consent. */
export async function request(client_id: string, overrides: Params = {}): Promise<string> {
  const reply = await authorize(client_id, overrides)
  const rid = locationOf(reply).searchParams.get('rid')
  if (reply.status !== 302 || !rid) throw new Error(`authorize: ${reply.status} ${reply.text}`)
  return rid
}

export const decide = (who: Caller, rid: string, approve = true, limits: object = {}) =>
  who.call('POST', `/api/v1/oauth/consent/${rid}`, { approve, ...limits })

/** A code that the person approved. */
export async function approved(who: Caller, client_id: string, overrides: Params = {}): Promise<string> {
  const { status, body, text } = await decide(who, await request(client_id, overrides))
  if (status !== 200) throw new Error(`consent: ${status} ${text}`)
  return new URL(body.redirect_to).searchParams.get('code')!
}

export const post = (
  path: string,
  form: Params,
  changes: Partial<Env> = {},
  headers: Record<string, string> = {},
) =>
  call(
    'POST',
    `/api/v1/oauth/${path}`,
    {
      raw: encoded(form),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    },
    changes,
  )

export const redeem = (client_id: string, code: string, overrides: Params = {}, changes: Partial<Env> = {}) =>
  post(
    'token',
    {
      grant_type: 'authorization_code',
      code,
      client_id,
      redirect_uri: callback,
      code_verifier: verifier,
      ...overrides,
    },
    changes,
  )

export const refresh = (
  client_id: string,
  refresh_token: string,
  overrides: Params = {},
  changes: Partial<Env> = {},
) => post('token', { grant_type: 'refresh_token', refresh_token, client_id, ...overrides }, changes)

export const revoke = (token: string, client_id?: string, overrides: Params = {}) =>
  post('revoke', { token, client_id, ...overrides })

export type Grant = {
  who: Caller
  client: string
  code: string
  access: string
  refresh: string
  id: string
  app: Caller
}

/** A person who has connected an application, with its tokens; `app` calls the API with the access token. */
export async function connected(who?: Caller, metadata: Json = {}): Promise<Grant> {
  const user = who ?? (await person())
  const client_id = await client(metadata)
  const code = await approved(user, client_id)
  const { status, body, text } = await redeem(client_id, code)
  if (status !== 200) throw new Error(`token: ${status} ${text}`)
  const list = await user.ok('GET', '/api/v1/oauth/authorizations')
  return {
    who: user,
    client: client_id,
    code,
    access: body.access_token,
    refresh: body.refresh_token,
    id: list.find((one: Json) => one.client_id === client_id).id,
    app: bearer(body.access_token, user),
  }
}

export const bearer = (token: string, { id, email }: { id: string; email: string }) =>
  caller({ authorization: `Bearer ${token}` }, { id, email })

export const me = (token: string) =>
  call('GET', '/api/v1/auth/me', { headers: { authorization: `Bearer ${token}` } })
/** Status and code of an OAuth error. */
export const oauthRefusal = ({ status, body }: Reply) => [status, body?.error]
