import { calling } from '../kit/forms.tsx'
import { PageError } from '../kit/visit.ts'
import { portalDoor } from './portal-page.tsx'
import { Rating, ratingFields, scored } from './portal-rating.tsx'

/** The target of the link in the mail about a resolved ticket. */
export default portalDoor((say) => ({
  at: '/ticket-rating/:token',
  parts: ({ read }) =>
    read('getTicketRating').catch((error: unknown) => {
      if (!(error instanceof PageError && error.status === 404)) throw error
      throw new PageError(404, say('rating_link_ended'), say('rating_link_ended_why'))
    }),
  title: ({ parts }) => parts.subject,
  name: ({ organization }) => organization,
  marks: ({ organization, number }) => (
    <span class="muted">{say('rating_of', { organization, number })}</span>
  ),
  said: { rated: say('done_rated') },
  forms: {
    rating: calling('rateTicket', {
      verb: say('rate'),
      fields: ratingFields(say, say('rating_asked')),
      also: scored(say),
      to: ({ here }) => `${here}?done=rated`,
    }),
  },
  Content: ({ parts, ...shown }) => (
    <Rating
      ticket={{ csat_score: parts.score, merged_into_id: null, status: 'resolved' }}
      label={say('rating_asked')}
      say={say}
      shown={shown}
    />
  ),
}))
