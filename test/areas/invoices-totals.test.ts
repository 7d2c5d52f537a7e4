import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { client, draft, issue, line } from '../kit/invoices.ts'
import { workspace } from '../kit/makers.ts'

type Case = [name: string, lines: object[], perRate: object, perLine?: object, more?: object]
const repeated = (count: number, one: object) => Array.from({ length: count }, () => one)

const cases: Case[] = [
  [
    '16 x 348.35 less 4 % at 22 %',
    [line('348.35', { quantity: '16', discount_percent: '4', tax_rate: '22' })],
    { net_minor: 535066, tax_minor: 117715, total_minor: 652781 },
    { net_minor: 535066, tax_minor: 117715, total_minor: 652781 },
  ],
  [
    '10 x 3.60 at 5.5 % on one line',
    [line('3.60', { quantity: '10', tax_rate: '5.5' })],
    { net_minor: 3600, tax_minor: 198, total_minor: 3798 },
    { total_minor: 3798 },
  ],
  [
    'ten lines of 3.60 at 5.5 %',
    repeated(10, line('3.60', { tax_rate: '5.5' })),
    { net_minor: 3600, tax_minor: 198, total_minor: 3798 },
    { total_minor: 3800 },
  ],
  [
    'nine lines of 13.60 at 6 %',
    repeated(9, line('13.60', { tax_rate: '6' })),
    { tax_minor: 734 },
    { tax_minor: 738 },
  ],
  [
    'six lines of 5 x 5.75 less 18 % at 21 %',
    repeated(6, line('5.75', { quantity: 5, discount_percent: 18 })),
    { net_minor: 14148, tax_minor: 2971, total_minor: 17119 },
  ],
  [
    'three rates with 15 % withheld',
    [
      line('333.335', { quantity: '1.5' }),
      line('19.99', { quantity: 3, discount_percent: '10', tax_rate: '10' }),
      line('50', { tax_rate: '0' }),
    ],
    { net_minor: 60397, tax_minor: 11040, total_minor: 71437, withholding_minor: 9060, payable_minor: 62377 },
    undefined,
    { withholding_rate: '15' },
  ],
  [
    'negative lines',
    [
      line('0.125', { quantity: '-1' }),
      line('348.35', { quantity: -16, discount_percent: '4', tax_rate: '22' }),
    ],
    { net_minor: -535079, tax_minor: -117718, total_minor: -652797 },
  ],
]

describe('the totals of an invoice', () => {
  test.each(cases)('%s', async (_, lines, perRate, perLine, more) => {
    const ws = await workspace()
    const { id: client_id } = await client(ws)
    const preview = (overrides: object): Promise<Json> =>
      ws.owner.ok('POST', `${ws.base}/invoices/preview`, { client_id, lines, ...more, ...overrides })
    expect(await preview({})).toMatchObject(perRate)
    if (perLine) expect(await preview({ rounding_mode: 'per_line' })).toMatchObject(perLine)
  })

  test('a discount on the total is split exact to the cent, and the preview is what is stored', async () => {
    const ws = await workspace()
    const { id: client_id } = await client(ws)
    const body = {
      client_id,
      lines: [line('333.33', { tax_rate: '10' }), line('333.33'), line('333.34', { tax_rate: '4' })],
      discount: { kind: 'amount', value: '100' },
      withholding_rate: '7',
    }
    const preview = await ws.owner.ok('POST', `${ws.base}/invoices/preview`, body)
    expect(preview.lines.map(({ net_minor }: Json) => net_minor)).toEqual([30000, 30000, 30000])
    expect(preview.taxes.map(({ rate }: Json) => rate)).toEqual(['21', '10', '4'])
    const created = await ws.owner.ok('POST', `${ws.base}/invoices`, body)
    const after = await issue(ws, created)
    for (const stored of [created, after]) {
      const { currency, taxes, discount_minor, net_minor, tax_minor, surcharge_minor, withholding_minor } =
        stored
      const { total_minor, payable_minor } = stored
      const lines = stored.lines.map(({ position, net_minor, before_discount_minor }: Json) => ({
        position,
        net_minor,
        before_discount_minor,
      }))
      expect(
        JSON.stringify({
          currency,
          discount_minor,
          net_minor,
          tax_minor,
          surcharge_minor,
          withholding_minor,
          total_minor,
          payable_minor,
          taxes,
          lines,
        }),
      ).toBe(JSON.stringify(preview))
    }
  })

  test('with prices that include tax, the net of a rate is derived once and split', async () => {
    const ws = await workspace()
    const created = await draft(ws, {
      prices_include_tax: true,
      lines: repeated(3, line('9.99', { tax_rate: '21' })),
    })
    expect(created).toMatchObject({ net_minor: 2477, tax_minor: 520, total_minor: 2997 })
    expect(created.lines.map(({ net_minor }: Json) => net_minor)).toEqual([826, 826, 825])
  })

  test.each([
    ['JPY', 1200, 252],
    ['KWD', 1_200_000, 252_000],
    ['CLF', 12_000_000, 2_520_000],
  ])('%s has its own minor unit', async (currency, net_minor, tax_minor) => {
    const ws = await workspace()
    expect(await draft(ws, { currency, lines: [line('1200')] })).toMatchObject({
      currency,
      net_minor,
      tax_minor,
    })
  })
})
