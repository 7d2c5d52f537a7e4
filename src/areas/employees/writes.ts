import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { departments } from '../../../db/schema/departments.ts'
import { employeeRecords, employees, employments } from '../../../db/schema/employees.ts'
import { workSchedules } from '../../../db/schema/work-schedules.ts'
import {
  ensure,
  ensureFields,
  inOrg,
  insert,
  jsonb,
  roleLevel,
  type Ref,
  rejectStale,
  update,
} from '../../kit/sql.ts'
import { referencesIn, targetOf } from '../../kit/targets.ts'
import type { PreflightResult } from '../../kit/operation.ts'
import { isHolidayPlace } from '../../shared/holidays.ts'
import { member, that } from '../../shared/references.ts'
import { seenWhole } from '../../shared/seen-whole.ts'
import { thisLeaveYear } from '../../shared/leave.ts'
import { type SealedBody, sealedIn } from '../../shared/sealing/fields.ts'
import { get, getChanged, getTerminated, secrets, target } from './queries.ts'
import { type Rehiring, type Termination } from './ending-schemas.ts'
import { type EmployeeChange, type EmployeeDraft, ownFields } from './schemas.ts'

type Draft = z.output<typeof EmployeeDraft>
type Change = Omit<z.output<typeof EmployeeChange>, 'version'>

/** The fields of a body by the table that has them. */
const parts = {
  directory: [
    'first_name',
    'last_name',
    'work_email',
    'work_phone',
    'user_id',
    'time_zone',
    'employee_number',
  ],
  position: ['job_title', 'department_id', 'manager_employee_id'],
  record: ['personal_email', 'phone', 'address', 'emergency_contact', 'birth_date', 'notes'],
  employment: ['hire_date', 'termination_date', 'employment_type', 'probation_end'],
} as const
const pick = (body: object, part: keyof typeof parts): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([field, value]) => value !== undefined && (parts[part] as readonly string[]).includes(field),
    ),
  )
const sends = (body: object) => Object.keys(body).length > 0

const lock = sql`select app.lock_people()`
const schedule = targetOf(workSchedules, { noun: 'work schedule' })

const refers = {
  user_id: member,
  department_id: targetOf(departments, { noun: 'department' }),
  manager_employee_id: that(target, sql`true`, ''),
  work_schedule_id: schedule,
}

/** What the body names exists, and the place whose holidays count is known. */
const checked = (body: Partial<Draft>): SQL[] =>
  ensureFields({
    ...referencesIn(refers, body),
    'body.holiday_country': body.holiday_country != null && [
      isHolidayPlace(sql`${body.holiday_country}::text`),
      'no holidays are known for it; calendar/holiday-regions lists the places',
    ],
    'body.holiday_region': body.holiday_region != null && [
      isHolidayPlace(sql`${body.holiday_country ?? null}::text`, sql`${body.holiday_region}::text`),
      'not a region of holiday_country; send both',
    ],
  })

/** The national id belongs to one person; whose it is, admins may know. */
const refuseSharedId = (sealed: SealedBody | undefined): SQL[] => {
  const number = secrets.sharedBy(
    'national_id',
    sealed,
    (id) =>
      sql`(select ${employees.employee_number} from ${employees} where ${inOrg(employees)} and ${employees.id} = ${id})`,
  )
  return number
    ? [ensure(sql`${number} is null`, 'WM409', sql`'employee ' || ${number} || ' has this id'`)]
    : []
}

const setPeriod = (table: string, id: Ref, since: string | SQL, change: object) =>
  sql`select app.set_period(${table}, ${id}::uuid, ${since}::date, ${jsonb(change)})`

/** Hours and holidays from a day on, by which leave may be counted again; null for those of the organization. */
function setRules(id: Ref, since: string | SQL, body: Partial<Draft>, recalculate?: boolean): SQL[] {
  const { work_schedule_id, holiday_country, holiday_region } = body
  const hours =
    work_schedule_id !== undefined &&
    (work_schedule_id === null
      ? sql`select app.end_period('employee_schedules', ${id}::uuid, ${since}::date)`
      : setPeriod('employee_schedules', id, since, { schedule_id: work_schedule_id }))
  const place =
    holiday_country !== undefined &&
    (holiday_country === null
      ? sql`select app.end_period('employee_places', ${id}::uuid, ${since}::date)`
      : setPeriod('employee_places', id, since, { country: holiday_country, region: holiday_region ?? null }))
  const again =
    recalculate === true && sql`select app.recount_leave(array[${id}::uuid], ${thisLeaveYear}, null)`
  return [hours, place, again].filter((statement) => statement !== false)
}

const checkPosition = (id: Ref | null, position: object, since: string | SQL) =>
  sends(position) ? [sql`select app.check_position(${id}::uuid, ${jsonb(position)}, ${since}::date)`] : []

export function create(newId: string, body: Draft, preflightResult: PreflightResult | undefined) {
  const sealed = sealedIn(preflightResult)
  const id = sealed?.id ?? newId
  const position = pick(body, 'position')
  const { employee_number = sql`app.next_employee_number()`, ...directory } = pick(body, 'directory')
  const { hire_date, termination_date, employment_type = 'full_time', probation_end } = body
  return [
    lock,
    sql`select app.require_room_for_employees(1)`,
    ...checked(body),
    ...refuseSharedId(sealed),
    insert(employees, { id, ...directory, employee_number }),
    insert(employments, {
      employee_id: id,
      valid: sql`daterange(${hire_date}::date, ${termination_date ?? null}::date, '[]')`,
      employment_type,
      probation_end,
    }),
    ...checkPosition(id, position, hire_date),
    setPeriod('employee_positions', id, hire_date, position),
    insert(employeeRecords, { employee_id: id, ...pick(body, 'record') }),
    ...secrets.store(id, body, sealed),
    ...setRules(id, hire_date, body),
    get(id),
  ]
}

const own = Object.keys(ownFields)

/** 403 for what only admins change, unless the person changes nothing else. */
export const permitOwn = (body: object): SQL[] => {
  const others = Object.keys(body).filter((field) => field !== 'version' && !own.includes(field))
  return others.length
    ? [
        ensure(
          sql`${roleLevel} >= 40`,
          'WM403',
          `${others.join(', ')}: only admins change it; you may change ${own.join(', ')}`,
        ),
      ]
    : []
}

const recordOf = (id: Ref) => sql`${inOrg(employeeRecords)} and ${employeeRecords.employee_id} = ${id}`

export function change(
  id: Ref,
  version: number | undefined,
  body: Change,
  preflightResult: PreflightResult | undefined,
) {
  const sealed = sealedIn(preflightResult)
  const { effective_from, recalculate, ...changed } = body
  const since = effective_from ?? sql`greatest(app.employee_today(${id}::uuid), app.first_day(${id}::uuid))`
  const [directory, position, record, employment] = [
    pick(changed, 'directory'),
    pick(changed, 'position'),
    pick(changed, 'record'),
    pick(changed, 'employment'),
  ]
  // What is kept beside the row, by date or sealed, has no versions of its own.
  const isBeside = Object.keys(changed).some((field) => !(field in directory))
  return [
    lock,
    ...checked(changed),
    ...refuseSharedId(sealed),
    ...(isBeside ? seenWhole(employees, id, version, 'employee') : []),
    ...(effective_from ? [sql`select app.check_effective(${id}::uuid, ${effective_from}::date)`] : []),
    ...rejectStale('employees', id, version, directory),
    // Before the addresses, so that the former ones hear of a new account number.
    ...secrets.store(id, changed, sealed),
    update(
      employees,
      { ...directory, ...(isBeside && { version: sql`${employees.version} + 1` }) },
      target.notDeleted && sql`${inOrg(employees)} and ${employees.id} = ${id}`,
    ),
    ...(sends(employment) ? [sql`select app.change_employment(${id}::uuid, ${jsonb(employment)})`] : []),
    ...checkPosition(id, position, since),
    ...(sends(position) ? [setPeriod('employee_positions', id, since, position)] : []),
    update(employeeRecords, record, recordOf(id)),
    ...setRules(id, since, changed, recalculate),
    getChanged(id, changed),
  ]
}

export const terminate = (id: Ref, { termination_date, reason }: z.output<typeof Termination>) => [
  lock,
  sql`select app.terminate_employee(${id}::uuid, ${termination_date}::date, ${reason ?? null})`,
  getTerminated(id),
]

export function rehire(id: Ref, body: z.output<typeof Rehiring>) {
  const position = pick(body, 'position')
  const { hire_date } = body
  return [
    lock,
    ...checked(position),
    ...checkPosition(id, position, hire_date),
    sql`select app.rehire(${id}::uuid, ${jsonb(body)})`,
    sql`select app.place_again(${id}::uuid, ${jsonb(position)}, ${hire_date}::date)`,
    get(id),
  ]
}

export const remove = (id: Ref) => [
  lock,
  sql`select app.require_unretained(${id}::uuid)`,
  ensure(
    sql`not app.is_referenced('employees', ${id}::uuid)`,
    'WM409',
    'others refer to this employee: end the employment instead, which keeps the records',
  ),
  sql`delete from ${employees} where ${inOrg(employees)} and ${employees.id} = ${id}`,
]
