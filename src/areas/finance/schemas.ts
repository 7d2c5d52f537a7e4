import * as z from 'zod'
import { taxCategories } from '../../../db/schema/invoices.ts'
import { count, id, idOut, paging } from '../../kit/fields.ts'
import { from, inOrder, notTooLong, to } from '../../shared/day-range.ts'
import { currencyCode, decimalOut, minor } from '../../shared/money/fields.ts'

const range = { from: from(), to: to() }
const only = () => currencyCode().optional().meta({ description: 'Only documents in this currency' })

export const SummaryFilter = z
  .strictObject({ ...range, currency: only() })
  .refine(...inOrder)
  .refine(...notTooLong)
export const TaxFilter = z
  .strictObject({ ...range, group_by: z.enum(['month', 'quarter']).default('quarter') })
  .refine(...inOrder)
  .refine(...notTooLong)
export const ReceivablesFilter = z.strictObject({
  client_id: id().optional().meta({ description: 'Only what this client owes' }),
  currency: only(),
  ...paging,
})

const month = () => z.string().meta({ example: '2026-11' })
const Client = z.object({ id: idOut(), name: z.string() }).meta({ id: 'ClientRef' })
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
    from: z.iso.date(),
    to: z.iso.date(),
    base_currency: z.string(),
    as_of: z.iso.date().meta({ description: 'The day of what is outstanding and overdue' }),
    currencies: z.array(
      z.object({
        currency: z.string(),
        invoiced_minor: minor().meta({ description: 'With tax' }),
        ...result,
        collected_minor,
        outstanding_minor: minor().meta({ description: 'Still to be paid today, whenever it was issued' }),
        overdue_minor: minor(),
        by_month: z.array(z.object({ month: month(), ...result, collected_minor })),
        top_clients: z
          .array(z.object({ client: Client, invoiced_net_minor: minor() }))
          .meta({ description: 'The ten that most was invoiced to' }),
      }),
    ),
    converted: z
      .object(result)
      .meta({ description: "All currencies in the organization's, at the rates frozen with each document" }),
  })
  .meta({ id: 'FinanceSummary' })

const aging = {
  currency: z.string(),
  outstanding_minor: minor(),
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
    as_of: z.iso.date(),
    totals: z.array(z.object(aging)).meta({ description: 'Per currency' }),
    items: z
      .array(z.object({ client: Client, ...aging }))
      .meta({ description: 'Per client, the largest first' }),
    total: count(),
    limit: z.int(),
    offset: z.int(),
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
    from: z.iso.date(),
    to: z.iso.date(),
    group_by: z.enum(['month', 'quarter']),
    base_currency: z.string(),
    periods: z.array(
      z.object({
        period: z.string().meta({ example: '2026-Q4' }),
        currency: z.string(),
        output: z.array(
          z.object({
            category: z.enum(taxCategories),
            rate: decimalOut(),
            surcharge_rate: decimalOut(),
            base_minor: minor(),
            tax_minor: minor(),
            surcharge_minor: minor(),
          }),
        ),
        input: z.array(z.object({ rate: decimalOut().nullable(), base_minor: minor(), tax_minor: minor() })),
        ...sums,
      }),
    ),
    converted: z
      .object(sums)
      .meta({ description: "All currencies in the organization's, at the rates frozen with each document" }),
  })
  .meta({ id: 'TaxSummary' })
