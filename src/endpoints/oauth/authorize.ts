import { sql } from 'drizzle-orm'
import { settingsOf } from '../../kit/config.ts'
import type { Context } from '../../kit/http.ts'
import { isUuid, uuidv7 } from '../../kit/id.ts'
import { audienceOf, foreignResource } from './audience.ts'
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

/** The redirect URI, once it is known to belong to the client; stores the request if it is to be held. */
async function checkClient(c: Context, { sent, repeated }: Query, held: Held | null): Promise<string> {
  const { client_id, redirect_uri } = sent
  if (repeated === 'client_id' || repeated === 'redirect_uri') throw twice(repeated)
  if (!client_id) throw invalidRequest('client_id: required')
  if (!isUuid(client_id)) throw unknownClient()
  if (!redirect_uri) throw invalidRequest('redirect_uri: required')
  if (hasNul(redirect_uri)) throw unknownRedirect()
  const request = {
    client_id,
    redirect_uri,
    any_port: c.env.OAUTH_LOOPBACK_ANY_PORT === 'true',
    hold: held !== null,
    ...(held ? { ...held, scope, state: sent.state, code_challenge: sent.code_challenge } : {}),
  }
  const requested = JSON.stringify(request)
  const [verdict] = await c.get('database').batch([sql`select app.oauth_authorize(${requested}::jsonb)`])
  if (verdict === 'unknown client') throw unknownClient()
  if (verdict !== 'registered') throw unknownRedirect()
  return redirect_uri
}

const twice = (name: string) => invalidRequest(`${name}: given more than once`)
const unknownClient = () => new OAuthError(400, 'invalid_client', 'client_id: not registered')
const unknownRedirect = () => invalidRequest('redirect_uri: not registered for this client')

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
