import { headOf, knownTogether, verificationOf, verifyRange } from '../../shared/chains.ts'
import { inOrder } from '../../shared/day-range.ts'
import * as z from 'zod'
import { recordTypes } from '../../../db/schema/invoice-register.ts'
import { count, day, id, idOut, intParam, paging, sorting, text } from '../../kit/fields.ts'

export const RecordType = z.enum(recordTypes).meta({ id: 'InvoiceRecordType' })
const issuer = () =>
  text(20)
    .optional()
    .meta({ description: 'The tax number whose chain it is; that of the settings without it' })

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
  .strictObject({ issuer_tax_id: issuer(), ...verifyRange })
  .refine(...knownTogether)
const Head = headOf('InvoiceRegisterHead')
export const RegisterVerification = verificationOf('InvoiceRegisterVerification', Head)

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
