import { neonConfig } from '@neondatabase/serverless'
import { counted } from '../../scripts/stack/caps.ts'
import { openSqlWork, type SqlGatewayOptions, type SqlWork } from '../../scripts/stack/sql-gateway.ts'
import { parts } from './parts.ts'

/**
 * A SQL gateway inside this process, under an address that only this process knows. The driver sends and gets the same,
 * but without HTTP in between, which costs as much as everything else that a call does outside Postgres.
 */
export type Direct = { url: string; stop(): Promise<void> }

/** Each connection of Postgres plans and compiles anew what it runs; tests of concurrency use more of them. */
const ordinarily = 4
let atOnce = ordinarily
export const allowAtOnce = (batches = ordinarily) => void (atOnce = batches)

const open = new Map<string, SqlWork>()
let opened = 0

export const portOf = (url: string) => Number(new URL(url).port)

export function openDirect(
  options: Pick<SqlGatewayOptions, 'rewrite' | 'discard' | 'reset'>,
  url = `direct:${++opened}`,
): Direct {
  const sqlWork = openSqlWork({
    host: '127.0.0.1',
    pgPort: portOf(parts().ownerUrl),
    atOnce: () => atOnce,
    ...options,
  })
  open.set(url, sqlWork)
  return {
    url,
    stop: async () => {
      open.delete(url)
      await sqlWork.stop()
    },
  }
}

/** The gateway at an address; the one that all tests share is opened on first use, others are called over HTTP. */
const gatewayAt = (url: string) => {
  if (url === parts().sqlEndpoint && !open.has(url)) openDirect({}, url)
  return open.get(url)
}

neonConfig.fetchFunction = async (url: string, init: RequestInit & { body: string }) => {
  const sqlWork = gatewayAt(url)
  return sqlWork ? askedDirectly(sqlWork, init) : fetch(url, init)
}

const askedDirectly = counted(async (sqlWork: SqlWork, init: RequestInit & { body: string }) => {
  const headers = Object.fromEntries(new Headers(init.headers))
  const signal = init.signal ?? new AbortController().signal
  const { status, body } = await untilAborted(sqlWork.answer(init.body, headers, signal), signal)
  return new Response(body, { status })
})

function untilAborted<T>(sqlWork: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  return Promise.race([sqlWork, aborted])
}
