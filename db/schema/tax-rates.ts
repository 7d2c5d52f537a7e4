import { sql } from 'drizzle-orm'
import { boolean, check, uniqueIndex, varchar } from 'drizzle-orm/pg-core'
import { moment, orgKey, tenant, versioned } from './columns.ts'
import { entity } from './entity.ts'
import { percent, percentBounds } from './money.ts'
import { organization } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const taxCategories = [
  'standard',
  'reduced',
  'zero',
  'exempt',
  'reverse_charge',
  'not_subject',
] as const

export const taxRates = entity(
  'tax_rates',
  {
    kind: 'tax_rate',
    block: 'fin',
    called: (t) => ({ name: t.name, leastLevel: 20, few: true }),
    scope: organization,
    history: 'audited',
    label: 'name',
    conflicts: {
      tax_rates_name: 'a tax rate of this name already exists',
      tax_rates_default: 'another tax rate is the default; try again',
    },
  },
  {
    ...tenant(),
    name: varchar({ length: 80 }).notNull(),
    rate: percent().notNull(),
    surcharge_rate: percent(),
    category: oneOf(taxCategories).notNull().default('standard'),
    exemption_code: varchar({ length: 10 }),
    is_default: boolean().notNull().default(false),
    ...versioned(),
    archived_at: moment(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('tax_rates_name')
      .on(t.org_id, sql`app.folded(${t.name})`)
      .where(sql`${t.archived_at} is null`),
    uniqueIndex('tax_rates_default')
      .on(t.org_id)
      .where(sql`${t.is_default}`),
    known('tax_rates_category', t.category),
    percentBounds('tax_rates_rate', t.rate),
    percentBounds('tax_rates_surcharge', t.surcharge_rate),
    check('tax_rates_active', sql`not (${t.is_default} and ${t.archived_at} is not null)`),
  ],
)
