import * as z from 'zod'
import { registerModes } from '../../../db/schema/invoice-register.ts'
import { count, longText, moment, text, version } from '../../kit/fields.ts'
import { email } from '../../shared/email.ts'
import { electronicAddress } from '../../shared/invoice/profiles.ts'
import { minorFrom0 } from '../../shared/money/fields.ts'
import { addressFields, website } from '../../shared/parties.ts'
import { iban } from '../../shared/sepa/fields.ts'
import { timezone } from '../../shared/timezone.ts'
import { nameText } from '../../shared/names.ts'
import { updatedAt } from '../../shared/common-fields.ts'

const Mode = z.enum(registerModes).meta({ id: 'InvoiceRegisterMode' })

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
    closed: z
      .array(
        z
          .object({
            issuer_tax_id: z.string().describe('The tax number that issued before'),
            records: count().describe('Records in its chain'),
            closed_at: moment().describe('When another number took over'),
            reason: z.string().nullable().describe('Why'),
            successor_tax_id: z
              .string()
              .nullable()
              .describe('Whose first record names the head of this chain; null until there is one'),
          })
          .meta({ id: 'ClosedInvoiceRegister' }),
      )
      .meta({
        description:
          'The chains of earlier tax numbers: cancellations and corrections of their invoices join them',
      }),
    version: version(),
    updated_at: updatedAt,
  })
  .meta({ id: 'InvoiceRegisterSettings' })

export const IssuerReplacement = z
  .strictObject({
    issuer_tax_id: fields.issuer_tax_id.pipe(z.string().min(1, 'required')).meta({
      description: 'The tax number that issues from now on',
      example: 'B12345674',
    }),
    issuer_name: nameText(120)
      .optional()
      .meta({ description: 'The name that belongs to it; as before without it' }),
    reason: text(500).meta({ description: 'Why another number issues, kept with the closed chain' }),
  })
  .meta({ id: 'InvoiceIssuerReplacement' })

export const InvoiceIssuer = z
  .object({
    name: z.string().meta({ description: "As printed on invoices; the organization's until it is set" }),
    missing: z
      .array(z.string())
      .meta({ description: 'Fields of the settings that invoices should name and that are empty' }),
  })
  .meta({ id: 'InvoiceIssuer' })
