import type { Child, FC } from 'hono/jsx'
import {
  Activities,
  activitiesOf,
  activityActions,
  activityLabels,
  type ActivityLists,
} from '../crm-activities/activities.tsx'
import {
  objectActions,
  type FormRequest,
  badAmount,
  type Action,
  formStates,
  idIn,
  numberOf,
  filledOrNull,
  tagsOf,
} from '../kit/object-actions.tsx'
import { EditDeal, Steps, stepLabels } from './deal-forms.tsx'
import { DealHistory, type Entry } from './deal-history.tsx'
import {
  clientsOf,
  type Deal,
  dealLabels,
  dealsAt,
  DealState,
  type Member,
  membersOf,
  type Pipeline,
  pipelinesOf,
} from './deal-parts.tsx'
import { show } from '../kit/layout.tsx'
import { minorOf, Money } from '../kit/money.tsx'
import { partOf } from '../kit/pager.tsx'
import { count, Pairs, Saved, Summary } from '../kit/parts.tsx'
import { find, type Found, isAtLeast } from '../kit/organization-context.ts'
import { Day, Moment } from '../kit/time.tsx'
import { bodyOf, type Form, noProblems, type Page, type Problems, type Visit } from '../kit/visit.ts'

export type DealParts = {
  pipelines: Pipeline[]
  clients: { id: string; name: string }[]
  members: Member[]
  history: { items: Entry[]; total: number }
  activities: ActivityLists
}
export type ShownDeal = Found<Deal> & { parts: DealParts; visit: Visit; problems: Problems }

const allLabels = { ...dealLabels, ...stepLabels, ...activityLabels }

const historyOn = (visit: Visit, id: string) => partOf(visit, `/deals/${id}`, 'history_from', 50, 'history')

export const showDeal: Page = (visit) => page(visit, noProblems)

/** The page of a deal, with the errors of a submitted form. */
async function page(visit: Visit, problems: Problems, status?: number) {
  const id = idIn(visit, 'deal')
  const found = await find<Deal, DealParts>(visit, `/deals/${id}`, 'deal', async (at) => {
    const [pipelines, clients, members, history, activities] = await Promise.all([
      pipelinesOf(visit, at),
      clientsOf(visit, at),
      membersOf(visit, at),
      visit.api.call<DealParts['history']>('GET', `${at}/deals/${id}/history?${historyOn(visit, id).query}`),
      activitiesOf(visit, at, `deal_id=${id}`, `/deals/${id}`),
    ])
    return { pipelines, clients, members, history: bodyOf(history, visit.here), activities }
  })
  const { person, home, object } = found
  return show(
    visit,
    { title: object.title, me: person, zone: home.timezone, status },
    <Content {...found} visit={visit} problems={problems} />,
  )
}

const Content: FC<ShownDeal> = (shown) => {
  const { visit, parts, problems, home, object: deal } = shown
  const may = isAtLeast(home, 'member')
  const stateOf = formStates(visit, problems)
  return (
    <>
      <Head {...shown} />
      <Saved visit={visit} />
      <Summary problems={problems} labels={allLabels} />
      <Facts {...shown} />
      {may ? <Steps {...shown} stateOf={stateOf} /> : null}
      {may ? <EditDeal {...shown} {...stateOf('change')} /> : null}
      <Activities
        of={parts.activities}
        org={home.slug}
        at={(action) => `/deals/${deal.id}/${action}?org=${home.slug}`}
        may={may}
        planning={stateOf('plan')}
      />
      <DealHistory
        {...parts.history}
        members={parts.members}
        part={historyOn(visit, deal.id)}
        open={'history_from' in visit.query}
      />
    </>
  )
}

const Head: FC<ShownDeal> = ({ home, object: deal }) => (
  <div>
    <p class="facts">
      <a href={`/organizations/${home.slug}`}>{home.name}</a>
      <a href={dealsAt(home)}>Deals</a>
    </p>
    <h1>{deal.title}</h1>
    <p class="marks">
      <DealState deal={deal} />
      <span>{deal.stage.name}</span>
      <span class="title">
        <Money minor={deal.value_minor} currency={deal.currency} />
      </span>
    </p>
  </div>
)

const Facts: FC<ShownDeal> = ({ parts, home, object: deal }) => {
  const org = `?org=${home.slug}`
  const pipeline = parts.pipelines.find(({ id }) => id === deal.pipeline_id)
  const stage = [pipeline?.name, deal.stage.name].filter(Boolean).join(', ')
  const facts: [string, Child][] = [
    ['Client', deal.client && <a href={`/clients/${deal.client.id}${org}`}>{deal.client.name}</a>],
    ['Contact', deal.contact?.name],
    ['Stage', `${stage}, for ${count(deal.days_in_stage, 'day')}`],
    ['Chance', `${deal.effective_probability} %`],
    ['Weighted value', <Money minor={deal.weighted_minor} currency={deal.currency} />],
    ['Decision expected on', deal.expected_close_date && <Day at={deal.expected_close_date} />],
    [deal.status === 'won' ? 'Won' : 'Lost', deal.closed_at && <Moment at={deal.closed_at} />],
    ['Reason', deal.lost_reason],
    ['Owner', deal.owner?.name ?? 'Nobody'],
    ['Source', deal.source],
    ['Tags', deal.tags.join(', ')],
    ['Project', deal.project_id && <a href={`/projects/${deal.project_id}${org}`}>Open it</a>],
    ['Lead', deal.lead_id && <a href={`/leads/${deal.lead_id}${org}`}>Where it came from</a>],
  ]
  return (
    <section class="card" aria-label="Details">
      <Pairs of={facts} />
    </section>
  )
}

const clearable = ['client_id', 'expected_close_date', 'owner_user_id', 'source']

/** Saves the form; the version is the one that the form was rendered from. */
function change(form: Form, { object }: Found<Deal>): FormRequest {
  const currency = (form.currency ?? '').trim().toUpperCase()
  const value_minor = minorOf(form.value_minor ?? '', currency)
  if (value_minor === undefined) return { invalid: { value_minor: badAmount } }
  return {
    method: 'PATCH',
    path: `/deals/${object.id}`,
    body: {
      title: form.title ?? '',
      value_minor,
      currency,
      probability: numberOf(form.probability),
      tags: tagsOf(form.tags ?? ''),
      ...filledOrNull(form, clearable),
      version: Number(form.version) || object.version,
    },
  }
}

const step = (action: string, bodyOf: (form: Form) => object): Action<Deal> => ({
  request: (form, { object }) => ({ path: `/deals/${object.id}/${action}`, body: bodyOf(form) }),
})

const actions: Record<string, Action<Deal>> = {
  ...activityActions<Deal>('deal'),
  change: { request: change },
  move: step('move', ({ stage_id = '' }) => ({ stage_id })),
  win: {
    ...step('win', ({ won_client, project }) => ({
      ...(won_client && { client_id: won_client }),
      ...(project === 'create' && { create_project: {} }),
    })),
    formNames: { client_id: 'won_client' },
  },
  lose: step('lose', ({ lost_reason = '' }) => ({ lost_reason })),
  reopen: {
    request: (_, { object }) => ({ path: `/deals/${object.id}/reopen` }),
  },
  delete: {
    request: (_, { object }) => ({ method: 'DELETE', path: `/deals/${object.id}` }),
    to: ({ home }) => `${dealsAt(home)}?done=saved`,
  },
}

export const actOnDeal = objectActions<Deal>({ noun: 'deal', actions, labels: allLabels, page })
