import { sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod'
import { employees } from '../../../db/schema/employees.ts'
import { leaveDays, leaveLedger, leaveRequests, leaveTypes } from '../../../db/schema/leave.ts'
import { inTeam, isSelf } from '../../../db/schema/scopes.ts'
import {
  all,
  answer,
  ensure,
  ensureFields,
  inOrg,
  json,
  jsonb,
  jsonIf,
  jsonList,
  one,
  page,
  rank,
  type Ref,
  shape,
} from '../../kit/sql.ts'
import { referencesIn, targetOf } from '../../kit/targets.ts'
import { decimalText } from '../../shared/money/fields.ts'
import { person } from '../../shared/people.ts'
import { unarchived } from '../../shared/references.ts'
import { employeeTarget as employee } from '../../shared/employees.ts'
import { type BalanceFilter, LedgerEntry, type LedgerFilter } from './balance-schemas.ts'
import {
  type CalendarFilter,
  type LeaveChange,
  type LeaveDraft,
  type LeaveFilter,
  LeaveRequest,
  LeaveRequestDetail,
} from './schemas.ts'
import { type } from './types.ts'

export const requestTarget = {
  ...targetOf(leaveRequests, { noun: 'leave request' }),
  locksItself: true as const,
}

const nameOf = (id: SQL | { readonly keyAsName: boolean }) =>
  sql`(select ${employees.name} from ${employees} where ${inOrg(employees)} and ${employees.id} = ${id})`
const isTold = sql`(select app.impersonator()) is null and (${isSelf(leaveRequests.employee_id)} or ${rank} >= 40
  or not ${leaveTypes.overrides})`
const source = sql`${leaveRequests} join ${leaveTypes} on ${inOrg(leaveTypes)} and ${leaveTypes.id} = ${leaveRequests.leave_type_id}`

const shown = {
  employee: { employee_id: leaveRequests.employee_id, name: nameOf(leaveRequests.employee_id) },
  leave_type: { leave_type_id: leaveTypes.id, name: leaveTypes.name, unit: leaveTypes.unit },
  is_own: sql`coalesce(${isSelf(leaveRequests.employee_id)}, false)`,
  total: decimalText(leaveRequests.total),
  asked: jsonIf(sql`${leaveRequests.asked_employee_id} is not null`, {
    employee_id: leaveRequests.asked_employee_id,
    name: nameOf(leaveRequests.asked_employee_id),
  }),
}
const listed = shape(LeaveRequest, leaveRequests, shown)
const whole = shape(LeaveRequestDetail, leaveRequests, {
  ...shown,
  reason: sql`case when ${isTold} then ${leaveRequests.reason} end`,
  days: jsonList(
    {
      date: leaveDays.day,
      am: sql`${leaveDays.am} > 0`,
      pm: sql`${leaveDays.pm} > 0`,
      minutes: leaveDays.minutes,
      amount: decimalText(leaveDays.amount),
    },
    sql`from ${leaveDays} where ${inOrg(leaveDays)} and ${leaveDays.request_id} = ${leaveRequests.id}`,
    sql`${leaveDays.day}`,
  ),
  balance_after: sql`case when ${leaveTypes.affects_balance} then (select trim_scale(b.available)::text
    from app.leave_balance_on(${leaveRequests.employee_id}, ${leaveTypes}, extract(year from ${leaveRequests.start_date})::int,
      ${leaveRequests.start_date}) b) end`,
  decided_by: person(leaveRequests.decided_by),
})
const visible = requestTarget.live

export const get = (id: Ref) => one(whole, all(visible, sql`${leaveRequests.id} = ${id}`), source)

const inDepartment = (employee_id: SQL | { readonly keyAsName: boolean }, department: string | undefined) =>
  department !== undefined &&
  sql`(app.position_now(${employee_id})).department_id in (select b.id from app.departments_below(${department}) b)`

export function list(query: z.output<typeof LeaveFilter>) {
  const { status, employee_id, mine, leave_type_id, department_id, from, to } = query
  return page(query, listed, {
    from: source,
    where: all(
      visible,
      status !== undefined && sql`${leaveRequests.status} in ${status}`,
      employee_id !== undefined && sql`${leaveRequests.employee_id} = ${employee_id}`,
      mine !== undefined && sql`coalesce(${isSelf(leaveRequests.employee_id)}, false) = ${mine}`,
      leave_type_id !== undefined && sql`${leaveRequests.leave_type_id} = ${leave_type_id}`,
      inDepartment(leaveRequests.employee_id, department_id),
      from !== undefined && sql`${leaveRequests.end_date} >= ${from}`,
      to !== undefined && sql`${leaveRequests.start_date} <= ${to}`,
    ),
    sorts: { start_date: leaveRequests.start_date, created_at: leaveRequests.created_at },
  })
}

const refers = {
  leave_type_id: unarchived(type.target, sql`${leaveTypes.archived_at} is not null`, 'choose another'),
  employee_id: employee,
}
const mine = sql`(select app.employee_id())`
/** Whose leave is meant, found and permitted: the own, or for admins that of others. */
const permitted = (body: { employee_id?: string | undefined }): SQL[] => [
  ...(body.employee_id === undefined
    ? [
        ensure(
          sql`${mine} is not null`,
          'WM404',
          'no employee record is linked to your account; ask an administrator',
        ),
      ]
    : [
        ensure(
          sql`${body.employee_id}::uuid = ${mine} or ${rank} >= 40`,
          'WM403',
          'leave for somebody else is for admins to enter',
        ),
      ]),
  ...ensureFields(referencesIn(refers, body)),
]

type Draft = z.output<typeof LeaveDraft>
const whose = ({ employee_id }: Draft) => (employee_id === undefined ? mine : sql`${employee_id}::uuid`)

export const create = (id: string, body: Draft) => {
  const { employee_id: _, ...sent } = body
  return [
    ...permitted(body),
    sql`select app.save_leave_request(${id}::uuid, ${whose(body)}, ${jsonb(sent)})`,
    get(id),
  ]
}
export const preview = (body: Draft) => {
  const { employee_id: _, ...sent } = body
  return [...permitted(body), answer(sql`app.preview_leave(${whose(body)}, ${jsonb(sent)})`)]
}

const row = (id: Ref) => all(visible, sql`${leaveRequests.id} = ${id}`)
const owner = (id: Ref) => sql`(select ${leaveRequests.employee_id} from ${leaveRequests} where ${row(id)})`
export const change = (id: Ref, { version, ...sent }: z.output<typeof LeaveChange>) => [
  ensure(
    sql`${owner(id)} = ${mine} or ${rank} >= 40`,
    'WM403',
    'only the person or an admin changes a request',
  ),
  ...ensureFields(referencesIn(refers, sent)),
  ...(version === undefined
    ? []
    : [
        ensure(
          sql`(select ${leaveRequests.version} from ${leaveRequests} where ${row(id)}) = ${version}`,
          'WM409',
          'the request was changed meanwhile; look again',
        ),
      ]),
  sql`select app.save_leave_request(${id}::uuid, ${owner(id)}, ${jsonb(sent)})`,
  get(id),
]

export const decide = (
  id: Ref,
  decision: 'approved' | 'rejected',
  body: { note?: string | undefined; version?: number | undefined } | undefined,
) => [
  sql`select app.decide_leave_request(${id}::uuid, ${decision}, ${body?.note ?? null}, ${body?.version ?? null}::int)`,
  get(id),
]
export const cancel = (
  id: Ref,
  body: { from_date?: string | undefined; note?: string | undefined } | undefined,
) => [
  sql`select app.cancel_leave_request(${id}::uuid, ${body?.from_date ?? null}::date, ${body?.note ?? null})`,
  get(id),
]

const balanceOf = (day: SQL, year: SQL) =>
  sql`app.balance_json(${employees.id}, ${leaveTypes}, ${year}, ${day})`
const typesWithBalance = sql`${inOrg(leaveTypes)} and ${leaveTypes.affects_balance} and ${leaveTypes.archived_at} is null`

/** A row of each employee of the caller's reach and each type with a balance. */
export function balances({
  mine: own,
  year,
  employee_id,
  department_id,
  leave_type_id,
  limit,
  offset,
}: z.output<typeof BalanceFilter>) {
  const ofYear = year === undefined ? sql`extract(year from app.org_today())::int` : sql`${year}::int`
  const day = sql`least(greatest(app.org_today(), make_date(${ofYear}, 1, 1)), make_date(${ofYear}, 12, 31))`
  const where = all(
    employee.live,
    inTeam(employees.id),
    typesWithBalance,
    sql`daterange(make_date(${ofYear}, 1, 1), make_date(${ofYear}, 12, 31), '[]')
      && daterange(${employees.hire_date}, ${employees.termination_date}, '[]')`,
    employee_id !== undefined && sql`${employees.id} = ${employee_id}`,
    own !== undefined && sql`coalesce(${isSelf(employees.id)}, false) = ${own}`,
    inDepartment(employees.id, department_id),
    leave_type_id !== undefined && sql`${leaveTypes.id} = ${leave_type_id}`,
  )
  const from = sql`${employees} cross join ${leaveTypes}`
  const items = sql`(select coalesce(json_agg(${balanceOf(day, ofYear)} order by x.place), '[]')
    from (select ${employees.id} as employee, ${leaveTypes.id} as type, row_number() over (order by app.folded(${employees.name}),
        ${employees.id}, app.folded(${leaveTypes.name})) as place from ${from} where ${where}
      order by place limit ${limit} offset ${offset}) x
    join ${employees} on ${inOrg(employees)} and ${employees.id} = x.employee
    join ${leaveTypes} on ${inOrg(leaveTypes)} and ${leaveTypes.id} = x.type)`
  return answer(
    json({
      items,
      total: sql`(select count(*) from ${from} where ${where})`,
      limit: sql`${limit}::int`,
      offset: sql`${offset}::int`,
    }),
  )
}

const reachable = (id: Ref) =>
  ensure(
    sql`exists (select from ${employees} where ${inOrg(employees)} and ${employees.id} = ${id} and ${inTeam(employees.id)})`,
    'WM404',
    'employee not found',
  )

export const balance = (id: Ref, as_of: string | undefined) => {
  const day = as_of === undefined ? sql`app.employee_today(${id}::uuid)` : sql`${as_of}::date`
  return [
    reachable(id),
    answer(
      json({
        as_of: day,
        items: sql`(select coalesce(json_agg(app.balance_json(${id}::uuid, ${leaveTypes}, extract(year from ${day})::int, ${day})
          order by app.folded(${leaveTypes.name})), '[]') from ${leaveTypes} where ${typesWithBalance})`,
      }),
    ),
  ]
}

export const adjust = (body: object) => [
  ...ensureFields(referencesIn(refers, body)),
  answer(sql`app.adjust_leave(${jsonb(body)})`),
]
export const accrue = (body: {
  period: string
  leave_type_id?: string | undefined
  employee_id?: string | undefined
}) => [
  ...ensureFields(referencesIn(refers, body)),
  answer(
    sql`app.run_accruals(${body.period}, ${body.leave_type_id ?? null}::uuid, ${body.employee_id ?? null}::uuid)`,
  ),
]

const entry = shape(LedgerEntry, leaveLedger, { amount: decimalText(leaveLedger.amount) })
export const ledger = (id: Ref, { year, leave_type_id, ...query }: z.output<typeof LedgerFilter>) => [
  reachable(id),
  page({ ...query, sort: [{ key: 'created_at', descending: true }] }, entry, {
    where: all(
      inOrg(leaveLedger),
      inTeam(leaveLedger.employee_id),
      sql`${leaveLedger.employee_id} = ${id}`,
      year !== undefined && sql`${leaveLedger.year} = ${year}`,
      leave_type_id !== undefined && sql`${leaveLedger.leave_type_id} = ${leave_type_id}`,
    ),
    sorts: { created_at: leaveLedger.created_at },
  }),
]

export const calendar = ({ from, to, department_id, employee_id }: z.output<typeof CalendarFilter>) => {
  const first =
    from === undefined
      ? to === undefined
        ? sql`app.own_today()`
        : sql`least(app.own_today(), ${to}::date)`
      : sql`${from}::date`
  const last = to === undefined ? sql`${first} + 6` : sql`${to}::date`
  return [
    ensure(
      sql`${last} - ${first} < 92`,
      'WM422',
      'query.from: required with a to so far away; at most 92 days',
    ),
    answer(
      sql`app.absence_calendar(${first}, ${last}, ${department_id ?? null}::uuid, ${employee_id ?? null}::uuid)`,
    ),
  ]
}
