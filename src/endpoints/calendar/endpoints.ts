import { sql } from 'drizzle-orm'
import { settingsOf } from '../../base/config.ts'
import { endpoints } from '../endpoint.ts'
import { Refusal, tooMany } from '../../kit/errors.ts'
import { addressOf, type Context, tagOf } from '../../kit/http.ts'
import { limit } from '../../platform/limiter.ts'
import { hashOf, isToken } from '../../base/tokens.ts'
import { type Calendar, icalOf } from './ical.ts'

export default endpoints('calendar', 'Calendar', [
  {
    id: 'fetchCalendar',
    summary: 'Fetch a calendar as iCalendar',
    at: 'GET /calendar/ical/{token}.ics',
    auth: 'none',
    params: { token: 'The secret of the link' },
    binaryTypes: ['text/calendar'],
    status: 200,
    refuses: [403, 404, 503],
    headers: { ETag: 'with If-None-Match: 304 where nothing has changed' },
    details:
      'A month back and a year ahead, as RFC 5545 has it. The link is the credential; what its person may no longer ' +
      'see is not in it, and a revoked link is 404 without a body. 60 times an hour.',
    perMinute: 120,
    handle: fetchCalendar,
  },
])

async function fetchCalendar(c: Context): Promise<Response> {
  const token = (c.req.param('token') ?? '').replace(/\.ics$/, '')
  if (!isToken('svc_cal_', token)) return notFoundResponse()
  const hash = hashOf(token)
  const verdict = await limit(c.env, [{ name: 'calendar', key: hash, most: 60, seconds: 3600 }])
  if (!verdict.passes) {
    throw tooMany('too_many_requests', 'fetched too often; try again later', verdict.retryAfter)
  }
  const calendar = await calendarOf(c, hash)
  if (!calendar) return notFoundResponse()
  const { appName, baseUrl } = settingsOf(c.env, c.req.url)
  const text = icalOf(JSON.parse(calendar) as Calendar, appName, new URL(baseUrl).host)
  const { etag, known: isUnchanged } = tagOf(c, text)
  const headers = { etag, 'cache-control': 'private, max-age=300', 'referrer-policy': 'no-referrer' }
  if (isUnchanged) return new Response(null, { status: 304, headers })
  return new Response(text, { headers: { ...headers, 'content-type': 'text/calendar; charset=utf-8' } })
}

/** The calendar that a token opens, or null if the token is no longer valid. */
async function calendarOf(c: Context, hash: string): Promise<string | null> {
  const trace = { request: c.get('requestId'), ip: addressOf(c), agent: c.req.header('user-agent') }
  const enter = sql`select app.enter_calendar(decode(${hash}, 'hex'), ${JSON.stringify(trace)}::jsonb)`
  try {
    const [, calendar] = await c.get('database').batch([enter, sql`select app.calendar_feed()::text`])
    return calendar ?? null
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return null
    throw error
  }
}

const notFoundResponse = () => new Response(null, { status: 404 })
