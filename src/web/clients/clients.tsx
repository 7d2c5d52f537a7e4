import type { FC } from 'hono/jsx'
import { uuidv7 } from '../../kit/id.ts'
import { type Client, clientBody, ClientFields, clientLabels, ClientState } from './client-parts.tsx'
import { show } from '../kit/layout.tsx'
import { DuplicateNotice, type CreatedWithDuplicates, type PossibleDuplicate } from '../leads/lead-parts.tsx'
import {
  withoutEmpty,
  offsetOf,
  pageSize,
  pageQuery,
  SearchForm,
  send,
  statusIn,
  statusTabs,
  Tabs,
  ListHeader,
} from '../kit/lists.tsx'
import { Pager } from '../kit/pager.tsx'
import { count, Hidden } from '../kit/parts.tsx'
import { type Home, isAtLeast, organizationContext } from '../kit/organization-context.ts'
import { bodyOf, redirectTo, noProblems, type Page, type Problems, type Visit } from '../kit/visit.ts'

type Listed = { items: Client[]; total: number }
type Shown = {
  list: Listed
  visit: Visit
  home: Home
  problems: Problems
  created?: CreatedWithDuplicates | undefined
}

const statuses = ['prospect', 'active', 'inactive', 'archived'] as const
const statusOf = (visit: Visit) => statusIn(visit, statuses)
const qOf = ({ query }: Visit) => query.q?.slice(0, 100)
const hrefOf = (home: Home) => `/organizations/${home.slug}/clients`

/** The clients and prospects of the organization. */
export const showClients: Page = (visit) => page(visit, noProblems)

async function page(visit: Visit, problems: Problems, status?: number, created?: CreatedWithDuplicates) {
  const { person, home, parts } = await organizationContext(visit, async (at) => {
    const selected = statusOf(visit)
    const filter = selected === 'archived' ? { archived: 'true' } : { status: selected }
    const params = pageQuery(visit, { ...filter, q: qOf(visit) })
    return bodyOf(await visit.api.call<Listed>('GET', `${at}/clients?${params}`), visit.here)
  })
  return show(
    visit,
    { title: `Clients of ${home.name}`, me: person, zone: home.timezone, status },
    <Content list={parts} visit={visit} home={home} problems={problems} created={created} />,
  )
}

export const createClient: Page = async (visit) => {
  const { at, home } = await organizationContext(visit)
  const { rejected, result } = await send<Client & { possible_duplicates: PossibleDuplicate[] }>(visit, {
    path: `${at}/clients`,
    body: clientBody(visit.form, false),
    fields: Object.keys(clientLabels),
  })
  if (rejected) return page(visit, ...rejected)
  const { id, name, possible_duplicates: duplicates } = result
  if (!duplicates.length) return redirectTo(`/clients/${id}?org=${home.slug}&done=saved`)
  visit.form = {}
  return page(visit, noProblems, 200, { at: `/clients/${id}`, name, duplicates })
}

const Content: FC<Shown> = (shown) => (
  <>
    <ListHeader
      {...shown}
      title="Clients"
      lead="The clients you work for, and those you hope to win."
      labels={clientLabels}
    />
    <DuplicateNotice created={shown.created} org={shown.home.slug} />
    {isAtLeast(shown.home, 'member') ? <New {...shown} /> : null}
    <Listing {...shown} />
  </>
)

const New: FC<Shown> = ({ visit, home, problems }) => (
  <details class="more card" open={problems !== noProblems}>
    <summary>New client</summary>
    <form class="stack" method="post" action={hrefOf(home)} novalidate>
      <Hidden fields={{ once: uuidv7() }} />
      <ClientFields values={{ status: 'active', ...visit.form }} problems={problems} />
      <button class="primary">Create client</button>
    </form>
  </details>
)

const Listing: FC<Shown> = ({ visit, home, list: { items, total } }) => {
  const [status, q, at] = [statusOf(visit), qOf(visit), hrefOf(home)]
  return (
    <section class="card stack" aria-labelledby="clients">
      <h2 id="clients">{total ? count(total, 'client') : 'No client here'}</h2>
      <SearchForm at={at} label="Name, e-mail address, domain or tax number" q={q} fields={{ status }} />
      <Tabs of={statusTabs(at, statuses, status, { q })} />
      <ul class="rows">
        {items.map((one) => (
          <li class="row">
            <div class="grow">
              <p class="title">
                <a href={`/clients/${one.id}?org=${home.slug}`}>{one.name}</a>
              </p>
              <p class="facts">
                {[one.city, one.email, ...one.tags.map((tag) => `#${tag}`)].map((fact) =>
                  fact ? <span>{fact}</span> : null,
                )}
              </p>
            </div>
            <ClientState of={one} />
          </li>
        ))}
      </ul>
      <Pager
        at={at}
        query={withoutEmpty({ status, q })}
        offset={offsetOf(visit)}
        size={pageSize}
        total={total}
      />
    </section>
  )
}
