import { Decimal } from 'decimal.js'

/** An invoice computed a second time, by another library and another road: the oracle of the property test. */
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
const whole = (value: Decimal) => value.toDecimalPlaces(0)
const sum = (values: Decimal[]) => values.reduce((total, value) => total.plus(value), exact(0))

/** Hands out a whole by shares: rounded down, then one unit after the other to the largest remainder. */
export function handOut(total: Decimal, shares: Decimal[]): Decimal[] {
  const all = sum(shares)
  if (all.isZero()) return shares.map((_, place) => (place === 0 ? total : exact(0)))
  const ideal = shares.map((share) => total.abs().times(share).dividedBy(all))
  const given = ideal.map((value) => value.floor())
  let missing = total.abs().minus(sum(given)).toNumber()
  const losers = ideal
    .map((value, place) => ({ place, lost: value.minus(given[place]!).toDecimalPlaces(40) }))
    .toSorted((one, other) => other.lost.comparedTo(one.lost) || one.place - other.place)
  for (const { place } of losers) if (missing-- > 0) given[place] = given[place]!.plus(1)
  return given.map((value) => (total.isNegative() ? value.negated() : value))
}

export function compute(terms: Terms, lines: Line[]): Totals {
  const scale = exact(10).pow(terms.digits)
  const amounts = lines.map(({ quantity, unit_price, discount_percent }) =>
    whole(
      exact(quantity).times(unit_price).times(exact(100).minus(discount_percent)).dividedBy(100).times(scale),
    ),
  )
  const before = sum(amounts)
  const value = exact(terms.discount_value)
  const off =
    terms.discount_kind === 'percent'
      ? whole(before.times(value).dividedBy(100))
      : terms.discount_kind === 'amount'
        ? whole(value.times(scale)).times(before.isZero() ? 0 : before.isNegative() ? -1 : 1)
        : exact(0)
  const parts = handOut(off, amounts)
  const left = amounts.map((amount, place) => amount.minus(parts[place]!))
  const groups = Map.groupBy(
    lines.keys(),
    (place) => `${+lines[place]!.tax_rate}/${+lines[place]!.surcharge_rate}`,
  )
  const nets: Decimal[] = []
  let [net, tax, surcharge] = [exact(0), exact(0), exact(0)]
  for (const places of groups.values()) {
    const found = groupOf(
      terms,
      lines[places[0]!]!,
      places.map((place) => left[place]!),
    )
    places.forEach((place, at) => (nets[place] = found.nets[at]!))
    net = net.plus(sum(found.nets))
    tax = tax.plus(found.tax)
    surcharge = surcharge.plus(found.surcharge)
  }
  const numbers = (values: Decimal[]) => values.map((one) => one.toNumber() + 0)
  const withholding = whole(net.times(terms.withholding_rate).dividedBy(100))
  const [n, t, s, w] = numbers([net, tax, surcharge, withholding]) as [number, number, number, number]
  return { nets: numbers(nets), net: n, tax: t, surcharge: s, withholding: w, total: n + t + s }
}

/** One rate of an invoice. */
function groupOf(
  { prices_include_tax, rounding_mode }: Terms,
  { tax_rate, surcharge_rate }: Line,
  left: Decimal[],
) {
  const of = (base: Decimal, rate: string) => whole(base.times(rate).dividedBy(100))
  const all = sum(left)
  const byLine = rounding_mode === 'per_line'
  if (!prices_include_tax) {
    const taxed = (rate: string) => (byLine ? sum(left.map((one) => of(one, rate))) : of(all, rate))
    return { nets: left, tax: taxed(tax_rate), surcharge: taxed(surcharge_rate) }
  }
  const over = exact(100).plus(tax_rate).plus(surcharge_rate)
  const netOf = (gross: Decimal) => whole(gross.times(100).dividedBy(over))
  const nets = byLine ? left.map(netOf) : handOut(netOf(all), left)
  const surcharge = byLine ? sum(nets.map((one) => of(one, surcharge_rate))) : of(sum(nets), surcharge_rate)
  return { nets, tax: all.minus(sum(nets)).minus(surcharge), surcharge }
}
