import { minorDigits, majorOf } from './currencies.ts'

/** Formats the values of a document by its locale and currency, with Gregorian years, as tax offices require. */
export function valuesOf(locale: string, currency: string) {
  const digits = minorDigits(currency)
  const money = (maxDecimals: number) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: Math.max(digits, maxDecimals),
    })
  const [amounts, prices] = [money(digits), money(6)]
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 })
  const rates = new Intl.NumberFormat(locale, { maximumFractionDigits: 8 })
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 })
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC', calendar: 'gregory' })
  return {
    /** Minor units. */
    amount: (minor: number) => amounts.format(majorOf(minor, currency) as Decimal),
    /** A decimal string in major units. */
    price: (major: string) => prices.format(major as Decimal),
    number: (decimal: string) => numbers.format(decimal as Decimal),
    /** With more decimals than an amount. */
    rate: (decimal: string) => rates.format(decimal as Decimal),
    percent: (rate: string) => percents.format(`${rate}e-2` as Decimal),
    date: (date: string) => dates.format(new Date(`${date}T00:00:00Z`)),
  }
}
type Decimal = Intl.StringNumericLiteral
export type Values = ReturnType<typeof valuesOf>
