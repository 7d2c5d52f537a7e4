import { sql } from 'drizzle-orm'
import { invalid, notFound, unauthorized } from '../../kit/errors.ts'
import { addressOf, type Context, tooLarge } from '../../kit/http.ts'
import { jsonb } from '../../kit/sql.ts'
import { readText } from '../../shared/body.ts'
import { reports } from '../../shared/mail/events.ts'
import { asRecord } from '../../shared/outbound/records.ts'
import { readUnsubscription } from '../../shared/mail/unsubscribing.ts'
import { endpoints } from '../endpoint.ts'

export default endpoints('mail', 'Mail', [
  {
    id: 'unsubscribe',
    summary: 'Stop the mail about notifications of an organization, by the link in such a mail',
    at: 'POST /api/v1/unsubscribe/{token}',
    auth: 'none',
    params: { token: 'From the header List-Unsubscribe' },
    details:
      'What mail programs do at one click (RFC 8058); the link is the credential. Notifications still come to the ' +
      'inbox, and updateNotificationPreferences switches the mail on again.',
    status: 204,
    refuses: [404, 503],
    perMinute: 30,
    whileReadOnly: true,
    handle: unsubscribe,
  },
  {
    id: 'receiveMailEvent',
    summary: 'Take the report of the mail provider that a mail came back',
    at: 'POST /api/v1/mail-events',
    auth: 'none',
    details:
      'For the webhook of Resend (signed, with the headers svix-id, svix-timestamp and svix-signature) or of Postmark (basic ' +
      'authentication). The message of the ticket then shows that it bounced. Other events are taken and have no effect.',
    status: 204,
    refuses: [401, 404, 413, 422],
    perMinute: 600,
    handle: receiveEvent,
  },
])

const maxEventBytes = 256 * 1024

async function receiveEvent(c: Context) {
  const { MAIL_PROVIDER: name = '', MAIL_WEBHOOK_SECRET: secret } = c.env
  if (!secret || !Object.hasOwn(reports, name)) throw notFound('webhook of a mail provider')
  const provider = reports[name as keyof typeof reports]
  const body = await readText(c, maxEventBytes)
  if (body === null) throw tooLarge(maxEventBytes)
  if (!(await provider.isGenuine(secret, (header) => c.req.header(header), body, new Date())))
    throw unauthorized(
      'the request is not from the mail provider, or MAIL_WEBHOOK_SECRET is not that of its webhook',
    )
  const returned = provider.returned(eventOf(body))
  if (returned)
    await c.get('database').batch([sql`select app.record_bounce(${returned.mail}::uuid, ${returned.reason})`])
  return c.body(null, 204)
}

function eventOf(body: string): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(body))
  } catch {
    throw invalid('body: not JSON')
  }
}

async function unsubscribe(c: Context) {
  const subscription = readUnsubscription(c.env.JWT_KEYS, c.req.param('token') ?? '')
  if (!subscription) throw notFound('link')
  const trace = {
    action: 'notification_preferences.unsubscribed',
    request: c.get('requestId'),
    ip: addressOf(c),
    agent: c.req.header('user-agent'),
  }
  await c
    .get('database')
    .batch([
      sql`select app.unsubscribe(${subscription.person}::uuid, ${subscription.org}::uuid, ${jsonb(trace)})`,
    ])
  return c.body(null, 204)
}
