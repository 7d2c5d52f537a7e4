import { describe, expect, test } from 'vitest'
import { base64, follow, page, picture } from '../kit/attachments.ts'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'
import { codedRefusal } from '../kit/refusals.ts'

const claim = (ws: Workspace, who: Caller, draft: object = {}): Promise<Json> =>
  who.ok('POST', `${ws.base}/expenses`, {
    description: 'Lunch',
    expense_date: '2026-01-15',
    total_minor: 1210,
    ...draft,
  })

describe('receipts', () => {
  async function desk() {
    const ws = await workspace()
    const [ada, boss, other] = [await join(ws), await join(ws, 'manager'), await join(ws)]
    const created = await claim(ws, ada)
    const draft = () => ({
      entity_type: 'expense',
      entity_id: created.id,
      filename: 'receipt.png',
      content_type: 'image/png',
      content_base64: base64(picture()),
    })
    const attach = (who: Caller) => who.call('POST', `${ws.base}/attachments`, draft())
    return { ws, ada, boss, other, made: created, attach, at: `${ws.base}/attachments` }
  }

  test('are attached by the claimant and managers, counted, and readable only by them', async () => {
    const { ws, ada, boss, other, made, attach, at } = await desk()
    const file = (await attach(ada)).body
    expect((await attach(boss)).status).toBe(201)
    const list = `${at}?entity_type=expense&entity_id=${made.id}`
    expect([(await ada.ok('GET', list)).total, (await boss.ok('GET', list)).total]).toEqual([2, 2])
    expect((await ada.ok('GET', `${ws.base}/expenses/${made.id}`)).receipts).toBe(2)
    const missing = [404, 'not_found', 'expense not found']
    expect([codedRefusal(await other.call('GET', list)), codedRefusal(await attach(other))]).toEqual([
      missing,
      missing,
    ])
    const { download_url } = await boss.ok('GET', `${at}/${file.id}`)
    expect((await follow(download_url)).status).toBe(200)
    expect((await other.call('GET', `${at}/${file.id}`)).status).toBe(404)
  })

  test('are read-only once the expense is approved', async () => {
    const { ws, ada, boss, made, attach, at } = await desk()
    const file = (await attach(ada)).body
    const act = (who: Caller, action: string) => who.ok('POST', `${ws.base}/expenses/${made.id}/${action}`)
    await act(ada, 'submit')
    expect((await attach(ada)).status).toBe(201)
    await act(boss, 'approve')
    const rejection = [409, 'conflict', 'the expense is approved; its receipts cannot change any more']
    expect(codedRefusal(await attach(ada))).toEqual(rejection)
    expect(codedRefusal(await ada.call('DELETE', `${at}/${file.id}`))).toEqual(rejection)
    expect((await ada.ok('GET', `${at}?entity_type=expense&entity_id=${made.id}`)).total).toBe(2)
  })

  test('cannot be reached with a key for one project', async () => {
    const { ws, made, attach, ada, at } = await desk()
    await attach(ada)
    const project = await ws.owner.ok('POST', `${ws.base}/projects`, { name: 'Web', key: 'WEB' })
    const key = await ws.owner.ok('POST', `${ws.base}/api-keys`, { name: 'one', project_id: project.id })
    const list = `${at}?entity_type=expense&entity_id=${made.id}`
    const reply = await ws.owner.call('GET', list, undefined, {
      cookie: '',
      authorization: `Bearer ${key.token}`,
    })
    expect(codedRefusal(reply)).toEqual([404, 'not_found', 'expense not found'])
  })

  test('are deleted with the expense', async () => {
    const { ws, ada, made, attach } = await desk()
    await attach(ada)
    expect((await ada.call('DELETE', `${ws.base}/expenses/${made.id}`)).status).toBe(204)
    expect(await asOwner('select id from attachments where org_id = $1', [ws.org.id])).toEqual([])
  })

  test('may be documents as well as pictures', async () => {
    const { ada, made, at } = await desk()
    const about = { entity_type: 'expense', entity_id: made.id, filename: 'r.pdf' }
    const sent = { ...about, content_type: 'application/pdf', content_base64: base64(page()) }
    expect((await ada.call('POST', at, sent)).status).toBe(201)
  })
})

describe('categories', () => {
  const create = (ws: Workspace, draft: object): Promise<Json> =>
    ws.owner.ok('POST', `${ws.base}/expense-categories`, draft)

  test('form a tree without loops, with a unique name each', async () => {
    const ws = await workspace()
    const at = `${ws.base}/expense-categories`
    const travel = await create(ws, { name: 'Travel', account_code: '6290' })
    const train = await create(ws, { name: 'Train', parent_id: travel.id })
    expect(train).toMatchObject({ name: 'Train', parent_id: travel.id, account_code: null, version: 1 })
    const night = await create(ws, { name: 'Night train', parent_id: train.id })
    const patch = async ({ id }: Json, change: object) =>
      codedRefusal(await ws.owner.call('PATCH', `${at}/${id}`, change))
    const loop = [422, 'validation_error', 'body.parent_id: the category itself, or one below it']
    expect(await patch(travel, { parent_id: night.id })).toEqual(loop)
    expect(await patch(travel, { parent_id: travel.id })).toEqual(loop)
    expect(await patch(train, { name: 'TRAVEL' })).toEqual([
      409,
      'conflict',
      'a category of this name already exists',
    ])
    const foreign = await create(await workspace(), { name: 'Travel' })
    expect(await patch(train, { parent_id: foreign.id })).toEqual([
      422,
      'validation_error',
      'body.parent_id: not found',
    ])
    const names = async (query = '') =>
      (await ws.owner.ok('GET', at + query)).items.map(({ name }: Json) => name)
    expect(await names()).toEqual(['Night train', 'Train', 'Travel'])
    await ws.owner.ok('PATCH', `${at}/${train.id}`, { archived: true })
    expect([await names(), await names('?archived=true')]).toEqual([['Night train', 'Travel'], ['Train']])
    expect(await patch(night, { parent_id: train.id })).toEqual([
      422,
      'validation_error',
      'body.parent_id: archived; choose another',
    ])
    const member = await join(ws)
    expect((await member.ok('GET', at)).total).toBe(2)
    expect((await member.call('POST', at, { name: 'Mine' })).status).toBe(403)
  })

  test('are at most ten levels deep, also if two are moved concurrently', async () => {
    const ws = await workspace()
    const at = `${ws.base}/expense-categories`
    const [a, b] = [await create(ws, { name: 'a' }), await create(ws, { name: 'b' })]
    const swaps = await Promise.all([
      ws.owner.call('PATCH', `${at}/${a.id}`, { parent_id: b.id }),
      ws.owner.call('PATCH', `${at}/${b.id}`, { parent_id: a.id }),
    ])
    expect(swaps.map(({ status }) => status).toSorted()).toEqual([200, 422])
    let parent_id: string | null = null
    for (let level = 1; level <= 10; level++)
      parent_id = (await create(ws, { name: `level ${level}`, parent_id })).id
    expect(codedRefusal(await ws.owner.call('POST', at, { name: 'deeper', parent_id }))).toEqual([
      422,
      'validation_error',
      'body.parent_id: at most ten levels',
    ])
  })

  test('in use are archived, not deleted', async () => {
    const ws = await workspace()
    const at = `${ws.base}/expense-categories`
    const travel = await create(ws, { name: 'Travel' })
    const train = await create(ws, { name: 'Train', parent_id: travel.id })
    const created = await claim(ws, ws.owner, { category_id: train.id })
    const used = [409, 'conflict', 'the category is in use; archive it instead']
    for (const { id } of [travel, train])
      expect(codedRefusal(await ws.owner.call('DELETE', `${at}/${id}`))).toEqual(used)
    await ws.owner.ok('PATCH', `${ws.base}/expenses/${created.id}`, { category_id: null })
    for (const { id } of [train, travel])
      expect((await ws.owner.call('DELETE', `${at}/${id}`)).status).toBe(204)
    expect((await ws.owner.ok('GET', at)).total).toBe(0)
  })
})

describe('the export', () => {
  test('is CSV of approved and paid expenses with amounts in major units, and no formulas', async () => {
    const ws = await workspace()
    const [ada, boss] = [await join(ws, 'member', 'Ada'), await join(ws, 'manager')]
    const at = `${ws.base}/expenses`
    const evil = await claim(ws, ada, {
      description: '=HYPERLINK("http://x")',
      currency: 'JPY',
      exchange_rate: '0.01',
    })
    await claim(ws, ada, { description: 'A draft' })
    await ada.ok('POST', `${at}/${evil.id}/submit`)
    await boss.ok('POST', `${at}/${evil.id}/approve`)
    const created = await boss.ok('GET', `${at}/export?from=2026-01-01&to=2026-01-31`)
    expect([created.filename, created.content_type, created.rows]).toEqual([
      'expenses-2026-01-01-2026-01-31.csv',
      'text/csv',
      1,
    ])
    const lines = created.content.split('\r\n')
    expect(lines[0]).toBe(
      'expense_date,claimed_by,description,category,account_code,supplier,supplier_tax_id,supplier_invoice_number,' +
        'project,client,currency,net,tax,total,tax_rate,tax_deductible,exchange_rate,base_currency,base_total,' +
        'payment_source,billable,status,paid_on,id',
    )
    expect(lines[1]).toBe(
      `2026-01-15,Ada,"'=HYPERLINK(""http://x"")",,,,,,,,JPY,1210,0,1210,,true,0.01,EUR,12.10,employee,false,approved,,${evil.id}`,
    )
    const drafts = await boss.ok('GET', `${at}/export?from=2026-01-01&to=2026-01-31&status=draft`)
    expect([drafts.rows, drafts.content]).toEqual([1, expect.stringContaining('A draft')])
  })

  test('is for managers, of at most 400 days', async () => {
    const ws = await workspace()
    const [ada, boss] = [await join(ws), await join(ws, 'manager')]
    const at = `${ws.base}/expenses/export`
    expect((await ada.call('GET', `${at}?from=2026-01-01&to=2026-01-31`)).status).toBe(403)
    const problem = async (query: string) => (await boss.call('GET', at + query)).body.error.message
    expect(await problem('?from=2026-01-01')).toBe('query.to: required')
    expect(await problem('?from=2026-02-01&to=2026-01-01')).toBe('query.to: must not be before from')
    expect(await problem('?from=2025-01-01&to=2026-02-05')).toBe('query.to: at most 400 days from the first')
    expect((await boss.ok('GET', `${at}?from=2025-01-01&to=2026-02-04`)).rows).toBe(0)
  })
})
