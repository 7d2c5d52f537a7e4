import { inOrder } from '../../shared/day-range.ts'
import * as z from 'zod'
import { recordTypes, registerModes } from '../../../db/schema/invoice-register.ts'
import {
  count,
  day,
  id,
  idOut,
  intParam,
  longText,
  moment,
  paging,
  sorting,
  text,
  version,
} from '../../kit/fields.ts'
import { email } from '../../shared/email.ts'
import { electronicAddress } from '../../shared/invoice/profiles.ts'
import { minorFrom0 } from '../../shared/money/fields.ts'
import { addressFields, website } from '../../shared/parties.ts'
import { iban } from '../../shared/sepa/fields.ts'
import { timezone } from '../../shared/timezone.ts'
import { nameText } from '../../shared/names.ts'
import { updatedAt } from '../../shared/common-fields.ts'

export const RecordType = z.enum(recordTypes).meta({ id: 'InvoiceRecordType' })
const Mode = z.enum(registerModes).meta({ id: 'InvoiceRegisterMode' })
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
  .meta({ id: 'InvoiceRecord' })

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

const System = z
  .strictObject({
    name: nameText(30).describe('The name of the invoicing software'),
    id: z
      .string()
      .regex(/^[A-Za-z0-9]{2}$/, 'two letters or digits')
      .describe('Its code'),
    version: text(50).describe('Its version'),
    installation: text(100).describe('The number of this installation'),
    producer_name: nameText(120)
      .nullable()
      .optional()
      .meta({
        description:
          'Who made the system, as it is registered. Without it each record declares that the issuer made it, who then answers ' +
          'for the declaration of responsibility (declaración responsable) that the regulation demands of producers',
      }),
    producer_tax_id: text(20).nullable().optional().meta({ description: 'The tax number of its producer' }),
    producer_country: addressFields.country
      .optional()
      .meta({ description: 'The country of its producer; Spain without it' }),
  })
  .refine(({ producer_name, producer_tax_id }) => !producer_name === !producer_tax_id, {
    message: 'send producer_name and producer_tax_id together',
    path: ['producer_tax_id'],
  })
  .meta({ id: 'InvoicingSystem' })

const fields = {
  issuer_name: z
    .string()
    .trim()
    .max(120, 'at most 120 characters')
    .meta({ description: "The organization's where it is empty" }),
  issuer_tax_id: z
    .string()
    .trim()
    .max(20, 'at most 20 characters')
    .regex(/^[\x21-\x7e]*$/, 'only ASCII characters without spaces')
    .regex(/^[^"'<>=]*$/, `none of " ' < > =`)
    .transform((given) => given.toUpperCase())
    .meta({ description: 'The tax number of the organization, as invoices print it', example: '89890001K' }),
  ...addressFields,
  issuer_email: email().nullable(),
  issuer_phone: text(40).nullable().describe('The phone number that invoices print'),
  issuer_website: website().nullable(),
  issuer_contact: text(120)
    .nullable()
    .meta({ description: 'Whom clients may ask: a person or department, which XRechnung demands' }),
  issuer_electronic_address: electronicAddress().nullable(),
  issuer_iban: iban().nullable().meta({ description: 'Where clients pay to; printed on invoices' }),
  footer: longText(1000).nullable().meta({ description: 'Printed at the foot of invoices' }),
  logo: z
    .base64('must be a PNG or JPEG in base64')
    .max(180_000, 'at most 180000 characters, which are about 130 KB')
    .regex(/^(?:iVBORw0KGgo|\/9j\/)/, 'must be a PNG or JPEG in base64')
    .nullable()
    .meta({ description: 'A PNG or JPEG in base64, printed on invoices', example: null }),
  time_zone: timezone().nullable().meta({ description: "The organization's without it" }),
  mode: Mode.meta({
    description:
      'internal: no rules of a country; verifactu: the Spanish register, of systems that send records to the tax agency; ' +
      'no_verifactu: of those that do not, which cannot be chosen, as it demands a register of events and signed records',
  }),
  system: System.meta({ description: 'The invoicing system, as it is registered' }),
  simplified_limit_minor: minorFrom0().meta({
    description: 'Up to which total a simplified invoice may be issued',
  }),
  require_client_tax_id: z
    .boolean()
    .meta({ description: 'Standard invoices need the tax number of their client' }),
}

export const RegisterSettingsChange = z
  .strictObject({ ...fields, version: version() })
  .partial()
  .refine(({ mode = 'internal', issuer_tax_id }) => mode === 'internal' || issuer_tax_id, {
    message: 'required in this mode',
    path: ['issuer_tax_id'],
  })
  .refine(({ mode = 'internal', issuer_name }) => mode === 'internal' || issuer_name, {
    message: 'required in this mode',
    path: ['issuer_name'],
  })
  .meta({ id: 'InvoiceRegisterSettingsChange' })
export const RegisterSettings = z
  .object({
    ...fields,
    issuer_tax_id: z.string().describe('The tax number of the organization, as invoices print it'),
    issuer_email: z.string().nullable().describe('The e-mail address that invoices print'),
    issuer_website: z.string().nullable().describe('The website that invoices print'),
    issuer_contact: z.string().nullable().describe('Whom clients may ask: a person or department'),
    issuer_electronic_address: z
      .string()
      .nullable()
      .describe('Peppol ID: a code of the list EAS and a number'),
    issuer_iban: z.string().nullable().describe('The account that invoices print'),
    logo: z.string().nullable().meta({ description: 'A PNG or JPEG in base64' }),
    records: count().meta({ description: 'Records in the chain of this issuer' }),
    version: version(),
    updated_at: updatedAt,
  })
  .meta({ id: 'InvoiceRegisterSettings' })

export const InvoiceIssuer = z
  .object({
    name: z.string().meta({ description: "As printed on invoices; the organization's until it is set" }),
    missing: z
      .array(z.string())
      .meta({ description: 'Fields of the settings that invoices should name and that are empty' }),
  })
  .meta({ id: 'InvoiceIssuer' })
