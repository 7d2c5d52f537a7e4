import { sql } from 'drizzle-orm'
import { jsonb } from '../kit/sql.ts'
import type { Database } from '../kit/database.ts'
import { log } from '../kit/log.ts'
import type { Carried } from '../shared/sealing/sealed.ts'
import { shardOf } from '../shared/shards.ts'
import type { Attempt, Message, SealedSetting, WebhookSender } from '../shared/webhooks/sender.ts'
import { callsOutside, Unfinished } from './allowance.ts'
import { type Consumer, endless } from './consumer.ts'
import { addObjects } from './webhook-objects.ts'

/** Makes the messages of what changed, and wakes the clock that sends them. */
export const makingMessages: Consumer = {
  topic: 'webhooks',
  inSteps: true,
  action: 'webhook.messages_made',
  async react({ org_id }, database, _files, _keys, { webhooks, wake } = {}) {
    const make = sql`select app.make_webhook_messages(${webhooks?.webUrl ?? null})`
    const [made] = await database.batch([make])
    const { sends, incomplete } = JSON.parse(made!) as { sends: boolean; incomplete: boolean }
    if ((incomplete && (await addObjects(database, webhooks?.webUrl ?? null))) || sends)
      await wake?.(shardOf(org_id) + 16)
    return []
  },
}

/** How long one organization may send before it is the turn of the next, in milliseconds. */
const turn = 20_000
/** A round leases five messages at most, and records what came of them. */
const callsOfRound = 2 + 5 * callsOutside

/** Sends what is due, five messages at once, by a clock of its own: see `app.job_shard`. */
export const sendingMessages: Consumer = {
  topic: 'webhooks.send',
  action: 'webhook.sent',
  async react({ org_id }, database, _files, _keys, { webhooks, room = endless } = {}) {
    const until = Date.now() + turn
    // What was sent must be recorded.
    if (!room.has(callsOfRound)) throw new Unfinished('no room for a round')
    const mayGoOn = () => Date.now() < until && room.has(callsOfRound)
    for (let sent = webhooks ? 1 : 0; sent > 0 && mayGoOn();) {
      sent = await sendDue(org_id, database, webhooks!)
      room.spend(sent * callsOutside)
    }
    return [sql`select app.schedule_webhooks(now()::timestamptz(3))`]
  },
}

type Leased = Message & { n: number; endpoint: string; sealed: Carried; setting: SealedSetting | null }

/** Sends the messages that are due at a moment, and records what came of them; returns how many there were. */
export async function sendDue(
  org: string,
  database: Database,
  webhooks: WebhookSender,
  now: () => Date = () => new Date(),
  jitter: () => number = () => Math.random() / 10,
): Promise<number> {
  const at = now().toISOString()
  const [leased] = await database.batch([sql`select app.lease_webhook_messages(${at}::timestamptz)`])
  const messages = JSON.parse(leased!) as Leased[]
  if (!messages.length) return 0
  const results = await Promise.all(
    messages.map(async ({ id, n, endpoint, sealed, setting, ...message }) => {
      const opened = setting ? webhooks.openAddress(org, setting) : webhooks.open(org, endpoint, sealed)
      const attempt = await opened
        .then((to) => webhooks.send(to, { id, ...message }, now()))
        .catch((error: unknown): Attempt => {
          log('webhook_not_opened', id, error)
          return { ms: 0, status: null, outcome: 'failed', answer: null, retry_after: null }
        })
      return { id, n, ...attempt, jitter: jitter() }
    }),
  )
  const done = now().toISOString()
  await database.batch([sql`select app.record_webhook_attempts(${jsonb(results)}, ${done}::timestamptz)`])
  return messages.length
}
