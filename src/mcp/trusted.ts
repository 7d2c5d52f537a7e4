import { sql } from 'drizzle-orm'
import type { Call } from '../kit/call.ts'
import type { Database } from '../kit/database.ts'
import { jsonb } from '../kit/sql.ts'
import type { Ref } from './json.ts'
import { lookUpFor } from './names.ts'

/**
 * The ids of those objects that no stranger wrote, in a round trip if there are any. What was done is told even if they
 * cannot be read: none is known then.
 */
export async function trustedAmong(
  refs: Ref[],
  call: Call,
  database: Database,
): Promise<ReadonlySet<string>> {
  if (refs.length === 0) return new Set()
  const found = lookUpFor(call, sql`select app.trusted_among(${jsonb(refs)})::text`, database)
  return found.then(
    (ids) => new Set(ids as string[]),
    () => new Set(),
  )
}
