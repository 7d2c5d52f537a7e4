import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { duplicatesShown } from '../leads/duplicates.tsx'
import { clientFields, stateOfClient } from './client-fields.tsx'

/** The clients and prospects of the organization. */
export default listPage({
  at: '/organizations/:slug/clients',
  of: 'listClients',
  title: 'Clients',
  lead: 'The clients you work for, and those you hope to win.',
  noun: ['client'],
  search: 'Name, e-mail address, domain or tax number',
  states: ['prospect', 'active', 'inactive', 'archived'],
  stateQuery: (state) => (state === 'archived' ? { archived: true } : { status: state }),
  forms: {
    '': calling('createClient', {
      title: 'New client',
      verb: 'Create client',
      fields: clientFields,
      to: ({ organization }, client, again) =>
        duplicatesShown(organization.slug, `/clients/${client.id}`, client, again),
    }),
  },
  create: { values: { status: 'active' } },
  line: (client, { organization: { slug } }) => ({
    to: `/clients/${client.id}?org=${slug}`,
    title: client.name,
    facts: [client.city, client.email, ...client.tags.map((tag) => `#${tag}`)],
    marks: stateOfClient(client),
  }),
})
