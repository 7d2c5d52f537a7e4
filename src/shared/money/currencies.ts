/** Minor units of currencies that have other than two decimals, by ISO 4217. */
const decimals: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const others = new Map(
  Object.entries(decimals).flatMap(([digits, codes]) =>
    codes.split(' ').map((code): [string, number] => [code, Number(digits)]),
  ),
)

/** The decimals of a currency's minor unit; the same as `app.minor_digits`. */
export const minorDigits = (currency: string): number => others.get(currency) ?? 2

let known: Set<string> | undefined

/** True for the code of a current or historical currency. */
export function isCurrency(code: string): boolean {
  known ??= new Set([...Intl.supportedValuesOf('currency'), ...others.keys()])
  return known.has(code)
}

/** An amount in minor units as a decimal number, such as `-1234.50`. */
export function majorOf(minor: number, currency: string): string {
  const digits = minorDigits(currency)
  if (digits === 0) return String(minor)
  const figures = String(Math.abs(minor)).padStart(digits + 1, '0')
  return `${minor < 0 ? '-' : ''}${figures.slice(0, -digits)}.${figures.slice(-digits)}`
}
