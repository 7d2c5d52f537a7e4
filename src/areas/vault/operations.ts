import { sql } from 'drizzle-orm'
import { area, write } from '../../kit/operation.ts'
import { importOperation } from './importing.ts'
import * as queries from './queries.ts'
import { CredentialChange, CredentialDraft } from './schemas.ts'
import * as sealing from './sealing.ts'

const { credential } = queries

export default area('vault', 'Vault', { credential_id: credential.target }, [
  credential.list('listCredentials', 'List the credentials that your role may see', {
    role: 'member',
    tool: 'list_credentials',
    filter: queries.filter,
    check: (query) =>
      query.refine(({ revealed_by, since }) => since === undefined || revealed_by !== undefined, {
        message: 'only with revealed_by',
        path: ['since'],
      }),
    sorts: queries.sorts,
    sort: 'name',
    notesRead: sql`select app.note_listed()`,
  }),
  write({
    id: 'createCredential',
    summary: 'Create a credential',
    at: 'POST /vault/credentials',
    role: 'manager',
    tool: 'create_credential',
    details: 'A person enters the secret, at enter_url.',
    audit: 'credential.created',
    body: CredentialDraft,
    returns: credential.Detail,
    status: 201,
    refuses: [409],
    example: { body: { name: 'Database of the shop', kind: 'password', username: 'shop' } },
    preflight: { authorize: sealing.bindNew, perform: sealing.sealSecret },
    run: ({ body, id, preflightResult }) => queries.addCredential(id(), body, preflightResult),
  }),
  credential.find('getCredential', 'Get a credential', {
    role: 'member',
    tool: 'get_credential',
  }),
  write({
    id: 'updateCredential',
    summary: 'Change a credential',
    at: 'PATCH /vault/credentials/{credential_id}',
    role: 'manager',
    tool: 'update_credential',
    audit: 'credential.updated',
    body: CredentialChange,
    returns: credential.Detail,
    refuses: [409],
    example: { body: { username: 'shop-2' } },
    preflight: { authorize: sealing.bindExisting, perform: sealing.sealSecret },
    run: ({ params: { credential_id }, body: { version, ...change }, preflightResult }) =>
      queries.changeCredential(credential_id, version, change, preflightResult),
  }),
  credential.remove('deleteCredential', 'Delete a credential with its secrets', {
    role: 'admin',
    tool: 'delete_credential',
  }),
  importOperation,
])
