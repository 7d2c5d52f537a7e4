import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  primaryKey,
  smallint,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { inOrganization, moment, orgKey, reference, tenant, versioned } from './columns.ts'
import { entity } from './entity.ts'
import { organization } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const seriesKinds = ['invoice', 'simplified', 'credit_note'] as const
export const resetPolicies = ['never', 'yearly'] as const

/** Number series of invoices. A series that has been used keeps its prefix. */
export const invoiceSeries = entity(
  'invoice_series',
  {
    kind: 'invoice_series',
    block: 'fin',
    called: (t) => ({ name: t.name, numbers: [t.code], leastLevel: 20, few: true }),
    said: 'has the code or name',
    scope: organization,
    history: 'audited',
    label: 'code',
    conflicts: {
      invoice_series_code: 'a series with this code already exists',
      invoice_series_default: 'another series is the default of its kind; try again',
    },
  },
  {
    ...tenant(),
    code: varchar({ length: 20 }).notNull(),
    name: varchar({ length: 120 }).notNull(),
    doc_kind: oneOf(seriesKinds).notNull(),
    prefix: varchar({ length: 30 }).notNull().default(''),
    padding: smallint().notNull().default(4),
    reset_policy: oneOf(resetPolicies).notNull().default('never'),
    is_default: boolean().notNull().default(false),
    first_number: bigint({ mode: 'number' }).notNull().default(1),
    ...versioned(),
    archived_at: moment(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('invoice_series_code').on(t.org_id, sql`upper(${t.code})`),
    uniqueIndex('invoice_series_default')
      .on(t.org_id, t.doc_kind)
      .where(sql`${t.is_default}`),
    known('invoice_series_kind', t.doc_kind),
    known('invoice_series_reset', t.reset_policy),
    check('invoice_series_padding', sql`${t.padding} between 1 and 10`),
    check('invoice_series_first', sql`${t.first_number} between 1 and 9999999999`),
    check('invoice_series_active', sql`not (${t.is_default} and ${t.archived_at} is not null)`),
  ],
)

/** The next number of a series, per year if it restarts each year; otherwise `period` is empty. */
export const invoiceSeriesCounters = entity(
  'invoice_series_counters',
  { scope: organization, history: 'none' },
  {
    ...inOrganization(),
    series_id: uuid().notNull(),
    period: varchar({ length: 4 }).notNull().default(''),
    next_number: bigint({ mode: 'number' }).notNull().default(1),
    last_issue_date: date({ mode: 'string' }),
  },
  (t) => [
    primaryKey({ columns: [t.series_id, t.period] }),
    index('invoice_series_counters_org').on(t.org_id, t.series_id),
    reference('invoice_series_counters_series', t, t.series_id, invoiceSeries).onDelete('cascade'),
  ],
)
