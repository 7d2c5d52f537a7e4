import { allOf, readerAt } from '../kit/all-of.ts'
import type { Child, FC } from 'hono/jsx'
import type { Part } from '../kit/pager.tsx'
import { Related, type RelatedTickets, listsOn } from './ticket-lists.tsx'
import { formStates } from '../kit/object-actions.tsx'
import { prefetch } from '../kit/prefetch.ts'
import type { Schemas } from '../kit/operations.ts'
import { clientsOf, type Member, membersOf } from '../deals/deal-parts.tsx'
import { show } from '../kit/layout.tsx'
import { Copy, count, Notice, Pairs, Saved, Summary } from '../kit/parts.tsx'
import { type Found, isAtLeast, organizationContext } from '../kit/organization-context.ts'
import { attach } from '../attachments/file-actions.ts'
import { ticketActions, allLabels, theTicket } from './ticket-actions.ts'
import { TicketForms } from './ticket-forms.tsx'
import { inWords } from '../kit/words.ts'
import {
  ago,
  metrics,
  type Ticket,
  type TicketClock,
  ticketsAt,
  TicketState,
  TimeLeft,
  type TicketDetail,
} from './ticket-parts.tsx'
import {
  type TicketEvent,
  type Message,
  Conversation,
  type TicketFile,
  TicketHistory,
} from './ticket-conversation.tsx'
import { Moment } from '../kit/time.tsx'
import {
  bodyOf,
  redirectTo,
  noProblems,
  type Page,
  type Problems,
  PageError,
  type Visit,
} from '../kit/visit.ts'

type Listed<T> = { items: T[]; total: number }
export type Canned = { id: string; shortcut: string; title: string; text: string }
type TicketContext = {
  canned: Canned[]
  contacts: Schemas['ClientDetail']['contacts']
  related: RelatedTickets
  files: TicketFile[]
}
export type TicketParts = TicketContext & {
  messages: Listed<Message>
  events: Listed<TicketEvent>
  clients: { id: string; name: string }[]
  members: Member[]
  projects: { id: string; key: string; name: string }[]
}
export type ShownTicket = Found<TicketDetail> & { parts: TicketParts; visit: Visit; problems: Problems }

/** Messages on one page: the latest, unless the query has an offset. */
const shownMessages = 100

export const numberIn = ({ c }: Visit): string => {
  const number = c.req.param('number') ?? ''
  if (!/^(?:[1-9]\d{0,14}|[0-9a-f-]{36})$/.test(number))
    throw new PageError(404, 'No such ticket', 'The address is incomplete.')
  return number
}

/** Data that needs the ids of the ticket and its client: filled-in canned responses, contacts, files and related tickets. */
const ticketContextOf =
  (visit: Visit, at: string) =>
  async (idAndClient: string): Promise<TicketContext> => {
    const [id, client] = idAndClient.split(' ')
    const get = async <T,>(path: string) => bodyOf(await visit.api.call<T>('GET', at + path), visit.here)
    const list = (params: string, { query }: Part) => get<Listed<Ticket>>(`/tickets?${query}&${params}`)
    const lists = listsOn(visit, numberIn(visit))
    const [canned, clientDetail, others, next, files] = await Promise.all([
      allOf<Canned>(visit, `${at}/canned-responses?ticket_id=${id}`),
      client ? get<{ contacts: Schemas['ClientDetail']['contacts'] }>(`/clients/${client}`) : null,
      client ? list(`client_id=${client}`, lists.others) : null,
      list(`follow_up_of_id=${id}`, lists.next),
      get<Listed<TicketFile>>(`/attachments?entity_type=ticket&entity_id=${id}&limit=50`),
    ])
    return {
      canned,
      contacts: clientDetail?.contacts ?? [],
      related: { next, others: others ?? { items: [], total: 0 } },
      files: files.items,
    }
  }

async function messagesOf({ api, here, query }: Visit, path: string) {
  const part = async (offset: number) =>
    bodyOf(
      await api.call<Listed<Message>>('GET', `${path}/messages?limit=${shownMessages}&offset=${offset}`),
      here,
    )
  const requestedOffset = Number(query.offset)
  if (query.offset !== undefined) return part(Math.max(0, Math.floor(requestedOffset) || 0))
  const first = await part(0)
  return first.total > shownMessages ? part(first.total - shownMessages) : first
}

export const showTicket: Page = (visit) => page(visit, noProblems)

/** The page of a ticket, with the errors of a submitted form. */
async function page(visit: Visit, problems: Problems, status?: number) {
  const number = numberIn(visit)
  const { parts, ...place } = await organizationContext(visit, async (at) => {
    const path = `${at}/tickets/${number}`
    const get = async <T,>(from: string) => bodyOf(await visit.api.call<T>('GET', from), visit.here)
    const request = get<TicketDetail>(path)
    const idAndClient = request.then(({ id, client }) => `${id} ${client?.id ?? ''}`)
    const [object, messages, events, clients, members, projects, context] = await Promise.all([
      request,
      messagesOf(visit, path),
      get<Listed<TicketEvent>>(`${path}/events?${listsOn(visit, numberIn(visit)).events.query}`),
      clientsOf(readerAt(visit, at)),
      membersOf(readerAt(visit, at)),
      allOf<TicketParts['projects'][number]>(visit, `${at}/projects`),
      prefetch(path, idAndClient, ticketContextOf(visit, at)),
    ])
    return { object, messages, events, clients, members, projects, ...context }
  })
  const { object, ...rest } = parts
  const shown = { ...place, object, parts: rest, visit, problems }
  return show(
    visit,
    {
      title: `${object.key} ${object.subject}`,
      me: place.person,
      zone: place.home.timezone,
      status,
    },
    <Content {...shown} />,
  )
}

export const actOnTicket: Page = ticketActions(page)

/** Attaches the submitted file: to a message, with its visibility, or to the ticket, for agents only. */
export const attachToTicket: Page = async (visit) => {
  const { at, home, object } = await theTicket(visit)
  const { message } = visit.form
  const failure = await attach(visit, { at, type: 'ticket', id: object.id, message })
  if (failure) return page(visit, failure.problems, failure.status)
  return redirectTo(
    `${ticketsAt(home)}/${object.number}?done=saved#${message ? `message-${message}` : 'conversation'}`,
  )
}

const Content: FC<ShownTicket> = (shown) => {
  const { visit, parts, problems, home, object: ticket } = shown
  const isOver = ticket.status === 'closed'
  const may = isAtLeast(home, 'member')
  const stateOf = formStates(visit, problems)
  const entered = [stateOf('reply'), stateOf('insert')].find(({ open }) => open)?.values.body
  return (
    <>
      <Head {...shown} />
      <Saved visit={visit} />
      <Summary problems={problems} labels={allLabels} />
      {isOver ? <Over ticket={ticket} home={home} may={may} /> : null}
      {isOver && entered ? <Copy id="typed" what="What you typed" text={entered} fold /> : null}
      <Facts {...shown} />
      <Clocks of={ticket.sla_clocks} />
      <Conversation
        ticket={ticket}
        {...parts.messages}
        files={parts.files}
        mayAttach={may && !isOver ? shown.person.id : null}
        problems={problems}
        at={`${ticketsAt(home)}/${ticket.number}`}
        offset={visit.query.offset === undefined ? undefined : Math.max(0, Number(visit.query.offset) || 0)}
        size={shownMessages}
      />
      {may ? <TicketForms {...shown} stateOf={stateOf} /> : null}
      <Related of={parts.related} ticket={ticket} home={home} lists={listsOn(visit, numberIn(visit))} />
      <TicketHistory
        {...parts.events}
        part={listsOn(visit, numberIn(visit)).events}
        open={'events_from' in visit.query}
        ticket={ticket}
        home={home}
        members={parts.members}
      />
    </>
  )
}

const Head: FC<ShownTicket> = ({ home, object: ticket }) => (
  <div>
    <p class="facts">
      <a href={`/organizations/${home.slug}`}>{home.name}</a>
      <a href={ticketsAt(home)}>Tickets</a>
    </p>
    <h1>
      <span class="muted">{ticket.key}</span> {ticket.subject}
    </h1>
    <p class="marks">
      <TicketState of={ticket} />
      {ticket.sla ? <TimeLeft of={ticket.sla} /> : null}
    </p>
  </div>
)

const Over: FC<{ ticket: Ticket; home: ShownTicket['home']; may: boolean }> = ({ ticket, home, may }) => (
  <Notice kind="plain" title={ticket.merged_into_id ? 'Merged' : 'Closed'}>
    {ticket.merged_into_id ? (
      <p>
        It continues in <a href={`${ticketsAt(home)}/${ticket.merged_into_id}`}>another ticket</a>.
      </p>
    ) : (
      <p>
        It stays as it is.{' '}
        {may ? <a href={`${ticketsAt(home)}/new?follow_up=${ticket.number}`}>Create a follow-up</a> : null}
      </p>
    )}
  </Notice>
)

const channels: Record<string, string> = {
  agent: 'a member',
  portal: 'the portal',
  email: 'e-mail',
  api: 'the API',
}

const Facts: FC<ShownTicket> = ({ home, object: ticket }) => {
  const { client, contact, requester_email: email, task } = ticket
  const org = `?org=${home.slug}`
  const facts: [string, Child][] = [
    ['Client', client && <a href={`/clients/${client.id}${org}`}>{client.name}</a>],
    ['Contact', contact && client && <a href={`/clients/${client.id}${org}#contacts`}>{contact.name}</a>],
    ['E-mail address', email && <a href={`mailto:${email}`}>{email}</a>],
    ['Assigned to', ticket.assignee?.name ?? 'Nobody'],
    ['Type', ticket.type],
    ['Tags', ticket.tags.join(', ')],
    ['Created', <Moment at={ticket.created_at} />],
    ['Channel', channels[ticket.channel]],
    ['Waiting', ticket.waiting_since && `The customer has waited for ${ago(ticket.waiting_since)}.`],
    ['Snoozed until', ticket.snoozed_until && <Moment at={ticket.snoozed_until} />],
    ['Resolved', ticket.resolved_at && <Moment at={ticket.resolved_at} />],
    ['Reopened', ticket.reopened_count ? count(ticket.reopened_count, 'time') : null],
    [
      'Task',
      task && <a href={`/tasks/${task.key}${org}`}>{`${task.key} ${task.title}, ${inWords(task.status)}`}</a>,
    ],
    [
      'Follows up',
      ticket.follow_up_of_id && (
        <a href={`${ticketsAt(home)}/${ticket.follow_up_of_id}`}>the ticket that it follows up</a>
      ),
    ],
    [
      'Rating',
      ticket.csat_score &&
        `${ticket.csat_score} of 5${ticket.csat_comment ? `: ${ticket.csat_comment}` : ''}`,
    ],
  ]
  return (
    <section class="card" aria-label="Details">
      <Pairs of={facts} />
    </section>
  )
}

const Clocks: FC<{ of: TicketClock[] }> = ({ of }) =>
  of.length ? (
    <section class="card" aria-labelledby="clocks">
      <h2 id="clocks">Deadlines</h2>
      <ul class="rows">
        {of.map((clock) => (
          <li class="row">
            <div class="grow">
              <p class="title">{metrics[clock.metric]}</p>
              <p class="facts">
                {clock.due_at ? (
                  <span>
                    Due <Moment at={clock.due_at} />
                  </span>
                ) : null}
                {clock.completed_at ? (
                  <span>
                    Ended <Moment at={clock.completed_at} />
                  </span>
                ) : null}
                <span>{`Policy ${clock.policy.name}`}</span>
              </p>
            </div>
            <p>
              <TimeLeft of={clock} />
            </p>
          </li>
        ))}
      </ul>
      <p class="hint">Remaining times are working time.</p>
    </section>
  ) : null
