import { Refusal } from '../../kit/errors.ts'
import { log } from '../../kit/log.ts'
import type { Request } from '../../kit/http.ts'

/** An error in the words of RFC 6749 section 5.2 and RFC 7591 section 3.2.2. */
export class OAuthError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: 400 | 401 | 413 | 429 | 503, code: string, description: string) {
    super(description)
    this.status = status
    this.code = code
  }
}

export const invalidRequest = (why: string) => new OAuthError(400, 'invalid_request', why)
export const invalidGrant = (why: string) => new OAuthError(400, 'invalid_grant', why)
export const invalidClient = () => new OAuthError(401, 'invalid_client', 'this client is not registered')
export const invalidMetadata = (why: string) => new OAuthError(400, 'invalid_client_metadata', why)
export const invalidRedirect = (why: string) => new OAuthError(400, 'invalid_redirect_uri', why)

export const uncached = { 'cache-control': 'no-store', pragma: 'no-cache' }

/** Runs an endpoint and answers every refusal as OAuth JSON; a database that is down consumes nothing. */
export const speakingOAuth = (endpoint: (c: Request) => Promise<Response>) => async (c: Request): Promise<Response> => {
  try {
    return await endpoint(c)
  } catch (error) {
    const said = error instanceof OAuthError ? error : asOAuth(c, error)
    const headers: Record<string, string> = { ...uncached }
    if (said.status === 503 || said.status === 429) headers['retry-after'] = '2'
    return c.json({ error: said.code, error_description: said.message }, said.status as 400, headers)
  }
}

function asOAuth(c: Request, error: unknown): OAuthError {
  if (error instanceof Refusal && error.status === 429) return new OAuthError(429, 'temporarily_unavailable', error.message)
  if (error instanceof Refusal && error.status < 500) return invalidRequest(error.message)
  log('oauth_failed', c.get('requestId'), error)
  return new OAuthError(503, 'temporarily_unavailable', 'the service cannot answer right now; try again')
}
