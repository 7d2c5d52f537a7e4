import { inOrder } from '../../shared/day-range.ts'
import * as z from 'zod'
import { recordTypes } from '../../../db/schema/invoice-register.ts'
import { count, day, id, idOut, intParam, moment, paging, sorting, text } from '../../kit/fields.ts'

export const RecordType = z.enum(recordTypes).meta({ id: 'InvoiceRecordType' })
const issuer = () =>
  text(20)
    .optional()
    .meta({ description: 'The tax number whose chain it is; that of the settings without it' })
const hash = () =>
  z
    .string()
    .regex(/^[0-9A-Fa-f]{64}$/, 'must be 64 hexadecimal digits')
    .transform((given) => given.toUpperCase())

export const RegisterFilter = z
  .strictObject({
    from: day().optional().meta({ description: 'Of invoices issued on this day or later' }),
    to: day().optional().meta({ description: 'Of invoices issued on this day or earlier' }),
    record_type: RecordType.optional().meta({ description: 'Only records of this type' }),
    invoice_id: id().optional().meta({ description: 'Only those of this invoice' }),
    number: text(60).optional().meta({ description: 'Only those of the invoice with this number' }),
    issuer_tax_id: text(20).optional().meta({ description: 'Only the chain of this tax number' }),
    ...paging,
    sort: sorting(['seq', 'issue_date'], 'seq'),
  })
  .refine(...inOrder)
export const RecordFilter = z.strictObject({ issuer_tax_id: issuer() })

export const RegisterRecord = z
  .object({
    issuer_tax_id: z.string().describe('The tax number whose chain it is in'),
    seq: count().describe('Its place in the chain of the issuer'),
    record_type: RecordType.describe('alta for an invoice, anulacion for a cancellation'),
    is_correction: z.boolean().meta({ description: 'Registered again to mend data (subsanación)' }),
    invoice_id: idOut().describe('The invoice that it records'),
    number: z.string().describe('The number of the invoice'),
    issue_date: z.iso.date().describe('The day that is printed on the invoice'),
    invoice_type: z.string().nullable().meta({ description: 'TipoFactura: F1, F2, R1 to R5', example: 'F1' }),
    tax_total: z.string().nullable().meta({ description: 'The text that was hashed', example: '21.00' }),
    total: z.string().nullable().meta({ description: 'The text that was hashed', example: '121.00' }),
    prev_hash: z.string().meta({ description: 'Empty for the first record' }),
    hash: z.string().describe('SHA-256 of the record and the hash before it'),
    generated_at: z
      .string()
      .meta({ description: 'With the offset of its place', example: '2026-11-21T10:00:00+01:00' }),
  })
  .meta({
    id: 'InvoiceRecord',
    'x-row': 'seq record_type number issue_date total is_correction',
  })

export const RegisterRecordWhole = RegisterRecord.extend({
  canonical_body: z.string().meta({ description: 'The text whose SHA-256 is the hash' }),
  payload: z
    .record(z.string(), z.unknown())
    .meta({ description: 'Breakdown, recipient and what is rectified' }),
  qr_url: z.string().nullable().meta({ description: "The tax agency's check of it" }),
}).meta({ id: 'InvoiceRecordWhole' })

export const VerifyRange = z
  .strictObject({
    issuer_tax_id: issuer(),
    from_seq: intParam(1, 999_999_999)
      .default(1)
      .meta({ type: 'integer', description: 'Where to begin', example: 1 }),
    known_seq: intParam(1, 999_999_999)
      .optional()
      .meta({ type: 'integer', description: 'The place of a head that was stored earlier' }),
    known_hash: hash().optional().meta({ description: 'Its hash' }),
  })
  .refine(({ known_seq, known_hash }) => (known_seq === undefined) === (known_hash === undefined), {
    message: 'send known_seq and known_hash together',
    path: ['known_hash'],
  })

const Head = z
  .object({
    seq: count().describe('The place of the last record'),
    hash: z.string().describe('The hash of the last record'),
  })
  .meta({ id: 'InvoiceRegisterHead' })
export const breaks = [
  'content_altered',
  'link_broken',
  'reordered',
  'duplicate_seq',
  'missing_seq',
  'truncated',
  'chain_missing',
  'rewritten',
] as const
export const RegisterVerification = z
  .object({
    valid: z.boolean().describe('Whether all of it holds'),
    checked: count().meta({ description: 'Records of this call' }),
    head: Head.nullable().meta({
      description: 'To keep, and to send as known_seq and known_hash another time',
    }),
    first_break: z
      .object({
        seq: count().describe('The place of the record'),
        kind: z.enum(breaks).describe('What is wrong with it'),
      })
      .nullable()
      .describe('Where the chain first does not hold; null if it does'),
    known_head: z
      .enum(['consistent', 'rewritten', 'truncated'])
      .nullable()
      .meta({ description: 'Whether the head that was sent is still in the chain' }),
    next_seq: count().nullable().meta({ description: 'Where to go on; null at the end' }),
    checkpoint: z
      .object({
        seq: count().describe('The place that it was signed at'),
        at: moment().describe('When it was signed'),
        ok: z.boolean().describe('Whether the chain agrees with it'),
        signature: z
          .enum(['valid', 'unknown', 'wrong'])
          .describe('Whether it was made with a key of the service'),
      })
      .nullable()
      .meta({ description: 'The newest signed one, which is stored outside the database' }),
    checkpoint_missing: z.string().nullable().meta({ description: 'Why there is none' }),
  })
  .meta({ id: 'InvoiceRegisterVerification' })

export const exportFormats = ['json', 'xml'] as const
export const ExportRange = z
  .strictObject({
    format: z.enum(exportFormats).default('json').meta({
      description: 'xml: the records are in `xml`, as a document of the schema, and `records` is empty',
    }),
    issuer_tax_id: issuer(),
    from_seq: intParam(1, 999_999_999)
      .default(1)
      .meta({ type: 'integer', description: 'Where to begin', example: 1 }),
    records: intParam(1, 2000)
      .default(1000)
      .meta({ type: 'integer', description: 'Records of a part, 1 to 2000', example: 1000 }),
  })
  .refine(({ format, records }) => format === 'json' || records <= 1000, {
    message: 'at most 1000 with format=xml, as the schema says',
    path: ['records'],
  })
export const RegisterExport = z
  .object({
    issuer_tax_id: z.string().describe('The tax number of the issuer'),
    issuer_name: z.string().nullable().meta({ description: 'As in the newest record of the part' }),
    head: Head.nullable().describe('The last record'),
    records: z
      .array(z.record(z.string(), z.unknown()))
      .meta({ description: 'In the names of the regulation: RegistroAlta and RegistroAnulacion' }),
    next_seq: count().nullable().meta({ description: 'Where the next part begins; null at the end' }),
    xml: z.string().nullable().meta({ description: 'RegFactuSistemaFacturacion, with format=xml' }),
  })
  .meta({ id: 'InvoiceRegisterExport' })

export const RegisterCorrection = z
  .strictObject({
    invoice_id: id().describe('The invoice whose record it corrects'),
    reason: text(500).meta({ description: 'What is mended, where no corrective invoice is needed' }),
  })
  .meta({ id: 'InvoiceRegisterCorrection' })
