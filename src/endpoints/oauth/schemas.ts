import * as z from 'zod'
import { idOut } from '../../kit/fields.ts'

export const scope = 'service'
export const grants = ['authorization_code', 'refresh_token'] as const

const strings = z.array(z.string())

/** Additional members are allowed: RFC 7591 requires servers to ignore unknown ones. */
export const ClientMetadata = z
  .looseObject({
    redirect_uris: strings
      .min(1)
      .max(10)
      .meta({ example: ['https://app.example.com/callback'] }),
    client_name: z.string().nullish().meta({ example: 'Example assistant' }),
    token_endpoint_auth_method: z.enum(['none']).nullish(),
    grant_types: z.array(z.enum(grants)).nullish(),
    response_types: z.array(z.enum(['code'])).nullish(),
    scope: z.string().nullish(),
  })
  .meta({ id: 'OauthClientMetadata', description: 'As in RFC 7591.' })

export const ClientRecord = z
  .object({
    client_id: idOut(),
    client_id_issued_at: z.int(),
    client_name: z.string().nullable(),
    redirect_uris: strings,
    token_endpoint_auth_method: z.string(),
    grant_types: strings,
    response_types: strings,
    scope: z.string(),
  })
  .meta({ id: 'OauthClient', description: 'As in RFC 7591.' })

export const AuthorizeQuery = z.object({
  response_type: z.string().meta({ description: '`code`', example: 'code' }),
  client_id: z.string().meta({
    description:
      'The id of a registered client, or the https URL of its metadata document ' +
      '(draft-ietf-oauth-client-id-metadata-document)',
  }),
  redirect_uri: z.string().describe('Where the code is sent; one of those registered'),
  code_challenge: z.string().meta({ description: 'base64url of the SHA-256 of the verifier' }),
  code_challenge_method: z.string().meta({ description: '`S256`', example: 'S256' }),
  scope: z.string().optional().describe('`service`, the only one'),
  state: z.string().optional().describe('Comes back as it was sent'),
  resource: z.string().optional().meta({
    description:
      'RFC 8707: the origin of this service, its API or /mcp; another is refused with `invalid_target`',
  }),
})

export const TokenRequest = z
  .object({
    grant_type: z.enum(grants),
    code: z.string().optional(),
    redirect_uri: z.string().optional(),
    client_id: z.string().optional(),
    code_verifier: z.string().optional(),
    refresh_token: z.string().optional(),
  })
  .meta({ id: 'OauthTokenRequest', description: 'As in RFC 6749 and RFC 7636.' })

export const TokenResponse = z
  .object({
    access_token: z.string(),
    token_type: z.string().meta({ example: 'Bearer' }),
    expires_in: z.int().meta({ example: 3600 }),
    refresh_token: z.string(),
    scope: z.string().meta({ example: scope }),
  })
  .meta({ id: 'OauthTokenResponse', description: 'As in RFC 6749.' })

export const RevocationRequest = z
  .object({
    token: z.string(),
    token_type_hint: z.string().optional(),
    client_id: z.string().optional(),
  })
  .meta({ id: 'OauthRevocationRequest', description: 'As in RFC 7009.' })

export const PublicKeys = z
  .object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        kid: z.string(),
        alg: z.literal('EdDSA'),
        use: z.literal('sig'),
      }),
    ),
  })
  .meta({ id: 'PublicKeys', description: 'As in RFC 7517 and RFC 8037.' })

export const ServerMetadata = z
  .object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    registration_endpoint: z.string(),
    revocation_endpoint: z.string(),
    revocation_endpoint_auth_methods_supported: strings,
    response_types_supported: strings,
    response_modes_supported: strings,
    grant_types_supported: strings,
    code_challenge_methods_supported: strings,
    token_endpoint_auth_methods_supported: strings,
    scopes_supported: strings,
    authorization_response_iss_parameter_supported: z.boolean(),
    client_id_metadata_document_supported: z.boolean(),
  })
  .meta({ id: 'OauthServerMetadata', description: 'As in RFC 8414.' })

export const ResourceMetadata = z
  .object({
    resource: z.string(),
    authorization_servers: strings,
    scopes_supported: strings,
    bearer_methods_supported: strings,
    resource_name: z.string(),
  })
  .meta({ id: 'OauthResourceMetadata', description: 'As in RFC 9728.' })
