import * as z from 'zod'
import { projectStatuses } from '../../../db/schema/projects.ts'
import { count, csv, day, id, idOut, moment } from '../../kit/fields.ts'
import { dayOut, Unit } from './schemas.ts'

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
  interval: z.enum(['day', 'week']).default('day'),
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
  sv: amount(),
  cv: amount(),
  spi: ratio(),
  cpi: ratio(),
  eac: z
    .object({ typical: amount(), atypical: amount(), combined: amount() })
    .meta({ description: 'BAC / CPI; AC + BAC - EV; AC + (BAC - EV) / (CPI x SPI)' }),
  etc: amount().meta({ description: 'To complete, of the typical estimate' }),
  vac: amount().meta({ description: 'Variance at completion, of the typical estimate' }),
  tcpi: ratio(),
}
const schedule = {
  es: ratio().meta({ description: 'Earned schedule in working days' }),
  at: ratio().meta({ description: 'Working days since the plan began' }),
  spi_t: ratio(),
  forecast_finish: dayOut().nullable(),
}
const Undefined = z
  .array(z.object({ metric: z.string(), reason: z.string() }))
  .meta({ description: 'Why a metric is null' })

const Item = z.object({ task_id: idOut(), key: z.string(), title: z.string() })
const items = (description: string) => z.array(Item).meta({ description: `${description}; at most 100` })
const counts = z.object({ unbaselined: count(), unscheduled: count(), descoped: count(), slipped: count() })
const BaselineRef = z.object({ id: idOut(), name: z.string(), taken_at: moment() }).nullable()

export const EarnedValue = z
  .object({
    project_id: idOut(),
    as_of: dayOut(),
    unit: Unit,
    method: z.string(),
    currency: z.string().nullable(),
    baseline: BaselineRef.meta({ description: 'Null where it is computed from the present plan' }),
    start_date: dayOut().nullable(),
    end_date: dayOut().nullable(),
    ...sums,
    ...schedule,
    undefined: Undefined,
    counts,
    unbaselined: items('Added after the baseline, not counted'),
    unscheduled: items('Without dates, spread over the whole plan'),
    descoped: items('In the baseline, but cancelled or deleted'),
    slipped: z
      .array(Item.extend({ planned_due: dayOut(), due: dayOut().nullable(), days: count() }))
      .meta({ description: 'Late against the baseline, the worst first; at most 100' }),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'EarnedValue' })

export const EarnedValueSeries = z
  .object({
    unit: Unit,
    method: z.string(),
    baseline_id: idOut().nullable(),
    points: z.array(
      z.object({
        date: dayOut(),
        pv: z.int(),
        ev: amount().meta({ description: 'Null for days to come' }),
        ac: amount(),
      }),
    ),
  })
  .meta({ id: 'EarnedValueSeries' })

export const Portfolio = z
  .object({
    as_of: dayOut(),
    projects: z.array(
      z.object({
        project: z.object({ id: idOut(), key: z.string(), name: z.string() }),
        baseline: BaselineRef,
        ...sums,
        ...schedule,
        undefined: Undefined,
      }),
    ),
    totals: z.object({ ...sums, undefined: Undefined }),
  })
  .meta({ id: 'PortfolioEarnedValue', description: 'In minutes' })
