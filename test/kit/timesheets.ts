import { asOwner, type Caller, type Json } from './client.ts'
import { fullWeek, hire } from './leave.ts'
import { join, type Workspace, workspace } from './makers.ts'

/** A week whose Tuesday is a holiday in Spain, and the one after it. */
export const week = '2026-01-05'
export const nextWeek = '2026-01-12'

/** An organization in Spain where Ada reports to Grace, who is a member like her, and works full weeks. */
export async function crew(person: object = {}) {
  const ws = await workspace()
  await ws.owner.ok('PATCH', ws.base, { country: 'ES', timezone: 'Europe/Madrid' })
  await ws.owner.ok('POST', `${ws.base}/work-schedules`, {
    name: 'Full time',
    days: fullWeek,
    is_default: true,
  })
  const [boss, ada] = [await join(ws, 'member', 'Grace'), await join(ws, 'member', 'Ada')]
  const lead = await hire(ws, { first_name: 'Grace', user_id: boss.id })
  const worker = await hire(ws, { user_id: ada.id, manager_employee_id: lead.id, ...person })
  return { ws, boss, ada, lead, worker }
}
export type Crew = Awaited<ReturnType<typeof crew>>

export const timesheetPath = ({ base }: Workspace, path = '') => `${base}/timesheets${path}`
export const sheetAt = ({ ws, worker }: Crew, monday: string, action = '') =>
  timesheetPath(ws, `/${worker.id}/${monday}${action && `/${action}`}`)

export const get = (of: Crew, monday: string, who = of.ada): Promise<Json> =>
  who.ok('GET', sheetAt(of, monday))

/** Time of a day, or between two moments. */
export const log = (of: Crew, draft: object, who: Caller = of.ada): Promise<Json> =>
  who.ok('POST', `${of.ws.base}/time-entries`, draft)
/** Time between two moments of any day, also of days to come. */
export const entered = ({ ws, ada }: Crew, started_at: string, ended_at: string) =>
  asOwner(
    `insert into time_entries (org_id, user_id, created_by, started_at, ended_at, work_date, duration_seconds)
      values ($1, $2, $2, $3, $4, ($3::timestamptz at time zone 'Europe/Madrid')::date,
        extract(epoch from $4::timestamptz - $3::timestamptz))`,
    [ws.org.id, ada.id, started_at, ended_at],
  )
export const hours = (day: string, count: number) => ({ work_date: day, duration_seconds: count * 3600 })

export const submit = (of: Crew, monday: string, body: object = {}, who: Caller = of.ada) =>
  who.call('POST', sheetAt(of, monday, 'submit'), body)
export const submitted = async (of: Crew, monday: string, body: object = {}): Promise<Json> =>
  of.ada.ok('POST', sheetAt(of, monday, 'submit'), body)
export const approve = (of: Crew, monday: string, who: Caller = of.boss, body: object = {}) =>
  who.call('POST', sheetAt(of, monday, 'approve'), body)
