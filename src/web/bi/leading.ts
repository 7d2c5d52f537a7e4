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
    const group = groups.flatMap(({ name }) => [name, (row[name] as Group)?.id ?? ''])
    return withQuery(`/figures/${dashboard}/rows`, {
      w: widget,
      m: measure.name,
      t: text(time),
      c: text(currency),
      ...(groups.length && { g: group.map(encodeURIComponent).join('~') }),
      ...more,
    })
  }
type Group = { id: string | null } | null
const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** The cell in the address of that page, as operations take it. What somebody made of the address is for them to judge. */
export function cellIn({ m, t, c, g = '' }: Record<string, string | undefined>): string {
  const said = g.split('~').map(decoded)
  const groups = said.flatMap((name, n) => (n % 2 || !name ? [] : [[name, said[n + 1] || null] as const]))
  const cell = { measure: m, time: t, currency: c, group: Object.fromEntries(groups) }
  return JSON.stringify(cell)
}
/** As it was before it was encoded; what somebody made of it stays. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
