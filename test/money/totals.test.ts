import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCurrency, majorOf, minorDigits } from '../../src/shared/money/currencies.ts'
import { asOwner } from '../kit/client.ts'
import { compute, splitByShares, type Line, type Terms } from './oracle.ts'

const decimalOf = (most: number, places: number, least = 0) =>
  fc
    .tuple(
      fc.integer({ min: least * 10 ** places, max: most * 10 ** places }),
      fc.integer({ min: 0, max: places }),
    )
    .map(([value, included]) =>
      new Decimal(value)
        .div(10 ** places)
        .toDecimalPlaces(included)
        .toString(),
    )
const rate = fc.constantFrom('0', '4', '5.5', '10', '19.6', '21', '7.7777')
const line: fc.Arbitrary<Line> = fc.record({
  quantity: decimalOf(500, 4, -20).filter((value) => Number(value) !== 0),
  unit_price: decimalOf(9000, 6),
  discount_percent: fc.constantFrom('0', '0', '0', '4', '12.5', '33.3333', '100'),
  tax_rate: rate,
  surcharge_rate: fc.constantFrom('0', '0', '5.2', '1.4'),
})
const terms: fc.Arbitrary<Terms> = fc.record({
  digits: fc.constantFrom(0, 2, 3, 4),
  prices_include_tax: fc.boolean(),
  rounding_mode: fc.constantFrom('per_rate', 'per_line'),
  discount_kind: fc.constantFrom('none', 'percent', 'amount'),
  discount_value: fc.constantFrom('0', '0.01', '3', '7.77', '33.3333'),
  withholding_rate: fc.constantFrom('0', '7', '15', '19.5'),
})
const currencies: Record<number, string> = { 0: 'JPY', 2: 'EUR', 3: 'KWD', 4: 'CLF' }

type Row = {
  nets: string[]
  net_minor: string
  tax_minor: string
  surcharge_minor: string
  withholding_minor: string
  total_minor: string
}
async function inSql(overrides: Terms, lines: Line[]) {
  const rows = await asOwner<Row>(
    `select (t).nets, (t).net_minor, (t).tax_minor, (t).surcharge_minor, (t).withholding_minor, (t).total_minor from (select
      app.total_invoice(($1, $2, $3, $4, $5, $6)::app.invoice_terms, app.invoice_lines_of($7, $1)) as t) x`,
    [
      currencies[overrides.digits],
      overrides.prices_include_tax,
      overrides.rounding_mode,
      overrides.discount_kind,
      overrides.discount_value,
      overrides.withholding_rate,
      JSON.stringify(lines.map((one) => ({ description: 'x', ...one }))),
    ],
  ).catch((error: Error) => error.message)
  if (typeof rows === 'string') return rows
  const [{ nets, ...sums }] = rows as [Row]
  return {
    nets: nets.map(Number),
    net: Number(sums.net_minor),
    tax: Number(sums.tax_minor),
    surcharge: Number(sums.surcharge_minor),
    withholding: Number(sums.withholding_minor),
    total: Number(sums.total_minor),
  }
}

describe('the totals of any invoice', () => {
  test('equal those that another library computes', async () => {
    await fc.assert(
      fc.asyncProperty(terms, fc.array(line, { minLength: 1, maxLength: 12 }), async (overrides, lines) => {
        const found = await inSql(overrides, lines)
        if (typeof found === 'string') expect(found).toBe('body.discount.value: more than the lines come to')
        else expect(found).toEqual(compute(overrides, lines))
      }),
      { numRuns: 400, seed: 17 },
    )
  }, 60_000)

  test('of the negative lines are the negative totals', async () => {
    const positive = line.filter(({ quantity }) => Number(quantity) > 0)
    await fc.assert(
      fc.asyncProperty(
        terms,
        fc.array(positive, { minLength: 1, maxLength: 8 }),
        async (overrides, lines) => {
          const [positiveTotals, negativeTotals] = await Promise.all([
            inSql(overrides, lines),
            inSql(
              overrides,
              lines.map((one) => ({ ...one, quantity: `-${one.quantity}` })),
            ),
          ])
          if (typeof positiveTotals === 'string') return expect(negativeTotals).toBe(positiveTotals)
          const { nets, ...sums } = positiveTotals
          const negated = Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, 0 - value]))
          expect(negativeTotals).toEqual({ nets: nets.map((net) => 0 - net), ...negated })
        },
      ),
      { numRuns: 150, seed: 18 },
    )
  }, 60_000)
})

describe('splitting a total', () => {
  const split = async (total: number | string, weights: (number | string)[]) => {
    const [row] = await asOwner<{ parts: string[] }>('select app.split_minor($1, $2) as parts', [
      total,
      weights,
    ])
    return row!.parts.map(Number)
  }
  test.each([
    [100000, [1, 1, 1], [33334, 33333, 33333]],
    [99999, [40, 30, 30], [39999, 30000, 30000]],
    [-100000, [1, 1, 1], [-33334, -33333, -33333]],
    [5, [0, 0], [5, 0]],
    [0, [1, 2], [0, 0]],
  ])('%i by %j', async (total, weights, parts) => {
    expect(await split(total, weights)).toEqual(parts)
  })

  test('neither loses nor adds a unit, and equals another library’s result', async () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -1e12, max: 1e12 }), weights, async (total, overrides) => {
        const parts = await split(total, overrides)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
        const expected = splitByShares(
          new Decimal(total),
          overrides.map((weight) => new Decimal(weight)),
        )
        expect(parts).toEqual(expected.map(Number).map((part) => part + 0))
      }),
      { numRuns: 200, seed: 19 },
    )
  })
})

describe('currencies', () => {
  test('have the same minor units in the service and in the database', async () => {
    const codes = Intl.supportedValuesOf('currency')
    const rows = await asOwner<{ code: string; digits: number }>(
      'select code, app.minor_digits(code) as digits from unnest($1::text[]) code',
      [codes],
    )
    for (const { code, digits } of rows) expect([code, digits]).toEqual([code, minorDigits(code)])
  })

  test('are known by their code, and formatted with their decimals', () => {
    expect(['EUR', 'JPY', 'CLF', 'XYZ', 'eur'].map(isCurrency)).toEqual([true, true, true, false, false])
    expect([majorOf(-5, 'EUR'), majorOf(1200, 'JPY'), majorOf(1, 'KWD')]).toEqual(['-0.05', '1200', '0.001'])
  })
})
