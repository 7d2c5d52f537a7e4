import { sql } from 'drizzle-orm'
import { boolean, check, date, index, smallint, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { authored, orgKey, reference, tenant, versioned } from './columns.ts'
import { departments } from './departments.ts'
import { employees } from './employees.ts'
import { entity } from './entity.ts'
import { leaveTypes } from './leave.ts'
import { organization, team } from './scopes.ts'

/** Days on which leave is not to be taken, by anybody or by more than some at once. */
export const leaveBlocks = entity(
  'leave_blocks',
  {
    kind: 'leave_block',
    block: 'hr',
    noun: 'block of leave',
    scope: organization,
    history: 'audited',
    label: 'name',
  },
  {
    ...tenant(),
    name: varchar({ length: 80 }).notNull(),
    first_day: date({ mode: 'string' }).notNull(),
    last_day: date({ mode: 'string' }).notNull(),
    /** Whom it holds for: a department and those below it, or everybody. */
    department_id: uuid(),
    /** How many may be away at once; nobody without it. */
    max_away: smallint(),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    index('leave_blocks_days').on(t.org_id, t.first_day, t.last_day),
    index('leave_blocks_department').on(t.org_id, t.department_id),
    reference('leave_blocks_department_id', t, t.department_id, departments),
    check('leave_blocks_order', sql`${t.last_day} >= ${t.first_day}`),
    check('leave_blocks_away', sql`${t.max_away} > 0`),
  ],
)

/** From which year on leave years begin on which day; before the first row, on 1 January. Only functions write it. */
export const leaveYears = entity(
  'leave_years',
  { scope: { ...organization, readOnly: true }, history: 'audited' },
  {
    ...tenant(),
    from_year: smallint().notNull(),
    /** `04-01` */
    starts: varchar({ length: 5 }).notNull(),
    ...authored(),
    ...versioned(),
  },
  (t) => [orgKey(t), uniqueIndex('leave_years_year').on(t.org_id, t.from_year)],
)

/** That somebody was told when carried days end; without it they do not. Only functions write it. */
export const leaveNotices = entity(
  'leave_notices',
  { scope: { ...team, readOnly: true }, history: 'audited', private: true },
  {
    ...tenant(),
    employee_id: uuid().notNull(),
    leave_type_id: uuid().notNull(),
    year: smallint().notNull(),
    /** An admin answers for it that the person knows. */
    forced: boolean().notNull().default(false),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('leave_notices_year').on(t.org_id, t.employee_id, t.leave_type_id, t.year),
    reference('leave_notices_employee_id', t, t.employee_id, employees),
    reference('leave_notices_type_id', t, t.leave_type_id, leaveTypes),
  ],
)
