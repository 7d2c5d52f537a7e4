import * as z from 'zod'
import { count, idOut, intParam } from '../../kit/fields.ts'
import { from, inOrder, notTooLong, to } from '../../shared/day-range.ts'
import { minorFrom0 } from '../../shared/money/fields.ts'
import { ownId } from '../../shared/common-fields.ts'

const comparisons = ['previous', 'year', 'none'] as const
const range = {
  from: from()
    .optional()
    .meta({ description: 'The first day; the last 365 days unless both are sent', example: '2026-01-01' }),
  to: to().optional(),
  compare: z.enum(comparisons).default('previous').meta({
    description: 'With as many days before, with the same days a year before, or with nothing',
  }),
}
const overAYear = { message: 'must be previous or none for more than 365 days', path: ['compare'] }
type Range = { from?: string | undefined; to?: string | undefined; compare: string }
const atMostAYear = ({ from, to, compare }: Range) =>
  compare !== 'year' || !from || !to || Date.parse(to) - Date.parse(from) < 365 * 86_400_000
const bothOrNeither = { message: 'send from and to, or neither', path: ['to'] }

export const OneSpendFilter = z
  .strictObject(range)
  .refine(({ from, to }) => !from === !to, bothOrNeither)
  .refine(...inOrder)
  .refine(...notTooLong)
  .refine(atMostAYear, overAYear)
export const SpendFilter = z
  .strictObject({
    ...range,
    top: intParam(1, 50)
      .default(10)
      .meta({ type: 'integer', description: 'So many suppliers one by one, 1 to 50', example: 10 }),
  })
  .refine(({ from, to }) => !from === !to, bothOrNeither)
  .refine(...inOrder)
  .refine(...notTooLong)
  .refine(atMostAYear, overAYear)

const percent = () => z.string().meta({ description: 'In percent', example: '12.5' })
const share = () => percent().meta({ description: 'In percent; all shares add up to 100.0', example: '33.4' })
const changePercent = () =>
  percent()
    .nullable()
    .meta({ description: 'In percent; null where nothing was spent before, or nothing is compared' })
const total = () => minorFrom0().meta({ description: 'What was spent' })
const previous = () => minorFrom0().meta({ description: 'What was spent in the period compared with' })
const name = () => z.string().meta({ example: 'Hosting' })
const expenses = () => count().meta({ description: 'How many expenses that is' })

const part = z.object({
  id: idOut().nullable().meta({ description: 'Null for what has none' }),
  name: name().nullable().describe('What the supplier is called'),
  total_minor: total(),
  share: share(),
})
const month = z.object({
  month: z.string().meta({ description: 'Year and month', example: '2026-01' }),
  total_minor: total(),
})
const perCurrency = {
  currency: z.string().meta({ description: 'ISO 4217, such as EUR', example: 'EUR' }),
  total_minor: total(),
  previous_minor: previous().nullable(),
  change_percent: changePercent(),
  expenses: expenses(),
  pending_minor: minorFrom0().meta({ description: 'What awaits approval, besides' }),
  by_month: z.array(month).meta({ description: 'Every month of the period' }),
  by_category: z.array(part).meta({ description: 'The largest first' }),
}

const ranked = z.object({
  supplier_id: idOut().meta({ description: 'The supplier' }),
  name: name().describe('What the supplier is called'),
  expenses: expenses(),
  total_minor: total(),
  previous_minor: previous(),
  share: share(),
  change_percent: changePercent(),
})
const others = z.object({
  suppliers: count().meta({ description: 'How many they are' }),
  total_minor: total(),
  share: share(),
})
const concentration = z.object({
  suppliers: count().meta({ description: 'With whom something was spent' }),
  top1_share: percent().meta({ description: 'Share of the largest, in percent' }),
  top5_share: percent().meta({ description: 'Share of the five largest, in percent' }),
  hhi: z.int().meta({
    description: 'Herfindahl-Hirschman index, up to 10000; above 2500 is concentrated',
    example: 1820,
  }),
})
const increase = z.object({
  supplier_id: idOut().meta({ description: 'The supplier' }),
  name: name().describe('What the supplier is called'),
  median_minor: minorFrom0().meta({ description: 'The median expense' }),
  previous_median_minor: minorFrom0().meta({ description: 'The median expense before' }),
  change_percent: percent(),
})

const currencies = { description: 'Each by itself; the one with most spend first' }

const about = {
  from: from(),
  to: to(),
  compared_from: from().nullable().meta({ description: 'Null where nothing is compared' }),
  compared_to: to().nullable().meta({ description: 'Null where nothing is compared' }),
  basis: z.string().meta({
    description: 'What is counted of an expense',
    example: 'net where the tax is deductible, else with tax',
  }),
}

export const SupplierSpend = z
  .object({
    ...about,
    currencies: z
      .array(
        z.object({
          ...perCurrency,
          without_contract_minor: minorFrom0().meta({
            description: 'Spent with suppliers that had no contract on the day',
          }),
          top_suppliers: z.array(ranked).meta({ description: 'The largest first' }),
          others: others.meta({ description: 'The suppliers after those' }),
          unassigned: others.omit({ suppliers: true }).meta({ description: 'Expenses without a supplier' }),
          concentration: concentration
            .nullable()
            .meta({ description: 'Of what has a supplier; null where nothing has' }),
          price_increases: z.array(increase).meta({
            description: 'Suppliers whose median expense rose by a tenth, with three expenses before and now',
          }),
        }),
      )
      .meta(currencies),
  })
  .meta({ id: 'SupplierSpendDashboard' })

export const OneSupplierSpend = z
  .object({
    ...about,
    supplier: z
      .object({ id: ownId, name: name().describe('What the supplier is called') })
      .meta({ description: 'With whom' }),
    currencies: z
      .array(
        z.object({
          ...perCurrency,
          by_project: z.array(part).meta({ description: 'The largest first; projects that you may open' }),
        }),
      )
      .meta(currencies),
    average_days_to_pay: z
      .string()
      .nullable()
      .meta({ description: 'From the day of an expense to its payment', example: '12.5' }),
    contracts_expiring: z
      .array(
        z.object({
          id: ownId,
          number: z.string().meta({ description: 'Its number', example: 'C-2026-0001' }),
          title: z.string().describe('What it is called'),
          end_date: z.iso.date().describe('The last day of its term'),
          notice_deadline: z.iso
            .date()
            .nullable()
            .meta({ description: 'The last day to give notice', example: '2026-11-30' }),
          auto_renew: z.boolean().meta({ description: 'It is extended when it ends' }),
        }),
      )
      .meta({ description: 'Within 90 days' }),
  })
  .meta({ id: 'SupplierSpend' })
