import { sql } from 'drizzle-orm'
import { notFound } from '../../kit/errors.ts'
import { addressOf, type Context } from '../../kit/http.ts'
import { jsonb } from '../../kit/sql.ts'
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
    handle: unsubscribe,
  },
])

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
