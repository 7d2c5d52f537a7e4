import { asOwner } from '../kit/client.ts'
import type { World } from '../contract/world.ts'

const hash = 'sha256(uuidv7()::text::bytea)'
const sealed = `'k1', '\\x01', '\\x02', '\\x03', '\\x04'`

/** Rows of the tables about accounts, applications and the audit chain, which belong to no organization's operation. */
export async function addAccounts({ org, people, operator }: World): Promise<void> {
  const { owner } = people
  const ofOwner = async (columns: string, values: string) =>
    asOwner(`insert into ${columns} values (${values})`, [owner.id])
  await ofOwner('account_exports (id, user_id)', 'uuidv7(), $1')
  await ofOwner(
    'totp_secrets (id, user_id, kek_id, wrapped_dek, dek_iv, iv, ciphertext)',
    `uuidv7(), $1, ${sealed}`,
  )
  await ofOwner('recovery_codes (user_id, hash)', `$1, ${hash}`)
  await ofOwner(
    'passkeys (id, user_id, credential_id, public_key, counter, name)',
    `uuidv7(), $1, 'credential', 'key', 7, 'Laptop'`,
  )
  await ofOwner(
    'user_identities (id, user_id, provider, issuer, subject)',
    `uuidv7(), $1, 'github', 'https://github.com', '42'`,
  )
  await asOwner(`insert into spent_tickets (hash, expires_at) values (${hash}, now())`)
  await asOwner(`insert into login_failures (email_hash, failures, first_at) values (${hash}, 3, now())`)
  await asOwner(
    `insert into spent_refresh_tokens (hash, session_id) select ${hash}, id from sessions where user_id = $1`,
    [owner.id],
  )
  await asOwner(
    `insert into impersonation_sessions (id, admin_user_id, target_user_id, target_org_id, reason, token_hash, token_expires_at)
      values (uuidv7(), $1, $2, $3, 'They cannot find a task', ${hash}, now())`,
    [operator.id, owner.id, org],
  )
  await asOwner(
    `with client as (insert into oauth_clients (id, name, redirect_uris, scope)
        values (uuidv7(), 'Assistant', '{http://127.0.0.1/back}', 'read write') returning id),
      agreed as (insert into oauth_authorizations (id, client_id, user_id, scope)
        select uuidv7(), id, $1, 'read write' from client returning id, client_id),
      request as (insert into oauth_requests (id, client_id, redirect_uri, scope, code_challenge, expires_at, authorization_id)
        select uuidv7(), client_id, 'http://127.0.0.1/back', 'read write', 'challenge', now(), id from agreed)
      insert into oauth_tokens (hash, kind, authorization_id, expires_at) select ${hash}, 'refresh', id, now() from agreed`,
    [owner.id],
  )
  await asOwner(
    `insert into audit_seals (org_id, position, entry_id, hash)
      select org_id, row_number() over (order by id), id, sha256(id::text::bytea) from audit_log where org_id = $1`,
    [org],
  )
}
