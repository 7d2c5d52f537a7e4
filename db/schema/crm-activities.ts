import { sql } from 'drizzle-orm'
import { check, index, integer, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { clientContacts, clients } from './clients.ts'
import { authored, moment, orgKey, reference, tenant, versioned } from './columns.ts'
import { deals } from './deals.ts'
import { entity } from './entity.ts'
import { leads } from './leads.ts'
import { organization } from './scopes.ts'
import { known, oneOf } from './values.ts'

export const activityTypes = ['call', 'meeting', 'email', 'task', 'note'] as const

/** Past and planned activities about a client, a deal or a lead, deleted with their subject. */
export const crmActivities = entity(
  'crm_activities',
  {
    kind: 'crm_activity',
    called: (t) => ({ name: t.subject, leastLevel: 20 }),
    scope: organization,
    history: 'audited',
    label: 'subject',
  },
  {
    ...tenant(),
    type: oneOf(activityTypes).notNull(),
    subject: varchar({ length: 200 }).notNull(),
    body: text(),
    due_at: moment(),
    duration_minutes: integer(),
    done_at: moment(),
    outcome: varchar({ length: 1000 }),
    owner_user_id: uuid(),
    client_id: uuid(),
    contact_id: uuid(),
    deal_id: uuid(),
    lead_id: uuid(),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    index('crm_activities_created').on(t.org_id, t.created_at, t.id),
    index('crm_activities_due').on(t.org_id, t.due_at, t.id),
    index('crm_activities_owner').on(t.org_id, t.owner_user_id, t.due_at),
    index('crm_activities_client').on(t.org_id, t.client_id),
    index('crm_activities_contact').on(t.org_id, t.contact_id),
    index('crm_activities_deal').on(t.org_id, t.deal_id),
    index('crm_activities_lead').on(t.org_id, t.lead_id),
    reference('crm_activities_client_id', t, t.client_id, clients).onDelete('cascade'),
    // The migration sets only contact_id to null, not org_id.
    reference('crm_activities_contact_id', t, t.contact_id, clientContacts).onDelete('set null'),
    reference('crm_activities_deal_id', t, t.deal_id, deals).onDelete('cascade'),
    reference('crm_activities_lead_id', t, t.lead_id, leads).onDelete('cascade'),
    known('crm_activities_type', t.type),
    check('crm_activities_duration', sql`${t.duration_minutes} between 0 and 1440`),
    check('crm_activities_parent', sql`num_nonnulls(${t.client_id}, ${t.deal_id}, ${t.lead_id}) >= 1`),
    check('crm_activities_contact', sql`${t.contact_id} is null or ${t.client_id} is not null`),
  ],
)
