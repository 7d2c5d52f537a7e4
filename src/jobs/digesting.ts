import { sql } from 'drizzle-orm'
import { notificationPreferences as preferences, notifications } from '../../db/schema/notifications.ts'
import { Refusal } from '../kit/errors.ts'
import { all, jsonb, uuids } from '../kit/sql.ts'
import { inbox, unread } from '../shared/inbox.ts'
import type { Consumer } from './consumer.ts'

type News = { id: string; reason: string; title: string }

const most = 30

/** Unread, not mailed yet and wanted by mail, as the person who is entered may see it now. */
const news = sql`select coalesce(json_agg(n), '[]')::text from (
  select ${notifications.id} as id, ${notifications.reason} as reason, ${notifications.title} as title
  from ${notifications} where ${all(
    inbox,
    unread,
    sql`${notifications.mailed_at} is null`,
    sql`exists (select from ${preferences} where ${preferences.org_id} = ${notifications.org_id}
      and ${preferences.user_id} = ${notifications.user_id} and ${preferences.reason} = ${notifications.reason}
      and ${preferences.email})`,
  )} order by ${notifications.created_at}, ${notifications.id} limit ${most}) n`

/** Mails a person what has come for them, unless they have read it meanwhile. */
export const digesting: Consumer = {
  topic: 'digest',
  action: 'notification.mailed',
  mails: true,
  async react({ org_id, payload }, database) {
    const person = String(payload.user_id)
    const enter = sql`select app.enter_link(${org_id}::uuid, ${person}::uuid, 10, '{}')`
    const read = await database.batch([enter, news]).catch(nobody)
    const found = JSON.parse(read.at(-1)!) as News[]
    if (!found.length) return []
    const items = found.map(({ reason, title }) => ({ reason, title }))
    const told = uuids(found.map(({ id }) => id))
    return [sql`select app.post_digest(${person}::uuid, ${jsonb(items)}, ${told})`]
  },
}

/** Who is no member any more gets nothing. */
function nobody(error: unknown): string[] {
  if (error instanceof Refusal && error.status === 404) return ['[]']
  throw error
}
