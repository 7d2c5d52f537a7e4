import type { FC } from 'hono/jsx'
import type { Home } from '../kit/organization-context.ts'
import { type Part, partOf } from '../kit/pager.tsx'
import { type Ticket, TicketRow } from './ticket-parts.tsx'
import type { Visit } from '../kit/visit.ts'

type Listed<T> = { items: T[]; total: number }
export type RelatedTickets = { next: Listed<Ticket>; others: Listed<Ticket> }

/** The parts of long lists that the page shows. */
export const listsOn = (visit: Visit, number: string) => {
  const at = `/organizations/${visit.c.req.param('slug')}/tickets/${number}`
  return {
    events: partOf(visit, at, 'events_from', 200, 'history'),
    next: partOf(visit, at, 'next_from', 10, 'follow-ups'),
    others: partOf(visit, at, 'others_from', 10, 'others'),
  }
}

type RelatedProps = {
  of: RelatedTickets
  ticket: Ticket
  home: Home
  lists: ReturnType<typeof listsOn>
}
/** The tickets that follow this one up, and those of its client. */
export const Related: FC<RelatedProps> = ({ of: { next, others }, ticket, home, lists }) => {
  const section = (id: string, title: string, { items, total }: Listed<Ticket>, part: Part) =>
    total ? (
      <section class="card" aria-labelledby={id}>
        <h2 id={id}>{title}</h2>
        <ul class="rows">
          {items.map((one) => (
            <TicketRow ticket={one} home={home} />
          ))}
        </ul>
        {part.pager(total)}
      </section>
    ) : null
  const client = ticket.client?.name ?? 'the client'
  return (
    <>
      {section('follow-ups', 'Follow-ups', next, lists.next)}
      {others.total > 1 ? section('others', `Tickets of ${client}`, others, lists.others) : null}
    </>
  )
}
