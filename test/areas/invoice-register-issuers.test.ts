import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { asOwner } from '../kit/client.ts'
import { draft, issued } from '../kit/invoices.ts'
import { type Workspace, workspace } from '../kit/makers.ts'
import { forge, spanish, verify } from '../kit/register.ts'
import { codedRefusal } from '../kit/refusals.ts'

describe('another tax number', () => {
  const former = '89890001K'
  const next = 'B12345674'
  const settings = (ws: Workspace): Promise<Json> =>
    ws.owner.ok('GET', `${ws.base}/invoice-register/settings`)
  const replace = (ws: Workspace, more: object = {}) =>
    ws.owner.call('POST', `${ws.base}/invoice-register/issuer`, {
      issuer_tax_id: next,
      issuer_name: 'Ada Holding SL',
      reason: 'Merged into another company',
      ...more,
    })
  const put = async (ws: Workspace, more: object) => {
    const kept = Object.entries(await settings(ws)).filter(([name]) => !readOnly.has(name))
    return ws.owner.call('PUT', `${ws.base}/invoice-register/settings`, {
      ...Object.fromEntries(kept),
      ...more,
    })
  }
  const readOnly = new Set(['closed', 'records', 'updated_at', 'version'])
  /** A Spanish register with two records of the former number. */
  const staged = async () => {
    const ws = await workspace()
    await spanish(ws)
    return { ws, first: await issued(ws), second: await issued(ws) }
  }

  test('is edited until the first record, and from then on only replaced, also through another mode', async () => {
    const ws = await workspace()
    await spanish(ws)
    expect(codedRefusal(await replace(ws))).toEqual([
      409,
      'conflict',
      `the register of ${former} has no records yet; change issuer_tax_id in the settings`,
    ])
    expect((await put(ws, { issuer_tax_id: 'A58818501' })).status).toBe(200)
    expect((await put(ws, { issuer_tax_id: former })).status).toBe(200)
    await issued(ws)
    expect((await put(ws, { issuer_tax_id: next })).status).toBe(409)
    expect((await put(ws, { mode: 'internal' })).status).toBe(200)
    expect((await put(ws, { issuer_tax_id: next })).status).toBe(409)
    expect((await put(ws, { footer: 'Thank you' })).status).toBe(200)
  })

  test('closes the old chain and begins one whose first record names its head', async () => {
    const { ws, first, second } = await staged()
    const reply = await replace(ws)
    expect(reply.body).toMatchObject({
      issuer_tax_id: next,
      issuer_name: 'Ada Holding SL',
      mode: 'verifactu',
      records: 0,
      closed: [
        { issuer_tax_id: former, records: 2, reason: 'Merged into another company', successor_tax_id: null },
      ],
    })
    const head = (await verify(ws, `?issuer_tax_id=${former}`)).head
    const later = await issued(ws)
    expect((await settings(ws)).closed).toMatchObject([{ issuer_tax_id: former, successor_tax_id: next }])
    const record = await ws.owner.ok('GET', `${ws.base}/invoice-register/1`)
    expect(record).toMatchObject({ issuer_tax_id: next, prev_hash: '', invoice_id: later.id })
    expect(record.payload.CadenaAnterior).toEqual({
      IDEmisorFactura: former,
      Registros: 2,
      Huella: head.hash,
    })
    await issued(ws)
    const afterwards = await ws.owner.ok('GET', `${ws.base}/invoice-register/2`)
    expect(afterwards.payload.CadenaAnterior).toBeUndefined()
    // What the old number issued is cancelled and mended in its own chain.
    await ws.owner.ok('POST', `${ws.base}/invoices/${first.id}/cancel`, { reason: 'mistake' })
    await ws.owner.ok('POST', `${ws.base}/invoice-register/corrections`, {
      invoice_id: second.id,
      reason: 'name',
    })
    expect(await verify(ws, `?issuer_tax_id=${former}`)).toMatchObject({ valid: true, checked: 4 })
    expect(await verify(ws)).toMatchObject({ valid: true, checked: 2 })
    const { records, xml } = await ws.owner.ok('GET', `${ws.base}/invoice-register/export?format=json`)
    expect([records[0].RegistroAlta.Encadenamiento, xml]).toEqual([{ PrimerRegistro: 'S' }, null])
    expect(records[0].RegistroAlta.CadenaAnterior.Huella).toBe(head.hash)
    const document = await ws.owner.ok('GET', `${ws.base}/invoice-register/export?format=xml`)
    expect(document.xml).not.toContain('CadenaAnterior')
  })

  test('is never a number whose chain is closed, and can be taken back before it issues', async () => {
    const { ws } = await staged()
    await replace(ws)
    expect(codedRefusal(await put(ws, { issuer_tax_id: former }))).toEqual([
      409,
      'conflict',
      `the register of ${former} was closed; give another issuer_tax_id`,
    ])
    // A mistyped one is edited, as it has no records.
    expect((await put(ws, { issuer_tax_id: 'A58818501' })).status).toBe(200)
    const back = await replace(ws, { issuer_tax_id: former, issuer_name: 'Ada SL' })
    expect(back.body).toMatchObject({ issuer_tax_id: former, records: 2, closed: [] })
    await issued(ws)
    expect(await verify(ws)).toMatchObject({ valid: true, checked: 3 })
    expect((await replace(ws)).status).toBe(200)
    await issued(ws)
    expect(codedRefusal(await replace(ws, { issuer_tax_id: former }))[2]).toBe(
      `the register of ${former} has records, and is not opened again; give another issuer_tax_id`,
    )
    expect(codedRefusal(await replace(ws))[2]).toBe(`${next} is the issuer already`)
    expect(codedRefusal(await replace(ws, { issuer_tax_id: 'B12345678' }))[2]).toBe(
      'body.issuer_tax_id: its control character is wrong; look for a mistyped one',
    )
  })

  test('whose named head was tampered with is found', async () => {
    const { ws } = await staged()
    await replace(ws)
    await issued(ws)
    await forge(
      `update invoice_register set hash = repeat('0', 64) where org_id = $1 and issuer_tax_id = $2 and seq = 2`,
      [ws.org.id, former],
    )
    expect((await verify(ws)).first_break).toEqual({ seq: 1, kind: 'link_broken' })
    await forge(
      `update invoice_register set payload = payload - 'CadenaAnterior' where org_id = $1 and issuer_tax_id = $2`,
      [ws.org.id, next],
    )
    expect((await verify(ws)).first_break).toEqual({ seq: 1, kind: 'content_altered' })
  })

  test('of many attempts at once closes the chain once, and no invoice joins it afterwards: race', async () => {
    const { ws } = await staged()
    const drafts = await Promise.all(Array.from({ length: 6 }, () => draft(ws)))
    const [replies, issues] = await Promise.all([
      Promise.all([next, 'A58818501'].map((issuer_tax_id) => replace(ws, { issuer_tax_id }))),
      Promise.all(drafts.map(({ id }) => ws.owner.call('POST', `${ws.base}/invoices/${id}/issue`, {}))),
    ])
    for (const { status } of [...replies, ...issues]) expect([200, 409]).toContain(status)
    expect(replies.map(({ status }) => status)).toContain(200)
    const [late] = await asOwner<{ n: number }>(
      `select count(*)::int as n from invoice_register g join invoice_register_heads h on h.org_id = g.org_id
        and h.issuer_tax_id = g.issuer_tax_id where g.org_id = $1 and g.generated_at > h.closed_at + interval '1 second'`,
      [ws.org.id],
    )
    expect(late!.n).toBe(0)
    const current = (await settings(ws)).issuer_tax_id
    for (const issuer of [former, current])
      expect((await verify(ws, `?issuer_tax_id=${issuer}`)).valid).toBe(true)
  })
})
