import * as z from 'zod'
import { count, day, idOut, text } from '../../kit/fields.ts'
import { AffectedRequests, EmployeeRef } from '../../shared/employees.ts'
import { Department, EmployeeDetail, employment, position } from './schemas.ts'

export const Rehiring = z
  .strictObject({
    hire_date: employment.hire_date,
    employment_type: employment.employment_type.optional(),
    probation_end: employment.probation_end.optional(),
    job_title: position.job_title.optional(),
    department_id: position.department_id.optional(),
    manager_employee_id: position.manager_employee_id.optional(),
    keep_seniority: z.boolean().optional().describe('Whether the earlier employments count as service'),
    leave_paid_out: z
      .boolean()
      .optional()
      .describe('Whether what was left of leave was paid, so that none of it is there again'),
  })
  .meta({ id: 'Rehiring' })

export const Termination = z
  .strictObject({
    termination_date: day().meta({ description: 'The last day employed', example: '2026-12-31' }),
    reason: text(500).nullable().optional().meta({ description: 'For admins and the person' }),
  })
  .meta({ id: 'Termination' })

const EndEffects = z
  .object({
    leave: z
      .array(
        z
          .object({
            request_id: idOut().describe('Which request'),
            start_date: day().describe('The first day that it had'),
            end_date: day().describe('The last day that it had'),
            cancelled_from: day().describe('From when on its days are cancelled'),
          })
          .meta({ id: 'EndedLeave' }),
      )
      .describe('Leave after the last day, cancelled or shortened'),
    allocations: z.array(idOut()).describe('Allocations that end with the employment, or are gone'),
    reports: z
      .array(
        z
          .object({
            employee: EmployeeRef.describe('Who reported to this person'),
            manager: EmployeeRef.nullable().describe('To whom since'),
          })
          .meta({ id: 'MovedReport' }),
      )
      .describe('Whoever reports to the next manager up from the day after'),
    deputies: z.array(EmployeeRef).describe('Whose deputy this person is until the last day'),
    departments: z.array(Department).describe('Departments without a manager after the last day'),
  })
  .meta({ id: 'EndEffects' })

export const EmployeeChanged = EmployeeDetail.extend({
  end_effects: EndEffects.nullable().describe(
    'With termination_date: what the last end did. A later day or null restores none of it',
  ),
  affected_requests: AffectedRequests,
}).meta({ id: 'EmployeeChanged' })

const Ended = EndEffects.extend({
  stopped: z
    .object({
      time_entry_id: idOut().nullable().describe('The timer, stopped with the last day'),
      working_hours_seq: count().nullable().describe('The record that clocks out the open shift'),
    })
    .meta({ id: 'StoppedByEnd', description: 'What ran beyond the last day, if that is over' }),
  balances: z
    .array(
      z
        .object({
          leave_type_id: idOut().describe('Which type'),
          leave_type: z.string().describe('What it is called'),
          unit: z.enum(['day', 'minute']).describe('What available is in'),
          available: z.string().describe('What is left on the last day, negative if too much was taken'),
        })
        .meta({ id: 'BalanceAtEnd' }),
    )
    .describe('What is left of leave, prorated'),
  weeks: z
    .array(
      z
        .object({
          week_start: day().describe('The Monday'),
          status: z.string().describe('Whether open, submitted or rejected'),
        })
        .meta({ id: 'UnapprovedWeek' }),
    )
    .describe('Weeks with time that nobody has approved'),
}).meta({ id: 'EndedEmployment' })

export const Terminated = EmployeeDetail.extend({
  done: Ended.describe('What the end did'),
  left_open: z
    .object({
      reports: z.array(EmployeeRef).describe('Who has no manager after the last day'),
      departments: z.array(Department).describe('Departments without a manager after the last day'),
      account: z
        .object({ user_id: idOut().describe('Who it is'), name: z.string().describe("The person's name") })
        .nullable()
        .meta({ id: 'OpenAccount', description: 'The account, which stays a member' }),
    })
    .meta({ id: 'LeftOpen', description: 'What the end leaves for others to settle' }),
}).meta({
  id: 'TerminatedEmployee',
  'x-row':
    'id name* termination_date leave=done.leave reports=done.reports without_manager=left_open.reports ' +
    'departments=done.departments weeks=done.weeks balances=done.balances account=left_open.account.name',
})
