import { expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { office } from '../kit/contracts.ts'
import { asOwner } from '../kit/client.ts'
import { sales } from '../kit/deals.ts'
import { issuer } from '../kit/invoices.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { desk } from '../kit/tickets.ts'
import { sprint } from '../kit/sprints.ts'
import { open, problemBeside, sentUnchanged, submit, textOf } from './browse.ts'

type Case = {
  who: Caller
  /** The page with its form, the address that the form is sent to, and where the API has the object. */
  page: string
  action: string
  at: string
}

const withoutVersion = ({ version: _version, updated_at: _updated, ...rest }: Json) => rest

/** Saves a form as it is shown, and expects the object to be as it was. */
async function saved({ who, page, action, at }: Case) {
  const read = async (): Promise<Json> => {
    const [list, id] = at.split('#') as [string, string?]
    const answer: Json = await who.ok('GET', list)
    return id ? answer.items.find((one: Json) => one.id === id) : answer
  }
  const before = await read()
  const shown = await open(page, who.headers)
  expect([page, shown.status, shown.status === 200 ? '' : shown.text.slice(-400)]).toEqual([page, 200, ''])
  const sent = sentUnchanged(shown.text, action)
  expect(sent.version).toMatch(/^[1-9]\d*$/)
  const reply = await submit(action, sent, who.headers)
  expect([page, reply.status, textOf('problems', reply)]).toEqual([page, 303, undefined])
  expect(withoutVersion(await read())).toEqual(withoutVersion(before))
  return sent
}

/** A form of one of several objects on a page of the organization. */
const inRow = (
  { owner, org, base }: Workspace,
  page: string,
  list: string,
  { id }: Json,
  action = 'change',
) =>
  saved({
    who: owner,
    page: `/organizations/${org.slug}/${page}?edit=${id}`,
    action: `/organizations/${org.slug}/${page}/${action}`,
    at: `${base}${list}#${id}`,
  })

test('the settings of a project, whose client is archived and whose lead is gone, keep budget and rate', async () => {
  const ws = await workspace()
  const { owner, base, org } = ws
  const client = await owner.ok('POST', `${base}/clients`, { name: 'Gone' })
  const ada = await join(ws, 'member', 'Ada')
  const { id } = await project(ws, { key: 'WEB', name: 'Site <i>' })
  await owner.ok('PATCH', `${base}/projects/${id}`, {
    client_id: client.id,
    lead_user_id: ada.id,
    budget_minor: 1_234_567,
    hourly_rate_minor: 9050,
    budget_minutes: 600,
    description: '# About\n\nit & <more>',
    target_date: '2031-02-03',
    visibility: 'private',
  })
  await owner.ok('PATCH', `${base}/clients/${client.id}`, { archived: true })
  await asOwner('update organization_members set role = $2 where user_id = $1', [ada.id, 'viewer'])
  const at = `/projects/WEB/settings`
  const sent = await saved({
    who: owner,
    page: `${at}?org=${org.slug}`,
    action: `${at}/change?org=${org.slug}`,
    at: `${base}/projects/${id}`,
  })
  expect(sent).toMatchObject({ budget_minor: '12345.67', client_id: client.id, lead_user_id: ada.id })
})

test('a client, a lead and a deal are as they were', async () => {
  const { ws, draft } = await sales()
  const { owner, base, org } = ws
  const client = await owner.ok('POST', `${base}/clients`, {
    name: 'Wayne & <Co>',
    kind: 'person',
    status: 'prospect',
    country: 'ES',
    currency: 'JPY',
    payment_terms_days: 30,
    profile: 'peppol',
    tags: ['a', 'b'],
    notes: 'One\ntwo "three"',
    website: 'https://wayne.test/?a=1&b=2',
    domain: 'wayne.test',
    external_ref: 'X1',
    portal_enabled: false,
  })
  const lead = await owner.ok('POST', `${base}/leads`, {
    name: 'Mary',
    estimated_minor: 1234,
    currency: 'EUR',
    score: 7,
    status: 'contacted',
  })
  const ada = await join(ws, 'member', 'Ada')
  const deal = await draft({ client_id: client.id, probability: 35, tags: ['x'], owner_user_id: ada.id })
  await owner.ok('PATCH', `${base}/clients/${client.id}`, { archived: true })
  await asOwner('update organization_members set role = $2 where user_id = $1', [ada.id, 'viewer'])
  for (const [kind, { id }] of [
    ['clients', client],
    ['leads', lead],
    ['deals', deal],
  ] as const)
    await saved({
      who: owner,
      page: `/${kind}/${id}?org=${org.slug}`,
      action: `/${kind}/${id}/change?org=${org.slug}`,
      at: `${base}/${kind}/${id}`,
    })
})

test('a task whose assignee is gone, whose sprint is over and whose rule of repetition is rare is as it was', async () => {
  const ws = await workspace()
  const { owner, base, org } = ws
  const ada = await join(ws, 'member', 'Ada')
  const { id: project_id } = await project(ws, { key: 'WEB' })
  const [epic, one] = [await task(ws, project_id, { type: 'epic' }), await task(ws, project_id)]
  const { id: sprint_id } = await sprint(ws, project_id)
  await owner.ok('PATCH', `${base}/tasks/${one.id}`, {
    description: '# About\n\nit & <more>',
    assignee_id: ada.id,
    sprint_id,
    parent_id: epic.id,
    start_date: '2031-01-02',
    due_date: '2031-02-03',
    estimate_points: 3.5,
    estimate_minutes: 90,
    progress_percent: 40,
    rrule: 'FREQ=MONTHLY;INTERVAL=5',
  })
  await owner.ok('PUT', `${base}/tasks/${one.id}/tags`, { names: ['a&b', 'web'], create_missing: true })
  await asOwner('update organization_members set role = $2 where user_id = $1', [ada.id, 'viewer'])
  await asOwner(`update sprints set state = 'completed', completed_at = now() where id = $1`, [sprint_id])
  const page = `/tasks/${one.key}?org=${org.slug}`
  const at = `${base}/tasks/${one.id}`
  const sent = await saved({ who: owner, page, action: page, at })
  expect(sent).toMatchObject({ assignee_id: ada.id, sprint_id, parent: epic.key, tags: 'a&b, web' })
  await saved({ who: owner, page, action: `/tasks/${one.key}/text?org=${org.slug}`, at })
})

test('a document is as it was, and so is its place', async () => {
  const { owner, base, org } = await workspace()
  const make = (draft: object): Promise<Json> => owner.ok('POST', `${base}/documents`, draft)
  const { id: parent_id } = await make({ title: 'Handbook' })
  const { id } = await make({ title: 'A & <b>', content: '# About\n\nit & <more>\n', parent_id })
  const page = `/documents/${id}?org=${org.slug}`
  const at = `${base}/documents/${id}`
  await saved({ who: owner, page, action: page, at })
  const { text } = await open(`${page}&move=yes`, owner.headers)
  const sent = sentUnchanged(text, `/documents/${id}/move?org=${org.slug}`)
  expect(sent.parent_id).toBe(parent_id)
  expect((await submit(`/documents/${id}/move?org=${org.slug}`, sent, owner.headers)).status).toBe(303)
  expect((await owner.ok('GET', at)).parent_id).toBe(parent_id)
})

test('the settings of an organization are as they were', async () => {
  const { owner, base, org } = await workspace()
  await owner.ok('PATCH', base, { country: 'ES', currency: 'JPY', week_start: 7, working_days: [1, 3, 5] })
  const page = `/organizations/${org.slug}/settings`
  await saved({ who: owner, page, action: page, at: base })
})

test('a contract is as it was', async () => {
  const here = await office()
  const { id } = await here.draft({
    value_minor: 123_456,
    auto_renew: true,
    renewal_months: 12,
    notice_days: 30,
    body: '# A\n\nb',
  })
  await saved({
    who: here.ws.owner,
    page: `/contracts/${id}?org=${here.ws.org.slug}`,
    action: `/contracts/${id}/change?org=${here.ws.org.slug}`,
    at: `${here.ws.base}/contracts/${id}`,
  })
})

test('what stands in rows of settings is as it was', async () => {
  const ws = await workspace()
  const { owner, base } = ws
  const make = (path: string, body: object): Promise<Json> => owner.ok('POST', base + path, body)
  const ada = await join(ws, 'member', 'Ada')
  const tag = await make('/tags', { name: 'bug', color: '#123abc', description: 'What is broken' })
  const rule = await make('/support/assignment-rules', {
    name: 'Rest',
    assignee_ids: [ada.id, owner.id],
    strategy: 'least_open',
    filter: { priorities: ['high'], words: ['down'], channels: ['email'], tags: ['a&b'] },
  })
  const policy = await make('/sla/policies', {
    name: 'Gold',
    applies_to: 'ticket',
    targets: { high: { first_response_minutes: 7, next_response_minutes: 100, resolution_minutes: 481 } },
    filter: { types: ['bug'] },
    pause_statuses: ['pending'],
  })
  const response = await make('/canned-responses', {
    title: 'Ok',
    shortcut: 'ok',
    body: 'Dear {{customer}}\n\n**yes**',
  })
  await inRow(ws, 'tags', '/tags', tag)
  await inRow(ws, 'assignment-rules', '/support/assignment-rules', rule)
  await inRow(ws, 'service-levels', '/sla/policies', policy)
  await inRow(ws, 'canned-responses', '/canned-responses', response)
  const box = await make('/support/mailboxes', {
    address: 'help@x.test',
    name: 'Help',
    asks_rating: true,
    keep_days: 9,
  })
  await inRow(ws, 'mailboxes', '/support/mailboxes', box)
})

test('expenses are as they were: by rate, by tax, in another currency, of what is archived', async () => {
  const ws = await workspace()
  const { owner, base, org } = ws
  const client = await owner.ok('POST', `${base}/clients`, { name: 'Wayne' })
  const category = await owner.ok('POST', `${base}/expense-categories`, { name: 'Travel' })
  const supplier = await owner.ok('POST', `${base}/suppliers`, { name: 'Rail' })
  const drafts = [
    { total_minor: 1210, tax_rate: '21', notes: 'a\nb', billable: true, client_id: client.id },
    { total_minor: 1210, tax_minor: 77, category_id: category.id, supplier_id: supplier.id },
    { total_minor: 990, currency: 'USD', exchange_rate: '0.9321', payment_source: 'company' },
    { net_minor: 500 },
  ]
  const made: Json[] = []
  for (const draft of drafts)
    made.push(
      await owner.ok('POST', `${base}/expenses`, {
        description: 'Train',
        expense_date: '2026-01-15',
        ...draft,
      }),
    )
  await owner.ok('PATCH', `${base}/clients/${client.id}`, { archived: true })
  await owner.ok('PATCH', `${base}/suppliers/${supplier.id}`, { status: 'blocked' })
  await owner.ok('PATCH', `${base}/expense-categories/${category.id}`, { archived: true })
  for (const { id } of made)
    await saved({
      who: owner,
      page: `/expenses/${id}?org=${org.slug}`,
      action: `/expenses/${id}/change?org=${org.slug}`,
      at: `${base}/expenses/${id}`,
    })
})

test('a draft of an invoice keeps its lines, whatever their tax is and whatever they bill', async () => {
  const ws = await workspace()
  const { owner, base, org } = ws
  const rate = await owner.ok('POST', `${base}/tax-rates`, { name: 'VAT', rate: '21', is_default: true })
  const old = await owner.ok('POST', `${base}/tax-rates`, { name: 'Old', rate: '18' })
  const client = await owner.ok('POST', `${base}/clients`, { name: 'Wayne' })
  const line = (more: object) => ({ description: 'Work\n& <more>', unit_price: '10.25', ...more })
  const { id } = await owner.ok('POST', `${base}/invoices`, {
    client_id: client.id,
    lines: [
      line({ tax_rate_id: rate.id, quantity: '1.5', unit: 'h', discount_percent: '5' }),
      line({ tax_rate_id: old.id }),
      line({ tax_rate_id: null }),
      line({ tax_rate: '0', category: 'exempt', exemption_code: 'E1' }),
      line({ tax_rate: '21', surcharge_rate: '5.2' }),
    ],
    notes: 'Thank you.\nGoodbye.',
    withholding_rate: '15',
    po_number: 'P 1',
    profile: 'peppol',
    payment_terms_days: 14,
  })
  await owner.call('DELETE', `${base}/tax-rates/${old.id}`)
  const at = (action = '') => `/invoices/${id}${action}?org=${org.slug}`
  const sent = await saved({ who: owner, page: at(), action: at('/change'), at: `${base}/invoices/${id}` })
  const before = await owner.ok('GET', `${base}/invoices/${id}`)
  const more = { ...sent, 'lines:5:description': 'More', 'lines:5:unit_price': '1' }
  const archived = await submit(at('/change'), more, owner.headers)
  expect([archived.status, problemBeside('lines:1:tax_rate_id', archived)]).toEqual([
    422,
    'Archived; choose another rate.',
  ])
  await submit(at('/change'), { ...more, 'lines:1:tax_rate_id': '' }, owner.headers)
  const after = await owner.ok('GET', `${base}/invoices/${id}`)
  const kept = ({ lines }: Json) =>
    [0, 2, 3, 4].map((place) => {
      const { id: _id, ...rest } = lines[place]
      return rest
    })
  expect(after.lines).toHaveLength(6)
  expect(kept(after)).toEqual(kept(before))
})

test('what an organization set up for its money is as it was, also once invoices have it', async () => {
  const ws = await workspace()
  const { owner, base, org } = ws
  await issuer(ws, { footer: 'One\nTwo', logo: 'iVBORw0KGgo=', require_client_tax_id: true })
  const make = (path: string, body: object): Promise<Json> => owner.ok('POST', base + path, body)
  const rate = await make('/tax-rates', { name: 'VAT', rate: '21', surcharge_rate: '5.2', is_default: true })
  const exempt = await make('/tax-rates', {
    name: 'None',
    rate: '0',
    category: 'exempt',
    exemption_code: 'E1',
  })
  const series = await make('/invoice-series', {
    name: 'A & B',
    code: 'A',
    doc_kind: 'invoice',
    is_default: true,
  })
  const travel = await make('/expense-categories', { name: 'Travel', account_code: '6290' })
  const trains = await make('/expense-categories', { name: 'Trains', parent_id: travel.id })
  const client = await make('/clients', { name: 'Wayne', country: 'ES', tax_id: 'B12345674' })
  const lines = [rate, exempt].map(({ id }) => ({ description: 'Work', unit_price: '1', tax_rate_id: id }))
  const invoice = await make('/invoices', { client_id: client.id, lines })
  await make(`/invoices/${invoice.id}/issue`, {})
  await inRow(ws, 'tax-rates', '/tax-rates', rate)
  await inRow(ws, 'tax-rates', '/tax-rates', exempt)
  await inRow(ws, 'invoice-series', '/invoice-series', series)
  await inRow(ws, 'expense-categories', '/expense-categories', trains)
  for (const form of ['issuer', 'register'])
    await saved({
      who: owner,
      page: `/organizations/${org.slug}/invoicing`,
      action: `/organizations/${org.slug}/invoicing/${form}`,
      at: `${base}/invoice-register/settings`,
    })
})

test('a ticket is as it was: of a contact, of an address, of what is gone', async () => {
  const { ws, create, client, contact, change } = await desk()
  const { owner, base, org } = ws
  const ada = await join(ws, 'member', 'Ada')
  const drafts = [
    { type: 'incident', tags: ['a', 'b'], priority: 'urgent', assignee_user_id: ada.id },
    { contact_id: undefined, requester_email: 'a@x.test' },
    { contact_id: undefined, client_id: client, requester_email: 'a@x.test' },
  ]
  const made: Json[] = []
  for (const draft of drafts) made.push(await create({ subject: 'Wrong <prices> & more', ...draft }))
  await change(made[1]!.id, { status: 'resolved' })
  await owner.ok('PATCH', `${base}/clients/${client}`, { archived: true })
  await owner.call('DELETE', `${base}/clients/${client}/contacts/${contact.id}`)
  await asOwner('update organization_members set role = $2 where user_id = $1', [ada.id, 'viewer'])
  for (const { id, number } of made)
    await saved({
      who: owner,
      page: `/organizations/${org.slug}/tickets/${number}`,
      action: `/organizations/${org.slug}/tickets/${number}/change`,
      at: `${base}/tickets/${id}`,
    })
})

test('a supplier is as it was, and keeps the bank account that is shown in part only', async () => {
  const ws = await workspace()
  const { owner, base, org } = ws
  const supplier = await owner.ok('POST', `${base}/suppliers`, {
    name: 'Rail & <Co>',
    legal_name: 'Rail SA',
    category: 'travel',
    country: 'FR',
    currency: 'EUR',
    iban: 'ES9121000418450200051332',
    payment_terms_days: 15,
    rating: 4,
    tags: ['a', 'b'],
    notes: 'One\ntwo',
  })
  for (const form of ['change', 'status'])
    await saved({
      who: owner,
      page: `/suppliers/${supplier.id}?org=${org.slug}`,
      action: `/suppliers/${supplier.id}/${form}?org=${org.slug}`,
      at: `${base}/suppliers/${supplier.id}`,
    })
  expect(supplier.iban_masked).toMatch(/1332$/)
})
