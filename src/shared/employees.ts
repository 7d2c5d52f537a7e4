import * as z from 'zod'
import { idOut } from '../kit/fields.ts'

/** An employee as referenced by other objects. */
export const EmployeeRef = z
  .object({
    employee_id: idOut().describe('Which one'),
    name: z.string().nullable().describe('What it is called'),
  })
  .meta({ id: 'EmployeeRef' })
