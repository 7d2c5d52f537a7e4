import * as z from 'zod'
import { projectStatuses } from '../../../db/schema/projects.ts'
import { count, csv, day, id, idOut, moment } from '../../kit/fields.ts'
import { dayOut, Unit } from './schemas.ts'
import { ownId, projectKey, taskKey, taskTitle } from '../../shared/common-fields.ts'

const method = z
  .enum(['0_100', '50_50', 'percent'])
  .default('0_100')
  .meta({ description: 'When work is earned: at its end, half at its start, or by progress' })
const unit = Unit.default('minutes').meta({ description: 'cost is for managers' })
const baseline = id().optional().meta({ description: 'Else the current one; without any the present plan' })
const asOf = day().optional().meta({ description: 'The end of this day, as it was known then; else today' })

export const EarnedValueFilter = z.strictObject({ as_of: asOf, unit, method, baseline_id: baseline })

export const maxPoints = 366

export const SeriesFilter = z.strictObject({
  from: day().optional().meta({ description: 'Without it 30 days before the end' }),
  to: day().optional().meta({ description: 'Today without it' }),
  interval: z.enum(['day', 'week']).default('day').describe('The length of a step'),
  unit,
  method,
  baseline_id: baseline,
})

export const PortfolioFilter = z.strictObject({
  status: csv(z.enum(projectStatuses)).optional(),
  as_of: asOf,
})

const amount = () => z.int().nullable()
const ratio = () => z.number().nullable()
const sums = {
  bac: z.int().meta({ description: 'Budget at completion' }),
  pv: z.int().meta({ description: 'Planned value' }),
  ev: z.int().meta({ description: 'Earned value' }),
  ac: z.int().meta({ description: 'Actual cost' }),
  sv: amount().describe('Schedule variance: earned less planned value'),
  cv: amount().describe('Cost variance: earned value less actual cost'),
  spi: ratio().describe('Schedule performance index: earned by planned value'),
  cpi: ratio().describe('Cost performance index: earned value by actual cost'),
  eac: z
    .object({
      typical: amount().describe('Estimate at completion where work goes on as it went so far'),
      atypical: amount().describe('Estimate at completion where the rest goes as planned'),
      combined: amount().describe('Estimate at completion from cost and schedule together'),
    })
    .meta({ description: 'BAC / CPI; AC + BAC - EV; AC + (BAC - EV) / (CPI x SPI)' }),
  etc: amount().meta({ description: 'To complete, of the typical estimate' }),
  vac: amount().meta({ description: 'Variance at completion, of the typical estimate' }),
  tcpi: ratio().describe('The cost performance that the rest needs to stay within budget'),
}
const schedule = {
  es: ratio().meta({ description: 'Earned schedule in working days' }),
  at: ratio().meta({ description: 'Working days since the plan began' }),
  spi_t: ratio().describe('Schedule performance index by time: earned schedule by time gone'),
  forecast_finish: dayOut().nullable().describe('When it ends at the present pace'),
}
const Undefined = z
  .array(
    z.object({
      metric: z.string().describe('The figure that has no value'),
      reason: z.string().describe('Why it has none'),
    }),
  )
  .meta({ description: 'Why a metric is null' })

const Item = z.object({ task_id: idOut().describe('The task'), key: taskKey, title: taskTitle })
const items = (description: string) => z.array(Item).meta({ description: `${description}; at most 100` })
const counts = z.object({
  unbaselined: count().describe('Tasks that the baseline does not have'),
  unscheduled: count().describe('Tasks without dates'),
  descoped: count().describe('Tasks of the baseline that were cancelled or removed'),
  slipped: count().describe('Tasks that are due later than planned'),
})
const BaselineRef = z
  .object({
    id: ownId,
    name: z.string().describe('What it is called'),
    taken_at: moment().describe('When the baseline was taken'),
  })
  .nullable()

export const EarnedValue = z
  .object({
    project_id: idOut().describe('The project'),
    as_of: dayOut().describe('The day the figures are of'),
    unit: Unit.describe('What the figures are in'),
    method: z.string().describe('How it was computed'),
    currency: z.string().nullable().describe('ISO 4217, such as EUR'),
    baseline: BaselineRef.meta({ description: 'Null where it is computed from the present plan' }),
    start_date: dayOut().nullable().describe('The first day of the plan'),
    end_date: dayOut().nullable().describe('The last day of the plan'),
    ...sums,
    ...schedule,
    undefined: Undefined,
    counts: counts.describe('Tasks that do not fit the plan'),
    unbaselined: items('Added after the baseline, not counted'),
    unscheduled: items('Without dates, spread over the whole plan'),
    descoped: items('In the baseline, but cancelled or deleted'),
    slipped: z
      .array(
        Item.extend({
          planned_due: dayOut().describe('When it was due by the baseline'),
          due: dayOut().nullable().describe('When it is due now'),
          days: count().describe('Days behind the plan'),
        }),
      )
      .meta({ description: 'Late against the baseline, the worst first; at most 100' }),
    warnings: z.array(z.string()).describe('What to know before relying on the figures'),
  })
  .meta({ id: 'EarnedValue' })

export const EarnedValueSeries = z
  .object({
    unit: Unit.describe('What the figures are in'),
    method: z.string().describe('How it was computed'),
    baseline_id: idOut().nullable().describe('The baseline it is compared with'),
    points: z
      .array(
        z.object({
          date: dayOut().describe('The day'),
          pv: z.int().describe('Planned value'),
          ev: amount().meta({ description: 'Null for days to come' }),
          ac: amount().describe('Actual cost'),
        }),
      )
      .describe('The figures by day or week'),
  })
  .meta({ id: 'EarnedValueSeries' })

export const Portfolio = z
  .object({
    as_of: dayOut().describe('The day the figures are of'),
    projects: z
      .array(
        z.object({
          project: z
            .object({ id: ownId, key: projectKey, name: z.string().describe('What it is called') })
            .describe('The project'),
          baseline: BaselineRef.describe('The baseline that it is compared with'),
          ...sums,
          ...schedule,
          undefined: Undefined,
        }),
      )
      .describe('The figures of each project'),
    totals: z.object({ ...sums, undefined: Undefined }).describe('Sums over all projects'),
  })
  .meta({ id: 'PortfolioEarnedValue', description: 'In minutes' })
