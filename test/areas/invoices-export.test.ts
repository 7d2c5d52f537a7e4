import { expect, test } from 'vitest'
import { asOwner } from '../kit/client.ts'
import { client, draft, issued, line } from '../kit/invoices.ts'
import { workspace } from '../kit/makers.ts'

test('invoices are exported with a row for each rate, with sums that can be added up and no formula in a cell', async () => {
  const ws = await workspace()
  const buyer = await client(ws, { name: '=HYPERLINK("x")', tax_id: 'B1' })
  const lines = [line('100'), line('50', { tax_rate: '10' })]
  const one = await issued(ws, { client_id: buyer.id, lines, withholding_rate: '15' })
  const gone = await issued(ws, { client_id: buyer.id })
  await ws.owner.ok('POST', `${ws.base}/invoices/${gone.id}/cancel`, { reason: 'x' })
  await draft(ws)
  await asOwner(
    `update invoices set issue_date = '2026-01-10', due_date = '2026-02-09' where number is not null`,
  )
  const result = await ws.owner.ok('GET', `${ws.base}/invoices/export?from=2026-01-01&to=2026-01-31`)
  expect([result.filename, result.rows]).toEqual(['invoices-2026-01-01-2026-01-31.csv', 3])
  const [head, ...rows] = result.content.trimEnd().split('\r\n')
  expect(head.split(',').slice(0, 4)).toEqual(['number', 'kind', 'status', 'issue_date'])
  const name = `"'=HYPERLINK(""x"")"`
  expect(rows).toEqual([
    `${one.number},standard,issued,2026-01-10,2026-02-09,${name},B1,ES,,standard,21,100.00,21.00,,0.00,EUR,176.00,22.50,153.50,0.00,0.00,1,EUR,176.00`,
    `${one.number},standard,issued,2026-01-10,2026-02-09,${name},B1,ES,,standard,10,50.00,5.00,,0.00,EUR,,,,,,1,EUR,`,
    `${gone.number},standard,cancelled,2026-01-10,2026-02-09,${name},B1,ES,,standard,21,100.00,21.00,,0.00,EUR,121.00,0.00,121.00,0.00,0.00,1,EUR,121.00`,
  ])
  const none = await ws.owner.ok('GET', `${ws.base}/invoices/export?from=2025-01-01&to=2025-01-31`)
  expect(none.rows).toBe(0)
})
