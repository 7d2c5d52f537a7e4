import * as z from 'zod'
import { count, day, idOut, intParam } from '../../kit/fields.ts'
import { Unit } from './schemas.ts'

const dayOut = () => z.iso.date().meta({ example: '2026-11-30' })
const amount = () => z.number().meta({ example: 8 })

export const VelocityFilter = z.strictObject({
  last: intParam(1, 20).default(8).meta({ description: 'Sprints to look back on, 1 to 20', example: 8 }),
  unit: Unit.optional(),
})

export const Velocity = z
  .object({
    unit: Unit,
    items: z.array(
      z.object({
        sprint: z.object({
          id: idOut(),
          number: z.int(),
          name: z.string(),
          start_date: dayOut(),
          end_date: dayOut(),
        }),
        committed: amount(),
        completed: amount(),
      }),
    ),
    mean: amount().nullable(),
    median: amount().nullable(),
    stdev: amount().nullable().meta({ description: 'Of the sample; null for fewer than two sprints' }),
  })
  .meta({ id: 'Velocity' })

export const FlowFilter = z.strictObject({
  from: day().optional().meta({ description: 'Without it 30 days before the end' }),
  to: day().optional().meta({ description: 'Today without it' }),
  interval: z.enum(['day', 'week']).default('day'),
})

const days = () => z.number().nullable()
export const Flow = z
  .object({
    from: dayOut(),
    to: dayOut(),
    timezone: z.string(),
    series: z.array(
      z.object({
        from: dayOut(),
        to: dayOut(),
        todo: count(),
        in_progress: count(),
        done: count(),
        cancelled: count(),
        created: count(),
        completed: count(),
      }),
    ),
    percentiles: z
      .object({ p50: days(), p85: days(), p95: days(), sample_size: count() })
      .meta({ description: 'Days from the first start to the completion' }),
  })
  .meta({ id: 'Flow' })

export const ForecastFilter = z
  .strictObject({
    items: intParam(1, 1000).optional().meta({ description: 'Tasks to finish; the open ones without it' }),
    by_date: day().optional().meta({ description: 'How many are finished by this day' }),
    history_days: intParam(14, 365).default(60).meta({ description: 'Days to learn from', example: 60 }),
    trials: intParam(100, 10_000).default(10_000).meta({ example: 10_000 }),
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
    days: count().nullable(),
    date: dayOut().nullable(),
  })
  .nullable()
export const Forecast = z
  .object({
    question: z.enum(['when', 'how_many']),
    items: count().nullable(),
    by_date: dayOut().nullable(),
    insufficient_data: z.boolean(),
    clamped: z.boolean().meta({ description: 'Some trials ended at 1000 days' }),
    p50: Outcome,
    p70: Outcome,
    p85: Outcome,
    p95: Outcome,
    histogram: z
      .array(z.object({ value: count(), trials: count() }))
      .meta({ description: 'Days, or tasks if by_date was requested' }),
    sample_size: count().meta({ description: 'Days of history' }),
    assumptions: z.array(z.string()),
  })
  .meta({ id: 'Forecast' })
