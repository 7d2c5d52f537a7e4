import * as z from 'zod'
import { ledgerKinds } from '../../../db/schema/leave.ts'
import { boolParam, count, day, id, idOut, intParam, paging, text } from '../../kit/fields.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'
import { decimal, decimalOut } from '../../shared/money/fields.ts'

const year = () => intParam(2000, 2100)
export const Balance = z
  .object({
    employee_id: idOut().describe('Whose it is'),
    leave_type_id: idOut().describe('Of which type'),
    leave_type: z.string().describe('What the type is called'),
    unit: z.enum(['day', 'minute']).describe('What the amounts are'),
    year: z.int().describe('Of which year'),
    as_of: day().describe('For which day'),
    granted: decimalOut().describe('What the year gives by then'),
    carried: decimalOut().describe('What came over from the year before'),
    carried_expires_on: day().nullable().describe('The last day for what was carried'),
    expired: decimalOut().describe('What was carried and is lost'),
    adjusted: decimalOut().describe('What was corrected by hand, or came of overtime'),
    taken: decimalOut().describe('Approved, up to today'),
    planned: decimalOut().describe('Approved, after today'),
    pending: decimalOut().describe('Asked for'),
    available: decimalOut().describe('What can be asked for on that day'),
    balance: decimalOut().describe('What is left on that day, by what is approved until then'),
    expiring: decimalOut().describe('What ends with the carried days unless it is taken'),
    usable_from: day().nullable().describe('From which day it can be taken, if not yet on that day'),
  })
  .meta({
    id: 'LeaveBalance',
    'x-row': 'employee_id leave_type* available unit!day year expires=carried_expires_on@',
  })
export const AdjustedBalance = Balance.extend({
  warnings: z
    .array(z.string())
    .describe('Where less paid leave of the year is left than the law gives for the time employed'),
}).meta({ id: 'AdjustedLeaveBalance' })
export const BalanceFilter = z.strictObject({
  year: year().optional().meta({ type: 'integer', description: 'This one unless sent' }),
  employee_id: id().optional().describe('Of one employee'),
  mine: boolParam().optional().meta({ description: 'Only my own, or only others’', 'x-brief': null }),
  department_id: id().optional().describe('Of a department and those below it'),
  leave_type_id: id().optional().meta({ description: 'Of one type', 'x-names': 'leave_type' }),
  ...paging,
})
export const AsOf = z.strictObject({ as_of: day().optional().describe('For this day; today unless sent') })
export const Balances = z
  .object({ as_of: day().describe('For which day'), items: z.array(Balance).describe('One of each type') })
  .meta({ id: 'LeaveBalances' })

export const Adjustment = z
  .strictObject({
    employee_id: id().describe('Whose balance'),
    leave_type_id: id().meta({ description: 'Of which type', 'x-names': 'leave_type' }),
    year: z
      .int('must be a year')
      .min(2000, 'must be 2000 to 2100')
      .max(2100, 'must be 2000 to 2100')
      .meta({ example: 2026, description: 'Of which year' }),
    amount: decimal(6, 2)
      .refine((value) => Number(value) !== 0, 'must not be 0')
      .meta({ description: 'Days, or minutes for types by the hour; negative to take away', example: '1.5' }),
    note: text(500).describe('Why'),
  })
  .meta({ id: 'LeaveAdjustment' })
export const AccrualRun = z
  .strictObject({
    period: z
      .string()
      .regex(/^20\d\d(-(0[1-9]|1[0-2]))?$/, 'must be a year as 2026 or a month as 2026-03')
      .meta({
        description: 'A year for grants and what is carried over, a month for accruals',
        example: '2026',
      }),
    leave_type_id: id().optional().meta({ description: 'Of one type', 'x-names': 'leave_type' }),
    employee_id: id().optional().describe('Of one employee'),
    force: z
      .boolean()
      .optional()
      .describe('Whether carried days end although nobody was told by the service; you answer for it'),
  })
  .meta({ id: 'AccrualRun' })
export const AccrualResult = z
  .object({
    created: count().describe('Entries that were made'),
    skipped: count().describe('Balances that were right already'),
    notice_missing: count().describe(
      'Balances whose carried days of the year before stay, as nobody was told that they end',
    ),
  })
  .meta({ id: 'AccrualResult' })

export const LedgerEntry = z
  .object({
    id: ownId,
    leave_type_id: idOut().describe('Of which type'),
    year: z.int().describe('Of which year'),
    kind: z.enum(ledgerKinds).meta({ id: 'LeaveLedgerKind', description: 'What it comes from' }),
    amount: decimalOut().describe('What it gives, or takes'),
    effective_on: day().describe('From which day it counts'),
    request_id: idOut().nullable().describe('The request that it comes from'),
    timesheet_id: idOut().nullable().describe('The week whose overtime it is'),
    note: z.string().nullable().describe('Why'),
    created_by: idOut().describe('Who entered it'),
    created_at: createdAt,
  })
  .meta({ id: 'LeaveLedgerEntry' })
export const LedgerFilter = z.strictObject({
  year: year().optional().meta({ type: 'integer', description: 'Of one year' }),
  leave_type_id: id().optional().meta({ description: 'Of one type', 'x-names': 'leave_type' }),
  ...paging,
})
