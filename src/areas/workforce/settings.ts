import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { dayCounts } from '../../../db/schema/payroll.ts'
import { hourlySources, overlapRules } from '../../../db/schema/workforce-settings.ts'
import { read, write } from '../../kit/operation.ts'
import { answer, jsonb } from '../../kit/sql.ts'

const minutes = (least: number, most: number) =>
  z
    .int(`must be ${least} to ${most}`)
    .min(least, `must be ${least} to ${most}`)
    .max(most, `must be ${least} to ${most}`)

const fields = {
  weeks_in_sequence: z.boolean().describe('Whether a week is submitted only after the weeks before it'),
  reminder_weekday: z
    .int('must be 1 to 7')
    .min(1, 'must be 1 to 7')
    .max(7, 'must be 1 to 7')
    .nullable()
    .meta({
      description: 'On which weekday people are reminded of weeks to submit, 1 for Monday',
      example: 1,
    }),
  reminder_hour: z
    .int('must be 0 to 23')
    .min(0, 'must be 0 to 23')
    .max(23, 'must be 0 to 23')
    .meta({ description: 'At which hour of that day, in the time zone of each person', example: 7 }),
  overlapping_time: z
    .enum(overlapRules)
    .meta({ id: 'OverlapRule', description: 'Whether time of one person may overlap; timers always end' }),
  longest_shift_minutes: minutes(480, 1440).meta({
    description: 'After which a shift without an end was forgotten, and another may begin',
    example: 960,
  }),
  rest_minutes: minutes(0, 1440).meta({
    description: 'Less rest between the shifts of two days is a warning',
    example: 660,
  }),
  break_after_minutes: minutes(60, 1440).meta({
    description: 'More work without a break is a warning',
    example: 360,
  }),
  day_minutes: minutes(60, 1440).meta({ description: 'More work on a day is a warning', example: 600 }),
  week_minutes: minutes(60, 10_080).meta({
    description: 'More work a week in the mean of 17 weeks is a warning',
    example: 2880,
  }),
  tolerance_minutes: minutes(0, 480).meta({
    description: 'By how many minutes a day hours may differ before the reconciliation says so',
    example: 15,
  }),
  four_eyes: z
    .boolean()
    .describe('Whether somebody else than who calculated a payroll run approves it, if anybody can'),
  payroll_day_count: z.enum(dayCounts).meta({
    description: 'How new payroll runs count the days of a month, unless they say so themselves',
  }),
  hourly_pay_from: z.enum(hourlySources).meta({
    id: 'HourlySource',
    description: 'Whether pay by the hour follows approved timesheets or the log of working hours',
  }),
  payslip_retention_years: minutes(1, 50).meta({
    description: 'How many years payslips are kept, as your country says',
    example: 10,
  }),
  kiosks: z.boolean().describe('Whether people may clock in and out at kiosks, by number and PIN'),
  show_birthdays: z
    .boolean()
    .describe('Whether members see the day and month of birthdays of people who agree to it'),
}
const WorkforceSettings = z.object(fields).meta({ id: 'WorkforceSettings' })
const WorkforceSettingsChange = z.strictObject(fields).partial().meta({ id: 'WorkforceSettingsChange' })

const get = answer(sql`app.workforce_settings_json()`)

export const settingsOperations = [
  read({
    id: 'getWorkforceSettings',
    summary: 'Get how hours, weeks and pay are kept',
    at: 'GET /workforce/settings',
    role: 'admin',
    returns: WorkforceSettings,
    run: () => get,
  }),
  write({
    id: 'updateWorkforceSettings',
    summary: 'Set how hours, weeks and pay are kept',
    at: 'PUT /workforce/settings',
    role: 'admin',
    details: 'What is not sent stays.',
    audit: 'workforce.settings_changed',
    body: WorkforceSettingsChange,
    returns: WorkforceSettings,
    example: { body: { day_minutes: 540, tolerance_minutes: 10 } },
    run: ({ body }) => [sql`select app.save_workforce_settings(${jsonb(body)})`, get],
  }),
]
