import { sql } from 'drizzle-orm'
import { settingsOf } from '../../base/config.ts'
import type { Context } from '../../kit/http.ts'
import { uuidv7 } from '../../base/id.ts'
import { jsonb, type Statement } from '../../kit/sql.ts'
import { audienceOf, foreignResource } from './audience.ts'
import { documentUrlOf, unknownClient } from './client-id.ts'
import { documentAt, NoDocument } from './documents.ts'
import { invalidRequest, OAuthError, asciiDescription } from './errors.ts'
import { redirectWith, hasNul, type Parameters, parametersOf } from './parameters.ts'
import { scope } from './schemas.ts'

type Query = { sent: Parameters; repeated: string | undefined }
type Problem = { error: string; why: string } | null

const maxStateLength = 2000

/**
 * RFC 6749 section 4.1.1. A problem with the client or its redirect URI is reported here and never
 * redirected; every other error goes to the redirect URI.
 */
export async function authorize(c: Context): Promise<Response> {
  const requested = parametersOf(new URL(c.req.url).searchParams)
  const settings = settingsOf(c.env, c.req.url)
  const { webUrl, baseUrl } = settings
  const audience = audienceOf(requested.sent, settings)
  const problem = checkRepeated(requested) ?? checkRequest(requested.sent) ?? checkAudience(audience)
  const id = uuidv7()
  const redirectUri = await checkClient(c, requested, problem ? null : { id, resource: audience })
  if (!problem) return c.redirect(`${webUrl}/oauth/consent?rid=${id}`)
  if (redirectUri === null) throw new OAuthError(400, problem.error, problem.why)
  const state = requested.repeated === 'state' ? undefined : requested.sent.state
  return c.redirect(
    redirectWith(redirectUri, {
      error: problem.error,
      error_description: asciiDescription(problem.why),
      state,
      iss: baseUrl,
    }),
  )
}

type PendingRequest = { id: string; resource: string | null | undefined }
type Verdict = string | null | undefined
type Request = { client_id: string; redirect_uri: string; hold: boolean } & Record<string, unknown>

/**
 * The redirect URI, once it is known to belong to the client; stores the request if it is to be kept. Null where that
 * is not known, because no document is fetched for a request that is not to be kept.
 */
async function checkClient(
  c: Context,
  { sent, repeated }: Query,
  pending: PendingRequest | null,
): Promise<string | null> {
  const { client_id, redirect_uri } = sent
  if (repeated === 'client_id' || repeated === 'redirect_uri') throw repeatedParameter(repeated)
  if (!client_id) throw invalidRequest('client_id: required')
  const url = documentUrlOf(c, client_id)
  if (!redirect_uri) throw invalidRequest('redirect_uri: required')
  if (hasNul(redirect_uri)) throw unknownRedirect()
  const request = {
    client_id,
    redirect_uri,
    any_port: c.env.OAUTH_LOOPBACK_ANY_PORT !== 'false',
    hold: pending !== null,
    ...(pending ? { ...pending, scope, state: sent.state, code_challenge: sent.code_challenge } : {}),
  }
  const verdict = url ? await authorizeByDocument(c, url, request) : await authorizeClient(c, request)
  if (verdict === 'unknown client' && url && !pending) return null
  if (verdict === 'unknown client') throw unknownClient()
  if (verdict !== 'registered') throw url ? unlistedRedirect() : unknownRedirect()
  return redirect_uri
}

async function authorizeClient(c: Context, request: Request, ...before: Statement[]): Promise<Verdict> {
  const statement = sql`select app.oauth_authorize(${jsonb(request)})`
  return (await c.get('database').batch([...before, statement])).at(-1)
}

/** Validates against the cached client document. Only a valid request is worth fetching a newer one. */
async function authorizeByDocument(c: Context, url: string, request: Request): Promise<Verdict> {
  const verdict = await authorizeClient(c, { ...request, any_age: !request.hold })
  if (!request.hold || (verdict !== 'unknown client' && verdict !== 'old copy')) return verdict
  const anyAgeRequest = { ...request, any_age: true }
  try {
    const document = await documentAt(c.get('outside')().outbound, url)
    const client = { ...document, id: uuidv7(), url, scope }
    return await authorizeClient(c, anyAgeRequest, sql`select app.oauth_cache_document(${jsonb(client)})`)
  } catch (error) {
    if (verdict === 'unknown client' || !(error instanceof NoDocument)) throw error
    if (!error.reached) return authorizeClient(c, anyAgeRequest)
    await c.get('database').batch([sql`select app.oauth_forget_document(${url})`])
    throw error
  }
}

const repeatedParameter = (name: string) => invalidRequest(`${name}: given more than once`)
const unknownRedirect = () => invalidRequest('redirect_uri: not registered for this client')
const unlistedRedirect = () => invalidRequest('redirect_uri: not in the document at client_id; add it there')

/** The checks whose errors may be redirected to the client, in the order of the protocol. */
const checkRequest = (sent: Parameters): Problem =>
  checkResponseType(sent) ?? checkPkce(sent) ?? checkScope(sent) ?? checkState(sent)

const problemOf = (error: string, why: string): Problem => ({ error, why })

const checkRepeated = ({ repeated }: Query): Problem =>
  repeated === undefined ? null : problemOf('invalid_request', `${repeated}: given more than once`)

const checkResponseType = ({ response_type: type }: Parameters): Problem =>
  !type
    ? problemOf('invalid_request', 'response_type: required')
    : type === 'code'
      ? null
      : problemOf('unsupported_response_type', 'response_type: only code')

const checkPkce = ({ code_challenge: challenge, code_challenge_method: method }: Parameters): Problem =>
  !challenge
    ? problemOf('invalid_request', 'code_challenge: required')
    : method !== 'S256'
      ? problemOf('invalid_request', 'code_challenge_method: only S256')
      : /^[\w-]{43}$/.test(challenge)
        ? null
        : problemOf('invalid_request', 'code_challenge: base64url of a SHA-256, 43 characters')

const checkScope = ({ scope: requested }: Parameters): Problem =>
  requested === undefined || requested.split(' ').every((name) => name === scope)
    ? null
    : problemOf('invalid_scope', `scope: only ${scope}`)

const checkAudience = (audience: string | null | undefined): Problem =>
  audience === undefined ? problemOf('invalid_target', foreignResource) : null

const checkState = ({ state }: Parameters): Problem =>
  hasNul(state) || (state ?? '').length > maxStateLength
    ? problemOf('invalid_request', `state: at most ${maxStateLength} characters, none of them NUL`)
    : null
