import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { read } from '../../kit/operation.ts'
import { answer, json } from '../../kit/sql.ts'
import { RetainedRecords, RetentionRule } from '../../shared/retention.ts'

const Calendar = z
  .object({
    items: z.array(RetentionRule).describe('By kind'),
  })
  .meta({ id: 'RetentionCalendar' })
const Retention = z
  .object({ items: z.array(RetainedRecords).describe('What is there, by kind') })
  .meta({ id: 'EmployeeRetention' })

export const retentionOperations = [
  read({
    id: 'getRetentionCalendar',
    summary: 'Tell how long records of people are kept, from which day, and why',
    at: 'GET /workforce/retention',
    role: 'admin',
    details: 'Certificates and rejected requests for leave end by it. The rest is not deleted before.',
    returns: Calendar,
    run: () =>
      answer(json({ items: sql`(select json_agg(r order by r.kind) from app.retention_rules() r)` })),
  }),
  read({
    id: 'getEmployeeRetention',
    summary: 'Tell what is kept of an employee, and until when',
    at: 'GET /employees/{employee_id}/retention',
    role: 'admin',
    returns: Retention,
    run: ({ params: { employee_id } }) =>
      answer(json({ items: sql`app.retention_json(${employee_id}::uuid)` })),
  }),
]
