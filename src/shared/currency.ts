/** How many decimals the currencies of ISO 4217 have that do not have two. Intl does not say: it rounds HUF to none. */
const decimals: Record<string, number> = Object.fromEntries(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, Number(digits)])),
)

export const decimalsOf = (currency: string) => decimals[currency] ?? 2

/** Whole minor units as a decimal string in major units: 1234 of EUR is `12.34`. */
export function majorOf(minor: number, currency: string): string {
  const digits = decimalsOf(currency)
  if (digits === 0) return String(minor)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  return `${minor < 0 ? '-' : ''}${text.slice(0, -digits)}.${text.slice(-digits)}`
}
