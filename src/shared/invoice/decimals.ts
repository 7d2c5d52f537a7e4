/** A decimal string as a whole number of its last digits: 1.5 with two is 150n. */
export function scaled(decimal: string, digits: number): bigint {
  const [, sign = '', integer = '0', fraction = ''] = /^([-+]?)(\d*)(?:\.(\d*))?$/.exec(decimal) ?? []
  const padded = fraction.padEnd(digits, '0').slice(0, digits)
  return BigInt(`${sign === '-' ? '-' : ''}${integer || '0'}${padded}`)
}

/** A whole number of its last digits as a decimal string, without zeros at the end: 150n with two is 1.5. */
export function decimalOf(value: bigint, digits: number): string {
  const text = String(value < 0n ? -value : value).padStart(digits + 1, '0')
  const fraction = text.slice(text.length - digits).replace(/0+$/, '')
  const integer = text.slice(0, text.length - digits)
  return `${value < 0n ? '-' : ''}${integer}${digits > 0 && fraction ? `.${fraction}` : ''}`
}

/** A quotient rounded to a whole number, half away from zero. */
export function divided(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const [n, d] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator]
  const quotient = (2n * n + d) / (2n * d)
  return negative ? -quotient : quotient
}

/** The sum of two decimal strings of at most six decimals. */
export const sumOf = (a: string, b: string) => decimalOf(scaled(a, 6) + scaled(b, 6), 6)
