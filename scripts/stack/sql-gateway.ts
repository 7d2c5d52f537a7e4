import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { PoolClient, QueryArrayConfig, QueryArrayResult } from 'pg'
import { BodyTooLarge, json, readBody, serve } from './http.ts'
import type { Answer, Controls } from './http.ts'
import { AnswerTooLarge, LIMIT_BYTES, errorAnswer, resultOf } from './sql-answer.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { exchanged } from './sql-exchange.ts'
import { openPools } from './sql-pool.ts'
import type { Pools } from './sql-pool.ts'
import { beginText, readAccount, readModes, readWork } from './sql-request.ts'
import type { Modes, Statement } from './sql-request.ts'

export type SqlGatewayOptions = {
  host: string
  pgPort: number
  port?: number
  delayMs?: number
  /** Rewrites every statement before it runs; for tests that remove one of the two walls. */
  rewrite?: (query: string) => string
  /** Rolls back every batch once its response is made; for tests of what would happen. */
  discard?: boolean
  /** How many batches run at once unless they are stuck; 16 unless given. */
  atOnce?: () => number
  /**
   * Milliseconds before each exchange with Postgres, of which a batch of n statements takes 2n + 2, as at the hosted proxy; none
   * unless given. Null sends a batch in one write.
   */
  exchangeMs?: number | null
  /** Whether sessions are reset between requests, as the hosted proxy does; true unless given. */
  reset?: boolean
  /** Connections of Postgres: the most, which of them are kept idle, and how fast they may be asked for; see `PoolOptions`. */
  backends?: number
  kept?: number
  attempts?: { perSecond: number; burst: number }
  /** How long the first request after `sleep()` waits until the database is awake, in milliseconds; so do those meanwhile. */
  wakeMs?: number
  /** For the benchmark, which times the work of a batch or replays its response. */
  bench?: Bench
}

export type Bench = {
  /** Wraps the work of each batch. */
  around(statements: Statement[], work: () => Promise<string>): Promise<string>
  /**
   * Receives the milliseconds that Postgres needed for the statements of a batch, and for its COMMIT; without
   * it nothing is measured.
   */
  took?: ((statements: number, commit: number) => void) | undefined
}

/** The mode that Neon uses too: one statement per text, with or without parameters. */
type ExtendedQuery = QueryArrayConfig & { queryMode: 'extended' }

/** A running gateway; `fault` and `delayMs` may be changed at any time. */
export type SqlGateway = Controls & {
  url: string
  port: number
  requests(): number
  /** Puts the database to sleep, as the hosted one does without requests. */
  sleep(): void
  stop(): Promise<void>
}

/**
 * Serves Neon's SQL over HTTP at /sql in front of a real Postgres. Takes the Postgres host and port (user,
 * password and database come with each request); rejects if the port is busy.
 */
export async function startSqlGateway(options: SqlGatewayOptions): Promise<SqlGateway> {
  const work = openSqlWork(options)
  const controls: Controls = { fault: null, delayMs: options.delayMs ?? 0 }
  const service = await serve(options.port ?? 0, controls, (request, signal) => answer(work, request, signal))
  return Object.assign(controls, {
    url: `http://127.0.0.1:${service.port}/sql`,
    port: service.port,
    requests: () => service.requests(),
    sleep: () => work.sleep(),
    stop: async () => {
      await service.stop()
      await work.stop()
    },
  })
}

/** A gateway's handling of the body and headers of a request, for use without HTTP. */
export type SqlWork = {
  answer(body: string, headers: IncomingHttpHeaders, signal: AbortSignal): Promise<Answer>
  sleep(): void
  stop(): Promise<void>
}

/** Opens a gateway's work on a Postgres; `port` and `delayMs` apply only when it is served. */
export function openSqlWork(options: SqlGatewayOptions): SqlWork {
  const { host, pgPort: port, atOnce, reset = true, backends, kept, attempts, wakeMs = 0 } = options
  const pools = openPools({ host, port, atOnce, reset, backends, kept, attempts })
  let asleep = false
  let awake: Promise<unknown> | undefined
  const wake = () => {
    if (asleep) awake = wait(wakeMs)
    asleep = false
    return awake
  }
  return {
    answer: async (body, headers, signal) => {
      await wake()
      return runWork(pools, body, headers, signal, options).catch(errorAnswer)
    },
    sleep: () => void (asleep = true),
    stop: () => pools.stop(),
  }
}

async function answer(work: SqlWork, request: IncomingMessage, signal: AbortSignal): Promise<Answer> {
  if (request.url !== '/sql' || request.method !== 'POST') {
    request.resume()
    return json(request.url === '/sql' ? 405 : 404, { message: 'POST /sql is all this gateway serves' })
  }
  try {
    return await work.answer(await readBody(request, LIMIT_BYTES), request.headers, signal)
  } catch (error) {
    if (error instanceof BodyTooLarge) return json(413, { message: error.message })
    return errorAnswer(error)
  }
}

async function runWork(
  pools: Pools,
  body: string,
  headers: IncomingHttpHeaders,
  signal: AbortSignal,
  { rewrite, discard = false, exchangeMs = 0, bench }: SqlGatewayOptions,
): Promise<Answer> {
  const account = readAccount(headers)
  const modes = readModes(headers)
  const { statements, batch } = readWork(body, modes.arrayMode)
  if (rewrite) for (const statement of statements) statement.query = rewrite(statement.query)
  const work = () =>
    pools.use(account, signal, (client) =>
      batch
        ? exchangeMs === null || bench?.took
          ? runBatch(client, statements, modes, signal, { discard, bench })
          : runExchanges(client, statements, modes, signal, { discard, exchangeMs })
        : runSingle(client, statements, modes),
    )
  const text = await (bench ? bench.around(statements, work) : work())
  return { status: 200, body: text, headers: batch ? echoOf(headers) : undefined }
}

function echoOf(headers: IncomingHttpHeaders): Record<string, string> {
  const names = ['neon-batch-isolation-level', 'neon-batch-read-only', 'neon-batch-deferrable']
  const sent = names.map((name) => [name, headers[name]])
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined && value !== 'false'))
}

async function runSingle(client: PoolClient, statements: Statement[], modes: Modes): Promise<string> {
  const [result] = await Promise.all(sendAll(client, statements))
  return bodyOf([result as QueryArrayResult], statements, modes, false)
}

/**
 * BEGIN and the statements are sent together, in one write. COMMIT waits for their results, because a response over
 * the limit and a disconnected client both mean a rollback; a batch that only reads ends in the same write.
 */
async function runBatch(
  client: PoolClient,
  statements: Statement[],
  modes: Modes,
  signal: AbortSignal,
  { discard, bench }: Pick<SqlGatewayOptions, 'discard' | 'bench'>,
): Promise<string> {
  const took = bench?.took
  const ending = discard
    ? ['SET CONSTRAINTS ALL IMMEDIATE', 'ROLLBACK']
    : modes.readOnly && !took
      ? ['COMMIT']
      : []
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.cork()
  const begin = client.query(beginText(modes))
  const clocks = took ? [clock(client)] : []
  const sent = sendAll(client, statements)
  if (took) clocks.push(clock(client))
  // In a failed transaction the clock cannot be read either, and nobody asks.
  for (const one of clocks) one.catch(() => undefined)
  const ended = ending.map((text) => client.query(text))
  stream.uncork()
  const settled = await Promise.allSettled([begin, ...sent, ...ended])
  try {
    const failed = settled.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    signal.throwIfAborted()
    const results = settled
      .slice(1, 1 + sent.length)
      .map((one) => (one as PromiseFulfilledResult<QueryArrayResult>).value)
    const text = bodyOf(results, statements, modes, true)
    if (!ended.length) await commit(client, clocks, took)
    return text
  } catch (error) {
    if (client.getTransactionStatus() !== 'I') await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Runs a batch one exchange after the other; a response over the limit and a disconnected client mean a rollback here too. */
async function runExchanges(
  client: PoolClient,
  statements: Statement[],
  modes: Modes,
  signal: AbortSignal,
  { discard, exchangeMs }: { discard: boolean; exchangeMs: number },
): Promise<string> {
  const simply = async (text: string) => {
    if (exchangeMs) await wait(exchangeMs)
    await client.query(text)
  }
  try {
    await simply(beginText(modes))
    const results: QueryArrayResult[] = []
    const types = countingTypes()
    for (const statement of statements)
      results.push(await exchanged(client, configOf(statement, types), exchangeMs))
    signal.throwIfAborted()
    const text = bodyOf(results, statements, modes, true)
    if (discard) await client.query('SET CONSTRAINTS ALL IMMEDIATE')
    await simply(discard ? 'ROLLBACK' : 'COMMIT')
    return text
  } catch (error) {
    if (client.getTransactionStatus() !== 'I') await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** The Postgres clock at this statement, in milliseconds. */
const clock = async (client: PoolClient) =>
  Number((await client.query(`select extract(epoch from clock_timestamp()) * 1000 as now`)).rows[0].now)

async function commit(client: PoolClient, clocks: Promise<number>[], took: Bench['took']) {
  const since = performance.now()
  await client.query('COMMIT')
  const needed = performance.now() - since
  if (took) took((await clocks[1]!) - (await clocks[0]!), needed)
}

function sendAll(client: PoolClient, statements: Statement[]): Promise<QueryArrayResult>[] {
  const types = countingTypes()
  return statements.map((statement) => client.query(configOf(statement, types)))
}

const configOf = ({ query, params }: Statement, types: ReturnType<typeof countingTypes>): ExtendedQuery => ({
  text: query,
  values: params,
  rowMode: 'array',
  queryMode: 'extended',
  types,
})

/** Passes every value through as text, and stops reading rows once they exceed the limit of the response. */
function countingTypes() {
  let remaining = LIMIT_BYTES
  const take = (value: string) => {
    remaining -= value.length
    if (remaining < 0) throw new AnswerTooLarge()
    return value
  }
  return { getTypeParser: () => take }
}

function bodyOf(results: QueryArrayResult[], statements: Statement[], modes: Modes, batch: boolean): string {
  const shaped = results.map((one, at) => resultOf(one, statements[at] as Statement, modes.rawText))
  const text = JSON.stringify(batch ? { results: shaped } : shaped[0])
  if (Buffer.byteLength(text) > LIMIT_BYTES) throw new AnswerTooLarge()
  return text
}
