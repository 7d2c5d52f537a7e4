import * as z from 'zod'
import { employees } from '../../db/schema/employees.ts'
import { idOut } from '../kit/fields.ts'
import { type Target, targetOf } from '../kit/targets.ts'

/** An employee of the directory, or of the caller's team; their own author is the person. */
export const employeeTarget: Target = targetOf(employees, { noun: 'employee', owner: employees.user_id })

/** An employee as referenced by other objects. */
export const EmployeeRef = z
  .object({
    employee_id: idOut().describe('Which one'),
    name: z.string().nullable().describe('What the person is called'),
  })
  .meta({ id: 'EmployeeRef' })
