import * as z from 'zod'
import { count, day } from '../kit/fields.ts'

const kinds = ['certificates', 'leave', 'payslips', 'rejected_leave', 'working_hours'] as const
/** How long records of one kind are kept, from which day, and why. */
export const RetentionRule = z
  .object({
    kind: z.enum(kinds).meta({ id: 'RetainedKind', description: 'What is kept' }),
    months: count().describe('How long'),
    counted_from: z.string().describe('From which day'),
    source: z.string().describe('Why'),
    is_setting: z.boolean().describe('Whether the organization sets how long'),
  })
  .meta({ id: 'RetentionRule' })
/** What there is of a person, and until when it is kept. */
export const RetainedRecords = RetentionRule.extend({
  records: count().describe('How many there are of the person'),
  until: day()
    .nullable()
    .describe('The last day; none while the employment, from whose end it counts, goes on'),
}).meta({ id: 'RetainedRecords' })
