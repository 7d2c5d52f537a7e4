import { say, wordsOf } from '../kit/say.ts'
import type { FC } from 'hono/jsx'
import type { Item } from '../kit/operations.ts'
import { Badge, LinkButton } from '../kit/parts.tsx'
import { Moment } from '../kit/time.tsx'
import { portalList } from './portal-page.tsx'

export const tickets = '/portal/tickets'
export type Ticket = Item<'listPortalTickets'>

const colors = {
  open: 'accent',
  pending: 'warn',
  on_hold: undefined,
  resolved: 'good',
  closed: undefined,
} as const
/** What a status means to the contact. */
const meaning = wordsOf({
  open: 'we are on it',
  pending: 'waiting for your answer',
  on_hold: 'on hold',
  resolved: 'solved',
  closed: 'closed',
})
export const State: FC<Pick<Ticket, 'status'>> = ({ status }) => (
  <Badge kind={colors[status]}>{meaning(status)}</Badge>
)

const statuses: Record<string, string> = { open: 'open,pending,on_hold', solved: 'resolved,closed' }

export default portalList('listPortalTickets', {
  at: tickets,
  title: 'Tickets',
  counted: (n) => say('{n, plural, =0 {No ticket here} one {# ticket} other {# tickets}}', { n }),
  states: Object.keys(statuses),
  stateName: 'show',
  stateWords: { open: 'open', solved: 'solved' },
  stateQuery: (state) => ({ status: statuses[state] }),
  above: (me) =>
    me.only_ticket_id ? null : (
      <p>
        <LinkButton to={`${tickets}/new`} kind="primary">
          {say('Ask for help')}
        </LinkButton>
      </p>
    ),
  line: ({ id, number, subject, status, ...ticket }) => ({
    to: `${tickets}/${id}`,
    title: subject,
    facts: [
      `#${number}`,
      say('Asked {at}', { at: <Moment at={ticket.created_at} /> }),
      ticket.last_agent_message_at &&
        say('Answered {at}', { at: <Moment at={ticket.last_agent_message_at} /> }),
      ticket.csat_score && say('Rated {score} of 5', { score: ticket.csat_score }),
    ],
    marks: <State status={status} />,
  }),
})
