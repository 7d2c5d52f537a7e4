import * as z from 'zod'
import {
  accruals,
  countings,
  leaveUnits,
  payments,
  roundings,
  visibilities,
} from '../../../db/schema/leave.ts'
import { change, text } from '../../kit/fields.ts'
import { color } from '../../shared/color.ts'
import { decimal } from '../../shared/money/fields.ts'
import { nameText } from '../../shared/names.ts'

const upTo = (most: number) =>
  z.int(`must be 0 to ${most}`).min(0, `must be 0 to ${most}`).max(most, `must be 0 to ${most}`)
const amount = () => decimal(6, 2).refine((value) => Number(value) >= 0, 'must not be negative')
export const typeFields = {
  name: nameText(80).meta({ description: 'What it is called', example: 'Vacation' }),
  code: text(20).nullable().meta({ description: 'A short code', example: 'VAC' }),
  unit: z.enum(leaveUnits).meta({ id: 'LeaveUnit', description: 'What is counted; fixed once it is used' }),
  count_by: z.enum(countings).meta({
    id: 'LeaveCounting',
    description:
      'Days of the work schedule, every day of the calendar, or Monday to Saturday without holidays',
  }),
  counts_holidays: z.boolean().describe('Whether public holidays count as days'),
  allow_half_day: z.boolean().describe('Whether half a day can be taken'),
  paid: z.enum(payments).meta({ id: 'LeavePay', description: 'Whether it is paid' }),
  paid_percent: upTo(100).meta({ description: 'Of the pay, where it is partly paid', example: 60 }),
  requires_approval: z.boolean().describe('Whether somebody decides; else it is approved at once'),
  affects_balance: z.boolean().describe('Whether there is only so much of it'),
  requires_attachment: z
    .boolean()
    .describe('Whether a certificate must be attached, such as one of a doctor'),
  attachment_due_days: upTo(366)
    .nullable()
    .meta({ description: 'Within how many days of the first one; null for before the approval', example: 3 }),
  overrides: z.boolean().describe('Whether it may lie over other leave, whose days return: sickness'),
  visibility: z.enum(visibilities).meta({
    id: 'LeaveVisibility',
    description:
      'Whether colleagues see what kind of absence it is. If one type is public, they can guess at the others',
  }),
  color: color().nullable().meta({ description: 'For calendars' }),
  max_negative: amount().meta({
    description: 'By how much a balance may be overdrawn; hours for types by the hour',
    example: '0',
  }),
  max_consecutive_days: upTo(1000).nullable().meta({ description: 'The most days of a request' }),
  min_notice_days: upTo(365).nullable().meta({ description: 'Working days of notice' }),
  max_backdate_days: upTo(1000).nullable().meta({ description: 'How many days back it can be asked for' }),
  annual_allowance: amount().meta({
    description: 'Days of a full week’s work in a year; hours for types by the hour',
    example: '22',
  }),
  accrual: z.enum(accruals).meta({
    id: 'LeaveAccrual',
    description: 'Granted at once, month by month, for the days worked in each month, or by hand alone',
  }),
  rounding: z.enum(roundings).meta({ id: 'LeaveRounding', description: 'To which step grants are rounded' }),
  proration: z.boolean().describe('Whether a part of a year gives a part of the allowance'),
  accrual_starts_after_days: upTo(1100).meta({
    description: 'Days of employment for which nothing is granted',
    example: 90,
  }),
  usable_after_days: upTo(1100).meta({
    description: 'Days of employment after which it can be taken; it is granted before',
    example: 180,
  }),
  fed_by_overtime: z
    .boolean()
    .describe('Whether minutes over what was to be worked come to it when their week is approved'),
  carryover_max: amount().nullable().meta({
    description: 'The most that is carried over to the next year; hours for types by the hour, null for none',
  }),
  carryover_expires: z
    .string()
    .regex(/^(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8]|30|31)$/, 'must be a month and day as 03-31')
    .refine((value) => !/^(02-3\d|0[469]-31|11-31)$/.test(value), 'must be a month and day as 03-31')
    .nullable()
    .meta({ description: 'The last day of carried days', example: '03-31' }),
  carry_survives_sickness: z
    .boolean()
    .describe('Whether carried days that sickness cut out of leave outlive that day'),
}
export const LeaveTypeChange = change({
  ...typeFields,
  archived: z.boolean().describe('Whether it is archived'),
}).meta({ id: 'LeaveTypeChange' })
