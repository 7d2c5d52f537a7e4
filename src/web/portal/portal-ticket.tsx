import { say } from '../kit/say.ts'
import type { FC, PropsWithChildren } from 'hono/jsx'
import { FileLinks } from '../attachments/files.tsx'
import { bodyFields } from '../kit/fields.tsx'
import { calling, type PageForms, type ShowForm } from '../kit/forms.tsx'
import { offsetOf, pageSize } from '../kit/lists.tsx'
import { formatter } from '../kit/markdown.ts'
import type { Answer, Schemas } from '../kit/operations.ts'
import { Pager } from '../kit/pager.tsx'
import { Notice } from '../kit/parts.tsx'
import { Moment } from '../kit/time.tsx'
import { redirectTo, type PageRequest } from '../kit/page-request.ts'
import { attachedTo, fileField, problemOfFile } from './portal-files.tsx'
import type { Me } from './portal-frame.tsx'
import { portalPage } from './portal-page.tsx'
import { Rating, ratingFields, scored } from './portal-rating.tsx'
import { State, type Ticket, tickets } from './portal-tickets.tsx'

type TicketDetail = Answer<'getPortalTicket'>
const at = (id: string) => `${tickets}/${id}`

const forms: PageForms<null> = {
  '': calling('createPortalMessage', {
    verb: 'Send',
    fields: bodyFields(
      'PortalMessageDraft',
      {
        body: {
          label: 'Your message',
          height: 5,
          hint: 'Everyone at your company who can see the ticket can read it too.',
        },
      },
      fileField,
    ),
    also: async ({ body = '' }, { request }) => {
      const file = await problemOfFile(request)
      return file ? { invalid: { file } } : { body }
    },
    // A message to a closed ticket is in another one.
    to: ({ request, ids }, { id, messages }) => {
      const text = request.form.body?.trim()
      const own = messages.find((one) => one.author_kind === 'customer' && one.body.trim() === text)
      return attachedTo(request, id, { message: own?.id, done: id === ids.ticket_id ? 'sent' : 'moved' })
    },
  }),
  rating: calling('ratePortalTicket', {
    verb: 'Rate',
    fields: ratingFields('Your rating'),
    also: scored,
    to: ({ here }) => `${here}?done=rated#done`,
  }),
}

export default portalPage({
  at: `${tickets}/:ticket_id`,
  parts: ({ request, read }) =>
    read('getPortalTicket', { messages_limit: pageSize, messages_offset: offsetOf(request) }),
  title: ({ parts }) => parts.subject,
  under: (_, __, ___, me) => (me.only_ticket_id ? [] : [[say('Tickets'), tickets]]),
  marks: ({ status, number }) => (
    <>
      <State status={status} />
      <span class="muted">{`#${number}`}</span>
    </>
  ),
  said: {
    created: 'Your ticket is with us. The answer will appear here.',
    sent: 'Your message is sent.',
    moved: 'The other ticket is closed, so your message is in this one.',
    rated: 'Thank you for your rating.',
  },
  forms,
  file: async (_visit, _again, about) => {
    const { read, ids } = await about()
    const found = await read('getPortalAttachment', {}, { attachment_id: ids.file! })
    return redirectTo(found.download_url)
  },
  Content: ({ request, person: me, parts: ticket, ...shown }) => (
    <>
      <Related me={me} ticket={ticket} />
      <Thread request={request} me={me} ticket={ticket} />
      <Rating ticket={ticket} label="Your rating" shown={{ request, ...shown }} />
      <Reply me={me} ticket={ticket} form={shown.form} />
    </>
  ),
})

type Props = { me: Me; ticket: TicketDetail }
/** Links to the ticket that this one continues, and to the one that continues it. */
const Related: FC<Props> = ({ me, ticket }) => {
  const link = (id: string, text: string) => (me.only_ticket_id ? text : <a href={at(id)}>{text}</a>)
  const { merged_into_id: into, follow_up_of_id: previous } = ticket
  return (
    <>
      {into ? (
        <Notice kind="plain">
          <p>{say('This ticket continues in {link}.', { link: link(into, say('another one')) })}</p>
        </Notice>
      ) : null}
      {previous ? (
        <p class="muted">{say('It continues {link}.', { link: link(previous, say('an earlier ticket')) })}</p>
      ) : null}
    </>
  )
}

/** The description, then the messages, oldest first. */
const Thread: FC<Props & { request: PageRequest }> = ({ request, me, ticket }) => {
  const { id, description, files, messages, messages_count: total } = ticket
  const format = formatter()
  return (
    <section aria-label={say('Conversation')}>
      <ol class="thread">
        {description.trim() || files.length ? (
          <Message
            by={ticket.requester ?? me.client.name}
            own
            at={ticket.created_at}
            files={files}
            on={at(id)}
          >
            {format(description)}
          </Message>
        ) : null}
        {messages.toReversed().map(({ author, author_kind, body, created_at, files: attached }) => (
          <Message
            by={author ?? (author_kind === 'agent' ? me.organization : me.client.name)}
            own={author_kind === 'customer'}
            at={created_at}
            files={attached}
            on={at(id)}
          >
            {format(body)}
          </Message>
        ))}
      </ol>
      <Pager at={at(id)} query={{}} offset={offsetOf(request)} size={pageSize} total={total} />
      {total > pageSize ? (
        <p class="hint">{say('The newest messages come first; “Next” leads to older ones.')}</p>
      ) : null}
    </section>
  )
}

type MessageProps = PropsWithChildren<{
  by: string
  own: boolean
  at: string
  files: Schemas['PortalTicketFile'][]
  on: string
}>
const Message: FC<MessageProps> = ({ by, own, at: moment, files, on, children }) => (
  <li class={own ? 'own' : undefined}>
    <p class="facts">
      <strong>{by}</strong>
      <Moment at={moment} />
    </p>
    <div class="prose">{children}</div>
    <FileLinks of={files} at={(id) => `${on}/files/${id}`} />
  </li>
)

/** What a next message does, where that is not to continue the ticket. */
const effectOf = ({ status }: Pick<Ticket, 'status'>) =>
  status === 'resolved'
    ? say('Not solved after all? A new message reopens the ticket.')
    : status === 'closed'
      ? say('This ticket is closed. A new message opens a new ticket that continues this one.')
      : undefined

/** A form for the next message, if one can be sent. */
const Reply: FC<Props & { form: ShowForm }> = ({ me, ticket, form }) => {
  const over = ticket.status === 'closed'
  if (over && me.only_ticket_id)
    return (
      <p class="muted">
        {say('This ticket is closed, and your link opens nothing else. Ask for another link to write again.')}
      </p>
    )
  if (ticket.merged_into_id) return null
  const effect = effectOf(ticket)
  return (
    <div class="card">
      {form('', {
        verb: over ? say('Open a new ticket') : say('Send'),
        above: effect ? <p>{effect}</p> : null,
      })}
    </div>
  )
}
