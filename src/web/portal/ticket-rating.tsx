import { Notice, Summary } from '../kit/parts.tsx'
import { showPortal } from './portal-frame.tsx'
import { Rating } from './portal-rating.tsx'
import {
  redirectTo,
  noProblems,
  type Page,
  type Problems,
  problemsOf,
  PageError,
  pageErrorOf,
  type Visit,
} from '../kit/visit.ts'

type Asked = { organization: string; number: string; subject: string; score: number | null }

const labels = { score: 'How satisfied are you with our help?', comment: 'Comment' }
const tokenOf = ({ c }: Visit) => encodeURIComponent(c.req.param('token') ?? '')
const at = (visit: Visit) => `/ticket-rating/${tokenOf(visit)}`

async function page(visit: Visit, problems: Problems = noProblems, status = 200): Promise<Response> {
  const reply = await visit.api.send<Asked>('GET', `/api/v1/ticket-ratings/${tokenOf(visit)}`)
  if (reply.status === 404)
    throw new PageError(404, 'This link no longer works', 'It has expired, or is incomplete.')
  if (reply.status !== 200) throw pageErrorOf(reply)
  const { organization, number, subject, score } = reply.body
  const ticket = { csat_score: score, merged_into_id: null, status: 'resolved' } as const
  return showPortal(
    visit,
    { title: `Ticket ${number}`, name: organization, status },
    <div class="stack">
      <h1>{subject}</h1>
      <p class="marks muted">{`${organization} · ticket ${number}`}</p>
      {visit.query.done ? (
        <Notice kind="good">
          <p>Thank you for your rating.</p>
        </Notice>
      ) : null}
      <Summary problems={problems} labels={labels} />
      <Rating at={at(visit)} ticket={ticket} values={visit.form} problems={problems} labels={labels} />
    </div>,
  )
}

/** The target of the link in the mail about a resolved ticket. */
export const showRating: Page = (visit) => page(visit)

export const sendRating: Page = async (visit) => {
  const { score, comment } = visit.form
  if (!score) return page(visit, { fields: { score: 'Choose from 1 to 5.' }, general: [] }, 422)
  const body = { score: Number(score) || 0, ...(comment?.trim() && { comment }) }
  const reply = await visit.api.send('POST', `/api/v1/ticket-ratings/${tokenOf(visit)}`, { body })
  if (reply.status === 200) return redirectTo(`${at(visit)}?done=rated`)
  if (reply.status === 409 || reply.status === 422)
    return page(visit, problemsOf(reply, ['score', 'comment']), reply.status)
  if (reply.status === 404) return page(visit)
  throw pageErrorOf(reply)
}
