import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  char,
  check,
  date,
  index,
  jsonb,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { inOrganization, moment, reference, timestamps, versioned } from './columns.ts'
import { address } from './clients.ts'
import { entity } from './entity.ts'
import { invoices } from './invoices.ts'
import { money } from './money.ts'
import { organization } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const registerModes = ['internal', 'verifactu', 'no_verifactu'] as const
export const recordTypes = ['alta', 'anulacion'] as const

/** The issuer of the organization's invoices, and the rules by which they are registered. */
export const invoiceRegisterSettings = entity(
  'invoice_register_settings',
  {
    kind: 'invoice_register_settings',
    block: 'fin',
    scope: organization,
    history: 'audited',
    label: 'issuer_name',
  },
  {
    org_id: uuid()
      .primaryKey()
      .default(sql`app.org_id()`),
    issuer_name: varchar({ length: 120 }).notNull().default(''),
    issuer_tax_id: varchar({ length: 20 }).notNull().default(''),
    ...address(),
    issuer_email: varchar({ length: 254 }),
    issuer_phone: varchar({ length: 40 }),
    issuer_website: varchar({ length: 300 }),
    /** Whom clients may ask, and where systems deliver to: what profiles of electronic invoices need. */
    issuer_contact: varchar({ length: 120 }),
    issuer_electronic_address: varchar({ length: 60 }),
    /** Printed on invoices, so no secret. */
    issuer_iban: varchar({ length: 34 }),
    footer: varchar({ length: 1000 }),
    /** A PNG or JPEG in base64. */
    logo: text(),
    time_zone: text(),
    mode: oneOf(registerModes).notNull().default('internal'),
    system_name: varchar({ length: 30 }).notNull().default('Service'),
    system_id: char({ length: 2 }).notNull().default('01'),
    system_version: varchar({ length: 50 }).notNull().default('1.0'),
    system_installation: varchar({ length: 100 }).notNull().default('1'),
    /** Who made the system; the issuer without it. */
    system_producer_name: varchar({ length: 120 }),
    system_producer_tax_id: varchar({ length: 20 }),
    system_producer_country: char({ length: 2 }),
    simplified_limit_minor: money().notNull().default(300_000),
    require_client_tax_id: boolean().notNull().default(false),
    ...versioned(),
    ...timestamps(),
  },
  (t) => [
    known('invoice_register_settings_mode', t.mode),
    check(
      'invoice_register_settings_issuer',
      sql`${t.mode} = 'internal' or (${t.issuer_name} <> '' and ${t.issuer_tax_id} <> '')`,
    ),
    check('invoice_register_settings_logo', sql`length(${t.logo}) <= 180000`),
    check('invoice_register_settings_limit', sql`${t.simplified_limit_minor} between 0 and 10000000000000`),
  ],
)

/** The head of each chain: one per tax number under which the organization has issued invoices. */
export const invoiceRegisterHeads = entity(
  'invoice_register_heads',
  { scope: organization, history: 'none', access: 'functions' },
  {
    ...inOrganization(),
    issuer_tax_id: varchar({ length: 20 }).notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    prev_hash: varchar({ length: 64 }).notNull(),
    last_hash: varchar({ length: 64 }).notNull(),
    last_seal: varchar({ length: 64 }).notNull(),
    last_at: moment().notNull(),
    /** Another tax number issues the invoices since; cancellations and corrections of its own ones still join it. */
    closed_at: moment(),
    closed_reason: varchar({ length: 500 }),
    /** The chain whose first record names the head of this one. */
    successor_tax_id: varchar({ length: 20 }),
  },
  (t) => [primaryKey({ columns: [t.org_id, t.issuer_tax_id] })],
)

/** The register of invoices: a chain of records, each with the hash of the one before it. */
export const invoiceRegister = entity(
  'invoice_register',
  {
    kind: 'invoice_register_record',
    block: 'fin',
    scope: { ...organization, readOnly: true },
    history: 'append_only',
  },
  {
    ...inOrganization(),
    issuer_tax_id: varchar({ length: 20 }).notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    record_type: oneOf(recordTypes).notNull(),
    is_correction: boolean().notNull().default(false),
    invoice_id: uuid().notNull(),
    number: varchar({ length: 60 }).notNull(),
    issue_date: date({ mode: 'string' }).notNull(),
    invoice_type: varchar({ length: 2 }),
    /** The exact text that was hashed. */
    tax_total: text(),
    total: text(),
    prev_seq: bigint({ mode: 'number' }),
    prev_hash: varchar({ length: 64 }).notNull(),
    hash: char({ length: 64 }).notNull(),
    hash_type: char({ length: 2 }).notNull().default('01'),
    generated_at: moment().notNull(),
    generated_at_text: varchar({ length: 25 }).notNull(),
    canonical_body: text().notNull(),
    /** Breakdown, recipient, rectified invoices, and why a record was corrected. */
    payload: jsonb().notNull(),
    created_by: uuid(),
    /** The hash of the complete record and the previous seal, as the regulation's hash covers only a part. */
    seal: char({ length: 64 }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.org_id, t.issuer_tax_id, t.seq] }),
    uniqueIndex('invoice_register_link').on(t.org_id, t.issuer_tax_id, t.prev_hash),
    uniqueIndex('invoice_register_first')
      .on(t.org_id, t.invoice_id)
      .where(sql`${t.record_type} = 'alta' and not ${t.is_correction}`),
    index('invoice_register_invoice').on(t.org_id, t.invoice_id),
    index('invoice_register_number').on(t.org_id, t.number),
    index('invoice_register_day').on(t.org_id, t.issue_date),
    reference('invoice_register_invoice_id', t, t.invoice_id, invoices),
    known('invoice_register_type', t.record_type),
  ],
)
