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

type Shared = { pool: pg.Pool; turnstile: Turnstile; users: number }

export type PoolOptions = {
  host: string
  port: number
  /** How many connections of a pool are used at once, unless those are stuck. */
  atOnce?: (() => number) | undefined
  /** Whether sessions are reset between requests. */
  reset: boolean
}

/** Keeps one pool of connections for each user, database and password. */
export function openPools({ host, port, atOnce = () => AT_ONCE, reset }: PoolOptions): Pools {
  const pools = new Map<string, Shared>()
  return {
    use: async (account, signal, task) => {
      const key = JSON.stringify([account.user, account.database, account.password])
      const shared = pools.get(key) ?? openShared(host, port, account, atOnce)
      pools.set(key, shared)
      shared.users += 1
      try {
        return await shared.turnstile.pass(() => useClient(shared.pool, { host, port, reset }, signal, task))
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
})

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

type Place = { host: string; port: number; reset: boolean }

async function useClient<T>(
  pool: pg.Pool,
  place: Place,
  signal: AbortSignal,
  task: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await checkOut(pool)
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
    if (lost || !place.reset) client.release(lost)
    else void resetSession(client)
  }
}

/** The answer does not wait for it; the next request of this connection does. */
async function resetSession(client: PoolClient): Promise<void> {
  const failed = await client.query(RESET).then(
    () => false,
    () => true,
  )
  client.release(failed)
}

async function checkOut(pool: pg.Pool): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
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
