import { describe, expect, test } from 'vitest'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { actions, join, project, type Workspace, workspace } from '../kit/makers.ts'
import { codedRefusal, conflict } from '../kit/refusals.ts'

const lunch = { description: 'Lunch', expense_date: '2026-01-15', total_minor: 1210, tax_rate: '21' }
const missing = [404, 'not_found', 'expense not found']
const wrong = (message: string) => [422, 'validation_error', message]

/** A workspace with a member who claims and a manager who approves. */
async function office() {
  const ws = await workspace()
  const [ada, boss] = [await join(ws, 'member', 'Ada'), await join(ws, 'manager', 'Boss')]
  const at = `${ws.base}/expenses`
  const claim = (draft: object = {}, who: Caller = ada): Promise<Json> =>
    who.ok('POST', at, { ...lunch, ...draft })
  const act = (who: Caller, { id }: Json, action: string, body?: object) =>
    who.call('POST', `${at}/${id}/${action}`, body)
  return { ws, ada, boss, at, claim, act }
}
const client = (ws: Workspace, name = 'Babbage'): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/clients`, { name })
const today = () => new Date().toISOString().slice(0, 10)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('an expense', () => {
  test('is a draft of its creator, and the response is complete', async () => {
    const { ws, ada, at, claim } = await office()
    const created = await claim()
    expect(created).toMatchObject({
      ...lunch,
      net_minor: 1000,
      tax_minor: 210,
      currency: 'EUR',
      exchange_rate: '1',
      base_total_minor: 1210,
      base_currency: 'EUR',
      user_id: ada.id,
      user: { user_id: ada.id, name: 'Ada' },
      created_by: ada.id,
      status: 'draft',
      payment_source: 'employee',
      tax_deductible: true,
      billable: false,
      billed_invoice_id: null,
      receipts: 0,
      possible_duplicates: [],
      version: 1,
    })
    expect(await ada.ok('GET', `${at}/${created.id}`)).toEqual(created)
    expect(await actions(ws)).toContain('expense.created')
  })

  test('is visible to its claimant and managers; others find none', async () => {
    const { ws, boss, at, claim } = await office()
    const created = await claim()
    const other = await join(ws)
    expect((await boss.ok('GET', `${at}/${created.id}`)).id).toBe(created.id)
    expect(codedRefusal(await other.call('GET', `${at}/${created.id}`))).toEqual(missing)
    expect(codedRefusal(await other.call('PATCH', `${at}/${created.id}`, { notes: 'x' }))).toEqual(missing)
    const count = async (who: Caller) => (await who.ok('GET', at)).total
    expect([await count(boss), await count(other)]).toEqual([1, 0])
    const stranger = (await workspace()).owner
    expect((await stranger.call('GET', `${at}/${created.id}`)).status).toBe(404)
  })

  test('can be created by a manager for another active member, who then sees and submits it', async () => {
    const { ada, boss, at, claim } = await office()
    const created = await claim({ user_id: ada.id }, boss)
    expect([created.user_id, created.created_by]).toEqual([ada.id, boss.id])
    const onBehalf = await ada.call('POST', at, { ...lunch, user_id: boss.id })
    expect(codedRefusal(onBehalf)).toEqual([
      403,
      'forbidden',
      'creating an expense for somebody else needs the role manager or above',
    ])
    const stranger = (await workspace()).owner
    expect(codedRefusal(await boss.call('POST', at, { ...lunch, user_id: stranger.id }))).toEqual(
      wrong('body.user_id: not an active member'),
    )
    expect((await ada.ok('POST', `${at}/${created.id}/submit`)).status).toBe('submitted')
  })

  test('is rejected with each invalid field', async () => {
    const { ws, ada, at } = await office()
    const other = await workspace()
    const foreign = await client(other)
    const hidden = await project(ws, { visibility: 'private' })
    const gone = await client(ws, 'Gone')
    await ws.owner.ok('PATCH', `${ws.base}/clients/${gone.id}`, { archived: true })
    const old = await ws.owner.ok('POST', `${ws.base}/expense-categories`, { name: 'Old' })
    await ws.owner.ok('PATCH', `${ws.base}/expense-categories/${old.id}`, { archived: true })
    const problems: [object, string][] = [
      [{ expense_date: inDays(2) }, 'body.expense_date: must not be in the future'],
      [{ expense_date: '2026-02-30' }, 'body.expense_date: must be a day as YYYY-MM-DD'],
      [{ category_id: foreign.id }, 'body.category_id: not found'],
      [{ category_id: old.id }, 'body.category_id: archived; choose another'],
      [{ client_id: foreign.id }, 'body.client_id: not found'],
      [{ client_id: gone.id }, 'body.client_id: archived; restore the client first'],
      [{ supplier_id: foreign.id }, 'body.supplier_id: not found'],
      [{ project_id: hidden.id }, 'body.project_id: not found'],
      [{ billable: true }, 'body.client_id: required for a billable expense'],
      [
        { payment_source: 'bank' },
        'body.payment_source: Invalid option: expected one of "company"|"employee"',
      ],
      [
        { category_id: foreign.id, supplier_id: foreign.id, billable: true },
        'body.category_id: not found; body.supplier_id: not found',
      ],
      [
        { expense_date: '2999-01-01', billable: true },
        'body.expense_date: must not be in the future; body.client_id: required for a billable expense',
      ],
    ]
    for (const [draft, problem] of problems)
      expect(codedRefusal(await ada.call('POST', at, { ...lunch, ...draft }))).toEqual(wrong(problem))
    const done = await project(ws)
    await asOwner('update projects set archived_at = now() where id = $1', [done.id])
    expect(codedRefusal(await ada.call('POST', at, { ...lunch, project_id: done.id }))).toEqual(
      conflict('project is archived'),
    )
  })

  test('that is billable has its client, and the invoice that bills it', async () => {
    const { ws, ada, at, claim } = await office()
    const { id: client_id } = await client(ws)
    const created = await claim({ billable: true, client_id })
    expect(created).toMatchObject({ billable: true, client_id, billed_invoice_id: null })
    const [{ invoice_id }] = (await asOwner(
      `with i as (insert into invoices (org_id, client_id, currency, created_by) values ($1, $2, 'EUR', $3) returning id),
        l as (insert into invoice_lines (org_id, invoice_id, position, description, quantity, unit_price)
          select $1, i.id, 1, 'Lunch', 1, 10 from i returning id, invoice_id)
        insert into invoice_line_sources (org_id, line_id, expense_id) select $1, l.id, $4 from l
          returning (select invoice_id from l)`,
      [ws.org.id, client_id, ws.owner.id, created.id],
    )) as [Json]
    expect((await ada.ok('GET', `${at}/${created.id}`)).billed_invoice_id).toBe(invoice_id)
    await asOwner('update invoice_line_sources set released_at = now() where expense_id = $1', [created.id])
    expect((await ada.ok('GET', `${at}/${created.id}`)).billed_invoice_id).toBeNull()
    expect(codedRefusal(await ada.call('PATCH', `${at}/${created.id}`, { client_id: null }))).toEqual(
      wrong('body.client_id: required for a billable expense'),
    )
  })

  test('that may be a duplicate is reported: same total, close date, same person or supplier', async () => {
    const { ws, ada, boss, at, claim } = await office()
    const supplier = await asOwner(
      `insert into suppliers (org_id, name, created_by) values ($1, 'Rail', $2) returning id`,
      [ws.org.id, ws.owner.id],
    )
    const supplier_id = supplier[0].id
    const first = await claim({ supplier_id, description: 'Train' })
    await claim({ expense_date: '2026-01-19', description: 'Four days later' })
    await claim({ total_minor: 1211, description: 'Another total' })
    const duplicate = await claim({ expense_date: '2026-01-12' })
    expect(duplicate.possible_duplicates).toEqual([
      {
        id: first.id,
        description: 'Train',
        expense_date: '2026-01-15',
        user_id: ada.id,
        supplier_id,
        status: 'draft',
      },
    ])
    const bosss = await claim({ supplier_id, expense_date: '2026-01-16' }, boss)
    expect(bosss.possible_duplicates.map(({ id }: Json) => id)).toEqual([first.id])
    // The member cannot see the manager's.
    expect((await ada.ok('GET', `${at}/${first.id}`)).possible_duplicates.map(({ id }: Json) => id)).toEqual([
      duplicate.id,
    ])
  })

  test('cannot reuse a number of its supplier, however it is written, unless the other was rejected', async () => {
    const { ws, ada, boss, at, claim, act } = await office()
    const [{ id: supplier_id }] = (await asOwner(
      `insert into suppliers (org_id, name, created_by) values ($1, 'Rail', $2) returning id`,
      [ws.org.id, ws.owner.id],
    )) as [Json]
    const first = await claim({ supplier_id, supplier_invoice_number: 'R-7' })
    const second = { ...lunch, supplier_id, supplier_invoice_number: 'r-7' }
    expect(codedRefusal(await ada.call('POST', at, second))).toEqual(
      conflict('an expense with this invoice number of the supplier already exists'),
    )
    await act(ada, first, 'submit')
    await act(boss, first, 'reject', { reason: 'No receipt' })
    const created = await claim(second)
    expect(created.supplier_invoice_number).toBe('r-7')
    expect(codedRefusal(await act(ada, first, 'submit'))).toEqual(
      conflict('an expense with this invoice number of the supplier already exists'),
    )
  })

  test('of a blocked or archived supplier is not accepted, neither new nor changed nor submitted', async () => {
    const { ws, ada, at, claim, act } = await office()
    const [{ id: supplier_id }] = (await asOwner(
      `insert into suppliers (org_id, name, created_by) values ($1, 'Rail', $2) returning id`,
      [ws.org.id, ws.owner.id],
    )) as [Json]
    const [first, plain] = [await claim({ supplier_id }), await claim()]
    for (const status of ['blocked', 'archived']) {
      await asOwner('update suppliers set status = $2 where id = $1', [supplier_id, status])
      const rejection = conflict(`the supplier is ${status} and cannot be used for expenses`)
      const named = wrong(`body.supplier_id: ${status}; choose another supplier`)
      expect(codedRefusal(await ada.call('POST', at, { ...lunch, supplier_id }))).toEqual(named)
      expect(codedRefusal(await ada.call('PATCH', `${at}/${plain.id}`, { supplier_id }))).toEqual(named)
      expect(codedRefusal(await act(ada, first, 'submit'))).toEqual(rejection)
    }
  })
})

describe('the workflow of an expense', () => {
  test('goes from draft to submitted, approved and paid, with who did what', async () => {
    const { ws, ada, boss, at, claim, act } = await office()
    const created = await claim()
    const submitted = (await act(ada, created, 'submit')).body
    expect([submitted.status, submitted.submitted_at]).toEqual(['submitted', expect.any(String)])
    const approved = (await act(boss, created, 'approve')).body
    expect(approved).toMatchObject({
      status: 'approved',
      approved_by: boss.id,
      approved_at: expect.any(String),
    })
    const paid = (await act(ws.owner, created, 'pay', { paid_on: '2026-02-01' })).body
    expect(paid).toMatchObject({ status: 'paid', paid_on: '2026-02-01' })
    const second = await claim()
    await act(ada, second, 'submit')
    await act(boss, second, 'approve')
    expect((await act(ws.owner, second, 'pay', {})).body.paid_on).toBe(today())
    const trail = await actions(ws)
    for (const action of ['submitted', 'approved', 'paid']) expect(trail).toContain(`expense.${action}`)
    expect((await ada.ok('GET', `${at}?status=paid`)).total).toBe(2)
  })

  test('goes back: a rejected one has a reason, is changed and submitted again', async () => {
    const { ada, boss, at, claim, act } = await office()
    const created = await claim()
    await act(ada, created, 'submit')
    expect(codedRefusal(await act(boss, created, 'reject', {}))).toEqual(wrong('body.reason: required'))
    expect(codedRefusal(await act(boss, created, 'reject', { reason: ' ' }))).toEqual(
      wrong('body.reason: must not be empty'),
    )
    const rejected = (await act(boss, created, 'reject', { reason: 'The receipt is missing' })).body
    expect(rejected).toMatchObject({
      status: 'rejected',
      rejected_by: boss.id,
      rejection_reason: 'The receipt is missing',
      submitted_at: null,
    })
    await ada.ok('PATCH', `${at}/${created.id}`, { notes: 'It is attached now' })
    const resubmitted = (await act(ada, created, 'submit')).body
    expect(resubmitted).toMatchObject({ status: 'submitted', rejected_by: null, rejection_reason: null })
  })

  test('is rejected from any other state, which the response names', async () => {
    const { ws, ada, boss, at, claim, act } = await office()
    const created = await claim()
    const change = () => ada.call('PATCH', `${at}/${created.id}`, { notes: 'x' })
    const drop = () => ada.call('DELETE', `${at}/${created.id}`)
    const only = (status: string, allowed: string, action: string) =>
      conflict(`the expense is ${status}; only ${allowed} ones can be ${action}`)
    expect(codedRefusal(await act(boss, created, 'approve'))).toEqual(only('draft', 'submitted', 'approved'))
    expect(codedRefusal(await act(boss, created, 'reject', { reason: 'No' }))).toEqual(
      only('draft', 'submitted', 'rejected'),
    )
    expect(codedRefusal(await act(ws.owner, created, 'pay', {}))).toEqual(only('draft', 'approved', 'paid'))
    await act(ada, created, 'submit')
    expect(codedRefusal(await change())).toEqual(only('submitted', 'draft or rejected', 'changed'))
    expect(codedRefusal(await drop())).toEqual(only('submitted', 'draft or rejected', 'deleted'))
    expect(codedRefusal(await act(ada, created, 'submit'))).toEqual(
      only('submitted', 'draft or rejected', 'submitted'),
    )
    await act(boss, created, 'approve')
    expect(codedRefusal(await act(boss, created, 'approve'))).toEqual(
      only('approved', 'submitted', 'approved'),
    )
    expect(codedRefusal(await act(ws.owner, created, 'pay', { paid_on: inDays(2) }))).toEqual(
      wrong('body.paid_on: must not be in the future'),
    )
    expect(codedRefusal(await act(boss, created, 'pay', {}))).toEqual([
      403,
      'forbidden',
      'needs the role admin or above',
    ])
  })

  test('requires a decision by somebody who neither claimed nor created it', async () => {
    const { ws, ada, boss, claim, act } = await office()
    const rejection = [
      403,
      'forbidden',
      'an expense that you claimed or created must be decided by somebody else',
    ]
    const own = await claim({}, boss)
    const others = await claim({ user_id: ada.id }, boss)
    for (const created of [own, others]) {
      await act(boss, created, 'submit')
      expect(codedRefusal(await act(boss, created, 'approve'))).toEqual(rejection)
      expect(codedRefusal(await act(boss, created, 'reject', { reason: 'No' }))).toEqual(rejection)
    }
    const before = await claim({}, boss)
    expect(codedRefusal(await act(boss, before, 'approve'))).toEqual(rejection)
    expect((await act(ws.owner, own, 'approve')).body.status).toBe('approved')
    expect(codedRefusal(await act(ada, others, 'approve'))).toEqual([
      403,
      'forbidden',
      'needs the role manager or above',
    ])
  })

  test('is edited only by its claimant: whoever approves it has changed nothing in it', async () => {
    const { boss, at, claim, act } = await office()
    const created = await claim()
    const rejection = [403, 'forbidden', 'only its author may do this']
    expect(codedRefusal(await boss.call('PATCH', `${at}/${created.id}`, { notes: 'x' }))).toEqual(rejection)
    expect(codedRefusal(await boss.call('DELETE', `${at}/${created.id}`))).toEqual(rejection)
    expect(codedRefusal(await act(boss, created, 'submit'))).toEqual(rejection)
  })

  test('with two concurrent approvals has one', async () => {
    const { ws, ada, boss, claim, act } = await office()
    const created = await claim()
    await act(ada, created, 'submit')
    const replies = await Promise.all([act(boss, created, 'approve'), act(ws.owner, created, 'approve')])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('the list of expenses', () => {
  test('is filtered, and its totals are of everything that matches, per currency', async () => {
    const { ws, ada, boss, at, claim, act } = await office()
    const { id: client_id } = await client(ws)
    const travel = await ws.owner.ok('POST', `${ws.base}/expense-categories`, { name: 'Travel' })
    await claim({ description: 'Train', category_id: travel.id, expense_date: '2026-01-10' })
    const dollars = await claim({ currency: 'USD', exchange_rate: '0.9', billable: true, client_id })
    await claim({ description: 'Mine' }, boss)
    await act(ada, dollars, 'submit')
    const names = async (query: string, who = boss) =>
      (await who.ok('GET', `${at}${query}`)).items.map(({ description }: Json) => description)
    expect(await names('?sort=description')).toEqual(['Lunch', 'Mine', 'Train'])
    expect(await names('?status=submitted,paid')).toEqual(['Lunch'])
    expect(await names('?user_id=me')).toEqual(['Mine'])
    expect(await names(`?user_id=${ada.id}&sort=expense_date`)).toEqual(['Train', 'Lunch'])
    expect(await names(`?category_id=${travel.id}`)).toEqual(['Train'])
    expect(await names(`?client_id=${client_id}`)).toEqual(['Lunch'])
    expect(await names('?billable=true')).toEqual(['Lunch'])
    expect(await names('?q=TRA')).toEqual(['Train'])
    expect(await names('?from=2026-01-01&to=2026-01-10')).toEqual(['Train'])
    const { totals, items } = await boss.ok('GET', `${at}?limit=1`)
    expect([items.length, totals]).toEqual([
      1,
      [
        { currency: 'EUR', count: 2, net_minor: 2000, tax_minor: 420, total_minor: 2420 },
        { currency: 'USD', count: 1, net_minor: 1000, tax_minor: 210, total_minor: 1210 },
      ],
    ])
    expect(codedRefusal(await boss.call('GET', `${at}?from=2026-02-01&to=2026-01-01`))).toEqual(
      wrong('query.to: must not be before from'),
    )
  })
})
