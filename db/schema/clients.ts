import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  char,
  check,
  index,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { authored, moment, orgKey, reference, tenant, versioned } from './columns.ts'
import { entity } from './entity.ts'
import { currency, currencyCode } from './money.ts'
import { organization } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const clientKinds = ['company', 'person'] as const
/** Rules of electronic invoices: only those of EN 16931, or also of XRechnung 3 or Peppol BIS 3. */
export const invoiceProfiles = ['en16931', 'xrechnung', 'peppol'] as const
export const clientStatuses = ['prospect', 'active', 'inactive'] as const

/** The address columns of clients and suppliers. */
export const address = () => ({
  address_line1: varchar({ length: 200 }),
  address_line2: varchar({ length: 200 }),
  postal_code: varchar({ length: 20 }),
  city: varchar({ length: 120 }),
  region: varchar({ length: 120 }),
  country: char({ length: 2 }),
})

/** A tax number is compared without case, spaces, dots and hyphens. */
export const taxNumber = (column: AnyPgColumn) => sql`upper(regexp_replace(${column}, '[\\s.-]', '', 'g'))`

export const clients = entity(
  'clients',
  {
    kind: 'client',
    called: (t) => ({ name: t.name, begins: true, numbers: [t.tax_id] }),
    said: 'has the name or tax number',
    scope: organization,
    history: 'audited',
    label: 'name',
    conflicts: {
      clients_tax_id: 'another client has this tax number',
      clients_external_ref: 'another client has this external reference',
    },
    item: (t) => ({
      title: t.name,
      body: sql`concat_ws(' ', ${t.legal_name}, ${t.email}, ${t.domain}, ${t.city})`,
      leastLevel: sql`20`,
      archived: t.archived_at,
      follows: ['name', 'legal_name', 'email', 'domain', 'city', 'archived_at'],
    }),
    page: (t) => sql`'/clients/' || ${t.id}`,
    takes: ['links'],
  },
  {
    ...tenant(),
    kind: oneOf(clientKinds).notNull().default('company'),
    name: varchar({ length: 200 }).notNull(),
    legal_name: varchar({ length: 200 }),
    tax_id: varchar({ length: 20 }),
    email: varchar({ length: 254 }),
    phone: varchar({ length: 40 }),
    website: varchar({ length: 300 }),
    domain: varchar({ length: 253 }),
    ...address(),
    currency: currency(),
    payment_terms_days: smallint(),
    profile: oneOf(invoiceProfiles),
    buyer_reference: varchar({ length: 100 }),
    electronic_address: varchar({ length: 60 }),
    owner_user_id: uuid(),
    status: oneOf(clientStatuses).notNull().default('active'),
    source: varchar({ length: 60 }),
    tags: text().array().notNull().default([]),
    notes: text(),
    external_ref: varchar({ length: 120 }),
    /** Its contacts may use the portal. */
    portal_enabled: boolean().notNull().default(true),
    ...authored(),
    ...versioned(),
    archived_at: moment(),
    merged_into_id: uuid(),
    /** The organization of the same holding that it is. */
    related_org_id: uuid(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('clients_tax_id')
      .on(t.org_id, taxNumber(t.tax_id))
      .where(sql`${t.tax_id} is not null and ${t.archived_at} is null`),
    uniqueIndex('clients_external_ref')
      .on(t.org_id, t.external_ref)
      .where(sql`${t.external_ref} is not null`),
    index('clients_name').on(t.org_id, sql`app.folded(${t.name})`, t.id),
    index('clients_domain').on(t.org_id, t.domain),
    index('clients_email').on(t.org_id, sql`app.plain_email(${t.email})`),
    index('clients_tax_number').on(t.org_id, taxNumber(t.tax_id)),
    index('clients_owner').on(t.org_id, t.owner_user_id),
    index('clients_merged').on(t.org_id, t.merged_into_id),
    reference('clients_merged_into', t, t.merged_into_id, t),
    known('clients_kind', t.kind),
    known('clients_status', t.status),
    known('clients_profile', t.profile),
    currencyCode('clients_currency', t.currency),
    check('clients_terms', sql`${t.payment_terms_days} between 0 and 365`),
    check('clients_tags', sql`cardinality(${t.tags}) <= 20`),
  ],
)

export const clientContacts = entity(
  'client_contacts',
  {
    kind: 'contact',
    called: (t) => ({
      name: t.name,
      begins: true,
      numbers: [t.email],
      label: sql`concat(${t.name}, ' (' || (select c.name from clients c where c.org_id = ${t.org_id}
        and c.id = ${t.client_id}) || ')')`,
      within: { client_id: ['client', (ids) => sql`${t.client_id} in ${ids}`] },
    }),
    said: 'has the name or address',
    scope: organization,
    history: 'audited',
    label: 'name',
    conflicts: { client_contacts_primary: 'the client has another primary contact' },
    item: (t) => ({
      title: t.name,
      body: sql`concat_ws(' ', ${t.email}, ${t.phone}, ${t.job_title})`,
      leastLevel: sql`20`,
      subject: { kind: sql`'client'`, id: sql`${t.client_id}` },
      foundAs: 'client',
      follows: ['name', 'email', 'phone', 'job_title', 'client_id'],
    }),
  },
  {
    ...tenant(),
    client_id: uuid().notNull(),
    name: varchar({ length: 200 }).notNull(),
    email: varchar({ length: 254 }),
    /** Lower case, without a plus suffix. */
    email_normalized: varchar({ length: 254 }),
    phone: varchar({ length: 40 }),
    job_title: varchar({ length: 120 }),
    is_primary: boolean().notNull().default(false),
    language: varchar({ length: 35 }),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    index('client_contacts_client').on(t.org_id, t.client_id, t.created_at, t.id),
    index('client_contacts_email').on(t.org_id, t.email_normalized),
    index('client_contacts_address').on(sql`lower(${t.email})`),
    uniqueIndex('client_contacts_primary')
      .on(t.org_id, t.client_id)
      .where(sql`${t.is_primary}`),
    reference('client_contacts_client', t, t.client_id, clients).onDelete('cascade'),
  ],
)
