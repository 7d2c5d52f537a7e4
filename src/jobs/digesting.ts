import { sql } from 'drizzle-orm'
import { notificationPreferences as preferences, notifications } from '../../db/schema/notifications.ts'
import { Refusal } from '../kit/errors.ts'
import { all, jsonb, uuids } from '../kit/sql.ts'
import { inbox, unread } from '../shared/inbox.ts'
import type { Consumer } from './consumer.ts'

type Unread = { id: string; reason: string; title: string }

const maxItems = 30

/** Unread, not mailed yet, wanted by mail and visible now to the person who is entered. */
const unmailed = sql`select coalesce(json_agg(n), '[]')::text from (
  select ${notifications.id} as id, ${notifications.reason} as reason, ${notifications.title} as title
  from ${notifications} where ${all(
    inbox,
    unread,
    sql`${notifications.mailed_at} is null`,
    sql`exists (select from ${preferences} where ${preferences.org_id} = ${notifications.org_id}
      and ${preferences.user_id} = ${notifications.user_id} and ${preferences.reason} = ${notifications.reason}
      and ${preferences.email})`,
  )} order by ${notifications.created_at}, ${notifications.id} limit ${maxItems}) n`

/** Mails a person their unread notifications. */
export const digesting: Consumer = {
  topic: 'digest',
  action: 'notification.mailed',
  mails: true,
  async react({ org_id, payload }, database) {
    const person = String(payload.user_id)
    const enter = sql`select app.enter_link(${org_id}::uuid, ${person}::uuid, 10, '{}')`
    const read = await database.batch([enter, unmailed]).catch(asEmpty)
    const found = JSON.parse(read.at(-1)!) as Unread[]
    if (!found.length) return []
    const items = found.map(({ reason, title }) => ({ reason, title }))
    const notified = uuids(found.map(({ id }) => id))
    return [sql`select app.queue_digest(${person}::uuid, ${jsonb(items)}, ${notified})`]
  },
}

/** Former members get nothing. */
function asEmpty(error: unknown): string[] {
  if (error instanceof Refusal && error.status === 404) return ['[]']
  throw error
}
