import { sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod'
import { employees } from '../../../db/schema/employees.ts'
import { leaveDays, leaveRequests, leaveTypes } from '../../../db/schema/leave.ts'
import { isSelf } from '../../../db/schema/scopes.ts'
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
  roleLevel,
  type Ref,
  shape,
  uuids,
} from '../../kit/sql.ts'
import { referencesIn, targetOf } from '../../kit/targets.ts'
import { decimalText } from '../../shared/money/fields.ts'
import { thisLeaveYear } from '../../shared/leave.ts'
import { person } from '../../shared/people.ts'
import { unarchived } from '../../shared/references.ts'
import { employeeTarget as employee, noOwnRecord } from '../../shared/employees.ts'
import {
  type AffectedFilter,
  type CalendarFilter,
  type LeaveChange,
  type LeaveDraft,
  type LeaveFilter,
  LeaveRequest,
  LeaveRequestDetail,
  type Recount,
} from './schemas.ts'
import { type } from './types.ts'

export const requestTarget = {
  ...targetOf(leaveRequests, { noun: 'leave request' }),
  locksItself: true as const,
}

const nameOf = (id: SQL | { readonly keyAsName: boolean }) =>
  sql`(select ${employees.name} from ${employees} where ${inOrg(employees)} and ${employees.id} = ${id})`
const isTold = sql`(select app.impersonator()) is null and (${isSelf(leaveRequests.employee_id)} or ${roleLevel} >= 40
  or not ${leaveTypes.overrides})`
const source = sql`${leaveRequests} join ${leaveTypes} on ${inOrg(leaveTypes)} and ${leaveTypes.id} = ${leaveRequests.leave_type_id}`

const shown = {
  employee: { employee_id: leaveRequests.employee_id, name: nameOf(leaveRequests.employee_id) },
  leave_type: { leave_type_id: leaveTypes.id, name: leaveTypes.name, unit: leaveTypes.unit },
  is_own: sql`coalesce(${isSelf(leaveRequests.employee_id)}, false)`,
  total: decimalText(leaveRequests.total),
  certificate: sql`app.certificate_state(${leaveRequests}, ${leaveTypes})`,
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
  meetings: sql`case when ${leaveRequests.status} in ('pending', 'approved')
    then app.meetings_in_leave(${leaveRequests.employee_id}, ${leaveRequests.slots}) else '[]' end`,
  balance_after: sql`case when ${leaveTypes.affects_balance} then (select trim_scale(b.available)::text
    from app.leave_balance_on(${leaveRequests.employee_id}, ${leaveTypes}, app.leave_year_of(${leaveRequests.start_date}),
      ${leaveRequests.start_date}) b) end`,
  decided_by: person(leaveRequests.decided_by),
  certificate_due_on: sql`app.certificate_due(${leaveRequests}, ${leaveTypes})`,
})
const visible = requestTarget.notDeleted

export const get = (id: Ref) => one(whole, all(visible, sql`${leaveRequests.id} = ${id}`), source)

export const inDepartment = (
  employee_id: SQL | { readonly keyAsName: boolean },
  department: string | undefined,
) =>
  department !== undefined &&
  sql`(app.position_now(${employee_id})).department_id in (select b.id from app.departments_below(${department}) b)`

/** Lists of the own leave and that of a team are for whoever has either. */
export const hasLeave = ensure(sql`app.employee_id() is not null or ${roleLevel} >= 30`, 'WM404', noOwnRecord)

export function list(query: z.output<typeof LeaveFilter>) {
  const { status, employee_id, mine, leave_type_id, department_id, certificate, overridden, from, to } = query
  return [
    hasLeave,
    page(query, listed, {
      from: source,
      where: all(
        visible,
        status !== undefined && sql`${leaveRequests.status} in ${status}`,
        employee_id !== undefined && sql`${leaveRequests.employee_id} = ${employee_id}`,
        mine !== undefined && sql`coalesce(${isSelf(leaveRequests.employee_id)}, false) = ${mine}`,
        leave_type_id !== undefined && sql`${leaveRequests.leave_type_id} = ${leave_type_id}`,
        inDepartment(leaveRequests.employee_id, department_id),
        certificate !== undefined &&
          sql`app.certificate_state(${leaveRequests}, ${leaveTypes}) = ${certificate}`,
        overridden !== undefined && sql`(${leaveRequests.overridden} <> '{}') = ${overridden}`,
        from !== undefined && sql`${leaveRequests.end_date} >= ${from}`,
        to !== undefined && sql`${leaveRequests.start_date} <= ${to}`,
      ),
      sorts: { start_date: leaveRequests.start_date, created_at: leaveRequests.created_at },
    }),
  ]
}

export const refers = {
  leave_type_id: unarchived(type.target, sql`${leaveTypes.archived_at} is not null`, 'choose another'),
  employee_id: employee,
}
const mine = sql`(select app.employee_id())`
/** Whose leave is meant, found and permitted: the own, or for admins that of others. */
const permitted = (body: { employee_id?: string | undefined }): SQL[] => [
  ...(body.employee_id === undefined
    ? [ensure(sql`${mine} is not null`, 'WM404', noOwnRecord)]
    : [
        ensure(
          sql`${body.employee_id}::uuid = ${mine} or ${roleLevel} >= 40`,
          'WM403',
          'leave for somebody else is for admins to enter',
        ),
      ]),
  ...ensureFields(referencesIn(refers, body)),
]

type Draft = z.output<typeof LeaveDraft>
const whose = ({ employee_id }: Draft) => (employee_id === undefined ? mine : sql`${employee_id}::uuid`)

/** What is asked for: of the usual type where none is named. */
function asked(body: Draft) {
  const { employee_id: _, ...sent } = body
  if (sent.leave_type_id !== undefined) return { checks: [], sent: jsonb(sent) }
  return {
    checks: ensureFields({
      'body.leave_type_id': [
        sql`app.usual_leave_type() is not null`,
        'required, as there is no one usual type',
      ],
    }),
    sent: sql`(${jsonb(sent)} || jsonb_build_object('leave_type_id', app.usual_leave_type()))`,
  }
}
export const create = (id: string, body: Draft) => {
  const { checks, sent } = asked(body)
  return [
    ...permitted(body),
    ...checks,
    sql`select app.save_leave_request(${id}::uuid, null, ${whose(body)}, ${sent})`,
    get(id),
  ]
}
export const preview = (body: Draft) => {
  const { checks, sent } = asked(body)
  return [...permitted(body), ...checks, answer(sql`app.preview_leave(${whose(body)}, ${sent})`)]
}

const row = (id: Ref) => all(visible, sql`${leaveRequests.id} = ${id}`)
const owner = (id: Ref) => sql`(select ${leaveRequests.employee_id} from ${leaveRequests} where ${row(id)})`
export const change = (id: Ref, { version, ...sent }: z.output<typeof LeaveChange>) => [
  ensure(
    sql`${owner(id)} = ${mine} or ${roleLevel} >= 40`,
    'WM403',
    'only the person or an admin changes a request',
  ),
  ...ensureFields(referencesIn(refers, sent)),
  sql`select app.save_leave_request(${id}::uuid, ${version ?? null}::int, ${owner(id)}, ${jsonb(sent)})`,
  get(id),
]

export const decide = (
  id: Ref,
  decision: 'approved' | 'rejected',
  body:
    | { note?: string | undefined; version?: number | undefined; override?: boolean | undefined }
    | undefined,
) => [
  sql`select app.decide_leave_request(${id}::uuid, ${decision}, ${body?.note ?? null}, ${body?.version ?? null}::int,
    ${body?.override ?? false})`,
  get(id),
]
const people = (id: string | undefined) => (id === undefined ? sql`null` : sql`array[${id}::uuid]`)
const from = (since: string | undefined) => (since === undefined ? thisLeaveYear : sql`${since}::date`)
export const affected = ({ since, employee_id }: z.output<typeof AffectedFilter>) =>
  answer(json({ items: sql`app.affected_requests(${people(employee_id)}::uuid[], ${from(since)})` }))
export const recount = ({ since, request_ids }: z.output<typeof Recount>) => [
  ...(request_ids
    ? [
        sql`select app.ensure_fields(array[(select 'body.request_ids: not found: ' || string_agg(i.id::text, ', ')
          from unnest(${uuids(request_ids)}) i(id)
          where not exists (select from ${leaveRequests} where ${visible} and ${leaveRequests.id} = i.id))])`,
      ]
    : []),
  answer(
    json({
      items: sql`app.recount_leave(null, ${from(since)}, ${request_ids ? uuids(request_ids) : sql`null::uuid[]`})`,
    }),
  ),
]

export const cancel = (
  id: Ref,
  body:
    | { from_date?: string | undefined; note?: string | undefined; version?: number | undefined }
    | undefined,
) => [
  sql`select app.cancel_leave_request(${id}::uuid, ${body?.version ?? null}::int, ${body?.from_date ?? null}::date,
    ${body?.note ?? null})`,
  get(id),
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
