import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { issue, issued, line } from '../kit/invoices.ts'
import { type Workspace, workspace } from '../kit/makers.ts'
import { refusal } from '../kit/refusals.ts'

const get = (ws: Workspace, { id }: Json): Promise<Json> => ws.owner.ok('GET', `${ws.base}/invoices/${id}`)
const credit = (ws: Workspace, { id }: Json, body: object) =>
  ws.owner.call('POST', `${ws.base}/invoices/${id}/credit-notes`, {
    reason: 'R4',
    method: 'difference',
    ...body,
  })
const credited = async (ws: Workspace, one: Json, body: object) =>
  issue(ws, (await credit(ws, one, body)).body)

describe('a correction by difference', () => {
  test('has only taxes that occur in the corrected invoice, also after a change', async () => {
    const ws = await workspace()
    const created = await issued(ws, {
      lines: [line('100'), line('50', { surcharge_rate: '5.2' })],
    })
    const says = (place: number, tax: string) => [
      422,
      `body.lines[${place}].tax_rate: ${tax} does not occur in invoice ${created.number}, which has ` +
        '21 % (standard), 21 % with a surcharge of 5.2 % (standard); correct its tax with method substitution',
    ]
    const reduced = line('10', { tax_rate: '10' })
    expect(refusal(await credit(ws, created, { lines: [line('10'), reduced] }))).toEqual(
      says(1, '10 % (standard)'),
    )
    const exempt = line('10', { tax_rate: '0', category: 'exempt' })
    expect(refusal(await credit(ws, created, { lines: [exempt] }))).toEqual(says(0, '0 % (exempt)'))
    const draft = await credit(ws, created, { lines: [line('10')] })
    expect(draft.status).toBe(201)
    const change = await ws.owner.call('PATCH', `${ws.base}/invoices/${draft.body.id}`, { lines: [reduced] })
    expect(refusal(change)).toEqual(says(0, '10 % (standard)'))
    expect((await credit(ws, created, { method: 'substitution', lines: [reduced] })).status).toBe(201)
  })

  test('takes the category of a rate from the corrected invoice, where none is sent', async () => {
    const ws = await workspace()
    const taxes = [
      { tax_rate: '10', category: 'reduced' },
      { tax_rate: '0', category: 'exempt' },
    ]
    const created = await issued(ws, { lines: taxes.map((tax) => line('100', tax)) })
    const lines = [line('40', { tax_rate: '10' }), line('40', { tax_rate: '0' })]
    const draft = await credit(ws, created, { lines })
    expect(draft.body.lines).toMatchObject([{ category: 'reduced' }, { category: 'exempt' }])
    const changed = await ws.owner.ok('PATCH', `${ws.base}/invoices/${draft.body.id}`, {
      lines: [line('1', { tax_rate: '10', quantity: '-1' })],
    })
    expect(changed.lines).toMatchObject([{ category: 'reduced' }])
    const other = line('40', { tax_rate: '10', category: 'standard' })
    expect(refusal(await credit(ws, created, { lines: [other] }))[0]).toBe(422)
  })

  test('of 0 is refused', async () => {
    const ws = await workspace()
    const created = await issued(ws)
    const zero = [
      422,
      'body.lines: the difference is 0; take something back, or change what is not an amount with method substitution',
    ]
    expect(refusal(await credit(ws, created, { lines: [line('0')] }))).toEqual(zero)
    const same = [line('7'), line('7', { quantity: '-1' })]
    expect(refusal(await credit(ws, created, { lines: same }))).toEqual(zero)
  })

  test('takes back no more of a tax than there is, although the total would allow it', async () => {
    const ws = await workspace()
    const created = await issued(ws, { lines: [line('100'), line('100', { tax_rate: '10' })] })
    await credited(ws, created, { lines: [line('40')] })
    expect(refusal(await credit(ws, created, { lines: [line('60.01')] }))).toEqual([
      422,
      `body.lines: they take back 6001 minor units at 21 % (standard), and 6000 of invoice ${created.number} are not credited yet`,
    ])
    expect((await credit(ws, created, { lines: [line('60')] })).status).toBe(201)
  })

  test('of a credit note gives back what that took, once', async () => {
    const ws = await workspace()
    const created = await issued(ws)
    const note = await credited(ws, created, { full: true })
    expect(await credited(ws, note, { full: true })).toMatchObject({ total_minor: 12100 })
    expect(refusal(await credit(ws, note, { full: true }))).toEqual([
      409,
      'the invoice is credited in full already',
    ])
    expect((await credit(ws, note, { lines: [line('1')] })).status).toBe(201)
    expect((await credit(ws, note, { lines: [line('1', { quantity: '-1' })] })).status).toBe(422)
  })
})

describe('full, after a part', () => {
  test('takes back the rest of each line', async () => {
    const ws = await workspace()
    const created = await issued(ws, {
      lines: [line('10', { quantity: '5', description: 'Days' }), line('3'), line('200', { tax_rate: '10' })],
    })
    await credited(ws, created, { lines: [line('10', { quantity: '2', description: 'Days' }), line('3')] })
    const rest = await credited(ws, created, { full: true })
    expect(rest.lines).toMatchObject([
      { description: 'Days', quantity: '-3', unit_price: '10' },
      { description: 'Work', quantity: '-1', unit_price: '200' },
    ])
    expect(await get(ws, created)).toMatchObject({
      credited_minor: created.total_minor,
      outstanding_minor: 0,
    })
    expect(refusal(await credit(ws, created, { full: true }))).toEqual([
      409,
      'the invoice is credited in full already',
    ])
  })

  test('is computed anew at issue, when another correction was issued or cancelled since', async () => {
    const ws = await workspace()
    const created = await issued(ws, { lines: [line('0.21')] })
    const part = await credited(ws, created, { lines: [line('0.12')] })
    const rest = await credit(ws, created, { full: true })
    expect(rest.body).toMatchObject({ net_minor: -9, tax_minor: -1 })
    await ws.owner.ok('POST', `${ws.base}/invoices/${part.id}/cancel`, { reason: 'mistake' })
    expect(await issue(ws, rest.body)).toMatchObject({ net_minor: -9, tax_minor: -2 })
    expect(await credited(ws, created, { full: true })).toMatchObject({ net_minor: -12, tax_minor: -2 })
  })

  test('leaves nothing of any tax, whatever was credited before', { timeout: 240_000 }, async () => {
    const ws = await workspace()
    const cents = fc.integer({ min: 1, max: 400 }).map((minor) => (minor / 100).toFixed(2))
    const lineOf = fc
      .tuple(
        cents,
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom({}, { tax_rate: '10' }, { surcharge_rate: '5.2' }),
      )
      .map(([price, quantity, tax]) => line(price, { quantity: String(quantity), ...tax }))
    const original = fc.record({
      lines: fc.array(lineOf, { minLength: 1, maxLength: 4 }),
      prices_include_tax: fc.boolean(),
      rounding_mode: fc.constantFrom('per_rate', 'per_line'),
      withholding_rate: fc.constantFrom('0', '15'),
      discount: fc.constantFrom(
        { kind: 'none', value: '0' },
        { kind: 'percent', value: '7.5' },
        { kind: 'amount', value: '0.01' },
      ),
    })
    await fc.assert(
      fc.asyncProperty(original, fc.array(cents, { maxLength: 3 }), async (terms, parts) => {
        const created = await issued(ws, terms)
        if (created.net_minor === 0) return
        for (const [n, unit_price] of parts.entries()) {
          const { tax_rate, surcharge_rate, ...whole } = terms.lines[n % terms.lines.length]!
          const taxes = { tax_rate, ...(surcharge_rate ? { surcharge_rate } : {}) }
          const part =
            n === 0 ? { ...whole, quantity: '1', ...taxes } : { description: 'Part', unit_price, ...taxes }
          const draft = await credit(ws, created, { lines: [part] })
          if (draft.status === 201) await issue(ws, draft.body)
        }
        const rest = await credit(ws, created, { full: true })
        if (rest.status === 409) expect(refusal(rest)[1]).toBe('the invoice is credited in full already')
        else await issue(ws, rest.body)
        const { corrections, ...after } = await get(ws, created)
        expect(after).toMatchObject({ credited_minor: after.payable_minor, outstanding_minor: 0 })
        const all: Json[] = [after]
        for (const one of corrections) all.push(await get(ws, one))
        const sums = new Map<string, number[]>()
        for (const { category, rate, surcharge_rate, base_minor, tax_minor, surcharge_minor } of all.flatMap(
          ({ taxes }) => taxes,
        )) {
          const key = `${category} ${rate} ${surcharge_rate}`
          const [base = 0, tax = 0, surcharge = 0] = sums.get(key) ?? []
          sums.set(key, [base + base_minor, tax + tax_minor, surcharge + surcharge_minor])
        }
        expect([...sums.values()].flat().filter((amount) => amount !== 0)).toEqual([])
        expect(all.reduce((sum, { withholding_minor }) => sum + withholding_minor, 0)).toBe(0)
      }),
      { numRuns: 30 },
    )
  })
})
