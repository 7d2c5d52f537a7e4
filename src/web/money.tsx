import { type FC, useContext } from 'hono/jsx'
import { majorOf, minorDigits } from '../shared/money/currencies.ts'
import { Pairs } from './parts.tsx'
import { Reader } from './time.tsx'

/** An amount of minor units as people of a locale write money, such as "€12.10". */
export function moneyIn(locale: string, minor: number, currency: string): string {
  const digits = minorDigits(currency)
  const form = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return form.format(Number(majorOf(minor, currency)))
}

/** An amount of minor units as the reader writes money. */
export const Money: FC<{ minor: number; currency: string }> = ({ minor, currency }) => (
  <span class="nowrap">{moneyIn(useContext(Reader).locale, minor, currency)}</span>
)

/** Sums and what they come to; those of nothing are left out, unless they always stand. */
export const MoneyPairs: FC<{ currency: string; of: [name: string, minor: number, always?: true][] }> = ({
  currency,
  of,
}) => (
  <Pairs
    of={of.map(([name, minor, always]) => [
      name,
      minor || always ? <Money minor={minor} currency={currency} /> : null,
    ])}
  />
)

/** The minor units of an amount that somebody typed, with a point or a comma; undefined where it is none. */
export function minorOf(typed: string, currency: string): number | undefined {
  const digits = minorDigits(currency)
  const [, whole, decimals = ''] = /^(\d{1,13})(?:[.,](\d+))?$/.exec(typed.trim().replace(/\s/g, '')) ?? []
  if (!whole || decimals.length > digits) return undefined
  return Number(whole + decimals.padEnd(digits, '0'))
}
