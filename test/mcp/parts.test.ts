import { beforeAll, describe, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { mailTo } from '../kit/mail.ts'
import { anyIssuer, client, issue, draft } from '../kit/invoices.ts'
import { join, project, type Workspace, workspace } from '../kit/makers.ts'
import { office } from '../kit/contracts.ts'
import { sales } from '../kit/deals.ts'
import { dayFromNow } from '../kit/sprints.ts'
import { hashOf } from '../../src/base/tokens.ts'
import { put } from '../kit/attachments.ts'
import { allTools } from './all-tools.ts'
import { keyOf, modern } from './rpc.ts'

let ws: Workspace
let token: string
beforeAll(async () => {
  ws = await workspace()
  token = (await keyOf(ws)).token
  await anyIssuer(ws.org.id)
})

const call = async (name: string, args: object, by = token): Promise<Json> => {
  const { body } = await modern('tools/call', { name, arguments: args }, { token: by, query: '?tools=all' })
  return { failed: Boolean(body.result.isError), answer: JSON.parse(body.result.content[0].text) }
}
const use = async (name: string, args: object, by = token): Promise<Json> => {
  const { failed, answer } = await call(name, args, by)
  expect([name, failed, answer]).toEqual([name, false, answer])
  return answer
}
const problem = async (name: string, args: object, by = token): Promise<string> => {
  const { failed, answer } = await call(name, args, by)
  expect([name, failed]).toEqual([name, true])
  return answer.error.message
}
let serial = 0
const buyer = () => client(ws, { name: `Buyer ${++serial} Ltd`, email: `buyer${serial}@example.com` })

describe('invoices', () => {
  const worked = async () => {
    const one = await buyer()
    const home = await project(ws, { name: `Site ${serial}` })
    const log = {
      work_date: '2026-01-15',
      duration_seconds: 5400,
      client_id: one.id,
      hourly_rate_minor: 8000,
    }
    await ws.owner.ok('POST', `${ws.base}/time-entries`, { ...log, project_id: home.id })
    await ws.owner.ok('POST', `${ws.base}/time-entries`, { ...log, project_id: (await project(ws)).id })
    return { one, home }
  }
  const january = { from: '2026-01-01', to: '2026-01-31' }

  test('unbilled hours are billed once: a retry finds none', async () => {
    const { one, home } = await worked()
    const first = await use('create_invoice', {
      client_id: one.name,
      unbilled: { ...january, project_id: home.name },
    })
    expect(first).toMatchObject({ status: 'draft' })
    expect(await ws.owner.ok('GET', `${ws.base}/invoices/${first.id}`)).toMatchObject({
      net_minor: 12_000,
      project_id: home.id,
    })
    await use('create_invoice', { client_id: one.name, unbilled: january })
    expect(await problem('create_invoice', { client_id: one.name, unbilled: january })).toContain(
      'no billable time',
    )
    const { total } = await ws.owner.ok('GET', `${ws.base}/invoices?client_id=${one.id}`)
    expect(total).toBe(2)
  })

  test('an invoice of unbilled hours has the notes and terms that are said with it', async () => {
    const { one } = await worked()
    const said = { notes: 'Thank you', payment_terms_days: 14, po_number: 'PO 7' }
    const made = await use('create_invoice', { client_id: one.id, unbilled: january, ...said })
    expect(await ws.owner.ok('GET', `${ws.base}/invoices/${made.id}`)).toMatchObject(said)
    const both = { unbilled: january, payment_terms_days: 14, due_date: '2026-03-01' }
    expect(await problem('create_invoice', { client_id: one.id, ...both })).toContain('not both')
  })

  test('unbilled hours and lines cannot be mixed, and nothing is created then', async () => {
    const { one } = await worked()
    const lines = [{ description: 'Work', unit_price: 1 }]
    expect(await problem('create_invoice', { client_id: one.id, unbilled: january, lines })).toContain(
      'lines',
    )
    expect(await problem('create_invoice', { client_id: one.id, unbilled: true })).toBe(
      'unbilled: must be an object',
    )
    expect((await ws.owner.ok('GET', `${ws.base}/invoices?client_id=${one.id}`)).total).toBe(0)
  })

  test('an invoice is issued and sent in one call; sent again, it is only sent', async () => {
    const one = await buyer()
    const { id } = await draft(ws, { client_id: one.id })
    const args = { invoice_id: id, send: true }
    expect((await call('issue_invoice', args)).answer.error.code).toBe('confirmation_required')
    const done = await use('issue_invoice', { ...args, confirm: true })
    expect(done).toMatchObject({ status: 'issued', send: { mailed_to: expect.stringContaining('@') } })
    const links = () => ws.owner.ok('GET', `${ws.base}/invoices/${id}/links`)
    expect((await links()).total).toBe(1)
    expect((await call('issue_invoice', args)).answer.error.code).toBe('confirmation_required')
    expect((await use('issue_invoice', { ...args, confirm: true })).send.mailed_to).toContain('@')
    expect((await links()).total).toBe(2)
    expect(await problem('issue_invoice', { invoice_id: id, confirm: true })).toContain('is issued already')
  })

  test('a call sent again with its Idempotency-Key does each of its parts once', async () => {
    const { id } = await draft(ws, { client_id: (await buyer()).id })
    const send = async (idempotencyKey: string) => {
      const args = { invoice_id: id, send: true, confirm: true }
      const { body } = await modern(
        'tools/call',
        { name: 'issue_invoice', arguments: args },
        { token, query: '?tools=all', headers: { 'idempotency-key': idempotencyKey } },
      )
      return [Boolean(body.result.isError), JSON.parse(body.result.content[0].text).send]
    }
    const first = await send('issue-and-send')
    expect(first).toEqual([false, expect.objectContaining({ mailed_to: expect.stringContaining('@') })])
    // The address of the invoice is shown once.
    const { url: _, ...sent } = first[1]
    expect(await send('issue-and-send')).toEqual([false, sent])
    expect((await ws.owner.ok('GET', `${ws.base}/invoices/${id}/links`)).total).toBe(1)
  })

  test('a draft that cannot be issued is not sent, and the reason is told', async () => {
    const { id } = await draft(ws, { client_id: (await buyer()).id, lines: [] })
    for (const confirm of [false, true])
      expect(await problem('issue_invoice', { invoice_id: id, send: true, confirm })).toContain('line')
    expect((await ws.owner.ok('GET', `${ws.base}/invoices/${id}/links`)).total).toBe(0)
  })

  test('what is late is sent as a reminder', async () => {
    const one = await buyer()
    const { id, number } = await issue(ws, await draft(ws, { client_id: one.id }))
    await asOwner(`begin; set local session_replication_role = replica;
      update invoices set due_date = '${dayFromNow(-3)}' where id = '${id}'; commit`)
    await use('issue_invoice', { invoice_id: number, send: true, confirm: true })
    await expect
      .poll(() => mailTo(`buyer${serial}@example.com`).map(({ subject }) => subject))
      .toEqual([`Reminder: invoice ${number} from ${ws.org.name}`])
  })

  test('if sending fails, the answer says that the rest was done', async () => {
    const { id } = await draft(ws, { client_id: (await buyer()).id })
    await asOwner(`alter table invoice_links add constraint no_link_here check (invoice_id <> '${id}')`)
    try {
      const { failed, answer } = await call('issue_invoice', { invoice_id: id, send: true, confirm: true })
      expect(failed).toBe(true)
      expect(answer.error.message).toMatch(/^send: /)
      expect(answer.error.hint).toContain('do not repeat it')
      expect(answer.done.status).toBe('issued')
    } finally {
      await asOwner('alter table invoice_links drop constraint no_link_here')
    }
    expect(
      (await use('issue_invoice', { invoice_id: id, send: true, confirm: true })).send.mailed_to,
    ).toContain('@')
  })
})

describe('expenses', () => {
  const lunch = { description: 'Lunch', expense_date: '2026-01-15', total_minor: 1210, tax_rate: 21 }
  const receipt = {
    filename: 'receipt.pdf',
    content_type: 'application/pdf',
    size_bytes: 100,
    sha256: 'a'.repeat(64),
  }

  test('an expense is created with a place for its receipt', async () => {
    const created = await use('create_expense', { ...lunch, receipt })
    expect(created).toMatchObject({
      status: 'draft',
      receipt: { filename: 'receipt.pdf' },
    })
    expect(created.receipt.upload_url).toContain('http')
    const more = await use('update_expense', { expense_id: created.number ?? created.id, receipt })
    expect(more.receipt.upload_url).toContain('http')
  })

  test('the bytes of a receipt go to the link, never through the tool, and the expense has them then', async () => {
    const tools = allTools as unknown as { name: string; inputSchema: { properties: Json } }[]
    const { properties } = tools.find(({ name }) => name === 'create_expense')!.inputSchema
    expect(Object.keys(properties.receipt.properties)).toEqual([
      'filename',
      'content_type',
      'size_bytes',
      'sha256',
    ])
    const bytes = new TextEncoder().encode('%PDF-1.4 receipt')
    const announced = { ...receipt, size_bytes: bytes.length, sha256: hashOf('%PDF-1.4 receipt') }
    const created = await use('create_expense', { ...lunch, description: 'Taxi', receipt: announced })
    const stored = await put(created.receipt.upload_url, bytes)
    expect(stored.status).toBe(200)
    const files = await use('list_attachments', { entity_type: 'expense', entity_id: created.id })
    expect(files.items).toMatchObject([{ filename: 'receipt.pdf' }])
  })

  test('an expense is created and submitted, approved and paid', async () => {
    const ada = await join(ws, 'member', 'Ada Submits')
    const created = await ada.ok('POST', `${ws.base}/expenses`, lunch)
    await ada.ok('POST', `${ws.base}/expenses/${created.id}/submit`)
    await ws.owner.ok('POST', `${ws.base}/expenses/${created.id}/approve`)
    const paid = await use('update_expense', { expense_id: created.id, status: 'paid' })
    expect(paid.status).toBe('paid')
    expect(
      await use('create_expense', { ...lunch, description: 'Dinner', status: 'submitted' }),
    ).toMatchObject({
      description: 'Dinner',
      status: 'submitted',
    })
  })

  test('a change and its submission are one call, and another status is refused before anything', async () => {
    const { id } = await use('create_expense', { ...lunch, description: 'Train' })
    expect(await problem('update_expense', { expense_id: id, notes: 'Late', status: 'approved' })).toBe(
      'status: must be submitted or paid',
    )
    expect((await ws.owner.ok('GET', `${ws.base}/expenses/${id}`)).notes).toBe(null)
    const changed = await use('update_expense', { expense_id: id, notes: 'By night', status: 'submitted' })
    expect(changed.status).toBe('submitted')
    expect((await ws.owner.ok('GET', `${ws.base}/expenses/${id}`)).notes).toBe('By night')
  })
})

const newTicket = (subject: string, more = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/tickets`, { subject, description: 'Since today', ...more })

test('a ticket becomes a task of a project, with a change of the ticket', async () => {
  const web = await project(ws, { name: 'Web shop' })
  const ticket = await newTicket('Cart is empty')
  const changed = await use('update_ticket', {
    ticket_id: `#${ticket.number}`,
    priority: 'high',
    create_task: { project_id: 'Web shop' },
  })
  expect(changed).toMatchObject({ priority: 'high', create_task: expect.anything() })
  const [made] = (await ws.owner.ok('GET', `${ws.base}/projects/${web.id}/tasks`)).items
  expect([made.title, JSON.stringify(changed.create_task)]).toEqual([
    'Cart is empty',
    expect.stringContaining(made.key),
  ])
  expect((await ws.owner.ok('GET', `${ws.base}/projects/${web.id}/tasks`)).total).toBe(1)
  const again = { ticket_id: ticket.id, create_task: { project_id: web.id } }
  expect(await problem('update_ticket', again)).toContain('already')
  expect((await ws.owner.ok('GET', `${ws.base}/projects/${web.id}/tasks`)).total).toBe(1)
})

test('a ticket that is a bug becomes a bug, another type of its own a task, unless the call says', async () => {
  const { id: project_id } = await project(ws, { name: 'Bugs' })
  const typeOf = async (type: string | null, create_task = {}) => {
    const { id } = await newTicket('Broken', { type })
    await use('update_ticket', { ticket_id: id, create_task: { project_id, ...create_task } })
    return (await ws.owner.ok('GET', `${ws.base}/projects/${project_id}/tasks?sort=-number`)).items[0].type
  }
  expect(await typeOf('Bug')).toBe('bug')
  expect(await typeOf('incident')).toBe('task')
  expect(await typeOf('epic')).toBe('task')
  expect(await typeOf(null)).toBe('task')
  expect(await typeOf('bug', { type: 'chore' })).toBe('chore')
})

test('what happened to a ticket or a deal, and what there is about a client, is read with it', async () => {
  const { number } = await newTicket('Slow')
  const ticket = await use('get_ticket', { ticket_id: number, history: true })
  expect(ticket.subject).toBe('Slow')
  expect(ticket.history.items.map(({ kind }: Json) => kind)).toEqual(['created'])
  expect((await use('get_ticket', { ticket_id: number })).history).toBeUndefined()
  const sold = await sales()
  const key = (await keyOf(sold.ws)).token
  await sold.draft({ title: 'New hall' })
  const deal = await use('get_deal', { deal_id: 'New hall', history: true }, key)
  expect([deal.title, deal.history.total]).toEqual(['New hall', 1])
  const one = await buyer()
  const found = await use('get_client', { client_id: one.name, summary: true })
  expect([found.name, Object.keys(found.summary)]).toEqual([one.name, expect.arrayContaining(['deals'])])
})

test('a client gets a contact, a tag is merged, and a thread is open again', async () => {
  const one = await buyer()
  const added = await use('update_client', { client_id: one.name, contact: { name: 'Grace Hopper' } })
  expect(added).toEqual({ contact: 'Grace Hopper' })
  const { contacts } = await ws.owner.ok('GET', `${ws.base}/clients/${one.id}`)
  expect(contacts.map(({ name }: Json) => name)).toContain('Grace Hopper')
  const web = await project(ws, { key: 'WEB' })
  for (const name of ['bug', 'defect']) await ws.owner.ok('POST', `${ws.base}/tags`, { name })
  await ws.owner.ok('POST', `${ws.base}/projects/${web.id}/tasks`, { title: 'Login' })
  await ws.owner.ok('PUT', `${ws.base}/tasks/WEB-1/tags`, { names: ['bug'] })
  await use('update_tag', { tag_id: 'bug', merge: { into_tag_id: 'defect' } })
  const { items: tags } = await ws.owner.ok('GET', `${ws.base}/tags`)
  expect(tags.map(({ name }: Json) => name)).toEqual(['defect'])
  const said = await use('add_comment', { task_id: 'WEB-1', body: 'Why?' })
  const thread = { task_id: 'WEB-1', comment_id: said.id }
  await use('resolve_comment_thread', thread)
  await use('resolve_comment_thread', { ...thread, resolved: false })
  const { items: comments } = await ws.owner.ok('GET', `${ws.base}/tasks/WEB-1/comments`)
  expect(comments.map(({ resolved_at }: Json) => resolved_at)).toEqual([null])
})

test('a contract is renewed by a draft that begins when it ends', async () => {
  const setup = await office()
  const key = (await keyOf(setup.ws)).token
  const { id } = await setup.signed({ start_date: '2026-01-01', end_date: '2026-12-31' })
  const renewed = await use('update_contract', { contract_id: id, renew: { months: 12 } }, key)
  const made = await setup.ws.owner.ok('GET', `${setup.ws.base}/contracts/${renewed.id}`)
  expect(made).toMatchObject({ status: 'draft', start_date: '2027-01-01', end_date: '2027-12-31' })
})

test('tickets are merged', async () => {
  const [one, two] = await Promise.all(['Broken', 'Still broken'].map((subject) => newTicket(subject)))
  const merged = await use('update_ticket', {
    ticket_id: two!.id,
    merge: { into_ticket_id: `#${one!.number}` },
  })
  expect(merged).toMatchObject({ status: 'closed' })
})

test('a project is archived, and active again', async () => {
  const { id, name } = await project(ws, { name: 'Old site' })
  expect((await use('archive_project', { project_id: name })).archived_at).toBeTruthy()
  expect((await use('archive_project', { project_id: name, archived: 'false' })).archived_at).toBeUndefined()
  expect((await use('archive_project', { project_id: id, archived: true })).archived_at).toBeTruthy()
})

test('a deal is won with its project, and a lost one is open again', async () => {
  const sold = await sales()
  const key = (await keyOf(sold.ws)).token
  await sold.draft({ title: 'New hall' })
  const won = await use('win_deal', { deal_id: 'New hall', create_project: { name: 'Hall' } }, key)
  expect(won.status).toBe('won')
  const { items } = await sold.ws.owner.ok('GET', `${sold.ws.base}/projects`)
  expect(items.map(({ name }: Json) => name)).toEqual(['Hall'])
  const { id } = await sold.draft({ title: 'Old hall' })
  await sold.act(id, 'lose', { lost_reason: 'Too expensive' })
  const open = await use('update_deal', { deal_id: 'Old hall', title: 'Older hall', status: 'open' }, key)
  expect(open.title).toBe('Older hall')
  expect(await sold.get(id)).toMatchObject({ status: 'open', title: 'Older hall' })
})
