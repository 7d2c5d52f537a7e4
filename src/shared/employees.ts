import * as z from 'zod'
import { employees } from '../../db/schema/employees.ts'
import { day, idOut } from '../kit/fields.ts'
import { decimalOut } from './money/fields.ts'
import { type Target, targetOf } from '../kit/targets.ts'

/** An employee of the directory, or of the caller's team; their own author is the person. */
export const employeeTarget: Target = targetOf(employees, { noun: 'employee', owner: employees.user_id })

/** What is said to whoever has no employee record where one is needed. */
export const noOwnRecord = 'no employee record is linked to your account; ask an administrator'

/** An employee as referenced by other objects. */
export const EmployeeRef = z
  .object({
    employee_id: idOut().describe('Which one'),
    name: z.string().nullable().describe('What the person is called'),
  })
  .meta({ id: 'EmployeeRef' })

/** A birthday that colleagues may know of: its day in a year that was asked for. */
export const BirthdayOut = z
  .object({
    employee_id: idOut().describe('Whose it is'),
    name: z.string().describe('First and last name'),
    date: day().describe('The day in the year that was asked for; nothing tells the year of birth'),
  })
  .meta({ id: 'Birthday' })
/** Requests for leave that a change of hours or holidays touches. */
export const AffectedRequests = z
  .array(
    z
      .object({
        request_id: idOut().describe('Which request'),
        employee: EmployeeRef.describe('Whose it is'),
        start_date: day().describe('The first day'),
        end_date: day().describe('The last day'),
        status: z.enum(['pending', 'approved']).describe('Whether it is decided'),
        total: decimalOut().describe('What it was counted as: days, or minutes for types by the hour'),
        counted_now: decimalOut().describe('What it would count now'),
      })
      .meta({ id: 'AffectedRequest' }),
  )
  .describe('Requests for leave that would count differently now; they stay until they are counted again')

/** Sent with a change of hours or holidays. */
export const recalculate = () =>
  z.boolean().describe('Whether leave that would count differently is counted again; its dates stay')
