import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { asOwner } from '../kit/client.ts'
import { client, draft, issue, issued, line } from '../kit/invoices.ts'
import { join, type Workspace, workspace } from '../kit/makers.ts'
import { forge, spanish, verify } from '../kit/register.ts'
import { codedRefusal } from '../kit/refusals.ts'

const sha = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex').toUpperCase()

// The vectors of the tax agency's specification of the hash, 0.1.2.
const vectors: [fields: unknown[], hash: string][] = [
  [
    [
      'alta',
      '89890001K',
      '12345678/G33',
      '2024-01-01',
      'F1',
      '12.35',
      '123.45',
      '',
      '2024-01-01T19:20:30+01:00',
    ],
    '3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60',
  ],
  [
    [
      'alta',
      '89890001K',
      '12345679/G34',
      '2024-01-01',
      'F1',
      '12.35',
      '123.45',
      '3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60',
      '2024-01-01T19:20:35+01:00',
    ],
    'F7B94CFD8924EDFF273501B01EE5153E4CE8F259766F88CF6ACB8935802A2B97',
  ],
  [
    [
      'anulacion',
      '89890001K',
      '12345679/G34',
      '2024-01-01',
      null,
      null,
      null,
      'F7B94CFD8924EDFF273501B01EE5153E4CE8F259766F88CF6ACB8935802A2B97',
      '2024-01-01T19:20:40+01:00',
    ],
    '177547C0D57AC74748561D054A9CEC14B4C4EA23D1BEFD6F2E69E3A388F90C68',
  ],
]

describe('the hash of a record', () => {
  test.each(vectors)('equals that of the tax agency: %j', async (fields, hash) => {
    const [row] = await asOwner<{ hash: string }>(
      'select app.chain_digest(app.register_text($1, $2, $3, $4, $5, $6, $7, $8, $9)) as hash',
      fields,
    )
    expect(row!.hash).toBe(hash)
  })

  test.each([
    ['2026-01-15T12:00:00Z', '2026-01-15T13:00:00+01:00', 'Europe/Madrid'],
    ['2026-07-15T12:00:00Z', '2026-07-15T14:00:00+02:00', 'Europe/Madrid'],
    ['2026-10-25T00:30:00Z', '2026-10-25T02:30:00+02:00', 'Europe/Madrid'],
    ['2026-10-25T01:30:00Z', '2026-10-25T02:30:00+01:00', 'Europe/Madrid'],
    ['2026-01-15T12:00:00Z', '2026-01-15T08:30:00-03:30', 'America/St_Johns'],
    ['2026-01-15T12:00:00Z', '2026-01-15T12:00:00+00:00', 'UTC'],
  ])('%s is written %s in %s', async (moment, text, zone) => {
    const [row] = await asOwner<{ text: string }>('select app.local_iso($1, $2) as text', [moment, zone])
    expect(row!.text).toBe(text)
  })
})

describe('the register', () => {
  test('of a new organization accepts an empty issuer, and chains what is issued and cancelled', async () => {
    const ws = await workspace()
    const one = await issued(ws)
    await issued(ws)
    await ws.owner.ok('POST', `${ws.base}/invoices/${one.id}/cancel`, { reason: 'mistake' })
    const { items } = await ws.owner.ok('GET', `${ws.base}/invoice-register`)
    expect(items.map(({ record_type, invoice_type }: Json) => [record_type, invoice_type])).toEqual([
      ['alta', 'F1'],
      ['alta', 'F1'],
      ['anulacion', null],
    ])
    expect(items[0]).toMatchObject({ issuer_tax_id: '', prev_hash: '', tax_total: '21.00', total: '121.00' })
    for (const [place, { seq, hash, prev_hash }] of items.entries()) {
      const full = await ws.owner.ok('GET', `${ws.base}/invoice-register/${seq}`)
      expect(sha(full.canonical_body)).toBe(hash)
      expect(prev_hash).toBe(place ? items[place - 1].hash : '')
      expect(full.qr_url).toBeNull()
    }
    expect(await verify(ws)).toMatchObject({
      valid: true,
      checked: 3,
      head: { seq: 3, hash: items[2].hash },
      first_break: null,
      next_seq: null,
    })
  })

  test('has the verification URL of each invoice in the Spanish modes', async () => {
    const ws = await workspace()
    await spanish(ws)
    const created = await issued(ws)
    const url = new URL(created.qr_url)
    expect(url.origin + url.pathname).toBe('https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQR')
    const [year, month, date] = created.issue_date.split('-')
    expect([...url.searchParams]).toEqual([
      ['nif', '89890001K'],
      ['numserie', created.number],
      ['fecha', `${date}-${month}-${year}`],
      ['importe', '121.00'],
    ])
    const [row] = await asOwner<{ url: string }>(
      `select app.register_qr('no_verifactu', '89890001K', '12345678&G33', '2024-09-01', '241.4') as url`,
    )
    expect(row!.url).toBe(
      'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQRNoVerifactu?nif=89890001K&numserie=12345678%26G33&fecha=01-09-2024&importe=241.4',
    )
  })

  test('has the recipient, the breakdown and the surcharge, and no recipient in simplified ones', async () => {
    const ws = await workspace()
    await spanish(ws)
    const lines = [line('100', { surcharge_rate: '5.2' }), line('50', { tax_rate: '10' })]
    const buyer = await client(ws, { name: 'Señor Ñandú', tax_id: 'B11111111' })
    const created = await issued(ws, { client_id: buyer.id, lines })
    const record = await ws.owner.ok('GET', `${ws.base}/invoice-register/1`)
    expect(record).toMatchObject({ tax_total: '31.20', total: '181.20', invoice_id: created.id })
    expect(record.payload).toMatchObject({
      NombreRazonEmisor: 'Ada SL',
      Destinatario: { NombreRazon: 'Señor Ñandú', NIF: 'B11111111' },
      Desglose: [
        {
          TipoImpositivo: '21',
          BaseImponible: '100.00',
          CuotaRepercutida: '21.00',
          CuotaRecargoEquivalencia: '5.20',
        },
        { TipoImpositivo: '10', BaseImponible: '50.00', CuotaRepercutida: '5.00' },
      ],
    })
    await issued(ws, { kind: 'simplified' })
    const simplified = await ws.owner.ok('GET', `${ws.base}/invoice-register/2`)
    expect([simplified.invoice_type, simplified.payload.Destinatario]).toEqual(['F2', undefined])
  })

  test('of Spain rejects other tax rates, dates before it began, and wrong reasons', async () => {
    const ws = await workspace()
    await spanish(ws)
    const odd = await draft(ws, { lines: [line('100', { tax_rate: '19' })] })
    const refused = (one: Json, body: object = {}) =>
      ws.owner.call('POST', `${ws.base}/invoices/${one.id}/issue`, body).then(codedRefusal)
    expect(await refused(odd)).toEqual([
      422,
      'validation_error',
      'path.invoice_id: the tax rate 19 with the surcharge 0 is not one of those in force in Spain (21, 10, 5, 4, 0; surcharges 5.2 or 1.75, 1.4, 0.62, 0.5)',
    ])
    const early = await draft(ws)
    expect((await refused(early, { issue_date: '2024-10-27' }))[2]).toBe(
      'body.issue_date: before 2024-10-28, the first day of the register',
    )
    const simplified = await draft(ws, { client_id: (await client(ws, { tax_id: null })).id })
    expect((await refused(simplified))[2]).toBe(
      'path.invoice_id: the client has no tax number, which the settings of the register demand; add it to the client',
    )
    const created = await issued(ws)
    const creditNote = await ws.owner.ok('POST', `${ws.base}/invoices/${created.id}/credit-notes`, {
      reason: 'R5',
      method: 'difference',
      full: true,
    })
    expect((await refused(creditNote))[2]).toBe(
      'path.invoice_id: R5 is for the correction of a simplified invoice',
    )
  })

  test('corrects data by a separate record, with the client as it is now', async () => {
    const ws = await workspace()
    const buyer = await client(ws, { name: 'Mispelt' })
    const created = await issued(ws, { client_id: buyer.id })
    await asOwner(`update clients set name = 'Misspelt' where id = $1`, [buyer.id])
    const body = { invoice_id: created.id, reason: 'name' }
    const mended = await ws.owner.ok('POST', `${ws.base}/invoice-register/corrections`, body)
    expect(mended).toMatchObject({
      seq: 2,
      is_correction: true,
      number: created.number,
      payload: { Motivo: 'name', Destinatario: { NombreRazon: 'Misspelt' } },
    })
    expect((await verify(ws)).valid).toBe(true)
    const early = await draft(ws)
    expect(
      codedRefusal(
        await ws.owner.call('POST', `${ws.base}/invoice-register/corrections`, {
          ...body,
          invoice_id: early.id,
        }),
      )[2],
    ).toBe('the invoice is a draft; it is registered when it is issued')
  })

  test('is exported with the names of the regulation, in parts', async () => {
    const ws = await workspace()
    for (let n = 0; n < 3; n++) await issued(ws)
    const first = await ws.owner.ok('GET', `${ws.base}/invoice-register/export?records=2`)
    expect([first.records.length, first.next_seq]).toEqual([2, 3])
    const [one, two] = first.records.map(({ RegistroAlta }: Json) => RegistroAlta)
    expect(one.Encadenamiento).toEqual({ PrimerRegistro: 'S' })
    expect(two.Encadenamiento.RegistroAnterior).toMatchObject({
      NumSerieFactura: one.IDFactura.NumSerieFactura,
      Huella: one.Huella,
    })
    const rest = await ws.owner.ok('GET', `${ws.base}/invoice-register/export?from_seq=3`)
    expect([rest.records.length, rest.next_seq]).toEqual([1, null])
  })

  test('is for admins, its settings for owners, and its records are read-only', async () => {
    const ws = await workspace()
    const manager = await join(ws, 'manager')
    expect((await manager.call('GET', `${ws.base}/invoice-register`)).status).toBe(403)
    const admin = await join(ws, 'admin')
    expect((await admin.call('GET', `${ws.base}/invoice-register`)).status).toBe(200)
    expect(
      (await admin.call('PUT', `${ws.base}/invoice-register/settings`, { issuer_name: 'x' })).status,
    ).toBe(403)
    await issued(ws)
    for (const statement of [
      'update invoice_register set total = total where org_id = $1',
      'delete from invoice_register where org_id = $1',
    ])
      await expect(asOwner(statement, [ws.org.id])).rejects.toThrow('invoice_register is append-only')
  })
})

describe('settings', () => {
  test('a Spanish mode requires name and tax number, and keeps its issuer once it has records', async () => {
    const ws = await workspace()
    const put = (body: object) => ws.owner.call('PUT', `${ws.base}/invoice-register/settings`, body)
    expect(codedRefusal(await put({ mode: 'verifactu' }))[2]).toBe(
      'body.issuer_tax_id: required in this mode; body.issuer_name: required in this mode',
    )
    expect(codedRefusal(await put({ mode: 'verifactu', issuer_name: 'A', issuer_tax_id: '123' }))[2]).toBe(
      'body.issuer_tax_id: must be a Spanish tax number of nine letters and digits in this mode',
    )
    for (const wrong of ['89890001Z', 'B12345678', 'X1234567A', 'P2807900A', 'Q2826000A'])
      expect(codedRefusal(await put({ mode: 'verifactu', issuer_name: 'A', issuer_tax_id: wrong }))[2]).toBe(
        'body.issuer_tax_id: its control character is wrong; look for a mistyped one',
      )
    for (const right of ['89890001k', 'x1234567l', 'A58818501', 'P2807900B', 'Q2826000H', '12345678Z'])
      await spanish(ws, { issuer_tax_id: right })
    await spanish(ws, { issuer_tax_id: 'B12345674' })
    await issued(ws)
    expect(
      codedRefusal(await put({ mode: 'verifactu', issuer_name: 'A', issuer_tax_id: '89890001K' })),
    ).toEqual([
      409,
      'conflict',
      'the register of B12345674 has records, so issuer_tax_id is not edited; POST .../invoice-register/issuer closes it and begins another',
    ])
  })

  test('the mode without sending is refused, as it demands what is not kept, and stays where it was chosen before', async () => {
    const ws = await workspace()
    const at = `${ws.base}/invoice-register/settings`
    const body = { issuer_name: 'Ada SL', issuer_tax_id: '89890001K', country: 'ES', mode: 'no_verifactu' }
    expect(codedRefusal(await ws.owner.call('PUT', at, body))).toEqual([
      409,
      'conflict',
      'mode no_verifactu demands a register of events and signed records, which this service does not keep; choose verifactu or internal',
    ])
    await spanish(ws)
    await asOwner(`update invoice_register_settings set mode = 'no_verifactu' where org_id = $1`, [ws.org.id])
    expect((await ws.owner.call('PUT', at, { ...body, footer: 'Thank you' })).status).toBe(200)
    expect((await ws.owner.call('PUT', at, { ...body, mode: 'verifactu' })).status).toBe(200)
    expect((await ws.owner.call('PUT', at, body)).status).toBe(409)
  })

  test('another issuer starts its own chain, and the old one stays verifiable', async () => {
    const ws = await workspace()
    const old = await issued(ws)
    await spanish(ws)
    await issued(ws)
    expect(await verify(ws)).toMatchObject({ valid: true, checked: 1 })
    expect(await verify(ws, '?issuer_tax_id=89890001K')).toMatchObject({ valid: true, checked: 1 })
    await ws.owner.ok('POST', `${ws.base}/invoices/${old.id}/cancel`, { reason: 'mistake' })
    const { items } = await ws.owner.ok('GET', `${ws.base}/invoice-register?invoice_id=${old.id}`)
    expect(items.map(({ issuer_tax_id }: Json) => issuer_tax_id)).toEqual(['', ''])
  })
})

describe('verification', () => {
  const five = async () => {
    const ws = await workspace()
    const buyer = await client(ws)
    for (let n = 0; n < 5; n++) await issue(ws, await draft(ws, { client_id: buyer.id }))
    return ws
  }
  const broken = async (ws: Workspace) => {
    const { valid, first_break } = await verify(ws)
    return [valid, first_break?.seq, first_break?.kind]
  }

  test.each([
    ['total', `update invoice_register set total = '1.00' where org_id = $1 and seq = 3`],
    [
      'text',
      `update invoice_register set canonical_body = canonical_body || ' ' where org_id = $1 and seq = 3`,
    ],
    ['hash', `update invoice_register set hash = repeat('A', 64) where org_id = $1 and seq = 3`],
    [
      'recipient',
      `update invoice_register set payload = payload || '{"Destinatario":{}}' where org_id = $1 and seq = 3`,
    ],
    ['author', `update invoice_register set created_by = null where org_id = $1 and seq = 3`],
  ])('detects an altered %s', async (_, statement) => {
    const ws = await five()
    await forge(statement, [ws.org.id])
    expect(await broken(ws)).toEqual([false, 3, 'content_altered'])
  })

  test('detects a missing record', async () => {
    const ws = await five()
    await forge('delete from invoice_register where org_id = $1 and seq = 3', [ws.org.id])
    expect(await broken(ws)).toEqual([false, 4, 'missing_seq'])
  })

  test('detects a missing first record, and a missing chain', async () => {
    const ws = await five()
    await forge('delete from invoice_register where org_id = $1 and seq = 1', [ws.org.id])
    expect(await broken(ws)).toEqual([false, 2, 'missing_seq'])
    await forge('delete from invoice_register where org_id = $1', [ws.org.id])
    expect(await broken(ws)).toEqual([false, 1, 'chain_missing'])
  })

  test('detects that the end was truncated, by the head', async () => {
    const ws = await five()
    await forge('delete from invoice_register where org_id = $1 and seq >= 4', [ws.org.id])
    expect(await broken(ws)).toEqual([false, 4, 'truncated'])
  })

  test('detects two swapped records', async () => {
    const ws = await five()
    await forge('update invoice_register set seq = 99 where org_id = $1 and seq = 3', [ws.org.id])
    await forge('update invoice_register set seq = 3 where org_id = $1 and seq = 4', [ws.org.id])
    await forge('update invoice_register set seq = 4 where org_id = $1 and seq = 99', [ws.org.id])
    expect(await broken(ws)).toEqual([false, 3, 'reordered'])
  })

  test('detects a duplicated record', async () => {
    const ws = await five()
    await asOwner('alter table invoice_register drop constraint invoice_register_org_id_issuer_tax_id_seq_pk')
    await asOwner('drop index invoice_register_link')
    await asOwner('drop index invoice_register_first')
    try {
      await forge(
        'insert into invoice_register select * from invoice_register where org_id = $1 and seq = 3',
        [ws.org.id],
      )
      expect(await broken(ws)).toEqual([false, 3, 'duplicate_seq'])
    } finally {
      await forge(
        `delete from invoice_register a using invoice_register b where a.org_id = $1 and b.org_id = a.org_id
          and a.seq = 3 and b.seq = 3 and a.ctid > b.ctid`,
        [ws.org.id],
      )
      await asOwner(`alter table invoice_register add constraint invoice_register_org_id_issuer_tax_id_seq_pk
        primary key (org_id, issuer_tax_id, seq)`)
      await asOwner(
        'create unique index invoice_register_link on invoice_register (org_id, issuer_tax_id, prev_hash)',
      )
      await asOwner(`create unique index invoice_register_first on invoice_register (org_id, invoice_id)
        where record_type = 'alta' and not is_correction`)
    }
  })

  test('continues from a position, and recognizes a stored head', async () => {
    const ws = await five()
    const { head } = await verify(ws)
    await issued(ws)
    const known = `?from_seq=3&known_seq=${head.seq}&known_hash=${head.hash.toLowerCase()}`
    expect(await verify(ws, known)).toMatchObject({ valid: true, checked: 4, known_head: 'consistent' })
    expect(await verify(ws, `?known_seq=5&known_hash=${'A'.repeat(64)}`)).toMatchObject({
      valid: false,
      known_head: 'rewritten',
    })
    expect(await verify(ws, `?known_seq=50&known_hash=${'A'.repeat(64)}`)).toMatchObject({
      valid: false,
      known_head: 'truncated',
    })
    const beyond = await ws.owner.call('GET', `${ws.base}/invoice-register/verify?from_seq=7`)
    expect(codedRefusal(beyond)).toEqual([
      422,
      'validation_error',
      'query.from_seq: beyond the last record, which is 6',
    ])
  })
})
