import type { FC } from 'hono/jsx'
import { withQuery, withoutEmpty, offsetOf, pageSize, pageQuery, Tabs } from '../kit/lists.tsx'
import { Pager } from '../kit/pager.tsx'
import { Badge, count } from '../kit/parts.tsx'
import { showPortal } from './portal-frame.tsx'
import { contactPage } from './contact-page.tsx'
import { Moment } from '../kit/time.tsx'

export type Status = 'open' | 'pending' | 'on_hold' | 'resolved' | 'closed'
export type Ticket = {
  id: string
  number: number
  subject: string
  status: Status
  created_at: string
  last_agent_message_at: string | null
  resolved_at: string | null
  merged_into_id: string | null
  follow_up_of_id: string | null
  csat_score: number | null
}
const at = '/portal/tickets'

const statusTexts = {
  open: ['we are on it', 'accent'],
  pending: ['waiting for your answer', 'warn'],
  on_hold: ['on hold', undefined],
  resolved: ['solved', 'good'],
  closed: ['closed', undefined],
} as const
/** What a status means to the contact. */
export const State: FC<{ status: Status }> = ({ status }) => {
  const [label, kind] = statusTexts[status]
  return <Badge kind={kind}>{label}</Badge>
}

const filters = { open: 'open,pending,on_hold', solved: 'resolved,closed' } as const
type Filter = keyof typeof filters
const tab = (label: string, filter: Filter | undefined, show?: Filter) => ({
  label,
  to: withQuery(at, { show }),
  current: show === filter,
})

export const showTickets = contactPage(async ({ visit, me, get }) => {
  const filter = (Object.keys(filters) as Filter[]).find((one) => one === visit.query.show)
  const params = pageQuery(visit, { status: filter && filters[filter] })
  const [who, { items, total }] = await Promise.all([
    me(),
    get<{ items: Ticket[]; total: number }>(`/tickets?${params}`),
  ])
  return showPortal(
    visit,
    { title: 'Tickets', me: who },
    <>
      <div class="head">
        <h1>Tickets</h1>
        {who.only_ticket_id ? null : (
          <a class="button primary" href={`${at}/new`}>
            Ask for help
          </a>
        )}
      </div>
      <section class="card stack" aria-labelledby="tickets">
        <h2 id="tickets">{total ? count(total, 'ticket') : 'No ticket here'}</h2>
        <Tabs of={[tab('all', filter), tab('open', filter, 'open'), tab('solved', filter, 'solved')]} />
        <ul class="rows">
          {items.map((ticket) => (
            <Row ticket={ticket} />
          ))}
        </ul>
        <Pager
          at={at}
          query={withoutEmpty({ show: filter })}
          offset={offsetOf(visit)}
          size={pageSize}
          total={total}
        />
      </section>
    </>,
  )
})

const Row: FC<{ ticket: Ticket }> = ({ ticket: { id, number, subject, status, ...ticket } }) => (
  <li class="row">
    <div class="grow">
      <p class="title">
        <a href={`${at}/${id}`}>{subject}</a>
      </p>
      <p class="facts">
        <span>{`#${number}`}</span>
        <span>
          Asked <Moment at={ticket.created_at} />
        </span>
        {ticket.last_agent_message_at ? (
          <span>
            Answered <Moment at={ticket.last_agent_message_at} />
          </span>
        ) : null}
        {ticket.csat_score ? <span>{`Rated ${ticket.csat_score} of 5`}</span> : null}
      </p>
    </div>
    <State status={status} />
  </li>
)
