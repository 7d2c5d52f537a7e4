import { sql } from 'drizzle-orm'
import { note } from '../kit/log.ts'
import { eraseOrphans } from './attachments.ts'
import type { Consumer } from './consumer.ts'

/** Organizations, or rows to delete, of one page of the daily work. */
const pageSize = 1000

/** Does a page of a part of the daily work, and leaves what remains to another job. */
export const dailyWork: Consumer = {
  topic: 'daily',
  action: 'daily.run',
  whenSuspended: true,
  react: async ({ payload }, database, files) => {
    const part = String(payload.part)
    const after = typeof payload.after === 'string' ? payload.after : null
    const goOn = (from: string | null) =>
      sql`select app.emit('daily', ${JSON.stringify({ ...payload, after: from })}::jsonb)`
    if (part === 'files') {
      const last = await eraseOrphans(database, files, after)
      return last ? [goOn(last)] : []
    }
    const max = Number(payload.page ?? pageSize)
    const [page] = await database.batch([sql`select app.run_daily(${part}, ${after}::uuid, ${max}::int)`])
    const { found, more, after: next } = JSON.parse(page!)
    if (found) note('daily_step_found', { step: part, found })
    return more ? [goOn(next)] : []
  },
}
