import type { Child, FC } from 'hono/jsx'
import { fileTypes } from '../../db/schema/values.ts'
import { uuidv7 } from '../kit/id.ts'
import type { Member } from './deal-parts.tsx'
import { limits } from './files.tsx'
import { formatter } from './markdown.ts'
import { Pager } from './pager.tsx'
import { Badge, count, Hidden, sizeOf } from './parts.tsx'
import type { Home } from './place.ts'
import { inWords, ticketsAt, type WholeTicket } from './ticket-parts.tsx'
import { Moment } from './time.tsx'
import type { Problems } from './visit.ts'

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
export type TicketFile = { id: string; filename: string; size_bytes: number; message_id: string | null }
/** The files of the ticket, and who may attach another one. */
type Filed = { files: TicketFile[]; mayAttach: string | null; problems: Problems }
type TalkProps = Filed & {
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
export const Talk: FC<TalkProps> = ({ ticket, items, total, at, offset, size, ...filed }) => {
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
            <Files {...filed} at={at} />
          </li>
        ) : null}
        {items.map((one) => (
          <Said message={one} ticket={ticket} said={format(one.body)} at={at} {...filed} />
        ))}
      </ol>
      <Pager at={at} kept={{}} offset={from} size={size} total={total} />
    </section>
  )
}

type SaidProps = Filed & { message: Message; ticket: WholeTicket; said: Child; at: string }
const Said: FC<SaidProps> = ({ message, ticket, said, at, ...filed }) => {
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
      <Files
        {...filed}
        at={at}
        message={id}
        mayAttach={author?.user_id === filed.mayAttach ? filed.mayAttach : null}
      />
    </li>
  )
}

/** The files of a message, or those of the ticket itself, which agents alone see unless a customer sent them. */
const Files: FC<Filed & { at: string; message?: string }> = ({ files, at, message, mayAttach, problems }) => {
  const own = files.filter(({ message_id }) => message_id === (message ?? null))
  const field = message ? `file-${message}` : 'file'
  return (
    <>
      {own.length ? (
        <ul class="kept">
          {own.map(({ id, filename, size_bytes }) => (
            <li>
              <a href={`${at}/files/${id}`}>{filename}</a> <span class="muted">{sizeOf(size_bytes)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {mayAttach ? (
        <details class="more" open={problems.fields.file !== undefined && !message}>
          <summary>{message ? 'Attach a file to this message' : 'Attach a file for agents alone'}</summary>
          <form class="stack" method="post" action={`${at}/files`} enctype="multipart/form-data" novalidate>
            <Hidden fields={{ once: uuidv7(), message }} />
            <div class="field">
              <label for={field}>File</label>
              <p class="hint">{limits}</p>
              <input id={field} name="file" type="file" accept={fileTypes.join(',')} required />
            </div>
            <button class="slim">Attach</button>
          </form>
        </details>
      ) : null}
    </>
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
