import type { Child, FC } from 'hono/jsx'
import type { Member } from './deal-parts.tsx'
import { formatter } from './markdown.ts'
import { Pager } from './pager.tsx'
import { Badge, count } from './parts.tsx'
import type { Home } from './place.ts'
import { inWords, ticketsAt, type WholeTicket } from './ticket-parts.tsx'
import { Moment } from './time.tsx'

type Somebody = { user_id: string; name: string } | null
export type Message = {
  id: string
  author_kind: 'agent' | 'customer'
  author: Somebody
  contact: { name: string } | null
  body: string
  is_internal: boolean
  created_at: string
}
type TalkProps = {
  ticket: WholeTicket
  items: Message[]
  total: number
  at: string
  offset: number | undefined
  size: number
}

const customerOf = ({ contact, requester_email: email }: WholeTicket) =>
  contact?.name ?? email ?? 'The customer'

/** What was asked, and the messages and internal notes since, oldest first. */
export const Talk: FC<TalkProps> = ({ ticket, items, total, at, offset, size }) => {
  const format = formatter()
  const from = offset ?? Math.max(0, total - size)
  return (
    <section class="card" aria-labelledby="talk">
      <h2 id="talk">Conversation</h2>
      {from > 0 ? (
        <p class="hint">{`Earlier messages are on the pages before: ${from} of ${total}.`}</p>
      ) : null}
      <ol class="talk rows">
        {from === 0 ? (
          <li class="close">
            <p class="facts">
              <strong>{customerOf(ticket)}</strong>
              <Moment at={ticket.created_at} />
            </p>
            {ticket.description ? (
              <div class="prose">{format(ticket.description)}</div>
            ) : (
              <p class="muted">No description.</p>
            )}
          </li>
        ) : null}
        {items.map((one) => (
          <Said message={one} ticket={ticket} said={format(one.body)} />
        ))}
      </ol>
      <Pager at={at} kept={{}} offset={from} size={size} total={total} />
    </section>
  )
}

const Said: FC<{ message: Message; ticket: WholeTicket; said: Child }> = ({ message, ticket, said }) => {
  const { author_kind, author, contact, is_internal, created_at, id } = message
  const isCustomer = author_kind === 'customer'
  return (
    <li class={is_internal ? 'internal close' : 'close'} id={`message-${id}`}>
      <p class="facts">
        <strong>
          {isCustomer ? (contact?.name ?? customerOf(ticket)) : (author?.name ?? 'Somebody who left')}
        </strong>
        <Moment at={created_at} />
        {is_internal ? <Badge kind="warn">internal note, not for the customer</Badge> : null}
        {isCustomer ? <Badge>customer</Badge> : null}
        {isCustomer && author ? <span>{`recorded by ${author.name}`}</span> : null}
      </p>
      <div class="prose">{said}</div>
    </li>
  )
}

export type Happening = {
  kind: string
  at: string
  actor: Somebody
  contact: { name: string } | null
  data: Record<string, unknown>
}
type HistoryProps = { items: Happening[]; total: number; ticket: WholeTicket; home: Home; members: Member[] }

/** What happened to the ticket, newest first. */
export const TicketHistory: FC<HistoryProps> = ({ items, total, ticket, home, members }) => (
  <details class="more card">
    <summary>{`History: ${count(total, 'event')}`}</summary>
    {total > items.length ? <p class="hint">{`The first ${items.length} are shown.`}</p> : null}
    <ul class="rows">
      {items.toReversed().map((one) => (
        <li class="head">
          <span>
            <strong>{one.actor?.name ?? one.contact?.name ?? 'By itself'}</strong>{' '}
            {happened(one, ticket, home, members)}
          </span>
          <span class="muted small">
            <Moment at={one.at} />
          </span>
        </li>
      ))}
    </ul>
  </details>
)

function happened({ kind, data }: Happening, ticket: WholeTicket, home: Home, members: Member[]): Child {
  const { from, to } = data as Record<string, string | undefined>
  const link = (id: string) => <a href={`${ticketsAt(home)}/${id}`}>another ticket</a>
  switch (kind) {
    case 'created':
      return 'created the ticket'
    case 'status':
    case 'priority':
      return `set the ${kind} from ${inWords(from ?? '')} to ${inWords(to ?? '')}`
    case 'assignee':
      return to
        ? `gave it to ${members.find(({ user_id }) => user_id === to)?.name ?? 'somebody who left'}`
        : 'took it from whoever had it'
    case 'snooze':
      return to ? (
        <>
          snoozed it until <Moment at={to} />
        </>
      ) : (
        'woke it up'
      )
    case 'merge':
      return to === ticket.id && from ? (
        <>merged {link(from)} into it</>
      ) : (
        <>merged it into {to ? link(to) : 'another ticket'}</>
      )
    case 'task':
      return to ? 'made a task of it' : 'deleted its task'
    default:
      return inWords(kind)
  }
}
