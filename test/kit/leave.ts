import { asOwner, type Caller, type Json } from './client.ts'
import { join, type Workspace, workspace } from './makers.ts'

/** Monday to Friday, nine to five. */
export const fullWeek = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, intervals: [[540, 1020]] }))

export const hire = (ws: Workspace, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/employees`, { first_name: 'Ada', hire_date: '2020-01-01', ...draft })

/** An organization in Spain where Ada reports to Grace and works full weeks, with a type of vacation. */
export async function office(type: object = {}, person: object = {}) {
  const ws = await workspace()
  await ws.owner.ok('PATCH', ws.base, { country: 'ES', timezone: 'Europe/Madrid' })
  await ws.owner.ok('POST', `${ws.base}/work-schedules`, {
    name: 'Full time',
    days: fullWeek,
    is_default: true,
  })
  const [boss, ada] = [await join(ws), await join(ws)]
  const lead = await hire(ws, { first_name: 'Grace', user_id: boss.id })
  const worker = await hire(ws, { user_id: ada.id, manager_employee_id: lead.id, ...person })
  const vacation = await makeType(ws, type)
  return { ws, boss, ada, lead, worker, vacation }
}

export const makeType = (ws: Workspace, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/leave-types`, { name: 'Vacation', annual_allowance: '22', ...draft })

export const ask = (at: { ws: Workspace; vacation: Json }, who: Caller, body: object) =>
  who.call('POST', `${at.ws.base}/leave-requests`, { leave_type_id: at.vacation.id, ...body })
export const asked = async (
  at: { ws: Workspace; vacation: Json },
  who: Caller,
  body: object,
): Promise<Json> => who.ok('POST', `${at.ws.base}/leave-requests`, { leave_type_id: at.vacation.id, ...body })

/** Corrects what somebody has of a type in 2026 by hand. */
export const adjust = (
  { ws, worker, vacation }: { ws: Workspace; worker: Json; vacation: Json },
  amount: string,
) =>
  ws.owner.call('POST', `${ws.base}/vacation-balances/adjustments`, {
    employee_id: worker.id,
    leave_type_id: vacation.id,
    year: 2026,
    amount,
    note: 'Worked on a Sunday',
  })

/** Days of a type that were carried into a year. */
export const carry = (
  { ws, worker, vacation }: { ws: Workspace; worker: Json; vacation: Json },
  amount: string,
  year = 2026,
) =>
  asOwner(
    `insert into leave_ledger (org_id, employee_id, leave_type_id, year, kind, amount, effective_on, created_by)
      values ($1, $2, $3, $4::int, 'carryover', $5, make_date($4::int, 1, 1), $6)`,
    [ws.org.id, worker.id, vacation.id, year, amount, ws.owner.id],
  )

/** What is left of a type for somebody on a day. */
export async function available(
  at: { ws: Workspace; vacation: Json; worker: Json },
  as_of: string,
): Promise<string> {
  const path = `${at.ws.base}/employees/${at.worker.id}/vacation-balance?as_of=${as_of}`
  const { items } = await at.ws.owner.ok('GET', path)
  return items.find(({ leave_type_id }: Json) => leave_type_id === at.vacation.id).available
}

/** The day so many days from today, in Spain. */
export const dayFrom = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: 'Europe/Madrid' })

/** The year after the present one, in Spain. */
export const nextYear = Number(dayFrom(0).slice(0, 4)) + 1

/** The day so many days after the first Monday of a month of next year: one on which people work, where it is February. */
export function nextYearDay(month: number, days = 0): string {
  const first = new Date(Date.UTC(nextYear, month - 1, 1))
  const monday = 1 + ((8 - first.getUTCDay()) % 7)
  return new Date(Date.UTC(nextYear, month - 1, monday + days)).toISOString().slice(0, 10)
}

/** The two last Mondays to Fridays up to a day and the two after it. */
export function around(day: string): { start_date: string; end_date: string } {
  const days = Array.from({ length: 11 }, (_, n) => new Date(Date.parse(day) + (n - 5) * 86_400_000))
  const workdays = days
    .filter((one) => one.getUTCDay() % 6 !== 0)
    .map((one) => one.toISOString().slice(0, 10))
  const after = workdays.findIndex((one) => one > day)
  return { start_date: workdays[after - 2]!, end_date: workdays[after + 1]! }
}

/** A day as sentences name it, such as 2 Feb 2027. */
export const named = (date: string) =>
  new Date(date).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })

/** Days of one month as sentences name them, such as 1–5 Feb 2027. */
export const namedSpan = (first: string, last: string) => `${Number(first.slice(8))}–${named(last)}`

/** Approved leave of somebody, entered by the owner. */
export async function away(at: { ws: Workspace; vacation: Json }, who: Json, from: number, to: number) {
  const span = { start_date: dayFrom(from), end_date: dayFrom(to), employee_id: who.id }
  const { id, status } = await asked(at, at.ws.owner, span)
  if (status === 'pending') await at.ws.owner.ok('POST', `${at.ws.base}/leave-requests/${id}/approve`, {})
  return id as string
}
