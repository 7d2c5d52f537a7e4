import type { Child, FC } from 'hono/jsx'
import { attachmentFile, fileForms } from '../attachments/page-files.tsx'
import { clientsOf, type Member, membersOf } from '../deals/deal-parts.tsx'
import { readAll } from '../kit/all-of.ts'
import { actionAt } from '../kit/forms.tsx'
import { Row } from '../kit/list-page.tsx'
import { type Answer, type Item, mayCall, type Read, type Schemas } from '../kit/operations.ts'
import { addressIn, objectPage, type Shown } from '../kit/page.tsx'
import { type Part, partOf } from '../kit/pager.tsx'
import { Copy, count, Facts, Notice } from '../kit/parts.tsx'
import { prefetch } from '../kit/prefetch.ts'
import { Moment } from '../kit/time.tsx'
import type { Visit } from '../kit/visit.ts'
import { inWords } from '../kit/words.ts'
import { Conversation, messagesOf, TicketHistory } from './ticket-conversation.tsx'
import { responsesFor, type Ticket, ticketForms } from './ticket-fields.ts'
import { ago, metrics, ticketLine, TicketState, TimeLeft } from './ticket-parts.tsx'

type Parts = {
  messages: Answer<'listTicketMessages'>
  events: Answer<'listTicketEvents'>
  clients: Item<'listClients'>[]
  members: Member[]
  projects: Item<'listProjects'>[]
  canned: Item<'listCannedResponses'>[]
  contacts: Schemas['ClientDetail']['contacts']
  files: Answer<'listAttachments'>['items']
  followUps: Answer<'listTickets'>
  others: Answer<'listTickets'> | null
}
export type ShownTicket = Shown<Ticket, Parts>

/** The parts of long lists that the page shows. */
const listsOn = (visit: Visit) => {
  const { slug, number } = visit.c.req.param() as Record<string, string>
  const at = `/organizations/${slug}/tickets/${number}`
  return {
    events: partOf(visit, at, 'events_from', 200, 'history'),
    followUps: partOf(visit, at, 'next_from', 10, 'follow-ups'),
    others: partOf(visit, at, 'others_from', 10, 'others'),
  }
}

/** What needs the ids of the ticket and of its client. */
async function relatedTo(visit: Visit, read: Read, idAndClient: string) {
  const [id = '', client_id] = idAndClient.split(' ')
  const lists = listsOn(visit)
  const [canned, client, others, followUps, files] = await Promise.all([
    responsesFor(read, id),
    client_id ? read('getClient', {}, { client_id }) : null,
    client_id ? read('listTickets', { client_id, ...lists.others.range }) : null,
    read('listTickets', { follow_up_of_id: id, ...lists.followUps.range }),
    read('listAttachments', { entity_type: 'ticket', entity_id: id, limit: 50 }),
  ])
  return { canned, contacts: client?.contacts ?? [], others, followUps, files: files.items }
}

/** A ticket with its conversation, and what members do with it. */
export default objectPage<'getTicket', Parts>({
  at: '/organizations/:slug/tickets/:number',
  of: 'getTicket',
  noun: 'ticket',
  under: (home) => [['Tickets', addressIn(home, 'tickets')]],
  title: ({ key, subject }) => `${key} ${subject}`,
  marks: (ticket) => (
    <>
      <TicketState of={ticket} />
      {ticket.sla ? <TimeLeft of={ticket.sla} /> : null}
    </>
  ),
  parts: async ({ visit, read, id, home, object }) => {
    const [messages, events, clients, members, projects, related] = await Promise.all([
      messagesOf(visit, read),
      read('listTicketEvents', listsOn(visit).events.range),
      clientsOf(read),
      membersOf(read),
      readAll(read, 'listProjects'),
      prefetch(
        `${home.id}/tickets/${id}`,
        object.then((ticket) => `${ticket.id} ${ticket.client?.id ?? ''}`),
        (idAndClient) => relatedTo(visit, read, idAndClient),
      ),
    ])
    return { messages, events, clients, members, projects, ...related }
  },
  file: attachmentFile,
  forms: { ...ticketForms, ...fileForms<Ticket>('ticket', 'file for agents only') },
  offers: ({ object }, action) => action === 'delete' || object.status !== 'closed',
  Content: (shown) => {
    const { visit, parts, object: ticket, form } = shown
    const lists = listsOn(visit)
    const client = ticket.client?.name ?? 'the client'
    return (
      <>
        {ticket.status === 'closed' ? <Over {...shown} /> : null}
        <Facts of={factsOf(shown)} />
        <Clocks of={ticket.sla_clocks} />
        <Conversation {...shown} />
        <Answering {...shown} />
        <More {...shown} />
        {form('delete', { about: ticket.key })}
        <Related
          id="follow-ups"
          title="Follow-ups"
          of={parts.followUps}
          part={lists.followUps}
          shown={shown}
        />
        {parts.others && parts.others.total > 1 ? (
          <Related
            id="others"
            title={`Tickets of ${client}`}
            of={parts.others}
            part={lists.others}
            shown={shown}
          />
        ) : null}
        <TicketHistory {...shown} part={lists.events} />
      </>
    )
  },
})

/** A ticket that takes no more; what was typed for it meanwhile is kept. */
const Over: FC<ShownTicket> = ({ visit, object: ticket, home }) => (
  <>
    <Notice kind="plain" title={ticket.merged_into_id ? 'Merged' : 'Closed'}>
      {ticket.merged_into_id ? (
        <p>
          It continues in <a href={addressIn(home, `tickets/${ticket.merged_into_id}`)}>another ticket</a>.
        </p>
      ) : (
        <p>
          It stays as it is.{' '}
          {mayCall(home, 'createTicket') ? (
            <a href={addressIn(home, `tickets?new=yes&follow_up=${ticket.number}`)}>Create a follow-up</a>
          ) : null}
        </p>
      )}
    </Notice>
    {visit.form.body ? <Copy id="typed" what="What you typed" text={visit.form.body} fold /> : null}
  </>
)

const channels: Record<string, string> = {
  agent: 'a member',
  portal: 'the portal',
  email: 'e-mail',
  api: 'the API',
}

function factsOf({ home, object: ticket }: ShownTicket): [string, Child][] {
  const { client, contact, requester_email: email, task } = ticket
  const org = `?org=${home.slug}`
  return [
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
        <a href={addressIn(home, `tickets/${ticket.follow_up_of_id}`)}>the ticket that it follows up</a>
      ),
    ],
    [
      'Rating',
      ticket.csat_score &&
        `${ticket.csat_score} of 5${ticket.csat_comment ? `: ${ticket.csat_comment}` : ''}`,
    ],
  ]
}

const Clocks: FC<{ of: Ticket['sla_clocks'] }> = ({ of }) =>
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

/** The statuses that may follow each status. */
const nextStatuses: Record<string, string[]> = {
  open: ['pending', 'on_hold', 'resolved'],
  pending: ['open', 'on_hold', 'resolved'],
  on_hold: ['open', 'pending', 'resolved'],
  resolved: ['open', 'closed'],
}

const Answering: FC<ShownTicket> = ({ form, object: ticket, parts: { canned }, here }) => {
  const next = nextStatuses[ticket.status] ?? []
  const shown = form('reply', {
    values: { set_status: '' },
    choices: {
      canned: [
        ['', 'None'],
        ...canned.map(({ id, title, shortcut }): [string, string] => [id, `${title} (${shortcut})`]),
      ],
      set_status: [
        ['', `leave it ${inWords(ticket.status)}`],
        ...next.map((status): [string, string] => [status, `set it to ${inWords(status)}`]),
      ],
    },
    except: canned.length ? [] : ['canned'],
    buttons: canned.length ? (
      <button formaction={actionAt(here, 'insert')}>Insert the response</button>
    ) : null,
  })
  return shown ? (
    <section class="card stack" aria-labelledby="answer">
      <h2 id="answer">Answer</h2>
      {shown}
    </section>
  ) : null
}

const More: FC<ShownTicket> = ({ form, object: ticket, parts }) => {
  const statuses = [ticket.status, ...(nextStatuses[ticket.status] ?? [])]
  const change = form('change', {
    choices: {
      status: statuses.map((one): [string, string] => [one, inWords(one)]),
      assignee_user_id: parts.members,
      client_id: parts.clients,
      contact_id: parts.contacts,
    },
  })
  return change ? (
    <section class="card stack" aria-label="More">
      {change}
      {ticket.snoozed_until ? form('wake') : ticket.status === 'resolved' ? null : form('snooze')}
      {ticket.task || !parts.projects.length
        ? null
        : form('task', { values: { title: ticket.subject }, choices: { project_id: parts.projects } })}
      {form('merge')}
    </section>
  ) : null
}

type RelatedProps = { id: string; title: string; of: Answer<'listTickets'>; part: Part; shown: ShownTicket }
/** Other tickets: those that follow this one up, or those of its client. */
const Related: FC<RelatedProps> = ({ id, title, of: { items, total }, part, shown }) =>
  total ? (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul class="rows">
        {items.map((one) => (
          <Row {...ticketLine(one, shown.home)} id={one.id} shown={shown} />
        ))}
      </ul>
      {part.pager(total)}
    </section>
  ) : null
