import { say } from '../kit/say.ts'
import { calling } from '../kit/forms.tsx'
import { PageError } from '../kit/page-request.ts'
import { portalDoor } from './portal-page.tsx'
import { Rating, ratingFields, scored } from './portal-rating.tsx'

/** The target of the link in the mail about a resolved ticket. */
export default portalDoor({
  at: '/ticket-rating/:token',
  parts: ({ read }) =>
    read('getTicketRating').catch((error: unknown) => {
      if (!(error instanceof PageError && error.status === 404)) throw error
      throw new PageError(404, say('This link no longer works'), say('It has expired, or is incomplete.'))
    }),
  title: ({ parts }) => parts.subject,
  name: ({ organization }) => organization,
  marks: ({ organization, number }) => (
    <span class="muted">{say('{organization} · ticket {number}', { organization, number })}</span>
  ),
  said: { rated: 'Thank you for your rating.' },
  forms: {
    rating: calling('rateTicket', {
      verb: 'Rate',
      fields: ratingFields('How satisfied are you with our help?'),
      also: scored,
      to: ({ here }) => `${here}?done=rated`,
    }),
  },
  Content: ({ parts, ...shown }) => (
    <Rating
      ticket={{ csat_score: parts.score, merged_into_id: null, status: 'resolved' }}
      label="How satisfied are you with our help?"
      shown={shown}
    />
  ),
})
