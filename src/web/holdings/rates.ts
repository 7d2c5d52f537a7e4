import { csvTable } from '../../shared/csv-table.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'

const columns = ['day', 'base', 'rate', 'quote', 'source'] as const

/** Rates one by one. */
export const ratesForm = calling('saveHoldingRates', {
  title: 'Enter rates',
  verb: 'Save',
  fields: bodyFields('HoldingRatesDraft', {
    rates: {
      label: 'Rates',
      hint: 'Each holds for 31 days, until the next one.',
      rows: {
        fields: bodyFields('HoldingRateDraft', {
          day: 'Day',
          base: { label: 'One', hint: 'Such as USD.' },
          rate: { label: 'is', hint: 'Such as 0.93.' },
          quote: { label: 'of', hint: 'Such as EUR.' },
          source: 'Source',
        }),
      },
    },
  }),
})

const table = {
  csv: {
    label: 'Table',
    type: 'long' as const,
    required: true as const,
    height: 6,
    hint: 'A line of headings, such as day, base, rate, quote and source, and then a line for each rate, such as 2026-03-01, USD, 0.93, EUR, ECB. At most 400.',
  },
}

/** Many rates, as a table of a bank has them. */
export const rateTableForm = calling('saveHoldingRates', {
  title: 'Enter rates by a table',
  verb: 'Save all',
  fields: bodyFields('HoldingRatesDraft', {}, table),
  also: ({ csv = '' }) => ({ rates: ratesIn(csv) }),
  saidAt: { rates: 'csv' },
})

/** The rates of a table by the names in its heading. What is missing in one is for the operation to say. */
export function ratesIn(csv: string) {
  const { header, rows } = csvTable(csv) ?? { header: [], rows: [] }
  const places = columns.map((name) => [name, header.findIndex((one) => one.toLowerCase() === name)] as const)
  return rows.map(({ cells }) =>
    Object.fromEntries(places.flatMap(([name, at]) => (cells[at] ? [[name, cells[at]]] : []))),
  )
}
