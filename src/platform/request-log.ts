import { isDeployed, once } from '../base/config.ts'
import type { Context } from '../kit/http.ts'
import { hashOf } from '../base/tokens.ts'
import { tally } from './tally.ts'

const incidents: Record<number, string> = { 429: 'throttled', 500: 'failed', 503: 'unavailable' }

const sampled = once((env) => Number(env.LOG_SAMPLE ?? (isDeployed(env) ? 0.05 : 0)))

/**
 * Counts what went wrong, and logs one line about an answered request, for a sample of all and for each that failed: what it was, how long it took, and what it
 * used of the database. An organization is told by a hash, so that its requests can be counted but not named; nothing of
 * addresses, queries, bodies or people.
 */
export function logRequest(c: Context, began: number): void {
  const { status } = c.res
  if (status in incidents) tally(incidents[status]!)
  if (status < 500 && Math.random() >= sampled(c.env)) return
  const { roundTrips, statements, milliseconds } = c.get('database').used
  const organization = c.get('organization')
  const line = {
    event: 'request',
    request_id: c.get('requestId'),
    operation: c.get('operation'),
    method: c.req.method,
    status,
    ms: Math.round(performance.now() - began),
    round_trips: roundTrips,
    statements,
    db_ms: Math.round(milliseconds),
    ...(organization && { organization: hashOf(organization).slice(0, 12) }),
  }
  console.log(JSON.stringify(line))
}
