import * as z from 'zod'
import { ownId } from '../../shared/common-fields.ts'
import { taxCategories } from '../../../db/schema/tax-rates.ts'
import { count, id, paging } from '../../kit/fields.ts'
import { from, inOrder, notTooLong, to } from '../../shared/day-range.ts'
import { currencyCode, decimalOut, minor } from '../../shared/money/fields.ts'

const range = { from: from(), to: to() }
const only = () => currencyCode().optional().meta({ description: 'Only documents in this currency' })

export const SummaryFilter = z
  .strictObject({ ...range, currency: only() })
  .refine(...inOrder)
  .refine(...notTooLong)
export const TaxFilter = z
  .strictObject({
    ...range,
    group_by: z.enum(['month', 'quarter']).default('quarter').describe('How long each period is'),
  })
  .refine(...inOrder)
  .refine(...notTooLong)
export const ReceivablesFilter = z.strictObject({
  client_id: id().optional().meta({ description: 'Only what this client owes' }),
  currency: only(),
  ...paging,
})

const month = () => z.string().meta({ example: '2026-11' })
const Client = z
  .object({ id: ownId, name: z.string().describe('The name of the client') })
  .meta({ id: 'ClientRef' })
const result = {
  invoiced_net_minor: minor().meta({
    description: 'Without tax, by the day of issue; credit notes are taken off',
  }),
  expenses_minor: minor().meta({
    description: 'Approved ones: net where the tax is deductible, gross where not',
  }),
  profit_minor: minor().meta({ description: 'Invoiced net less expenses' }),
}
const collected_minor = minor().meta({ description: 'Payments, by the day of payment' })

export const FinanceSummary = z
  .object({
    from: z.iso.date().describe('First day'),
    to: z.iso.date().describe('Last day'),
    base_currency: z.string().describe('The currency of the organization'),
    as_of: z.iso.date().meta({ description: 'The day of what is outstanding and overdue' }),
    currencies: z
      .array(
        z.object({
          currency: z.string().describe('ISO 4217, such as EUR'),
          invoiced_minor: minor().meta({ description: 'With tax' }),
          ...result,
          collected_minor,
          outstanding_minor: minor().meta({ description: 'Still to be paid today, whenever it was issued' }),
          overdue_minor: minor().describe('Of what is outstanding, what was due before today'),
          by_month: z
            .array(
              z.object({
                month: month().describe('Year and month, such as 2026-11'),
                ...result,
                collected_minor,
              }),
            )
            .describe('Each month'),
          top_clients: z
            .array(
              z.object({
                client: Client.describe('The client'),
                invoiced_net_minor: minor().describe('Invoiced without tax, in minor units'),
              }),
            )
            .meta({ description: 'The ten that most was invoiced to' }),
        }),
      )
      .describe('Figures of each currency'),
    converted: z
      .object(result)
      .meta({ description: "All currencies in the organization's, at the rates frozen with each document" }),
  })
  .meta({ id: 'FinanceSummary' })

const aging = {
  currency: z.string().describe('ISO 4217, such as EUR'),
  outstanding_minor: minor().describe('What is still to be paid, in minor units'),
  credit_minor: minor().meta({ description: 'What clients have paid or been credited too much' }),
  current_minor: minor().meta({ description: 'Not due yet' }),
  days_1_30_minor: minor().meta({ description: 'Overdue for 1 to 30 days' }),
  days_31_60_minor: minor().meta({ description: 'Overdue for 31 to 60 days' }),
  days_61_90_minor: minor().meta({ description: 'Overdue for 61 to 90 days' }),
  days_over_90_minor: minor().meta({ description: 'Overdue for more than 90 days' }),
  invoices: count().meta({ description: 'Invoices with something outstanding' }),
}
export const Receivables = z
  .object({
    as_of: z.iso.date().describe('The day the figures are of'),
    totals: z.array(z.object(aging)).meta({ description: 'Per currency' }),
    items: z
      .array(z.object({ client: Client.describe('The client'), ...aging }))
      .meta({ description: 'Per client, the largest first' }),
    total: count().describe('How many clients there are in all'),
    limit: z.int().describe('The limit that was asked for'),
    offset: z.int().describe('The offset that was asked for'),
  })
  .meta({ id: 'Receivables' })

const sums = {
  output_tax_minor: minor().meta({ description: 'Tax and surcharge on what was sold' }),
  input_tax_minor: minor().meta({ description: 'Deductible tax on what was bought' }),
  withholding_minor: minor().meta({ description: 'What clients kept back for the tax office' }),
  net_minor: minor().meta({ description: 'Output tax less input tax' }),
}
export const TaxSummary = z
  .object({
    from: z.iso.date().describe('First day'),
    to: z.iso.date().describe('Last day'),
    group_by: z.enum(['month', 'quarter']).describe('How long each period is'),
    base_currency: z.string().describe('The currency of the organization'),
    periods: z
      .array(
        z.object({
          period: z.string().meta({ description: 'The month or quarter', example: '2026-Q4' }),
          currency: z.string().describe('ISO 4217, such as EUR'),
          output: z
            .array(
              z.object({
                category: z.enum(taxCategories).describe('How it is taxed'),
                rate: decimalOut().describe('In percent'),
                surcharge_rate: decimalOut().describe('Equivalence surcharge, in percent'),
                base_minor: minor().describe('What the tax is computed on'),
                tax_minor: minor().describe('Tax, in minor units'),
                surcharge_minor: minor().describe('Equivalence surcharge, in minor units'),
              }),
            )
            .describe('What was sold, per category and rate'),
          input: z
            .array(
              z.object({
                rate: decimalOut().nullable().describe('In percent'),
                base_minor: minor().describe('What the tax is computed on'),
                tax_minor: minor().describe('Tax, in minor units'),
              }),
            )
            .describe('What was bought with deductible tax, per rate'),
          ...sums,
        }),
      )
      .describe('Each month or quarter'),
    converted: z
      .object(sums)
      .meta({ description: "All currencies in the organization's, at the rates frozen with each document" }),
  })
  .meta({ id: 'TaxSummary' })
