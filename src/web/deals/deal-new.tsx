import type { FC } from 'hono/jsx'
import { uuidv7 } from '../../kit/id.ts'
import { choicesFrom, badAmount, fieldsOf, filled, type FormInput } from '../kit/object-actions.tsx'
import { dealLabels, type Pipeline } from './deal-parts.tsx'
import { minorOf } from '../kit/money.tsx'
import { Hidden } from '../kit/parts.tsx'
import { type Form, noProblems, type Problems, type Visit } from '../kit/visit.ts'

type Draft = { body: Record<string, unknown>; problems?: Form }

/** The request body for the form of a new deal, and the errors in its value. */
export function dealDraft(form: Form, defaultCurrency: string): Draft {
  const currency = (form.currency ?? '').trim().toUpperCase() || defaultCurrency
  const value_minor = minorOf(form.value_minor ?? '', currency)
  if (value_minor === undefined) return { body: {}, problems: { value_minor: badAmount } }
  const more = filled(form, ['client_id', 'stage_id', 'expected_close_date', 'source'])
  return { body: { title: form.title ?? '', value_minor, currency, ...more } }
}

type Props = {
  visit: Visit
  pipeline: Pipeline
  clients: { id: string; name: string }[]
  currency: string
  to: string
  problems: Problems
}
export const NewDeal: FC<Props> = ({ visit, pipeline, clients, currency: defaultCurrency, to, problems }) => {
  const isOpen = problems !== noProblems && visit.form.title !== undefined
  const values = { currency: pipeline.currency ?? defaultCurrency, ...(isOpen ? visit.form : {}) }
  const { field, choice } = fieldsOf(dealLabels, { values, problems })
  return (
    <details class="more card" open={isOpen}>
      <summary>New deal</summary>
      <form class="stack" method="post" action={to} novalidate>
        <Hidden fields={{ once: uuidv7() }} />
        {field('title')}
        <div class="columns">
          {field('value_minor', { hint: 'Such as 1250.00.' })}
          {field('currency', { hint: 'Three letters, such as EUR.' })}
          {choice('client_id', choicesFrom('None yet', clients))}
          {choice(
            'stage_id',
            pipeline.stages.map(({ id, name }) => [id, name]),
          )}
          {field('expected_close_date', { type: 'date', optional: true })}
          {field('source', { optional: true })}
        </div>
        <button class="primary">Create deal</button>
      </form>
    </details>
  )
}

/** The request body for the form of a new pipeline, which has a stage and its probability in each line. */
export function pipelineDraft({ name = '', stages = '' }: Form): Draft {
  const lines = stages.split('\n').filter((line) => line.trim())
  const parsed = lines.map((line) => /^\s*(.*\S)\s+(\d{1,3})\s*%?\s*$/.exec(line))
  if (!lines.length || parsed.includes(null))
    return {
      body: {},
      problems: { stages: 'Each line is a stage and its chance in percent, such as Qualified 20.' },
    }
  return { body: { name, stages: parsed.map((one) => ({ name: one![1], probability: Number(one![2]) })) } }
}

const defaultStages = 'Qualified 20\nProposal sent 50\nNegotiation 80'

export const NewPipeline: FC<FormInput & { to: string }> = ({ to, values, problems }) => {
  const { field, text } = fieldsOf(
    { name: 'Name', stages: 'Stages' },
    { values: { name: 'Sales', stages: defaultStages, ...values }, problems },
  )
  return (
    <form class="card stack" method="post" action={to} novalidate>
      <h2>The first pipeline</h2>
      <Hidden fields={{ once: uuidv7() }} />
      {field('name')}
      {text('stages', 5, 'One stage per line, with the chance of winning its deals in percent.')}
      <button class="primary">Create pipeline</button>
    </form>
  )
}
