import type { Child, FC } from 'hono/jsx'
import { majorOf } from '../../shared/money/currencies.ts'
import {
  Activities,
  activitiesOf,
  activityActions,
  activityLabels,
  type ActivityLists,
} from '../crm-activities/activities.tsx'
import {
  objectActions,
  choicesFrom,
  type FormRequest,
  badAmount,
  type FormState,
  type Action,
  fieldsOf,
  formStates,
  idIn,
} from '../kit/object-actions.tsx'
import { clientsOf, type Member, membersOf } from '../deals/deal-parts.tsx'
import { show } from '../kit/layout.tsx'
import { type Lead, LeadFields, leadLabels, LeadState } from './lead-parts.tsx'
import { leadBody } from './leads.tsx'
import { minorOf, Money } from '../kit/money.tsx'
import { ConfirmButton, Hidden, Pairs, Saved, Summary } from '../kit/parts.tsx'
import { find, type Found, isAtLeast } from '../kit/organization-context.ts'
import { Day } from '../kit/time.tsx'
import { type Form, noProblems, type Page, type Problems, type Visit } from '../kit/visit.ts'

type Parts = { clients: { id: string; name: string }[]; members: Member[]; activities: ActivityLists }
type Shown = Found<Lead> & { parts: Parts; visit: Visit; problems: Problems }

const stepLabels = {
  status: 'Status',
  client_id: 'Client',
  deal: 'Deal',
  deal_title: 'Title of the deal',
  deal_value: 'Value of the deal',
  disqualify_reason: 'Reason',
}
const allLabels = { ...leadLabels, ...stepLabels, ...activityLabels }

export const showLead: Page = (visit) => page(visit, noProblems)

/** The page of a lead, with the errors of a submitted form. */
async function page(visit: Visit, problems: Problems, status?: number) {
  const id = idIn(visit, 'lead')
  const found = await find<Lead, Parts>(visit, `/leads/${id}`, 'lead', async (at) => {
    const [clients, members, activities] = await Promise.all([
      clientsOf(visit, at),
      membersOf(visit, at),
      activitiesOf(visit, at, `lead_id=${id}`, `/leads/${id}`),
    ])
    return { clients, members, activities }
  })
  const { person, home, object } = found
  return show(
    visit,
    { title: object.name, me: person, zone: home.timezone, status },
    <Content {...found} visit={visit} problems={problems} />,
  )
}

const Content: FC<Shown> = (shown) => {
  const { visit, parts, problems, home, object: lead } = shown
  const may = isAtLeast(home, 'member')
  const stateOf = formStates(visit, problems)
  const at = (action: string) => `/leads/${lead.id}/${action}?org=${home.slug}`
  return (
    <>
      <div>
        <p class="facts">
          <a href={`/organizations/${home.slug}`}>{home.name}</a>
          <a href={`/organizations/${home.slug}/leads`}>Leads</a>
        </p>
        <h1>{lead.name}</h1>
        <p class="marks">
          <LeadState is={lead.status} />
        </p>
      </div>
      <Saved visit={visit} />
      <Summary problems={problems} labels={allLabels} />
      <Facts {...shown} />
      {may && lead.status !== 'converted' ? <Steps {...shown} to={at} stateOf={stateOf} /> : null}
      {may && lead.status !== 'converted' ? (
        <Edit lead={lead} at={at('change')} {...stateOf('change')} />
      ) : null}
      <Activities of={parts.activities} org={home.slug} at={at} may={may} planning={stateOf('plan')} />
    </>
  )
}

const Facts: FC<Shown> = ({ parts, home, object: lead }) => {
  const { estimated_minor, currency, converted_client_id, converted_deal_id, converted_at, owner_user_id } =
    lead
  const org = `?org=${home.slug}`
  const facts: [string, Child][] = [
    ['Company', lead.company_name],
    ['E-mail address', lead.email && <a href={`mailto:${lead.email}`}>{lead.email}</a>],
    ['Phone', lead.phone],
    ['Source', lead.source],
    ['Score', lead.score === null ? null : `${lead.score} of 100`],
    [
      'Estimate',
      estimated_minor !== null && currency && <Money minor={estimated_minor} currency={currency} />,
    ],
    ['Owner', parts.members.find(({ user_id }) => user_id === owner_user_id)?.name ?? 'Nobody'],
    ['Disqualified because', lead.disqualify_reason],
    ['Converted on', converted_at && <Day at={converted_at} />],
    [
      'Client',
      converted_client_id && <a href={`/clients/${converted_client_id}${org}`}>The client it became</a>,
    ],
    ['Deal', converted_deal_id && <a href={`/deals/${converted_deal_id}${org}`}>The deal it became</a>],
    ['Notes', lead.notes && <span class="as-typed">{lead.notes}</span>],
  ]
  return (
    <section class="card" aria-label="Details">
      <Pairs of={facts} />
    </section>
  )
}

type StepsProps = Shown & { to: (action: string) => string; stateOf: (action: string) => FormState }
const Steps: FC<StepsProps> = ({ parts, home, object: lead, to: at, stateOf }) => {
  const next = (['contacted', 'qualified'] as const).filter((one) => one !== lead.status)
  return (
    <section class="card stack" aria-labelledby="next">
      <h2 id="next">What comes next</h2>
      <form class="buttons" method="post" action={at('status')}>
        {next.map((one) => (
          <button class="slim" name="status" value={one}>{`Mark as ${one}`}</button>
        ))}
      </form>
      {lead.status === 'disqualified' ? null : (
        <>
          <Convert at={at('convert')} parts={parts} lead={lead} {...stateOf('convert')} />
          <Disqualify at={at('disqualify')} {...stateOf('disqualify')} />
        </>
      )}
      {isAtLeast(home, 'manager') ? (
        <ConfirmButton
          verb="Delete"
          subject={lead.name}
          action={at('delete')}
          warning="Its activities go with it."
        />
      ) : null}
    </section>
  )
}

type ConvertProps = FormState & { at: string; parts: Parts; lead: Lead }
const Convert: FC<ConvertProps> = ({ at, parts, lead, open, ...input }) => {
  const { field, choice } = fieldsOf(stepLabels, input)
  return (
    <details class="more" open={open}>
      <summary>Convert</summary>
      <form class="stack" method="post" action={at} novalidate>
        {choice('client_id', [
          ['', 'Matched by e-mail, otherwise a new one'],
          ...choicesFrom('', [{ id: 'new', name: 'A new one' }, ...parts.clients]).slice(1),
        ])}
        {choice('deal', [
          ['', 'None'],
          ['create', 'Create one in the default pipeline'],
        ])}
        <div class="columns">
          {field('deal_title', {
            optional: true,
            hint: 'Otherwise the company or the person.',
          })}
          {lead.currency
            ? field('deal_value', { optional: true, hint: `In ${lead.currency}; otherwise the estimate.` })
            : null}
        </div>
        <button class="primary">Convert</button>
      </form>
    </details>
  )
}

const Disqualify: FC<FormState & { at: string }> = ({ at, open, ...input }) => (
  <details class="more" open={open}>
    <summary>Disqualify</summary>
    <form class="stack" method="post" action={at} novalidate>
      {fieldsOf(stepLabels, input).field('disqualify_reason')}
      <button class="danger">Disqualify</button>
    </form>
  </details>
)

const valuesOf = (lead: Lead): Form => ({
  name: lead.name,
  company_name: lead.company_name ?? '',
  email: lead.email ?? '',
  phone: lead.phone ?? '',
  source: lead.source ?? '',
  score: String(lead.score ?? ''),
  estimated_minor:
    lead.estimated_minor === null || !lead.currency ? '' : majorOf(lead.estimated_minor, lead.currency),
  currency: lead.currency ?? '',
  notes: lead.notes ?? '',
  version: String(lead.version),
})

const Edit: FC<FormState & { lead: Lead; at: string }> = ({ lead, at, open, values: entered, problems }) => {
  const values: Form = { ...valuesOf(lead), ...entered }
  return (
    <details class="more card" open={open}>
      <summary>Edit</summary>
      <form class="stack" method="post" action={at} novalidate>
        <Hidden fields={{ version: values.version }} />
        <LeadFields values={values} problems={problems} />
        <button class="primary">Save</button>
      </form>
    </details>
  )
}

const patch = ({ object }: Found<Lead>, body: object): FormRequest => ({
  method: 'PATCH',
  path: `/leads/${object.id}`,
  body,
})

/** The client is chosen, newly created or matched by e-mail address; a deal is created on request. */
function convert(form: Form, { object }: Found<Lead>): FormRequest {
  const { client_id, deal, deal_title, deal_value } = form
  const { currency } = object
  const value = deal_value?.trim() && currency ? minorOf(deal_value, currency) : null
  if (deal && value === undefined) return { invalid: { deal_value: badAmount } }
  const create_deal = {
    ...(deal_title?.trim() && { title: deal_title.trim() }),
    ...(value !== null && { value_minor: value }),
  }
  const client = client_id === 'new' ? { create_client: true } : client_id ? { client_id } : {}
  return { path: `/leads/${object.id}/convert`, body: { ...client, ...(deal && { create_deal }) } }
}

type Converted = { client_id: string; deal_id: string | null }

const actions: Record<string, Action<Lead>> = {
  ...activityActions<Lead>('lead'),
  change: {
    request: (form, found) => {
      const parsed = leadBody(form, found.object.currency, true)
      const version = Number(form.version) || found.object.version
      return 'invalid' in parsed ? parsed : patch(found, { ...parsed.body, version })
    },
  },
  status: { request: ({ status = '' }, found) => patch(found, { status }) },
  disqualify: {
    request: ({ disqualify_reason = '' }, found) =>
      disqualify_reason.trim()
        ? patch(found, { status: 'disqualified', disqualify_reason })
        : { invalid: { disqualify_reason: 'Say why.' } },
  },
  convert: {
    request: convert,
    formNames: { create_deal: 'deal' },
    to: ({ home }, result) => {
      const { client_id, deal_id } = result as Converted
      return `/${deal_id ? `deals/${deal_id}` : `clients/${client_id}`}?org=${home.slug}&done=saved`
    },
  },
  delete: {
    request: (_, { object }) => ({ method: 'DELETE', path: `/leads/${object.id}` }),
    to: ({ home }) => `/organizations/${home.slug}/leads?done=saved`,
  },
}

export const actOnLead = objectActions<Lead>({ noun: 'lead', actions, labels: allLabels, page })
