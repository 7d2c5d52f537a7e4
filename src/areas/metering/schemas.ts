import * as z from 'zod'
import { ingestable, meterKeys } from '../../../db/schema/metering.ts'
import { count, day, moment, pageOf, paging, text } from '../../kit/fields.ts'
import { from, inOrder, notTooLong, to } from '../../shared/day-range.ts'
import { ownId } from '../../shared/common-fields.ts'

const Meter = z.enum(meterKeys).meta({ id: 'Meter' })
const quantityOut = () => z.number().meta({ example: 1200 })

export const MeterEntry = z
  .object({
    meter: Meter.describe('Its key; a limit of a plan has the same'),
    unit: z.string().describe('What it counts'),
    description: z.string().describe('What it counts, in a line'),
    aggregation: z
      .enum(['sum', 'count', 'latest'])
      .describe('`latest`: a value now; otherwise what a period adds up'),
    source: z
      .enum(['counted', 'derived', 'gauge', 'reported'])
      .describe(
        '`counted` by the service after the answer, and a crash may lose a minute; `reported` by you; the others are exact',
      ),
    ingestable: z.boolean().describe('Whether events of it can be reported'),
  })
  .meta({ id: 'MeterEntry', 'x-row': 'meter unit source' })
export const Meters = pageOf(MeterEntry)
export const MetersFilter = z.strictObject(paging)

export const SummaryFilter = z.strictObject({
  day: day()
    .optional()
    .meta({ description: 'A day of the period; the open one if absent', 'x-brief': 'Of an earlier period' }),
})
export const UsageSummary = z
  .object({
    period: z
      .object({
        starts_at: moment().describe('Its first moment'),
        ends_at: moment().describe('The first moment after it'),
        first_day: day().describe('Its first local day'),
        last_day: day().describe('Its last local day'),
        time_zone: z.string().describe('Of its days: that of the organization when it began'),
        open: z.boolean().describe('Whether it is the one of today'),
      })
      .describe('What it is counted for'),
    meters: z
      .array(
        z
          .object({
            meter: Meter.describe('What is measured'),
            unit: z.string().describe('What it counts'),
            used: quantityOut().describe('In this period, or the value of a gauge'),
            limit: z
              .number()
              .nullable()
              .describe('Of the plan; null without one, and of a period that is over'),
            percent: z.int().nullable().describe('Of the limit, rounded down'),
            projected: z
              .number()
              .nullable()
              .describe('At the end of the period if it goes on like this; null in its first tenth'),
            overage: z.number().nullable().describe('More than the limit'),
            late_quantity: quantityOut().describe(
              'Became known after the end of the period, and was charged in a later one',
            ),
          })
          .meta({ id: 'UsageOfMeter', 'x-row': 'meter used limit percent projected' }),
      )
      .describe('Every meter'),
  })
  .meta({ id: 'UsageSummary' })

export const UsageFilter = z
  .strictObject({
    meter: Meter.describe('What is measured'),
    from: from().optional().meta({ description: 'The first day; that of the open period if absent' }),
    to: to().optional().meta({ description: 'The last day; today if absent' }),
    window: z
      .enum(['hour', 'day', 'month'])
      .default('day')
      .meta({ description: 'How long each point is; hours are kept for 40 days', 'x-brief': null }),
    group_by: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be subject, source or the name of a dimension')
      .optional()
      .meta({ description: 'Of reported meters: subject, source or a dimension', example: 'model' }),
  })
  .refine(...inOrder)
  .refine(...notTooLong)
export const Usage = z
  .object({
    meter: Meter.describe('What is measured'),
    unit: z.string().describe('What it counts'),
    window: z.enum(['hour', 'day', 'month']).describe('How long each point is'),
    from: day().describe('The first day'),
    to: day().describe('The last day'),
    time_zone: z.string().describe('Of the days'),
    total: z.number().nullable().describe('The sum; null of a gauge'),
    points: z
      .array(
        z
          .object({
            start: z.string().meta({
              description: 'Its first minute, local with the offset',
              example: '2026-11-01T00:00+01:00',
            }),
            value: z.number().nullable().describe('The sum, or the last value of a gauge'),
            group: z.string().nullable().optional().describe('What it is grouped by'),
          })
          .meta({ id: 'UsagePoint', 'x-row': 'start value group' }),
      )
      .describe('In order of time, 1000 at most; hours and days without any have 0'),
  })
  .meta({ id: 'Usage' })

const fiveMinutes = 5 * 60_000
const thirtyDays = 30 * 86_400_000
const isWithinReach = (at: string) => {
  const ago = Date.now() - Date.parse(at)
  return ago <= thirtyDays && ago >= -fiveMinutes
}
const hasSixDecimals = (value: number) => /^-?\d+(\.\d{1,6})?$/.test(String(value))

const eventFields = {
  source: text(40).meta({ description: 'What reports it', example: 'assistant' }),
  event_id: text(100).meta({
    description: 'Identifies it within the source; sent again it counts once',
    example: 'run-4711',
  }),
  meter: z
    .enum(ingestable, { error: `must be a meter that takes events: ${ingestable.join(', ')}` })
    .describe('What is measured'),
  quantity: z
    .number()
    .refine((value) => Math.abs(value) <= 1e12 && hasSixDecimals(value), {
      error: 'must be at most 1000000000000, with at most six decimals',
    })
    .meta({ description: 'How much; negative only in a correction', example: 1200 }),
  occurred_at: moment()
    .refine(isWithinReach, 'must be within the last 30 days, and at most 5 minutes ahead')
    .optional()
    .describe('When it happened; now if absent'),
  subject: text(100).optional().meta({ description: 'Whose it is, for groups', example: 'support' }),
  dimensions: z
    .record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be lower case'), text(100))
    .refine((values) => Object.keys(values).length <= 10, 'at most 10')
    .optional()
    .meta({ description: 'What else it can be grouped by', example: { model: 'large' } }),
  correction_of: text(100)
    .optional()
    .meta({ description: 'The event_id of the event of this source that it corrects', example: 'run-4710' }),
}
const UsageEventDraft = z
  .strictObject(eventFields)
  .refine(({ quantity, correction_of }) => quantity >= 0 || correction_of !== undefined, {
    error: 'must not be negative without correction_of',
    path: ['quantity'],
  })
  .meta({ id: 'UsageEventDraft' })
export const UsageReport = z
  .strictObject({
    events: z
      .array(UsageEventDraft)
      .min(1, 'at least one event')
      .max(100, 'at most 100 events; send the others in a further call')
      .describe('What happened'),
  })
  .meta({ id: 'UsageReport' })
export const UsageOutcomes = z
  .object({
    items: z
      .array(
        z
          .object({
            index: count().describe('The place of the event in the call'),
            source: z.string().describe('Of the event'),
            event_id: z.string().describe('Of the event'),
            status: z
              .enum(['accepted', 'duplicate', 'conflict', 'invalid'])
              .describe(
                '`duplicate`: it was known; `conflict`: another event has its id; `invalid`: a correction that does not fit',
              ),
            reason: z.string().nullable().describe('What is wrong with it'),
          })
          .meta({ id: 'UsageOutcome' }),
      )
      .describe('In the order of the call'),
  })
  .meta({ id: 'UsageOutcomes' })

export const UsageEvent = z
  .object({
    id: ownId,
    source: z.string().describe('What reported it; `service` for what the service counted'),
    event_id: z.string().describe('Identifies it within the source'),
    meter: Meter.describe('What is measured'),
    quantity: z.number().meta({ description: 'How much', example: 1200 }),
    occurred_at: moment().describe('When it happened'),
    recorded_at: moment().describe('When it became known'),
    late: z.boolean().describe('Whether its period was over by then'),
    subject: z.string().nullable().describe('Whose it is'),
    dimensions: z.record(z.string(), z.string()).describe('What else it can be grouped by'),
    correction_of: z.string().nullable().describe('The event that it corrects'),
  })
  .meta({ id: 'UsageEvent' })
export const UsageEvents = pageOf(UsageEvent)
export const EventFilter = z
  .strictObject({
    meter: Meter.optional().describe('Only of this meter'),
    source: text(40).optional().describe('Only of this source'),
    from: moment().optional().describe('This moment or later'),
    to: moment().optional().describe('This moment or earlier'),
    ...paging,
  })
  .refine(...inOrder)
