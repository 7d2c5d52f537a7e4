import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { globalId, inOrganization, moment, tenant, timestamps } from './columns.ts'
import { entity } from './entity.ts'
import { currency, currencyCode } from './money.ts'
import { administration } from './scopes.ts'
import { known, oneOf, plans } from './values.ts'

export const billingProviders = ['stripe', 'manual'] as const
export const billingIntervals = ['month', 'year'] as const
/** As the provider names them. */
export const subscriptionStatuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'paused',
] as const
export const billingEventStatuses = ['applied', 'ignored', 'stale', 'failed'] as const
export const billingInvoiceStatuses = [
  'draft',
  'open',
  'paid',
  'void',
  'uncollectible',
  'refunded',
  'disputed',
] as const

/** Which provider the deployment names, as a request last told; the one row of its table. */
export const billingSettings = entity(
  'billing_settings',
  { scope: null, history: 'none', access: 'functions' },
  {
    id: boolean().primaryKey().default(true),
    provider: oneOf(billingProviders),
    updated_at: moment().notNull().defaultNow(),
  },
  (t) => [check('billing_settings_single', sql`${t.id}`), known('billing_settings_provider', t.provider)],
)

/** What can be subscribed to, in all its versions; the newest is offered, and each subscriber keeps their own. */
export const billingPlans = entity(
  'billing_plans',
  { scope: null, history: 'none', access: 'functions' },
  {
    key: varchar({ length: 40 }).notNull(),
    version: integer().notNull(),
    name: varchar({ length: 80 }).notNull(),
    /** What `organizations.plan` says of its subscribers. */
    tier: oneOf(plans).notNull(),
    interval: oneOf(billingIntervals).notNull(),
    currency: currency().notNull(),
    /** For each seat and interval. */
    amount_minor: bigint({ mode: 'number' }).notNull(),
    provider_price_id: varchar({ length: 120 }),
    /** Offered to who does not have it. */
    active: boolean().notNull(),
    /** By key, as {type, value}. */
    features: jsonb().notNull(),
    created_by: uuid(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.version] }),
    index('billing_plans_price').on(t.provider_price_id),
    known('billing_plans_tier', t.tier),
    known('billing_plans_interval', t.interval),
    currencyCode('billing_plans_currency', t.currency),
    check('billing_plans_amount', sql`${t.amount_minor} between 0 and 10000000000000`),
    check('billing_plans_key', sql`${t.key} ~ '^[a-z][a-z0-9_]*$'`),
  ],
)

/** Who pays for an organization at the provider, which keeps the address and tax number. */
export const billingCustomers = entity(
  'billing_customers',
  { scope: { ...administration, readOnly: true }, history: 'audited', access: 'read' },
  {
    ...inOrganization(),
    provider: oneOf(billingProviders).notNull(),
    provider_customer_id: varchar({ length: 120 }).notNull(),
    email: varchar({ length: 254 }),
    card_brand: varchar({ length: 20 }),
    card_last4: varchar({ length: 4 }),
    ...timestamps(),
  },
  (t) => [
    primaryKey({ columns: [t.org_id] }),
    uniqueIndex('billing_customers_provider').on(t.provider, t.provider_customer_id),
    known('billing_customers_kind', t.provider),
  ],
)

/** What an organization has subscribed to. At most one is current; another that the provider charges for is a duplicate. */
export const subscriptions = entity(
  'subscriptions',
  {
    scope: { ...administration, readOnly: true },
    history: 'audited',
    access: 'read',
    outlives: true,
    label: 'plan_key',
    derived: ['last_event_at', 'last_event_id', 'quantity_sent'],
    conflicts: { subscriptions_current: 'the organization has a subscription already' },
  },
  {
    ...tenant(),
    id: globalId(),
    provider: oneOf(billingProviders).notNull(),
    provider_subscription_id: varchar({ length: 120 }),
    provider_item_id: varchar({ length: 120 }),
    plan_key: varchar({ length: 40 }).notNull(),
    plan_version: integer().notNull(),
    status: oneOf(subscriptionStatuses).notNull(),
    /** Seats that are paid for. */
    quantity: integer().notNull(),
    /** Seats that the provider was last told of. */
    quantity_sent: integer(),
    /** The day of the month on which periods begin, 1 to 31. */
    anchor_day: smallint().notNull(),
    trial_end: moment(),
    current_period_start: moment(),
    current_period_end: moment(),
    cancel_at: moment(),
    canceled_at: moment(),
    ended_at: moment(),
    past_due_since: moment(),
    /** The plan that follows at the end of the period. */
    pending_plan_key: varchar({ length: 40 }),
    is_duplicate: boolean().notNull().default(false),
    /** Seconds since 1970 at the provider. */
    last_event_at: bigint({ mode: 'number' }),
    last_event_id: varchar({ length: 120 }),
  },
  (t) => [
    uniqueIndex('subscriptions_provider').on(t.provider_subscription_id),
    uniqueIndex('subscriptions_current')
      .on(t.org_id)
      .where(sql`${t.ended_at} is null and not ${t.is_duplicate}`),
    index('subscriptions_of').on(t.org_id, t.created_at),
    known('subscriptions_kind', t.provider),
    known('subscriptions_status', t.status),
    check('subscriptions_quantity', sql`${t.quantity} between 0 and 1000000`),
    check('subscriptions_anchor', sql`${t.anchor_day} between 1 and 31`),
  ],
)

/** What an operator allows or denies an organization, whatever its plan says. */
export const entitlementOverrides = entity(
  'entitlement_overrides',
  { scope: { ...administration, readOnly: true }, history: 'audited', access: 'read' },
  {
    ...inOrganization(),
    key: varchar({ length: 40 }).notNull(),
    /** A number, true or false; null for unlimited. */
    value: jsonb().notNull(),
    expires_at: moment(),
    reason: varchar({ length: 200 }).notNull(),
    ...timestamps(),
  },
  (t) => [primaryKey({ columns: [t.org_id, t.key] })],
)

/** What the provider told, each once; `organization_id` is null where nobody knows the customer. */
export const billingEvents = entity(
  'billing_events',
  { scope: null, history: 'none', access: 'functions' },
  {
    provider: oneOf(billingProviders).notNull(),
    event_id: varchar({ length: 120 }).notNull(),
    type: varchar({ length: 120 }).notNull(),
    /** Seconds since 1970 at the provider. */
    created: bigint({ mode: 'number' }).notNull(),
    customer: varchar({ length: 120 }),
    organization_id: uuid(),
    status: oneOf(billingEventStatuses).notNull(),
    error: varchar({ length: 300 }),
    /** The event as it came. */
    payload: jsonb().notNull(),
    received_at: moment().notNull().defaultNow(),
    applied_at: moment(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.event_id] }),
    index('billing_events_status').on(t.status, t.received_at),
    index('billing_events_customer').on(t.provider, t.customer),
    known('billing_events_status_value', t.status),
  ],
)

/** Invoices of the provider. */
export const billingInvoices = entity(
  'billing_invoices',
  {
    scope: { ...administration, readOnly: true },
    history: 'audited',
    access: 'read',
    outlives: true,
    label: 'number',
  },
  {
    ...tenant(),
    id: globalId(),
    provider_invoice_id: varchar({ length: 120 }).notNull(),
    number: varchar({ length: 80 }),
    status: oneOf(billingInvoiceStatuses).notNull(),
    total_minor: bigint({ mode: 'number' }).notNull(),
    currency: currency().notNull(),
    /** Where it is shown and paid. */
    hosted_url: text(),
    period_start: moment(),
    period_end: moment(),
    issued_at: moment().notNull(),
    charge_id: varchar({ length: 120 }),
    last_event_at: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    uniqueIndex('billing_invoices_provider').on(t.provider_invoice_id),
    index('billing_invoices_of').on(t.org_id, t.issued_at),
    // A dispute names no customer, so it finds the organization by this.
    index('billing_invoices_charge').on(t.charge_id),
    known('billing_invoices_status', t.status),
    currencyCode('billing_invoices_currency', t.currency),
  ],
)

/** What owners were told of their subscription, each once. */
export const billingNotices = entity(
  'billing_notices',
  { scope: { ...administration, readOnly: true }, history: 'none', access: 'read' },
  {
    ...inOrganization(),
    /** What it is about, such as `past_due:2026-03-20:7`. */
    key: varchar({ length: 120 }).notNull(),
    created_at: moment().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.org_id, t.key] })],
)
