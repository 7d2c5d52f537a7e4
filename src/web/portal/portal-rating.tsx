import type { Child, FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import type { Also, ShowForm } from '../kit/forms.tsx'
import type { Form, Problems, Visit } from '../kit/visit.ts'
import type { Ticket } from './portal-tickets.tsx'

const scores = ['1, bad', '2', '3', '4', '5, good']

/** What a form asks for that rates a solved ticket. */
export const ratingFields = (label: string) =>
  bodyFields('PortalRating', {
    score: label,
    comment: {
      label: 'Comment',
      type: 'long',
      height: 3,
      hint: 'If you like: what went well, or what did not.',
    },
  })
export const scored = ({ score }: Form): Also => (score ? {} : { invalid: { score: 'Choose from 1 to 5.' } })

type Props = {
  ticket: Pick<Ticket, 'csat_score' | 'merged_into_id' | 'status'>
  label: string
  shown: { visit: Visit; problems: Problems; form: ShowForm }
}
/** The customer's rating of a solved ticket, which can be given once. */
export const Rating: FC<Props> = ({ ticket, label, shown: { visit, problems, form } }) => {
  if (ticket.csat_score) return <p class="muted">{`You rated it ${ticket.csat_score} of 5.`}</p>
  if (ticket.merged_into_id || !['resolved', 'closed'].includes(ticket.status)) return null
  const above = <Scores label={label} value={visit.form.score} problem={problems.fields.score} />
  return <div class="card">{form('rating', { except: ['score'], above })}</div>
}

type ScoresProps = { label: string; value: string | undefined; problem: string | undefined }
const Scores: FC<ScoresProps> = ({ label, value, problem }): Child => (
  <fieldset aria-describedby={problem ? 'rating-score-problem' : undefined}>
    <legend>{label}</legend>
    {problem ? (
      <p class="problem" id="rating-score-problem">
        {problem}
      </p>
    ) : null}
    <div class="scores">
      {scores.map((text, n) => {
        const id = n ? `rating-score-${n + 1}` : 'rating-score'
        const score = String(n + 1)
        return (
          <label for={id}>
            <input id={id} type="radio" name="score" value={score} checked={value === score} />
            {text}
          </label>
        )
      })}
    </div>
  </fieldset>
)
