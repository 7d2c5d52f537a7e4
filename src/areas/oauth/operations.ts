import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { area, read, write } from '../../kit/operation.ts'
import { answer, jsonb } from '../../kit/sql.ts'
import { hashOf, makeToken } from '../../base/tokens.ts'
import { OauthAuthorization, OauthConsentChoice, OauthConsentDecision, OauthConsentInfo } from './schemas.ts'

export default area('oauth', 'OAuth authorization server', {}, [
  read({
    id: 'getOauthConsent',
    summary: 'Show what a client requests',
    at: 'GET ~/oauth/consent/{request_id}',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    returns: OauthConsentInfo,
    noun: 'consent request',
    run: ({ params: { request_id } }) => sql`select app.oauth_consent(${request_id}::uuid)::text as answer`,
  }),
  write({
    id: 'decideOauthConsent',
    summary: 'Approve or deny what a client requests',
    at: 'POST ~/oauth/consent/{request_id}',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'oauth.authorized',
    body: OauthConsentChoice,
    returns: OauthConsentDecision,
    noun: 'consent request',
    example: { body: { approve: true } },
    run: ({ params: { request_id }, body: choice, id, settings: { baseUrl }, outside }) => {
      const code = makeToken('svc_code_', outside.cell)
      const added = choice.approve ? { code, iss: baseUrl } : { error: 'access_denied', iss: baseUrl }
      return sql`select app.redirect_uri_with(app.oauth_decide(${request_id}::uuid, ${jsonb(choice)},
        ${id()}::uuid,
        decode(${hashOf(code)}, 'hex')), ${jsonb(added)})::text as answer`
    },
  }),
  read({
    id: 'listOauthAuthorizations',
    summary: 'List the applications I connected',
    at: 'GET ~/oauth/authorizations',
    role: 'signed_in',
    tool: 'list_oauth_authorizations',
    not: ['api_key'],
    returns: z.array(OauthAuthorization),
    run: () => answer(sql`app.oauth_authorizations()`),
  }),
  write({
    id: 'deleteOauthAuthorization',
    summary: 'Disconnect an application: all its tokens end at once',
    at: 'DELETE ~/oauth/authorizations/{authorization_id}',
    role: 'signed_in',
    not: ['api_key'],
    tool: 'delete_oauth_authorization',
    audit: 'oauth.revoked',
    status: 204,
    example: {},
    run: ({ params: { authorization_id } }) => sql`select app.oauth_disconnect(${authorization_id}::uuid)`,
  }),
])
