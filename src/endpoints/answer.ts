import { sql } from 'drizzle-orm'
import type { Database } from '../kit/database.ts'
import type { Context } from '../kit/http.ts'
import { perAddress, refuseOver } from '../platform/limiter.ts'
import type { Endpoint } from './endpoint.ts'
import type { Operation } from '../kit/operation.ts'
import { withOAuthErrors } from './oauth/errors.ts'
import { refuseImpersonation } from './session/cookies.ts'

const publicPerMinute = 60

/** Runs an endpoint, unless its client has sent too many requests. */
export function answerEndpoint(c: Context, endpoint: Endpoint) {
  const { id, at, perMinute, guards, errorFormat, whileReadOnly, handle } = endpoint
  c.set('operation', id)
  if (!at.startsWith('GET ') && !whileReadOnly) c.set('database', writing(c.get('database')))
  const answer = async () => {
    if (perMinute) await refuseOver(c, [{ ...perAddress(c, id, perMinute), guards: guards ?? false }])
    return handle(c)
  }
  return errorFormat === 'oauth' ? withOAuthErrors(answer)(c) : answer()
}

/** A database whose writes are refused while the service only reads, as those of operations are when they enter. */
const writing = (database: Database): Database => ({
  used: database.used,
  batch: async (statements, how) =>
    how?.readOnly
      ? database.batch(statements, how)
      : (await database.batch([sql`select app.require_writable()`, ...statements], how)).slice(1),
})

/** Public operations are rate-limited too, and refuse writes while impersonating. */
export async function limitPublicRequest(c: Context, { id, write, perMinute = publicPerMinute }: Operation) {
  if (write) refuseImpersonation(c)
  await refuseOver(c, [perAddress(c, id, perMinute)])
}
