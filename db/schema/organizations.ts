import { sql } from 'drizzle-orm'
import {
  boolean,
  char,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgPolicy,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { entity } from './entity.ts'
import { organization, ofOrganization } from './scopes.ts'
import { bytes, users } from './accounts.ts'
import { known, oneOf, plans } from './values.ts'
import { authored, globalId, moment, tenant, timestamps, versioned } from './columns.ts'

export const organizations = entity(
  'organizations',
  {
    kind: 'organization',
    block: 'org',
    scope: null,
    history: 'audited',
    conflicts: { organizations_slug: 'this slug is taken' },
    label: 'name',
  },
  {
    id: uuid().primaryKey(),
    name: varchar({ length: 80 }).notNull(),
    slug: varchar({ length: 64 }).notNull(),
    timezone: text().notNull().default('UTC'),
    locale: text().notNull().default('en'),
    country: char({ length: 2 }),
    region: varchar({ length: 16 }),
    /** The region in which its data live; null where the deployment named none. It never changes. */
    home: varchar({ length: 16 }),
    week_start: smallint().notNull().default(1),
    /** The month with which its financial years begin; it only offers ranges. */
    fiscal_year_start: smallint().notNull().default(1),
    working_days: smallint().array().notNull().default([1, 2, 3, 4, 5]),
    currency: char({ length: 3 }).notNull().default('EUR'),
    logo_url: text(),
    /** Branding of the pages that customers see. */
    accent_color: char({ length: 7 }),
    status: oneOf(['active', 'suspended', 'pending_deletion']).notNull().default('active'),
    settings: jsonb().notNull().default({}),
    plan: oneOf(plans).notNull().default('free'),
    /** The plan that an operator chose, whatever is subscribed to. */
    plan_override: oneOf(plans),
    /** What operators allow it besides what the deployment does: requests of all its credentials, and rows written. */
    requests_per_minute: integer(),
    rows_per_minute: integer(),
    /** Limits of its plan that its keys and applications reached: {meter: {until, why}}. */
    used_up: jsonb(),
    /** Only members with a second factor on their account may enter. */
    require_second_factor: boolean().notNull().default(false),
    suspended_at: moment(),
    ...authored(),
    ...versioned(),
    ...timestamps(),
    deleted_at: moment(),
    purge_after: moment(),
  },
  (t) => [
    uniqueIndex('organizations_slug').on(t.slug),
    known('organizations_status', t.status),
    known('organizations_plan', t.plan),
    known('organizations_plan_override', t.plan_override),
    check('organizations_home', sql`${t.home} ~ '^[a-z][a-z0-9-]*$'`),
    check('organizations_accent_color', sql`${t.accent_color} ~ '^#[0-9a-f]{6}$'`),
    check('organizations_week_start', sql`${t.week_start} between 1 and 7`),
    check('organizations_fiscal_year_start', sql`${t.fiscal_year_start} between 1 and 12`),
    check(
      'organizations_working_days',
      sql`${t.working_days} <@ '{1,2,3,4,5,6,7}' and cardinality(${t.working_days}) > 0`,
    ),
    pgPolicy('organization', {
      to: 'svc_app',
      using: sql`${t.id} = (select app.org_id())`,
      withCheck: sql`${t.id} = (select app.org_id()) or ${t.created_by} = (select app.user_id())`,
    }),
  ],
)

export const roles = ['owner', 'admin', 'manager', 'member', 'viewer'] as const

export const organizationMembers = entity(
  'organization_members',
  {
    kind: 'member',
    block: 'org',
    said: 'has the name or address',
    scope: null,
    history: 'audited',
    label: 'title',
    derived: ['last_seen_at', 'viewer_from', 'gives_up_seat'],
    item: (t) => ({
      id: t.user_id,
      title: sql`${users.name}`,
      body: t.title,
      join: sql`join ${users} on ${users.id} = ${t.user_id}`,
      where: sql`${t.status} = 'active' and not ${t.is_app}`,
      follows: ['title', 'status'],
    }),
  },
  {
    ...tenant(),
    id: globalId(),
    user_id: uuid()
      .notNull()
      .references(() => users.id),
    role: oneOf(roles).notNull(),
    status: oneOf(['active', 'deactivated']).notNull().default('active'),
    title: varchar({ length: 120 }),
    invited_by: uuid(),
    /** It is the member that an app acts as, not a person. */
    is_app: boolean().notNull().default(false),
    joined_at: moment().notNull().defaultNow(),
    last_seen_at: moment(),
    /** From then on the member acts as a viewer, as the plan has fewer seats than members; null where it has enough. */
    viewer_from: moment(),
    /** An owner chose this member, rather than who joined last. */
    gives_up_seat: boolean().notNull().default(false),
    ...versioned(),
  },
  (t) => [
    uniqueIndex('organization_members_user').on(t.org_id, t.user_id),
    index('organization_members_of').on(t.user_id),
    index('organization_members_role').on(t.org_id, t.role),
    foreignKey({ name: 'organization_members_org', columns: [t.org_id], foreignColumns: [organizations.id] }),
    known('organization_members_roles', t.role),
    known('organization_members_status', t.status),
    pgPolicy('organization', { to: 'svc_app', using: ofOrganization(t), withCheck: ofOrganization(t) }),
  ],
)

export const invitationStatuses = ['pending', 'accepted', 'declined', 'revoked', 'expired'] as const

/** The outcome of the last mail: `off` if the deployment sends none. */
export const mailStatuses = ['off', 'waiting', 'sent', 'failed'] as const

export const organizationInvitations = entity(
  'organization_invitations',
  {
    scope: organization,
    history: 'audited',
    conflicts: { organization_invitations_pending: 'this address has an open invitation; send it again' },
    label: 'email',
    derived: ['send_count', 'last_sent_at', 'mail_status'],
  },
  {
    ...tenant(),
    id: globalId(),
    email: text().notNull(),
    role: oneOf(roles).notNull(),
    project_ids: uuid().array().notNull().default([]),
    message: varchar({ length: 500 }),
    token_hash: bytes().notNull(),
    status: oneOf(invitationStatuses).notNull().default('pending'),
    expires_at: moment().notNull(),
    invited_by: uuid()
      .notNull()
      .default(sql`app.user_id()`),
    responded_at: moment(),
    accepted_user_id: uuid(),
    send_count: integer().notNull().default(0),
    last_sent_at: moment().notNull().defaultNow(),
    mail_status: oneOf(mailStatuses).notNull().default('off'),
  },
  (t) => [
    uniqueIndex('organization_invitations_pending')
      .on(t.org_id, t.email)
      .where(sql`${t.status} = 'pending'`),
    known('organization_invitations_mail', t.mail_status),
    uniqueIndex('organization_invitations_token').on(t.token_hash),
    index('organization_invitations_email').on(t.email),
    index('organization_invitations_list').on(t.org_id, t.created_at),
    foreignKey({
      name: 'organization_invitations_org',
      columns: [t.org_id],
      foreignColumns: [organizations.id],
    }),
  ],
)
