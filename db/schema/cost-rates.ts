import { sql } from 'drizzle-orm'
import { check, date, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { authored, inOrganization, timestamps } from './columns.ts'
import { entity } from './entity.ts'
import { currency, currencyCode, money, moneyBounds } from './money.ts'
import { administration } from './scopes.ts'

/** What an hour of a person costs from a day on. Entered by admins; it never follows from what somebody is paid. */
export const costRates = entity(
  'cost_rates',
  { scope: administration, history: 'audited', private: true },
  {
    ...inOrganization(),
    user_id: uuid().notNull(),
    effective_from: date({ mode: 'string' }).notNull(),
    hourly_minor: money().notNull(),
    currency: currency().notNull(),
    ...authored(),
    ...timestamps(),
  },
  (t) => [
    primaryKey({ columns: [t.org_id, t.user_id, t.effective_from] }),
    currencyCode('cost_rates_currency', t.currency),
    moneyBounds('cost_rates_bounds', t.hourly_minor),
    check('cost_rates_positive', sql`${t.hourly_minor} >= 0`),
  ],
)
