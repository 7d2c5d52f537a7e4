import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { count } from '../../kit/fields.ts'
import { read } from '../../kit/operation.ts'
import { answer, json } from '../../kit/sql.ts'

const steps = [
  'holidays',
  'work_schedule',
  'leave_types',
  'people',
  'accounts',
  'managers',
  'leave_request',
] as const
const Step = z
  .object({
    step: z.enum(steps).meta({ id: 'WorkforceStep', description: 'What is to be done' }),
    count: count().describe('How many there are'),
    is_done: z.boolean().describe('Whether that is enough'),
    page: z.string().meta({
      description: 'The page on which it is done, below /organizations/{slug}/',
      example: 'leave-types',
    }),
  })
  .meta({ id: 'WorkforceFirstStep' })
const Steps = z
  .object({ items: z.array(Step).describe('In the order in which they are done') })
  .meta({ id: 'WorkforceFirstSteps' })

export const firstStepsOperation = read({
  id: 'getWorkforceFirstSteps',
  summary: 'Tell what is still to be done before people can ask for leave',
  at: 'GET /workforce/first-steps',
  role: 'admin',
  details:
    'Whose holidays count, a default work schedule, a type of leave, people, their accounts, whom they report to, and a first request.',
  returns: Steps,
  run: () => answer(json({ items: sql`app.first_steps()` })),
})
