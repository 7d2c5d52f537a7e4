import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { dayOf, office, type Office, setColumns, supplierRow } from '../kit/contracts.ts'
import { anyIssuer } from '../kit/invoices.ts'

const states = (items: Json[]) => items.map(({ status }: Json) => status)
const list = ({ ws, at }: Office, { id }: Json) => ws.owner.ok('GET', `${at}/${id}/milestones`)
const change = ({ ws, at }: Office, { id }: Json, milestone: Json, body: object) =>
  ws.owner.ok('PATCH', `${at}/${id}/milestones/${milestone.id}`, body)
/** Sets the status of an invoice, as no operation of contracts does. */
const invoiceIs = (id: string, status: string) =>
  asOwner(
    `update invoices set status = $2, number = coalesce(number, $1::text), issue_date = current_date, series_seq = 1
      where id = $1::uuid`,
    [id, status],
  )

describe('a milestone', () => {
  test('is found only in its own contract', async () => {
    const setup = await office()
    const [one, other] = [
      await setup.draft({ milestones: [{ name: 'A', amount_minor: 1 }] }),
      await setup.draft(),
    ]
    expect(
      await setup.errorOf(`/${other.id}/milestones/${one.milestones[0].id}`, { name: 'B' }, 'PATCH'),
    ).toEqual([404, 'milestone not found'])
    expect((await setup.errorOf(`/${one.id}/milestones/${uuidv7()}`, undefined, 'DELETE'))[0]).toBe(404)
  })

  test('is reached when somebody says so, or on its day while the contract runs, even before a job', async () => {
    const setup = await office()
    const days = { condition: 'date' as const }
    const draft = await setup.draft({
      milestones: [
        { name: 'Said', amount_minor: 1 },
        { name: 'Today', amount_minor: 1, due_date: await dayOf(setup.ws), ...days },
        { name: 'Tomorrow', amount_minor: 1, due_date: await dayOf(setup.ws, 1), ...days },
        { name: 'Only due', amount_minor: 1, due_date: await dayOf(setup.ws, -9) },
      ],
    })
    expect(states(draft.milestones)).toEqual(['pending', 'pending', 'pending', 'pending'])
    expect(await setup.errorOf(`/${draft.id}/milestones/${draft.milestones[0].id}/complete`)).toEqual([
      409,
      'the contract is a draft; its milestones are reached once it is active',
    ])
    await setup.act(draft.id, 'send')
    await setup.act(draft.id, 'sign', { signed_by_name: 'Ada', counterparty_name: 'Grace' })
    const result = await setup.act(draft.id, `milestones/${draft.milestones[0].id}/complete`)
    expect(result).toMatchObject({ status: 'reached', reached_at: expect.any(String) })
    expect(states((await list(setup, draft)).items)).toEqual(['reached', 'reached', 'pending', 'pending'])
    expect(await setup.errorOf(`/${draft.id}/milestones/${draft.milestones[1].id}/complete`)).toEqual([
      409,
      'the milestone is reached; only one that is pending can be completed',
    ])
    expect(
      await setup.errorOf(`/${draft.id}/milestones/${draft.milestones[1].id}`, undefined, 'DELETE'),
    ).toEqual([409, 'the milestone is reached; only one that is pending can be deleted'])
    const later = await change(setup, draft, draft.milestones[1], { due_date: await dayOf(setup.ws, 5) })
    expect(later).toMatchObject({ status: 'pending', reached_at: null })
    expect(await setup.errorOf(`/${draft.id}/milestones/${later.id}`, { due_date: null }, 'PATCH')).toEqual([
      422,
      'body.due_date: required, as the milestone is reached on it',
    ])
    const gone = await setup.ws.owner.call('DELETE', `${setup.at}/${draft.id}/milestones/${later.id}`)
    expect(gone.status).toBe(204)
  })

  test('becomes a draft invoice of the client once; deleting or cancelling that releases it, and payment is derived from it', async () => {
    const setup = await office()
    const created = await setup.signed({
      milestones: [
        { name: 'On signature', amount_minor: 30_050 },
        { name: 'Rest', amount_minor: 10 },
      ],
    })
    const [first] = created.milestones
    const at = `/${created.id}/milestones/${first.id}`
    expect(await setup.errorOf(`${at}/invoice`)).toEqual([409, 'the milestone is pending; complete it first'])
    await setup.act(created.id, `milestones/${first.id}/complete`)
    const invoiced = await setup.act(created.id, `milestones/${first.id}/invoice`)
    expect(invoiced).toMatchObject({ status: 'invoiced', invoice: { number: null, status: 'draft' } })
    const [row] = await asOwner(
      `select i.client_id, i.currency, i.net_minor::int, l.description, l.quantity::text, l.unit_price::text
        from invoices i join invoice_lines l on l.invoice_id = i.id where i.id = $1`,
      [invoiced.invoice.id],
    )
    expect(row).toEqual({
      client_id: setup.client,
      currency: 'EUR',
      net_minor: 30_050,
      description: `${created.number} - Web site - On signature`,
      quantity: '1.0000',
      unit_price: '300.500000',
    })
    expect(await setup.errorOf(`${at}/invoice`)).toEqual([
      409,
      `the milestone is invoiced already, on invoice ${invoiced.invoice.id}`,
    ])
    expect(await setup.errorOf(at, { name: 'X' }, 'PATCH')).toEqual([
      409,
      `the milestone is invoiced, on invoice ${invoiced.invoice.id}; only one that is pending or reached can be changed`,
    ])
    expect((await setup.get(created.id)).events[0].data).toEqual({
      milestone_id: first.id,
      invoice_id: invoiced.invoice.id,
    })
    const invoices = `${setup.ws.base}/invoices`
    await setup.ws.owner.ok('DELETE', `${invoices}/${invoiced.invoice.id}`)
    expect((await list(setup, created)).items[0]).toMatchObject({ status: 'reached', invoice: null })
    const { invoice } = await setup.act(created.id, `milestones/${first.id}/invoice`)
    await anyIssuer(setup.ws.org.id)
    const { number } = await setup.ws.owner.ok('POST', `${invoices}/${invoice.id}/issue`, {})
    const paying = { amount_minor: 30_050, paid_on: await dayOf(setup.ws), method: 'bank_transfer' }
    await setup.ws.owner.ok('POST', `${invoices}/${invoice.id}/payments`, paying)
    const paid = await list(setup, created)
    expect([states(paid.items), paid.totals]).toEqual([
      ['paid', 'pending'],
      { planned_minor: 30_060, invoiced_minor: 30_050, paid_minor: 30_050, remaining_minor: 10 },
    ])
    expect(paid.items[0].invoice).toEqual({ id: invoice.id, number, status: 'paid' })
    const { payments } = await setup.ws.owner.ok('GET', `${invoices}/${invoice.id}`)
    await setup.ws.owner.ok('DELETE', `${invoices}/${invoice.id}/payments/${payments[0].id}`)
    const unpaid = await list(setup, created)
    expect([states(unpaid.items), unpaid.totals.paid_minor]).toEqual([['invoiced', 'pending'], 0])
    await setup.ws.owner.ok('POST', `${invoices}/${invoice.id}/cancel`, { reason: 'Wrong' })
    expect(states((await list(setup, created)).items)).toEqual(['reached', 'pending'])
  })

  test('is billed by a line of any invoice only while its contract runs and it is reached', async () => {
    const setup = await office()
    const created = await setup.draft({
      milestones: [{ name: 'A', amount_minor: 500, condition: 'date', due_date: await dayOf(setup.ws) }],
    })
    const bill = async () => {
      const draft = { client_id: setup.client, lines: [{ milestone_id: created.milestones[0].id }] }
      const reply = await setup.ws.owner.call('POST', `${setup.ws.base}/invoices`, draft)
      return [reply.status, reply.body.error?.message ?? reply.body.net_minor]
    }
    expect(await bill()).toEqual([422, 'body.lines[0].milestone_id: not reached yet'])
    await setup.act(created.id, 'send')
    await setup.act(created.id, 'sign', { signed_by_name: 'Ada', counterparty_name: 'Grace' })
    expect(await bill()).toEqual([201, 500])
    expect((await list(setup, created)).items[0].status).toBe('invoiced')
  })

  test('of a supplier or an employee is never invoiced', async () => {
    const setup = await office()
    for (const [party, message] of [
      [{ party_kind: 'supplier', supplier_id: await supplierRow(setup.ws) }, 'a supplier'],
      [{ party_kind: 'employee', user_id: setup.ws.owner.id }, 'an employee'],
    ] as [object, string][]) {
      const created = await setup.signed({
        client_id: null,
        ...party,
        milestones: [{ name: 'A', amount_minor: 5 }],
      })
      const at = `milestones/${created.milestones[0].id}`
      await setup.act(created.id, `${at}/complete`)
      expect(await setup.errorOf(`/${created.id}/${at}/invoice`)).toEqual([
        409,
        `the contract is with ${message}; only milestones of a contract with a client can be invoiced`,
      ])
    }
  })

  test('that is pending is cancelled when its contract is terminated; one that is reached can still be invoiced', async () => {
    const setup = await office()
    const created = await setup.signed({
      milestones: [
        { name: 'A', amount_minor: 5 },
        { name: 'B', amount_minor: 7 },
      ],
    })
    await setup.act(created.id, `milestones/${created.milestones[0].id}/complete`)
    const terminated = await setup.act(created.id, 'terminate', {
      terminated_on: await dayOf(setup.ws),
      reason: 'Enough',
    })
    expect([states(terminated.milestones), terminated.totals.planned_minor]).toEqual([
      ['reached', 'cancelled'],
      5,
    ])
    expect((await setup.act(created.id, `milestones/${created.milestones[0].id}/invoice`)).status).toBe(
      'invoiced',
    )
    const closed = [409, 'the contract is terminated; its milestones cannot change any more']
    expect(await setup.errorOf(`/${created.id}/milestones`, { name: 'C', amount_minor: 1 })).toEqual(closed)
    expect(
      await setup.errorOf(`/${created.id}/milestones/${created.milestones[1].id}`, { name: 'C' }, 'PATCH'),
    ).toEqual(closed)
  })

  test('has a burn-up by the days it was planned, invoiced and paid', async () => {
    const setup = await office()
    const [soon, later] = [await dayOf(setup.ws, 10), await dayOf(setup.ws, 300)]
    const created = await setup.signed({
      milestones: [
        { name: 'A', amount_minor: 5, due_date: soon },
        { name: 'B', amount_minor: 7 },
      ],
    })
    await setup.act(created.id, `milestones/${created.milestones[0].id}/complete`)
    const { invoice } = await setup.act(created.id, `milestones/${created.milestones[0].id}/invoice`)
    await asOwner(
      `update invoices set status = 'issued', number = 'X-1', series_seq = 1, issue_date = $2 where id = $1`,
      [invoice.id, await dayOf(setup.ws, 12)],
    )
    expect((await setup.get(created.id)).burn_up).toEqual([
      { date: soon, planned_minor: 5, invoiced_minor: 0, paid_minor: 0 },
      { date: await dayOf(setup.ws, 12), planned_minor: 5, invoiced_minor: 5, paid_minor: 0 },
      { date: later, planned_minor: 12, invoiced_minor: 5, paid_minor: 0 },
    ])
  })
})

describe('concurrently', { tags: ['race'] }, () => {
  test('two invoices of one milestone are one invoice', async () => {
    const setup = await office()
    const created = await setup.signed({ milestones: [{ name: 'A', amount_minor: 5 }] })
    const at = `${setup.at}/${created.id}/milestones/${created.milestones[0].id}`
    await setup.ws.owner.ok('POST', `${at}/complete`)
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => setup.ws.owner.call('POST', `${at}/invoice`)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const rows = await asOwner('select id from invoices where org_id = $1', [setup.ws.org.id])
    expect(rows).toHaveLength(1)
    for (const { status, body } of replies)
      if (status === 409) expect(body.error.message).toContain(rows[0].id)
  })
})

test('a contract is completed when it has ended and is fully paid, otherwise expired', async () => {
  const setup = await office()
  const created = await setup.signed({ milestones: [{ name: 'A', amount_minor: 5 }] })
  const at = `milestones/${created.milestones[0].id}`
  await setup.act(created.id, `${at}/complete`)
  const { invoice } = await setup.act(created.id, `${at}/invoice`)
  await setColumns(created.id, { end_date: await dayOf(setup.ws, -1) })
  expect((await setup.get(created.id)).effective_status).toBe('expired')
  await invoiceIs(invoice.id, 'paid')
  expect((await setup.get(created.id)).effective_status).toBe('completed')
  await invoiceIs(invoice.id, 'partially_paid')
  expect((await setup.get(created.id)).effective_status).toBe('expired')
})
