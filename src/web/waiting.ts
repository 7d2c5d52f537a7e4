import { sql } from 'drizzle-orm'
import type { Context } from '../kit/http.ts'
import { isUuid } from '../kit/id.ts'
import { limit, perAddress } from '../shared/limiter.ts'

type Application = { client_name: string; redirect_host: string | null }

const perMinute = 30

/**
 * The application whose request signing in leads to, which knows the way by an id that nobody guesses. Who asks too often,
 * or while the database is away, is not told: the page is good without it.
 */
export async function waitingFor(c: Context, next: string | null): Promise<Application | null> {
  const id = /^\/oauth\/consent\?rid=([\w-]+)$/.exec(next ?? '')?.[1]
  if (!id || !isUuid(id)) return null
  const { passes } = await limit(c.env, [perAddress(c, 'waiting', perMinute)])
  if (!passes) return null
  const asked = [sql`select app.oauth_waiting(${id}::uuid)::text`]
  const [told] = await c
    .get('database')
    .batch(asked, { readOnly: true })
    .catch(() => [null])
  return told ? (JSON.parse(told) as Application) : null
}
