import type { FC } from 'hono/jsx'
import { Activities, activitiesOf, activityForms } from '../crm-activities/activities.tsx'
import { dealLine } from '../deals/deal-parts.tsx'
import { calling } from '../kit/forms.tsx'
import { readAll, together } from '../kit/all-of.ts'
import { mayCall, type Read, type Schemas } from '../kit/operations.ts'
import { addressIn, backTo, type ObjectFetching, objectPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { type Part, partOf } from '../kit/pager.tsx'
import { Facts, Notice } from '../kit/parts.tsx'
import { ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import type { PageRequest } from '../kit/page-request.ts'
import { clientFields, stateOfClient } from './client-fields.tsx'
import { ClientSummary } from './client-summary.tsx'
import { contactForms, Contacts } from './contacts.tsx'
import { Merging } from './merging.tsx'

export type Client = Schemas['ClientDetail']
const partsOf = async ({ request, read, id, organization }: ObjectFetching<'getClient'>) =>
  together({
    summary: read('getClientSummary'),
    deals: read('listDeals', { client_id: id, sort: '-updated_at', ...dealsOn(request, id).range }),
    activities: activitiesOf(request, read, { client_id: id }, `/clients/${id}`),
    others: othersIn(request, read),
    accesses: mayCall(organization, 'listPortalAccesses')
      ? readAll(read, 'listPortalAccesses', { client_id: id, status: 'active' })
      : [],
  })
type Parts = PartsOf<typeof partsOf>
export type ShownClient = Shown<Client, Parts>

/** The clients that may be merged into this one, when one was looked for. */
async function othersIn({ query }: PageRequest, read: Read) {
  const q = query.other?.trim().slice(0, 100)
  return q ? read('listClients', { q, limit: 10 }) : null
}
const dealsOn = (request: PageRequest, id: string) =>
  partOf(request, `/clients/${id}`, 'deals_from', 25, 'deals')

/** The page of a client. */
export default objectPage<'getClient', Parts>({
  at: '/clients/:id',
  of: 'getClient',
  noun: 'client',
  under: (organization) => [[say('Clients'), addressIn(organization, 'clients')]],
  title: ({ name }) => name,
  marks: stateOfClient,
  offers: ({ object }) => object.merged_into_id === null,
  parts: partsOf,
  forms: {
    ...activityForms<Client>('client'),
    change: calling('updateClient', { title: 'Edit', fields: clientFields }),
    archive: calling('updateClient', {
      verb: 'Archive',
      also: ({ archived }) => ({ archived: archived === 'yes' }),
    }),
    ...contactForms,
    merge: calling('mergeClients', {
      verb: 'Merge',
      also: ({ source = '' }) => ({ source_client_id: source }),
    }),
    delete: calling('deleteClient', {
      warning: 'It is archived instead where invoices, contracts or other records refer to it.',
      to: backTo('clients'),
    }),
  },
  Content: (shown) => {
    const { request, parts, organization, object: client, form } = shown
    return (
      <>
        {client.merged_into_id ? <Merged into={client.merged_into_id} org={organization.slug} /> : null}
        <Facts of={factsOf(client)} />
        <ClientSummary of={parts.summary} org={organization.slug} />
        <Contacts of={client.contacts} accesses={parts.accesses} form={form} />
        <Activities of={parts.activities} org={organization.slug} form={form} />
        <Deals of={parts.deals} org={organization.slug} part={dealsOn(request, client.id)} />
        {client.merged_into_id ? null : (
          <section class="card stack" aria-label={say('Change')}>
            {form('change')}
            <div class="buttons">
              {client.archived_at
                ? form('archive', { verb: 'Restore', hidden: { archived: 'no' } })
                : form('archive', { hidden: { archived: 'yes' } })}
              {form('delete', { about: client.name })}
            </div>
          </section>
        )}
        {client.merged_into_id ? null : <Merging {...shown} />}
      </>
    )
  },
})

const address = ['address_line1', 'address_line2', 'postal_code', 'city', 'region', 'country'] as const
function factsOf(client: Client) {
  const { address_line1, address_line2, postal_code, city, region, country } = client
  const lines = [address_line1, address_line2, [postal_code, city].filter(Boolean).join(' '), region, country]
  return [
    ...clientFields.factsOf(client, ['name', 'kind', 'status', ...address]),
    [say('Address'), lines.filter(Boolean).join(', ')] as const,
  ]
}

const Merged: FC<{ into: string; org: string }> = ({ into, org }) => (
  <Notice kind="warn" title={say('Merged')}>
    <p>
      {say('All of it is in {link} now.', {
        link: <a href={`/clients/${into}?org=${org}`}>{say('another client')}</a>,
      })}
    </p>
  </Notice>
)

type DealsProps = { of: Parts['deals']; org: string; part: Part }
const Deals: FC<DealsProps> = ({ of: { items, total }, org, part }) => (
  <ListSection
    id="deals"
    title={count(total, 'deal')}
    of={items}
    line={(deal) => dealLine(deal, org)}
    part={part}
    total={total}
    orNothing
  />
)
