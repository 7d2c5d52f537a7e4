import { sql } from 'drizzle-orm'
import { boolean, check, date, index, jsonb, smallint, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { authored, orgKey, period, reference, tenant, versioned } from './columns.ts'
import { employees } from './employees.ts'
import { entity } from './entity.ts'
import { organization, team } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const scheduleKinds = ['fixed', 'flexible'] as const

/** When people work: the hours are in versions by date. */
export const workSchedules = entity(
  'work_schedules',
  {
    kind: 'work_schedule',
    block: 'hr',
    noun: 'work schedule',
    called: (t) => ({ name: t.name, begins: true }),
    scope: organization,
    history: 'audited',
    label: 'name',
    conflicts: {
      work_schedules_name: 'a work schedule of this name exists already',
      work_schedules_default: 'another work schedule became the default at the same moment; try again',
    },
  },
  {
    ...tenant(),
    name: varchar({ length: 80 }).notNull(),
    time_zone: varchar({ length: 64 }),
    kind: oneOf(scheduleKinds).notNull().default('fixed'),
    is_default: boolean().notNull().default(false),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('work_schedules_name').on(t.org_id, sql`app.folded(${t.name})`),
    uniqueIndex('work_schedules_default')
      .on(t.org_id)
      .where(sql`${t.is_default}`),
    known('work_schedules_kind', t.kind),
  ],
)

/**
 * The hours of a schedule from a day on, until the next version: days of a cycle of one to four weeks that begins on a Monday,
 * `[{week, weekday, minutes, value, intervals: [[from, to]]}]` in minutes of the day, which may end after midnight.
 */
export const workScheduleVersions = entity(
  'work_schedule_versions',
  { scope: organization, history: 'audited' },
  {
    ...tenant(),
    schedule_id: uuid().notNull(),
    valid_from: date({ mode: 'string' }).notNull(),
    cycle_weeks: smallint().notNull().default(1),
    cycle_start: date({ mode: 'string' }).notNull().default('2024-01-01'),
    days: jsonb().notNull(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('work_schedule_versions_day').on(t.org_id, t.schedule_id, t.valid_from),
    reference('work_schedule_versions_schedule', t, t.schedule_id, workSchedules).onDelete('cascade'),
    check('work_schedule_versions_cycle', sql`${t.cycle_weeks} between 1 and 4`),
    check('work_schedule_versions_monday', sql`extract(isodow from ${t.cycle_start}) = 1`),
  ],
)

/** Whose hours are those of a schedule, and when. On other days they are those of the default schedule. */
export const employeeSchedules = entity(
  'employee_schedules',
  {
    scope: team,
    history: 'audited',
    conflicts: {
      employee_schedules_overlap: 'the employee has a work schedule on some of these days already',
    },
  },
  {
    ...tenant(),
    employee_id: uuid().notNull(),
    schedule_id: uuid().notNull(),
    valid: period().notNull(),
  },
  (t) => [
    orgKey(t),
    index('employee_schedules_employee').on(t.org_id, t.employee_id),
    index('employee_schedules_schedule').on(t.org_id, t.schedule_id),
    reference('employee_schedules_employee_id', t, t.employee_id, employees).onDelete('cascade'),
    reference('employee_schedules_schedule_id', t, t.schedule_id, workSchedules),
  ],
)

/** Whose holidays are those of a place, and when; otherwise they are those of the organization. */
export const employeePlaces = entity(
  'employee_places',
  {
    scope: team,
    history: 'audited',
    conflicts: { employee_places_overlap: 'the employee has a place on some of these days already' },
  },
  {
    ...tenant(),
    employee_id: uuid().notNull(),
    country: varchar({ length: 2 }).notNull(),
    region: varchar({ length: 16 }),
    valid: period().notNull(),
  },
  (t) => [
    orgKey(t),
    index('employee_places_employee').on(t.org_id, t.employee_id),
    reference('employee_places_employee_id', t, t.employee_id, employees).onDelete('cascade'),
  ],
)
