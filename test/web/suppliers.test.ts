import { expect, test } from 'vitest'
import { join, workspace } from '../kit/makers.ts'
import { open, problemBeside, submit, to } from './browse.ts'

test('managers create, change, block and delete suppliers, and see what was spent', async () => {
  const ws = await workspace('Ada & Co')
  const boss = await join(ws, 'manager', 'Boss')
  const list = `/organizations/${ws.org.slug}/suppliers`
  const wrong = await submit(list, { name: 'Rail <i>', iban: 'ES00' }, boss.headers)
  expect([wrong.status, problemBeside('iban', wrong)]).toEqual([422, expect.stringMatching(/\w/)])
  const created = await submit(list, { name: 'Rail <i>', category: 'travel', once: 'o' }, boss.headers)
  const { items } = await boss.ok('GET', `${ws.base}/suppliers`)
  const at = (action = '') => `/suppliers/${items[0].id}${action}?org=${ws.org.slug}`
  expect(to(created)).toEqual([303, `${at()}&done=saved`])
  const { id } = await boss.ok('POST', `${ws.base}/expenses`, {
    description: 'Train',
    expense_date: new Date().toISOString().slice(0, 10),
    total_minor: 1210,
    tax_rate: '21',
    supplier_id: items[0].id,
  })
  await boss.ok('POST', `${ws.base}/expenses/${id}/submit`)
  await ws.owner.ok('POST', `${ws.base}/expenses/${id}/approve`)
  const { text } = await open(at(), boss.headers)
  for (const expected of ['Rail &lt;i&gt;', '€10.00', '1 expense', 'travel']) expect(text).toContain(expected)
  await submit(at('/change'), { name: 'Rail', version: '1' }, boss.headers)
  await submit(at('/status'), { status: 'blocked', version: '2' }, boss.headers)
  expect(await boss.ok('GET', `${ws.base}/suppliers/${items[0].id}`)).toMatchObject({
    name: 'Rail',
    status: 'blocked',
  })
  expect((await open(list, boss.headers)).text).toContain('No supplier here')
  expect((await open(`${list}?status=blocked`, boss.headers)).text).toContain('1 supplier<')
  expect((await submit(at('/delete'), {}, boss.headers)).status).toBe(403)
  const member = await join(ws, 'member')
  expect([(await open(list, member.headers)).status, (await open(at(), member.headers)).status]).toEqual([
    403, 404,
  ])
})

test('managers download the invoices of a period', async () => {
  const ws = await workspace()
  const boss = await join(ws, 'manager')
  const at = `/organizations/${ws.org.slug}/invoices/files/csv?from=2026-01-01&to=2026-01-31`
  const file = await open(at, boss.headers)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="invoices-2026-01-01/)
  expect((await open(at, (await join(ws, 'member')).headers)).status).toBe(403)
})

test('admins have the file made that pays suppliers, or read why there is none', async () => {
  const ws = await workspace()
  const list = `/organizations/${ws.org.slug}/expenses`
  const pay = (who = ws.owner) =>
    submit(`${list}/payments`, { debtor_iban: 'ES9121000418450200051332' }, who.headers)
  const supplier = await ws.owner.ok('POST', `${ws.base}/suppliers`, { name: 'Rail' })
  const boss = await join(ws, 'manager')
  const { id } = await ws.owner.ok('POST', `${ws.base}/expenses`, {
    description: 'Train <i>',
    expense_date: '2026-01-15',
    total_minor: 1000,
    payment_source: 'company',
    supplier_id: supplier.id,
  })
  await ws.owner.ok('POST', `${ws.base}/expenses/${id}/submit`)
  await boss.ok('POST', `${ws.base}/expenses/${id}/approve`)
  const none = await pay()
  expect([none.status, none.text.includes('Train &lt;i&gt;: ')]).toEqual([200, true])
  const iban = 'ES9121000418450200051332'
  await ws.owner.ok('PATCH', `${ws.base}/suppliers/${supplier.id}`, { iban })
  const file = await pay()
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/xml'])
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="payments-/)
  expect(file.text).toContain(iban)
  expect((await pay(boss)).status).toBe(403)
  expect((await open(list, boss.headers)).text).not.toContain('Pay suppliers')
})
