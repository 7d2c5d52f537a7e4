import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { invoiceLines } from '../../../db/schema/invoices.ts'
import { taxCategories, taxRates } from '../../../db/schema/tax-rates.ts'
import { boolParam, change, moment, text } from '../../kit/fields.ts'
import { resource } from '../../kit/resource.ts'
import { insert, inOrg, type Ref, ensure } from '../../kit/sql.ts'
import { decimalOut, percent, decimalText } from '../../shared/money/fields.ts'
import { nameText } from '../../shared/names.ts'

const fields = {
  name: nameText(80).meta({ description: 'What it is called', example: 'VAT 21 %' }),
  rate: percent(),
  surcharge_rate: percent()
    .nullable()
    .meta({ description: 'An equivalence surcharge, in percent', example: '5.2' }),
  category: z.enum(taxCategories).describe('How it is taxed'),
  exemption_code: text(10)
    .nullable()
    .meta({ description: 'Why no tax is due, as the tax office numbers reasons' }),
  is_default: z.boolean().meta({ description: 'For lines that name none' }),
}
type Rate = { category?: string | undefined; rate?: string | undefined }
const rateFitsCategory = ({ category = 'standard', rate }: Rate) =>
  ['standard', 'reduced'].includes(category) || rate === undefined || Number(rate) === 0
const rateProblem = { message: 'must be 0 in this category', path: ['rate'] }

export const taxRate = resource(taxRates, {
  noun: 'tax rate',
  name: 'TaxRate',
  at: '/tax-rates',
  item: '/tax-rates/{tax_rate_id}',
  fields,
  required: ['name', 'rate'],
  draft: z
    .strictObject(fields)
    .partial()
    .extend({ name: fields.name, rate: fields.rate })
    .refine(rateFitsCategory, rateProblem)
    .meta({ id: 'TaxRateDraft' }),
  change: change(fields)
    .refine((body) => !body.category || rateFitsCategory(body as Rate), rateProblem)
    .meta({ id: 'TaxRateChange' }),
  shown: {
    rate: [decimalOut().describe('In percent'), decimalText(taxRates.rate)],
    surcharge_rate: [
      decimalOut().nullable().describe('Equivalence surcharge, in percent'),
      decimalText(taxRates.surcharge_rate),
    ],
    archived_at: moment().nullable().describe('When it was put out of use'),
  },
})

/** There is one default at a time. */
const unsetDefault = (except: Ref) =>
  sql`update ${taxRates} set is_default = false where ${inOrg(taxRates)} and ${taxRates.is_default} and ${taxRates.id} <> ${except}`
const requireUnused = (id: Ref) =>
  ensure(
    sql`not exists (select from ${invoiceLines} l join invoices i on i.org_id = l.org_id and i.id = l.invoice_id
    where l.org_id = (select app.org_id()) and l.tax_rate_id = ${id} and i.status <> 'draft')`,
    'WM409',
    'invoices were issued at this rate, so it stays as it is; archive it and create another',
  )
const requireLive = (id: Ref) =>
  ensure(
    sql`(select r.archived_at is null from ${taxRates} r where r.org_id = (select app.org_id()) and r.id = ${id})`,
    'WM409',
    'the tax rate is archived',
  )

export const taxRateOperations = [
  taxRate.list('listTaxRates', 'List tax rates', {
    role: 'member',
    filter: {
      archived: [
        boolParam().describe('Those out of use instead'),
        (archived: boolean) => sql`(${taxRates.archived_at} is not null) = ${archived}`,
      ],
    },
    sort: 'name',
  }),
  taxRate.create('createTaxRate', 'Create a tax rate', {
    role: 'admin',
    example: { name: 'VAT 4 %', rate: '4', category: 'reduced' },
    run: ({ body, id }) => {
      const taxRateId = id()
      return [
        ...(body.is_default ? [unsetDefault(taxRateId)] : []),
        insert(taxRates, { id: taxRateId, ...body }),
        taxRate.get(taxRateId),
      ]
    },
  }),
  taxRate.change('updateTaxRate', 'Change a tax rate', {
    role: 'admin',
    details: 'Rate, surcharge and category are frozen once an invoice was issued at it.',
    example: { name: 'VAT, standard rate' },
    run: ({ params: { tax_rate_id: id }, body: { version, ...body } }) => [
      requireLive(id),
      ...(body.rate !== undefined || body.surcharge_rate !== undefined || body.category
        ? [requireUnused(id)]
        : []),
      ...(body.is_default ? [unsetDefault(id)] : []),
      ...taxRate.apply(id, version, body),
    ],
  }),
  taxRate.remove('archiveTaxRate', 'Archive a tax rate; invoices keep it', {
    role: 'admin',
    run: ({ params: { tax_rate_id: id } }) => [
      requireLive(id),
      sql`update ${taxRates} set archived_at = now(), is_default = false where ${taxRate.row(id)}`,
    ],
  }),
]
