import type { FC } from 'hono/jsx'
import { uuidv7 } from '../kit/id.ts'
import { among, badAmount, fieldsOf, filled, type Given } from './acting.tsx'
import { dealLabels, type Pipeline } from './deal-parts.tsx'
import { minorOf } from './money.tsx'
import { Hidden } from './parts.tsx'
import { type Form, noProblems, type Problems, type Visit } from './visit.ts'

type Draft = { body: Record<string, unknown>; problems?: Form }

/** What the form of a new deal says, as the API takes it; and what is wrong with its value. */
export function dealDraft(form: Form, usual: string): Draft {
  const currency = (form.currency ?? '').trim().toUpperCase() || usual
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
export const NewDeal: FC<Props> = ({ visit, pipeline, clients, currency: usual, to, problems }) => {
  const begun = problems !== noProblems && visit.form.title !== undefined
  const values = { currency: pipeline.currency ?? usual, ...(begun ? visit.form : {}) }
  const { field, choice } = fieldsOf(dealLabels, { values, problems })
  return (
    <details class="more card" open={begun}>
      <summary>New deal</summary>
      <form class="stack" method="post" action={to} novalidate>
        <Hidden fields={{ once: uuidv7() }} />
        {field('title', { maxlength: 200 })}
        <div class="columns">
          {field('value_minor', { hint: 'Such as 1250.00.' })}
          {field('currency', { maxlength: 3, hint: 'Three letters, such as EUR.' })}
          {choice('client_id', among('None yet', clients))}
          {choice(
            'stage_id',
            pipeline.stages.map(({ id, name }) => [id, name]),
          )}
          {field('expected_close_date', { type: 'date', optional: true })}
          {field('source', { optional: true, maxlength: 60 })}
        </div>
        <button class="primary">Create deal</button>
      </form>
    </details>
  )
}

/** What the form of a new pipeline says: in each line a stage and its probability. */
export function pipelineDraft({ name = '', stages = '' }: Form): Draft {
  const lines = stages.split('\n').filter((line) => line.trim())
  const read = lines.map((line) => /^\s*(.*\S)\s+(\d{1,3})\s*%?\s*$/.exec(line))
  if (!lines.length || read.includes(null))
    return {
      body: {},
      problems: { stages: 'Each line is a stage and its chance in percent, such as Qualified 20.' },
    }
  return { body: { name, stages: read.map((one) => ({ name: one![1], probability: Number(one![2]) })) } }
}

const usualStages = 'Qualified 20\nProposal sent 50\nNegotiation 80'

export const NewPipeline: FC<Given & { to: string }> = ({ to, values, problems }) => {
  const { field, text } = fieldsOf(
    { name: 'Name', stages: 'Stages' },
    { values: { name: 'Sales', stages: usualStages, ...values }, problems },
  )
  return (
    <form class="card stack" method="post" action={to} novalidate>
      <h2>The first pipeline</h2>
      <Hidden fields={{ once: uuidv7() }} />
      {field('name', { maxlength: 120 })}
      {text('stages', 5, 'In each line a stage and how likely its deals are won, in percent.')}
      <button class="primary">Create pipeline</button>
    </form>
  )
}
