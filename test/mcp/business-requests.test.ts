import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { sales, type Sales } from '../kit/deals.ts'
import { anyIssuer, client, draft, issue } from '../kit/invoices.ts'
import { join, project, type Workspace } from '../kit/makers.ts'
import { dayFromNow } from '../kit/sprints.ts'
import { requests } from './request.ts'
import { keyOf } from './rpc.ts'

/** Requests of a day in sales, support and the office, like those of requests.test.ts. */
let ws: Workspace
let sold: Sales
let token: string
let ada: Caller
const { request, write } = requests(() => token)
const read = (path: string): Promise<Json> => ws.owner.ok('GET', `${ws.base}${path}`)
const ticket = (subject: string): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/tickets`, { subject, description: 'Since today' })
const lunch = { description: 'Lunch with Acme', expense_date: '2026-01-15', total_minor: 1210, tax_rate: 21 }

beforeAll(async () => {
  sold = await sales()
  ws = sold.ws
  token = (await keyOf(ws)).token
  ada = await join(ws, 'member', 'Ada Byron')
  await anyIssuer(ws.org.id)
  const acme = await client(ws, { name: 'Acme Ltd', email: 'books@acme.example' })
  const web = await project(ws, { name: 'Web shop', key: 'WEB' })
  const hour = { work_date: '2026-01-15', duration_seconds: 3600, hourly_rate_minor: 8000 }
  for (const who of [ws.owner, ada])
    await ws.owner.ok('POST', `${ws.base}/time-entries`, {
      ...hour,
      client_id: acme.id,
      project_id: web.id,
      user_id: who.id,
    })
  await sold.draft({ title: 'New hall' })
  await sold.draft({ title: 'Small hall' })
  const lost = await sold.draft({ title: 'Old hall' })
  await sold.act(lost.id, 'lose', { lost_reason: 'Too expensive' })
  await ws.owner.ok('POST', `${ws.base}/contract-templates`, {
    name: 'Retainer',
    body: 'We work {{hours}} hours a month.',
    placeholders: [{ key: 'hours', label: 'Hours a month', type: 'number', required: true }],
  })
  const { id } = await issue(ws, await draft(ws, { client_id: acme.id }))
  await asOwner(`begin; set local session_replication_role = replica;
    update invoices set due_date = '${dayFromNow(-3)}' where id = '${id}'; commit`)
})
afterAll(write)

describe('money', () => {
  const at = '?toolsets=invoices,expenses'

  test('unbilled hours become an invoice that is sent', () =>
    request('Invoice Acme’s January hours and send it', 2, at, async (use) => {
      const unbilled = { from: '2026-01-01', to: '2026-01-31', project_id: 'Web shop' }
      const { id } = await use('create_invoice', { client_id: 'Acme', unbilled })
      const args = { invoice_id: id, send: true }
      expect((await use('issue_invoice', args)).error.code).toBe('confirmation_required')
      expect((await use('issue_invoice', { ...args, confirm: true })).send).toBeTruthy()
      expect(await read(`/invoices/${id}`)).toMatchObject({ status: 'issued', net_minor: 16_000 })
    }))

  test('late invoices are reminded', () =>
    request('Remind everybody who is late', 2, at, async (use) => {
      const { items } = await use('list_invoices', { status: 'overdue' })
      expect(items).toHaveLength(1)
      for (const { number } of items)
        expect(
          (await use('issue_invoice', { invoice_id: number, send: true, confirm: true })).send,
        ).toBeTruthy()
    }))

  test('an expense with its receipt is submitted', () =>
    request('Claim this lunch, here is the receipt', 1, at, async (use) => {
      const file = { filename: 'lunch.pdf', content_type: 'application/pdf', size_bytes: 900 }
      const receipt = { ...file, sha256: 'b'.repeat(64) }
      const made = await use('create_expense', { ...lunch, receipt, status: 'submitted' })
      expect(JSON.stringify(made)).toContain('submitted')
    }))

  test('expenses are approved and paid', async () => {
    const { id } = await ada.ok('POST', `${ws.base}/expenses`, { ...lunch, description: 'Train' })
    await ada.ok('POST', `${ws.base}/expenses/${id}/submit`)
    await request('Approve Ada’s train ticket', 2, at, async (use) => {
      const { items } = await use('list_expenses', { status: 'submitted', user_id: 'Ada Byron' })
      await use('approve_expense', { expense_id: items[0].id })
    })
    await request('It is paid', 1, at, async (use) => {
      await use('update_expense', { expense_id: id, status: 'paid' })
    })
    expect((await read(`/expenses/${id}`)).status).toBe('paid')
  })

  test('logged hours of a person', () =>
    request('What did Ada log in January?', 1, '?toolsets=time', async (use) => {
      const { items } = await use('list_time_entries', {
        user_id: 'Ada Byron',
        from: '2026-01-01',
        to: '2026-01-31',
      })
      expect(items).toHaveLength(1)
    }))
})

describe('support', () => {
  test('a ticket becomes a bug', async () => {
    const { number } = await ticket('Cart is empty')
    await request(`Make ticket #1 a bug of the web shop`, 1, '?toolsets=support', async (use) => {
      await use('update_ticket', { ticket_id: `#${number}`, create_task: { project_id: 'Web shop' } })
    })
    expect((await read('/projects/WEB/tasks')).items[0].title).toBe('Cart is empty')
  })

  test('a customer is answered', async () => {
    const { number, id } = await ticket('Wrong price')
    await request('Answer it', 1, '?toolsets=support', async (use) => {
      const args = { ticket_id: `#${number}`, body: 'It is right now.', public: true }
      expect((await use('create_ticket_message', args)).error.code).toBe('confirmation_required')
      await use('create_ticket_message', { ...args, confirm: true })
    })
    expect((await read(`/tickets/${id}/messages`)).total).toBe(1)
  })
})

describe('sales', () => {
  const at = '?toolsets=deals,leads,clients'

  test('a deal is won, and its project created', () =>
    request('We won New hall; create the project', 1, at, async (use) => {
      await use('win_deal', { deal_id: 'New hall', create_project: {} })
      expect((await read('/projects?q=New hall')).items[0].name).toBe('New hall')
    }))

  test('a deal moves and a lost one is open again', async () => {
    await request('Small hall is at the proposal', 1, at, async (use) => {
      expect((await use('move_deal', { deal_id: 'Small hall', stage_id: 'Proposal' })).stage).toBe('Proposal')
    })
    await request('Old hall is alive again', 1, at, async (use) => {
      await use('update_deal', { deal_id: 'Old hall', status: 'open' })
      expect((await read('/deals?q=Old hall')).items[0].status).toBe('open')
    })
  })

  test('a client, a deal and a lead are new', async () => {
    await request('Add the client Bolt Ltd', 1, at, async (use) => {
      await use('create_client', { name: 'Bolt Ltd', email: 'hello@bolt.example' })
    })
    await request('A deal with Bolt over 5000 euros', 1, at, async (use) => {
      await use('create_deal', { title: 'Bolts', client_id: 'Bolt', value_minor: 500_000, currency: 'EUR' })
    })
    await request('Sam Carter asked for an offer', 1, at, async (use) => {
      await use('create_lead', { name: 'Sam Carter', email: 'sam@carter.example' })
    })
    expect((await read('/deals?q=Bolts')).items[0].value_minor).toBe(500_000)
  })
})

describe('the office', () => {
  test('a contract is made from a template, and sent', async () => {
    const at = '?toolsets=contracts'
    await request('A retainer for Acme with 10 hours', 1, at, async (use) => {
      await use('create_contract', {
        title: 'Retainer Acme',
        party_kind: 'client',
        client_id: 'Acme',
        template_id: 'Retainer',
        values: { hours: 10 },
        start_date: dayFromNow(1),
      })
    })
    const [{ id, number }] = (await read('/contracts?q=Retainer Acme')).items
    await request('Send it', 1, at, async (use) => {
      await use('update_contract', { contract_id: number, status: 'sent' })
      await use('update_contract', { contract_id: number, status: 'sent', confirm: true })
    })
    expect(await read(`/contracts/${id}`)).toMatchObject({
      status: 'sent',
      body: expect.stringContaining('10 hours'),
    })
  })

  test('a project is archived and active again', async () => {
    const { id } = await project(ws, { name: 'Old site' })
    for (const [phrase, args] of [
      ['Archive the old site', {}],
      ['No, we need it', { archived: false }],
    ] as const)
      await request(phrase, 1, '?toolsets=projects', async (use) => {
        await use('archive_project', { project_id: 'Old site', ...args })
      })
    expect((await read(`/projects/${id}`)).archived_at).toBe(null)
  })
})

test('thirty requests are in the table of test/README.md, each in at most twice the least calls', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  const [, table] = read('../README.md').split(/\| calls before[^\n]*\n[^\n]*\n/)
  const rows = table!.split('\n\n')[0]!.split('\n').filter(Boolean)
  const scripts = `${read('requests.test.ts')} ${read('business-requests.test.ts')}`
  for (const row of rows) {
    const [phrase, , calls, least] = row
      .slice(1)
      .split('|')
      .map((cell) => cell.trim())
    expect([phrase, scripts.includes(phrase!)]).toEqual([phrase, true])
    expect(Number(calls)).toBeLessThanOrEqual(2 * Number(least))
  }
  expect(rows.length).toBe(30)
})
