import { sql } from 'drizzle-orm'
import { check, index, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { bytes } from './accounts.ts'
import { clientContacts, clients } from './clients.ts'
import { authored, globalId, moment, orgPair, reference, tenant } from './columns.ts'
import { entity } from './entity.ts'
import { organization } from './scopes.ts'
import { tickets } from './tickets.ts'
import { known, oneOf } from './values.ts'

export const portalAbilities = ['tickets', 'invoices', 'projects', 'contracts'] as const

/** What a contact may do in the portal of their client. */
export const portalAccesses = entity(
  'portal_accesses',
  {
    kind: 'portal_access',
    scope: organization,
    history: 'audited',
    derived: ['last_seen_at'],
    conflicts: {
      portal_accesses_contact: 'the contact has an access already; make a link for it, or revoke it first',
    },
  },
  {
    ...tenant(),
    id: globalId(),
    client_id: uuid().notNull(),
    contact_id: uuid().notNull(),
    abilities: text().array().notNull(),
    status: oneOf(['active', 'revoked']).notNull().default('active'),
    last_seen_at: moment(),
    revoked_at: moment(),
    ...authored(),
  },
  (t) => [
    orgPair(t),
    uniqueIndex('portal_accesses_contact')
      .on(t.org_id, t.contact_id)
      .where(sql`${t.status} = 'active'`),
    index('portal_accesses_client').on(t.org_id, t.client_id),
    index('portal_accesses_created').on(t.org_id, t.created_at, t.id),
    index('portal_accesses_of').on(t.org_id, t.contact_id),
    reference('portal_accesses_client_id', t, t.client_id, clients).onDelete('cascade'),
    reference('portal_accesses_contact_id', t, t.contact_id, clientContacts).onDelete('cascade'),
    known('portal_accesses_status', t.status),
    check(
      'portal_accesses_abilities',
      sql`cardinality(${t.abilities}) > 0 and ${t.abilities} <@ '{tickets,invoices,projects,contracts}'`,
    ),
    check('portal_accesses_revoked', sql`(${t.status} = 'revoked') = (${t.revoked_at} is not null)`),
  ],
)

/** Sessions, and the single-use links that open them. */
export const portalTokens = entity(
  'portal_tokens',
  { scope: organization, history: 'audited', access: 'functions', derived: ['expires_at'] },
  {
    ...tenant(),
    id: globalId(),
    access_id: uuid().notNull(),
    kind: oneOf(['link', 'session']).notNull(),
    /** The only ticket it gives access to, if restricted. */
    scope_ticket_id: uuid(),
    token_hash: bytes().notNull(),
    expires_at: moment().notNull(),
    used_at: moment(),
    revoked_at: moment(),
    ip: text(),
    user_agent: varchar({ length: 300 }),
  },
  (t) => [
    uniqueIndex('portal_tokens_hash').on(t.token_hash),
    index('portal_tokens_access').on(t.org_id, t.access_id),
    index('portal_tokens_ticket').on(t.org_id, t.scope_ticket_id),
    index('portal_tokens_expiry').on(t.expires_at),
    reference('portal_tokens_access_id', t, t.access_id, portalAccesses).onDelete('cascade'),
    reference('portal_tokens_ticket_id', t, t.scope_ticket_id, tickets).onDelete('cascade'),
    known('portal_tokens_kind', t.kind),
  ],
)
