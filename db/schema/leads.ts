import { sql } from 'drizzle-orm'
import { check, index, smallint, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { clientContacts, clients } from './clients.ts'
import { authored, moment, orgKey, reference, tenant, versioned } from './columns.ts'
import { entity } from './entity.ts'
import { currency, currencyCode, money, moneyBounds } from './money.ts'
import { organization } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const leadStatuses = ['new', 'contacted', 'qualified', 'disqualified', 'converted'] as const

/** Potential clients. The deal of a conversion references its lead. */
export const leads = entity(
  'leads',
  {
    kind: 'lead',
    called: (t) => ({ name: t.name, begins: true, numbers: [t.email] }),
    said: 'has the name or address',
    scope: organization,
    history: 'audited',
    label: 'name',
    item: (t) => ({
      title: t.name,
      body: sql`concat_ws(' ', ${t.company_name}, ${t.email})`,
      leastLevel: sql`20`,
      follows: ['name', 'company_name', 'email'],
    }),
    page: (t) => sql`'/leads/' || ${t.id}`,
    takes: ['notifications', 'automations'],
  },
  {
    ...tenant(),
    name: varchar({ length: 200 }).notNull(),
    company_name: varchar({ length: 200 }),
    email: varchar({ length: 254 }),
    /** Lower case, without a plus suffix. */
    email_normalized: varchar({ length: 254 }),
    phone: varchar({ length: 40 }),
    source: varchar({ length: 60 }),
    status: oneOf(leadStatuses).notNull().default('new'),
    score: smallint(),
    estimated_minor: money(),
    currency: currency(),
    owner_user_id: uuid(),
    notes: text(),
    disqualify_reason: varchar({ length: 500 }),
    converted_client_id: uuid(),
    converted_contact_id: uuid(),
    converted_at: moment(),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    index('leads_created').on(t.org_id, t.created_at, t.id),
    index('leads_status').on(t.org_id, t.status, t.created_at),
    index('leads_email').on(t.org_id, t.email_normalized),
    index('leads_owner').on(t.org_id, t.owner_user_id),
    index('leads_client').on(t.org_id, t.converted_client_id),
    index('leads_contact').on(t.org_id, t.converted_contact_id),
    reference('leads_client_id', t, t.converted_client_id, clients),
    // The migration sets only converted_contact_id to null, not org_id.
    reference('leads_contact_id', t, t.converted_contact_id, clientContacts).onDelete('set null'),
    known('leads_status_known', t.status),
    check('leads_score', sql`${t.score} between 0 and 100`),
    check('leads_estimate', sql`${t.estimated_minor} >= 0`),
    moneyBounds('leads_bounds', t.estimated_minor),
    check('leads_priced', sql`${t.estimated_minor} is null or ${t.currency} is not null`),
    currencyCode('leads_currency', t.currency),
    check('leads_converted', sql`(${t.status} = 'converted') = (${t.converted_at} is not null)`),
  ],
)
