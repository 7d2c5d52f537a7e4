import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { actions, join, project } from '../kit/makers.ts'
import { clientRow, dayOf, office, setColumns, supplierRow } from '../kit/contracts.ts'
import type { Json } from '../kit/client.ts'

const kinds = (events: Json[]) => events.map(({ kind }: Json) => kind)

describe('a contract', () => {
  test('goes from draft to sent to active, and each step is an event', async () => {
    const { ws, draft, act } = await office()
    const created = await draft({ notes: 'Ask for the logo', notice_days: 60 })
    const year = (await dayOf(ws)).slice(0, 4)
    expect(created).toMatchObject({
      number: `C-${year}-1`,
      status: 'draft',
      effective_status: 'draft',
      currency: 'EUR',
      party: { name: 'Town hall' },
      owner: { user_id: ws.owner.id },
      notice_deadline: await dayOf(ws, 240),
      totals: { planned_minor: 0, invoiced_minor: 0, paid_minor: 0, remaining_minor: 0 },
    })
    const digest = createHash('sha256').update(created.body).digest('hex')
    expect(await act(created.id, 'send')).toMatchObject({ status: 'sent', body_sha256: digest })
    const ours = await act(created.id, 'sign', { signed_by_name: 'Ada' })
    expect(ours).toMatchObject({ status: 'sent', signed_by_name: 'Ada', signed_by: { user_id: ws.owner.id } })
    const both = await act(created.id, 'sign', {
      counterparty_name: 'Grace',
      counterparty_signed_at: '2026-01-05T10:00:00.000Z',
    })
    expect(both).toMatchObject({ status: 'active', effective_status: 'active', counterparty_name: 'Grace' })
    expect(kinds(both.events).toReversed()).toEqual(['created', 'sent', 'signed', 'signed', 'activated'])
    expect(both.events[1].data).toEqual({
      side: 'counterparty',
      name: 'Grace',
      signed_at: '2026-01-05T10:00:00.000Z',
      body_sha256: digest,
    })
    expect(both.events[0].actor).toBeNull()
    expect((await actions(ws)).filter((action) => action.startsWith('contract.'))).toContain(
      'contract.signed',
    )
  })

  test('that both have signed stays sent until its first day', async () => {
    const { ws, signed } = await office()
    const later = await signed({ start_date: await dayOf(ws, 1) })
    expect([later.status, later.effective_status]).toEqual(['sent', 'sent'])
    await setColumns(later.id, { start_date: await dayOf(ws) })
    const reply = await ws.owner.ok('GET', `${ws.base}/contracts/${later.id}`)
    expect([reply.status, reply.effective_status]).toEqual(['sent', 'active'])
  })

  test('has the number that is sent, or the next one of the year', async () => {
    const { ws, draft } = await office()
    const year = (await dayOf(ws)).slice(0, 4)
    await draft({ number: `C-${year}-41` })
    await draft({ number: 'FRAME-7' })
    expect((await draft()).number).toBe(`C-${year}-42`)
    const created = await Promise.all(Array.from({ length: 6 }, () => draft()))
    expect(created.map(({ number }) => number).sort()).toEqual(
      [43, 44, 45, 46, 47, 48].map((n) => `C-${year}-${n}`),
    )
  })

  test('is with a client, a supplier or a member, and has the currency of the client or the organization', async () => {
    const { ws, draft } = await office()
    const client = await clientRow(ws, 'Kyoto', { currency: 'JPY' })
    expect((await draft({ client_id: client })).currency).toBe('JPY')
    expect((await draft({ client_id: client, currency: 'USD' })).currency).toBe('USD')
    const supplier = await draft({
      party_kind: 'supplier',
      client_id: null,
      supplier_id: await supplierRow(ws),
    })
    expect(supplier).toMatchObject({ currency: 'EUR', party: { name: 'Paper mill' } })
    const grace = await join(ws, 'member', 'Grace Hopper')
    const job = await draft({ party_kind: 'employee', client_id: null, user_id: grace.id })
    expect(job.party).toEqual({ id: grace.id, name: 'Grace Hopper' })
    const other = await ws.owner.ok('PATCH', `${ws.base}/contracts/${job.id}`, {
      party_kind: 'client',
      client_id: client,
    })
    expect(other).toMatchObject({ party: { name: 'Kyoto' }, user_id: null, party_kind: 'client' })
  })

  test('is fully editable as a draft; once sent only terms outside the agreement, and once over only notes about it', async () => {
    const { ws, at, draft, act, errorOf } = await office()
    const { id } = await draft()
    const home = await project(ws)
    const changed = await ws.owner.ok('PATCH', `${at}/${id}`, {
      title: 'Other',
      body: 'New',
      project_id: home.id,
    })
    expect(changed).toMatchObject({ title: 'Other', body: 'New', project_id: home.id })
    expect(changed.events[0]).toMatchObject({
      kind: 'changed',
      data: { fields: ['title', 'body', 'project_id'] },
    })
    await act(id, 'send')
    expect(await errorOf(`/${id}`, { title: 'X', value_minor: 1, notes: 'n' }, 'PATCH')).toEqual([
      409,
      'the contract is sent; title, value_minor cannot change any more, only auto_renew, notes, notice_days, ' +
        'owner_user_id, renewal_months',
    ])
    const kept = await ws.owner.ok('PATCH', `${at}/${id}`, {
      notes: 'n',
      auto_renew: true,
      renewal_months: 12,
      notice_days: 30,
    })
    expect(kept).toMatchObject({ notes: 'n', auto_renew: true, notice_days: 30, title: 'Other' })
    await act(id, 'cancel')
    expect((await errorOf(`/${id}`, { auto_renew: false }, 'PATCH'))[0]).toBe(409)
    expect((await ws.owner.ok('PATCH', `${at}/${id}`, { notes: null })).notes).toBeNull()
  })

  test('is deleted with its events while it is a draft or cancelled, and not after', async () => {
    const { ws, at, draft, act, signed, errorOf } = await office()
    const { id } = await draft({ milestones: [{ name: 'All', percent: 100 }] })
    await act(id, 'cancel')
    expect((await ws.owner.call('DELETE', `${at}/${id}`)).status).toBe(204)
    expect((await ws.owner.call('GET', `${at}/${id}`)).status).toBe(404)
    const active = await signed()
    expect(await errorOf(`/${active.id}`, undefined, 'DELETE')).toEqual([
      409,
      'the contract is active; only a draft or a cancelled one can be deleted',
    ])
  })
})

describe('rejected is', () => {
  test('an unknown, archived or foreign party, or one of another type', async () => {
    const { ws, draft, errorOf } = await office()
    const foreign = await office()
    const archivedClient = await clientRow(ws, 'Away', { archived_at: new Date() })
    const stranger = foreign.ws.owner.id
    const start_date = '2026-01-01'
    const body = { title: 'X', party_kind: 'client', start_date }
    for (const [more, message] of [
      [{ client_id: foreign.client }, 'body.client_id: not found'],
      [{ client_id: archivedClient }, 'body.client_id: archived; restore the client first'],
      [{ supplier_id: await supplierRow(ws) }, 'body.supplier_id: only where party_kind is supplier'],
      [{ party_kind: 'supplier', supplier_id: await supplierRow(foreign.ws) }, 'body.supplier_id: not found'],
      [{ party_kind: 'employee', user_id: stranger }, 'body.user_id: not an active member'],
      [{ owner_user_id: stranger }, 'body.owner_user_id: not an active member'],
      [{ project_id: (await project(foreign.ws)).id }, 'body.project_id: not found'],
      [{ template_id: stranger }, 'body.template_id: not found'],
      [{ end_date: '2025-12-31' }, 'body.end_date: 2025-12-31 is before the start_date, 2026-01-01'],
      [{ auto_renew: true, renewal_months: 12 }, 'body.auto_renew: needs end_date and renewal_months'],
      [{ currency: 'XYZ' }, 'body.currency: unknown currency; send an ISO 4217 code such as EUR'],
      [{ value_minor: -1 }, 'body.value_minor: must not be negative'],
      [{ value_minor: 1.5 }, 'body.value_minor: must be a whole number of minor units'],
      [{ start_date: '2026-02-30' }, 'body.start_date: must be a day as YYYY-MM-DD'],
      [{ values: { a: 'b' } }, 'body.values: only with template_id'],
      [{ body: 'x', template_id: stranger }, 'body.body: send either template_id or body'],
    ] as [object, string][])
      expect([more, await errorOf('', { ...body, ...more })]).toEqual([more, [422, message]])
    const { id } = await draft()
    expect(await errorOf(`/${id}`, { supplier_id: await supplierRow(ws) }, 'PATCH')).toEqual([
      422,
      'body.supplier_id: only where party_kind is supplier',
    ])
    expect(await errorOf('', { ...body, number: (await draft()).number })).toEqual([
      409,
      'another contract has this number',
    ])
  })

  test('what the state of a contract does not allow', async () => {
    const { ws, draft, act, errorOf } = await office()
    const none = await draft({ client_id: null })
    const noParty = [409, 'the contract has no party; set client_id first']
    expect(await errorOf(`/${none.id}/send`)).toEqual(noParty)
    expect(await errorOf(`/${none.id}/sign`, { signed_by_name: 'Ada' })).toEqual(noParty)
    const silent = await draft({ body: ' \n' })
    expect(await errorOf(`/${silent.id}/send`)).toEqual([409, 'the contract has no text; set body first'])
    const { id } = await draft()
    const today = await dayOf(ws)
    const end = { terminated_on: today, reason: 'Enough' }
    const sign = { signed_by_name: 'Ada', counterparty_name: 'Grace' }
    expect(await errorOf(`/${id}/sign`, sign)).toEqual([
      409,
      'the contract is a draft; only one that was sent can be signed',
    ])
    expect(await errorOf(`/${id}/terminate`, end)).toEqual([
      409,
      'the contract is a draft; only an active one can be terminated',
    ])
    expect(await errorOf(`/${id}/renew`, { months: 12 })).toEqual([
      409,
      'the contract is a draft; only one that is active, expired or completed can be renewed',
    ])
    await act(id, 'send')
    expect(await errorOf(`/${id}/send`)).toEqual([409, 'the contract is sent; only a draft can be sent'])
    const ahead = new Date(Date.now() + 60_000).toISOString()
    expect(await errorOf(`/${id}/sign`, { signed_by_name: 'Ada', signed_at: ahead })).toEqual([
      422,
      'body.signed_at: in the future',
    ])
    expect(await errorOf(`/${id}/sign`, {})).toEqual([
      422,
      'body.signed_by_name: required, unless counterparty_name is sent',
    ])
    await act(id, 'sign', { signed_by_name: 'Ada' })
    expect(await errorOf(`/${id}/sign`, sign)).toEqual([409, 'Ada has signed already'])
    await act(id, 'sign', { counterparty_name: 'Grace' })
    expect(await errorOf(`/${id}/cancel`)).toEqual([409, 'the contract is active; terminate it instead'])
    expect(await errorOf(`/${id}/terminate`, { ...end, terminated_on: await dayOf(ws, -31) })).toEqual([
      422,
      `body.terminated_on: before the start_date, ${await dayOf(ws, -30)}`,
    ])
    expect(await errorOf(`/${id}/terminate`, { ...end, terminated_on: await dayOf(ws, 301) })).toEqual([
      422,
      `body.terminated_on: after the end_date, ${await dayOf(ws, 300)}`,
    ])
    expect(await act(id, 'terminate', end)).toMatchObject({ status: 'terminated', terminated_on: today })
    expect(await errorOf(`/${id}/terminate`, end)).toEqual([
      409,
      'the contract is terminated; only an active one can be terminated',
    ])
    expect((await errorOf(`/${id}/cancel`))[0]).toBe(409)
  })

  test('what people below managers send, and signing and ending by people below admins', async () => {
    const { ws, at, draft, errorOf } = await office()
    const { id } = await draft()
    const [member, manager] = [await join(ws, 'member'), await join(ws, 'manager')]
    expect((await member.call('GET', at)).status).toBe(403)
    expect((await manager.call('GET', at)).status).toBe(200)
    for (const [path, method] of [
      [`/${id}/sign`, 'POST'],
      [`/${id}/terminate`, 'POST'],
      [`/${id}`, 'DELETE'],
    ] as const)
      expect((await errorOf(path, { signed_by_name: 'x' }, method, manager))[0]).toBe(403)
  })
})
