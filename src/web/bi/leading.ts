import { withQuery } from '../kit/lists.tsx'
import { type Column, type Data, groupsOf, type Row } from './values.ts'

/** Where a figure of a row, or of the whole, leads: to what it counts. */
export type To = (measure: Column, row: Row) => string | undefined

/** The page of the rows behind the cells of a figure; nothing where few people stand behind one, or all other groups. */
export const leadsTo =
  (dashboard: string, widget: string, data: Data, more: Record<string, string | undefined>): To =>
  (measure, { time, currency, suppressed, other, ...row }) => {
    if (!data.listable || suppressed || other) return undefined
    const groups = groupsOf(data).filter(({ name }) => name in row)
    const group = Object.fromEntries(groups.map(({ name }) => [name, (row[name] as Group)?.id ?? null]))
    const cell = JSON.stringify({ measure: measure.name, time, currency, group })
    return withQuery(`/figures/${dashboard}/rows`, { widget, cell, ...more })
  }
type Group = { id: string | null } | null
