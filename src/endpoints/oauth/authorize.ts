import { sql } from 'drizzle-orm'
import { settingsOf } from '../../kit/config.ts'
import type { Context } from '../../kit/http.ts'
import { uuidv7 } from '../../kit/id.ts'
import { jsonb, type Statement } from '../../kit/sql.ts'
import { audienceOf, foreignResource } from './audience.ts'
import { documentUrlOf, unknownClient } from './client-id.ts'
import { documentAt, NoDocument } from './documents.ts'
import { invalidRequest, OAuthError, plain } from './errors.ts'
import { answerTo, hasNul, type Parameters, parametersOf } from './parameters.ts'
import { scope } from './schemas.ts'

type Query = { sent: Parameters; repeated: string | undefined }
type Problem = { error: string; why: string } | null

const longestState = 2000

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
    answerTo(redirectUri, {
      error: problem.error,
      error_description: plain(problem.why),
      state,
      iss: baseUrl,
    }),
  )
}

type Held = { id: string; resource: string | null | undefined }
type Verdict = string | null | undefined
type Request = { client_id: string; redirect_uri: string; hold: boolean } & Record<string, unknown>

/**
 * The redirect URI, once it is known to belong to the client; stores the request if it is to be held. Null where that
 * is not known, because a document is not fetched for a request that is not to be held.
 */
async function checkClient(c: Context, { sent, repeated }: Query, held: Held | null): Promise<string | null> {
  const { client_id, redirect_uri } = sent
  if (repeated === 'client_id' || repeated === 'redirect_uri') throw twice(repeated)
  if (!client_id) throw invalidRequest('client_id: required')
  const url = documentUrlOf(c, client_id)
  if (!redirect_uri) throw invalidRequest('redirect_uri: required')
  if (hasNul(redirect_uri)) throw unknownRedirect()
  const request = {
    client_id,
    redirect_uri,
    any_port: c.env.OAUTH_LOOPBACK_ANY_PORT === 'true',
    hold: held !== null,
    ...(held ? { ...held, scope, state: sent.state, code_challenge: sent.code_challenge } : {}),
  }
  const verdict = url ? await judgeByDocument(c, url, request) : await judge(c, request)
  if (verdict === 'unknown client' && url && !held) return null
  if (verdict === 'unknown client') throw unknownClient()
  if (verdict !== 'registered') throw url ? unlistedRedirect() : unknownRedirect()
  return redirect_uri
}

async function judge(c: Context, request: Request, ...before: Statement[]): Promise<Verdict> {
  const asked = sql`select app.oauth_authorize(${jsonb(request)})`
  return (await c.get('database').batch([...before, asked])).at(-1)
}

/** Judges by the copy of the client's document. Only a request that is right is worth fetching a newer one. */
async function judgeByDocument(c: Context, url: string, request: Request): Promise<Verdict> {
  const verdict = await judge(c, { ...request, any_age: !request.hold })
  if (!request.hold || (verdict !== 'unknown client' && verdict !== 'old copy')) return verdict
  const anyAge = { ...request, any_age: true }
  try {
    const document = await documentAt(c.get('outside')().outbound, url)
    const client = { ...document, id: uuidv7(), url, scope }
    return await judge(c, anyAge, sql`select app.oauth_adopt(${jsonb(client)})`)
  } catch (error) {
    if (verdict === 'unknown client' || !(error instanceof NoDocument)) throw error
    if (!error.reached) return judge(c, anyAge)
    await c.get('database').batch([sql`select app.oauth_forget(${url})`])
    throw error
  }
}

const twice = (name: string) => invalidRequest(`${name}: given more than once`)
const unknownRedirect = () => invalidRequest('redirect_uri: not registered for this client')
const unlistedRedirect = () => invalidRequest('redirect_uri: not in the document at client_id; add it there')

/** The checks whose errors may be redirected to the client, in the order of the protocol. */
const checkRequest = (sent: Parameters): Problem =>
  checkResponseType(sent) ?? checkPkce(sent) ?? checkScope(sent) ?? checkState(sent)

const wrong = (error: string, why: string): Problem => ({ error, why })

const checkRepeated = ({ repeated }: Query): Problem =>
  repeated === undefined ? null : wrong('invalid_request', `${repeated}: given more than once`)

const checkResponseType = ({ response_type: type }: Parameters): Problem =>
  !type
    ? wrong('invalid_request', 'response_type: required')
    : type === 'code'
      ? null
      : wrong('unsupported_response_type', 'response_type: only code')

const checkPkce = ({ code_challenge: challenge, code_challenge_method: method }: Parameters): Problem =>
  !challenge
    ? wrong('invalid_request', 'code_challenge: required')
    : method !== 'S256'
      ? wrong('invalid_request', 'code_challenge_method: only S256')
      : /^[\w-]{43}$/.test(challenge)
        ? null
        : wrong('invalid_request', 'code_challenge: base64url of a SHA-256, 43 characters')

const checkScope = ({ scope: requested }: Parameters): Problem =>
  requested === undefined || requested.split(' ').every((name) => name === scope)
    ? null
    : wrong('invalid_scope', `scope: only ${scope}`)

const checkAudience = (audience: string | null | undefined): Problem =>
  audience === undefined ? wrong('invalid_target', foreignResource) : null

const checkState = ({ state }: Parameters): Problem =>
  hasNul(state) || (state ?? '').length > longestState
    ? wrong('invalid_request', `state: at most ${longestState} characters, none of them NUL`)
    : null
