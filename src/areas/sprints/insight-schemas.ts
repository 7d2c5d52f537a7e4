import * as z from 'zod'
import { count, day, intParam } from '../../kit/fields.ts'
import { Unit } from './schemas.ts'
import { ownId } from '../../shared/common-fields.ts'

const dayOut = () => z.iso.date().meta({ example: '2026-11-30' })
const amount = () => z.number().meta({ example: 8 })

export const VelocityFilter = z.strictObject({
  last: intParam(1, 20).default(8).meta({ description: 'Sprints to look back on, 1 to 20', example: 8 }),
  unit: Unit.optional().describe('What the figures are in'),
})

export const Velocity = z
  .object({
    unit: Unit.describe('What the figures are in'),
    items: z
      .array(
        z.object({
          sprint: z
            .object({
              id: ownId,
              number: z.int().describe('Counts up in its project'),
              name: z.string().describe('What it is called'),
              start_date: dayOut().describe('Its first day'),
              end_date: dayOut().describe('Its last day'),
            })
            .describe('The sprint'),
          committed: amount().describe('What the sprint began with'),
          completed: amount().describe('What it completed'),
        }),
      )
      .describe('The latest sprints that are over'),
    mean: amount().nullable().describe('Average of the sprints; null without any'),
    median: amount().nullable().describe('Middle of the sprints; null without any'),
    stdev: amount().nullable().meta({ description: 'Of the sample; null for fewer than two sprints' }),
  })
  .meta({ id: 'Velocity' })

export const FlowFilter = z.strictObject({
  from: day().optional().meta({ description: 'Without it 30 days before the end' }),
  to: day().optional().meta({ description: 'Today without it' }),
  interval: z.enum(['day', 'week']).default('day').describe('The length of a step'),
})

const days = () => z.number().nullable()
export const Flow = z
  .object({
    from: dayOut().describe('First day'),
    to: dayOut().describe('Last day'),
    timezone: z.string().describe('The time zone of its days, as an IANA name'),
    series: z
      .array(
        z.object({
          from: dayOut().describe('The first day of the step'),
          to: dayOut().describe('The last day of the step'),
          todo: count().describe('Not begun at its end'),
          in_progress: count().describe('In progress at its end'),
          done: count().describe('Done at its end'),
          cancelled: count().describe('Cancelled at its end'),
          created: count().describe('Tasks that came in it'),
          completed: count().describe('Tasks that were completed in it'),
        }),
      )
      .describe('The figures of each step'),
    percentiles: z
      .object({
        p50: days().describe('Half of all cases are within it'),
        p85: days().describe('85 % of all cases are within it'),
        p95: days().describe('95 % of all cases are within it'),
        sample_size: count().describe('How many cases it is drawn from'),
      })
      .meta({ description: 'Days from the first start to the completion' }),
  })
  .meta({ id: 'Flow' })

export const ForecastFilter = z
  .strictObject({
    items: intParam(1, 1000).optional().meta({ description: 'Tasks to finish; the open ones without it' }),
    by_date: day().optional().meta({ description: 'How many are finished by this day' }),
    history_days: intParam(14, 365).default(60).meta({ description: 'Days to learn from', example: 60 }),
    trials: intParam(100, 10_000).default(10_000).meta({ description: 'Simulated runs', example: 10_000 }),
    seed: intParam(0, 999_999_999)
      .default(1)
      .meta({ description: 'The same seed gives the same answer', example: 1 }),
  })
  .refine((query) => query.items === undefined || query.by_date === undefined, {
    message: 'send items or by_date, not both',
    path: ['by_date'],
  })

const Outcome = z
  .object({
    items: count().nullable().meta({ description: 'At least this many tasks' }),
    days: count().nullable().describe('Days from today'),
    date: dayOut().nullable().describe('The day'),
  })
  .nullable()
export const Forecast = z
  .object({
    question: z.enum(['when', 'how_many']).describe('When so many are done, or how many are done by a day'),
    items: count().nullable().describe('How many tasks it is about'),
    by_date: dayOut().nullable().describe('The day that is asked about'),
    insufficient_data: z.boolean().describe('Too little has been finished to tell'),
    clamped: z.boolean().meta({ description: 'Some trials ended at 1000 days' }),
    p50: Outcome.describe('Half of all cases are within it'),
    p70: Outcome.describe('70 % of all cases are within it'),
    p85: Outcome.describe('85 % of all cases are within it'),
    p95: Outcome.describe('95 % of all cases are within it'),
    histogram: z
      .array(
        z.object({ value: count().describe('How many tasks'), trials: count().describe('Simulated runs') }),
      )
      .meta({ description: 'Days, or tasks if by_date was requested' }),
    sample_size: count().meta({ description: 'Days of history' }),
    assumptions: z.array(z.string()).describe('What the forecast takes for granted'),
  })
  .meta({ id: 'Forecast' })
