import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { deals } from '../../../db/schema/deals.ts'
import { leads } from '../../../db/schema/leads.ts'
import { organizations } from '../../../db/schema/organizations.ts'
import { csv, text } from '../../kit/fields.ts'
import { type Filter, resource } from '../../kit/resource.ts'
import {
  type AnyColumn,
  answer,
  any,
  contains,
  inOrg,
  insert,
  json,
  jsonb,
  me,
  one,
  type Ref,
  ensure,
  ensureFields,
  shape,
} from '../../kit/sql.ts'
import { ownerFilter } from '../../shared/owners.ts'
import { member } from '../../shared/references.ts'
import {
  fields,
  LeadChange,
  type LeadConversion,
  LeadDraft,
  PossibleDuplicate,
  shown,
  Status,
} from './schemas.ts'

const dealOf = sql`(select ${deals.id} from ${deals} where ${inOrg(deals)} and ${deals.lead_id} = ${leads.id})`

export const lead = resource(leads, {
  noun: 'lead',
  name: 'Lead',
  row: 'id name* company_name email status score source estimated_minor currency',
  at: '/leads',
  item: '/leads/{lead_id}',
  fields,
  required: ['name'],
  refers: { owner_user_id: member },
  draft: LeadDraft,
  change: LeadChange,
  shown: { ...shown, converted_deal_id: [shown.converted_deal_id, dealOf] },
})

/** The response of creating a lead. */
export const LeadCreated = lead.Detail.extend({
  possible_duplicates: z
    .array(PossibleDuplicate)
    .meta({ description: 'Clients and leads that may be the same' }),
}).meta({ id: 'LeadCreated' })

const created = shape(LeadCreated, leads, {
  converted_deal_id: dealOf,
  possible_duplicates: sql`app.lead_duplicates(${leads})`,
})

export const filter = {
  q: [
    text(100).meta({ description: 'Part of the name, company, e-mail address or phone number' }),
    (needle: string) =>
      any(
        ...[leads.name, leads.company_name, leads.email, leads.phone].map((column) =>
          contains(column, needle),
        ),
      ),
  ],
  status: [csv(Status), (statuses: string[]) => sql`${leads.status} in ${statuses}`],
  owner_user_id: ownerFilter(leads.owner_user_id),
  source: [
    text(60).meta({ description: 'Only from there' }),
    (source: string) => sql`${leads.source} = ${source}`,
  ],
} satisfies Filter

export const sorts = {
  created_at: leads.created_at,
  updated_at: leads.updated_at,
  name: sql`app.folded(${leads.name})`,
  score: leads.score,
  estimated_minor: leads.estimated_minor,
}

type Draft = z.output<typeof LeadDraft>

/** Derived columns: the normalized e-mail address, and the currency of an estimate. */
const derived = ({ email, estimated_minor, currency }: Partial<Draft>, before: AnyColumn | null) => ({
  ...(email !== undefined && { email_normalized: sql`app.plain_email(${email}::text)` }),
  ...(estimated_minor != null &&
    currency == null && {
      currency: sql`coalesce(${before}, (select ${organizations.currency} from ${organizations}
        where ${organizations.id} = (select app.org_id())))`,
    }),
})

export const addLead = (id: string, draft: Draft) => [
  ...lead.references(draft),
  ...ensureFields({
    'body.disqualify_reason':
      draft.disqualify_reason && draft.status !== 'disqualified'
        ? [sql`false`, 'only where status is disqualified']
        : undefined,
  }),
  insert(leads, { owner_user_id: me, ...draft, ...derived(draft, null), id }),
  one(created, lead.row(id)),
]

type Change = Omit<z.output<typeof LeadChange>, 'version'>

/** A lead that is no longer disqualified loses its reason. */
const reasonAfter = ({ status, disqualify_reason }: Change) =>
  disqualify_reason === undefined && status && status !== 'disqualified' ? null : disqualify_reason

export const changeLead = (id: Ref, version: number | undefined, change: Change) => [
  sql`select app.check_lead_change(${id}, ${jsonb(change)})`,
  ...lead.apply(id, version, {
    ...change,
    ...derived(change, leads.currency),
    disqualify_reason: reasonAfter(change),
  }),
]

export const dropLead = (id: Ref) => [
  ensure(
    sql`(select ${leads.status} <> 'converted' from ${leads} where ${lead.row(id)})`,
    'WM409',
    'the lead was converted, and reports count it; it cannot be deleted',
  ),
  sql`delete from ${leads} where ${lead.row(id)}`,
]

/** `newIds` are for the client, contact and deal that may be created. */
export const convertLead = (id: Ref, newIds: object, conversion: z.output<typeof LeadConversion>) => [
  sql`select app.convert_lead(${id}, ${jsonb(newIds)}, ${jsonb(conversion)})`,
  answer(
    sql`(select ${json({
      lead_id: leads.id,
      client_id: leads.converted_client_id,
      contact_id: leads.converted_contact_id,
      deal_id: dealOf,
      converted_at: leads.converted_at,
    })} from ${leads} where ${lead.row(id)})`,
  ),
]
