import { connect } from 'node:net'
import pg from 'pg'
import type { PoolClient } from 'pg'
import type { Account } from './sql-request.ts'
import { openTurnstile } from './turnstile.ts'
import type { Turnstile } from './turnstile.ts'

const CONNECTIONS = 60
/** A new connection costs Postgres as much as ten requests, so more than these are used only while they are stuck. */
const AT_ONCE = 16
const IDLE_MS = 300_000

/** What the hosted proxy runs whenever it takes a connection back, so that nothing of a session survives a request. */
const RESET = 'ROLLBACK; CLOSE ALL; RESET ALL; DEALLOCATE ALL'

export type Pools = {
  use<T>(account: Account, signal: AbortSignal, task: (client: PoolClient) => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/** Postgres refused the connection; `cause` is the driver's error. */
export class ConnectFailed extends Error {}

/** The client disconnected before its response was ready. */
export class ClientGone extends Error {}

/** More connections were asked for than the meter of attempts allows. */
export class TooManyAttempts extends Error {
  constructor() {
    super(
      'Failed to acquire permit to connect to the database. Too many database connection attempts are currently ongoing.',
    )
  }
}

/** `busy` is how many requests have a connection of the pool, or will. */
type Shared = { pool: pg.Pool; turnstile: Turnstile; users: number; busy: number }

export type PoolOptions = {
  host: string
  port: number
  /** How many connections of a pool are used at once, unless those are stuck. */
  atOnce?: (() => number) | undefined
  /** Whether sessions are reset between requests. */
  reset: boolean
  /**
   * How many connections the endpoint takes: each request without an idle one opens another, and beyond them is refused with
   * 53300. Without it, requests wait for connections.
   */
  backends?: number | undefined
  /** How many idle connections a pool keeps; all unless given. */
  kept?: number | undefined
  /** The meter of attempts to connect: a bucket that fills by so many a second. */
  attempts?: { perSecond: number; burst: number } | undefined
}

/** Keeps one pool of connections for each user, database and password. */
export function openPools(options: PoolOptions): Pools {
  const { host, port, reset, backends, kept = Infinity, attempts } = options
  const atOnce = options.atOnce ?? (() => (backends ? Infinity : AT_ONCE))
  const pools = new Map<string, Shared>()
  const meter = attempts && openMeter(attempts)
  const opened = ({ pool, busy }: Shared) => Math.max(pool.totalCount, busy)
  const admit = (shared: Shared) => {
    if (shared.busy < shared.pool.totalCount) return
    if (meter && !meter()) throw new TooManyAttempts()
    const all = [...pools.values()].reduce((sum, one) => sum + opened(one), 0)
    if (backends && all >= backends) throw new ConnectFailed('no connection is left', { cause: full() })
  }
  return {
    use: async (account, signal, task) => {
      const key = JSON.stringify([account.user, account.database, account.password])
      const shared = pools.get(key) ?? openShared(host, port, account, atOnce)
      pools.set(key, shared)
      shared.users += 1
      try {
        return await shared.turnstile.pass(() => {
          admit(shared)
          return useClient(shared, { host, port, reset, kept }, signal, task)
        })
      } finally {
        shared.users -= 1
        if (shared.users === 0 && shared.pool.totalCount === 0) pools.delete(key)
      }
    },
    stop: async () => {
      const open = [...pools.values()]
      pools.clear()
      await Promise.all(open.map((shared) => shared.pool.end()))
    },
  }
}

const openShared = (host: string, port: number, account: Account, atOnce: () => number): Shared => ({
  pool: openPool(host, port, account),
  turnstile: openTurnstile(atOnce),
  users: 0,
  busy: 0,
})

/** Whether one more is within a bucket that begins full. */
function openMeter({ perSecond, burst }: { perSecond: number; burst: number }): () => boolean {
  let [left, since] = [burst, performance.now()]
  return () => {
    const now = performance.now()
    left = Math.min(burst, left + ((now - since) / 1000) * perSecond)
    since = now
    if (left < 1) return false
    left -= 1
    return true
  }
}

const full = () => {
  const error = new pg.DatabaseError('sorry, too many clients already', 0, 'error')
  return Object.assign(error, { code: '53300', severity: 'FATAL' })
}

function openPool(host: string, port: number, account: Account): pg.Pool {
  const pool = new pg.Pool({
    ...account,
    host,
    port,
    max: CONNECTIONS,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
    pipeline: true,
    ssl: false,
  })
  // A connection that breaks emits an error besides failing its queries; the pool drops it by itself.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

type Place = { host: string; port: number; reset: boolean; kept: number }

async function useClient<T>(
  shared: Shared,
  place: Place,
  signal: AbortSignal,
  task: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await checkOut(shared)
  const cancel = () => cancelQuery(client, place)
  let lost = false
  try {
    if (signal.aborted) throw new ClientGone('the client is gone')
    signal.addEventListener('abort', cancel, { once: true })
    return await task(client)
  } catch (error) {
    lost = !(error instanceof pg.DatabaseError && error.severity === 'ERROR')
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
    lost ||= signal.aborted || client.getTransactionStatus() !== 'I'
    const giveBack = (isLost: boolean) => {
      shared.busy -= 1
      client.release(isLost || shared.pool.idleCount >= place.kept)
    }
    if (lost || !place.reset) giveBack(lost)
    else void resetSession(client).then(giveBack)
  }
}

/** The answer does not wait for it; the next request of this connection does. Whether it failed. */
const resetSession = (client: PoolClient): Promise<boolean> =>
  client.query(RESET).then(
    () => false,
    () => true,
  )

async function checkOut(shared: Shared): Promise<PoolClient> {
  shared.busy += 1
  try {
    return await shared.pool.connect()
  } catch (error) {
    shared.busy -= 1
    throw new ConnectFailed('no connection to Postgres', { cause: error })
  }
}

const CANCEL_CODE = 80877102

function cancelQuery(client: PoolClient, place: Place): void {
  const { processID, secretKey } = client as unknown as { processID: number; secretKey: number }
  const message = Buffer.alloc(16)
  message.writeInt32BE(16, 0)
  message.writeInt32BE(CANCEL_CODE, 4)
  message.writeInt32BE(processID, 8)
  message.writeInt32BE(secretKey, 12)
  const socket = connect(place.port, place.host)
  socket.on('error', () => undefined)
  socket.on('connect', () => socket.end(message))
}
