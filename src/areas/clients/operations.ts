import { area, write } from '../../kit/operation.ts'
import { Dropped } from '../../shared/parties.ts'
import { addContact, changeContact, contact, dropContact } from './contacts.ts'
import { mergingOperations } from './merging.ts'
import * as queries from './queries.ts'

const { client } = queries
/** Contacts of a client with the portal can ask for a link themselves. */
const opensPortal = {
  about: 'access',
  when: ({ portal_enabled }: Record<string, unknown>) => portal_enabled === true,
} as const

export default area('clients', 'Clients', { client_id: client.target, contact_id: contact.target }, [
  client.list('listClients', 'List clients', {
    role: 'member',
    tool: 'list_clients',
    filter: queries.filter,
    sorts: queries.sorts,
    sort: 'name',
  }),
  write({
    id: 'createClient',
    summary: 'Create a client',
    at: 'POST /clients',
    role: 'member',
    tool: 'create_client',
    asks: opensPortal,
    details: 'The answer names clients that may be the same one; a tax number of another client is refused.',
    audit: 'client.created',
    body: client.Draft,
    returns: queries.ClientCreated,
    status: 201,
    example: { body: { name: 'Babbage Ltd', email: 'office@babbage.example', country: 'GB' } },
    run: ({ body, id }) => queries.addClient(id(), body),
  }),
  client.find('getClient', 'Get a client with its contacts', { role: 'member', tool: 'get_client' }),
  client.change('updateClient', 'Change, archive or restore a client', {
    role: 'member',
    tool: 'update_client',
    asks: opensPortal,
    example: { payment_terms_days: 30 },
    run: ({ params: { client_id }, body: { version, ...change } }) =>
      queries.changeClient(client_id, version, change),
  }),
  write({
    id: 'deleteClient',
    summary: 'Delete a client, or archive one that other records refer to',
    at: 'DELETE /clients/{client_id}',
    role: 'manager',
    tool: 'delete_client',
    audit: 'client.deleted',
    returns: Dropped,
    example: {},
    run: ({ params: { client_id } }) => queries.dropClient(client_id),
  }),
  ...mergingOperations,
  contact.list('listClientContacts', 'List the contacts of a client', { role: 'member', sort: 'created_at' }),
  contact.create('createClientContact', 'Add a contact to a client', {
    role: 'member',
    partOf: [
      {
        tool: 'update_client',
        argument: 'contact',
        says: 'Adds one',
        takes: ['name', 'email', 'phone', 'job_title', 'is_primary'],
      },
    ],
    example: { name: 'Grace Hopper', email: 'grace@babbage.example' },
    run: ({ params: { client_id }, body, id }) => addContact(client_id, id(), body),
  }),
  contact.change('updateClientContact', 'Change a contact of a client', {
    role: 'member',
    example: { job_title: 'Head of finance' },
    run: ({ params: { client_id, contact_id }, body: { version, ...change } }) =>
      changeContact(client_id, contact_id, version, change),
  }),
  contact.remove('deleteClientContact', 'Delete a contact of a client that nothing refers to', {
    role: 'member',
    run: ({ params: { contact_id } }) => dropContact(contact_id),
  }),
])
