import * as z from 'zod'
import { pageOf, paging } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { Task } from '../../shared/task/schema.ts'
import { ruleOperations, ruleTarget } from './assignment.ts'
import { responseOperations, responseTarget } from './canned-responses.ts'
import { mailboxOperations, mailboxTarget } from './mailboxes.ts'
import * as queries from './queries.ts'
import { addTicket, changeTicket } from './ticket-writes.ts'
import { Event, Merge, Message, MessageDraft, TaskOfTicket } from './schemas.ts'
import { summaryOperations } from './summary.ts'
import { addToolMessage } from './tool-writes.ts'

const { ticket } = queries
const targets = {
  ticket_id: ticket.target,
  response_id: responseTarget,
  mailbox_id: mailboxTarget,
  rule_id: ruleTarget,
}

const operations = [
  ticket.list('listTickets', 'List tickets', {
    role: 'member',
    tool: 'list_tickets',
    filter: queries.filter,
    sorts: queries.sorts,
    sort: '-created_at',
  }),
  ticket.create('createTicket', 'Create a ticket, or the follow-up of a closed one', {
    role: 'member',
    tool: 'create_ticket',
    example: {
      subject: 'The shop shows yesterday’s prices',
      description: 'Since this morning.',
      client_id: '{client_id}',
    },
    run: ({ body, id }) => addTicket(id(), body),
  }),
  ticket.find('getTicket', 'Get a ticket', { role: 'member', tool: 'get_ticket' }),
  ticket.change('updateTicket', 'Change, assign, snooze, resolve, reopen or close a ticket', {
    role: 'member',
    tool: 'update_ticket',
    details: 'A resolved ticket is closed after a week. A closed one stays as it is.',
    example: { priority: 'high' },
    run: ({ params: { ticket_id }, body: { version, ...change } }) =>
      changeTicket(ticket_id, version, change),
  }),
  write({
    id: 'deleteTicket',
    summary: 'Delete a ticket with its messages',
    at: 'DELETE /tickets/{ticket_id}',
    role: 'admin',
    tool: 'delete_ticket',
    audit: 'ticket.deleted',
    status: 204,
    example: {},
    run: ({ params: { ticket_id } }) => queries.dropTicket(ticket_id),
  }),
  read({
    id: 'listTicketMessages',
    summary: 'List the messages and internal notes of a ticket, oldest first',
    at: 'GET /tickets/{ticket_id}/messages',
    role: 'member',
    tool: 'list_ticket_messages',
    query: z.strictObject(paging),
    returns: pageOf(Message),
    run: ({ params: { ticket_id }, query }) => queries.listMessages(ticket_id, query),
  }),
  write({
    id: 'createTicketMessage',
    summary: 'Answer the customer, write an internal note, or record what the customer said',
    at: 'POST /tickets/{ticket_id}/messages',
    role: 'member',
    tool: 'create_ticket_message',
    audit: 'ticket_message.created',
    body: MessageDraft,
    returns: Message,
    status: 201,
    details:
      'A message of the customer wakes a snoozed ticket, and opens one that is not closed. Answers are mailed, with their ' +
      'files: those up to 3 MB in all in the mail, others as links for thirty days.',
    example: { body: { body: 'We are looking into it.', set_status: 'pending' } },
    run: ({ params: { ticket_id }, body, id }) => queries.addMessage(ticket_id, id(), body),
  }),
  write({
    id: 'mergeTickets',
    summary: 'Merge a ticket into another of the same client, which gets its messages',
    at: 'POST /tickets/{ticket_id}/merge',
    partOf: [{ tool: 'update_ticket', argument: 'merge', says: 'Its messages go to another, and it closes' }],
    role: 'manager',
    audit: 'ticket.merged',
    body: Merge,
    returns: ticket.Detail,
    details:
      'The merged ticket is closed, and names the other in merged_into_id. Its text becomes a message there.',
    example: { body: { into_ticket_id: '{ticket_id}' } },
    locks: (row, { into_ticket_id }) => queries.lockBoth(row, into_ticket_id),
    run: ({ params: { ticket_id }, body: { into_ticket_id } }) =>
      queries.mergeTickets(ticket_id, into_ticket_id),
  }),
  write({
    id: 'createTaskFromTicket',
    summary: 'Create a task of a ticket in a project, with its subject and text',
    at: 'POST /tickets/{ticket_id}/task',
    partOf: [{ tool: 'update_ticket', argument: 'create_task', says: 'Creates a task of it' }],
    role: 'member',
    audit: 'ticket.task_created',
    body: TaskOfTicket,
    returns: Task,
    status: 201,
    refuses: [403],
    details: 'Whoever may see the project reads there what the ticket says.',
    example: { body: { project_id: '{project_id}' } },
    run: ({ params: { ticket_id }, body, id, settings }) =>
      queries.addTask(ticket_id, id(), body, settings.webUrl),
  }),
  read({
    id: 'listTicketEvents',
    summary: 'List what happened to a ticket, oldest first',
    at: 'GET /tickets/{ticket_id}/events',
    partOf: [{ tool: 'get_ticket', argument: 'history', is: true, says: 'Also what happened' }],
    role: 'member',
    query: z.strictObject(paging),
    returns: pageOf(Event),
    run: ({ params: { ticket_id }, query }) => queries.listEvents(ticket_id, query),
  }),
  ...summaryOperations,
  ...responseOperations,
  ...mailboxOperations,
  ...ruleOperations,
]

export default area('support', 'Support desk', targets, operations, [addToolMessage])
