import { sql } from 'drizzle-orm'
import type { Call } from '../kit/call.ts'
import type { Database } from '../kit/database.ts'
import { type Caller, callerIn, inputOf, transform, validate } from '../kit/execute.ts'
import { enter, authorize } from '../kit/authorization.ts'
import type { Operation } from '../kit/operation.ts'
import type { Statement } from '../kit/sql.ts'
import { Replay } from '../kit/round-trip.ts'
import { parse } from '../kit/validate.ts'

/**
 * Checks a write as `execute` would, by doing it in a transaction that is rolled back, in one round trip. Returns what
 * `shown` answered before it, or a write of many itself, or null if it answered nothing; throws what the write would.
 * What an operation does outside the database is left out.
 */
export async function preview(call: Call, shown: Operation | undefined, query: object, database: Database) {
  const { operation } = call
  const valid = await validate(call, database)
  const reading = shown && { ...call, operation: shown, query: query as Call['query'], body: undefined }
  const readInput = { query: parse('query', shown?.query, query).value, body: undefined }
  const before = reading
    ? storePreview([reading.operation.run(inputOf(reading, readInput) as never)].flat())
    : []
  const writes = operation.preflight ? [] : [operation.run(inputOf(call, valid) as never)].flat()
  const shownWrites = operation.asks?.about === 'many' ? storePreview(writes) : writes
  const batch = [
    authorize(call, { locks: valid }, true),
    ...before,
    ...shownWrites,
    sql`select app.end_preview()`,
  ]
  const text = await database.batch(batch).then(
    () => null,
    (error: unknown) => {
      if (error instanceof Replay) return error.answer || null
      throw error
    },
  )
  if (text === null || !reading) return text
  return (await transform(reading, database, text)).text
}

/** The statements, with the last answer stored until the end of the transaction. */
function storePreview(statements: Statement[]): Statement[] {
  const last = statements.at(-1)!
  return [
    ...statements.slice(0, -1),
    sql`with a(answer) as materialized (${last.getSQL()}) select set_config('app.preview', a.answer, true) from a`,
  ]
}

/** Identifies the caller in one round trip, without doing anything else. */
export async function identify(
  call: Omit<Call, 'operation' | 'params' | 'query' | 'body'>,
  database: Database,
): Promise<Caller> {
  const operation = identityOnly as unknown as Operation
  const statement = enter({ ...call, operation, params: {}, query: {}, body: undefined }, { alone: true })
  const results = await database.batch([statement], { readOnly: true })
  return callerIn(results)!
}
const identityOnly = { role: 'signed_in', path: '', targets: [], params: [], write: false }
