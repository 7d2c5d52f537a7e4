import { neon, neonConfig } from '@neondatabase/serverless'
import type { Database } from './database.ts'
import { type DatabaseFault, Refusal, refusalOf, unavailable } from './errors.ts'
import { compile, type Statement } from './sql.ts'

/** A batch that a key was used for before: its kept status and answer. */
export class Replay extends Error {
  readonly status: number
  readonly answer: string
  constructor(status: number, answer: string) {
    super('replay')
    this.status = status
    this.answer = answer
  }
}

const retried = new Set(['40001', '40P01'])
const attempts = 3

/**
 * Opens the database for one request. Serialization failures and deadlocks are tried three times.
 * Throws Refusal for everything else that Postgres refuses, and 503 when it does not answer in time.
 */
export function openDatabase(url: string, endpoint: string | undefined, deadline: number): Database {
  if (endpoint) neonConfig.fetchEndpoint = () => endpoint
  const client = neon(url, { fullResults: true, arrayMode: true })
  const database: Database = {
    trips: 0,
    async batch(statements, how = {}) {
      for (let attempt = 1; ; attempt++) {
        database.trips++
        try {
          return await trip(client, statements, how.readOnly ?? false, how.deadline ?? deadline)
        } catch (error) {
          const fault = faultOf(error)
          if (fault.code === 'WMREP') throw new Replay(Number(fault.message), fault.detail ?? '')
          if (retried.has(fault.code ?? '') && attempt < attempts) {
            await pause(attempt)
            continue
          }
          throw error instanceof Refusal ? error : refusalOf(fault)
        }
      }
    },
  }
  return database
}

async function trip(
  client: ReturnType<typeof neon<true, true>>,
  statements: Statement[],
  readOnly: boolean,
  wait: number,
) {
  const signal = AbortSignal.timeout(wait)
  const queries = statements.map((statement) => {
    const { sql, params } = compile(statement)
    return client.query(sql, params)
  })
  const options = { readOnly, isolationLevel: 'ReadCommitted' as const, fetchOptions: { signal } }
  const results = await client.transaction(queries, options).catch((error: unknown) => {
    throw signal.aborted ? unavailable() : error
  })
  return results.map((result) => firstColumn(result.rows[0]))
}

const firstColumn = (row: unknown): string | null => {
  const value = Array.isArray(row) ? row[0] : undefined
  return value === undefined || value === null
    ? null
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
}

/** What may be looked at of a driver error; its message and SQL never leave this file otherwise. */
const faultOf = (error: unknown): DatabaseFault => {
  const given = (error ?? {}) as Partial<DatabaseFault>
  return {
    code: given.code,
    constraint: given.constraint,
    detail: given.detail,
    message: given.message ?? '',
  }
}

const pause = (attempt: number) => new Promise((done) => setTimeout(done, attempt * 10 + Math.random() * 30))
