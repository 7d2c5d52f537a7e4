import type { Child, FC } from 'hono/jsx'
import { profileName } from '../invoices/invoice-form.tsx'
import {
  Activities,
  activitiesOf,
  activityActions,
  activityLabels,
  type ActivityLists,
} from '../crm-activities/activities.tsx'
import { objectActions, type Action, filled, formStates, idIn } from '../kit/object-actions.tsx'
import { ClientForms, contactLabels, Contacts, type Hit, Merging } from './client-forms.tsx'
import { clientBody, clientLabels, ClientState, type ClientDetail } from './client-parts.tsx'
import { ClientSummary, type Summary as SummaryData } from './client-summary.tsx'
import { type Deal, DealRow } from '../deals/deal-parts.tsx'
import { show } from '../kit/layout.tsx'
import { type Part, partOf } from '../kit/pager.tsx'
import { count, Notice, Pairs, Saved, Summary } from '../kit/parts.tsx'
import { find, type Found, isAtLeast } from '../kit/organization-context.ts'
import { bodyOf, noProblems, type Page, type Problems, type Visit } from '../kit/visit.ts'

type Listed<T> = { items: T[]; total: number }
type Parts = {
  summary: SummaryData
  deals: Listed<Deal>
  activities: ActivityLists
  others: Listed<Hit> | null
}
export type ShownClient = Found<ClientDetail> & { parts: Parts; visit: Visit; problems: Problems }

const allLabels = { ...clientLabels, ...contactLabels, ...activityLabels }

const dealsOn = (visit: Visit, id: string) => partOf(visit, `/clients/${id}`, 'deals_from', 25, 'deals')

export const showClient: Page = (visit) => page(visit, noProblems)

/** The page of a client, with the errors of a submitted form. */
async function page(visit: Visit, problems: Problems, status?: number) {
  const id = idIn(visit, 'client')
  const found = await find<ClientDetail, Parts>(visit, `/clients/${id}`, 'client', async (at) => {
    const get = async <T,>(path: string) => bodyOf(await visit.api.call<T>('GET', at + path), visit.here)
    const other = visit.query.other?.trim().slice(0, 100)
    const [summary, deals, activities, others] = await Promise.all([
      get<SummaryData>(`/clients/${id}/summary`),
      get<Parts['deals']>(`/deals?client_id=${id}&sort=-updated_at&${dealsOn(visit, id).query}`),
      activitiesOf(visit, at, `client_id=${id}`, `/clients/${id}`),
      other ? get<Listed<Hit>>(`/clients?${new URLSearchParams({ q: other, limit: '10' })}`) : null,
    ])
    return { summary, deals, activities, others }
  })
  const { person, home, object } = found
  return show(
    visit,
    { title: object.name, me: person, zone: home.timezone, status },
    <Content {...found} visit={visit} problems={problems} />,
  )
}

const Content: FC<ShownClient> = (shown) => {
  const { visit, parts, problems, home, object: client } = shown
  const may = isAtLeast(home, 'member') && !client.merged_into_id
  const stateOf = formStates(visit, problems)
  const at = (action: string) => `/clients/${client.id}/${action}?org=${home.slug}`
  return (
    <>
      <Head {...shown} />
      <Saved visit={visit} />
      <Summary problems={problems} labels={allLabels} />
      {client.merged_into_id ? (
        <Notice kind="warn" title="Merged">
          <p>
            All of it is in <a href={`/clients/${client.merged_into_id}?org=${home.slug}`}>another client</a>{' '}
            now.
          </p>
        </Notice>
      ) : null}
      <Facts client={client} />
      <ClientSummary of={parts.summary} org={home.slug} />
      <Contacts client={client} to={at} may={may} adding={stateOf('contact')} />
      <Activities of={parts.activities} org={home.slug} at={at} may={may} planning={stateOf('plan')} />
      <Deals of={parts.deals} org={home.slug} part={dealsOn(visit, client.id)} />
      {may ? <ClientForms client={client} home={home} to={at} {...stateOf('change')} /> : null}
      {may && isAtLeast(home, 'manager') ? <Merging {...shown} /> : null}
    </>
  )
}

const Head: FC<ShownClient> = ({ home, object: client }) => (
  <div>
    <p class="facts">
      <a href={`/organizations/${home.slug}`}>{home.name}</a>
      <a href={`/organizations/${home.slug}/clients`}>Clients</a>
    </p>
    <h1>{client.name}</h1>
    <p class="marks">
      <ClientState of={client} />
    </p>
  </div>
)

const Facts: FC<{ client: ClientDetail }> = ({ client }) => {
  const { website, email, postal_code, city, payment_terms_days } = client
  const lines = [
    client.address_line1,
    client.address_line2,
    [postal_code, city].filter(Boolean).join(' '),
    client.region,
    client.country,
  ]
  const facts: [string, Child][] = [
    ['Legal name', client.legal_name],
    ['Tax number', client.tax_id],
    ['E-mail address', email && <a href={`mailto:${email}`}>{email}</a>],
    ['Phone', client.phone],
    [
      'Web site',
      website && (
        <a href={website} rel="noopener noreferrer">
          {website}
        </a>
      ),
    ],
    ['Address', lines.filter(Boolean).join(', ')],
    ['Currency', client.currency],
    ['Days to pay', payment_terms_days === null ? null : count(payment_terms_days, 'day')],
    ['Electronic invoices', client.profile && profileName(client.profile)],
    ['Buyer reference', client.buyer_reference],
    ['Peppol ID', client.electronic_address],
    ['Source', client.source],
    ['Tags', client.tags.join(', ')],
    ['Notes', client.notes && <span class="as-typed">{client.notes}</span>],
  ]
  const known = facts.filter(([, value]) => Boolean(value))
  return known.length ? (
    <section class="card" aria-label="Details">
      <Pairs of={known} />
    </section>
  ) : null
}

const Deals: FC<{ of: Listed<Deal>; org: string; part: Part }> = ({ of: { items, total }, org, part }) =>
  total ? (
    <section class="card" aria-labelledby="deals">
      <h2 id="deals">{count(total, 'deal')}</h2>
      <ul class="rows">
        {items.map((deal) => (
          <DealRow deal={deal} org={org} />
        ))}
      </ul>
      {part.pager(total)}
    </section>
  ) : null

const pathOf = ({ object }: Found<ClientDetail>) => `/clients/${object.id}`

const actions: Record<string, Action<ClientDetail>> = {
  ...activityActions<ClientDetail>('client'),
  /** The version is the one that the form was rendered from. */
  change: {
    request: (form, found) => ({
      method: 'PATCH',
      path: pathOf(found),
      body: { ...clientBody(form, true), version: Number(form.version) || found.object.version },
    }),
  },
  archive: {
    request: ({ archived }, found) => ({
      method: 'PATCH',
      path: pathOf(found),
      body: { archived: archived === 'yes' },
    }),
  },
  contact: {
    request: ({ contact_name = '', contact_email, contact_phone, ...form }, found) => ({
      path: `${pathOf(found)}/contacts`,
      body: {
        name: contact_name,
        ...filled({ email: contact_email ?? '', phone: contact_phone ?? '' }, ['email', 'phone']),
        ...filled(form, ['job_title']),
        ...(form.is_primary === 'yes' && { is_primary: true }),
      },
    }),
    formNames: { name: 'contact_name', email: 'contact_email', phone: 'contact_phone' },
  },
  'drop-contact': {
    request: ({ contact = '' }, found) => ({
      method: 'DELETE',
      path: `${pathOf(found)}/contacts/${encodeURIComponent(contact)}`,
    }),
  },
  merge: {
    request: ({ source = '' }, found) => ({
      path: `${pathOf(found)}/merge`,
      body: { source_client_id: source },
    }),
  },
  delete: {
    request: (_, found) => ({ method: 'DELETE', path: pathOf(found) }),
    to: ({ home }) => `/organizations/${home.slug}/clients?done=saved`,
  },
}

export const actOnClient = objectActions<ClientDetail>({
  noun: 'client',
  actions,
  labels: allLabels,
  page,
})
