import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  numeric,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { authored, globalId, inOrganization, moment, tenant, timestamps } from './columns.ts'
import { entity } from './entity.ts'
import { currency, currencyCode, exchangeRate } from './money.ts'
import { organization } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const holdingScopes = ['finance', 'projects', 'hr', 'crm'] as const
export const linkStatuses = ['invited', 'active', 'declined', 'removed'] as const
export const linkEnds = [
  'declined',
  'removed_by_parent',
  'removed_by_subsidiary',
  'organization_deleted',
] as const

/**
 * That an organization, the parent, sees figures of another. An invitation names the other by its slug alone, so that it does
 * not tell whether there is one; which one it is becomes known when it answers.
 */
export const holdingLinks = entity(
  'holding_links',
  {
    scope: organization,
    history: 'audited',
    label: 'slug',
    access: 'read',
    // That it changes would tell the parent that there is such an organization.
    derived: ['is_void'],
    conflicts: {
      holding_links_one_parent: 'the organization has a parent already; leave that holding first',
      holding_links_invited: 'the same invitation was sent at the same moment; try again',
    },
  },
  {
    ...tenant(),
    id: globalId(),
    slug: varchar({ length: 64 }).notNull(),
    subsidiary_org_id: uuid(),
    status: oneOf(linkStatuses).notNull().default('invited'),
    ownership_percent: numeric({ precision: 5, scale: 2 }).notNull(),
    /** What the parent asks for, and what of it the other allows. */
    offered_scopes: text().array().notNull(),
    data_scopes: text().array().notNull().default([]),
    expires_at: moment().notNull(),
    /** The slug became another organization's, so that nobody may answer any more. */
    is_void: boolean().notNull().default(false),
    accepted_at: moment(),
    ended_at: moment(),
    ended_reason: oneOf(linkEnds),
    ...authored(),
  },
  (t) => [
    uniqueIndex('holding_links_invited')
      .on(t.org_id, t.slug)
      .where(sql`${t.status} = 'invited'`),
    uniqueIndex('holding_links_one_parent')
      .on(t.subsidiary_org_id)
      .where(sql`${t.status} = 'active'`),
    index('holding_links_slug')
      .on(t.slug)
      .where(sql`${t.status} = 'invited'`),
    index('holding_links_list').on(t.org_id, t.created_at, t.id),
    known('holding_links_status', t.status),
    known('holding_links_end', t.ended_reason),
    check('holding_links_self', sql`${t.subsidiary_org_id} <> ${t.org_id}`),
    check('holding_links_percent', sql`${t.ownership_percent} > 0 and ${t.ownership_percent} <= 100`),
    check('holding_links_scopes', sql`${t.data_scopes} <@ ${t.offered_scopes}`),
    check(
      'holding_links_active',
      sql`${t.status} <> 'active' or ${t.subsidiary_org_id} is not null and cardinality(${t.data_scopes}) > 0`,
    ),
  ],
)

/** What one unit of a currency was worth in another on a day, as the parent entered it. */
export const holdingRates = entity(
  'holding_rates',
  { scope: organization, history: 'audited' },
  {
    ...inOrganization(),
    day: date({ mode: 'string' }).notNull(),
    base: currency().notNull(),
    quote: currency().notNull(),
    rate: exchangeRate().notNull(),
    source: varchar({ length: 60 }),
    ...authored(),
    ...timestamps(),
  },
  (t) => [
    primaryKey({ columns: [t.org_id, t.base, t.quote, t.day] }),
    currencyCode('holding_rates_base', t.base),
    currencyCode('holding_rates_quote', t.quote),
    check('holding_rates_pair', sql`${t.base} <> ${t.quote}`),
    check('holding_rates_rate', sql`${t.rate} > 0`),
  ],
)
