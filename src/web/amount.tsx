import { type FC, useContext } from 'hono/jsx'
import { majorOf, minorDigits } from '../shared/money/currencies.ts'
import { Reader } from './time.tsx'

/** An amount of minor units as the reader writes it, such as €1,234.50. */
export const Amount: FC<{ minor: number; currency: string }> = ({ minor, currency }) => {
  const { locale } = useContext(Reader)
  const digits = minorDigits(currency)
  const form = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return <span class="nowrap">{form.format(majorOf(minor, currency) as `${number}`)}</span>
}
