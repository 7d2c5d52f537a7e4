import { day } from '../kit/fields.ts'

const dayLength = 86_400_000

/** The days `from` and `to` of a query; use with `.refine(...inOrder).refine(...notTooLong)`. */
export const from = () => day().meta({ description: 'The first day', example: '2026-01-01' })
export const to = () => day().meta({ description: 'The last day', example: '2026-12-31' })

type Range = { from?: string | undefined; to?: string | undefined }
const problem = (message: string) => ({ message, path: ['to'] })

/** For `.refine(...ordered('due_from', 'due_to'))`: days, moments or numbers whose end is not before the beginning. */
export const ordered = <const First extends string, const Second extends string>(
  first: First,
  second: Second,
) =>
  [
    (values: { [K in First | Second]?: string | number | null | undefined }) => {
      const [begin, end] = [values[first], values[second]]
      return begin == null || end == null || begin <= end
    },
    { message: `must not be before ${first}`, path: [second] as PropertyKey[] },
  ] as const
export const inOrder = ordered('from', 'to')

/** For `.refine(...within(366))`: at most so many days, the first and the last one counted. */
export const atMostDays = (days: number) =>
  [
    (range: Range) =>
      !range.from || !range.to || Date.parse(range.to) - Date.parse(range.from) < days * dayLength,
    problem(`at most ${days} days from the first`),
  ] as const
export const notTooLong = atMostDays(400)
