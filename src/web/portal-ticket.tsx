import type { Child, FC } from 'hono/jsx'
import { uuidv7 } from '../kit/id.ts'
import { offsetOf, pageSize } from './lists.tsx'
import { formatter } from './markdown.ts'
import { Pager } from './pager.tsx'
import { Hidden, Notice, Summary } from './parts.tsx'
import { attachFile, FileField, Files, type Kept, problemOfFile } from './portal-files.tsx'
import { type Me, showPortal } from './portal-frame.tsx'
import { Rating } from './portal-rating.tsx'
import { contentOf, type Customer } from './portal-session.ts'
import { State, type Ticket } from './portal-tickets.tsx'
import { forCustomer } from './portal-visit.tsx'
import { Text } from './task-form.tsx'
import { Moment } from './time.tsx'
import { goTo, noProblems, type Problems, problemsOf, type Visit } from './visit.ts'

type Message = {
  id: string
  author_kind: 'agent' | 'customer'
  author: string | null
  body: string
  files: Kept[]
  created_at: string
}
export type TicketDetail = Ticket & {
  requester: string | null
  description: string
  files: Kept[]
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

export const showTicket = forCustomer((customer) => ticketPage(customer, idOf(customer.visit), noProblems))

async function ticketPage({ visit, me, get }: Customer, id: string, problems: Problems, status = 200) {
  const part = new URLSearchParams({
    messages_limit: String(pageSize),
    messages_offset: String(offsetOf(visit)),
  })
  const [who, ticket] = await Promise.all([me(), get<TicketDetail>(`/tickets/${id}?${part}`)])
  return showPortal(
    visit,
    { title: `${status < 400 ? '' : 'Problem: '}#${ticket.number} ${ticket.subject}`, me: who, status },
    <Whole visit={visit} me={who} ticket={ticket} problems={problems} />,
  )
}

/** Sends a message, and then its file. */
export const reply = forCustomer(async (customer) => {
  const { visit, ask } = customer
  const { body = '', once } = visit.form
  const wrong = await problemOfFile(visit)
  if (wrong) return ticketPage(customer, idOf(visit), { fields: { file: wrong }, above: [] }, 422)
  const sent = await ask<TicketDetail>('POST', `/tickets/${idOf(visit)}/messages`, { body: { body }, once })
  if ([403, 409, 422, 429].includes(sent.status))
    return ticketPage(customer, idOf(visit), problemsOf(sent, ['body']), sent.status)
  const { id, messages } = contentOf(sent)
  const own = messages.find((one) => one.author_kind === 'customer' && one.body.trim() === body.trim())
  const refused = await attachFile(customer, id, own?.id)
  if (refused) return withoutFile(customer, id, refused)
  const done = id === visit.c.req.param('id') ? 'sent' : 'moved'
  return goTo(`${at(id)}?done=${done}#done`)
})

/** What was written is kept, and its file was refused for this reason. */
export function withoutFile(customer: Customer, id: string, why: string) {
  customer.visit.form = {}
  const said = `Your message is sent, but its file is not. ${why}`
  return ticketPage(customer, id, { fields: { file: said }, above: [] }, 422)
}

export const rate = forCustomer(async (customer) => {
  const { visit, ask } = customer
  const { score, comment } = visit.form
  if (!score)
    return ticketPage(customer, idOf(visit), { fields: { score: 'Choose from 1 to 5.' }, above: [] }, 422)
  const body = { score: Number(score) || 0, ...(comment?.trim() && { comment }) }
  const rated = await ask('POST', `/tickets/${idOf(visit)}/rating`, { body })
  if ([409, 422].includes(rated.status))
    return ticketPage(customer, idOf(visit), problemsOf(rated, ['score', 'comment']), rated.status)
  contentOf(rated)
  return goTo(`${at(idOf(visit))}?done=rated#done`)
})

/** Leads to the bytes of a file. */
export const downloadFile = forCustomer(async ({ visit, get }) => {
  const file = encodeURIComponent(visit.c.req.param('file') ?? '')
  const { download_url } = await get<{ download_url: string }>(`/tickets/${idOf(visit)}/attachments/${file}`)
  return goTo(download_url)
})

type Props = { visit: Visit; me: Me; ticket: TicketDetail; problems: Problems }
const Whole: FC<Props> = ({ visit, me, ticket, problems }) => (
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
  created: 'Your ticket is with us. The answer comes here.',
  sent: 'Your message is sent.',
  moved: 'The other ticket is closed, so your message is in this one.',
  rated: 'Thank you for your rating.',
}

const Done: FC<{ visit: Visit }> = ({ visit: { query, c } }) => {
  const says = done[query.done ?? '']
  return says && c.req.method === 'GET' ? (
    <div id="done">
      <Notice kind="good">
        <p>{says}</p>
      </Notice>
    </div>
  ) : null
}

/** The tickets that it goes on with, and on in. */
const Related: FC<{ me: Me; ticket: TicketDetail }> = ({ me, ticket }) => {
  const link = (id: string, says: string) => (me.only_ticket_id ? says : <a href={at(id)}>{says}</a>)
  const { merged_into_id: into, follow_up_of_id: former } = ticket
  return (
    <>
      {into ? (
        <Notice kind="plain">
          <p>This ticket goes on in {link(into, 'another one')}.</p>
        </Notice>
      ) : null}
      {former ? <p class="muted">It goes on with {link(former, 'an earlier ticket')}.</p> : null}
    </>
  )
}

/** What was asked, and what was written since, the oldest first. */
const Thread: FC<Omit<Props, 'problems'>> = ({ visit, me, ticket }) => {
  const { description, files, messages, messages_count: total } = ticket
  const format = formatter()
  const offset = offsetOf(visit)
  return (
    <section aria-label="Conversation">
      <ol class="thread">
        {description.trim() || files.length ? (
          <Said
            by={ticket.requester ?? me.client.name}
            own
            at={ticket.created_at}
            files={files}
            on={at(ticket.id)}
          >
            {format(description)}
          </Said>
        ) : null}
        {messages.toReversed().map(({ author, author_kind, body, created_at, files: kept }) => (
          <Said
            by={author ?? (author_kind === 'agent' ? me.organization : me.client.name)}
            own={author_kind === 'customer'}
            at={created_at}
            files={kept}
            on={at(ticket.id)}
          >
            {format(body)}
          </Said>
        ))}
      </ol>
      <Pager at={at(ticket.id)} kept={{}} offset={offset} size={pageSize} total={total} />
      {total > pageSize ? (
        <p class="hint">The newest messages come first; “Next” leads to older ones.</p>
      ) : null}
    </section>
  )
}

type SaidProps = { by: string; own?: boolean; at: string; files: Kept[]; on: string; children?: Child }
const Said: FC<SaidProps> = ({ by, own, at: moment, files, on, children }) => (
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
  resolved: 'Is it not solved after all? What you write opens the ticket again.',
  closed: 'This ticket is closed. What you write opens a new ticket, which goes on with this one.',
}

/** A form for the next message, where one can be written. */
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
        hint={hints[ticket.status] ?? 'Everybody at your company who may see the ticket reads it too.'}
      />
      <FileField problems={problems} />
      <button class="primary">{over ? 'Open a new ticket' : 'Send'}</button>
      <Hidden fields={{ once: uuidv7() }} />
    </form>
  )
}
