import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { employees } from '../../../db/schema/employees.ts'
import { isSelf } from '../../../db/schema/scopes.ts'
import { timesheets } from '../../../db/schema/timesheets.ts'
import {
  all,
  answer,
  ensure,
  inOrg,
  json,
  jsonb,
  jsonList,
  page,
  roleLevel,
  type Ref,
  shape,
} from '../../kit/sql.ts'
import { type Target, targetOf } from '../../kit/targets.ts'
import { employeeTarget, noOwnRecord } from '../../shared/employees.ts'
import { person } from '../../shared/people.ts'
import { type Approvals, type MissingFilter, Timesheet, type TimesheetFilter } from './schemas.ts'

/** An employee, or `me`. Whose weeks the caller reaches is for the functions, which tell others as missing. */
export const whose: Target = {
  ...employeeTarget,
  keyFormat: /^me$/,
  byKey: () => sql`(select app.employee_id())`,
  keyless: noOwnRecord,
  locksItself: true,
}

type Week = { employee_id: Ref; week_start: Ref }
const weekOf = ({ employee_id, week_start }: Week) => sql`app.week_named(${employee_id}::uuid, ${week_start})`
const found = (of: Week) =>
  ensure(sql`app.reaches_week(${of.employee_id}::uuid, ${weekOf(of)})`, 'WM404', 'employee not found')

export const get = (of: Week) => [
  found(of),
  answer(sql`app.timesheet_json(${of.employee_id}::uuid, ${weekOf(of)})`),
]

/** After what `act` does with the employee and the Monday: the week as it is then. */
const after = (of: Week, act: (employee: Ref, monday: Ref) => ReturnType<typeof sql>) => [
  found(of),
  sql`select set_config('app.week', ${weekOf(of)}::text, true)`,
  act(sql`${of.employee_id}::uuid`, acted),
  answer(sql`app.timesheet_json(${of.employee_id}::uuid, ${acted})`),
]
/** Named once, as `submitted` means another week afterwards. */
const acted = sql`current_setting('app.week')::date`

export const submit = (of: Week, body: object | undefined) =>
  after(
    of,
    (employee, monday) => sql`select app.submit_timesheet(${employee}, ${monday}, ${jsonb(body ?? {})})`,
  )

export const decide = (
  of: Week,
  decision: 'approved' | 'rejected',
  body: { note?: string | undefined; version?: number | undefined } | undefined,
) =>
  after(
    of,
    (
      employee,
      monday,
    ) => sql`select app.decide_timesheet(${employee}, ${monday}, ${decision}, ${body?.note ?? null},
      ${body?.version ?? null}::int)`,
  )

export const reopen = (of: Week, note: string | undefined) =>
  after(of, (employee, monday) => sql`select app.reopen_timesheet(${employee}, ${monday}, ${note ?? null})`)

export const approveAll = ({ items }: z.output<typeof Approvals>) =>
  answer(sql`app.approve_timesheets(${jsonb(items)})`)

const reached = targetOf(timesheets, { noun: 'timesheet' }).notDeleted
const hasWeeks = ensure(sql`app.employee_id() is not null or ${roleLevel} >= 30`, 'WM404', noOwnRecord)
const expected = sql`(${timesheets.contracted_minutes} - ${timesheets.holiday_minutes} - ${timesheets.leave_minutes})`
const listed = shape(Timesheet, timesheets, {
  employee: {
    employee_id: timesheets.employee_id,
    name: sql`(select ${employees.name} from ${employees} where ${inOrg(employees)}
      and ${employees.id} = ${timesheets.employee_id})`,
  },
  week_end: sql`${timesheets.week_start} + 6`,
  expected_minutes: expected,
  balance_minutes: sql`${timesheets.worked_minutes} - ${expected}`,
  is_own: sql`coalesce(${isSelf(timesheets.employee_id)}, false)`,
  stale: sql`stale.id is not null`,
  decided_by: person(timesheets.decided_by),
})
const sorts = { week_start: timesheets.week_start, submitted_at: timesheets.submitted_at }

export function list(query: z.output<typeof TimesheetFilter>) {
  const { status, employee_id, mine, department_id, from, to, sort, limit, offset } = query
  const where = all(
    reached,
    status !== undefined && sql`${timesheets.status} in ${status}`,
    employee_id !== undefined && sql`${timesheets.employee_id} = ${employee_id}`,
    mine !== undefined && sql`coalesce(${isSelf(timesheets.employee_id)}, false) = ${mine}`,
    department_id !== undefined &&
      sql`(app.position_now(${timesheets.employee_id})).department_id in (select b.id
        from app.departments_below(${department_id}) b)`,
    from !== undefined && sql`${timesheets.week_start} + 6 >= ${from}::date`,
    to !== undefined && sql`${timesheets.week_start} <= ${to}::date`,
  )
  const order = sort.map(
    ({ key, descending }) =>
      sql`${sorts[key as keyof typeof sorts]} ${sql.raw(descending ? 'desc' : 'asc')} nulls last, `,
  )
  // What is stale is computed for the whole page at once.
  const ids = sql`array(select ${timesheets.id} from ${timesheets} where ${where}
    order by ${sql.join(order)}${timesheets.id} limit ${limit} offset ${offset})`
  return [
    hasWeeks,
    page(query, listed, {
      from: sql`${timesheets} left join app.stale_sheets(${ids}) stale on stale.id = ${timesheets.id}`,
      where,
      sorts,
      total: sql`(select count(*) from ${timesheets} where ${where})`,
    }),
  ]
}

export function missing(query: z.output<typeof MissingFilter>) {
  const { from, to, employee_id, department_id, mine, limit, offset } = query
  const last = to === undefined ? sql`app.org_today() - 7` : sql`${to}::date`
  const first = from === undefined ? sql`app.week_begun(${last}) - 21` : sql`${from}::date + 6`
  const found = sql`app.missing_weeks(app.week_begun(${first}), app.week_begun(${last}), ${employee_id ?? null}::uuid,
    ${department_id ?? null}::uuid, ${mine ?? null}::boolean)`
  return [
    hasWeeks,
    ensure(
      sql`${last} - ${first} < 26 * 7`,
      'WM422',
      'query.from: at most 26 weeks before to, or before today without one',
    ),
    sql`with found as materialized (select * from ${found}) select ${json({
      items: jsonList(
        {
          employee: json({ employee_id: sql`f.employee_id`, name: sql`f.name` }),
          week_start: sql`f.week_start`,
          week_end: sql`f.week_start + 6`,
          status: sql`f.status`,
          worked_minutes: sql`f.worked`,
          expected_minutes: sql`f.expected`,
        },
        sql`from (select * from found order by week_start desc, app.folded(name), employee_id
          limit ${limit} offset ${offset}) f`,
        sql`f.week_start desc, app.folded(f.name), f.employee_id`,
      ),
      total: sql`(select count(*) from found)`,
      limit: sql`${limit}::int`,
      offset: sql`${offset}::int`,
    })}::text as answer`,
  ]
}
