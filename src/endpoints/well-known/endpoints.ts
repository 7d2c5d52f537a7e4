import { publicKeys } from '../../shared/signatures.ts'
import { endpoints } from '../endpoint.ts'
import { resourceMetadata, serverMetadata } from '../oauth/metadata.ts'
import { PublicKeys, ResourceMetadata, ServerMetadata } from '../oauth/schemas.ts'

const common = { auth: 'none', status: 200, refuses: [] as number[] } as const

export default endpoints('well-known', 'Discovery', [
  {
    id: 'getOauthServerMetadata',
    summary: 'Describe the authorization server (RFC 8414)',
    ...common,
    at: 'GET /.well-known/oauth-authorization-server',
    returns: ServerMetadata,
    handle: serverMetadata,
  },
  {
    id: 'getOauthResourceMetadata',
    summary: 'Describe the protected resource (RFC 9728)',
    ...common,
    at: 'GET /.well-known/oauth-protected-resource',
    returns: ResourceMetadata,
    handle: resourceMetadata,
  },
  {
    id: 'getOauthMcpResourceMetadata',
    summary: 'Describe the protected resource /mcp (RFC 9728)',
    ...common,
    at: 'GET /.well-known/oauth-protected-resource/mcp',
    returns: ResourceMetadata,
    handle: resourceMetadata,
  },
  {
    id: 'getPublicKeys',
    summary: 'List the keys that check our signatures (RFC 7517)',
    details: 'Those of audit log exports: Ed25519, each under its `kid`, as long as it is in use.',
    ...common,
    at: 'GET /.well-known/jwks.json',
    returns: PublicKeys,
    handle: async (c) =>
      c.json(await publicKeys(c.env.JWT_KEYS), 200, { 'cache-control': 'public, max-age=3600' }),
  },
])
