import type { Child, FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import type { Also, ShowForm } from '../kit/forms.tsx'
import type { Form, Problems, Visit } from '../kit/visit.ts'
import type { SayInPortal } from './messages.ts'
import type { Ticket } from './portal-tickets.tsx'

const scores = ['1', '2', '3', '4', '5'] as const

/** What a form asks for that rates a solved ticket. */
export const ratingFields = (say: SayInPortal, label: string) =>
  bodyFields('PortalRating', {
    score: label,
    comment: {
      label: say('comment'),
      type: 'long',
      height: 3,
      hint: say('comment_hint'),
    },
  })
export const scored =
  (say: SayInPortal) =>
  ({ score }: Form): Also =>
    score ? {} : { invalid: { score: say('score_missing') } }

type Props = {
  ticket: Pick<Ticket, 'csat_score' | 'merged_into_id' | 'status'>
  label: string
  say: SayInPortal
  shown: { visit: Visit; problems: Problems; form: ShowForm }
}
/** The customer's rating of a solved ticket, which can be given once. */
export const Rating: FC<Props> = ({ ticket, label, say, shown: { visit, problems, form } }) => {
  if (ticket.csat_score) return <p class="muted">{say('rated', { score: ticket.csat_score })}</p>
  if (ticket.merged_into_id || !['resolved', 'closed'].includes(ticket.status)) return null
  const above = <Scores label={label} say={say} value={visit.form.score} problem={problems.fields.score} />
  return <div class="card">{form('rating', { except: ['score'], above })}</div>
}

type ScoresProps = { label: string; say: SayInPortal; value: string | undefined; problem: string | undefined }
const Scores: FC<ScoresProps> = ({ label, say, value, problem }): Child => (
  <fieldset aria-describedby={problem ? 'rating-score-problem' : undefined}>
    <legend>{label}</legend>
    {problem ? (
      <p class="problem" id="rating-score-problem">
        {problem}
      </p>
    ) : null}
    <div class="scores">
      {scores.map((score, n) => {
        const id = n ? `rating-score-${n + 1}` : 'rating-score'
        return (
          <label for={id}>
            <input id={id} type="radio" name="score" value={score} checked={value === score} />
            {say(`score.${score}`)}
          </label>
        )
      })}
    </div>
  </fieldset>
)
