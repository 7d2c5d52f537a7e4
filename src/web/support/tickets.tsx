import { readerAt } from '../kit/all-of.ts'
import type { FC } from 'hono/jsx'
import { uuidv7 } from '../../kit/id.ts'
import { choicesFrom, fieldsOf, filled, tagsOf } from '../kit/object-actions.tsx'
import type { Schemas } from '../kit/operations.ts'
import { clientsOf, type Member, membersOf } from '../deals/deal-parts.tsx'
import { show } from '../kit/layout.tsx'
import {
  withQuery,
  withoutEmpty,
  offsetOf,
  pageSize,
  pageQuery,
  send,
  Tabs,
  ListHeader,
} from '../kit/lists.tsx'
import { Pager } from '../kit/pager.tsx'
import { count, Hidden, Summary } from '../kit/parts.tsx'
import { Choice } from '../kit/inputs.tsx'
import { type Home, isAtLeast, organizationContext } from '../kit/organization-context.ts'
import {
  choicesOf,
  type Ticket,
  ticketLabels,
  ticketPriorities,
  TicketRow,
  ticketsAt,
  ticketStatuses,
} from './ticket-parts.tsx'
import {
  bodyOf,
  type Form,
  redirectTo,
  noProblems,
  type Page,
  type Problems,
  PageError,
  type Visit,
} from '../kit/visit.ts'

type Listed = { items: Ticket[]; total: number }

/** The filters of the queue by query parameter. */
const filters: Record<string, { label: string; choices: [value: string, text: string][] }> = {
  status: {
    label: 'Status',
    choices: [['', 'not resolved'], ...choicesOf(ticketStatuses), ['all', 'all']],
  },
  sla_state: {
    label: 'Deadlines',
    choices: [
      ['', 'any'],
      ['breached', 'late'],
      ['at_risk', 'at risk'],
      ['running', 'in time'],
      ['paused', 'paused'],
      ['missed', 'missed'],
      ['met', 'met'],
    ],
  },
  waiting: {
    label: 'Customer',
    choices: [
      ['', 'any'],
      ['true', 'waits for an answer'],
      ['false', 'does not wait'],
    ],
  },
  sort: {
    label: 'Sorted by',
    choices: [
      ['', 'time left'],
      ['waiting_since', 'waiting longest'],
      ['-priority', 'priority'],
      ['-created_at', 'newest'],
      ['-updated_at', 'last change'],
    ],
  },
}
const assigneeTexts = { me: 'assigned to me', none: 'unassigned' }

/** The known query parameters of the queue; others are ignored. */
function paramsOf({ query }: Visit): Form {
  const known = Object.entries(filters).map(([name, { choices }]) => [
    name,
    choices.some(([value]) => value === query[name]) ? query[name] : '',
  ])
  const who = Object.hasOwn(assigneeTexts, query.who ?? '') ? query.who : ''
  const client = /^[0-9a-f-]{36}$/.test(query.client ?? '') ? query.client : ''
  return withoutEmpty({ ...Object.fromEntries(known), who, client, q: query.q?.trim().slice(0, 100) })
}

const apiParams = ({ status, sort, who, client, ...rest }: Form): Record<string, string | undefined> => ({
  ...rest,
  status: status === 'all' ? undefined : (status ?? 'open,pending,on_hold'),
  sort: sort ?? 'due_at',
  assignee_user_id: who,
  client_id: client,
})

/** The ticket queue, by deadline. */
export const showTickets: Page = async (visit) => {
  const params = paramsOf(visit)
  const { person, home, parts } = await organizationContext(visit, async (at) =>
    bodyOf(
      await visit.api.call<Listed>('GET', `${at}/tickets?${pageQuery(visit, apiParams(params))}`),
      visit.here,
    ),
  )
  return show(
    visit,
    { title: `Tickets of ${home.name}`, me: person, zone: home.timezone },
    <>
      <ListHeader visit={visit} home={home} title="Tickets" problems={noProblems} labels={{}} />
      {isAtLeast(home, 'member') ? (
        <p>
          <a class="button primary" href={`${ticketsAt(home)}/new`}>
            New ticket
          </a>{' '}
          {isAtLeast(home, 'manager') ? (
            <a href={`/organizations/${home.slug}/mails`}>Incoming mail</a>
          ) : null}
        </p>
      ) : null}
      <Queue list={parts} visit={visit} home={home} params={params} />
    </>,
  )
}

type QueueProps = { list: Listed; visit: Visit; home: Home; params: Form }
const Queue: FC<QueueProps> = ({ list: { items, total }, visit, home, params }) => {
  const at = ticketsAt(home)
  const tab = (who: string | undefined, label: string) => ({
    label,
    to: withQuery(at, { ...params, who }),
    current: params.who === who,
  })
  return (
    <section class="card stack" aria-labelledby="tickets">
      <h2 id="tickets">{total ? count(total, 'ticket') : 'No ticket here'}</h2>
      <Tabs
        name="Whose"
        of={[tab(undefined, 'all'), ...Object.entries(assigneeTexts).map(([who, label]) => tab(who, label))]}
      />
      <form class="search" method="get" action={at} role="search">
        <Hidden fields={{ who: params.who, client: params.client }} />
        <div class="field full">
          <label for="q">Number, subject or e-mail address</label>
          <input id="q" name="q" type="search" value={params.q} />
        </div>
        {Object.entries(filters).map(([name, { label, choices }]) => (
          <div class="part">
            <Choice name={name} label={label} choices={choices} values={params} problems={noProblems} />
          </div>
        ))}
        <button>Show</button>
      </form>
      <ul class="rows">
        {items.map((ticket) => (
          <TicketRow ticket={ticket} home={home} />
        ))}
      </ul>
      <Pager at={at} query={params} offset={offsetOf(visit)} size={pageSize} total={total} />
    </section>
  )
}

export const showNewTicket: Page = (visit) => newTicketPage(visit, noProblems)

type New = {
  clients: { id: string; name: string }[]
  contacts: Schemas['ClientDetail']['contacts']
  members: Member[]
  former: Ticket | null
}

/** The form for a ticket. The query may name a client, whose contacts are offered, or a ticket to follow up. */
async function newTicketPage(visit: Visit, problems: Problems, status?: number) {
  const { client = '', follow_up = '' } = { ...visit.query, ...visit.form }
  const { person, home, parts } = await organizationContext(visit, async (at): Promise<New> => {
    const get = async <T,>(path: string) => bodyOf(await visit.api.call<T>('GET', at + path), visit.here)
    const [clients, members, clientDetail, former] = await Promise.all([
      clientsOf(readerAt(visit, at)),
      membersOf(readerAt(visit, at)),
      client
        ? get<{ contacts: Schemas['ClientDetail']['contacts'] }>(`/clients/${encodeURIComponent(client)}`)
        : null,
      follow_up ? get<Ticket>(`/tickets/${encodeURIComponent(follow_up)}`) : null,
    ])
    return { clients, contacts: clientDetail?.contacts ?? [], members, former }
  })
  if (!isAtLeast(home, 'member'))
    throw new PageError(403, 'Not allowed', 'Only members and above create tickets.')
  return show(
    visit,
    { title: 'New ticket', me: person, zone: home.timezone, status },
    <>
      <div>
        <p class="facts">
          <a href={`/organizations/${home.slug}`}>{home.name}</a>
          <a href={ticketsAt(home)}>Tickets</a>
        </p>
        <h1>{parts.former ? `Follow-up of ${parts.former.key}` : 'New ticket'}</h1>
      </div>
      <Summary problems={problems} labels={ticketLabels} />
      <NewForm {...parts} home={home} client={client} visit={visit} problems={problems} />
    </>,
  )
}

type NewProps = New & { home: Home; client: string; visit: Visit; problems: Problems }
const NewForm: FC<NewProps> = ({ clients, contacts, members, former, home, client, visit, problems }) => {
  const values: Form = {
    priority: 'medium',
    client_id: client,
    ...(former && { subject: former.subject, priority: former.priority }),
    ...visit.form,
  }
  const { field, choice, text } = fieldsOf(ticketLabels, { values, problems })
  const assigneeTexts = members.map(({ user_id, name }) => ({ id: user_id, name }))
  return (
    <form class="card stack" method="post" action={ticketsAt(home)} novalidate>
      <Hidden fields={{ once: uuidv7(), client, follow_up: former?.id }} />
      {field('subject')}
      {text('description', 6, 'Markdown.')}
      {former ? (
        <p class="hint">It has the same client and requester.</p>
      ) : (
        <div class="columns">
          {choice('client_id', choicesFrom('None', clients))}
          {contacts.length
            ? choice('contact_id', choicesFrom('None', contacts))
            : field('requester_email', { type: 'email', optional: true })}
        </div>
      )}
      <div class="columns">
        {choice('priority', choicesOf(ticketPriorities))}
        {choice('assignee_user_id', choicesFrom('Nobody', assigneeTexts))}
        {choice('channel', [
          ['agent', 'written here'],
          ['email', 'by e-mail'],
        ])}
        {field('type', { optional: true, hint: 'A kind of your own, such as incident.' })}
        {field('tags', { optional: true, hint: 'Separated by commas.' })}
      </div>
      <button class="primary">Create ticket</button>
    </form>
  )
}

const texts = [
  'description',
  'client_id',
  'contact_id',
  'requester_email',
  'assignee_user_id',
  'priority',
  'channel',
  'type',
]

export const createTicket: Page = async (visit) => {
  const { at, home } = await organizationContext(visit)
  const { subject = '', tags = '', follow_up } = visit.form
  const follows = follow_up && { follow_up_of_id: follow_up }
  const { rejected, result } = await send<Ticket>(visit, {
    path: `${at}/tickets`,
    body: { subject, ...filled(visit.form, texts), tags: tagsOf(tags), ...follows },
    fields: Object.keys(ticketLabels),
  })
  if (rejected) return newTicketPage(visit, ...rejected)
  return redirectTo(`${ticketsAt(home)}/${result.number}?done=saved`)
}
