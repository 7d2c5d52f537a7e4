import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { type Carried, sealedOf } from '../../src/shared/sealing/sealed.ts'
import { keyringOf, open } from '../../src/shared/sealing/sealing.ts'
import { asOwner, call, type Json, sealingKeys } from '../kit/client.ts'
import { actions, join, type Workspace, workspace } from '../kit/makers.ts'
import { codedRefusal } from '../kit/refusals.ts'

const iban = 'ES91 2100 0418 4502 0005 1332'
const create = (ws: Workspace, draft: object = {}): Promise<Json> =>
  ws.owner.ok('POST', `${ws.base}/suppliers`, { name: 'Analytical Hosting', ...draft })
const missing = [404, 'not_found', 'supplier not found']

describe('a supplier', () => {
  test('is created with its details, found and changed only by managers', async () => {
    const ws = await workspace()
    const [boss, member] = [await join(ws, 'manager'), await join(ws)]
    const draft = {
      name: 'Analytical Hosting',
      tax_id: 'B-1234',
      category: 'Hosting',
      country: 'ES',
      currency: 'EUR',
      contact_name: 'Grace',
      rating: 4,
      tags: ['cloud'],
    }
    const created = await boss.ok('POST', `${ws.base}/suppliers`, draft)
    expect(created).toMatchObject({
      ...draft,
      status: 'active',
      iban_masked: null,
      archived_at: null,
      version: 1,
    })
    const at = `${ws.base}/suppliers/${created.id}`
    expect(await boss.ok('GET', at)).toEqual(created)
    expect((await boss.ok('PATCH', at, { rating: 5, version: 1 })).rating).toBe(5)
    const rejection = [403, 'forbidden', 'needs the role manager or above']
    expect(codedRefusal(await member.call('GET', at))).toEqual(rejection)
    expect(codedRefusal(await member.call('GET', `${ws.base}/suppliers`))).toEqual(rejection)
    expect(await actions(ws)).toEqual(expect.arrayContaining(['supplier.created', 'supplier.updated']))
  })

  test('is rejected with each invalid field', async () => {
    const ws = await workspace()
    await create(ws, { tax_id: 'B-1234' })
    const invalid: [draft: object, problem: string][] = [
      [{ name: undefined }, 'body.name: required'],
      [{ rating: 6 }, 'body.rating: must be 1 to 5'],
      [{ status: 'gone' }, 'body.status: Invalid option: expected one of "active"|"blocked"|"archived"'],
      [{ iban: `${iban}1` }, 'body.iban: has not as many characters as IBANs of its country have'],
      [
        { iban: iban.replace('91', '92') },
        'body.iban: has wrong check digits; look for a mistyped character',
      ],
      [{ iban_masked: 'x' }, 'body.iban_masked: unknown field'],
    ]
    for (const [draft, problem] of invalid)
      expect(
        codedRefusal(await ws.owner.call('POST', `${ws.base}/suppliers`, { name: 'Other', ...draft })),
      ).toEqual([422, 'validation_error', problem])
    expect(
      codedRefusal(await ws.owner.call('POST', `${ws.base}/suppliers`, { name: 'x', tax_id: 'b1234' })),
    ).toEqual([409, 'conflict', 'another supplier has this tax number'])
  })

  test('is listed by text, status and category; archived ones only on request', async () => {
    const ws = await workspace()
    await create(ws, { name: 'beta', category: 'Hosting' })
    await create(ws, { name: 'Alpha', email: 'find@me.example' })
    await create(ws, { name: 'Blocked', status: 'blocked' })
    const gone = await create(ws, { name: 'Gone', status: 'archived' })
    expect(gone.archived_at).toEqual(expect.any(String))
    const names = async (query = '') =>
      (await ws.owner.ok('GET', `${ws.base}/suppliers${query}`)).items.map(({ name }: Json) => name)
    expect(await names()).toEqual(['Alpha', 'beta', 'Blocked'])
    expect(await names('?status=archived')).toEqual(['Gone'])
    expect(await names('?status=blocked,archived&sort=-name')).toEqual(['Gone', 'Blocked'])
    expect(await names('?category=hosting')).toEqual(['beta'])
    expect(await names('?q=ME.example')).toEqual(['Alpha'])
    const back = await ws.owner.ok('PATCH', `${ws.base}/suppliers/${gone.id}`, { status: 'active' })
    expect(back.archived_at).toBeNull()
  })

  test('with an expense is archived when deleted, others are erased; only admins delete', async () => {
    const ws = await workspace()
    const [bare, used] = [await create(ws, { iban }), await create(ws, { name: 'Used' })]
    const expense = { description: 'x', expense_date: '2026-01-15', total_minor: 100, supplier_id: used.id }
    await ws.owner.ok('POST', `${ws.base}/expenses`, expense)
    const drop = ({ id }: Json, who = ws.owner) => who.call('DELETE', `${ws.base}/suppliers/${id}`)
    expect(codedRefusal(await drop(bare, await join(ws, 'manager')))).toEqual([
      403,
      'forbidden',
      'needs the role admin or above',
    ])
    expect((await drop(bare)).body).toEqual({ result: 'deleted' })
    expect((await drop(used)).body).toEqual({ result: 'archived' })
    expect(codedRefusal(await ws.owner.call('GET', `${ws.base}/suppliers/${bare.id}`))).toEqual(missing)
    expect((await ws.owner.ok('GET', `${ws.base}/suppliers/${used.id}`)).status).toBe('archived')
    expect(await asOwner('select id from supplier_ibans where org_id = $1', [ws.org.id])).toEqual([])
  })
})

describe('the IBAN of a supplier', () => {
  type Row = Carried & { id: string; last4: string }
  const stored = async ({ id }: Json) =>
    (
      await asOwner<Row>(
        `select id, last4, kek_id, encode(wrapped_dek, 'hex') as wrapped_dek, encode(dek_iv, 'hex') as dek_iv,
          encode(iv, 'hex') as iv, encode(ciphertext, 'hex') as ciphertext, secret_version
          from supplier_ibans where id = $1`,
        [id],
      )
    )[0]
  const opened = async (ws: Workspace, created: Json) => {
    const row = (await stored(created))!
    const bound = { purpose: 'iban', org: ws.org.id, record: created.id, version: row.secret_version }
    return open(keyringOf(sealingKeys), bound, sealedOf(row))
  }

  test('is sealed for its supplier, and only its end is shown', async () => {
    const ws = await workspace()
    const reply = await ws.owner.call('POST', `${ws.base}/suppliers`, {
      name: 'Bank',
      iban: iban.toLowerCase(),
    })
    expect([reply.status, reply.roundTrips, reply.body.iban_masked]).toEqual([201, 2, '**** 1332'])
    expect(await opened(ws, reply.body)).toBe('ES9121000418450200051332')
    const other = { ...reply.body, id: uuidv7() }
    const row = (await stored(reply.body))!
    const bound = { purpose: 'iban', org: ws.org.id, record: other.id, version: row.secret_version }
    await expect(open(keyringOf(sealingKeys), bound, sealedOf(row))).rejects.toThrow('cannot be opened')
    const everywhere = await asOwner(
      `select a.changes::text as text from audit_log a where a.org_id = $1
        union all select row_to_json(s)::text from suppliers s where s.org_id = $1`,
      [ws.org.id],
    )
    for (const { text } of everywhere) expect(text).not.toContain('2100041845')
  })

  test('is replaced, kept if none is sent, and erased with null', async () => {
    const ws = await workspace()
    const created = await create(ws, { iban })
    const at = `${ws.base}/suppliers/${created.id}`
    const german = await ws.owner.call('PATCH', at, { iban: 'DE89370400440532013000' })
    expect([german.body.iban_masked, german.roundTrips]).toEqual(['**** 3000', 2])
    expect([await opened(ws, created), (await stored(created))!.secret_version]).toEqual([
      'DE89370400440532013000',
      2,
    ])
    const rated = await ws.owner.call('PATCH', at, { rating: 3 })
    expect([rated.body.iban_masked, rated.roundTrips]).toEqual(['**** 3000', 1])
    expect((await ws.owner.ok('PATCH', at, { iban: null })).iban_masked).toBeNull()
    expect(await stored(created)).toBeUndefined()
    expect((await ws.owner.ok('PATCH', at, { iban })).iban_masked).toBe('**** 1332')
  })

  test('set twice concurrently is one of the two', async () => {
    const ws = await workspace()
    const created = await create(ws, { iban })
    const at = `${ws.base}/suppliers/${created.id}`
    const replies = await Promise.all(
      ['DE89370400440532013000', 'GB29NWBK60161331926819'].map((other) =>
        ws.owner.call('PATCH', at, { iban: other }),
      ),
    )
    const kept = replies.filter(({ status }) => status === 200)
    expect(kept.length).toBeGreaterThan(0)
    for (const { status, body } of replies.filter((reply) => reply.status !== 200))
      expect([status, body.error.message]).toEqual([409, 'iban was changed at the same moment; try again'])
    expect((await opened(ws, created)).slice(-4)).toBe((await stored(created))!.last4)
  })

  test('cannot be stored if the deployment has no key, and nothing is written then', async () => {
    const ws = await workspace()
    const body = { name: 'Bank', iban }
    const reply = await call(
      'POST',
      `${ws.base}/suppliers`,
      { body, headers: ws.owner.headers },
      { SEALING_KEYS: '' },
    )
    expect(codedRefusal(reply)).toEqual([
      409,
      'conflict',
      'SEALING_KEYS is not set for this deployment; secrets cannot be stored without it',
    ])
    expect((await ws.owner.ok('GET', `${ws.base}/suppliers`)).total).toBe(0)
  })
})
