import type { Child, FC } from 'hono/jsx'
import { FileLinks } from '../attachments/files.tsx'
import { actionAt } from '../kit/forms.tsx'
import { formatter } from '../kit/markdown.ts'
import type { Item, Read } from '../kit/operations.ts'
import type { MemberOrganization } from '../kit/organization-context.ts'
import { addressIn } from '../kit/page.tsx'
import { offsetIn, Pager, type Part } from '../kit/pager.tsx'
import { Badge, Section } from '../kit/parts.tsx'
import { History } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { Moment } from '../kit/time.tsx'
import type { PageRequest } from '../kit/page-request.ts'
import { inWords } from '../kit/words.ts'
import type { Ticket } from './ticket-fields.ts'
import type { ShownTicket } from './ticket.tsx'

type Message = Item<'listTicketMessages'>
type Delivery = Message['deliveries'][number]
type Event = Item<'listTicketEvents'>
type Member = ShownTicket['parts']['members'][number]

/** Messages on one page: the latest, unless the query has an offset. */
const size = 100

export async function messagesOf(request: PageRequest, read: Read) {
  const part = (offset: number) => read('listTicketMessages', { limit: size, offset })
  if (request.query.offset !== undefined) return part(offsetIn(request, 'offset'))
  const first = await part(0)
  return first.total > size ? part(first.total - size) : first
}

const customerOf = ({ contact, requester_email: email }: Ticket) =>
  contact?.name ?? email ?? say('The customer')

/** The description, then the messages and internal notes, oldest first. */
export const Conversation: FC<ShownTicket> = (shown) => {
  const { request, object: ticket, parts, here, form } = shown
  const { items, total } = parts.messages
  const format = formatter()
  const from = request.query.offset === undefined ? Math.max(0, total - size) : offsetIn(request, 'offset')
  return (
    <Section id="conversation" title={say('Conversation')}>
      {from > 0 ? (
        <p class="hint">
          {say('Earlier messages are on the previous pages: {from} of {total}.', { from, total })}
        </p>
      ) : null}
      <ol class="conversation rows">
        {from === 0 ? (
          <li class="close">
            <p class="facts">
              <strong>{customerOf(ticket)}</strong>
              <Moment at={ticket.created_at} />
              <Original mail={ticket.mail_id} organization={shown.organization} />
            </p>
            {ticket.description ? (
              <div class="prose">{format(ticket.description)}</div>
            ) : (
              <p class="muted">{say('No description.')}</p>
            )}
            <Files shown={shown} message={null} />
            {form('files')}
          </li>
        ) : null}
        {items.map((one) => (
          <MessageItem message={one} text={format(one.body)} shown={shown} />
        ))}
      </ol>
      <Pager at={here} query={{}} offset={from} size={size} total={total} />
    </Section>
  )
}

const MessageItem: FC<{ message: Message; text: Child; shown: ShownTicket }> = ({ message, text, shown }) => {
  const { author_kind, author, contact, is_internal, created_at, id } = message
  const isCustomer = author_kind === 'customer'
  const customer = contact?.name ?? customerOf(shown.object)
  return (
    <li class={is_internal ? 'internal close' : 'close'} id={`message-${id}`}>
      <p class="facts">
        <strong>{isCustomer ? customer : (author?.name ?? say('Somebody who left'))}</strong>
        <Moment at={created_at} />
        {is_internal ? <Badge kind="warn">{say('internal note, not for the customer')}</Badge> : null}
        {isCustomer ? <Badge>{say('customer')}</Badge> : null}
        <Original mail={message.mail_id} organization={shown.organization} />
        {isCustomer && author ? <span>{say('recorded by {name}', { name: author.name })}</span> : null}
      </p>
      <div class="prose">{text}</div>
      <Files shown={shown} message={id} />
      <Deliveries of={message.deliveries} />
    </li>
  )
}

/** A link to the mail that a message came in. */
const Original: FC<{ mail: string | null; organization: MemberOrganization }> = ({ mail, organization }) =>
  mail ? <a href={addressIn(organization, `mails/${mail}`)}>{say('original mail')}</a> : null

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
            <Badge kind="warn">{say(outcomes[state])}</Badge>
          ) : (
            say(outcomes[state])
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
const Files: FC<{ shown: ShownTicket; message: string | null }> = ({ shown: { parts, here }, message }) => (
  <FileLinks
    of={parts.files.filter(({ message_id }) => message_id === message)}
    at={(id) => actionAt(here, `files/${id}`)}
  />
)

/** A part of the events of the ticket, its newest first. */
export const TicketHistory: FC<ShownTicket & { part: Part }> = ({
  request,
  parts,
  object,
  organization,
  part,
}) => (
  <History
    title={say('History: {counted}', { counted: count(parts.events.total, 'event') })}
    of={parts.events.items.toReversed()}
    line={(one) => [
      <>
        <strong>{one.actor?.name ?? one.contact?.name ?? say('The service')}</strong>{' '}
        {describeEvent(one, object, organization, parts.members)}
      </>,
      one.at,
    ]}
    total={parts.events.total}
    part={part}
    open={'events_from' in request.query}
  />
)

function describeEvent(
  { kind, data }: Event,
  ticket: Ticket,
  organization: MemberOrganization,
  members: Member[],
): Child {
  const { from, to } = data as Record<string, string | undefined>
  const link = (id: string) => <a href={addressIn(organization, `tickets/${id}`)}>{say('another ticket')}</a>
  switch (kind) {
    case 'created':
      return say('created the ticket')
    case 'status':
    case 'priority':
      return say('set the {kind} from {from} to {to}', {
        kind,
        from: inWords(from ?? ''),
        to: inWords(to ?? ''),
      })
    case 'assignee':
      return to
        ? say('assigned it to {name}', {
            name: members.find(({ user_id }) => user_id === to)?.name ?? say('somebody who left'),
          })
        : say('unassigned it')
    case 'snooze':
      return to ? <>{say('snoozed it until {at}', { at: <Moment at={to} /> })}</> : say('ended the snooze')
    case 'merge':
      return to === ticket.id && from ? (
        <>{say('merged {link} into it', { link: link(from) })}</>
      ) : (
        <>
          {say('merged it into')} {to ? link(to) : say('another ticket')}
        </>
      )
    case 'task':
      return to ? say('created a task from it') : say('deleted its task')
    default:
      return inWords(kind)
  }
}
