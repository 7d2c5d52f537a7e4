import { sql } from 'drizzle-orm'
import { area, read, write } from '../../kit/operation.ts'
import { answer } from '../../kit/sql.ts'
import * as queries from './queries.ts'
import { noteDenial, openCode, openRevealed, proving, reveal, showCode } from './reveal.ts'
import {
  AccessLog,
  AccessLogFilter,
  Reveal,
  Revealed,
  Rewrapped,
  ShowCode,
  ShownCode,
  VaultLogFilter,
} from './schemas.ts'
import { rewrapAll, toRewrap } from './sealing.ts'

/** What says itself whom it refuses, so that the log has it, or outlasts the credential: its path names no target. */
export default area('vault-secrets', 'Vault', {}, [
  write({
    id: 'revealCredential',
    summary: 'Reveal the secret of a credential, and say why',
    at: 'POST /vault/credentials/{credential_id}/reveal',
    role: 'member',
    details:
      'For whoever has the role min_role, in their own browser session, with a sign-in of the last 15 minutes or the password: keys and applications get 403. Each is in the access log before it is answered, and so is who was denied it. At most 20 a minute and 200 a day.',
    audit: 'credential.revealed',
    body: Reveal,
    returns: Revealed,
    noun: 'credential',
    refuses: [403, 409, 429],
    response: { shownOnce: 'secret' },
    notesRefusal: ({ credential_id }) => noteDenial(credential_id),
    example: { body: { reason: 'Moving the shop to a new server' } },
    preflight: proving,
    transform: openRevealed,
    run: ({ params: { credential_id }, body, preflightResult }) =>
      reveal(credential_id, body, preflightResult),
  }),
  write({
    id: 'showCredentialCode',
    summary: 'Show the one-time code of a credential at this moment',
    at: 'POST /vault/credentials/{credential_id}/code',
    role: 'member',
    details:
      'For whoever may reveal it, in the same way: the log has who it was. At most 60 a minute and 200 a day. The key of the codes is revealed with part totp alone.',
    audit: 'credential.code_shown',
    body: ShowCode,
    returns: ShownCode,
    noun: 'credential',
    refuses: [403, 409, 429],
    response: { shownOnce: 'code' },
    notesRefusal: ({ credential_id }) => noteDenial(credential_id),
    example: { body: { reason: 'Signing in at the registrar' } },
    preflight: proving,
    transform: openCode,
    run: ({ params: { credential_id }, body, preflightResult }) =>
      showCode(credential_id, body, preflightResult),
  }),
  read({
    id: 'listCredentialAccessLog',
    summary: 'List who changed, revealed or was denied a credential, also one that was deleted',
    at: 'GET /vault/credentials/{credential_id}/access-log',
    role: 'admin',
    query: AccessLogFilter,
    returns: AccessLog,
    noun: 'credential',
    run: ({ params: { credential_id }, query }) => queries.accessLog(credential_id, query),
  }),
  read({
    id: 'listVaultAccessLog',
    summary: 'List who read, changed, revealed or was denied credentials, or exported them',
    at: 'GET /vault/access-log',
    role: 'admin',
    details: 'The newest first. Lists of a person are one entry in ten minutes.',
    query: VaultLogFilter,
    returns: AccessLog,
    run: ({ query }) => queries.vaultLog(query),
  }),
  write({
    id: 'rewrapCredentials',
    summary: 'Wrap the keys of secrets with the current key of the deployment',
    at: 'POST /vault/rewrap',
    role: 'owner',
    details:
      'Up to 200 of the organization at a time. The former key may go only once keys:rotate of the deployment says so.',
    audit: 'credential.rewrapped',
    returns: Rewrapped,
    refuses: [409],
    example: {},
    preflight: { authorize: toRewrap, perform: rewrapAll },
    run: ({ preflightResult, outside }) => {
      const [current] = outside.sealingKeys().keys()
      return answer(
        sql`app.rewrap_credential_secrets(${preflightResult?.values.wrapped ?? '[]'}::jsonb, ${current})`,
      )
    },
  }),
])
