import type { Child, FC } from 'hono/jsx'
import { fileTypes } from '../../../db/schema/values.ts'
import { uuidv7 } from '../../kit/id.ts'
import type { Member } from '../deals/deal-parts.tsx'
import { limits } from '../attachments/files.tsx'
import { formatter } from '../kit/markdown.ts'
import { type Part, Pager } from '../kit/pager.tsx'
import { Badge, count, Hidden, sizeOf } from '../kit/parts.tsx'
import type { Home } from '../kit/organization-context.ts'
import { inWords } from '../kit/words.ts'
import { ticketsAt, type TicketDetail } from './ticket-parts.tsx'
import { Moment } from '../kit/time.tsx'
import type { Problems } from '../kit/visit.ts'

type UserRef = { user_id: string; name: string } | null
export type Message = {
  id: string
  author_kind: 'agent' | 'customer'
  author: UserRef
  contact: { name: string } | null
  body: string
  is_internal: boolean
  created_at: string
  deliveries: Delivery[]
  mail_id: string | null
}
type Delivery = { address: string; state: string; at: string | null; reason: string | null }
export type TicketFile = { id: string; filename: string; size_bytes: number; message_id: string | null }
/** The files of the ticket, and the id of the reader if they may attach more. */
type FileProps = { files: TicketFile[]; mayAttach: string | null; problems: Problems }
type ConversationProps = FileProps & {
  ticket: TicketDetail
  items: Message[]
  total: number
  at: string
  offset: number | undefined
  size: number
}

const customerOf = ({ contact, requester_email: email }: TicketDetail) =>
  contact?.name ?? email ?? 'The customer'

/** The description, then the messages and internal notes, oldest first. */
export const Conversation: FC<ConversationProps> = ({
  ticket,
  items,
  total,
  at,
  offset,
  size,
  ...fileProps
}) => {
  const format = formatter()
  const from = offset ?? Math.max(0, total - size)
  return (
    <section class="card" aria-labelledby="conversation">
      <h2 id="conversation">Conversation</h2>
      {from > 0 ? (
        <p class="hint">{`Earlier messages are on the previous pages: ${from} of ${total}.`}</p>
      ) : null}
      <ol class="conversation rows">
        {from === 0 ? (
          <Question ticket={ticket} text={format(ticket.description)} at={at} {...fileProps} />
        ) : null}
        {items.map((one) => (
          <MessageItem message={one} ticket={ticket} text={format(one.body)} at={at} {...fileProps} />
        ))}
      </ol>
      <Pager at={at} query={{}} offset={from} size={size} total={total} />
    </section>
  )
}

/** What opened the ticket. */
const Question: FC<FileProps & { ticket: TicketDetail; text: Child; at: string }> = ({
  ticket,
  text,
  at,
  ...fileProps
}) => (
  <li class="close">
    <p class="facts">
      <strong>{customerOf(ticket)}</strong>
      <Moment at={ticket.created_at} />
      <Original mail={ticket.mail_id} at={at} />
    </p>
    {ticket.description ? <div class="prose">{text}</div> : <p class="muted">No description.</p>}
    <Files {...fileProps} at={at} />
  </li>
)

type MessageItemProps = FileProps & { message: Message; ticket: TicketDetail; text: Child; at: string }
const MessageItem: FC<MessageItemProps> = ({ message, ticket, text, at, ...fileProps }) => {
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
        <Original mail={message.mail_id} at={at} />
        {isCustomer && author ? <span>{`recorded by ${author.name}`}</span> : null}
      </p>
      <div class="prose">{text}</div>
      <Files {...fileProps} at={at} message={id} mayAttach={null} />
      <Deliveries of={message.deliveries} />
    </li>
  )
}

/** A link to the mail that a message came in; `at` is the page of the ticket. */
const Original: FC<{ mail: string | null; at: string }> = ({ mail, at }) =>
  mail ? <a href={`${at.split('/').slice(0, 3).join('/')}/mails/${mail}`}>original mail</a> : null

const outcomes: Record<string, string> = {
  queued: 'Waits to be mailed to',
  sent: 'Mailed to',
  unclear: 'Perhaps mailed to',
  failed: 'Not mailed to',
  bounced: 'Came back from',
}

/** To whom a message was mailed, and whether it arrived. */
const Deliveries: FC<{ of: Delivery[] }> = ({ of }) =>
  of.length ? (
    <ul class="facts">
      {of.map(({ address, state, at, reason }) => (
        <li>
          {state === 'failed' || state === 'bounced' ? (
            <Badge kind="warn">{outcomes[state]}</Badge>
          ) : (
            outcomes[state]
          )}{' '}
          {address}
          {at ? (
            <>
              , <Moment at={at} />
            </>
          ) : null}
          {reason && state !== 'sent' ? `: ${reason}` : null}
        </li>
      ))}
    </ul>
  ) : null

/** The files of a message, or of the ticket itself, which only agents see unless a customer sent them. */
const Files: FC<FileProps & { at: string; message?: string }> = ({
  files,
  at,
  message,
  mayAttach,
  problems,
}) => {
  const attached = files.filter(({ message_id }) => message_id === (message ?? null))
  const field = message ? `file-${message}` : 'file'
  return (
    <>
      {attached.length ? (
        <ul class="attachments">
          {attached.map(({ id, filename, size_bytes }) => (
            <li>
              <a href={`${at}/files/${id}`}>{filename}</a> <span class="muted">{sizeOf(size_bytes)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {mayAttach ? (
        <details class="more" open={problems.fields.file !== undefined && !message}>
          <summary>{message ? 'Attach a file to this message' : 'Attach a file for agents only'}</summary>
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

export type TicketEvent = {
  kind: string
  at: string
  actor: UserRef
  contact: { name: string } | null
  data: Record<string, unknown>
}
type HistoryProps = {
  items: TicketEvent[]
  total: number
  part: Part
  open: boolean
  ticket: TicketDetail
  home: Home
  members: Member[]
}

/** A part of the events of the ticket, its newest first. */
export const TicketHistory: FC<HistoryProps> = ({ items, total, part, open, ticket, home, members }) => (
  <details class="more card" id="history" open={open}>
    <summary>{`History: ${count(total, 'event')}`}</summary>
    <ul class="rows">
      {items.toReversed().map((one) => (
        <li class="head">
          <span>
            <strong>{one.actor?.name ?? one.contact?.name ?? 'The service'}</strong>{' '}
            {describeEvent(one, ticket, home, members)}
          </span>
          <span class="muted small">
            <Moment at={one.at} />
          </span>
        </li>
      ))}
    </ul>
    {part.pager(total)}
  </details>
)

function describeEvent(
  { kind, data }: TicketEvent,
  ticket: TicketDetail,
  home: Home,
  members: Member[],
): Child {
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
        ? `assigned it to ${members.find(({ user_id }) => user_id === to)?.name ?? 'somebody who left'}`
        : 'unassigned it'
    case 'snooze':
      return to ? (
        <>
          snoozed it until <Moment at={to} />
        </>
      ) : (
        'ended the snooze'
      )
    case 'merge':
      return to === ticket.id && from ? (
        <>merged {link(from)} into it</>
      ) : (
        <>merged it into {to ? link(to) : 'another ticket'}</>
      )
    case 'task':
      return to ? 'created a task from it' : 'deleted its task'
    default:
      return inWords(kind)
  }
}
