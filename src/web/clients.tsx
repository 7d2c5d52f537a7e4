import type { FC } from 'hono/jsx'
import { uuidv7 } from '../kit/id.ts'
import {
  type Customer,
  customerBody,
  CustomerFields,
  customerLabels,
  CustomerState,
} from './client-parts.tsx'
import { show } from './layout.tsx'
import { Alike, type MadeTwin, type Twin } from './lead-parts.tsx'
import { kept, offsetOf, pageSize, partOf, Seek, send, statusIn, statusTabs, Tabs, Top } from './lists.tsx'
import { Pager } from './pager.tsx'
import { count, Hidden } from './parts.tsx'
import { type Home, isAtLeast, placeOf } from './place.ts'
import { bodyOf, goTo, noProblems, type Page, type Problems, type Visit } from './visit.ts'

type Listed = { items: Customer[]; total: number }
type Shown = {
  list: Listed
  visit: Visit
  home: Home
  problems: Problems
  made?: MadeTwin | undefined
}

const statuses = ['prospect', 'active', 'inactive', 'archived'] as const
const statusOf = (visit: Visit) => statusIn(visit, statuses)
const qOf = ({ query }: Visit) => query.q?.slice(0, 100)
const hrefOf = (home: Home) => `/organizations/${home.slug}/clients`

/** Whom the organization works for, or may. */
export const showClients: Page = (visit) => page(visit, noProblems)

async function page(visit: Visit, problems: Problems, status?: number, made?: MadeTwin) {
  const { person, home, parts } = await placeOf(visit, async (at) => {
    const wanted = statusOf(visit)
    const which = wanted === 'archived' ? { archived: 'true' } : { status: wanted }
    const wish = partOf(visit, { ...which, q: qOf(visit) })
    return bodyOf(await visit.api.call<Listed>('GET', `${at}/clients?${wish}`), visit.here)
  })
  return show(
    visit,
    { title: `Clients of ${home.name}`, me: person, zone: home.timezone, status },
    <Whole list={parts} visit={visit} home={home} problems={problems} made={made} />,
  )
}

export const createClient: Page = async (visit) => {
  const { at, home } = await placeOf(visit)
  const { refused, answer } = await send<Customer & { possible_duplicates: Twin[] }>(visit, {
    path: `${at}/clients`,
    body: customerBody(visit.form, false),
    fields: Object.keys(customerLabels),
  })
  if (refused) return page(visit, ...refused)
  const { id, name, possible_duplicates: like } = answer
  if (!like.length) return goTo(`/clients/${id}?org=${home.slug}&done=saved`)
  visit.form = {}
  return page(visit, noProblems, 200, { at: `/clients/${id}`, name, like })
}

const Whole: FC<Shown> = (shown) => (
  <>
    <Top {...shown} title="Clients" lead="Whom you work for, and whom you may." labels={customerLabels} />
    <Alike made={shown.made} org={shown.home.slug} />
    {isAtLeast(shown.home, 'member') ? <New {...shown} /> : null}
    <Listing {...shown} />
  </>
)

const New: FC<Shown> = ({ visit, home, problems }) => (
  <details class="more card" open={problems !== noProblems}>
    <summary>New client</summary>
    <form class="stack" method="post" action={hrefOf(home)} novalidate>
      <Hidden fields={{ once: uuidv7() }} />
      <CustomerFields values={{ status: 'active', ...visit.form }} problems={problems} />
      <button class="primary">Create client</button>
    </form>
  </details>
)

const Listing: FC<Shown> = ({ visit, home, list: { items, total } }) => {
  const [status, q, at] = [statusOf(visit), qOf(visit), hrefOf(home)]
  return (
    <section class="card stack" aria-labelledby="clients">
      <h2 id="clients">{total ? count(total, 'client') : 'No client here'}</h2>
      <Seek at={at} label="Name, e-mail address, domain or tax number" q={q} fields={{ status }} />
      <Tabs of={statusTabs(at, statuses, status, { q })} />
      <ul class="rows">
        {items.map((one) => (
          <li class="row">
            <div class="grow">
              <p class="title">
                <a href={`/clients/${one.id}?org=${home.slug}`}>{one.name}</a>
              </p>
              <p class="facts">
                {[one.city, one.email, ...one.tags.map((tag) => `#${tag}`)].map((said) =>
                  said ? <span>{said}</span> : null,
                )}
              </p>
            </div>
            <CustomerState of={one} />
          </li>
        ))}
      </ul>
      <Pager at={at} kept={kept({ status, q })} offset={offsetOf(visit)} size={pageSize} total={total} />
    </section>
  )
}
