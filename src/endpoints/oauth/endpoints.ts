import { endpoints } from '../endpoint.ts'
import { authorize } from './authorize.ts'
import { register } from './register.ts'
import { revoke } from './revoke.ts'
import {
  AuthorizeQuery,
  ClientMetadata,
  ClientRecord,
  RevocationRequest,
  TokenRequest,
  TokenResponse,
} from './schemas.ts'
import { token } from './token.ts'

const form = 'application/x-www-form-urlencoded'

export default endpoints('oauth', 'OAuth authorization server', [
  {
    id: 'registerOauthClient',
    summary: 'Register a client (RFC 7591)',
    at: 'POST /api/v1/oauth/register',
    auth: 'none',
    body: ClientMetadata,
    returns: ClientRecord,
    status: 201,
    refuses: [400, 413, 503],
    errorFormat: 'oauth',
    perMinute: 60,
    handle: register,
  },
  {
    id: 'authorizeOauth',
    summary: 'Begin an authorization (RFC 6749 section 4.1, PKCE with S256)',
    at: 'GET /api/v1/oauth/authorize',
    auth: 'none',
    query: AuthorizeQuery,
    status: 302,
    refuses: [400, 503],
    errorFormat: 'oauth',
    refusedAs: {
      title: 'This application cannot be connected',
      advice:
        'The request of the application is not allowed here, so nothing was shared with it. Go back to it and try ' +
        'again; if it happens again, contact its developer.',
    },
    headers: { Location: 'The consent page, or the redirect URI with an error' },
    perMinute: 60,
    handle: authorize,
  },
  {
    id: 'issueOauthToken',
    summary: 'Redeem a code or rotate a refresh token',
    at: 'POST /api/v1/oauth/token',
    auth: 'none',
    body: TokenRequest,
    mediaType: form,
    returns: TokenResponse,
    status: 200,
    refuses: [400, 401, 503],
    errorFormat: 'oauth',
    perMinute: 600,
    whileReadOnly: true,
    handle: token,
  },
  {
    id: 'revokeOauthToken',
    summary: 'Revoke a token (RFC 7009)',
    at: 'POST /api/v1/oauth/revoke',
    auth: 'none',
    body: RevocationRequest,
    mediaType: form,
    status: 200,
    refuses: [400, 401, 503],
    errorFormat: 'oauth',
    perMinute: 600,
    whileReadOnly: true,
    handle: revoke,
  },
])
