import type { FC } from 'hono/jsx'
import type { Item } from '../kit/operations.ts'
import { Badge } from '../kit/parts.tsx'
import { Moment } from '../kit/time.tsx'
import { portalList } from './portal-page.tsx'

export const tickets = '/portal/tickets'
export type Ticket = Item<'listPortalTickets'>

const statusTexts = {
  open: ['we are on it', 'accent'],
  pending: ['waiting for your answer', 'warn'],
  on_hold: ['on hold', undefined],
  resolved: ['solved', 'good'],
  closed: ['closed', undefined],
} as const
/** What a status means to the contact. */
export const State: FC<Pick<Ticket, 'status'>> = ({ status }) => {
  const [label, kind] = statusTexts[status]
  return <Badge kind={kind}>{label}</Badge>
}

const statuses: Record<string, string> = { open: 'open,pending,on_hold', solved: 'resolved,closed' }

export default portalList({
  at: tickets,
  of: 'listPortalTickets',
  title: 'Tickets',
  noun: ['ticket'],
  states: Object.keys(statuses),
  stateName: 'show',
  stateQuery: (state) => ({ status: statuses[state] }),
  above: (me) =>
    me.only_ticket_id ? null : (
      <p>
        <a class="button primary" href={`${tickets}/new`}>
          Ask for help
        </a>
      </p>
    ),
  line: ({ id, number, subject, status, ...ticket }) => ({
    to: `${tickets}/${id}`,
    title: subject,
    facts: [
      `#${number}`,
      <>
        Asked <Moment at={ticket.created_at} />
      </>,
      ticket.last_agent_message_at && (
        <>
          Answered <Moment at={ticket.last_agent_message_at} />
        </>
      ),
      ticket.csat_score && `Rated ${ticket.csat_score} of 5`,
    ],
    marks: <State status={status} />,
  }),
})
