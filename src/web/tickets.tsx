import type { FC } from 'hono/jsx'
import { uuidv7 } from '../kit/id.ts'
import { among, fieldsOf, filled, tagsOf } from './acting.tsx'
import type { Contact } from './client-parts.tsx'
import { clientsOf, type Member, membersOf } from './deal-parts.tsx'
import { show } from './layout.tsx'
import { addressOf, kept, offsetOf, pageSize, partOf, send, Tabs, Top } from './lists.tsx'
import { Pager } from './pager.tsx'
import { Choice, count, Hidden, Summary } from './parts.tsx'
import { type Home, isAtLeast, placeOf } from './place.ts'
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
  goTo,
  noProblems,
  type Page,
  type Problems,
  Trouble,
  type Visit,
} from './visit.ts'

type Listed = { items: Ticket[]; total: number }

/** What the queue is asked for in its address, each with what the API is asked for. */
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
const people = { me: 'assigned to me', none: 'unassigned' }

/** What of the address the queue knows; the rest is as if it were not there. */
function wishOf({ query }: Visit): Form {
  const known = Object.entries(filters).map(([name, { choices }]) => [
    name,
    choices.some(([value]) => value === query[name]) ? query[name] : '',
  ])
  const who = Object.hasOwn(people, query.who ?? '') ? query.who : ''
  const client = /^[0-9a-f-]{36}$/.test(query.client ?? '') ? query.client : ''
  return kept({ ...Object.fromEntries(known), who, client, q: query.q?.trim().slice(0, 100) })
}

const asked = ({ status, sort, who, client, ...rest }: Form): Record<string, string | undefined> => ({
  ...rest,
  status: status === 'all' ? undefined : (status ?? 'open,pending,on_hold'),
  sort: sort ?? 'due_at',
  assignee_user_id: who,
  client_id: client,
})

/** What customers ask, what is due first at the top. */
export const showTickets: Page = async (visit) => {
  const wish = wishOf(visit)
  const { person, home, parts } = await placeOf(visit, async (at) =>
    bodyOf(await visit.api.call<Listed>('GET', `${at}/tickets?${partOf(visit, asked(wish))}`), visit.here),
  )
  return show(
    visit,
    { title: `Tickets of ${home.name}`, me: person, zone: home.timezone },
    <>
      <Top visit={visit} home={home} title="Tickets" problems={noProblems} labels={{}} />
      {isAtLeast(home, 'member') ? (
        <p>
          <a class="button primary" href={`${ticketsAt(home)}/new`}>
            New ticket
          </a>
        </p>
      ) : null}
      <Queue list={parts} visit={visit} home={home} wish={wish} />
    </>,
  )
}

type QueueProps = { list: Listed; visit: Visit; home: Home; wish: Form }
const Queue: FC<QueueProps> = ({ list: { items, total }, visit, home, wish }) => {
  const at = ticketsAt(home)
  const tab = (who: string | undefined, says: string) => ({
    says,
    to: addressOf(at, { ...wish, who }),
    now: wish.who === who,
  })
  return (
    <section class="card stack" aria-labelledby="tickets">
      <h2 id="tickets">{total ? count(total, 'ticket') : 'No ticket here'}</h2>
      <Tabs
        name="Whose"
        of={[tab(undefined, 'all'), ...Object.entries(people).map(([who, says]) => tab(who, says))]}
      />
      <form class="seek" method="get" action={at} role="search">
        <Hidden fields={{ who: wish.who, client: wish.client }} />
        <div class="field whole">
          <label for="q">Number, subject or e-mail address</label>
          <input id="q" name="q" type="search" maxlength={100} value={wish.q} />
        </div>
        {Object.entries(filters).map(([name, { label, choices }]) => (
          <div class="part">
            <Choice name={name} label={label} choices={choices} values={wish} problems={noProblems} />
          </div>
        ))}
        <button>Show</button>
      </form>
      <ul class="rows">
        {items.map((ticket) => (
          <TicketRow ticket={ticket} home={home} />
        ))}
      </ul>
      <Pager at={at} kept={wish} offset={offsetOf(visit)} size={pageSize} total={total} />
    </section>
  )
}

export const showNewTicket: Page = (visit) => asking(visit, noProblems)

type New = {
  clients: { id: string; name: string }[]
  contacts: Contact[]
  members: Member[]
  former: Ticket | null
}

/** The form for a ticket. A client in the address brings their contacts; a ticket there is followed up. */
async function asking(visit: Visit, problems: Problems, status?: number) {
  const { client = '', follow_up = '' } = { ...visit.query, ...visit.form }
  const { person, home, parts } = await placeOf(visit, async (at): Promise<New> => {
    const get = async <T,>(path: string) => bodyOf(await visit.api.call<T>('GET', at + path), visit.here)
    const [clients, members, whole, former] = await Promise.all([
      clientsOf(visit, at),
      membersOf(visit, at),
      client ? get<{ contacts: Contact[] }>(`/clients/${encodeURIComponent(client)}`) : null,
      follow_up ? get<Ticket>(`/tickets/${encodeURIComponent(follow_up)}`) : null,
    ])
    return { clients, contacts: whole?.contacts ?? [], members, former }
  })
  if (!isAtLeast(home, 'member'))
    throw new Trouble(403, 'Not allowed', 'Only members and above create tickets.')
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
  const people = members.map(({ user_id, name }) => ({ id: user_id, name }))
  return (
    <form class="card stack" method="post" action={ticketsAt(home)} novalidate>
      <Hidden fields={{ once: uuidv7(), client, follow_up: former?.id }} />
      {field('subject', { maxlength: 200 })}
      {text('description', 6, 'Markdown.')}
      {former ? (
        <p class="hint">It is of the same client and requester.</p>
      ) : (
        <div class="columns">
          {choice('client_id', among('None', clients))}
          {contacts.length
            ? choice('contact_id', among('None', contacts))
            : field('requester_email', { type: 'email', optional: true, maxlength: 254 })}
        </div>
      )}
      <div class="columns">
        {choice('priority', choicesOf(ticketPriorities))}
        {choice('assignee_user_id', among('Nobody', people))}
        {choice('channel', [
          ['agent', 'written here'],
          ['email', 'by e-mail'],
        ])}
        {field('type', { optional: true, maxlength: 40, hint: 'A kind of your own, such as incident.' })}
        {field('tags', { optional: true, maxlength: 400, hint: 'Separated by commas.' })}
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
  const { at, home } = await placeOf(visit)
  const { subject = '', tags = '', follow_up } = visit.form
  const follows = follow_up && { follow_up_of_id: follow_up }
  const { refused, answer } = await send<Ticket>(visit, {
    path: `${at}/tickets`,
    body: { subject, ...filled(visit.form, texts), tags: tagsOf(tags), ...follows },
    fields: Object.keys(ticketLabels),
  })
  if (refused) return asking(visit, ...refused)
  return goTo(`${ticketsAt(home)}/${answer.number}?done=saved`)
}
