import { sql } from 'drizzle-orm'
import type { Context } from '../../kit/http.ts'
import { hashOf } from '../../base/tokens.ts'
import { isClientId } from './client-id.ts'
import { invalidClient, invalidRequest, uncached } from './errors.ts'
import { formOf, traced } from './token.ts'

/** RFC 7009: an unknown or foreign token is a silent 200; an unknown client is not. */
export async function revoke(c: Context): Promise<Response> {
  const { token, client_id } = await formOf(c)
  if (!token) throw invalidRequest('token: required')
  if (client_id && !isClientId(client_id)) throw invalidClient()
  const [, client] = await c
    .get('database')
    .batch([
      traced(c, 'oauth.revoked'),
      sql`select app.oauth_client(${client_id ?? null}::text)`,
      sql`select app.oauth_revoke(decode(${hashOf(token)}, 'hex'), ${client_id ?? null}::text)`,
    ])
  if (client_id && !client) throw invalidClient()
  return c.body(null, 200, uncached)
}
