import * as z from 'zod'
import { count, day } from '../../kit/fields.ts'
import { from, inOrder, notTooLong, to } from '../../shared/day-range.ts'
import { Metric } from '../../shared/clocks.ts'
import { SubjectType } from './schemas.ts'

const groups = ['policy', 'priority', 'assignee', 'project'] as const
export const ReportFilter = z
  .strictObject({
    from: from(),
    to: to(),
    subject_type: SubjectType.optional().meta({ description: 'Only of tasks or of tickets' }),
    metric: Metric.default('resolution').meta({ description: 'first_response, next_response or resolution' }),
    group_by: z.enum(groups).default('policy').meta({ description: 'policy, priority, assignee or project' }),
  })
  .refine(...inOrder)
  .refine(...notTooLong)

const Figures = z
  .object({
    key: z
      .string()
      .nullable()
      .meta({ description: 'An id or a priority; null for no assignee, and in the totals' }),
    name: z.string().nullable().meta({ description: 'What the group is called', example: 'Gold support' }),
    met: count().meta({ description: 'Ended in time' }),
    missed: count().meta({ description: 'Ended late' }),
    overdue: count().meta({ description: 'Late and still running, due in these days' }),
    met_percent: z
      .number()
      .nullable()
      .meta({ description: 'Of those that ended; null if none did', example: 87.5 }),
    median_elapsed_seconds: z
      .int()
      .nullable()
      .meta({ description: 'Working time of those that ended', example: 5400 }),
  })
  .meta({ id: 'SlaFigures' })
export const SlaReport = z
  .object({
    from: day().describe('First day'),
    to: day().describe('Last day'),
    group_by: z.enum(groups).describe('What the groups are'),
    items: z.array(Figures).describe('The figures of each group'),
    totals: Figures.describe('The figures of all groups together'),
  })
  .meta({ id: 'SlaReport' })
