import { sql } from 'drizzle-orm'
import { settingsOf } from '../../kit/config.ts'
import type { Request } from '../../kit/http.ts'
import { isUuid, uuidv7 } from '../../kit/id.ts'
import { invalidRequest, OAuthError } from './errors.ts'
import { scope } from './schemas.ts'

type Asked = Record<string, string>
type Problem = { error: string; why: string } | null

/**
 * RFC 6749 section 4.1.1. Whatever is wrong with the client or its redirect URI is answered here and never
 * redirected; everything else goes to the redirect URI.
 */
export async function authorize(c: Request): Promise<Response> {
  const repeated = Object.entries(c.req.queries()).find(([, values]) => values.length > 1)?.[0]
  const asked = c.req.query()
  const problem = repeated ? wrong('invalid_request', `${repeated} is given more than once`) : checkRequest(asked)
  const id = uuidv7()
  await checkClient(c, asked, repeated, { id, hold: problem === null })
  const { webUrl, baseUrl } = settingsOf(c.env, c.req.url)
  if (problem) return c.redirect(answerTo(asked.redirect_uri!, problemAnswer(problem, asked, repeated, baseUrl)))
  return c.redirect(`${webUrl}/oauth/consent?rid=${id}`)
}

async function checkClient(c: Request, asked: Asked, repeated: string | undefined, how: { id: string; hold: boolean }) {
  if (repeated === 'client_id' || repeated === 'redirect_uri') throw invalidRequest(`${repeated} is given more than once`)
  if (!asked.client_id || !isUuid(asked.client_id)) throw new OAuthError(400, 'invalid_client', 'client_id: not registered')
  if (!asked.redirect_uri) throw invalidRequest('redirect_uri: required')
  const request = {
    ...how, client_id: asked.client_id, redirect_uri: asked.redirect_uri, scope, state: asked.state,
    code_challenge: asked.code_challenge, resource: asked.resource?.split('?')[0],
    any_port: c.env.OAUTH_LOOPBACK_ANY_PORT === 'true',
  }
  const [verdict] = await c.get('database').batch([sql`select app.oauth_authorize(${JSON.stringify(request)}::jsonb)`])
  if (verdict === 'unknown client') throw new OAuthError(400, 'invalid_client', 'client_id: not registered')
  if (verdict !== 'registered') throw invalidRequest('redirect_uri: not registered for this client')
}

/** The checks that may be told to the client by a redirect, in the order of the protocol. */
function checkRequest(asked: Asked): Problem {
  return checkResponseType(asked) ?? checkPkce(asked) ?? checkScope(asked) ?? checkState(asked)
}

const wrong = (error: string, why: string): Problem => ({ error, why })

const checkResponseType = ({ response_type: type }: Asked): Problem =>
  !type ? wrong('invalid_request', 'response_type: required')
    : type === 'code' ? null : wrong('unsupported_response_type', 'response_type: only code')

const checkPkce = ({ code_challenge: challenge, code_challenge_method: method }: Asked): Problem =>
  !challenge ? wrong('invalid_request', 'code_challenge: required')
    : method !== 'S256' ? wrong('invalid_request', 'code_challenge_method: only S256')
      : /^[\w-]{43}$/.test(challenge) ? null
        : wrong('invalid_request', 'code_challenge: base64url of a SHA-256, 43 characters')

const checkScope = ({ scope: asked }: Asked): Problem =>
  asked === undefined || asked === '' || asked.split(' ').every((name) => name === scope)
    ? null : wrong('invalid_scope', `scope: only ${scope}`)

const checkState = ({ state }: Asked): Problem =>
  (state ?? '').length > 2000 || (state ?? '').includes('\0') ? wrong('invalid_request', 'state: at most 2000 characters') : null

const problemAnswer = (problem: NonNullable<Problem>, asked: Asked, repeated: string | undefined, issuer: string) => ({
  error: problem.error, error_description: problem.why,
  state: repeated === 'state' || (asked.state ?? '').length > 2000 ? undefined : asked.state, iss: issuer,
})

/** The redirect URI with answer parameters added; its own query is kept (RFC 6749 section 3.1.2). */
export function answerTo(redirectUri: string, answer: Record<string, string | undefined>): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.append(name, value)
  return url.href
}
