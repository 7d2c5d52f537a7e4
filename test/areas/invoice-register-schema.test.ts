import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { Json } from '../kit/client.ts'
import { client, issue, issued, line } from '../kit/invoices.ts'
import { type Workspace, workspace } from '../kit/makers.ts'
import { spanish } from '../kit/register.ts'

/** A folder with the schemas of the tax agency, which may not be passed on: SuministroLR.xsd and what it imports. */
const folder = process.env.REGISTER_SCHEMAS
const schemas = (folder ? readdirSync(folder) : [])
  .filter((fileName) => fileName.endsWith('.xsd'))
  .map((fileName) => ({ fileName, contents: readFileSync(`${folder}/${fileName}`, 'utf8') }))

async function errorsOf(contents: string): Promise<string[]> {
  const main = schemas.find(({ fileName }) => fileName === 'SuministroLR.xsd')!
  const { errors } = await validateXML({
    xml: [{ fileName: 'register.xml', contents }],
    schema: [main.contents],
    preload: schemas.filter((schema) => schema !== main),
  })
  return errors.map(({ message }) => message)
}

const untaxed = (category: string, exemption_code?: string) =>
  line('100', { tax_rate: '0', category, ...(exemption_code && { exemption_code }) })
const buyers: Record<string, object> = {
  Spanish: { tax_id: 'B12345674' },
  German: { tax_id: 'DE123456789', country: 'DE' },
  Greek: { tax_id: '094019245', country: 'GR' },
  American: { tax_id: '12-3456789', country: 'US' },
}
const kinds: Record<string, object> = {
  'two rates, one with a surcharge': {
    lines: [line('100', { surcharge_rate: '5.2' }), line('50', { tax_rate: '4' })],
    operation_date: '2026-01-15',
  },
  'a discount and withholding': { discount: { kind: 'percent', value: '7.5' }, withholding_rate: '15' },
  'in another currency': { currency: 'USD', exchange_rate: '0.91234567' },
  'a long description': { lines: [line('1', { description: 'ñ & <b> '.repeat(100) })] },
  ...Object.fromEntries(
    [
      ['exempt', 'E1'],
      ['exempt', 'E2'],
      ['exempt', 'E5'],
      ['exempt', undefined],
      ['reverse_charge', undefined],
      ['not_subject', undefined],
      ['zero', undefined],
    ].map(([category, code]) => [`${category} ${code ?? ''}`, { lines: [untaxed(category!, code)] }]),
  ),
}

/** Issues an invoice of each kind to each buyer, and corrects and cancels some. */
async function full(ws: Workspace): Promise<void> {
  for (const [name, buyer] of Object.entries(buyers)) {
    const { id: client_id } = await client(ws, { name, ...buyer })
    for (const kind of Object.values(kinds)) await issued(ws, { ...kind, client_id })
  }
  await issued(ws, { kind: 'simplified' })
  const at = (one: Json, tail: string) => `${ws.base}/invoices/${one.id}/${tail}`
  const credit = { reason: 'R4', method: 'difference', full: true }
  await issue(ws, await ws.owner.ok('POST', at(await issued(ws), 'credit-notes'), credit))
  const replaced = await ws.owner.ok('POST', at(await issued(ws), 'credit-notes'), {
    reason: 'R1',
    method: 'substitution',
    lines: [line('90', { surcharge_rate: '5.2' })],
  })
  await issue(ws, replaced)
  await ws.owner.ok('POST', at(await issued(ws), 'cancel'), { reason: 'mistake' })
  const body = { invoice_id: (await issued(ws)).id, reason: 'The name was misspelt' }
  await ws.owner.ok('POST', `${ws.base}/invoice-register/corrections`, body)
}

const xmlOf = async (ws: Workspace): Promise<string> =>
  (await ws.owner.ok('GET', `${ws.base}/invoice-register/export?format=xml`)).xml

describe.skipIf(!folder)('the schema of the tax agency', () => {
  test.each([
    ['the issuer', {}],
    [
      'a Spanish company',
      { producer_name: 'Software SL', producer_tax_id: 'B12345674', producer_country: 'ES' },
    ],
    [
      'a German company',
      { producer_name: 'Software GmbH', producer_tax_id: 'DE123456789', producer_country: 'DE' },
    ],
  ])('accepts records of every kind, of a system made by %s', { timeout: 120_000 }, async (_, producer) => {
    const ws = await workspace()
    const system = { name: 'Atlas', id: 'A1', version: '1.0', installation: '1', ...producer }
    await spanish(ws, { system })
    await full(ws)
    const xml = await xmlOf(ws)
    expect(xml.split('<sum:RegistroFactura>').length).toBeGreaterThan(50)
    expect(await errorsOf(xml)).toEqual([])
    expect(await errorsOf(xml.replace('<sum1:IDVersion>1.0</sum1:IDVersion>', ''))).toHaveLength(1)
  })
})
