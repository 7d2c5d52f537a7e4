import { sql } from 'drizzle-orm'
import { limitedBody, type Request } from '../../kit/http.ts'
import { isUuid } from '../../kit/id.ts'
import { note } from '../../kit/log.ts'
import { hashOf } from '../../kit/tokens.ts'
import { invalidClient, invalidGrant, invalidRequest, OAuthError, uncached } from './errors.ts'
import { challengeOf, freshPair, hashesOf, isRefreshToken, type Pair, successorOf } from './tokens.ts'

export type Form = Record<string, string>

/** RFC 6749 section 4.1.3 and 6, for public clients with PKCE. */
export async function token(c: Request): Promise<Response> {
  const form = await formOf(c)
  if (!form.grant_type) throw invalidRequest('grant_type: required')
  if (form.grant_type === 'authorization_code') return redeem(c, form)
  if (form.grant_type === 'refresh_token') return refresh(c, form)
  throw new OAuthError(400, 'unsupported_grant_type', 'grant_type: authorization_code or refresh_token')
}

type Outcome = { error?: string; why?: string; scope?: string; revoked?: string; grace?: string }

async function redeem(c: Request, form: Form): Promise<Response> {
  const { code, redirect_uri, client_id, code_verifier } = needed(form, ['code', 'redirect_uri', 'client_id', 'code_verifier'])
  checkClientId(client_id!)
  if (!/^[\w.~-]{43,128}$/.test(code_verifier!)) throw invalidGrant('code_verifier does not fit')
  const pair = freshPair()
  const asked = { code: hashOf(code!), client_id, redirect_uri, challenge: challengeOf(code_verifier!) }
  const outcome = await decide(c, sql`select app.oauth_redeem(${JSON.stringify(asked)}::jsonb, ${hashesOf(pair)}::jsonb)`)
  if (outcome.revoked) note('oauth_code_replayed', { authorization: outcome.revoked })
  return answer(c, outcome, pair)
}

async function refresh(c: Request, form: Form): Promise<Response> {
  const { refresh_token, client_id } = needed(form, ['refresh_token', 'client_id'])
  checkClientId(client_id!)
  if (!isRefreshToken(refresh_token!)) throw invalidGrant('the refresh token is unknown')
  const pair = successorOf(refresh_token!, c.env.JWT_KEYS)
  const grace = Math.min(Math.max(Number(c.env.OAUTH_REFRESH_GRACE_SECONDS ?? 0) || 0, 0), 600)
  const asked = { token: hashOf(refresh_token!), client_id, ...(form.scope ? { scope: form.scope } : {}) }
  const outcome = await decide(c, sql`select app.oauth_refresh(${JSON.stringify(asked)}::jsonb, ${hashesOf(pair)}::jsonb,
    ${grace})`)
  if (outcome.revoked) note('oauth_refresh_reused', { client: outcome.revoked })
  if (outcome.grace) note('oauth_refresh_grace', { client: outcome.grace })
  return answer(c, outcome, pair)
}

const decide = async (c: Request, statement: ReturnType<typeof sql>): Promise<Outcome> =>
  JSON.parse((await c.get('database').batch([statement]))[0]!) as Outcome

function answer(c: Request, { error, why, scope }: Outcome, { access, refresh: next }: Pair): Response {
  if (error === 'invalid_client') throw invalidClient()
  if (error) throw new OAuthError(400, error, why ?? error)
  return c.json({ access_token: access, token_type: 'Bearer', expires_in: 3600, refresh_token: next, scope }, 200, uncached)
}

function checkClientId(id: string) {
  if (!isUuid(id)) throw invalidClient()
}

function needed(form: Form, names: string[]): Form {
  const missing = names.filter((name) => !form[name])
  if (missing.length) throw invalidRequest(missing.map((name) => `${name}: required`).join('; '))
  return form
}

/** A form-encoded body of at most 16 KiB without repeated parameters (RFC 6749 section 3.2). */
export async function formOf(c: Request): Promise<Form> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) {
    throw invalidRequest('send a form: Content-Type: application/x-www-form-urlencoded')
  }
  if (c.req.header('authorization')) throw invalidClient()
  const text = await limitedBody(c, 16 * 1024)
  if (text === null) throw new OAuthError(413, 'invalid_request', 'at most 16 KiB')
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    if (name in form) throw invalidRequest(`${name} is given more than once`)
    form[name] = value
  }
  return form
}
