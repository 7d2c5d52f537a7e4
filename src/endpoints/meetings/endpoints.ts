import { sql } from 'drizzle-orm'
import { jwtVerify } from 'jose'
import { base64 } from '../../base/base64.ts'
import { notFound } from '../../kit/errors.ts'
import type { Context } from '../../kit/http.ts'
import { jsonb } from '../../kit/sql.ts'
import { endpoints } from '../endpoint.ts'
import { providerEvent } from '../provider-event.ts'

export default endpoints('meetings', 'Meetings', [
  {
    id: 'receiveMeetingEvent',
    summary: 'Take what a provider of rooms reports',
    at: 'POST /api/v1/meetings/webhooks/{provider}',
    auth: 'none',
    params: { provider: 'livekit' },
    details:
      'Signed by a JWT in Authorization, with the hash of the body. Each event counts once; those of unknown rooms are taken and have no effect.',
    status: 200,
    refuses: [401, 404, 413, 422],
    perMinute: 600,
    handle: receiveEvent,
  },
])

async function receiveEvent(c: Context) {
  const { livekit } = c.get('outside')().rooms
  if (c.req.param('provider') !== 'livekit' || !livekit) throw notFound('webhook')
  const event = await providerEvent(c, (body) => isGenuine(livekit, c.req.header('authorization'), body))
  await c.get('database').batch([sql`select app.take_meeting_event('livekit', ${jsonb(event)})`])
  return c.json({})
}

/** Whether a JWT of one of the secrets has the hash of this body. */
export async function isGenuine(
  { key, secrets }: { key: string; secrets: string[] },
  header: string | undefined,
  body: Uint8Array,
  now = new Date(),
): Promise<boolean> {
  const token = (header ?? '').replace(/^Bearer\s+/i, '')
  const hash = base64(new Uint8Array(await crypto.subtle.digest('SHA-256', body as BufferSource)))
  for (const secret of secrets) {
    const how = { issuer: key, algorithms: ['HS256'], currentDate: now }
    const verified = await jwtVerify(token, new TextEncoder().encode(secret), how).catch(() => null)
    if (verified) return verified.payload.sha256 === hash
  }
  return false
}
