import type { Child, FC } from 'hono/jsx'
import { attachmentFile, fileForms } from '../attachments/page-files.tsx'
import { clientsOf, membersOf } from '../deals/deal-parts.tsx'
import { readAll, together } from '../kit/all-of.ts'
import { actionAt } from '../kit/forms.tsx'
import { type Answer, mayCall, type Read } from '../kit/operations.ts'
import { addressIn, type ObjectFetching, objectPage, type PartsOf, type Shown } from '../kit/page.tsx'
import { type Part, partOf, readPart } from '../kit/pager.tsx'
import { Copy, Facts, Notice, Section } from '../kit/parts.tsx'
import { prefetch } from '../kit/prefetch.ts'
import { ListSection } from '../kit/rows.tsx'
import { count, say } from '../kit/say.ts'
import { atMoment, Moment } from '../kit/time.tsx'
import type { PageRequest } from '../kit/page-request.ts'
import { inWords } from '../kit/words.ts'
import { Conversation, messagesOf, TicketHistory } from './ticket-conversation.tsx'
import { responsesFor, type Ticket, ticketForms } from './ticket-fields.ts'
import { ago, metrics, ticketLine, TicketState, TimeLeft } from './ticket-parts.tsx'

/** The parts of long lists that the page shows. */
const listsOn = (request: PageRequest) => {
  const { slug, number } = request.c.req.param() as Record<string, string>
  const at = `/organizations/${slug}/tickets/${number}`
  return {
    events: partOf(request, at, 'events_from', 200, 'history'),
    followUps: partOf(request, at, 'next_from', 10, 'follow-ups'),
    others: partOf(request, at, 'others_from', 10, 'others'),
  }
}

/** What needs the ids of the ticket and of its client. */
function relatedTo(request: PageRequest, read: Read, idAndClient: string) {
  const [id = '', client_id] = idAndClient.split(' ')
  const lists = listsOn(request)
  return together({
    canned: responsesFor(read, id),
    contacts: client_id ? read('getClient', {}, { client_id }).then(({ contacts }) => contacts) : [],
    others: client_id ? readPart(read, 'listTickets', lists.others, { client_id }) : null,
    followUps: readPart(read, 'listTickets', lists.followUps, { follow_up_of_id: id }),
    files: read('listAttachments', { entity_type: 'ticket', entity_id: id, limit: 50 }).then(
      ({ items }) => items,
    ),
  })
}

async function partsOf({ request, read, id, organization, object }: ObjectFetching<'getTicket'>) {
  const { related, ...parts } = await together({
    messages: messagesOf(request, read),
    events: readPart(read, 'listTicketEvents', listsOn(request).events),
    clients: clientsOf(read),
    members: membersOf(read),
    projects: readAll(read, 'listProjects'),
    related: prefetch(
      `${organization.id}/tickets/${id}`,
      object.then((ticket) => `${ticket.id} ${ticket.client?.id ?? ''}`),
      (idAndClient) => relatedTo(request, read, idAndClient),
    ),
  })
  return { ...parts, ...related }
}
type Parts = PartsOf<typeof partsOf>
export type ShownTicket = Shown<Ticket, Parts>

/** A ticket with its conversation, and what members do with it. */
export default objectPage<'getTicket', Parts>({
  at: '/organizations/:slug/tickets/:number',
  of: 'getTicket',
  noun: 'ticket',
  under: (organization) => [[say('Tickets'), addressIn(organization, 'tickets')]],
  title: ({ key, subject }) => `${key} ${subject}`,
  marks: (ticket) => (
    <>
      <TicketState of={ticket} />
      {ticket.sla ? <TimeLeft of={ticket.sla} /> : null}
    </>
  ),
  parts: partsOf,
  file: attachmentFile,
  forms: { ...ticketForms, ...fileForms<Ticket>('ticket', 'file for agents only') },
  offers: ({ object }, action) => action === 'delete' || object.status !== 'closed',
  Content: (shown) => {
    const { request, parts, object: ticket, form } = shown
    const lists = listsOn(request)
    const client = ticket.client?.name ?? say('the client')
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
          title={say('Follow-ups')}
          of={parts.followUps}
          part={lists.followUps}
          shown={shown}
        />
        {parts.others && parts.others.total > 1 ? (
          <Related
            id="others"
            title={say('Tickets of {client}', { client })}
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
const Over: FC<ShownTicket> = ({ request, object: ticket, organization }) => (
  <>
    <Notice kind="plain" title={ticket.merged_into_id ? say('Merged') : say('Closed')}>
      {ticket.merged_into_id ? (
        <p>
          {say('It continues in {link}.', {
            link: (
              <a href={addressIn(organization, `tickets/${ticket.merged_into_id}`)}>
                {say('another ticket')}
              </a>
            ),
          })}
        </p>
      ) : (
        <p>
          {say('It stays as it is.')}{' '}
          {mayCall(organization, 'createTicket') ? (
            <a href={addressIn(organization, `tickets?new=yes&follow_up=${ticket.number}`)}>
              {say('Create a follow-up')}
            </a>
          ) : null}
        </p>
      )}
    </Notice>
    {request.form.body ? (
      <Copy id="typed" what={say('What you typed')} text={request.form.body} fold />
    ) : null}
  </>
)

const channels: Record<string, string> = {
  agent: 'a member',
  portal: 'the portal',
  email: 'e-mail',
  api: 'the API',
}

function factsOf({ organization, object: ticket }: ShownTicket): [string, Child][] {
  const { client, contact, requester_email: email, task } = ticket
  const org = `?org=${organization.slug}`
  return [
    [say('Client'), client && <a href={`/clients/${client.id}${org}`}>{client.name}</a>],
    [
      say('Contact'),
      contact && client && <a href={`/clients/${client.id}${org}#contacts`}>{contact.name}</a>,
    ],
    [say('E-mail address'), email && <a href={`mailto:${email}`}>{email}</a>],
    [say('Assigned to'), ticket.assignee?.name ?? say('Nobody')],
    [say('Type'), ticket.type],
    [say('Tags'), ticket.tags.join(', ')],
    [say('Created'), <Moment at={ticket.created_at} />],
    [say('Channel'), say(channels[ticket.channel])],
    [
      say('Waiting'),
      ticket.waiting_since && say('The customer has waited for {ago}.', { ago: ago(ticket.waiting_since) }),
    ],
    [say('Snoozed until'), ticket.snoozed_until && <Moment at={ticket.snoozed_until} />],
    [say('Resolved'), ticket.resolved_at && <Moment at={ticket.resolved_at} />],
    [say('Reopened'), ticket.reopened_count ? count(ticket.reopened_count, 'time') : null],
    [
      say('Task'),
      task && <a href={`/tasks/${task.key}${org}`}>{`${task.key} ${task.title}, ${inWords(task.status)}`}</a>,
    ],
    [
      say('Follows up'),
      ticket.follow_up_of_id && (
        <a href={addressIn(organization, `tickets/${ticket.follow_up_of_id}`)}>
          {say('the ticket that it follows up')}
        </a>
      ),
    ],
    [say('Rating'), ticket.csat_score && ratingOf(ticket)],
  ]
}
const ratingOf = ({ csat_score: score, csat_comment: comment }: ShownTicket['object']) =>
  [say('{score} of 5', { score }), comment].filter(Boolean).join(': ')

const Clocks: FC<{ of: Ticket['sla_clocks'] }> = ({ of }) => (
  <ListSection
    id="clocks"
    title={say('Deadlines')}
    of={of}
    line={(clock) => ({
      title: say(metrics[clock.metric]),
      facts: [
        atMoment('Due', clock.due_at),
        atMoment('Ended', clock.completed_at),
        say('Policy {name}', { name: clock.policy.name }),
      ],
      marks: <TimeLeft of={clock} />,
    })}
    orNothing
  >
    <p class="hint">{say('Remaining times are working time.')}</p>
  </ListSection>
)

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
        ['', say('None')],
        ...canned.map(({ id, title, shortcut }): [string, string] => [id, `${title} (${shortcut})`]),
      ],
      set_status: [
        ['', say('leave it {status}', { status: inWords(ticket.status) })],
        ...next.map((status): [string, string] => [
          status,
          say('set it to {status}', { status: inWords(status) }),
        ]),
      ],
    },
    except: canned.length ? [] : ['canned'],
    buttons: canned.length ? (
      <button formaction={actionAt(here, 'insert')}>{say('Insert the response')}</button>
    ) : null,
  })
  return shown ? (
    <Section id="answer" title={say('Answer')}>
      {shown}
    </Section>
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
    <section class="card stack" aria-label={say('More')}>
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
const Related: FC<RelatedProps> = ({ shown, of: { items, total }, ...list }) => (
  <ListSection
    {...list}
    of={items}
    line={(one) => ticketLine(one, shown.organization)}
    total={total}
    orNothing
  />
)
