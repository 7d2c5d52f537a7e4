import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { join, type Workspace } from '../kit/makers.ts'
import {
  acted,
  calculated,
  compensate,
  employer,
  makeRun,
  paid,
  paidRun,
  slipOf,
  unpaid,
} from '../kit/payroll.ts'
import { refusal } from '../kit/refusals.ts'

const runAt = (ws: Workspace, { id }: Json) => `${ws.base}/payroll-runs/${id}`
const month = (n: number) => ({ period_start: `2026-${String(n).padStart(2, '0')}-01` })

describe('the comparison with the run before', () => {
  const compare = (ws: Workspace, run: Json, query = '') =>
    ws.owner.ok('GET', `${runAt(ws, run)}/comparison${query}`)
  const differences = ({ items }: Json) =>
    items.map(({ employee, difference_minor, percent, is_marked, reasons }: Json) => [
      employee.name,
      difference_minor,
      percent,
      is_marked,
      reasons,
    ])

  test('says who gets more or less, and why, the largest difference first', async () => {
    const ws = await employer()
    const names = ['Ann', 'Bea', 'Cid', 'Dan', 'Eve'] as const
    const [ann, bea, cid, dan] = await Promise.all(
      names.map((first_name) =>
        paid(ws, {}, { first_name, ...(first_name === 'Dan' && { termination_date: '2026-10-31' }) }),
      ),
    )
    const october = await paidRun(ws, month(10))
    await compensate(ws, ann, { effective_from: '2026-11-01', amount_minor: 260_000 })
    await unpaid(ws, bea, { start_date: '2026-11-02', end_date: '2026-11-06' })
    await paid(ws, { effective_from: '2026-11-16' }, { first_name: 'Fay', hire_date: '2026-11-16' })
    const run = await calculated(ws, month(11))
    const slip = await slipOf(ws, run, cid)
    const bonus = { name: 'Bonus', kind: 'earning', amount_minor: 5_000 }
    await ws.owner.ok('PATCH', `${ws.base}/payslips/${slip.id}`, { add: [bonus] })
    const found = await compare(ws, run)
    expect(found).toMatchObject({
      before: { run_id: october.id, name: 'Payroll October 2026' },
      people: 5,
      people_before: 5,
      before_minor: 1_250_000,
      marked: 3,
      rules_changed: false,
    })
    expect(differences(found)).toEqual([
      ['Dan', -250_000, null, true, ['left']],
      ['Fay', 125_000, null, true, ['joined']],
      ['Bea', -59_524, -23.8, true, ['leave']],
      ['Ann', 10_000, 4, false, ['compensation']],
      ['Cid', 5_000, 2, false, ['by_hand']],
    ])
    expect(found.items[4].lines).toEqual([
      { code: expect.any(String), name: 'Bonus', kind: 'earning', before_minor: 0, amount_minor: 5_000 },
    ])
    expect(found.net_minor).toBe(1_250_000 - 250_000 + 125_000 - 59_524 + 10_000 + 5_000)
    const counts = await Promise.all(['all', 'marked'].map((show) => compare(ws, run, `?show=${show}`)))
    expect(counts.map(({ total }) => total)).toEqual([6, 3])
    expect((await compare(ws, run, '?limit=1&offset=1')).items[0].employee.name).toBe('Fay')
    expect(dan.id).toBe(found.items[0].employee.employee_id)
    const first = await compare(ws, october)
    expect(first).toMatchObject({ before: null, people_before: 0, total: 5, marked: 5 })
  })

  test('is refused of a draft, and with a run that does not compare', async () => {
    const ws = await employer()
    await paid(ws)
    const draft = await makeRun(ws)
    const ask = (run: Json, query = '') => ws.owner.call('GET', `${runAt(ws, run)}/comparison${query}`)
    expect(refusal(await ask(draft))).toEqual([409, 'the run is draft; calculate it first'])
    const run = await acted(ws, draft, 'calculate')
    const dollars = await calculated(ws, { ...month(10), currency: 'USD' })
    const open = await makeRun(ws, month(9))
    for (const [other, why] of [
      [run.id, 'is this run; name another'],
      [ws.org.id, 'not found'],
      [dollars.id, 'is paid in USD, this run in EUR'],
      [open.id, 'is draft; name one that is calculated'],
    ])
      expect(refusal(await ask(run, `?with_run_id=${other}`))).toEqual([422, `query.with_run_id: ${why}`])
    const manager = await join(ws, 'manager')
    expect(refusal(await manager.call('GET', `${runAt(ws, run)}/comparison`))).toEqual([
      404,
      'payroll run not found',
    ])
    await acted(ws, run, 'approve', { force: true })
    await acted(ws, run, 'cancel')
    expect(refusal(await ask(run))).toEqual([409, 'the run is cancelled; it pays nobody'])
  })
})
