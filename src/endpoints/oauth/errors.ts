import { Refusal } from '../../kit/errors.ts'
import { type Context, logFailure } from '../../kit/http.ts'

type Status = 400 | 401 | 413 | 429 | 503

/** An error in the format of RFC 6749 section 5.2 and RFC 7591 section 3.2.2. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError'
  readonly status: Status
  readonly code: string
  readonly headers: Record<string, string>
  constructor(status: Status, code: string, description: string, headers: Record<string, string> = {}) {
    super(asciiDescription(description))
    this.status = status
    this.code = code
    this.headers = headers
  }
}

/**
 * What an error_description may contain (RFC 6749 section 5.2); it echoes parameter names from the request.
 */
export const asciiDescription = (text: string) =>
  text.slice(0, 300).replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, '?')

export const invalidRequest = (why: string) => new OAuthError(400, 'invalid_request', why)
export const invalidClient = () => new OAuthError(401, 'invalid_client', 'this client is not registered')
/** Clients are public; one that authenticates with a header is rejected in that header's scheme. */
export const noClientSecrets = () =>
  new OAuthError(401, 'invalid_client', 'clients are public: send client_id in the body', {
    'www-authenticate': 'Basic realm="oauth"',
  })
export const invalidMetadata = (why: string) => new OAuthError(400, 'invalid_client_metadata', why)
export const invalidRedirect = (why: string) => new OAuthError(400, 'invalid_redirect_uri', why)
export const uncached = { 'cache-control': 'no-store', pragma: 'no-cache' }

type Endpoint = (c: Context) => Promise<Response>

/** Runs an endpoint and returns every error as OAuth JSON. */
export const withOAuthErrors =
  (endpoint: Endpoint): Endpoint =>
  async (c) => {
    try {
      return await endpoint(c)
    } catch (error) {
      const { code, message, status, headers } = error instanceof OAuthError ? error : asOAuthError(c, error)
      return c.json({ error: code, error_description: message }, status, { ...uncached, ...headers })
    }
  }

/**
 * The endpoints validate the request before the database sees it, so any other error than a limit is an outage.
 * Clients start a new login on any other response.
 */
function asOAuthError(c: Context, error: unknown): OAuthError {
  if (error instanceof Refusal && error.status === 429)
    return new OAuthError(429, 'temporarily_unavailable', error.message, {
      'retry-after': String(error.retryAfter),
    })
  logFailure('oauth_failed', c, error)
  return new OAuthError(503, 'temporarily_unavailable', 'the service cannot answer right now; try again', {
    'retry-after': '2',
  })
}
