import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { invoiceSeries, resetPolicies, seriesKinds } from '../../../db/schema/invoice-numbers.ts'
import { boolParam, count, moment, text } from '../../kit/fields.ts'
import { resource } from '../../kit/resource.ts'
import { insert, inOrg, type Ref, ensure } from '../../kit/sql.ts'
import { nameText } from '../../shared/names.ts'

/** What the tax agency allows in a number: printable ASCII without " ' < > =. */
const numberText = (maxLength: number) =>
  z
    .string()
    .max(maxLength, `at most ${maxLength} characters`)
    .regex(/^[\x20-\x7e]*$/, 'only ASCII characters')
    .regex(/^[^"'<>=]*$/, `none of " ' < > =`)

const fields = {
  code: text(20)
    .regex(/^[A-Za-z0-9._/-]+$/, 'letters, digits and . _ / - only')
    .meta({ description: 'What its numbers begin with, as a rule', example: 'INV' }),
  name: nameText(120).meta({ description: 'What it is called', example: 'Invoices' }),
  doc_kind: z.enum(seriesKinds).describe('Which documents it numbers'),
  prefix: numberText(30).meta({
    description: 'Before the number; {YYYY}, {YY} and {MM} stand for the day of issue',
    example: 'INV-{YYYY}-',
  }),
  padding: z
    .int()
    .min(1, 'must be 1 to 10')
    .max(10, 'must be 1 to 10')
    .meta({ description: 'Digits of the number' }),
  reset_policy: z.enum(resetPolicies).meta({ description: 'yearly: starts again with the year of issue' }),
  is_default: z.boolean().describe('Whether it is taken where no series is named'),
  first_number: z
    .int()
    .min(1, 'at least 1')
    .max(9_999_999_999, 'at most 9999999999')
    .meta({ description: 'Where it begins, after numbers given elsewhere', example: 1 }),
}
const { name, prefix, padding, reset_policy, is_default } = fields

const Counter = z.object({
  period: z.string().meta({ description: 'The year, where it starts again each year' }),
  next_number: count().describe('The number that comes next'),
  last_issue_date: z.iso.date().nullable().describe('The day of its last invoice'),
  first: z.int().nullable().describe('The first number given'),
  last: z.int().nullable().describe('The last number given'),
  count: count().meta({ description: 'Invoices of the period' }),
  gaps: z.int().meta({ description: 'Numbers without an invoice; always 0' }),
})

export const series = resource(invoiceSeries, {
  noun: 'invoice series',
  name: 'InvoiceSeries',
  at: '/invoice-series',
  item: '/invoice-series/{series_id}',
  fields,
  required: ['code', 'name', 'doc_kind'],
  change: z
    .strictObject({
      name,
      prefix,
      padding,
      reset_policy,
      is_default,
      archived: z.boolean().describe('Whether it is out of use'),
      version: z.int().describe('The version you saw'),
    })
    .partial()
    .refine((body) => Object.keys(body).some((key) => key !== 'version'), 'at least one field required')
    .meta({ id: 'InvoiceSeriesChange' }),
  shown: {
    archived_at: moment().nullable().describe('When it was put out of use'),
    counters: [
      z.array(Counter).describe('The numbers given in each year'),
      sql`app.series_report(${invoiceSeries.id})`,
    ],
  },
})

const unsetDefault = (kind: ReturnType<typeof sql>, except: Ref) =>
  sql`update ${invoiceSeries} set is_default = false where ${inOrg(invoiceSeries)} and ${invoiceSeries.is_default}
    and ${invoiceSeries.doc_kind} = ${kind} and ${invoiceSeries.id} <> ${except}`

export const seriesOperations = [
  series.list(
    'listInvoiceSeries',
    'List the series of invoice numbers, with the next number and a check for gaps',
    {
      role: 'manager',
      filter: {
        archived: [
          boolParam().describe('Those out of use instead'),
          (archived: boolean) => sql`(${invoiceSeries.archived_at} is not null) = ${archived}`,
        ],
      },
      sort: 'code',
    },
  ),
  series.create('createInvoiceSeries', 'Create a series of invoice numbers', {
    role: 'admin',
    example: {
      code: 'EXP',
      name: 'Exports',
      doc_kind: 'invoice',
      prefix: 'EXP-{YYYY}-',
      reset_policy: 'yearly',
    },
    run: ({ body, id }) => {
      const seriesId = id()
      return [
        ...(body.is_default ? [unsetDefault(sql`${body.doc_kind}`, seriesId)] : []),
        insert(invoiceSeries, { id: seriesId, ...body }),
        series.get(seriesId),
      ]
    },
  }),
  series.change('updateInvoiceSeries', 'Rename or archive a series, or make it the default', {
    role: 'admin',
    details:
      'The prefix, the padding and the reset policy are frozen once the series has numbered an invoice.',
    example: { name: 'Exports outside the EU' },
    run: ({ params: { series_id: id }, body: { version, archived, ...body } }) => {
      const frozen = (['prefix', 'padding', 'reset_policy'] as const).some(
        (field) => body[field] !== undefined,
      )
      const kind = sql`(select s.doc_kind from ${invoiceSeries} s where s.org_id = (select app.org_id()) and s.id = ${id})`
      return [
        ...(frozen
          ? [
              ensure(
                sql`not exists (select from invoice_series_counters c where c.org_id = (select app.org_id()) and c.series_id = ${id})`,
                'WM409',
                'the series has numbered invoices, so its prefix, padding and reset policy stay; archive it and create another',
              ),
            ]
          : []),
        ...(body.is_default
          ? [
              ensure(
                sql`${archived === false} or (select s.archived_at is null from ${invoiceSeries} s where s.org_id = (select app.org_id()) and s.id = ${id})`,
                'WM409',
                'an archived series cannot be the default',
              ),
              unsetDefault(kind, id),
            ]
          : []),
        ...series.apply(id, version, {
          ...body,
          ...(archived === undefined
            ? {}
            : archived
              ? { archived_at: sql`now()`, is_default: false }
              : { archived_at: null }),
        }),
      ]
    },
  }),
]
