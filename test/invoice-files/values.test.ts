import { describe, expect, test } from 'vitest'
import { minorDigits, majorOf } from '../../src/shared/money/currencies.ts'
import { decimalOf, divided, scaled, sumOf } from '../../src/shared/invoice/decimals.ts'
import { beforeDiscount } from '../../src/shared/invoice/discount.ts'
import { valuesOf } from '../../src/shared/money/values.ts'
import { invoiceOf, line } from './samples.ts'

describe('minor units', () => {
  test.each([
    [1234, 'EUR', '12.34'],
    [-5, 'EUR', '-0.05'],
    [0, 'EUR', '0.00'],
    [1234, 'JPY', '1234'],
    [-1, 'KWD', '-0.001'],
    [12345, 'CLF', '1.2345'],
    [9_999_999_999_999, 'EUR', '99999999999.99'],
  ])('%i of %s are %s', (minor, currency, major) => expect(majorOf(minor, currency)).toBe(major))

  test('Hungarian money has two decimals, Icelandic none', () => {
    expect([minorDigits('HUF'), minorDigits('ISK')]).toEqual([2, 0])
  })
})

describe('values are exact', () => {
  const values = valuesOf('de-DE', 'EUR')
  test('an amount beyond what floating point holds', () => {
    expect(values.amount(9_999_999_999_999)).toBe('99.999.999.999,99\u00a0€')
  })
  test('a price with its six decimals', () => expect(values.price('0.000001')).toBe('0,000001\u00a0€'))
  test('a rate with its four', () => expect(values.percent('5.2125')).toBe('5,2125\u00a0%'))
})

describe('decimals', () => {
  test.each([
    ['1.5', 2, 150n],
    ['-0.125', 3, -125n],
    ['.5', 1, 5n],
    ['21', 6, 21_000_000n],
  ])('%s with %i digits is %i', (text, digits, value) => expect(scaled(text, digits)).toBe(value))

  test.each([
    [150n, 2, '1.5'],
    [-125n, 3, '-0.125'],
    [2100n, 2, '21'],
    [7n, 0, '7'],
  ])('%i with %i digits is %s', (value, digits, text) => expect(decimalOf(value, digits)).toBe(text))

  test.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [5n, -2n, -3n],
    [4n, 3n, 1n],
    [0n, 7n, 0n],
  ])('%i by %i is %i, half away from zero', (n, d, quotient) => expect(divided(n, d)).toBe(quotient))

  test('a rate and its surcharge are added', () => expect(sumOf('21', '5.2')).toBe('26.2'))
})

test.each([
  ['1.5', '333.335', '0', 50000],
  ['3', '19.99', '10', 5397],
  ['16', '348.35', '4', 535066],
  ['-16', '348.35', '4', -535066],
  ['-1', '0.125', '0', -13],
])(
  'before the discount on the total, %s at %s less %s %% come to %i',
  (quantity, unit_price, discount_percent, minor) => {
    const each = line({ quantity, unit_price, discount_percent })
    expect(beforeDiscount(each, invoiceOf({ lines: [each], discount_minor: 1 }))).toBe(minor)
  },
)
