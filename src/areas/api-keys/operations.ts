import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { makeToken } from '../../kit/tokens.ts'
import * as queries from './queries.ts'
import { ApiKey, ApiKeyDraft, ApiKeyFilter, ApiKeyIssued } from './schemas.ts'

export default area('api-keys', 'API keys', { key_id: queries.keyTarget }, [
  read({
    id: 'listApiKeys',
    summary: 'List API keys, never their tokens',
    at: 'GET /api-keys',
    role: 'admin',
    not: ['api_key', 'impersonation'],
    query: ApiKeyFilter,
    returns: pageOf(ApiKey),
    run: ({ query }) => queries.listKeys(query),
  }),
  write({
    id: 'createApiKey',
    summary: 'Create an API key',
    at: 'POST /api-keys',
    role: 'admin',
    not: ['api_key'],
    audit: 'api_key.created',
    body: ApiKeyDraft,
    returns: ApiKeyIssued,
    status: 201,
    response: { shownOnce: 'token' },
    details:
      'It acts with the role that its creator has at each call. The token is shown once, only its ' +
      'hash is kept: a repeated Idempotency-Key answers the same key with the token null.',
    example: { body: { name: 'CI', read_only: true } },
    run: ({ body, id }) => [...queries.mayIssue(body), ...queries.issue(id(), body, makeToken('svc_live_'))],
  }),
  write({
    id: 'deleteApiKey',
    summary: 'Revoke an API key',
    at: 'DELETE /api-keys/{key_id}',
    role: 'admin',
    not: ['api_key'],
    audit: 'api_key.revoked',
    status: 204,
    example: {},
    run: ({ params: { key_id } }) => queries.revoke(key_id),
  }),
])
