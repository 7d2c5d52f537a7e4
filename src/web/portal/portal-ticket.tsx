import type { Child, FC } from 'hono/jsx'
import { uuidv7 } from '../../kit/id.ts'
import { offsetOf, pageSize } from '../kit/lists.tsx'
import { formatter } from '../kit/markdown.ts'
import { Pager } from '../kit/pager.tsx'
import { Hidden, Notice, Summary } from '../kit/parts.tsx'
import { Text } from '../kit/inputs.tsx'
import { attachFile, FileField, Files, type Attachment, problemOfFile } from './portal-files.tsx'
import { type Me, showPortal } from './portal-frame.tsx'
import { Rating } from './portal-rating.tsx'
import { contentOf, type Contact } from './portal-session.ts'
import { State, type Ticket } from './portal-tickets.tsx'
import { contactPage, contactPageWithFiles } from './contact-page.tsx'
import { Moment } from '../kit/time.tsx'
import { redirectTo, noProblems, type Problems, problemsOf, type Visit } from '../kit/visit.ts'

type Message = {
  id: string
  author_kind: 'agent' | 'customer'
  author: string | null
  body: string
  files: Attachment[]
  created_at: string
}
export type TicketDetail = Ticket & {
  requester: string | null
  description: string
  files: Attachment[]
  messages: Message[]
  messages_count: number
}

const idOf = ({ c }: Visit) => encodeURIComponent(c.req.param('id') ?? '')
const at = (id: string) => `/portal/tickets/${id}`
const labels = {
  body: 'Your message',
  file: 'File',
  score: 'Your rating',
  comment: 'Comment',
}

export const showTicket = contactPage((contact) => ticketPage(contact, idOf(contact.visit), noProblems))

async function ticketPage({ visit, me, get }: Contact, id: string, problems: Problems, status = 200) {
  const part = new URLSearchParams({
    messages_limit: String(pageSize),
    messages_offset: String(offsetOf(visit)),
  })
  const [who, ticket] = await Promise.all([me(), get<TicketDetail>(`/tickets/${id}?${part}`)])
  return showPortal(
    visit,
    { title: `${status < 400 ? '' : 'Problem: '}#${ticket.number} ${ticket.subject}`, me: who, status },
    <Content visit={visit} me={who} ticket={ticket} problems={problems} />,
  )
}

/** Sends a message, and then its file. */
export const reply = contactPageWithFiles(async (contact) => {
  const { visit, call } = contact
  const { body = '', once } = visit.form
  const fileProblem = await problemOfFile(visit)
  if (fileProblem)
    return ticketPage(contact, idOf(visit), { fields: { file: fileProblem }, general: [] }, 422)
  const sent = await call<TicketDetail>('POST', `/tickets/${idOf(visit)}/messages`, { body: { body }, once })
  if ([403, 409, 422, 429].includes(sent.status))
    return ticketPage(contact, idOf(visit), problemsOf(sent, ['body']), sent.status)
  const { id, messages } = contentOf(sent)
  const own = messages.find((one) => one.author_kind === 'customer' && one.body.trim() === body.trim())
  const refused = await attachFile(contact, id, own?.id)
  if (refused) return withoutFile(contact, id, refused)
  const done = id === visit.c.req.param('id') ? 'sent' : 'moved'
  return redirectTo(`${at(id)}?done=${done}#done`)
})

/** The page after a message was saved but its file was rejected. */
export function withoutFile(contact: Contact, id: string, why: string) {
  contact.visit.form = {}
  const message = `Your message is sent, but its file is not. ${why}`
  return ticketPage(contact, id, { fields: { file: message }, general: [] }, 422)
}

export const rate = contactPage(async (contact) => {
  const { visit, call } = contact
  const { score, comment } = visit.form
  if (!score)
    return ticketPage(contact, idOf(visit), { fields: { score: 'Choose from 1 to 5.' }, general: [] }, 422)
  const body = { score: Number(score) || 0, ...(comment?.trim() && { comment }) }
  const rated = await call('POST', `/tickets/${idOf(visit)}/rating`, { body })
  if ([409, 422].includes(rated.status))
    return ticketPage(contact, idOf(visit), problemsOf(rated, ['score', 'comment']), rated.status)
  contentOf(rated)
  return redirectTo(`${at(idOf(visit))}?done=rated#done`)
})

/** Redirects to the download URL of a file. */
export const downloadFile = contactPage(async ({ visit, get }) => {
  const file = encodeURIComponent(visit.c.req.param('file') ?? '')
  const { download_url } = await get<{ download_url: string }>(`/tickets/${idOf(visit)}/attachments/${file}`)
  return redirectTo(download_url)
})

type Props = { visit: Visit; me: Me; ticket: TicketDetail; problems: Problems }
const Content: FC<Props> = ({ visit, me, ticket, problems }) => (
  <>
    <div>
      {me.only_ticket_id ? null : (
        <p class="facts">
          <a href="/portal/tickets">Tickets</a>
        </p>
      )}
      <h1>{ticket.subject}</h1>
      <p class="marks">
        <State status={ticket.status} />
        <span class="muted">{`#${ticket.number}`}</span>
      </p>
    </div>
    <Done visit={visit} />
    <Summary problems={problems} labels={labels} />
    <Related me={me} ticket={ticket} />
    <Thread visit={visit} me={me} ticket={ticket} />
    <Rating at={at(ticket.id)} ticket={ticket} values={visit.form} problems={problems} labels={labels} />
    <Answer visit={visit} me={me} ticket={ticket} problems={problems} />
  </>
)

const done: Record<string, string> = {
  created: 'Your ticket is with us. The answer will appear here.',
  sent: 'Your message is sent.',
  moved: 'The other ticket is closed, so your message is in this one.',
  rated: 'Thank you for your rating.',
}

const Done: FC<{ visit: Visit }> = ({ visit: { query, c } }) => {
  const text = done[query.done ?? '']
  return text && c.req.method === 'GET' ? (
    <div id="done">
      <Notice kind="good">
        <p>{text}</p>
      </Notice>
    </div>
  ) : null
}

/** Links to the ticket that this one continues, and to the one that continues it. */
const Related: FC<{ me: Me; ticket: TicketDetail }> = ({ me, ticket }) => {
  const link = (id: string, text: string) => (me.only_ticket_id ? text : <a href={at(id)}>{text}</a>)
  const { merged_into_id: into, follow_up_of_id: previous } = ticket
  return (
    <>
      {into ? (
        <Notice kind="plain">
          <p>This ticket continues in {link(into, 'another one')}.</p>
        </Notice>
      ) : null}
      {previous ? <p class="muted">It continues {link(previous, 'an earlier ticket')}.</p> : null}
    </>
  )
}

/** The description, then the messages, oldest first. */
const Thread: FC<Omit<Props, 'problems'>> = ({ visit, me, ticket }) => {
  const { description, files, messages, messages_count: total } = ticket
  const format = formatter()
  const offset = offsetOf(visit)
  return (
    <section aria-label="Conversation">
      <ol class="thread">
        {description.trim() || files.length ? (
          <MessageItem
            by={ticket.requester ?? me.client.name}
            own
            at={ticket.created_at}
            files={files}
            on={at(ticket.id)}
          >
            {format(description)}
          </MessageItem>
        ) : null}
        {messages.toReversed().map(({ author, author_kind, body, created_at, files: attached }) => (
          <MessageItem
            by={author ?? (author_kind === 'agent' ? me.organization : me.client.name)}
            own={author_kind === 'customer'}
            at={created_at}
            files={attached}
            on={at(ticket.id)}
          >
            {format(body)}
          </MessageItem>
        ))}
      </ol>
      <Pager at={at(ticket.id)} query={{}} offset={offset} size={pageSize} total={total} />
      {total > pageSize ? (
        <p class="hint">The newest messages come first; “Next” leads to older ones.</p>
      ) : null}
    </section>
  )
}

type MessageItemProps = {
  by: string
  own?: boolean
  at: string
  files: Attachment[]
  on: string
  children?: Child
}
const MessageItem: FC<MessageItemProps> = ({ by, own, at: moment, files, on, children }) => (
  <li class={own ? 'own' : undefined}>
    <p class="facts">
      <strong>{by}</strong>
      <Moment at={moment} />
    </p>
    <div class="prose">{children}</div>
    <Files of={files} on={on} />
  </li>
)

const hints: Partial<Record<Ticket['status'], string>> = {
  resolved: 'Not solved after all? A new message reopens the ticket.',
  closed: 'This ticket is closed. A new message opens a new ticket that continues this one.',
}

/** A form for the next message, if one can be sent. */
const Answer: FC<Props> = ({ visit, me, ticket, problems }) => {
  const over = ticket.status === 'closed'
  if (over && me.only_ticket_id)
    return (
      <p class="muted">
        This ticket is closed, and your link opens nothing else. Ask for another link to write again.
      </p>
    )
  if (ticket.merged_into_id) return null
  return (
    <form class="card stack" method="post" action={at(ticket.id)} enctype="multipart/form-data" novalidate>
      <Text
        name="body"
        label={labels.body}
        value={visit.form.body}
        problems={problems}
        rows={5}
        hint={hints[ticket.status] ?? 'Everyone at your company who can see the ticket can read it too.'}
      />
      <FileField problems={problems} />
      <button class="primary">{over ? 'Open a new ticket' : 'Send'}</button>
      <Hidden fields={{ once: uuidv7() }} />
    </form>
  )
}
