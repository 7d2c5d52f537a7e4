import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { count, day } from '../../kit/fields.ts'
import { read } from '../../kit/operation.ts'
import { answer, json } from '../../kit/sql.ts'

const kinds = ['certificates', 'leave', 'payslips', 'rejected_leave', 'working_hours'] as const
const Rule = z.object({
  kind: z.enum(kinds).meta({ id: 'RetainedKind', description: 'What is kept' }),
  months: count().describe('How long'),
  counted_from: z.string().describe('From which day'),
  source: z.string().describe('Why'),
  is_setting: z.boolean().describe('Whether the organization sets how long'),
})
const Calendar = z
  .object({
    items: z.array(Rule.meta({ id: 'RetentionRule' })).describe('By kind'),
  })
  .meta({ id: 'RetentionCalendar' })
const Retained = Rule.extend({
  records: count().describe('How many there are of the person'),
  until: day()
    .nullable()
    .describe('The last day; none while the employment, from whose end it counts, goes on'),
})
const Retention = z
  .object({ items: z.array(Retained.meta({ id: 'RetainedRecords' })).describe('What is there, by kind') })
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
