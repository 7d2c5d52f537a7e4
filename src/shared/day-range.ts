import { day } from '../kit/fields.ts'

const maxDays = 400

/** The days `from` and `to` of a query; use with `.refine(...inOrder).refine(...notTooLong)`. */
export const from = () => day().meta({ description: 'The first day', example: '2026-01-01' })
export const to = () => day().meta({ description: 'The last day', example: '2026-12-31' })

type Range = { from?: string | undefined; to?: string | undefined }
const problem = (message: string) => ({ message, path: ['to'] })

export const inOrder = [
  (range: Range) => !range.from || !range.to || range.from <= range.to,
  problem('must not be before from'),
] as const

export const notTooLong = [
  (range: Range) =>
    !range.from || !range.to || Date.parse(range.to) - Date.parse(range.from) < maxDays * 86_400_000,
  problem(`at most ${maxDays} days from the first`),
] as const
