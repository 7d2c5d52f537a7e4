import type { FC } from 'hono/jsx'
import { uuidv7 } from '../../kit/id.ts'
import { badAmount, filled, numberOf, filledOrNull } from '../kit/object-actions.tsx'
import { show } from '../kit/layout.tsx'
import {
  DuplicateNotice,
  type Lead,
  LeadFields,
  leadLabels,
  LeadState,
  leadStatuses,
  type CreatedWithDuplicates,
  type PossibleDuplicate,
} from './lead-parts.tsx'
import {
  withoutEmpty,
  mineTab,
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
import { minorOf, Money } from '../kit/money.tsx'
import { Pager } from '../kit/pager.tsx'
import { count, Hidden } from '../kit/parts.tsx'
import { type Home, isAtLeast, organizationContext } from '../kit/organization-context.ts'
import { Day } from '../kit/time.tsx'
import {
  bodyOf,
  type Form,
  redirectTo,
  noProblems,
  type Page,
  type Problems,
  type Visit,
} from '../kit/visit.ts'

type Row = Lead & { created_at: string }
type Parts = { list: { items: Row[]; total: number }; currency: string }
type Shown = Parts & {
  visit: Visit
  home: Home
  problems: Problems
  created?: CreatedWithDuplicates | undefined
}

const hrefOf = (home: Home) => `/organizations/${home.slug}/leads`
const mineOf = ({ query }: Visit) => query.mine && 'yes'
const qOf = ({ query }: Visit) => query.q?.slice(0, 100)

/** People who may become clients. */
export const showLeads: Page = (visit) => page(visit, noProblems)

async function page(visit: Visit, problems: Problems, status?: number, created?: CreatedWithDuplicates) {
  const { person, home, parts } = await organizationContext(visit, async (at): Promise<Parts> => {
    const params = pageQuery(visit, {
      status: statusIn(visit, leadStatuses),
      owner_user_id: mineOf(visit) && 'me',
      q: qOf(visit),
    })
    const get = async <T,>(path: string) => bodyOf(await visit.api.call<T>('GET', at + path), visit.here)
    const [list, { currency }] = await Promise.all([
      get<Parts['list']>(`/leads?${params}`),
      get<{ currency: string }>(''),
    ])
    return { list, currency }
  })
  return show(
    visit,
    { title: `Leads of ${home.name}`, me: person, zone: home.timezone, status },
    <Content {...parts} visit={visit} home={home} problems={problems} created={created} />,
  )
}

const texts = ['company_name', 'email', 'phone', 'source', 'notes']

type Body = { body: object }
/** The request body for the form of a lead, or the errors in its estimate. */
export function leadBody(
  form: Form,
  defaultCurrency: string | null,
  change = false,
): Body | { invalid: Form } {
  const currency = (form.currency ?? '').trim().toUpperCase() || defaultCurrency
  const estimate = form.estimated_minor?.trim()
  if (estimate && !currency) return { invalid: { currency: 'Say the currency of the estimate.' } }
  const estimated_minor = estimate ? minorOf(estimate, currency!) : null
  if (estimated_minor === undefined) return { invalid: { estimated_minor: badAmount } }
  const rest = { score: numberOf(form.score), estimated_minor, ...(estimate && { currency }) }
  const body = { name: form.name ?? '', ...(change ? filledOrNull : filled)(form, texts), ...rest }
  return { body }
}

export const createLead: Page = async (visit) => {
  const { at, home, parts } = await organizationContext(visit, async (at) =>
    bodyOf(await visit.api.call<{ currency: string }>('GET', at), visit.here),
  )
  const draft = leadBody(visit.form, parts.currency)
  if ('invalid' in draft) return page(visit, { fields: draft.invalid, general: [] }, 422)
  const { rejected, result } = await send<Lead & { possible_duplicates: PossibleDuplicate[] }>(visit, {
    path: `${at}/leads`,
    ...draft,
    fields: Object.keys(leadLabels),
  })
  if (rejected) return page(visit, ...rejected)
  const { id, name, possible_duplicates: duplicates } = result
  if (!duplicates.length) return redirectTo(`/leads/${id}?org=${home.slug}&done=saved`)
  visit.form = {}
  return page(visit, noProblems, 200, { at: `/leads/${id}`, name, duplicates })
}

const Content: FC<Shown> = (shown) => (
  <>
    <ListHeader
      {...shown}
      title="Leads"
      lead="People who may become clients. Converting one creates a client with a contact and, if you like, a deal."
      labels={leadLabels}
    />
    <DuplicateNotice created={shown.created} org={shown.home.slug} />
    {isAtLeast(shown.home, 'member') ? <New {...shown} /> : null}
    <Listed {...shown} />
  </>
)

const New: FC<Shown> = ({ visit, home, currency, problems }) => (
  <details class="more card" open={problems !== noProblems}>
    <summary>New lead</summary>
    <form class="stack" method="post" action={hrefOf(home)} novalidate>
      <Hidden fields={{ once: uuidv7() }} />
      <LeadFields values={{ currency, ...visit.form }} problems={problems} />
      <button class="primary">Create lead</button>
    </form>
  </details>
)

const Listed: FC<Shown> = ({ visit, home, list: { items, total } }) => {
  const status = statusIn(visit, leadStatuses)
  const [mine, q] = [mineOf(visit), qOf(visit)]
  const at = hrefOf(home)
  return (
    <section class="card stack" aria-labelledby="leads">
      <h2 id="leads">{total ? count(total, 'lead') : 'No lead here'}</h2>
      <SearchForm at={at} label="Name, company, e-mail address or phone" q={q} fields={{ status, mine }} />
      <Tabs
        of={[...statusTabs(at, leadStatuses, status, { mine, q }), mineTab(at, Boolean(mine), { status, q })]}
      />
      <ul class="rows">
        {items.map((lead) => (
          <LeadRow lead={lead} org={home.slug} />
        ))}
      </ul>
      <Pager
        at={at}
        query={withoutEmpty({ status, mine, q })}
        offset={offsetOf(visit)}
        size={pageSize}
        total={total}
      />
    </section>
  )
}

const LeadRow: FC<{ lead: Row; org: string }> = ({ lead, org }) => {
  const { id, name, company_name, source, created_at, estimated_minor, currency, status } = lead
  return (
    <li class="row">
      <div class="grow">
        <p class="title">
          <a href={`/leads/${id}?org=${org}`}>{name}</a>
        </p>
        <p class="facts">
          {company_name ? <span>{company_name}</span> : null}
          {source ? <span>{source}</span> : null}
          <Day at={created_at} />
        </p>
      </div>
      {estimated_minor !== null && currency ? (
        <p class="title">
          <Money minor={estimated_minor} currency={currency} />
        </p>
      ) : null}
      <LeadState is={status} />
    </li>
  )
}
