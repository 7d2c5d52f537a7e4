import { sql } from 'drizzle-orm'
import type { Request } from '../../kit/http.ts'
import { isUuid } from '../../kit/id.ts'
import { hashOf } from '../../kit/tokens.ts'
import { invalidClient, invalidRequest, uncached } from './errors.ts'
import { formOf } from './token.ts'

/** RFC 7009: an unknown or foreign token is a silent 200. */
export async function revoke(c: Request): Promise<Response> {
  const { token, client_id } = await formOf(c)
  if (!token) throw invalidRequest('token: required')
  if (client_id && !isUuid(client_id)) throw invalidClient()
  await c.get('database').batch([
    sql`select app.oauth_revoke(decode(${hashOf(token)}, 'hex'), ${client_id ?? null}::uuid)`,
  ])
  return c.body(null, 200, uncached)
}
