import { isUuid } from '../../base/id.ts'
import { clientsOf, membersOf } from '../deals/deal-parts.tsx'
import type { Choices } from '../kit/field-entries.ts'
import { calling } from '../kit/forms.tsx'
import { isCreating, listPage } from '../kit/list-page.tsx'
import { mayCall } from '../kit/operations.ts'
import { addressIn } from '../kit/page.tsx'
import { say } from '../kit/say.ts'
import { wordsFor } from '../kit/words.ts'
import { newTicketFields } from './ticket-fields.ts'
import { ticketLine } from './ticket-parts.tsx'

const statuses = ['open', 'pending', 'on_hold', 'resolved', 'closed']
const unresolved = 'open,pending,on_hold'
const deadlines: Choices = [
  ['', 'any'],
  ['breached', 'late'],
  ['at_risk', 'at risk'],
  ['running', 'in time'],
  ['paused', 'paused'],
  ['missed', 'missed'],
  ['met', 'met'],
]

/** The ticket queue, by deadline, with the form for a ticket: of a client, or one that follows up another. */
export default listPage({
  at: '/organizations/:slug/tickets',
  of: 'listTickets',
  title: 'Tickets',
  noun: ['ticket'],
  search: 'Number, subject or e-mail address',
  states: ['me', 'none'],
  stateName: 'who',
  stateWords: { me: 'assigned to me', none: 'unassigned' },
  stateQuery: (who) => ({ assignee_user_id: who }),
  narrowedBy: { client: (client_id) => (isUuid(client_id) ? { client_id } : {}) },
  filters: {
    status: {
      label: 'Status',
      choices: [
        ['', 'not resolved'],
        ...statuses.map((one): [string, string] => [one, wordsFor(one)]),
        ['all', 'all'],
      ],
      query: (status) => (status === 'all' ? {} : { status: status || unresolved }),
    },
    sla_state: { label: 'Deadlines', choices: deadlines },
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
      query: (sort) => ({ sort: (sort || 'due_at') as 'due_at' }),
    },
  },
  createsApart: true,
  parts: async ({ request, read }) => {
    if (!isCreating(request)) return null
    const { client = '', follow_up = '' } = { ...request.query, ...request.form }
    const [clients, members, contacts, former] = await Promise.all([
      clientsOf(read),
      membersOf(read),
      client ? read('getClient', {}, { client_id: client }) : null,
      follow_up ? read('getTicket', {}, { ticket_id: follow_up }) : null,
    ])
    return { client, clients, members, contacts: contacts?.contacts ?? [], former }
  },
  forms: {
    '': calling('createTicket', {
      title: 'New ticket',
      verb: 'Create ticket',
      fields: newTicketFields,
      also: ({ follow_up }) => (follow_up ? { follow_up_of_id: follow_up } : {}),
      to: ({ organization }, { number }) => `${addressIn(organization, `tickets/${number}`)}?done=saved`,
    }),
  },
  create: ({ parts: { more } }) => ({
    values: {
      priority: more?.former?.priority ?? 'medium',
      subject: more?.former?.subject ?? '',
      client_id: more?.client ?? '',
    },
    choices: {
      client_id: more?.clients ?? [],
      contact_id: more?.contacts ?? [],
      assignee_user_id: more?.members ?? [],
    },
    // What follows up another has its client and its requester.
    except: more?.former
      ? ['client_id', 'contact_id', 'requester_email']
      : [more?.contacts.length ? 'requester_email' : 'contact_id'],
    hidden: { follow_up: more?.former?.id, client: more?.client },
  }),
  above: ({ organization, parts: { more } }) => (
    <>
      {mayCall(organization, 'listTicketMails') ? (
        <p>
          <a href={addressIn(organization, 'mails')}>{say('Incoming mail')}</a>
        </p>
      ) : null}
      {more?.former ? (
        <p>{say('Follow-up of {key}: it has the same client and requester.', { key: more.former.key })}</p>
      ) : null}
    </>
  ),
  line: (ticket, { organization }) => ticketLine(ticket, organization),
})
