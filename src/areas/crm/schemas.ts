import * as z from 'zod'
import { count, csv, day, id, idOut, userParam } from '../../kit/fields.ts'
import { from, inOrder, notTooLong, to } from '../../shared/day-range.ts'
import { currencyCode, minorFrom0 } from '../../shared/money/fields.ts'

const dealFilter = {
  pipeline_id: id().optional().meta({ description: 'Only deals of this pipeline' }),
  owner_user_id: csv(userParam()).optional().meta({
    type: 'string',
    description: 'Only of these members, separated by commas; `me` and `none` too',
  }),
}

export const AnalyticsFilter = z
  .strictObject({ from: from(), to: to(), ...dealFilter })
  .refine(...inOrder)
  .refine(...notTooLong)

export const ForecastFilter = z
  .strictObject({
    from: from().optional().meta({
      description: 'The first day; send both or neither, for this month and the next eleven',
      example: '2026-01-01',
    }),
    to: to().optional(),
    ...dealFilter,
  })
  .refine((range) => !range.from === !range.to, { message: 'send from and to, or neither', path: ['to'] })
  .refine(...inOrder)
  .refine(...notTooLong)

const percent = (description: string) => z.number().nullable().meta({ description, example: 62.5 })
const days = (description: string) => z.number().nullable().meta({ description, example: 12.25 })
const won = () => count().meta({ description: 'Deals that were won' })
const lost = () => count().meta({ description: 'Deals that were lost' })

const FunnelStage = z
  .object({
    pipeline_id: idOut().meta({ description: 'Its pipeline' }),
    stage_id: idOut().meta({ description: 'The stage' }),
    name: z.string().meta({ description: 'What the stage is called', example: 'Proposal sent' }),
    position: z.int().meta({ description: 'Its place in the pipeline', example: 2 }),
    entered: count().meta({ description: 'Deals that entered it in the time' }),
    left_forward: count().meta({
      description: 'Of these, those that ever left it to a later stage of the pipeline, or by being won',
    }),
    conversion_percent: percent('left_forward of entered; null where none entered'),
    median_days: days(
      'The median time in the stage, all stays of a deal together, of those that are not there any more',
    ),
  })
  .meta({ id: 'CrmFunnelStage' })

export const Analytics = z
  .object({
    from: day().describe('First day'),
    to: day().describe('Last day'),
    funnel: z
      .array(FunnelStage)
      .meta({ description: 'Stages of the pipelines in use, or of the requested one' }),
    outcome: z
      .object({
        won: won(),
        lost: lost(),
        win_rate_percent: percent('won of won and lost; null where nothing was closed'),
        average_cycle_days: days('From the creation of deals until they were won'),
        median_cycle_days: days('The same as the median'),
      })
      .meta({ id: 'CrmOutcome', description: 'Of the deals that were closed in the time' }),
    values: z
      .array(
        z.object({
          currency: currencyCode(),
          won: won(),
          lost: lost(),
          won_minor: minorFrom0().meta({ description: 'What the deals are worth that were won' }),
          lost_minor: minorFrom0().meta({ description: 'What the deals are worth that were lost' }),
        }),
      )
      .meta({ description: 'The same by currency; currencies are never added up' }),
    lost_reasons: z
      .array(
        z.object({
          reason: z.string().meta({ description: 'Why deals were lost', example: 'Too expensive' }),
          deals: count().meta({ description: 'Deals that were lost for it' }),
        }),
      )
      .meta({ description: 'The twenty that were given most often' }),
    slippage: z
      .object({
        deals: count().meta({ description: 'Deals that were won and had an expected day' }),
        late: count().meta({ description: 'Of these, won after that day' }),
        in_time: count().meta({ description: 'Of these, won on that day or before' }),
        average_days: days('How long after that day they were won; before it is negative'),
      })
      .meta({ id: 'CrmSlippage', description: 'How far deals were won from the day expected last' }),
    leads: z
      .array(
        z.object({
          source: z.string().nullable().meta({ description: 'Where leads came from', example: 'fair' }),
          leads: count().meta({ description: 'Leads that came in in the time' }),
          converted: count().meta({ description: 'Of these, those that have been converted since' }),
          conversion_percent: percent('converted of leads'),
        }),
      )
      .meta({ description: 'By source, at most fifty; of all pipelines, as leads are in none' }),
  })
  .meta({ id: 'CrmAnalytics' })

const open = {
  currency: currencyCode(),
  open: count().meta({ description: 'Open deals' }),
  open_minor: minorFrom0().meta({ description: 'What they are worth' }),
  weighted_minor: minorFrom0().meta({
    description: 'What they are worth times their probabilities, each rounded',
  }),
}
const OpenSums = z.array(z.object(open).meta({ id: 'CrmOpenSum' }))

export const Forecast = z
  .object({
    from: day().describe('First day'),
    to: day().describe('Last day'),
    months: z
      .array(
        z
          .object({
            month: z.string().meta({ description: 'Year and month', example: '2026-01' }),
            ...open,
            won: won(),
            won_minor: minorFrom0().meta({ description: 'What the deals are worth that were won' }),
          })
          .meta({ id: 'CrmForecastMonth' }),
      )
      .meta({
        description:
          'By month and currency; an open deal counts when it is expected, a won one when it was won',
      }),
    overdue: OpenSums.meta({ description: 'Open deals that were expected before from' }),
    undated: OpenSums.meta({ description: 'Open deals without an expected day' }),
  })
  .meta({ id: 'CrmForecast' })
