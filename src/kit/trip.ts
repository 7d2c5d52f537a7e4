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
  const place = { url, endpoint: endpoint ?? neonEndpoint(url) }
  const database: Database = {
    trips: 0,
    async batch(statements, how = {}) {
      for (let attempt = 1; ; attempt++) {
        database.trips++
        try {
          return await trip(place, statements, how.readOnly ?? false, how.deadline ?? deadline)
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

type Place = { url: string; endpoint: string }
type Result = { fields: { dataTypeID: number }[]; rows: (string | null)[][] }

/** Where Neon speaks SQL over HTTP for a connection string. */
const neonEndpoint = (url: string) =>
  `https://${new URL(url.replace(/^\w+:/, 'http:')).hostname.replace(/^[^.]+\./, 'api.')}/sql`

/**
 * One transaction over Neon's HTTP protocol, as https://www.npmjs.com/package/@neondatabase/serverless speaks it. That
 * driver reads the connection string and every value anew for each request, which costs more than the rest of the trip.
 */
async function trip({ url, endpoint }: Place, statements: Statement[], readOnly: boolean, wait: number) {
  const signal = AbortSignal.timeout(wait)
  const queries = statements.map((statement) => {
    const { sql, params } = compile(statement)
    return { query: sql, params: params.map(valueOf) }
  })
  const headers = {
    'neon-connection-string': url,
    'neon-raw-text-output': 'true',
    'neon-array-mode': 'true',
    'neon-batch-isolation-level': 'ReadCommitted',
    'neon-batch-read-only': String(readOnly),
  }
  try {
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: JSON.stringify({ queries }),
      signal,
    })
    if (answer.status === 400) throw Object.assign(new Error(), (await answer.json()) as DatabaseFault)
    if (!answer.ok) throw new Error(`the gateway answered ${answer.status}`)
    const { results } = (await answer.json()) as { results: Result[] }
    return results.map(firstValue)
  } catch (error) {
    throw signal.aborted ? unavailable() : error
  }
}

/** A parameter as text, which Postgres reads as the type that it finds in its place. */
const valueOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  return value instanceof Date ? value.toISOString() : JSON.stringify(value)
}

const boolean = 16

const firstValue = ({ rows, fields }: Result): string | null => {
  const value = rows[0]?.[0] ?? null
  return value !== null && fields[0]!.dataTypeID === boolean ? String(value === 't') : value
}

/** What may be looked at of an error; its message and SQL never leave this file otherwise. */
const faultOf = (error: unknown): DatabaseFault => {
  const given = (error ?? {}) as Partial<DatabaseFault>
  return {
    code: given.code || undefined,
    constraint: given.constraint ?? undefined,
    detail: given.detail ?? undefined,
    message: given.message ?? '',
  }
}

const pause = (attempt: number) => new Promise((done) => setTimeout(done, attempt * 10 + Math.random() * 30))
