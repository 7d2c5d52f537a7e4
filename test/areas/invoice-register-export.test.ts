import { describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { client, issue, issued, line } from '../kit/invoices.ts'
import { type Workspace, workspace } from '../kit/makers.ts'
import { forge, spanish, verify } from '../kit/register.ts'

describe('what is exported', () => {
  const exported = (ws: Workspace, query = ''): Promise<Json> =>
    ws.owner.ok('GET', `${ws.base}/invoice-register/export${query}`)
  const last = async (ws: Workspace): Promise<Json> =>
    Object.values((await exported(ws)).records.at(-1))[0] as Json
  const untaxed = (category: string, exemption_code?: string) =>
    line('100', { tax_rate: '0', category, ...(exemption_code && { exemption_code }) })
  const base = { BaseImponibleOimporteNoSujeto: '100.00' }
  const german = { name: 'Müller GmbH', tax_id: '123 456 789', country: 'DE' }
  const american = { name: 'Acme Inc.', tax_id: '12-3456789', country: 'US' }
  const vatNumber = { CodigoPais: 'DE', IDType: '02', ID: 'DE123456789' }
  const document = { CodigoPais: 'US', IDType: '04', ID: '12-3456789' }

  test('a domestic invoice names every field of the regulation, in the order of the schema', async () => {
    const ws = await workspace()
    await spanish(ws)
    const buyer = await client(ws, { name: 'Beta SL', tax_id: 'ES-B12345674' })
    const lines = [
      line('100', { description: 'Design\n and\tprint', surcharge_rate: '5.2' }),
      line('50', { description: 'Books', tax_rate: '4' }),
    ]
    const created = await issued(ws, { client_id: buyer.id, lines })
    const record = await last(ws)
    const [year, month, date] = created.issue_date.split('-')
    expect(record).toMatchObject({
      IDVersion: '1.0',
      IDFactura: {
        IDEmisorFactura: '89890001K',
        NumSerieFactura: created.number,
        FechaExpedicionFactura: `${date}-${month}-${year}`,
      },
      NombreRazonEmisor: 'Ada SL',
      TipoFactura: 'F1',
      DescripcionOperacion: 'Design and print; Books',
      CuotaTotal: '28.20',
      ImporteTotal: '178.20',
    })
    expect(record.Destinatarios).toEqual({ IDDestinatario: [{ NombreRazon: 'Beta SL', NIF: 'B12345674' }] })
    const general = { Impuesto: '01', ClaveRegimen: '01', CalificacionOperacion: 'S1' }
    expect(record.Desglose.DetalleDesglose).toEqual([
      {
        ...general,
        ...base,
        TipoImpositivo: '21',
        CuotaRepercutida: '21.00',
        TipoRecargoEquivalencia: '5.2',
        CuotaRecargoEquivalencia: '5.20',
      },
      { ...general, TipoImpositivo: '4', BaseImponibleOimporteNoSujeto: '50.00', CuotaRepercutida: '2.00' },
    ])
    const order =
      'IDVersion IDFactura NombreRazonEmisor TipoFactura DescripcionOperacion Destinatarios Desglose CuotaTotal ImporteTotal ' +
      'Encadenamiento SistemaInformatico FechaHoraHusoGenRegistro TipoHuella Huella'
    expect(Object.keys(record).slice(0, 14).join(' ')).toBe(order)
    expect((await verify(ws)).valid).toBe(true)
  })

  const taxed = { TipoImpositivo: '0', CuotaRepercutida: '0.00' }
  test.each<[string, Json, Json, Json]>([
    [
      'reverse charge is S2',
      {},
      untaxed('reverse_charge'),
      { ClaveRegimen: '01', CalificacionOperacion: 'S2', ...taxed },
    ],
    [
      'a service located abroad may be N2 though the recipient owes the tax',
      german,
      untaxed('reverse_charge', 'N2'),
      { ClaveRegimen: '01', CalificacionOperacion: 'N2' },
    ],
    [
      'a supply within the Union is E5',
      german,
      untaxed('exempt', 'E5'),
      { ClaveRegimen: '01', OperacionExenta: 'E5' },
    ],
    [
      'an export is E2 of regime 02',
      american,
      untaxed('exempt', 'E2'),
      { ClaveRegimen: '02', OperacionExenta: 'E2' },
    ],
    ['exempt to Spain is E1', {}, untaxed('exempt'), { ClaveRegimen: '01', OperacionExenta: 'E1' }],
    ['exempt to the Union is E5', german, untaxed('exempt'), { ClaveRegimen: '01', OperacionExenta: 'E5' }],
    ['exempt to abroad is E2', american, untaxed('exempt'), { ClaveRegimen: '02', OperacionExenta: 'E2' }],
    [
      'not subject in Spain is N1',
      {},
      untaxed('not_subject'),
      { ClaveRegimen: '01', CalificacionOperacion: 'N1' },
    ],
    [
      'not subject abroad is N2',
      american,
      untaxed('not_subject'),
      { ClaveRegimen: '01', CalificacionOperacion: 'N2' },
    ],
    ['a zero rate is S1', {}, untaxed('zero'), { ClaveRegimen: '01', CalificacionOperacion: 'S1', ...taxed }],
  ])('%s', async (_, buyer, sold, expected) => {
    const ws = await workspace()
    await spanish(ws)
    await issued(ws, { client_id: (await client(ws, buyer)).id, lines: [sold] })
    const { Desglose } = await last(ws)
    expect(Desglose.DetalleDesglose).toEqual([{ Impuesto: '01', ...base, ...expected }])
  })

  test('reasons of one rate stay apart', async () => {
    const ws = await workspace()
    await spanish(ws)
    const lines = [untaxed('exempt', 'E5'), untaxed('exempt', 'E2'), untaxed('exempt', 'E5')]
    await issued(ws, { lines })
    const { Desglose } = await last(ws)
    expect(
      Desglose.DetalleDesglose.map((part: Json) => [
        part.OperacionExenta,
        part.BaseImponibleOimporteNoSujeto,
      ]),
    ).toEqual([
      ['E2', '100.00'],
      ['E5', '200.00'],
    ])
  })

  test.each<[string, Json, Json]>([
    ['a VAT number gets its prefix', german, { IDOtro: vatNumber }],
    ['one with a prefix stays', { ...german, tax_id: 'de123456789' }, { IDOtro: vatNumber }],
    [
      'that of Greece is EL',
      { ...german, tax_id: '123456789', country: 'GR' },
      { IDOtro: { CodigoPais: 'GR', IDType: '02', ID: 'EL123456789' } },
    ],
    [
      'that of Northern Ireland is XI',
      { ...german, tax_id: 'XI123456789', country: 'GB' },
      { IDOtro: { CodigoPais: 'XI', IDType: '02', ID: 'XI123456789' } },
    ],
    ['other countries have official documents', american, { IDOtro: document }],
    ['a foreigner may have a Spanish number', { ...american, tax_id: 'X1234567L' }, { NIF: 'X1234567L' }],
  ])('a recipient: %s', async (_, buyer, expected) => {
    const ws = await workspace()
    await spanish(ws)
    const named = await client(ws, buyer)
    await issued(ws, { client_id: named.id })
    expect((await last(ws)).Destinatarios.IDDestinatario).toEqual([{ NombreRazon: named.name, ...expected }])
  })

  test('a credit note names the corrected invoice and its issuer, also after the issuer has changed', async () => {
    const ws = await workspace()
    const old = await issued(ws)
    await spanish(ws)
    const created = await issued(ws)
    for (const [original, issuer] of [
      [created, '89890001K'],
      [old, ''],
    ] as const) {
      const body = { reason: 'R1', method: 'difference', full: true }
      await issue(ws, await ws.owner.ok('POST', `${ws.base}/invoices/${original.id}/credit-notes`, body))
      const [year, month, date] = original.issue_date.split('-')
      const { records } = await exported(ws, '?issuer_tax_id=89890001K')
      expect(records.at(-1).RegistroAlta).toMatchObject({
        TipoFactura: 'R1',
        TipoRectificativa: 'I',
        FacturasRectificadas: {
          IDFacturaRectificada: [
            {
              IDEmisorFactura: issuer,
              NumSerieFactura: original.number,
              FechaExpedicionFactura: `${date}-${month}-${year}`,
            },
          ],
        },
        ImporteTotal: '-121.00',
      })
    }
  })

  test('the invoicing system is named whole, with its producer', async () => {
    const ws = await workspace()
    await spanish(ws, { country: 'DE' })
    const one = await issued(ws)
    const system = { name: 'Books', id: 'B1', version: '2.1', installation: 'main' }
    const named = {
      NombreSistemaInformatico: 'Books',
      IdSistemaInformatico: 'B1',
      Version: '2.1',
      NumeroInstalacion: 'main',
      TipoUsoPosibleSoloVerifactu: 'N',
      TipoUsoPosibleMultiOT: 'S',
      IndicadorMultiplesOT: expect.stringMatching(/^[SN]$/),
    }
    expect((await last(ws)).SistemaInformatico).toMatchObject({ NombreRazon: 'Ada SL', NIF: '89890001K' })
    const producer = { producer_name: 'Müller GmbH', producer_tax_id: '123456789', producer_country: 'DE' }
    const settings = await spanish(ws, { system: { ...system, ...producer } })
    const half = { ...system, producer_name: 'Müller GmbH' }
    const refused = await ws.owner.call('PUT', `${ws.base}/invoice-register/settings`, { system: half })
    expect([refused.status, refused.body.error.message]).toEqual([
      422,
      'body.system.producer_tax_id: send producer_name and producer_tax_id together',
    ])
    expect(settings.system).toEqual({ ...system, ...producer })
    await ws.owner.ok('POST', `${ws.base}/invoices/${one.id}/cancel`, { reason: 'mistake' })
    const cancelled = await last(ws)
    expect(cancelled.SistemaInformatico).toEqual({ NombreRazon: 'Müller GmbH', IDOtro: vatNumber, ...named })
    expect(Object.keys(cancelled).join(' ')).toBe(
      'IDVersion IDFactura Encadenamiento SistemaInformatico FechaHoraHusoGenRegistro TipoHuella Huella Modo Moneda Motivo',
    )
    expect(cancelled.IDFactura).toMatchObject({
      IDEmisorFacturaAnulada: '89890001K',
      NumSerieFacturaAnulada: one.number,
    })
  })

  test('the system says that several issue invoices with it', async () => {
    const [one, other] = [await workspace(), await workspace()]
    await spanish(one)
    await spanish(other, { issuer_tax_id: 'B12345674' })
    await issued(one)
    await issued(other)
    expect((await last(other)).SistemaInformatico.IndicadorMultiplesOT).toBe('S')
  })

  test('as XML it has the names, the order and the namespaces of the schema', async () => {
    const ws = await workspace()
    await spanish(ws)
    const created = await issued(ws, { client_id: (await client(ws, { name: 'Ñ & Co' })).id })
    await ws.owner.ok('POST', `${ws.base}/invoices/${created.id}/cancel`, { reason: 'mistake' })
    const { records } = await exported(ws)
    const answer = await exported(ws, '?format=xml')
    expect(answer).toMatchObject({ issuer_name: 'Ada SL', records: [], next_seq: null })
    const tooMany = await ws.owner.call('GET', `${ws.base}/invoice-register/export?format=xml&records=1001`)
    expect([tooMany.status, tooMany.body.error.message]).toEqual([
      422,
      'query.records: at most 1000 with format=xml, as the schema says',
    ])
    const schemas =
      'https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws/'
    expect(answer.xml).toContain(`xmlns:sum="${schemas}SuministroLR.xsd"`)
    expect(answer.xml).toContain(`xmlns:sum1="${schemas}SuministroInformacion.xsd"`)
    expect(answer.xml).toContain('<sum1:NombreRazon>Ñ &amp; Co</sum1:NombreRazon>')
    const names = (value: unknown, name: string): string[] => {
      if (Array.isArray(value)) return value.flatMap((child) => names(child, name))
      const children = typeof value === 'object' ? Object.entries(value as Json) : []
      return [name, ...children.flatMap(([child, inside]) => names(inside, child))]
    }
    const expected = records
      .flatMap((record: Json) => names(record, 'RegistroFactura'))
      .filter((name: string) => !['Modo', 'Moneda', 'Motivo'].includes(name))
    const written = [...answer.xml.matchAll(/<sum1?:(\w+)/g)].map(([, name]) => name)
    expect(written).toEqual([
      'RegFactuSistemaFacturacion',
      'Cabecera',
      'ObligadoEmision',
      'NombreRazon',
      'NIF',
      ...expected,
    ])
  })

  test('a record of an earlier version is exported without what it did not store', async () => {
    const ws = await workspace()
    await issued(ws)
    await forge(
      `update invoice_register set payload = '{"Modo": "internal", "Destinatario": {"NombreRazon": "Old", "NIF": "B1", "CodigoPais": "ES"},
        "Desglose": [{"Categoria": "standard", "TipoImpositivo": "21", "BaseImponible": "100.00", "CuotaRepercutida": "21.00"}]}'
        where org_id = $1`,
      [ws.org.id],
    )
    expect(await last(ws)).toMatchObject({
      Destinatarios: { IDDestinatario: [{ NombreRazon: 'Old', NIF: 'B1' }] },
      Desglose: { DetalleDesglose: [{ TipoImpositivo: '21', ...base, CuotaRepercutida: '21.00' }] },
    })
  })
})
