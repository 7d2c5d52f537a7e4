import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { invoices } from '../../../db/schema/invoices.ts'
import { invoiceRegister, invoiceRegisterSettings as settings } from '../../../db/schema/invoice-register.ts'
import {
  all,
  answer,
  inOrg,
  json,
  one,
  page,
  type Ref,
  rejectStale,
  shape,
  update,
  ensureFields,
} from '../../kit/sql.ts'
import { referencesIn, targetOf } from '../../kit/targets.ts'
import {
  type ExportRange,
  type RegisterFilter,
  RegisterRecord,
  RegisterRecordWhole,
  type VerifyRange,
} from './schemas.ts'
import {
  InvoiceIssuer,
  type IssuerReplacement,
  RegisterSettings,
  type RegisterSettingsChange,
} from './settings-schemas.ts'

const ownTaxId = sql`(select ${settings.issuer_tax_id} from ${settings} where ${inOrg(settings)})`
/** The issuer of the requested chain; the current one by default. */
const issuerOf = ({ issuer_tax_id }: { issuer_tax_id?: string | undefined }): SQL =>
  issuer_tax_id === undefined ? ownTaxId : sql`${issuer_tax_id}::text`

const generated = { generated_at: invoiceRegister.generated_at_text }
const record = shape(RegisterRecord, invoiceRegister, generated)
const fullRecord = shape(RegisterRecordWhole, invoiceRegister, {
  ...generated,
  payload: sql`${invoiceRegister.payload}::json`,
  qr_url: sql`(select app.register_qr(s.mode, ${invoiceRegister.issuer_tax_id}, ${invoiceRegister.number}, ${invoiceRegister.issue_date},
    ${invoiceRegister.total}) from ${settings} s where s.org_id = ${invoiceRegister.org_id} and ${invoiceRegister.record_type} = 'alta')`,
})

export const listRecords = (query: z.output<typeof RegisterFilter>) => {
  const { from, to, record_type, invoice_id, number, issuer_tax_id } = query
  return page(query, record, {
    where: all(
      inOrg(invoiceRegister),
      from && sql`${invoiceRegister.issue_date} >= ${from}`,
      to && sql`${invoiceRegister.issue_date} <= ${to}`,
      record_type && sql`${invoiceRegister.record_type} = ${record_type}`,
      invoice_id && sql`${invoiceRegister.invoice_id} = ${invoice_id}`,
      number && sql`${invoiceRegister.number} = ${number}`,
      issuer_tax_id && sql`${invoiceRegister.issuer_tax_id} = ${issuer_tax_id}`,
    ),
    sorts: { seq: invoiceRegister.seq, issue_date: invoiceRegister.issue_date },
    id: sql`${invoiceRegister.issuer_tax_id}, ${invoiceRegister.seq}`,
  })
}

export const getRecord = (seq: Ref, filter: { issuer_tax_id?: string | undefined }) =>
  one(
    fullRecord,
    sql`${inOrg(invoiceRegister)} and ${invoiceRegister.seq} = ${seq}::bigint
      and ${invoiceRegister.issuer_tax_id} = ${issuerOf(filter)}`,
  )

/** Records that are verified in one call. */
const maxRecords = 10_000

export const verify = ({ from_seq, known_seq, known_hash, ...filter }: z.output<typeof VerifyRange>) =>
  answer(sql`(select row_to_json(x) from (select app.folder_of(app.org_id()) as folder, ${issuerOf(filter)} as issuer,
    app.verify_register(${issuerOf(filter)}, ${from_seq}, ${maxRecords}, ${known_seq ?? null}, ${known_hash ?? null}) as found) x)`)

export const hashAt = (issuer: string, seq: number) =>
  sql`select ${invoiceRegister.hash} as answer from ${invoiceRegister} where ${inOrg(invoiceRegister)}
    and ${invoiceRegister.issuer_tax_id} = ${issuer} and ${invoiceRegister.seq} = ${seq}`

export const exportRecords = ({ format, from_seq, records, ...filter }: z.output<typeof ExportRange>) =>
  answer(sql`json_build_object('format', ${format}::text, 'exported',
    app.export_register(${issuerOf(filter)}, ${from_seq}, ${records}))`)

export const correctRecord = (invoice: string, reason: string) => [
  ...ensureFields(
    referencesIn({ invoice_id: targetOf(invoices, { noun: 'invoice' }) }, { invoice_id: invoice }),
  ),
  sql`select app.correct_register(${invoice}, ${reason})`,
  one(
    fullRecord,
    sql`${inOrg(invoiceRegister)} and (${invoiceRegister.issuer_tax_id}, ${invoiceRegister.seq}) = (select g.issuer_tax_id, g.seq
      from ${invoiceRegister} g where g.org_id = (select app.org_id()) and g.invoice_id = ${invoice} order by g.generated_at desc, g.seq desc limit 1)`,
  ),
]

const shown = shape(RegisterSettings, settings, {
  system: json({
    name: settings.system_name,
    id: settings.system_id,
    version: settings.system_version,
    installation: settings.system_installation,
    producer_name: settings.system_producer_name,
    producer_tax_id: settings.system_producer_tax_id,
    producer_country: settings.system_producer_country,
  }),
  records: sql`app.register_length(${settings.issuer_tax_id})`,
  closed: sql`app.closed_registers()`,
})
export const getSettings = one(shown, inOrg(settings))

export const getIssuer = one(
  shape(InvoiceIssuer, settings, {
    name: sql`app.issuer_snapshot(${settings})->>'name'`,
    missing: sql`app.missing_of_issuer(${settings})`,
  }),
  inOrg(settings),
)

export const replaceIssuer = ({ issuer_tax_id, issuer_name, reason }: z.output<typeof IssuerReplacement>) => [
  sql`select app.replace_issuer(${issuer_tax_id}, ${issuer_name ?? null}, ${reason})`,
  getSettings,
]

/** Omitted fields are reset to their defaults. */
export const putSettings = ({ version, system, ...body }: z.output<typeof RegisterSettingsChange>) => {
  const values = {
    issuer_name: body.issuer_name ?? '',
    issuer_tax_id: body.issuer_tax_id ?? '',
    address_line1: body.address_line1 ?? null,
    address_line2: body.address_line2 ?? null,
    postal_code: body.postal_code ?? null,
    city: body.city ?? null,
    region: body.region ?? null,
    country: body.country ?? null,
    issuer_email: body.issuer_email ?? null,
    issuer_phone: body.issuer_phone ?? null,
    issuer_website: body.issuer_website ?? null,
    issuer_contact: body.issuer_contact ?? null,
    issuer_electronic_address: body.issuer_electronic_address ?? null,
    issuer_iban: body.issuer_iban ?? null,
    footer: body.footer ?? null,
    logo: body.logo ?? null,
    time_zone: body.time_zone ?? null,
    mode: body.mode ?? 'internal',
    simplified_limit_minor: body.simplified_limit_minor ?? 300_000,
    require_client_tax_id: body.require_client_tax_id ?? false,
    ...(system && {
      system_name: system.name,
      system_id: system.id,
      system_version: system.version,
      system_installation: system.installation,
      system_producer_name: system.producer_name ?? null,
      system_producer_tax_id: system.producer_tax_id ?? null,
      system_producer_country: system.producer_country ?? null,
    }),
  }
  return [
    sql`select 1 from ${settings} where ${inOrg(settings)} for no key update`,
    sql`select app.check_register_settings(${values.mode}, ${values.issuer_tax_id})`,
    ...rejectStale('invoice_register_settings', sql`app.org_id()`, version, values),
    update(settings, values, inOrg(settings)),
    getSettings,
  ]
}
