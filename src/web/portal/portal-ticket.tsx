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
import { redirectTo, type Visit } from '../kit/visit.ts'
import { attachedTo, fileField, problemOfFile } from './portal-files.tsx'
import type { SayInPortal } from './messages.ts'
import type { Me } from './portal-frame.tsx'
import { portalPage } from './portal-page.tsx'
import { Rating, ratingFields, scored } from './portal-rating.tsx'
import { State, type Ticket, tickets } from './portal-tickets.tsx'

type TicketDetail = Answer<'getPortalTicket'>
const at = (id: string) => `${tickets}/${id}`

export default portalPage((say) => ({
  at: `${tickets}/:ticket_id`,
  parts: ({ visit, read }) =>
    read('getPortalTicket', { messages_limit: pageSize, messages_offset: offsetOf(visit) }),
  title: ({ parts }) => parts.subject,
  under: (_, __, ___, me) => (me.only_ticket_id ? [] : [[say('tickets'), tickets]]),
  marks: ({ status, number }) => (
    <>
      <State status={status} say={say} />
      <span class="muted">{`#${number}`}</span>
    </>
  ),
  said: {
    created: say('done_created'),
    sent: say('done_sent'),
    moved: say('done_moved'),
    rated: say('done_rated'),
  },
  forms: formsOf(say),
  file: async (_visit, _again, about) => {
    const { read, ids } = await about()
    const found = await read('getPortalAttachment', {}, { attachment_id: ids.file! })
    return redirectTo(found.download_url)
  },
  Content: ({ visit, person: me, parts: ticket, ...shown }) => (
    <>
      <Related me={me} ticket={ticket} say={say} />
      <Thread visit={visit} me={me} ticket={ticket} say={say} />
      <Rating ticket={ticket} label={say('rating')} say={say} shown={{ visit, ...shown }} />
      <Reply me={me} ticket={ticket} say={say} form={shown.form} />
    </>
  ),
}))

function formsOf(say: SayInPortal): PageForms<null> {
  return {
    '': calling('createPortalMessage', {
      verb: say('send'),
      fields: bodyFields(
        'PortalMessageDraft',
        {
          body: {
            label: say('message'),
            height: 5,
            hint: say('message_hint'),
          },
        },
        fileField(say),
      ),
      also: async ({ body = '' }, { visit }) => {
        const file = await problemOfFile(visit, say)
        return file ? { invalid: { file } } : { body }
      },
      // A message to a closed ticket is in another one.
      to: ({ visit, ids }, { id, messages }) => {
        const text = visit.form.body?.trim()
        const own = messages.find((one) => one.author_kind === 'customer' && one.body.trim() === text)
        return attachedTo(visit, id, { message: own?.id, done: id === ids.ticket_id ? 'sent' : 'moved' })
      },
    }),
    rating: calling('ratePortalTicket', {
      verb: say('rate'),
      fields: ratingFields(say, say('rating')),
      also: scored(say),
      to: ({ here }) => `${here}?done=rated#done`,
    }),
  }
}

type Props = { me: Me; ticket: TicketDetail; say: SayInPortal }
/** Links to the ticket that this one continues, and to the one that continues it. */
const Related: FC<Props> = ({ me, ticket, say }) => {
  const link = (id: string, text: string) => (me.only_ticket_id ? text : <a href={at(id)}>{text}</a>)
  const { merged_into_id: into, follow_up_of_id: previous } = ticket
  return (
    <>
      {into ? (
        <Notice kind="plain">
          <p>{say.with('continues_in', { link: link(into, say('continues_other')) })}</p>
        </Notice>
      ) : null}
      {previous ? (
        <p class="muted">{say.with('continues', { link: link(previous, say('continues_earlier')) })}</p>
      ) : null}
    </>
  )
}

/** The description, then the messages, oldest first. */
const Thread: FC<Props & { visit: Visit }> = ({ visit, me, ticket, say }) => {
  const { id, description, files, messages, messages_count: total } = ticket
  const format = formatter()
  return (
    <section aria-label={say('conversation')}>
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
      <Pager at={at(id)} query={{}} offset={offsetOf(visit)} size={pageSize} total={total} />
      {total > pageSize ? <p class="hint">{say('thread_order')}</p> : null}
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
const effects = { resolved: 'effect_resolved', closed: 'effect_closed' } as const
const effectOf = ({ status }: Pick<Ticket, 'status'>) =>
  status === 'resolved' || status === 'closed' ? effects[status] : undefined

/** A form for the next message, if one can be sent. */
const Reply: FC<Props & { form: ShowForm }> = ({ me, ticket, say, form }) => {
  const over = ticket.status === 'closed'
  if (over && me.only_ticket_id) return <p class="muted">{say('closed_for_link')}</p>
  if (ticket.merged_into_id) return null
  const effect = effectOf(ticket)
  return (
    <div class="card">
      {form('', {
        verb: over ? say('create_again') : say('send'),
        above: effect ? <p>{say(effect)}</p> : null,
      })}
    </div>
  )
}
