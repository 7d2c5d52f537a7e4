import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Json } from '../kit/client.ts'
import { actions, join, type Workspace, workspace } from '../kit/makers.ts'
import { codedRefusal } from '../kit/refusals.ts'

const create = (ws: Workspace, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/clients`, { name: 'Babbage Ltd', ...draft })
const names = async (ws: Workspace, query = '') =>
  (await ws.owner.ok('GET', `${ws.base}/clients${query}`)).items.map(({ name }: Json) => name)
const missing = [404, 'not_found', 'client not found']

describe('a client', () => {
  test('is created with its details, found, changed with its version, and audited', async () => {
    const ws = await workspace()
    const draft = {
      kind: 'company',
      name: 'Babbage Ltd',
      legal_name: 'Babbage Limited',
      tax_id: 'GB 123.456-789',
      email: 'Office@Babbage.example',
      website: 'https://www.Babbage.example/shop',
      country: 'GB',
      currency: 'GBP',
      payment_terms_days: 30,
      tags: ['retail', 'north'],
      owner_user_id: ws.owner.id,
    }
    const created = await create(ws, draft)
    expect(created).toMatchObject({
      ...draft,
      email: 'office@babbage.example',
      domain: 'babbage.example',
      status: 'active',
      archived_at: null,
      version: 1,
      contacts: [],
      possible_duplicates: [],
    })
    const at = `${ws.base}/clients/${created.id}`
    const { possible_duplicates: _, ...whole } = created
    expect(await ws.owner.ok('GET', at)).toEqual(whole)
    const changed = await ws.owner.ok('PATCH', at, { city: 'London', version: 1 })
    expect([changed.city, changed.version]).toEqual(['London', 2])
    expect(codedRefusal(await ws.owner.call('PATCH', at, { city: 'Paris', version: 1 }))).toEqual([
      409,
      'conflict',
      'changed by somebody else since version 1: city',
    ])
    expect(await actions(ws)).toEqual(expect.arrayContaining(['client.created', 'client.updated']))
  })

  test('keeps the domain that was sent instead of that of its website', async () => {
    const ws = await workspace()
    const created = await create(ws, { website: 'https://shop.example', domain: 'Babbage.example' })
    expect(created.domain).toBe('babbage.example')
  })

  test('is rejected with each invalid field', async () => {
    const ws = await workspace()
    const viewer = await join(ws, 'viewer')
    const stranger = (await workspace()).owner
    const invalid: [draft: object, problem: string][] = [
      [{ name: ' ' }, 'body.name: must not be empty'],
      [{ kind: 'robot' }, 'body.kind: Invalid option: expected one of "company"|"person"'],
      [{ email: 'nobody' }, 'body.email: must be an e-mail address'],
      [{ country: 'es' }, 'body.country: must be an ISO 3166-1 alpha-2 code such as ES'],
      [{ country: 'ZZ' }, 'body.country: unknown country; send an ISO 3166-1 alpha-2 code such as ES'],
      [{ currency: 'eur' }, 'body.currency: must be an ISO 4217 code such as EUR'],
      [{ currency: 'ZZZ' }, 'body.currency: unknown currency; send an ISO 4217 code such as EUR'],
      [{ payment_terms_days: 366 }, 'body.payment_terms_days: must be 0 to 365'],
      [{ website: 'ftp://example.com' }, 'body.website: must be an http or https address'],
      [{ domain: 'no domain' }, 'body.domain: must be a domain such as example.com'],
      [{ tags: ['a', 'A'] }, 'body.tags: each tag once'],
      [{ tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, 'body.tags: at most 20 tags'],
      [
        { tax_id: '--' },
        'body.tax_id: must be letters and digits; spaces, dots, hyphens and slashes may stand between them',
      ],
      [{ owner_user_id: stranger.id }, 'body.owner_user_id: not an active member'],
      [{ portal: true }, 'body.portal: unknown field'],
    ]
    for (const [draft, problem] of invalid)
      expect(
        codedRefusal(await ws.owner.call('POST', `${ws.base}/clients`, { name: 'Babbage', ...draft })),
      ).toEqual([422, 'validation_error', problem])
    expect(codedRefusal(await viewer.call('POST', `${ws.base}/clients`, { name: 'Babbage' }))).toEqual([
      403,
      'forbidden',
      'needs the role member or above',
    ])
  })

  test('has a unique tax number and external reference, however they are written', async () => {
    const ws = await workspace()
    const first = await create(ws, { tax_id: 'B-1234.567 8', external_ref: 'A1' })
    const post = (draft: object) => ws.owner.call('POST', `${ws.base}/clients`, { name: 'Other', ...draft })
    const taken = [409, 'conflict', 'another client has this tax number']
    expect(codedRefusal(await post({ tax_id: 'b12345678' }))).toEqual(taken)
    expect(codedRefusal(await post({ external_ref: 'A1' }))).toEqual([
      409,
      'conflict',
      'another client has this external reference',
    ])
    await ws.owner.ok('PATCH', `${ws.base}/clients/${first.id}`, { archived: true })
    const second = await create(ws, { name: 'Again', tax_id: 'b12345678' })
    expect(second.possible_duplicates).toEqual([
      { id: first.id, name: 'Babbage Ltd', archived: true, same: ['tax_id'] },
    ])
    const back = await ws.owner.call('PATCH', `${ws.base}/clients/${first.id}`, { archived: false })
    expect(codedRefusal(back)).toEqual(taken)
  })

  test('that may already exist is reported with what both have in common', async () => {
    const ws = await workspace()
    const first = await create(ws, { domain: 'babbage.example', email: 'office+web@babbage.example' })
    const second = await create(ws, { name: 'By contact' })
    await ws.owner.ok('POST', `${ws.base}/clients/${second.id}/contacts`, {
      name: 'Charles',
      email: 'OFFICE+x@babbage.example',
    })
    await create(ws, { name: 'Unlike', domain: 'other.example', email: 'else@babbage.example' })
    const created = await create(ws, { domain: 'babbage.example', email: 'office@babbage.example' })
    expect(created.possible_duplicates).toEqual([
      { id: first.id, name: 'Babbage Ltd', archived: false, same: ['domain', 'email'] },
      { id: second.id, name: 'By contact', archived: false, same: ['email'] },
    ])
    const other = await create(await workspace(), { domain: 'babbage.example' })
    expect(other.possible_duplicates).toEqual([])
  })

  test('without references is deleted; one with an expense is archived and stays readable', async () => {
    const ws = await workspace()
    const [bare, used] = [await create(ws), await create(ws, { name: 'Used' })]
    await asOwner(
      `insert into expenses (org_id, user_id, client_id, description, expense_date, currency, net_minor, total_minor,
        base_total_minor, base_currency, created_by)
        values ($1, $2, $3, 'Taxi', '2026-01-01', 'EUR', 100, 100, 100, 'EUR', $2)`,
      [ws.org.id, ws.owner.id, used.id],
    )
    await ws.owner.ok('POST', `${ws.base}/clients/${bare.id}/contacts`, { name: 'Charles' })
    const drop = ({ id }: Json) => ws.owner.ok('DELETE', `${ws.base}/clients/${id}`)
    expect([await drop(bare), await drop(used)]).toEqual([{ result: 'deleted' }, { result: 'archived' }])
    expect(codedRefusal(await ws.owner.call('GET', `${ws.base}/clients/${bare.id}`))).toEqual(missing)
    expect((await ws.owner.ok('GET', `${ws.base}/clients/${used.id}`)).archived_at).not.toBeNull()
    expect([await names(ws), await names(ws, '?archived=true')]).toEqual([[], ['Used']])
    const member = await join(ws)
    expect(codedRefusal(await member.call('DELETE', `${ws.base}/clients/${used.id}`))).toEqual([
      403,
      'forbidden',
      'needs the role manager or above',
    ])
  })
})

describe('the list of clients', () => {
  test('is filtered by text, status, owner, tag and archive, and sorted by name', async () => {
    const ws = await workspace()
    const ada = await join(ws)
    await create(ws, { name: 'beta', status: 'prospect', tags: ['north'], email: 'b@find.example' })
    await create(ws, { name: 'Alpha', owner_user_id: ada.id })
    const gone = await create(ws, { name: 'Gone' })
    await ws.owner.ok('PATCH', `${ws.base}/clients/${gone.id}`, { archived: true })
    expect(await names(ws)).toEqual(['Alpha', 'beta'])
    expect(await names(ws, '?sort=-name')).toEqual(['beta', 'Alpha'])
    expect(await names(ws, '?q=FIND.example')).toEqual(['beta'])
    expect(await names(ws, '?q=%25')).toEqual([])
    expect(await names(ws, '?status=prospect,inactive')).toEqual(['beta'])
    expect(await names(ws, `?owner_user_id=${ada.id}`)).toEqual(['Alpha'])
    expect(await names(ws, '?owner_user_id=none')).toEqual(['beta'])
    expect(await names(ws, '?tag=north')).toEqual(['beta'])
    expect(await names(ws, '?archived=true')).toEqual(['Gone'])
    expect((await ada.ok('GET', `${ws.base}/clients?owner_user_id=me`)).total).toBe(1)
  })

  test('can be searched by members', async () => {
    const ws = await workspace()
    await create(ws, { name: 'Difference Engines', city: 'Walworth' })
    const { items } = await ws.owner.ok('GET', `${ws.base}/search?q=walworth`)
    expect(items).toMatchObject([{ type: 'client', title: 'Difference Engines' }])
  })
})

describe('the contacts of a client', () => {
  test('are listed and embedded, and at most one of them is primary', async () => {
    const ws = await workspace()
    const created = await create(ws)
    const at = `${ws.base}/clients/${created.id}/contacts`
    const first = await ws.owner.ok('POST', at, { name: 'Ada', is_primary: true })
    const second = await ws.owner.ok('POST', at, { name: 'Grace', email: 'G@x.example', is_primary: true })
    expect(second).toMatchObject({
      client_id: created.id,
      email: 'g@x.example',
      is_primary: true,
      version: 1,
    })
    const listed = await ws.owner.ok('GET', at)
    expect(listed.items.map(({ name, is_primary }: Json) => [name, is_primary])).toEqual([
      ['Ada', false],
      ['Grace', true],
    ])
    await ws.owner.ok('PATCH', `${at}/${first.id}`, { is_primary: true, job_title: 'Countess' })
    const { contacts } = await ws.owner.ok('GET', `${ws.base}/clients/${created.id}`)
    expect(contacts.map(({ name, is_primary, job_title }: Json) => [name, is_primary, job_title])).toEqual([
      ['Ada', true, 'Countess'],
      ['Grace', false, null],
    ])
    expect((await ws.owner.call('DELETE', `${at}/${first.id}`)).status).toBe(204)
    expect((await ws.owner.ok('GET', at)).total).toBe(1)
  })

  test('belong to the client in the path, and are at most a hundred', async () => {
    const ws = await workspace()
    const [one, other] = [await create(ws), await create(ws, { name: 'Other' })]
    const contact = await ws.owner.ok('POST', `${ws.base}/clients/${one.id}/contacts`, { name: 'Ada' })
    const invalid = `${ws.base}/clients/${other.id}/contacts/${contact.id}`
    expect(codedRefusal(await ws.owner.call('PATCH', invalid, { name: 'Eve' }))).toEqual([
      404,
      'not_found',
      'contact not found',
    ])
    expect(codedRefusal(await ws.owner.call('DELETE', invalid))).toEqual([
      404,
      'not_found',
      'contact not found',
    ])
    expect(codedRefusal(await ws.owner.call('GET', `${ws.base}/clients/${uuidv7()}/contacts`))).toEqual(
      missing,
    )
    await asOwner(
      `insert into client_contacts (org_id, client_id, name) select $1, $2, 'n' from generate_series(1, 99)`,
      [ws.org.id, one.id],
    )
    const full = await ws.owner.call('POST', `${ws.base}/clients/${one.id}/contacts`, { name: 'Too many' })
    expect(codedRefusal(full)).toEqual([
      409,
      'conflict',
      'a client has at most 100 contacts; delete one first',
    ])
  })
})
