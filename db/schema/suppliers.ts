import { sql } from 'drizzle-orm'
import { check, index, smallint, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { address, taxNumber } from './clients.ts'
import { authored, moment, orgKey, reference, sealed, tenant, versioned } from './columns.ts'
import { entity } from './entity.ts'
import { currency, currencyCode } from './money.ts'
import { organization } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const supplierStatuses = ['active', 'blocked', 'archived'] as const

export const suppliers = entity(
  'suppliers',
  {
    kind: 'supplier',
    block: 'sup',
    called: (t) => ({ name: t.name, begins: true, numbers: [t.tax_id] }),
    said: 'has the name or tax number',
    scope: organization,
    history: 'audited',
    label: 'name',
    conflicts: { suppliers_tax_id: 'another supplier has this tax number' },
    item: (t) => ({
      title: t.name,
      body: sql`concat_ws(' ', ${t.legal_name}, ${t.category}, ${t.email}, ${t.city})`,
      leastLevel: sql`30`,
      archived: t.archived_at,
      follows: ['name', 'legal_name', 'category', 'email', 'city', 'archived_at'],
    }),
  },
  {
    ...tenant(),
    name: varchar({ length: 200 }).notNull(),
    legal_name: varchar({ length: 200 }),
    tax_id: varchar({ length: 20 }),
    email: varchar({ length: 254 }),
    phone: varchar({ length: 40 }),
    website: varchar({ length: 300 }),
    ...address(),
    category: varchar({ length: 60 }),
    payment_terms_days: smallint(),
    currency: currency(),
    contact_name: varchar({ length: 200 }),
    rating: smallint(),
    status: oneOf(supplierStatuses).notNull().default('active'),
    notes: text(),
    tags: text().array().notNull().default([]),
    ...authored(),
    ...versioned(),
    archived_at: moment(),
    /** The organization of the same holding that it is. */
    related_org_id: uuid(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('suppliers_tax_id')
      .on(t.org_id, taxNumber(t.tax_id))
      .where(sql`${t.tax_id} is not null and ${t.status} <> 'archived'`),
    index('suppliers_name').on(t.org_id, sql`app.folded(${t.name})`, t.id),
    index('suppliers_category').on(t.org_id, t.category),
    known('suppliers_status', t.status),
    currencyCode('suppliers_currency', t.currency),
    check('suppliers_terms', sql`${t.payment_terms_days} between 0 and 365`),
    check('suppliers_rating', sql`${t.rating} between 1 and 5`),
    check('suppliers_tags', sql`cardinality(${t.tags}) <= 20`),
  ],
)

/** The account number of a supplier, whose id is the row's; only its last four characters are readable. */
export const supplierIbans = entity(
  'supplier_ibans',
  { scope: organization, history: 'audited' },
  { ...tenant(), last4: varchar({ length: 4 }).notNull(), ...sealed() },
  (t) => [orgKey(t), reference('supplier_ibans_supplier', t, t.id, suppliers).onDelete('cascade')],
)
