import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { clients } from '../../../db/schema/clients.ts'
import { boolParam, csv, idOut, moment, text } from '../../kit/fields.ts'
import { type Filter, resource } from '../../kit/resource.ts'
import { answer, any, contains, insert, json, one, type Ref, ensure, shape } from '../../kit/sql.ts'
import { ownerFilter } from '../../shared/owners.ts'
import { member } from '../../shared/references.ts'
import { stateTimestamp } from '../../shared/state-timestamp.ts'
import { contactsOf } from './contacts.ts'
import { ClientChange, ClientContactRef, fields, PossibleDuplicate, Status } from './schemas.ts'

const contacts = {
  contacts: [z.array(ClientContactRef).meta({ description: 'The primary contact first' }), contactsOf],
} satisfies Record<string, [unknown, unknown]>

export const client = resource(clients, {
  noun: 'client',
  name: 'Client',
  row: 'id name* email country city status!active tags',
  at: '/clients',
  item: '/clients/{client_id}',
  fields,
  required: ['name'],
  refers: { owner_user_id: member },
  change: ClientChange,
  shown: {
    archived_at: moment().nullable().describe('When it was archived'),
    merged_into_id: idOut().nullable().meta({ description: 'The client that it was merged into' }),
    created_by: idOut().describe('Who created it'),
  },
  detail: contacts,
})

/** The response of creating a client. */
export const ClientCreated = client.Detail.extend({
  possible_duplicates: z.array(PossibleDuplicate).meta({ description: 'Clients that may be the same one' }),
}).meta({ id: 'ClientCreated' })

const created = shape(ClientCreated, clients, {
  contacts: contactsOf,
  possible_duplicates: sql`app.client_duplicates(${clients})`,
})

export const filter = {
  q: [
    text(100).meta({ description: 'Part of a name, e-mail address, domain or tax number' }),
    (needle: string) =>
      any(
        ...[clients.name, clients.legal_name, clients.email, clients.domain, clients.tax_id].map((column) =>
          contains(column, needle),
        ),
      ),
  ],
  status: [csv(Status), (statuses: string[]) => sql`${clients.status} in ${statuses}`],
  owner_user_id: ownerFilter(clients.owner_user_id),
  tag: [
    text(40).meta({ description: 'Only with this tag' }),
    (tag: string) => sql`${tag} = any(${clients.tags})`,
  ],
  archived: [
    boolParam().default(false).meta({
      type: 'boolean',
      description: 'Archived clients instead of the others',
    }),
    (archived: boolean) => sql`(${clients.archived_at} is not null) = ${archived}`,
  ],
} satisfies Filter

export const sorts = {
  name: sql`app.folded(${clients.name})`,
  created_at: clients.created_at,
  updated_at: clients.updated_at,
}

type Draft = (typeof client.Draft)['_output']

/** The domain of a website, without `www.`. */
const domainOf = (website: string) => new URL(website).hostname.toLowerCase().replace(/^www\./, '')

export const addClient = (id: string, { domain, ...draft }: Draft) => [
  ...client.references(draft),
  insert(clients, {
    id,
    ...draft,
    domain: domain ?? (draft.website ? domainOf(draft.website) : undefined),
  }),
  one(created, client.row(id)),
]

type Change = Omit<z.output<typeof ClientChange>, 'version'>

export const changeClient = (id: Ref, version: number | undefined, { archived, ...change }: Change) => [
  ensure(
    sql`(select ${clients.merged_into_id} is null from ${clients} where ${client.row(id)})`,
    'WM409',
    'the client was merged into another; change that one, which merged_into_id names',
  ),
  ...client.apply(id, version, { ...change, archived_at: stateTimestamp(clients.archived_at, archived) }),
]

/** Locked, so that no reference is added between the check and the deletion. */
export const dropClient = (id: Ref) => [
  sql`select from ${clients} where ${client.row(id)} for update`,
  sql`with gone as (delete from ${clients} where ${client.row(id)}
      and not app.is_referenced('clients', ${clients.id}) returning 1)
    update ${clients} set archived_at = coalesce(${clients.archived_at}, now())
      where ${client.row(id)} and not exists (select from gone)`,
  answer(
    json({
      result: sql`case when exists (select from ${clients} where ${client.row(id)}) then 'archived' else 'deleted' end`,
    }),
  ),
]
