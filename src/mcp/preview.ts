import type { Call } from '../kit/call.ts'
import type { Database } from '../kit/database.ts'
import { type Caller, callerIn, gate, inputOf, transform, validate } from '../kit/execute.ts'
import { enter } from '../kit/gate.ts'
import type { Operation } from '../kit/operation.ts'
import { parse } from '../kit/validate.ts'

/**
 * Decides on a write as `execute` would, up to its objects and their state, but reads with `shown` instead of writing.
 * Returns what `shown` answers, or null where it answers nothing.
 */
export async function preview(call: Call, shown: Operation | undefined, query: object, database: Database) {
  await validate(call, database)
  const reading = shown && { ...call, operation: shown, query: query as Call['query'], body: undefined }
  const valid = { query: parse('query', shown?.query, query).value, body: undefined }
  const results = await database.batch([
    ...gate(call),
    ...(reading ? [reading.operation.run(inputOf(reading, valid) as never)].flat() : []),
  ])
  const text = reading ? (results.at(-1) ?? null) : null
  return {
    caller: callerIn(results)!,
    text: reading && text !== null ? (await transform(reading, database, text)).text : null,
  }
}

/** Who calls, in one trip and without doing anything. */
export async function identify(
  call: Omit<Call, 'operation' | 'params' | 'query' | 'body'>,
  database: Database,
): Promise<Caller> {
  const operation = identityOnly as unknown as Operation
  const results = await database.batch([
    enter({ ...call, operation, params: {}, query: {}, body: undefined }, { alone: true }),
  ])
  return callerIn(results)!
}
const identityOnly = { role: 'signed_in', path: '', targets: [], params: [], write: false }
