import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { clientContacts, clients } from '../../../db/schema/clients.ts'
import { crmActivities as activities } from '../../../db/schema/crm-activities.ts'
import { deals } from '../../../db/schema/deals.ts'
import { leads } from '../../../db/schema/leads.ts'
import { boolParam, csv, id, moment, text } from '../../kit/fields.ts'
import { type Filter, resource } from '../../kit/resource.ts'
import {
  any,
  type AnyColumn,
  contains,
  inOrg,
  insert,
  json,
  jsonb,
  me,
  one,
  type Ref,
  rejectStale,
  shape,
  update,
} from '../../kit/sql.ts'
import { targetOf } from '../../kit/targets.ts'
import { person } from '../../shared/people.ts'
import { member, openClient } from '../../shared/references.ts'
import { ownerFilter } from '../../shared/owners.ts'
import { ActivityChange, ActivityDraft, type Completion, fields, shown, Type } from './schemas.ts'

type Parent = { org_id: AnyColumn; id: AnyColumn; enableRLS: unknown }
const named = (table: Parent, name: AnyColumn, id: AnyColumn) =>
  sql`(select ${json({ id: table.id, name })} from ${table} where ${inOrg(table)} and ${table.id} = ${id})`

export const activity = resource(activities, {
  noun: 'activity',
  name: 'CrmActivity',
  row: 'id type subject* due_at done_at owner client contact deal lead outcome',
  at: '/crm/activities',
  item: '/crm/activities/{activity_id}',
  fields,
  required: ['type', 'subject'],
  draft: ActivityDraft,
  change: ActivityChange,
  refers: {
    owner_user_id: member,
    client_id: openClient,
    contact_id: targetOf(clientContacts, { noun: 'contact' }),
    deal_id: targetOf(deals, { noun: 'deal' }),
    lead_id: targetOf(leads, { noun: 'lead' }),
  },
  shown: {
    ...shown,
    owner: [shown.owner, person(activities.owner_user_id)],
    client: [shown.client, named(clients, clients.name, activities.client_id)],
    contact: [shown.contact, named(clientContacts, clientContacts.name, activities.contact_id)],
    deal: [shown.deal, named(deals, deals.title, activities.deal_id)],
    lead: [shown.lead, named(leads, leads.name, activities.lead_id)],
  },
})

const aboutFilter = (noun: string, column: AnyColumn): Filter[string] => [
  id().meta({ description: `Only about this ${noun}` }),
  (value: string) => sql`${column} = ${value}`,
]

export const filter = {
  type: [csv(Type), (types: string[]) => sql`${activities.type} in ${types}`],
  done: [
    boolParam().meta({ type: 'boolean', description: 'Only what is done, or only what is not' }),
    (done: boolean) => sql`(${activities.done_at} is not null) = ${done}`,
  ],
  overdue: [
    boolParam().meta({
      type: 'boolean',
      description: 'Only what is not done though it is due, or only the rest',
    }),
    (overdue: boolean) =>
      sql`coalesce(${activities.done_at} is null and ${activities.due_at} < now(), false) = ${overdue}`,
  ],
  due_from: [
    moment().meta({ description: 'Due then or later' }),
    (from: string) => sql`${activities.due_at} >= ${from}`,
  ],
  due_to: [
    moment().meta({ description: 'Due then or earlier' }),
    (to: string) => sql`${activities.due_at} <= ${to}`,
  ],
  owner_user_id: ownerFilter(activities.owner_user_id),
  client_id: aboutFilter('client', activities.client_id),
  contact_id: aboutFilter('contact', activities.contact_id),
  deal_id: aboutFilter('deal', activities.deal_id),
  lead_id: aboutFilter('lead', activities.lead_id),
  q: [
    text(100).meta({ description: 'Part of the subject, text or outcome' }),
    (needle: string) =>
      any(
        ...[activities.subject, activities.body, activities.outcome].map((column) =>
          contains(column, needle),
        ),
      ),
  ],
} satisfies Filter

export const sorts = {
  due_at: activities.due_at,
  done_at: activities.done_at,
  created_at: activities.created_at,
}

const clientOf = (id: Ref | null, sent: object) => sql`app.check_activity(${id}::uuid, ${jsonb(sent)})`

export const addActivity = (id: string, draft: z.output<typeof ActivityDraft>) => [
  insert(activities, { owner_user_id: me, ...draft, id, client_id: clientOf(null, draft) }),
  activity.get(id),
]

type Change = Omit<z.output<typeof ActivityChange>, 'version'>

export const changeActivity = (id: Ref, version: number | undefined, change: Change) => [
  ...rejectStale('crm_activities', id, version, change),
  update(activities, { ...change, client_id: clientOf(id, change) }, activity.row(id)),
  activity.get(id),
]

export const ActivityCompleted = activity.Detail.extend({
  follow_up: activity.Detail.nullable().meta({
    description: 'The next activity; null if none was requested',
  }),
}).meta({ id: 'CrmActivityCompleted' })

/** The completed activity with the follow-up of this id. */
const completed = (newId: SQL | string) =>
  shape(ActivityCompleted, activities, {
    ...(activity.summary.fields as object),
    follow_up: sql`(select ${activity.summary.answer} from ${activities} where ${activity.row(newId)})`,
  })

export const completeActivity = (
  id: Ref,
  newId: string,
  { outcome, follow_up }: z.output<typeof Completion>,
) => [
  sql`select app.complete_activity(${id}, ${outcome ?? null}, ${follow_up ? jsonb(follow_up) : null}::jsonb, ${newId})`,
  one(completed(newId), activity.row(id)),
]
