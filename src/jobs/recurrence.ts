import { sql } from 'drizzle-orm'
import * as imported from 'rrule'
import { jsonb } from '../kit/sql.ts'
import type { Consumer } from './consumer.ts'
import { type Following, nextOccurrence, type Recurring } from './recurrence-dates.ts'

type Library = typeof imported
/**
 * Node sees the package as CommonJS with everything under `default`, bundlers as a module with named exports.
 */
// oxlint-disable-next-line import/namespace -- the default exists in Node only
const { rrulestr }: Library = 'default' in imported ? (imported.default as Library) : imported

/**
 * A rule that never matches is searched up to the year 9999. The calendar repeats exactly every 400 years, so
 * the search starts 7600 years later: the same result for a twentieth of the work.
 */
const yearsAhead = 7600
const shifted = (year: string) => String(Math.min(Number(year) + yearsAhead, 9999))
const unshifted = (day: string) => `${Number(day.slice(0, 4)) - yearsAhead}${day.slice(4, 10)}`

export const following: Following = (rule, start) => {
  const from = shifted(start.slice(0, 4)) + start.slice(4)
  const shiftedRule = rule.replace(/UNTIL=(\d{4})/, (_, year: string) => `UNTIL=${shifted(year)}`)
  const all = rrulestr(`DTSTART:${from.replaceAll('-', '')}T000000Z\nRRULE:${shiftedRule}`)
  const found = all.after(new Date(`${from}T00:00:00Z`), false)
  return found && unshifted(found.toISOString())
}

/**
 * Creates the next occurrence of a completed recurring task. Safe to run twice and late: a task has at most
 * one successor, and one reopened, deleted or closed in the meantime gets none.
 */
export const recurrence: Consumer = {
  topic: 'task.recurred',
  action: 'task.recurred',
  async react({ org_id, payload }, database) {
    const task = String(payload.task_id)
    const [found] = await database.batch([sql`select app.recurring_task(${org_id}::uuid, ${task}::uuid)`])
    const next = found ? nextOccurrence(JSON.parse(found) as Recurring, following) : null
    return next
      ? [
          sql`select set_config('app.automation_chain', ${chainOf(payload.chain)}, true)`,
          sql`select app.create_recurrence(${org_id}::uuid, ${task}::uuid, ${jsonb(next)})`,
        ]
      : []
  },
}

/**
 * The automations that completed the task are passed on to its successor, so that none of them can loop
 * through it.
 */
const chainOf = (chain: unknown) => `{${Array.isArray(chain) ? chain.join(',') : ''}}`
