import { sql } from 'drizzle-orm'
import { settingsOf } from '../../base/config.ts'
import { addressOf, type Context } from '../../kit/http.ts'
import { readText } from '../../shared/body.ts'
import { note } from '../../kit/log.ts'
import { jsonb, type Statement } from '../../kit/sql.ts'
import { hashOf } from '../../base/tokens.ts'
import { audienceOf, foreignResource } from './audience.ts'
import { isClientId } from './client-id.ts'
import { invalidClient, invalidRequest, noClientSecrets, OAuthError, uncached } from './errors.ts'
import { hasNul, type Parameters, parametersOf } from './parameters.ts'
import { outsideOf } from '../../shared/outside.ts'
import { challengeOf, newPair, hashesOf, type Pair, successorOf } from './tokens.ts'

const maxBodyBytes = 16 * 1024

/** RFC 6749 section 4.1.3 and 6, for public clients with PKCE. */
export async function token(c: Context): Promise<Response> {
  const form = await formOf(c)
  if (!form.grant_type) throw invalidRequest('grant_type: required')
  if (form.grant_type === 'authorization_code') return redeem(c, form)
  if (form.grant_type === 'refresh_token') return refresh(c, form)
  throw new OAuthError(400, 'unsupported_grant_type', 'grant_type: authorization_code or refresh_token')
}

type Outcome = { error?: string; why?: string; scope?: string; revoked?: string; grace?: string }

async function redeem(c: Context, form: Parameters): Promise<Response> {
  const names = ['code', 'redirect_uri', 'client_id', 'code_verifier']
  const { code, redirect_uri, client_id, code_verifier } = requireParameters(form, names)
  checkClientId(client_id!)
  const pair = newPair(outsideOf(c.env).cell)
  const challenge = challengeOf(code_verifier!)
  const requested = { code: hashOf(code!), client_id, redirect_uri, challenge, ...audience(c, form) }
  const outcome = await decide(c, sql`select app.oauth_redeem(${jsonb(requested)}, ${hashesOf(pair)}::jsonb)`)
  if (outcome.revoked) note('oauth_code_replayed', { client: client_id!, authorization: outcome.revoked })
  return answer(c, outcome, pair)
}

async function refresh(c: Context, form: Parameters): Promise<Response> {
  const { refresh_token, client_id, scope } = requireParameters(form, ['refresh_token', 'client_id'])
  checkClientId(client_id!)
  const pair = successorOf(refresh_token!, c.env.JWT_KEYS, outsideOf(c.env).cell)
  const requested = { token: hashOf(refresh_token!), client_id, scope, ...audience(c, form) }
  const outcome = await decide(
    c,
    sql`select app.oauth_refresh(${jsonb(requested)},
    ${hashesOf(pair)}::jsonb, ${graceOf(c.env.OAUTH_REFRESH_GRACE_SECONDS)})`,
  )
  if (outcome.revoked) note('oauth_refresh_reused', { client: client_id!, authorization: outcome.revoked })
  if (outcome.grace) note('oauth_refresh_grace', { client: client_id!, authorization: outcome.grace })
  return answer(c, outcome, pair)
}

function audience(c: Context, form: Parameters): { resource?: string } {
  const resource = audienceOf(form, settingsOf(c.env, c.req.url))
  if (resource === undefined) throw new OAuthError(400, 'invalid_target', foreignResource)
  return resource ? { resource } : {}
}

/** Whole seconds, 0 unless set to a number, and never more than ten minutes. */
const graceOf = (setting = '0') => (/^\d{1,9}$/.test(setting) ? Math.min(Number(setting), 600) : 0)

/**
 * The only change of a token request that is audited: a family revoked because a code or token was reused.
 */
const decide = async (c: Context, statement: Statement): Promise<Outcome> => {
  const results = await c.get('database').batch([traced(c, 'oauth.revoked'), statement])
  return JSON.parse(results.at(-1)!) as Outcome
}

/** The statement that makes later audit entries name this request. */
export const traced = (c: Context, action: string): Statement => {
  const trace = { action, request: c.get('requestId'), ip: addressOf(c), agent: c.req.header('user-agent') }
  return sql`select app.trace(${jsonb(trace)})`
}

function answer(c: Context, { error, why, scope }: Outcome, { access, refresh: next }: Pair): Response {
  if (error === 'invalid_client') throw invalidClient()
  if (error) throw new OAuthError(400, error, why ?? error)
  const tokens = { access_token: access, token_type: 'Bearer', expires_in: 3600, refresh_token: next, scope }
  return c.json(tokens, 200, uncached)
}

function checkClientId(id: string) {
  if (!isClientId(id)) throw invalidClient()
}

function requireParameters(form: Parameters, names: string[]): Parameters {
  const missing = names.filter((name) => !form[name])
  if (missing.length) throw invalidRequest(missing.map((name) => `${name}: required`).join('; '))
  return form
}

/** A form-encoded body of at most 16 KiB without repeated parameters (RFC 6749 section 3.2). */
export async function formOf(c: Context): Promise<Parameters> {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw invalidRequest('send a form: Content-Type: application/x-www-form-urlencoded')
  }
  if (c.req.header('authorization') !== undefined) throw noClientSecrets()
  const text = await readText(c, maxBodyBytes)
  if (text === null) throw invalidRequest('the body is larger than 16 KiB')
  const { sent, repeated } = parametersOf(new URLSearchParams(text))
  if (repeated !== undefined) throw invalidRequest(`${repeated}: given more than once`)
  const withNul = Object.keys(sent).find((name) => hasNul(sent[name]))
  if (withNul !== undefined) throw invalidRequest(`${withNul}: must not contain NUL`)
  return sent
}
