import { sql } from 'drizzle-orm'
import type { Call } from '../kit/call.ts'
import type { Database } from '../kit/database.ts'
import { jsonb } from '../kit/sql.ts'
import type { Ref } from './json.ts'
import { lookUpFor } from './names.ts'

/**
 * The ids of those objects that no stranger wrote, in a round trip. What was done is told even if they cannot be read:
 * none is known then.
 */
export const ownAmong = (refs: Ref[], call: Call, database: Database): Promise<ReadonlySet<string>> =>
  lookUpFor(call, sql`select app.own_among(${jsonb(refs)})::text`, database).then(
    (ids) => new Set(ids as string[]),
    () => new Set(),
  )
