import { neon, neonConfig } from '@neondatabase/serverless'
import { pause } from '../base/pause.ts'
import { type Database, unused, type Use } from './database.ts'
import { type DatabaseFault, faultParts, Refusal, refusalOf, unavailable } from './errors.ts'
import { compileBatch, type Statement } from './sql.ts'

/** Thrown for an Idempotency-Key that was used before, with the stored status and answer. */
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

/** Values stay the text that Postgres sent; answers already are JSON. */
const types = { getTypeParser: () => (value: string) => value }
const open = (url: string) => neon(url, { fullResults: true, arrayMode: true, types })
type Client = ReturnType<typeof open>
const clients = new Map<string, Client>()

/** The driver's client for a connection string, created once per isolate. */
function clientOf(url: string): Client {
  const client = clients.get(url) ?? open(url)
  clients.set(url, client)
  return client
}

/**
 * Opens the database for one request. Serialization failures and deadlocks are tried three times.
 * Throws Refusal for everything else that Postgres refuses, and 503 when it does not answer in time.
 */
export function openDatabase(
  url: string,
  endpoint: string | undefined,
  deadline: number,
  { used = unused(), mark = '' } = {},
): Database {
  const connection = { client: clientOf(url), endpoint, used, before: mark ? `/*${mark}*/ ` : '' }
  return {
    used,
    async batch(statements, how = {}) {
      for (let attempt = 1; ; attempt++) {
        used.roundTrips++
        try {
          return await roundTrip(connection, statements, how.readOnly ?? false, how.deadline ?? deadline)
        } catch (error) {
          const fault = faultOf(error)
          if (fault.code === 'WMREP') throw new Replay(Number(fault.message), fault.detail ?? '')
          if (retried.has(fault.code ?? '') && attempt < attempts) {
            await pause(attempt * 10 + Math.random() * 30)
            continue
          }
          throw error instanceof Refusal ? error : refusalOf(fault)
        }
      }
    },
  }
}

type Connection = { client: Client; endpoint: string | undefined; used: Use; before: string }

async function roundTrip(connection: Connection, statements: Statement[], readOnly: boolean, wait: number) {
  const { client, endpoint, used, before } = connection
  const signal = AbortSignal.timeout(wait)
  const sent = compileBatch(statements)
  used.statements += sent.length
  const queries = sent.map(({ sql, params }) => client.query(before + sql, params, { types }))
  // The driver reads this global setting when a call begins.
  if (endpoint) neonConfig.fetchEndpoint = () => endpoint
  const options = { readOnly, isolationLevel: 'ReadCommitted' as const, fetchOptions: { signal } }
  const results = await client.transaction(queries, options).catch((error: unknown) => {
    throw signal.aborted ? Object.assign(unavailable(), { cause: signal.reason as unknown }) : error
  })
  return results.flatMap((result, n) => answersOf(result, sent[n]!.answers))
}

const boolean = 16
type Result = { rows: string[][]; fields: { dataTypeID: number }[] }

/** Values of the first row, as text; null where there is none. */
const answersOf = ({ rows: [row = []], fields }: Result, count: number): (string | null)[] =>
  Array.from({ length: count }, (_, n) => {
    const value = row[n] ?? null
    return value !== null && fields[n]!.dataTypeID === boolean ? String(value === 't') : value
  })

/** The parts of a driver error that may be used; the SQL in it never leaves this file. */
const faultOf = (error: unknown): DatabaseFault => {
  const raised = (error ?? {}) as Partial<DatabaseFault>
  const parts = faultParts.map((name) => [name, raised[name] || undefined])
  return { ...Object.fromEntries(parts), message: raised.message ?? '' }
}
