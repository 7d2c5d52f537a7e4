import { sql } from 'drizzle-orm'
import { clientContacts, clients } from '../../../db/schema/clients.ts'
import { idOut } from '../../kit/fields.ts'
import { resource } from '../../kit/resource.ts'
import { targetId, inOrg, insert, jsonList, type Ref, ensure, update } from '../../kit/sql.ts'
import { targetOf } from '../../kit/targets.ts'
import { ClientContactRef, contactFields } from './schemas.ts'

const target = targetOf(clientContacts, { noun: 'contact' })

export const contact = resource(clientContacts, {
  noun: 'contact',
  name: 'ClientContact',
  at: '/clients/{client_id}/contacts',
  item: '/clients/{client_id}/contacts/{contact_id}',
  fields: contactFields,
  required: ['name'],
  shown: { client_id: idOut().describe('The client that it belongs to') },
  target: {
    ...target,
    notDeleted: sql`${target.notDeleted} and ${clientContacts.client_id} = ${targetId('client')}`,
  },
})

const shown = Object.keys(ClientContactRef.shape) as (keyof typeof ClientContactRef.shape)[]
/** The contacts of the client in the row, the primary one first. */
export const contactsOf = jsonList(
  Object.fromEntries(shown.map((name) => [name, clientContacts[name]])),
  sql`from ${clientContacts} where ${inOrg(clientContacts)} and ${clientContacts.client_id} = ${clients.id}`,
  sql`${clientContacts.is_primary} desc, ${clientContacts.created_at}, ${clientContacts.id}`,
)

const maxContacts = 100
const ofClient = (client: Ref) => sql`${inOrg(clientContacts)} and ${clientContacts.client_id} = ${client}`
const normalized = (email: string | null | undefined) =>
  email === undefined ? undefined : sql`app.plain_email(${email}::text)`

/** There is one primary contact: making another one primary unmarks it. */
const unsetPrimary = (client: Ref, primary: boolean | undefined) =>
  primary
    ? [
        update(
          clientContacts,
          { is_primary: false },
          sql`${ofClient(client)} and ${clientContacts.is_primary}`,
        ),
      ]
    : []

type Draft = (typeof contact.Draft)['_output']
export const addContact = (client: Ref, id: string, draft: Draft) => [
  ensure(
    sql`app.client_problem(${client}::uuid) is null`,
    'WM409',
    sql`'the client is ' || app.client_problem(${client}::uuid)`,
  ),
  ensure(
    sql`(select count(*) from ${clientContacts} where ${ofClient(client)}) < ${maxContacts}`,
    'WM409',
    `a client has at most ${maxContacts} contacts; delete one first`,
  ),
  ...unsetPrimary(client, draft.is_primary),
  insert(clientContacts, { id, client_id: client, ...draft, email_normalized: normalized(draft.email) }),
  contact.get(id),
]

type Change = Omit<(typeof contact.Change)['_output'], 'version'>
export const changeContact = (client: Ref, id: Ref, version: number | undefined, change: Change) => [
  ...unsetPrimary(client, change.is_primary),
  ...contact.apply(id, version, { ...change, email_normalized: normalized(change.email) }),
]

/** Locked, so that no reference is added between the check and the deletion. */
export const dropContact = (id: Ref) => [
  sql`select from ${clientContacts} where ${contact.row(id)} for update`,
  ensure(
    sql`not app.is_referenced('client_contacts', ${id}::uuid)`,
    'WM409',
    'other records refer to the contact; change it instead',
  ),
  sql`delete from ${clientContacts} where ${contact.row(id)}`,
]
