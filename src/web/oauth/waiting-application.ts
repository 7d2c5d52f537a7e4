import { sql } from 'drizzle-orm'
import type { Context } from '../../kit/http.ts'
import { isUuid } from '../../base/id.ts'
import { limit, perAddress } from '../../platform/limiter.ts'

export type WaitingApplication = { client_name: string; redirect_host: string | null }

const perMinute = 30

/**
 * The application whose consent request follows the sign-in; its id cannot be guessed. Null beyond the rate limit or if the
 * database is unavailable: the page works without it.
 */
export async function waitingApplication(
  c: Context,
  next: string | null,
): Promise<WaitingApplication | null> {
  const id = /^\/oauth\/consent\?rid=([\w-]+)$/.exec(next ?? '')?.[1]
  if (!id || !isUuid(id)) return null
  const { passes } = await limit(c.env, [perAddress(c, 'waiting', perMinute)])
  if (!passes) return null
  const statements = [sql`select app.oauth_pending_client(${id}::uuid)::text`]
  const [row] = await c
    .get('database')
    .batch(statements, { readOnly: true })
    .catch(() => [null])
  return row ? (JSON.parse(row) as WaitingApplication) : null
}
