import { say } from '../kit/say.ts'
import type { Child, FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import type { Also, ShowForm } from '../kit/forms.tsx'
import type { Form, Problems, PageRequest } from '../kit/page-request.ts'
import type { Ticket } from './portal-tickets.tsx'

const scores = { 1: '1, bad', 2: '2', 3: '3', 4: '4', 5: '5, good' } as const

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
export const scored = ({ score }: Form): Also =>
  score ? {} : { invalid: { score: say('Choose from 1 to 5.') } }

type Props = {
  ticket: Pick<Ticket, 'csat_score' | 'merged_into_id' | 'status'>
  label: string
  shown: { request: PageRequest; problems: Problems; form: ShowForm }
}
/** The customer's rating of a solved ticket, which can be given once. */
export const Rating: FC<Props> = ({ ticket, label, shown: { request, problems, form } }) => {
  if (ticket.csat_score)
    return <p class="muted">{say('You rated it {score} of 5.', { score: ticket.csat_score })}</p>
  if (ticket.merged_into_id || !['resolved', 'closed'].includes(ticket.status)) return null
  const above = <Scores label={label} value={request.form.score} problem={problems.fields.score} />
  return <div class="card">{form('rating', { except: ['score'], above })}</div>
}

type ScoresProps = { label: string; value: string | undefined; problem: string | undefined }
const Scores: FC<ScoresProps> = ({ label, value, problem }): Child => (
  <fieldset aria-describedby={problem ? 'rating-score-problem' : undefined}>
    <legend>{say(label)}</legend>
    {problem ? (
      <p class="problem" id="rating-score-problem">
        {problem}
      </p>
    ) : null}
    <div class="scores">
      {Object.entries(scores).map(([score, text], n) => {
        const id = n ? `rating-score-${n + 1}` : 'rating-score'
        return (
          <label for={id}>
            <input id={id} type="radio" name="score" value={score} checked={value === score} />
            {say(text)}
          </label>
        )
      })}
    </div>
  </fieldset>
)
