import { sql } from 'drizzle-orm'
import { boolean, check, jsonb, smallint, uniqueIndex } from 'drizzle-orm/pg-core'
import { authored, orgKey, tenant, versioned } from './columns.ts'
import { entity } from './entity.ts'
import { dayCounts } from './payroll.ts'
import { organization } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const overlapRules = ['allowed', 'refused'] as const
export const hourlySources = ['timesheets', 'working_hours'] as const

/** How an organization keeps hours, weeks and pay; the defaults hold where it has no row. */
export const workforceSettings = entity(
  'workforce_settings',
  { scope: organization, history: 'audited' },
  {
    ...tenant(),
    /** Whether a week is submitted only after the weeks before it. */
    weeks_in_sequence: boolean().notNull().default(false),
    /** On which weekday people are reminded of weeks to submit, from Monday as 1; null for none. */
    reminder_weekday: smallint(),
    /** At which hour of that day, in the zone of each of them. */
    reminder_hour: smallint().notNull().default(7),
    overlapping_time: oneOf(overlapRules).notNull().default('allowed'),
    /** After which a shift without an end was forgotten, and another one may begin. */
    longest_shift_minutes: smallint().notNull().default(960),
    /** What summaries of hours warn of; by default as Directive 2003/88/EC has it, and ten hours a day. */
    rest_minutes: smallint().notNull().default(660),
    break_after_minutes: smallint().notNull().default(360),
    day_minutes: smallint().notNull().default(600),
    week_minutes: smallint().notNull().default(2880),
    tolerance_minutes: smallint().notNull().default(15),
    four_eyes: boolean().notNull().default(true),
    payroll_day_count: oneOf(dayCounts).notNull().default('calendar'),
    hourly_pay_from: oneOf(hourlySources).notNull().default('timesheets'),
    /** Of people who agree to it, to members: the day and the month. */
    show_birthdays: boolean().notNull().default(false),
    /** Whether people may clock at kiosks. */
    kiosks: boolean().notNull().default(false),
    /** As the country says. */
    payslip_retention_years: smallint().notNull().default(10),
    /** What headers of tables of people mean, as it was said in an import: {header: column, or null to leave it out}. */
    import_columns: jsonb().notNull().default({}),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('workforce_settings_one').on(t.org_id),
    known('workforce_settings_overlap', t.overlapping_time),
    known('workforce_settings_day_count', t.payroll_day_count),
    known('workforce_settings_hourly', t.hourly_pay_from),
    check('workforce_settings_reminder', sql`${t.reminder_weekday} between 1 and 7`),
    check('workforce_settings_reminder_hour', sql`${t.reminder_hour} between 0 and 23`),
    check('workforce_settings_payslips', sql`${t.payslip_retention_years} between 1 and 50`),
    check('workforce_settings_shift', sql`${t.longest_shift_minutes} between 480 and 1440`),
  ],
)
