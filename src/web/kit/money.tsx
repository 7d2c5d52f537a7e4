import { type FC, useContext } from 'hono/jsx'
import { majorOf, minorDigits } from '../../shared/money/currencies.ts'
import { Figures, Pairs } from './parts.tsx'
import { say } from './say.ts'
import { Reader } from './time.tsx'

/** An amount in minor units formatted for a locale, such as "€12.10". */
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

/** An amount in minor units formatted for the reader. */
export const Money: FC<{ minor: number; currency: string }> = ({ minor, currency }) => (
  <span class="nowrap">{moneyIn(useContext(Reader).locale, minor, currency)}</span>
)

/** Labelled amounts; zero amounts are omitted unless marked as always shown. */
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

type Sum = [name: string, minor: number, currency: string, more?: string]
/** Sums that a page begins with; nothing where there are none. */
export const MoneyFigures: FC<{ of: Sum[] }> = ({ of }) =>
  of.length ? (
    <section class="card" aria-label={say('Sums')}>
      <Figures
        of={of.map(([name, minor, currency, more]) => [
          name,
          <Money minor={minor} currency={currency} />,
          more,
        ])}
      />
    </section>
  ) : null

/** Parses an entered amount, with a point or a comma, into minor units; undefined if it is invalid. */
export function minorOf(entered: string, currency: string): number | undefined {
  const digits = minorDigits(currency)
  const [, whole, decimals = ''] = /^(\d{1,13})(?:[.,](\d+))?$/.exec(entered.trim().replace(/\s/g, '')) ?? []
  if (!whole || decimals.length > digits) return undefined
  return Number(whole + decimals.padEnd(digits, '0'))
}
