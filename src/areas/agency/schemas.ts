import * as z from 'zod'
import { clientStatuses } from '../../../db/schema/clients.ts'
import { count, idOut, paging, pageOf, sorting } from '../../kit/fields.ts'
import { ownId, projectKey } from '../../shared/common-fields.ts'
import { from, inOrder, notTooLong, to } from '../../shared/day-range.ts'
import { minor, minorFrom0 } from '../../shared/money/fields.ts'

const range = {
  from: from().optional().meta({ description: 'The first day; this month to date unless both are sent' }),
  to: to().optional(),
}
const both = [
  ({ from, to }: { from?: string | undefined; to?: string | undefined }) => !from === !to,
  { message: 'send from and to, or neither', path: ['to'] as PropertyKey[] },
] as const

export const ClientFilter = z
  .strictObject(range)
  .refine(...both)
  .refine(...inOrder)
  .refine(...notTooLong)
export const SummaryFilter = z
  .strictObject({
    ...range,
    status: z.enum(clientStatuses).optional().describe('Only clients of this status'),
    sort: sorting(['name', 'hours', 'margin', 'health'], 'name').refine(
      ({ length }) => length === 1,
      'one key',
    ),
    ...paging,
  })
  .refine(...both)
  .refine(...inOrder)
  .refine(...notTooLong)

const share = () => z.string().meta({ example: '0.25' })
const seconds = () => count().meta({ example: 27_000 })

const Health = z
  .object({
    value: z
      .enum(['red', 'yellow', 'green'])
      .nullable()
      .describe('The worst of the rules; null where nothing is known'),
    reasons: z.array(z.enum(['late', 'burn', 'unpaid'])).describe('The rules that made it so'),
    late_share: share().nullable().describe('Overdue tasks of those that are open'),
    burn: share()
      .nullable()
      .describe('The most that a running project has used of its budget; more than 1 is over it'),
    unpaid_share: share()
      .nullable()
      .describe('Of what is owed, what is overdue for more than 30 days; for managers'),
  })
  .meta({ id: 'AgencyHealth' })

const amounts = {
  currency: z.string().describe('ISO 4217, such as EUR'),
  invoiced_net_minor: minor().describe('Invoiced in the range, without tax'),
  outstanding_minor: minorFrom0().describe('What is owed today, whatever the range'),
  unpaid_over_30_minor: minorFrom0().describe('Of that, what is overdue for more than 30 days'),
  unbilled_minor: minorFrom0().describe('Billable time of the range that no invoice bills'),
  unbilled_seconds: seconds().describe('How long that is'),
  revenue_minor: minor().describe('Billable time at its rates, and what is invoiced for fixed prices'),
  expenses_minor: minorFrom0().describe('Approved ones'),
  margin_minor: minor().nullable().describe('Revenue less cost of time and expenses; null with a gap'),
}
const gaps = ['small_group', 'no_cost', 'no_rate'] as const
const AgencyAmounts = z
  .object(amounts)
  .meta({ id: 'AgencyAmounts', 'x-row': 'currency outstanding_minor unbilled_minor margin_minor' })
const Amounts = z.array(AgencyAmounts).nullable().describe('Each currency by itself; null below manager')

const work = {
  tasks_open: count().describe('Open tasks on the last day, or today'),
  tasks_overdue: count().describe('Of those, the ones that were due before'),
  tasks_done: count().describe('Tasks done in the range'),
  seconds: seconds().describe('Time worked'),
  billable_seconds: seconds().describe('Of that, what is billable'),
}
const figures = {
  projects_active: count().describe('Active projects'),
  ...work,
  tickets_open: count().describe('Tickets that are open today'),
  sla_breaches: count().describe('Deadlines of service levels that passed in the range'),
}
const client = z
  .object({
    id: ownId,
    name: z.string().describe('What it is called'),
    status: z.enum(clientStatuses).describe('How the relation stands'),
    archived: z.boolean().describe('Whether it is archived'),
  })
  .nullable()
  .describe('Null for what has no client')
const shown = {
  client,
  ...figures,
  seconds_by_month: z.array(seconds()).describe('Of the twelve months that end with that of the last day'),
  next_milestone: z
    .object({
      id: idOut().describe('Identifies it'),
      name: z.string().describe('What it is called'),
      due_date: z.iso.date().describe('When it is due'),
      project_key: projectKey,
    })
    .nullable()
    .describe('The open one that is due first'),
  health: Health.describe('How it is going'),
  money: Amounts,
  margin_gap: z
    .object({
      reason: z
        .enum(gaps)
        .describe('small_group: fewer than 3 people worked; no_cost, no_rate: time without one'),
      entries: count().nullable().describe('How many time entries lack it'),
      seconds: seconds().nullable().describe('How long these are'),
    })
    .nullable()
    .describe('Why there is no margin'),
}
const AgencyClient = z.object(shown).meta({
  id: 'AgencyClient',
  'x-row':
    'client=client.name* health=health.value reasons=health.reasons tasks_open tasks_overdue tasks_done seconds ' +
    'tickets_open sla_breaches next_milestone money margin_gap=margin_gap.reason',
})

const limit = (description: string) => z.string().meta({ description, example: '0.3' })
const level = z.object({
  late_share: limit('At least this share of late tasks'),
  burn: limit('The budget used: more than this for red, at least this for yellow'),
  unpaid_share: limit('At least this share of what is owed; 0 is anything more'),
})
const about = {
  from: from(),
  to: to(),
  as_of: z.iso.date().describe('Today, the day of what is outstanding'),
  timezone: z.string().describe('Of the days'),
  hours_of: z.enum(['me', 'all']).describe('Whose time it has: below manager, your own'),
  visible_only: z.literal(true).describe('Projects that you cannot open are left out'),
  health_rule: z
    .object({
      red: level.describe('Any of these'),
      yellow: level.describe('Any of these'),
      basis: z.array(z.enum(['late', 'burn', 'unpaid'])).describe('The rules that apply for your role'),
    })
    .describe('What the health follows from'),
}
export const AgencySummary = pageOf(AgencyClient, {
  ...about,
  totals: z
    .object({
      ...figures,
      red: count().describe('Clients in trouble'),
      yellow: count().describe('Clients to watch'),
      green: count().describe('Clients that do well'),
      money: Amounts,
      margin_gap: z.enum(gaps).nullable().describe('Why there is no margin'),
    })
    .describe('Of all clients that match'),
  projects_without_client: count().describe('Active projects without a client'),
})

export const AgencyClientSummary = z
  .object({
    ...about,
    ...shown,
    projects: z
      .array(
        z.object({
          project: z
            .object({
              id: ownId,
              key: projectKey,
              name: z.string().describe('What it is called'),
            })
            .describe('Which one'),
          status: z.string().describe('How it stands'),
          basis: z
            .enum(['time', 'fixed_price'])
            .describe('What it earns: its time at its rates, or what is invoiced for it'),
          ...work,
          burn: share().nullable().describe('What it has used of its budget; more than 1 is over it'),
          revenue: z
            .array(
              z.object({
                currency: z.string().describe('ISO 4217, such as EUR'),
                revenue_minor: minor().describe('What it earned in the range'),
              }),
            )
            .nullable()
            .describe('Null below manager'),
        }),
      )
      .describe('Its projects'),
    by_month: z
      .array(
        z.object({
          month: z.string().meta({ description: 'Year and month', example: '2026-11' }),
          is_partial: z.boolean().describe('Whether it is not over yet'),
          seconds: seconds().describe('Time worked'),
          billable_seconds: seconds().describe('Of that, what is billable'),
          tasks_done: count().describe('Tasks done'),
          invoiced: z
            .array(
              z.object({
                currency: z.string().describe('ISO 4217, such as EUR'),
                invoiced_net_minor: minor().describe('Without tax'),
              }),
            )
            .nullable()
            .describe('Null below manager'),
        }),
      )
      .describe('The twelve months that end with that of the last day'),
  })
  .meta({ id: 'AgencyClientSummary' })
