import { pageOf } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { makeToken } from '../../base/tokens.ts'
import * as queries from './queries.ts'
import { ApiKeyFilter, MyApiKey, MyApiKeyIssued } from './schemas.ts'

export default area('my-api-keys', 'API keys', {}, [
  read({
    id: 'listMyApiKeys',
    summary: 'List the API keys that carry my authority, in all my organizations',
    at: 'GET ~/auth/api-keys',
    role: 'signed_in',
    not: ['api_key', 'oauth', 'impersonation'],
    query: ApiKeyFilter,
    returns: pageOf(MyApiKey),
    details: 'Those that wait for my answer come first.',
    run: ({ query }) => queries.listMine(query),
  }),
  write({
    id: 'agreeToApiKey',
    summary: 'Agree to an API key that was offered to me, and get its token',
    at: 'POST ~/auth/api-keys/{my_key_id}/agree',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'api_key.agreed',
    returns: MyApiKeyIssued,
    response: { shownOnce: 'token' },
    refuses: [403],
    details:
      'The token is made now and shown once; only its hash is stored. It acts with the role that I have at each call. ' +
      'A second attempt is 409: if the token was lost, revoke the key and request another.',
    example: {},
    run: ({ params: { my_key_id }, outside }) =>
      queries.agree(my_key_id, makeToken('svc_live_', outside.cell)),
  }),
  write({
    id: 'declineApiKey',
    summary: 'Decline an API key that was offered to me',
    at: 'POST ~/auth/api-keys/{my_key_id}/decline',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'api_key.declined',
    status: 204,
    refuses: [403],
    example: {},
    run: ({ params: { my_key_id } }) => queries.decline(my_key_id),
  }),
  write({
    id: 'deleteMyApiKey',
    summary: 'Revoke an API key of mine, or withdraw my request for one',
    at: 'DELETE ~/auth/api-keys/{my_key_id}',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'api_key.revoked',
    status: 204,
    refuses: [403],
    example: {},
    run: ({ params: { my_key_id } }) => queries.revokeMine(my_key_id),
  }),
])
