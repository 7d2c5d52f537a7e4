import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { employees, employments } from '../../../db/schema/employees.ts'
import { leaveLedger, leaveTypes } from '../../../db/schema/leave.ts'
import { inTeam, isSelf } from '../../../db/schema/scopes.ts'
import {
  all,
  answer,
  ensure,
  ensureFields,
  inOrg,
  json,
  jsonb,
  page,
  type Ref,
  shape,
} from '../../kit/sql.ts'
import { referencesIn } from '../../kit/targets.ts'
import { employeeTarget as employee } from '../../shared/employees.ts'
import { decimalText } from '../../shared/money/fields.ts'
import { that } from '../../shared/references.ts'
import { type BalanceFilter, LedgerEntry, type LedgerFilter } from './balance-schemas.ts'
import { leastLeave } from './preset-types.ts'
import { hasLeave, inDepartment, refers } from './queries.ts'
import { type } from './types.ts'

const typesWithBalance = sql`${inOrg(leaveTypes)} and ${leaveTypes.affects_balance} and ${leaveTypes.archived_at} is null`

const pairs = sql`${employees} cross join ${leaveTypes}`
/** The balances of one page of employees and types, computed together. */
const itemsOf = (where: SQL, ofYear: SQL, day: SQL, limit: number, offset: number) =>
  sql`(with x as materialized (select ${employees.id} as employee, ${leaveTypes.id} as type,
        row_number() over (order by app.folded(${employees.name}), ${employees.id}, app.folded(${leaveTypes.name})) as place
      from ${pairs} where ${where} order by place limit ${limit} offset ${offset}),
    at as materialized (select ${ofYear} as of_year, ${day} as day)
    select coalesce(json_agg(app.balance_json(x.employee, ${leaveTypes}, at.of_year, at.day, b.balance) order by x.place), '[]')
    from at cross join lateral app.leave_balances(array(select distinct x.employee from x),
        array(select distinct x.type from x), at.of_year, at.day) b
      join x on x.employee = b.employee_id and x.type = b.leave_type_id
      join ${leaveTypes} on ${inOrg(leaveTypes)} and ${leaveTypes.id} = x.type)`

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
  const ofYear = year === undefined ? sql`app.leave_year_of(app.org_today())` : sql`${year}::int`
  const span = sql`app.leave_year(${ofYear})`
  const day = sql`least(greatest(app.org_today(), lower(${span})), upper(${span}) - 1)`
  const where = all(
    employee.notDeleted,
    inTeam(employees.id),
    typesWithBalance,
    sql`exists (select from ${employments} where ${inOrg(employments)}
      and ${employments.employee_id} = ${employees.id} and ${employments.valid} && ${span})`,
    employee_id !== undefined && sql`${employees.id} = ${employee_id}`,
    own !== undefined && sql`coalesce(${isSelf(employees.id)}, false) = ${own}`,
    inDepartment(employees.id, department_id),
    leave_type_id !== undefined && sql`${leaveTypes.id} = ${leave_type_id}`,
  )
  return [
    hasLeave,
    answer(
      json({
        items: itemsOf(where, ofYear, day, limit, offset),
        total: sql`(select count(*) from ${pairs} where ${where})`,
        limit: sql`${limit}::int`,
        offset: sql`${offset}::int`,
      }),
    ),
  ]
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
        items: sql`(select coalesce(json_agg(app.balance_json(${id}::uuid, ${leaveTypes}, at.of_year, at.day, b.balance)
            order by app.folded(${leaveTypes.name})), '[]')
          from (select ${day} as day, app.leave_year_of(${day}) as of_year) at
            cross join lateral app.leave_balances(array[${id}::uuid], array(select ${leaveTypes.id} from ${leaveTypes}
              where ${typesWithBalance}), at.of_year, at.day) b
            join ${leaveTypes} on ${inOrg(leaveTypes)} and ${leaveTypes.id} = b.leave_type_id)`,
      }),
    ),
  ]
}

/** A type whose days are counted. */
const counted = {
  ...refers,
  leave_type_id: that(
    type.target,
    sql`${leaveTypes.affects_balance} and ${leaveTypes.archived_at} is null`,
    sql`case when ${leaveTypes.affects_balance} then 'archived; choose another' else 'has no balance; choose a type with one' end`,
  ),
}
export const adjust = (body: object) => [
  ...ensureFields(referencesIn(counted, body)),
  answer(sql`app.adjust_leave(${jsonb(body)}, ${jsonb(leastLeave)})`),
]
export const accrue = ({
  force = false,
  ...body
}: {
  force?: boolean | undefined
  period: string
  leave_type_id?: string | undefined
  employee_id?: string | undefined
}) => [
  ...ensureFields(referencesIn(counted, body)),
  answer(
    sql`app.run_accruals(${body.period}, ${body.leave_type_id ?? null}::uuid, ${body.employee_id ?? null}::uuid, ${force})`,
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
