import { thisLeaveYear } from '../../shared/leave.ts'
import { type SQL, sql } from 'drizzle-orm'
import { departments, employeePositions } from '../../../db/schema/departments.ts'
import {
  employeeIbans,
  employeeNationalIds,
  employeeRecords,
  employees,
  employments,
} from '../../../db/schema/employees.ts'
import { isConfidant, inTeam } from '../../../db/schema/scopes.ts'
import { employeePlaces, employeeSchedules } from '../../../db/schema/work-schedules.ts'
import {
  all,
  type AnyColumn,
  contains,
  inOrg,
  jsonIf,
  jsonList,
  one,
  page,
  type Ref,
  shape,
} from '../../kit/sql.ts'
import { employeeTarget } from '../../shared/employees.ts'
import { SealedFields } from '../../shared/sealing/fields.ts'
import { EmployeeChanged, Terminated } from './ending-schemas.ts'
import { Employee, EmployeeDetail, type EmployeeChange, type EmployeeFilter } from './schemas.ts'
import type * as z from 'zod'

export const target = employeeTarget
export const secrets = new SealedFields('employee', { national_id: employeeNationalIds, iban: employeeIbans })

const today = sql`(select app.org_today())`
const team = inTeam(employees.id)
const confidant = isConfidant(employees.id)
const forTeam = (value: SQL | { readonly keyAsName: boolean }) => sql`case when ${team} then ${value} end`
const hasLeft = sql`coalesce(${employees.termination_date} < ${today}, false)`

/** By the day: nobody sets it. Half a day off is no leave. */
const state = sql`case when ${hasLeft} then 'terminated'
  when app.is_away(${employees.id}, app.employee_today(${employees.id})) then 'on_leave' else 'active' end`

/** Employees with their position, its department and manager, and their latest employment. */
const source = sql`${employees}
  left join lateral (select * from ${employeePositions} where ${inOrg(employeePositions)}
    and ${employeePositions.employee_id} = ${employees.id}
    order by lower(${employeePositions.valid}) > ${today}, abs(lower(${employeePositions.valid}) - ${today}) limit 1) p on true
  left join ${departments} on ${inOrg(departments)} and ${departments.id} = p.department_id
  left join ${employees} m on m.org_id = ${employees.org_id} and m.id = p.manager_employee_id
  left join lateral (select * from ${employments} where ${inOrg(employments)}
    and ${employments.employee_id} = ${employees.id} order by lower(${employments.valid}) desc limit 1) k on true`

const computed = {
  view: sql`case when ${confidant} then 'full' when ${team} then 'team' else 'directory' end`,
  job_title: sql`p.job_title`,
  department: jsonIf(sql`p.department_id is not null`, {
    department_id: sql`p.department_id`,
    name: departments.name,
  }),
  manager: jsonIf(sql`p.manager_employee_id is not null`, {
    employee_id: sql`p.manager_employee_id`,
    name: sql`m.name`,
  }),
  employee_number: forTeam(employees.employee_number),
  status: forTeam(state),
  employment_type: forTeam(sql`k.employment_type`),
  hire_date: forTeam(employees.hire_date),
  termination_date: forTeam(employees.termination_date),
  probation_end: forTeam(sql`k.probation_end`),
}
const listed = shape(Employee, employees, computed)

const record = (column: AnyColumn) =>
  sql`(select ${column} from ${employeeRecords} where ${inOrg(employeeRecords)}
    and ${employeeRecords.employee_id} = ${employees.id} and ${confidant})`
const placeToday = (column: AnyColumn) =>
  sql`(select ${column} from ${employeePlaces} where ${inOrg(employeePlaces)}
    and ${employeePlaces.employee_id} = ${employees.id} and ${employeePlaces.valid} @> ${today} and ${team})`
const last4 = (field: string) => sql`case when ${confidant} then ${secrets.end(field, employees.id)} end`

const detail = {
  ...computed,
  department_id: sql`p.department_id`,
  manager_employee_id: sql`p.manager_employee_id`,
  work_schedule_id: sql`(select ${employeeSchedules.schedule_id} from ${employeeSchedules} where ${inOrg(employeeSchedules)}
    and ${employeeSchedules.employee_id} = ${employees.id} and ${employeeSchedules.valid} @> ${today} and ${team})`,
  holiday_country: placeToday(employeePlaces.country),
  holiday_region: placeToday(employeePlaces.region),
  weekly_minutes: forTeam(sql`app.weekly_minutes(app.schedule_on(${employees.id}, ${today}), ${today})`),
  personal_email: record(employeeRecords.personal_email),
  phone: record(employeeRecords.phone),
  address: record(employeeRecords.address),
  emergency_contact: record(employeeRecords.emergency_contact),
  birth_date: record(employeeRecords.birth_date),
  notes: sql`case when (select app.role_level()) >= 40 then ${record(employeeRecords.notes)} end`,
  national_id_last4: last4('national_id'),
  iban_last4: last4('iban'),
  employments: forTeam(
    jsonList(
      {
        hire_date: sql`lower(${employments.valid})`,
        termination_date: sql`upper(${employments.valid}) - 1`,
        employment_type: employments.employment_type,
        seniority_from: sql`coalesce(${employments.seniority_from}, lower(${employments.valid}))`,
        reason: sql`case when ${confidant} then ${employments.reason} end`,
      },
      sql`from ${employments} where ${inOrg(employments)} and ${employments.employee_id} = ${employees.id}`,
      sql`lower(${employments.valid}) desc`,
    ),
  ),
  suggested_account: sql`case when (select app.role_level()) >= 40 then app.suggested_account(${employees}) end`,
}
const whole = shape(EmployeeDetail, employees, detail)
const ended = shape(Terminated, employees, {
  ...detail,
  done: sql`app.after_end(${employees.id})`,
  left_open: sql`app.after_termination(${employees.id})`,
})

const changed = (ends: boolean, counts: boolean) =>
  shape(EmployeeChanged, employees, {
    ...detail,
    end_effects: ends ? sql`app.end_json(${employees.id})` : sql`null`,
    affected_requests: counts
      ? sql`app.affected_requests(array[${employees.id}], ${thisLeaveYear})`
      : sql`'[]'::json`,
  })

const row = (id: Ref | SQL) => all(target.notDeleted, sql`${employees.id} = ${id}`)
export const get = (id: Ref | SQL) => one(whole, row(id), source)
/** With what an end did where the last day was sent, and the leave that new hours or holidays affect. */
export const getChanged = (id: Ref, sent: Partial<z.output<typeof EmployeeChange>>) =>
  one(
    changed(
      sent.termination_date !== undefined,
      sent.work_schedule_id !== undefined || sent.holiday_country !== undefined,
    ),
    row(id),
    source,
  )
export const getTerminated = (id: Ref) => one(ended, row(id), source)

/** The employee of the caller, whose absence is told with a remedy. */
export const mine = () => [
  sql`select app.ensure(app.employee_id() is not null, 'WM404',
    'no employee record is linked to your account; ask an administrator')`,
  get(sql`(select app.employee_id())`),
]

export function list(query: z.output<typeof EmployeeFilter>) {
  const { q, department_id, manager_employee_id, status, has_account } = query
  const words = [employees.name, employees.work_email, sql`p.job_title`]
  return page(query, listed, {
    from: source,
    where: all(
      target.notDeleted,
      q !== undefined &&
        sql`(${sql.join(
          words.map((column) => contains(column, q)),
          sql` or `,
        )}
          or ${team} and ${contains(employees.employee_number, q)})`,
      department_id !== undefined &&
        sql`p.department_id in (select b.id from app.departments_below(${department_id}) b)`,
      manager_employee_id !== undefined && sql`p.manager_employee_id = ${manager_employee_id}`,
      status.includes('active') === status.includes('on_leave')
        ? status.includes('terminated') !== status.includes('active') &&
            sql`${hasLeft} = ${status.includes('terminated')}`
        : sql`${state} in ${status}`,
      has_account !== undefined && sql`(${employees.user_id} is not null) = ${has_account}`,
    ),
    sorts: {
      name: sql`app.folded(${employees.name})`,
      job_title: sql`app.folded(p.job_title)`,
      created_at: employees.created_at,
    },
  })
}
