import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { workspace } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

const ws = await workspace()
const at = `${ws.base}/expenses`
const base = { description: 'Lunch', expense_date: '2026-01-15' }
const create = (draft: object): Promise<Json> => ws.owner.ok('POST', at, { ...base, ...draft })
const refused = async (draft: object) => refusal(await ws.owner.call('POST', at, { ...base, ...draft }))
const amounts = ({ net_minor, tax_minor, total_minor, tax_rate }: Json) => [
  net_minor,
  tax_minor,
  total_minor,
  tax_rate,
]

describe('the amounts of an expense', () => {
  test.each<[string, object, [number, number, number, string | null]]>([
    ['net and tax', { net_minor: 1000, tax_minor: 210 }, [1000, 210, 1210, null]],
    ['total and rate', { total_minor: 1210, tax_rate: '21' }, [1000, 210, 1210, '21']],
    ['total alone, without tax', { total_minor: 1800 }, [1800, 0, 1800, null]],
    ['net and rate', { net_minor: 1000, tax_rate: 21 }, [1000, 210, 1210, '21']],
    ['net and total', { net_minor: 1000, total_minor: 1105 }, [1000, 105, 1105, null]],
    ['all four', { net_minor: 95, tax_minor: 5, total_minor: 100, tax_rate: '5.2' }, [95, 5, 100, '5.2']],
    // 1.00 at 4.5 % holds 0.043062… of tax.
    ['a tax that is rounded down', { total_minor: 100, tax_rate: '4.5' }, [96, 4, 100, '4.5']],
    // 0.05 × 10 % is half a cent, which goes away from zero.
    ['half a unit, up', { net_minor: 5, tax_rate: '10' }, [5, 1, 6, '10']],
    // Binary floats make 1.005 × 100 less than 100.5.
    ['what floats get wrong', { net_minor: 1005, tax_rate: '10' }, [1005, 101, 1106, '10']],
    ['the largest', { total_minor: 10_000_000_000_000, tax_rate: '0' }, [1e13, 0, 1e13, '0']],
  ])('follow from %s', async (_, draft, expected) => {
    expect(amounts(await create(draft))).toEqual(expected)
  })

  test.each<[string, object, string]>([
    ['neither net nor total', { tax_rate: '21' }, 'body.total_minor: required, or net_minor'],
    [
      'a total that is another sum',
      { net_minor: 1000, tax_minor: 210, total_minor: 1200 },
      'body.total_minor: net_minor and tax_minor make 1210',
    ],
    [
      'a rate that is another tax',
      { net_minor: 1000, tax_minor: 100, tax_rate: '21' },
      'body.tax_minor: tax_rate makes 210',
    ],
    ['more tax than total', { total_minor: 100, tax_minor: 101 }, 'body.tax_minor: must be 0 to total_minor'],
    ['less total than net', { net_minor: 100, total_minor: 99 }, 'body.tax_minor: must be 0 to total_minor'],
    ['nothing at all', { net_minor: 0 }, 'body.total_minor: must be more than 0'],
    ['less than nothing', { net_minor: -5 }, 'body.net_minor: must not be negative'],
    ['a fraction of a unit', { total_minor: 1.5 }, 'body.total_minor: must be a whole number of minor units'],
    [
      'more than any amount',
      { net_minor: 10_000_000_000_000, tax_minor: 1 },
      'body.total_minor: must be within 10000000000000 minor units',
    ],
    ['a rate over a hundred', { total_minor: 1, tax_rate: '100.1' }, 'body.tax_rate: must be 0 to 100'],
    [
      'an unknown currency',
      { total_minor: 1, currency: 'ABC' },
      'body.currency: unknown currency; send an ISO 4217 code such as EUR',
    ],
    [
      'another currency without its rate',
      { total_minor: 1, currency: 'USD' },
      'body.exchange_rate: required',
    ],
    [
      'a rate for the organization’s own currency',
      { total_minor: 1, exchange_rate: '1.1' },
      "body.exchange_rate: only for a currency other than the organization's, EUR",
    ],
    [
      'a zero rate',
      { total_minor: 1, currency: 'USD', exchange_rate: '0' },
      'body.exchange_rate: must be more than 0',
    ],
    [
      'a rate that makes too much',
      { total_minor: 10_000_000_000_000, currency: 'USD', exchange_rate: '1.1' },
      'body.exchange_rate: makes more than 10000000000000 minor units of EUR',
    ],
    [
      'two wrong things at once',
      { net_minor: 1, tax_minor: 2, total_minor: 4, currency: 'USD' },
      'body.total_minor: net_minor and tax_minor make 3; body.exchange_rate: required',
    ],
  ])('are rejected: %s', async (_, draft, message) => {
    expect(await refused(draft)).toEqual([422, message])
  })

  test.each<[string, object, number]>([
    ['two decimals to two', { total_minor: 10_000, currency: 'USD', exchange_rate: '0.91234567' }, 9123],
    ['none to two: 1500 yen', { total_minor: 1500, currency: 'JPY', exchange_rate: '0.0061' }, 915],
    ['three to two: 1.5 dinar', { total_minor: 1500, currency: 'KWD', exchange_rate: '3' }, 450],
    ['half a cent, away from zero', { total_minor: 1, currency: 'USD', exchange_rate: '1.5' }, 2],
  ])('are converted exactly: %s', async (_, draft, expected) => {
    const created = await create(draft)
    expect([created.base_total_minor, created.base_currency]).toEqual([expected, 'EUR'])
  })

  test('of an organization without decimals are converted to whole units', async () => {
    const yen = await workspace()
    await yen.owner.ok('PATCH', yen.base, { currency: 'JPY' })
    const draft = { ...base, total_minor: 1250, currency: 'EUR', exchange_rate: '163.25' }
    const created = await yen.owner.ok('POST', `${yen.base}/expenses`, draft)
    expect([created.base_total_minor, created.base_currency]).toEqual([2041, 'JPY'])
    const own = await yen.owner.ok('POST', `${yen.base}/expenses`, { ...base, total_minor: 900 })
    expect([own.currency, own.base_total_minor]).toEqual(['JPY', 900])
  })
})

describe('a change of amounts', () => {
  const changed = async (first: object, change: object) => {
    const { id } = await create(first)
    return ws.owner.call('PATCH', `${at}/${id}`, change)
  }
  const gross = { total_minor: 1210, tax_rate: '21' }

  test.each<[string, object, object, [number, number, number, string | null]]>([
    ['a rate: the total stays', gross, { tax_rate: '10' }, [1100, 110, 1210, '10']],
    ['a total: the rate stays', gross, { total_minor: 2420 }, [2000, 420, 2420, '21']],
    ['a net: the rate stays', gross, { net_minor: 2000 }, [2000, 420, 2420, '21']],
    ['a tax: the total stays, the rate goes', gross, { tax_minor: 10 }, [1200, 10, 1210, null]],
    ['something else: all stay', gross, { notes: 'x' }, [1000, 210, 1210, '21']],
  ])('to %s', async (_, first, change, expected) => {
    const reply = await changed(first, change)
    expect([reply.status, amounts(reply.body)]).toEqual([200, expected])
  })

  test('requires the tax if it was an amount and the total changes', async () => {
    const reply = await changed({ net_minor: 1000, tax_minor: 210 }, { total_minor: 2000 })
    expect(refusal(reply)).toEqual([422, 'body.tax_minor: required, or tax_rate, as the expense has tax'])
  })

  test('to another currency requires its rate, and back again none', async () => {
    const reply = await changed(gross, { currency: 'USD' })
    expect(refusal(reply)).toEqual([422, 'body.exchange_rate: required'])
    const foreign = { ...gross, currency: 'USD', exchange_rate: '2' }
    const back = await changed(foreign, { currency: 'EUR' })
    expect([back.body.exchange_rate, back.body.base_total_minor]).toEqual(['1', 1210])
    const more = await changed(foreign, { total_minor: 2420 })
    expect([more.body.exchange_rate, more.body.base_total_minor]).toEqual(['2', 4840])
  })
})
