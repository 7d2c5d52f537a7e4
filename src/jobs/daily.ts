import { sql } from 'drizzle-orm'
import { note } from '../kit/log.ts'
import type { Consumer } from './consumer.ts'

/** Organizations, or rows to delete, of one page of the daily work. */
const pageSize = 1000

/** Does a page of a part of the daily work, and leaves what remains to another job. */
export const dailyWork: Consumer = {
  topic: 'daily',
  action: 'daily.run',
  whenSuspended: true,
  react: async ({ payload }, database) => {
    const part = String(payload.part)
    const after = typeof payload.after === 'string' ? payload.after : null
    const max = Number(payload.page ?? pageSize)
    const [page] = await database.batch([sql`select app.run_daily(${part}, ${after}::uuid, ${max}::int)`])
    const { found, more, after: next } = JSON.parse(page!)
    if (found) note('daily_step_found', { step: part, found })
    return more ? [sql`select app.emit('daily', ${JSON.stringify({ ...payload, after: next })}::jsonb)`] : []
  },
}
