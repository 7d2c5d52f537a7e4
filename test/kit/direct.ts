import { neonConfig } from '@neondatabase/serverless'
import { openSqlWork, type SqlGatewayOptions, type SqlWork } from '../../scripts/stack/sql-gateway.ts'
import { parts } from './parts.ts'

/**
 * The work of a SQL gateway inside this process, under an address that only this process knows. The driver is asked for
 * the same and gets the same, but without the HTTP between the two, which costs as much as all else that a call does
 * outside of Postgres.
 */
export type Direct = { url: string; stop(): Promise<void> }

const open = new Map<string, SqlWork>()
let opened = 0

export const portOf = (url: string) => Number(new URL(url).port)

export function openDirect(
  how: Pick<SqlGatewayOptions, 'rewrite' | 'discard'>,
  url = `direct:${++opened}`,
): Direct {
  const work = openSqlWork({ host: '127.0.0.1', pgPort: portOf(parts().ownerUrl), ...how })
  open.set(url, work)
  return {
    url,
    stop: async () => {
      open.delete(url)
      await work.stop()
    },
  }
}

/** The gateway that all tests share, until a test asks for HTTP by an address of its own. */
const usual = (url: string) => {
  if (url === parts().sqlEndpoint && !open.has(url)) openDirect({}, url)
  return open.get(url)
}

neonConfig.fetchFunction = async (url: string, sent: RequestInit & { body: string }) => {
  const work = usual(url)
  if (!work) return fetch(url, sent)
  const headers = Object.fromEntries(new Headers(sent.headers))
  const signal = sent.signal ?? new AbortController().signal
  const { status, body } = await untilGone(work.answer(sent.body, headers, signal), signal)
  return new Response(body, { status })
}

function untilGone<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const gone = new Promise<never>((_, failed) => {
    signal.addEventListener('abort', () => failed(signal.reason as Error), { once: true })
  })
  return Promise.race([work, gone])
}
