import type { FC } from 'hono/jsx'
import { majorOf } from '../../shared/money/currencies.ts'
import { choicesFrom, personChoice, type FormState, fieldsOf } from '../kit/object-actions.tsx'
import type { ShownDeal } from './deal.tsx'
import { type Deal, dealLabels } from './deal-parts.tsx'
import { ConfirmButton, Choice, Field, Hidden } from '../kit/parts.tsx'
import { isAtLeast } from '../kit/organization-context.ts'
import type { Form } from '../kit/visit.ts'

export const stepLabels = {
  won_client: 'Won from',
  project: 'Project',
  lost_reason: 'Why it was lost',
}

type StepsProps = ShownDeal & { stateOf: (action: string) => FormState }
type StepProps = ShownDeal & FormState & { at: string }

/** The actions that the state of the deal allows. */
export const Steps: FC<StepsProps> = ({ stateOf, ...shown }) => {
  const { home, object: deal } = shown
  const of = (action: string) => ({
    ...shown,
    ...stateOf(action),
    at: `/deals/${deal.id}/${action}?org=${home.slug}`,
  })
  const { at } = of('delete')
  return (
    <section class="card stack" aria-labelledby="next">
      <h2 id="next">What comes next</h2>
      {deal.status === 'open' ? (
        <>
          <Move {...of('move')} />
          <Win {...of('win')} />
          <Lose {...of('lose')} />
        </>
      ) : (
        <form method="post" action={of('reopen').at}>
          <button>Reopen</button>
        </form>
      )}
      {isAtLeast(home, 'manager') ? (
        <ConfirmButton
          verb="Delete"
          subject={deal.title}
          action={at}
          warning="Its history and its activities go with it."
        />
      ) : null}
    </section>
  )
}

const Move: FC<StepProps> = ({ parts, object: { stage, pipeline_id }, at, values, problems }) => {
  const stages = parts.pipelines.find(({ id }) => id === pipeline_id)?.stages ?? [stage]
  return (
    <form class="search" method="post" action={at}>
      <Choice
        name="stage_id"
        label={dealLabels.stage_id}
        choices={stages.map(({ id, name }) => [id, name])}
        values={{ stage_id: stage.id, ...values }}
        problems={problems}
      />
      <button>Move</button>
    </form>
  )
}

const Win: FC<StepProps> = ({ parts, home, object: { client, project_id }, at, open, ...shared }) => (
  <details class="more" open={open}>
    <summary>Win</summary>
    <form class="stack" method="post" action={at}>
      {client ? null : (
        <Choice
          {...shared}
          name="won_client"
          label={stepLabels.won_client}
          choices={choicesFrom('Choose a client', parts.clients)}
        />
      )}
      {isAtLeast(home, 'manager') && !project_id ? (
        <Choice
          {...shared}
          name="project"
          label={stepLabels.project}
          choices={[
            ['', 'None'],
            ['create', 'Create one with the title of the deal'],
          ]}
        />
      ) : null}
      <button class="primary">Mark as won</button>
    </form>
  </details>
)

const Lose: FC<StepProps> = ({ at, open, ...shared }) => (
  <details class="more" open={open}>
    <summary>Lose</summary>
    <form class="stack" method="post" action={at} novalidate>
      <Field
        values={shared.values}
        problems={shared.problems}
        name="lost_reason"
        label={stepLabels.lost_reason}
        hint="Reports count identical reasons together."
      />
      <button class="danger">Mark as lost</button>
    </form>
  </details>
)

const valuesOf = (deal: Deal): Form => ({
  title: deal.title,
  value_minor: majorOf(deal.value_minor, deal.currency),
  currency: deal.currency,
  client_id: deal.client?.id ?? '',
  expected_close_date: deal.expected_close_date ?? '',
  probability: String(deal.probability ?? ''),
  owner_user_id: deal.owner?.user_id ?? '',
  source: deal.source ?? '',
  tags: deal.tags.join(', '),
  version: String(deal.version),
})

/** All fields of a deal; after a failed save they show what was entered. */
export const EditDeal: FC<ShownDeal & FormState> = ({
  parts,
  home,
  object: deal,
  open,
  values: entered,
  problems,
}) => {
  const values: Form = { ...valuesOf(deal), ...entered }
  const { field, choice } = fieldsOf(dealLabels, { values, problems })
  const members = parts.members.map(({ user_id: id, name }) => ({ id, name }))
  return (
    <details class="more card" open={open}>
      <summary>Edit</summary>
      <form class="stack" method="post" action={`/deals/${deal.id}/change?org=${home.slug}`} novalidate>
        <Hidden fields={{ version: values.version }} />
        {field('title')}
        <div class="columns">
          {field('value_minor', { hint: 'Such as 1250.00.' })}
          {field('currency', { hint: 'Three letters, such as EUR.' })}
          {choice('client_id', choicesFrom('None', parts.clients, deal.client))}
          {choice('owner_user_id', choicesFrom('Nobody', members, personChoice(deal.owner)))}
          {field('expected_close_date', { type: 'date', optional: true, hint: 'When it should be decided.' })}
          {field('probability', { optional: true, hint: 'Otherwise that of its stage.' })}
          {field('source', { optional: true, hint: 'Where it came from.' })}
          {field('tags', { optional: true, hint: 'Separated by commas.' })}
        </div>
        <button class="primary">Save</button>
      </form>
    </details>
  )
}
