import { Text } from '../kit/inputs.tsx'
import type { FC } from 'hono/jsx'
import type { Ticket } from './portal-tickets.tsx'
import type { Form, Problems } from '../kit/visit.ts'

const scores = ['1, bad', '2', '3', '4', '5, good']

type Rated = Pick<Ticket, 'csat_score' | 'merged_into_id' | 'status'>
type Props = { at: string; ticket: Rated; values: Form; problems: Problems; labels: Form }
/** The customer's rating of a solved ticket, which can be given once. */
export const Rating: FC<Props> = ({ at, ticket, values, problems, labels }) => {
  if (ticket.csat_score) return <p class="muted">{`You rated it ${ticket.csat_score} of 5.`}</p>
  if (ticket.merged_into_id || !['resolved', 'closed'].includes(ticket.status)) return null
  const problem = problems.fields.score
  return (
    <form class="card stack" method="post" action={`${at}/rating`} novalidate>
      <fieldset aria-describedby={problem ? 'score-problem' : undefined}>
        <legend>{labels.score}</legend>
        {problem ? (
          <p class="problem" id="score-problem">
            {problem}
          </p>
        ) : null}
        <div class="scores">
          {scores.map((label, n) => (
            <label for={n ? `score-${n + 1}` : 'score'}>
              <input
                id={n ? `score-${n + 1}` : 'score'}
                type="radio"
                name="score"
                value={String(n + 1)}
                checked={values.score === String(n + 1)}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      <Text
        name="comment"
        label={labels.comment!}
        value={values.comment}
        problems={problems}
        rows={3}
        hint="If you like: what went well, or what did not."
      />
      <button>Rate</button>
    </form>
  )
}
