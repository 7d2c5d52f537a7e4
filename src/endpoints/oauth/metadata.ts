import { settingsOf } from '../../base/config.ts'
import type { Context } from '../../kit/http.ts'
import { grants, scope } from './schemas.ts'

const hour = { 'cache-control': 'public, max-age=3600' }

/** RFC 8414. */
export async function serverMetadata(c: Context): Promise<Response> {
  const { baseUrl } = settingsOf(c.env, c.req.url)
  const at = (path: string) => `${baseUrl}/api/v1/oauth/${path}`
  return c.json(
    {
      issuer: baseUrl,
      authorization_endpoint: at('authorize'),
      token_endpoint: at('token'),
      registration_endpoint: at('register'),
      revocation_endpoint: at('revoke'),
      revocation_endpoint_auth_methods_supported: ['none'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: grants,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      scopes_supported: [scope],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    },
    200,
    hour,
  )
}

/** RFC 9728, for the tool endpoint. */
export async function resourceMetadata(c: Context): Promise<Response> {
  const { baseUrl, appName } = settingsOf(c.env, c.req.url)
  return c.json(
    {
      resource: `${baseUrl}/mcp`,
      authorization_servers: [baseUrl],
      scopes_supported: [scope],
      bearer_methods_supported: ['header'],
      resource_name: appName,
    },
    200,
    hour,
  )
}
