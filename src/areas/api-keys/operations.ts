import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { makeToken } from '../../base/tokens.ts'
import * as queries from './queries.ts'
import { ApiKey, ApiKeyDraft, ApiKeyFilter, ApiKeyIssued, ApiKeyRequest } from './schemas.ts'

const targets = { key_id: queries.keyTarget, key_request_id: queries.requestTarget }

export default area('api-keys', 'API keys', targets, [
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
    summary: 'Create an API key of my own, or offer one to a member',
    at: 'POST /api-keys',
    role: 'admin',
    not: ['api_key'],
    audit: 'api_key.created',
    body: ApiKeyDraft,
    returns: ApiKeyIssued,
    status: 201,
    response: { shownOnce: 'token' },
    details:
      'It acts with the role that its person has at each call. The token is shown once, only its ' +
      'hash is stored: a repeated Idempotency-Key answers the same key with the token null. A key for a member, named ' +
      'by user_id or email, is an offer: the member is notified, and gets the token if they agree within 14 days; ' +
      'nobody else ever sees it. At most ten offers to one member wait at once, and at most twenty are made in 24 hours.',
    example: { body: { name: 'CI', read_only: true } },
    run: ({ body, id, outside }) => [
      ...queries.validateDraft(body),
      ...(body.user_id || body.email
        ? queries.offer(id(), body)
        : queries.issue(id(), body, makeToken('svc_live_', outside.cell))),
    ],
  }),
  write({
    id: 'deleteApiKey',
    summary: 'Revoke an API key, or turn down the request for one',
    at: 'DELETE /api-keys/{key_id}',
    role: 'admin',
    not: ['api_key'],
    audit: 'api_key.revoked',
    status: 204,
    example: {},
    run: ({ params: { key_id } }) => queries.revoke(key_id),
  }),
  write({
    id: 'requestApiKey',
    summary: 'Ask owners and admins for an API key that carries my authority',
    at: 'POST /api-keys/requests',
    role: 'viewer',
    not: ['api_key', 'oauth'],
    audit: 'api_key.requested',
    body: ApiKeyRequest,
    returns: ApiKey,
    status: 201,
    details:
      'They are notified, and can offer it within 14 days. At most ten requests wait at once, and at most twenty are made ' +
      'in 24 hours.',
    example: { body: { name: 'My laptop', read_only: true } },
    run: ({ body, id }) => [...queries.validateDraft(body), ...queries.request(id(), body)],
  }),
  write({
    id: 'approveApiKeyRequest',
    summary: 'Offer the API key that a member requested',
    at: 'POST /api-keys/requests/{key_request_id}/approve',
    role: 'admin',
    not: ['api_key'],
    audit: 'api_key.offered',
    returns: ApiKey,
    details:
      'The member is notified, and gets the token if they agree within 14 days. deleteApiKey turns it down. ' +
      'The limits on offers of createApiKey count here too.',
    example: {},
    run: ({ params: { key_request_id } }) => queries.approve(key_request_id),
  }),
])
