import type { FC } from 'hono/jsx'
import type { Item } from '../kit/operations.ts'
import { Badge, LinkButton } from '../kit/parts.tsx'
import { Moment } from '../kit/time.tsx'
import type { SayInPortal } from './messages.ts'
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
export const State: FC<Pick<Ticket, 'status'> & { say: SayInPortal }> = ({ status, say }) => (
  <Badge kind={colors[status]}>{say(`ticket_status.${status}`)}</Badge>
)

const statuses: Record<string, string> = { open: 'open,pending,on_hold', solved: 'resolved,closed' }

export default portalList('listPortalTickets', (say) => ({
  at: tickets,
  title: say('tickets'),
  counted: (count) => say('tickets_counted', { count }),
  states: Object.keys(statuses),
  stateName: 'show',
  stateWords: { open: say('show.open'), solved: say('show.solved') },
  stateQuery: (state) => ({ status: statuses[state] }),
  above: (me) =>
    me.only_ticket_id ? null : (
      <p>
        <LinkButton to={`${tickets}/new`} kind="primary">
          {say('ask')}
        </LinkButton>
      </p>
    ),
  line: ({ id, number, subject, status, ...ticket }) => ({
    to: `${tickets}/${id}`,
    title: subject,
    facts: [
      `#${number}`,
      say.with('asked', { at: <Moment at={ticket.created_at} /> }),
      ticket.last_agent_message_at &&
        say.with('answered', { at: <Moment at={ticket.last_agent_message_at} /> }),
      ticket.csat_score && say('rated_row', { score: ticket.csat_score }),
    ],
    marks: <State status={status} say={say} />,
  }),
}))
