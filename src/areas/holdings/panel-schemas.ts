import * as z from 'zod'
import { holdingScopes } from '../../../db/schema/holdings.ts'
import { count, moment } from '../../kit/fields.ts'
import { ownId } from '../../shared/common-fields.ts'
import { from, to } from '../../shared/day-range.ts'
import { minor } from '../../shared/money/fields.ts'

const gaps = ['not_shared', 'no_rate', 'currency_changed', 'small_group', 'range_too_short'] as const
export type Gap = (typeof gaps)[number]
const reason = () => z.enum(gaps).nullable().describe('Why it is not told')

const money = () =>
  z.object({
    minor: minor().nullable().describe('In the currency of the organization'),
    converted_minor: minor().nullable().describe('In that of the panel; null is left out of the totals'),
    reason: reason(),
  })
const number = () => z.object({ value: count().nullable().describe('How many'), reason: reason() })
const figures = {
  revenue: money().describe('Invoiced without tax'),
  expenses: money().describe('Approved ones; pay is not among them'),
  result: money().describe('Revenue less expenses'),
  receivables: money().describe('What clients owe today'),
  headcount: number().describe('Employees on the last day'),
  projects: number().describe('Active projects'),
  tasks_overdue: number().describe('Overdue tasks of them'),
  open_deals: number().describe('Open deals'),
}
const Organization = z.object({ id: ownId, name: z.string().describe('What it is called') })
export const Row = z
  .object({
    organization: Organization.describe('Which one'),
    link_id: ownId.nullable().describe('Its link; null for your own'),
    ownership_percent: z.string().nullable().meta({ description: 'How much you own of it', example: '75.5' }),
    data_scopes: z.array(z.enum(holdingScopes)).describe('What it shows'),
    currency: z.string().describe('Its currency'),
    ...figures,
  })
  .meta({
    id: 'HoldingPanelRow',
    'x-row':
      'organization=organization.name* currency revenue=revenue.converted_minor expenses=expenses.converted_minor ' +
      'receivables=receivables.converted_minor reason=revenue.reason headcount=headcount.value projects=projects.value ' +
      'overdue=tasks_overdue.value deals=open_deals.value',
  })

const total = () =>
  z.object({
    minor: minor().describe('The sum in the currency of the panel, without what is eliminated'),
    holds: count().describe('How many organizations are in it'),
    of: count().describe('Of how many'),
  })
const totalNumber = () =>
  z.object({
    value: count().nullable().describe('How many'),
    reason: reason(),
    holds: count().describe('How many organizations are in it'),
    of: count().describe('Of how many'),
  })
const pair = {
  base: z.string().describe('One unit of this'),
  quote: z.string().describe('is worth so many of this'),
  kind: z.enum(['average', 'closing']).describe('The mean of all days, or that of the last one'),
}

export const Panel = z
  .object({
    from: from(),
    to: to(),
    as_of: z.iso.date().describe('Today, the day of what is owed'),
    currency: z.string().describe('What it is converted into'),
    own: Row.describe('Your own organization'),
    items: z.array(Row).describe('Each subsidiary'),
    totals: z
      .object({
        revenue: total().describe('Revenue'),
        expenses: total().describe('Expenses'),
        result: total().describe('Result'),
        receivables: total().describe('Receivables'),
        headcount: totalNumber().describe('Employees'),
        projects: totalNumber().describe('Active projects'),
        tasks_overdue: totalNumber().describe('Overdue tasks'),
        open_deals: totalNumber().describe('Open deals'),
      })
      .describe('Of all, at 100 % whatever you own'),
    eliminated: z
      .array(
        z.object({
          seller: Organization.describe('Who invoiced'),
          buyer: Organization.describe('Who booked the expense'),
          revenue_minor: minor().nullable().describe('Taken off the revenue; null where it could not be'),
          expenses_minor: minor().nullable().describe('Taken off the expenses'),
          receivables_minor: minor().nullable().describe('Taken off the receivables'),
          mismatch_minor: minor().nullable().describe('What the seller invoiced more than the buyer booked'),
          reason: reason(),
        }),
      )
      .describe('Business within the holding, which the totals leave out'),
    rates: z
      .array(
        z.object({
          ...pair,
          rate: z.string().meta({ description: 'Rounded to eight decimals', example: '0.93096774' }),
          derived: z
            .enum(['direct', 'inverse', 'cross'])
            .describe('As entered, from the reversed pair, or by way of the currency of the parent'),
        }),
      )
      .describe('What was converted with'),
    missing_rates: z.array(z.object(pair)).describe('What could not be converted'),
    rates_changed_at: moment().nullable().describe('When a rate of these days was last changed'),
  })
  .meta({ id: 'HoldingPanel' })
