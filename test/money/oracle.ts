import { Decimal } from 'decimal.js'

/** An invoice computed again, with another library and another method: the oracle of the property test. */
export type Line = {
  quantity: string
  unit_price: string
  discount_percent: string
  tax_rate: string
  surcharge_rate: string
}
export type Terms = {
  digits: number
  prices_include_tax: boolean
  rounding_mode: 'per_rate' | 'per_line'
  discount_kind: 'none' | 'percent' | 'amount'
  discount_value: string
  withholding_rate: string
}
export type Totals = {
  nets: number[]
  net: number
  tax: number
  surcharge: number
  withholding: number
  total: number
}

const Exact = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_HALF_UP })
const exact = (value: Decimal.Value) => new Exact(value)
const full = (value: Decimal) => value.toDecimalPlaces(0)
const sum = (values: Decimal[]) => values.reduce((total, value) => total.plus(value), exact(0))

/** Splits a total by shares: rounded down, then one unit each to the largest remainders. */
export function splitByShares(total: Decimal, shares: Decimal[]): Decimal[] {
  const all = sum(shares)
  if (all.isZero()) return shares.map((_, place) => (place === 0 ? total : exact(0)))
  const ideal = shares.map((share) => total.abs().times(share).dividedBy(all))
  const floors = ideal.map((value) => value.floor())
  let missing = total.abs().minus(sum(floors)).toNumber()
  const losers = ideal
    .map((value, place) => ({ place, lost: value.minus(floors[place]!).toDecimalPlaces(40) }))
    .toSorted((one, other) => other.lost.comparedTo(one.lost) || one.place - other.place)
  for (const { place } of losers) if (missing-- > 0) floors[place] = floors[place]!.plus(1)
  return floors.map((value) => (total.isNegative() ? value.negated() : value))
}

export function compute(terms: Terms, lines: Line[]): Totals {
  const scale = exact(10).pow(terms.digits)
  const amounts = lines.map(({ quantity, unit_price, discount_percent }) =>
    full(
      exact(quantity).times(unit_price).times(exact(100).minus(discount_percent)).dividedBy(100).times(scale),
    ),
  )
  const subtotal = sum(amounts)
  const value = exact(terms.discount_value)
  const off =
    terms.discount_kind === 'percent'
      ? full(subtotal.times(value).dividedBy(100))
      : terms.discount_kind === 'amount'
        ? full(value.times(scale)).times(subtotal.isZero() ? 0 : subtotal.isNegative() ? -1 : 1)
        : exact(0)
  const parts = splitByShares(off, amounts)
  const remaining = amounts.map((amount, place) => amount.minus(parts[place]!))
  const groups = Map.groupBy(
    lines.keys(),
    (place) => `${+lines[place]!.tax_rate}/${+lines[place]!.surcharge_rate}`,
  )
  const nets: Decimal[] = []
  let [net, tax, surcharge] = [exact(0), exact(0), exact(0)]
  for (const places of groups.values()) {
    const group = groupOf(
      terms,
      lines[places[0]!]!,
      places.map((place) => remaining[place]!),
    )
    places.forEach((place, at) => (nets[place] = group.nets[at]!))
    net = net.plus(sum(group.nets))
    tax = tax.plus(group.tax)
    surcharge = surcharge.plus(group.surcharge)
  }
  const numbers = (values: Decimal[]) => values.map((one) => one.toNumber() + 0)
  const withholding = full(net.times(terms.withholding_rate).dividedBy(100))
  const [n, t, s, w] = numbers([net, tax, surcharge, withholding]) as [number, number, number, number]
  return { nets: numbers(nets), net: n, tax: t, surcharge: s, withholding: w, total: n + t + s }
}

/** The amounts of one rate of an invoice. */
function groupOf(
  { prices_include_tax, rounding_mode }: Terms,
  { tax_rate, surcharge_rate }: Line,
  remaining: Decimal[],
) {
  const of = (base: Decimal, rate: string) => full(base.times(rate).dividedBy(100))
  const all = sum(remaining)
  const byLine = rounding_mode === 'per_line'
  if (!prices_include_tax) {
    const taxed = (rate: string) => (byLine ? sum(remaining.map((one) => of(one, rate))) : of(all, rate))
    return { nets: remaining, tax: taxed(tax_rate), surcharge: taxed(surcharge_rate) }
  }
  const divisor = exact(100).plus(tax_rate).plus(surcharge_rate)
  const netOf = (gross: Decimal) => full(gross.times(100).dividedBy(divisor))
  const nets = byLine ? remaining.map(netOf) : splitByShares(netOf(all), remaining)
  const surcharge = byLine ? sum(nets.map((one) => of(one, surcharge_rate))) : of(sum(nets), surcharge_rate)
  return { nets, tax: all.minus(sum(nets)).minus(surcharge), surcharge }
}
