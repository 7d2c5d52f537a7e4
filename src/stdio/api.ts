import { connect, type ServiceClient } from '../../openapi/client/index.ts'

export type Wait = (milliseconds: number) => Promise<unknown>
export const timeoutMillis = 30_000
const defaultDelay = 1000

/** The API client of the tools: 429 and 503 are retried once, within 30 seconds overall. */
export const apiOf = (baseUrl: string, token: string, wait?: Wait): ServiceClient =>
  connect(baseUrl.replace(/\/+$/, '').replace(/\/api\/v1$/, ''), token, {
    fetch: (request) => fetchTwice(request, wait),
  })

/**
 * Fetches, and retries once after 429 or 503: when Retry-After says, or after a second. Returns the first
 * response if the wait would exceed 30 seconds; both attempts together also take no longer.
 */
export async function fetchTwice(request: Request, wait: Wait = pause, now = Date.now): Promise<Response> {
  const until = now() + timeoutMillis
  const retry = request.clone()
  const first = await fetch(request, { signal: AbortSignal.timeout(timeoutMillis) })
  if (first.status !== 429 && first.status !== 503) return first
  const delay = delayOf(first.headers.get('retry-after'), now())
  const remaining = until - now() - delay
  if (remaining <= 0) return first
  await first.body?.cancel()
  await wait(delay)
  return fetch(retry, { signal: AbortSignal.timeout(remaining) })
}

/** Retry-After is a number of seconds or a date (RFC 9110 section 10.2.3). */
function delayOf(header: string | null, now: number): number {
  if (header === null) return defaultDelay
  const delay = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isNaN(delay) ? defaultDelay : Math.max(0, delay)
}

const pause: Wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))
