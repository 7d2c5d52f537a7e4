import type { Gap } from './panel-schemas.ts'

type Party = { revenue?: number; owed?: number; expenses?: number } & Record<string, unknown>
/** What SQL knows of one organization: what it does not share is absent, what has no rate is null. */
export type Known = {
  org: string
  name: string
  currency: string
  link: string | null
  scopes: string[]
  ownership: string | null
  changed?: boolean
  revenue?: number
  expenses?: number
  receivables?: number
  revenue_in: number | null
  expenses_in: number | null
  receivables_in: number | null
  headcount?: number
  projects?: number
  tasks_overdue?: number
  open_deals?: number
  average: string | null
  closing: string | null
  derived: 'same' | 'direct' | 'inverse' | 'cross'
  sold:
    | ({
        to: string
        revenue_in: number | null
        owed_in: number | null
        revenue: number
        owed: number
      } & Party)[]
    | null
  bought: ({ from: string; expenses_in: number | null; expenses: number } & Party)[] | null
}
export type Raw = {
  from: string
  to: string
  as_of: string
  currency: string
  short: boolean
  reader: string
  rates_changed_at: string | null
  figures: Known[]
}
type Money = { minor: number | null; converted_minor: number | null; reason: Gap | null }
type Count = { value: number | null; reason: Gap | null }

const shares = ({ scopes }: Known, scope: string) => scopes.includes(scope)

function money(of: Known, minor: number | undefined, converted: number | null): Money {
  if (!shares(of, 'finance')) return { minor: null, converted_minor: null, reason: 'not_shared' }
  const known = { minor: minor ?? 0, converted_minor: null }
  if (of.changed) return { ...known, reason: 'currency_changed' }
  return converted === null
    ? { ...known, reason: 'no_rate' }
    : { ...known, converted_minor: converted, reason: null }
}
const less = (a: number | null | undefined, b: number | null | undefined) =>
  a === null || a === undefined || b === null || b === undefined ? null : a - b

const counted = (of: Known, scope: string, value: number | undefined): Count =>
  shares(of, scope) ? { value: value ?? 0, reason: null } : { value: null, reason: 'not_shared' }

/** The number of employees; of a subsidiary with one or two it would tell of these people. */
function heads(of: Known, isShort: boolean): Count {
  const { value, reason } = counted(of, 'hr', of.headcount)
  if (value === null) return { value, reason }
  if (isShort) return { value: null, reason: 'range_too_short' }
  return of.link !== null && value > 0 && value < 3
    ? { value: null, reason: 'small_group' }
    : { value, reason }
}

const rowOf = (of: Known, isShort: boolean) => ({
  organization: { id: of.org, name: of.name },
  link_id: of.link,
  ownership_percent: of.ownership,
  data_scopes: of.scopes,
  currency: of.currency,
  revenue: money(of, of.revenue, of.revenue_in),
  expenses: money(of, of.expenses, of.expenses_in),
  result: money(of, less(of.revenue, of.expenses) ?? undefined, less(of.revenue_in, of.expenses_in)),
  receivables: money(of, of.receivables, of.receivables_in),
  headcount: heads(of, isShort),
  projects: counted(of, 'projects', of.projects),
  tasks_overdue: counted(of, 'projects', of.tasks_overdue),
  open_deals: counted(of, 'crm', of.open_deals),
})
type Row = ReturnType<typeof rowOf>

const add = (values: (number | null)[]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

/** What one of the organizations sold to another, if both tell and can be converted. */
function between(seller: Known, buyer: Known) {
  const sold = seller.sold?.find(({ to }) => to === buyer.org)
  const bought = buyer.bought?.find(({ from }) => from === seller.org)
  if (!sold?.revenue && !sold?.owed && !bought?.expenses) return []
  const gap = [seller, buyer]
    .flatMap((one) => [money(one, 0, one.revenue_in), money(one, 0, one.receivables_in)])
    .find(({ reason }) => reason)?.reason
  const known = gap
    ? { revenue_minor: null, expenses_minor: null, receivables_minor: null }
    : {
        revenue_minor: sold?.revenue_in ?? 0,
        expenses_minor: bought?.expenses_in ?? 0,
        receivables_minor: sold?.owed_in ?? 0,
      }
  const named = ({ org, name }: Known) => ({ id: org, name })
  const mismatch_minor = less(known.revenue_minor, known.expenses_minor)
  return [{ seller: named(seller), buyer: named(buyer), ...known, mismatch_minor, reason: gap ?? null }]
}

function totalsOf(rows: Row[], eliminated: ReturnType<typeof between>) {
  const sum = (key: 'revenue' | 'expenses' | 'receivables') => {
    const known = rows.flatMap((row) => row[key].converted_minor ?? [])
    const minor = add(known) - add(eliminated.map((one) => one[`${key}_minor`]))
    return { minor, holds: known.length, of: rows.length }
  }
  const count = (key: 'headcount' | 'projects' | 'tasks_overdue' | 'open_deals') => {
    const known = rows.flatMap((row) => row[key].value ?? [])
    const hidden = rows.find(
      (row) => row[key].reason === 'small_group' || row[key].reason === 'range_too_short',
    )
    const reason = hidden?.[key].reason ?? null
    return { value: reason ? null : add(known), reason, holds: known.length, of: rows.length }
  }
  const [revenue, expenses] = [sum('revenue'), sum('expenses')]
  return {
    revenue,
    expenses,
    result: { ...revenue, minor: revenue.minor - expenses.minor },
    receivables: sum('receivables'),
    headcount: count('headcount'),
    projects: count('projects'),
    tasks_overdue: count('tasks_overdue'),
    open_deals: count('open_deals'),
  }
}

/** The rates of each currency that is not that of the panel, and which of them there are none of. */
function ratesOf({ figures, currency }: Raw) {
  const foreign = new Map(
    figures
      .filter((one) => one.currency !== currency && shares(one, 'finance'))
      .map((one) => [one.currency, one]),
  )
  const all = [...foreign.values()].flatMap((one) =>
    (['average', 'closing'] as const).map((kind) => ({
      pair: { base: one.currency, quote: currency, kind },
      rate: one[kind],
      derived: one.derived,
    })),
  )
  return {
    rates: all.flatMap(({ pair, rate, derived }) => (rate === null ? [] : [{ ...pair, rate, derived }])),
    missing_rates: all.flatMap(({ pair, rate }) => (rate === null ? [pair] : [])),
  }
}

/**
 * The panel: each organization in its own currency and in that of the panel, rounded once for each figure, and totals that add
 * the rounded. Business within the holding is taken out of them, and what cannot be converted is in none.
 */
export function panelOf(raw: Raw) {
  const { from, to, as_of, currency, rates_changed_at, figures, short } = raw
  const rows = figures.map((one) => rowOf(one, short))
  const eliminated = figures.flatMap((seller) =>
    figures.flatMap((buyer) => (seller === buyer ? [] : between(seller, buyer))),
  )
  return {
    from,
    to,
    as_of,
    currency,
    own: rows[0]!,
    items: rows.slice(1),
    totals: totalsOf(rows, eliminated),
    eliminated,
    ...ratesOf(raw),
    rates_changed_at,
  }
}
