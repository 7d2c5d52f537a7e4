import { expect, test } from 'vitest'
import { type Json } from '../kit/client.ts'
import { client, issue } from '../kit/invoices.ts'
import { actions, join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { codedRefusal, conflict } from '../kit/refusals.ts'

/** An hour that a member logged on a task, at the rate of the project, and the invoice that bills it. */
async function billed() {
  const ws = await workspace()
  const [ada, boss] = [await join(ws, 'member', 'Ada'), await join(ws, 'manager')]
  const [buyer, home] = [await client(ws), await project(ws, { key: 'WEB' })]
  await ws.owner.ok('PATCH', `${ws.base}/projects/${home.id}`, { hourly_rate_minor: 7500 })
  const item = await task(ws, home.id, { title: 'Draw' })
  const at = `${ws.base}/time-entries`
  const draft = { work_date: '2026-01-15', duration_seconds: 5400, task_id: item.id, client_id: buyer.id }
  const entry = await ada.ok('POST', at, draft)
  return { ws, ada, boss, buyer, at, item, entry, invoice: await bill(ws, buyer) }
}
const bill = (ws: Workspace, { id }: Json): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/invoices/from-time-entries`, {
    client_id: id,
    from: '2026-01-01',
    to: '2026-01-31',
  })

test('logged time is billed at the rate of its project, and read-only while an invoice bills it', async () => {
  const { ws, ada, boss, buyer, at, entry, invoice } = await billed()
  expect([invoice.lines[0].description, invoice.lines[0].net_minor]).toEqual(['WEB-1 Draw', 11_250])
  const held = async (path: string, message: (action: string) => string) => {
    for (const who of [ada, boss]) {
      expect(codedRefusal(await who.call('PATCH', path, { duration_seconds: 60 }))).toEqual(
        conflict(message('changed')),
      )
      expect(codedRefusal(await who.call('DELETE', path))).toEqual(conflict(message('deleted')))
    }
  }
  const path = `${at}/${entry.id}`
  await held(
    path,
    (action) =>
      `the time is on a draft of an invoice and cannot be ${action}; take it off the draft, or delete the draft, first`,
  )
  const list = async (query: string) => (await ada.ok('GET', `${at}?${query}`)).total
  expect([(await ada.ok('GET', path)).billed, await list('billed=true'), await list('billed=false')]).toEqual(
    [true, 1, 0],
  )
  const { number } = await issue(ws, invoice)
  await held(
    path,
    (action) =>
      `the time is on invoice ${number} and cannot be ${action}; cancelling the invoice releases it`,
  )
  const file = await boss.ok('GET', `${at}/export?from=2026-01-01&to=2026-01-31`)
  expect(file.content).toContain(`75.00,EUR,${number},${entry.id}`)
  await ws.owner.ok('POST', `${ws.base}/invoices/${invoice.id}/cancel`, { reason: 'wrong month' })
  expect((await ada.ok('PATCH', path, { duration_seconds: 3600 })).billed).toBe(false)
  expect((await bill(ws, buyer)).lines[0].net_minor).toBe(7500)
})

test('time that an invoice released can be deleted, and the audit log keeps that it was billed', async () => {
  const { ws, ada, at, entry, invoice } = await billed()
  await issue(ws, invoice)
  await ws.owner.ok('POST', `${ws.base}/invoices/${invoice.id}/cancel`, { reason: 'wrong month' })
  expect((await ada.call('DELETE', `${at}/${entry.id}`)).status).toBe(204)
  expect((await actions(ws)).filter((action) => action === 'time_entry.deleted').length).toBe(2)
})

test('an entry is billed or deleted, never both', { tags: ['race'] }, async () => {
  for (let round = 0; round < 5; round++) {
    const { ws, ada, buyer, at, entry, invoice } = await billed()
    await ws.owner.ok('DELETE', `${ws.base}/invoices/${invoice.id}`)
    const [gone, created] = await Promise.all([
      ada.call('DELETE', `${at}/${entry.id}`),
      ws.owner.call('POST', `${ws.base}/invoices/from-time-entries`, {
        client_id: buyer.id,
        from: '2026-01-01',
        to: '2026-01-31',
      }),
    ])
    expect([
      [204, 409],
      [409, 201],
    ]).toContainEqual([gone.status, created.status])
  }
})

test('an invoice reveals nothing of a project that is hidden from its creator, and has a moved task’s new key', async () => {
  const ws = await workspace()
  const [boss, buyer] = [await join(ws, 'manager'), await client(ws)]
  const [hidden, old, home] = [
    await project(ws, { visibility: 'private', name: 'Merger' }),
    await project(ws),
    await project(ws, { key: 'NEW' }),
  ]
  const item = await task(ws, old.id, { title: 'Draw' })
  const draft = {
    work_date: '2026-01-15',
    duration_seconds: 3600,
    client_id: buyer.id,
    hourly_rate_minor: 100,
  }
  const log = (more: object) => ws.owner.ok('POST', `${ws.base}/time-entries`, { ...draft, ...more })
  await log({ project_id: hidden.id, description: 'Called the bank' })
  await log({ task_id: item.id, work_date: '2026-01-16' })
  await ws.owner.ok('POST', `${ws.base}/tasks/${item.id}/transfer`, { project_id: home.id })
  const created = await boss.ok('POST', `${ws.base}/invoices/from-time-entries`, {
    client_id: buyer.id,
    from: '2026-01-01',
    to: '2026-01-31',
    group_by: 'entry',
  })
  expect(created.lines.map(({ description }: Json) => description)).toEqual([
    'Time worked',
    'NEW-1 Draw, 2026-01-16',
  ])
})
