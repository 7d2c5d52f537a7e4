import * as z from 'zod'
import {
  longestMessage,
  ticketAuthors,
  ticketChannels,
  ticketEventKinds,
  ticketStatuses,
} from '../../../db/schema/tickets.ts'
import { deliveryStates } from '../../../db/schema/support.ts'
import { fileTypes, taskStatuses } from '../../../db/schema/values.ts'
import { change, count, id, idOut, longText, moment, Person, text } from '../../kit/fields.ts'
import { email } from '../../shared/email.ts'
import { ClockState, Metric } from '../../shared/clocks.ts'
import { labels } from '../../shared/parties.ts'
import { TaskPriority, TaskType } from '../../shared/task/schema.ts'
import { createdAt, ownId, taskKey, taskTitle } from '../../shared/common-fields.ts'

export const Status = z.enum(ticketStatuses).meta({ id: 'TicketStatus' })
export const Channel = z.enum(ticketChannels).meta({ id: 'TicketChannel' })

const fields = {
  subject: text(200).meta({ description: 'In one line', example: 'The shop shows yesterday’s prices' }),
  priority: TaskPriority.describe('How urgent it is'),
  type: text(40).nullable().meta({ description: 'A kind of your own', example: 'incident' }),
  client_id: id().nullable().meta({ description: 'That of the contact, unless sent' }),
  contact_id: id().nullable().meta({ description: 'The contact of a client who asks' }),
  requester_email: email().nullable().meta({ description: 'The requester, if not a contact' }),
  assignee_user_id: id().nullable().meta({ description: 'The member who works on it' }),
  tags: labels(),
}

type Requester = { contact_id?: unknown; requester_email?: unknown }
const hasOneRequester = ({ contact_id, requester_email }: Requester) => !contact_id || !requester_email
const oneRequester = () => ({
  message: 'send contact_id or requester_email, not both',
  path: ['requester_email'],
})

export const TicketDraft = z
  .strictObject({
    ...fields,
    description: longText(longestMessage).meta({ description: 'What is asked, in Markdown' }),
    channel: Channel.exclude(['portal']).meta({ description: 'How it came; by default through whom' }),
    follow_up_of_id: id().meta({
      description: 'The closed ticket that it goes on with',
      'x-names': 'ticket',
    }),
  })
  .partial()
  .required({ subject: true })
  .refine(hasOneRequester, oneRequester())
  .meta({ id: 'TicketDraft' })

export const TicketChange = change({
  ...fields,
  status: Status.meta({ description: 'closed only from resolved; then it stays as it is' }),
  snoozed_until: moment()
    .nullable()
    .meta({ description: 'Out of sight until then, or until the customer writes' }),
})
  .refine(hasOneRequester, oneRequester())
  .meta({ id: 'TicketChange' })

const Named = z
  .object({ id: ownId, name: z.string().describe('What it is called') })
  .meta({ id: 'TicketClient' })
const Contact = z
  .object({
    id: ownId,
    name: z.string().describe("The contact's name"),
    email: z.string().nullable().describe("The contact's e-mail address"),
  })
  .meta({ id: 'TicketContact' })
const Task = z
  .object({ id: ownId, key: taskKey, title: taskTitle, status: z.enum(taskStatuses).describe('Its status') })
  .meta({ id: 'TicketTask' })

const clock = {
  metric: Metric.describe('What it measures'),
  state: ClockState,
  due_at: moment().nullable().meta({ description: 'Null unless it runs' }),
  remaining_seconds: z
    .int()
    .meta({ description: 'Working time that is left; negative when it is over', example: 3600 }),
}
export const NextDeadline = z.object(clock).meta({ id: 'TicketDeadline' })
export const TicketClock = z
  .object({
    id: ownId,
    policy: z
      .object({ id: ownId, name: z.string().describe('What the policy is called') })
      .meta({ description: 'As it was called when the clock got it' }),
    ...clock,
    target_seconds: z.int().meta({ description: 'Working time that it may take', example: 7200 }),
    percent: z.int().meta({ description: 'How much of the target is over', example: 50 }),
    started_at: moment().describe('When it began to run'),
    warn_at: moment().nullable().meta({ description: 'From when on it is at risk; null unless it runs' }),
    paused_at: moment().nullable().meta({ description: 'Since when it stands still' }),
    breached_at: moment().nullable().meta({ description: 'Since when it was late, once that was noted' }),
    completed_at: moment().nullable().describe('When what it measures was done'),
  })
  .meta({ id: 'TicketClock' })

export const shown = {
  number: z.int().meta({ description: 'Counts up in the organization', example: 1042 }),
  key: z.string().meta({ description: 'Its number with a hash', example: '#1042' }),
  subject: z.string().meta({ description: 'What it is about', 'x-outside': 'origin' }),
  status: Status.describe('Where it stands'),
  priority: TaskPriority.describe('How urgent it is'),
  type: z.string().nullable().describe('What kind of request it is'),
  channel: Channel.meta({ description: 'How it came' }),
  origin: Channel.nullable().meta({ description: 'Where a stranger wrote it; null if an agent did' }),
  client: Named.nullable().describe('The client that it is of'),
  contact: Contact.nullable().describe('The contact who asks'),
  requester_email: z
    .string()
    .nullable()
    .meta({ description: 'The address of the requester, also of a contact' }),
  assignee: Person.nullable().describe('Who handles it'),
  tags: z.array(z.string()).describe('Words to group tickets by'),
  task: Task.nullable().meta({ description: 'The task made of it, where the caller may see it' }),
  sla: NextDeadline.nullable().meta({ description: 'Its running clock that is due first' }),
  waiting_since: moment().nullable().meta({ description: 'When the customer first wrote without an answer' }),
  first_response_at: moment().nullable().meta({ description: 'The first public message of an agent' }),
  last_customer_message_at: moment()
    .nullable()
    .meta({ description: 'Of the customer, the ticket itself too' }),
  last_agent_message_at: moment().nullable().meta({ description: 'The last public message of an agent' }),
  snoozed_until: moment().nullable().describe('Hidden until then'),
  resolved_at: moment().nullable().describe('When it was resolved'),
  closed_at: moment().nullable().meta({ description: 'A week after it was resolved, unless closed before' }),
  reopened_count: count().meta({ description: 'How often it was opened again after it was resolved' }),
  merged_into_id: idOut().nullable().meta({ description: 'The ticket that it was merged into' }),
  follow_up_of_id: idOut().nullable().meta({ description: 'The closed ticket that it goes on with' }),
  csat_score: z.int().nullable().meta({ description: 'How the customer rated it, from 1 to 5', example: 5 }),
  csat_comment: z
    .string()
    .nullable()
    .meta({ description: 'What the customer said of that', 'x-outside': true }),
  created_by: idOut().nullable().meta({ description: 'Null where the customer created it' }),
}
export const detail = {
  cc: z
    .array(z.string())
    .meta({ description: 'Addresses of people in copy, who take part', example: ['ada@example.com'] }),
  description: z.string().meta({ description: 'The text of the request', 'x-outside': 'origin' }),
  mail_id: idOut().nullable().meta({ description: 'The mail that opened it' }),
  messages_count: count().meta({ description: 'Internal notes too' }),
  sla_clocks: z.array(TicketClock).meta({ description: 'The latest of each metric' }),
}

const File = z
  .object({
    id: ownId,
    filename: z.string().meta({ description: 'Name of the file', 'x-outside': true }),
    content_type: z.enum(fileTypes).describe('Media type of the file'),
    size_bytes: count().describe('Size in bytes'),
  })
  .meta({ id: 'TicketFile' })
export const Delivery = z
  .object({
    address: z.string().meta({ description: 'The e-mail address', example: 'ada@example.com' }),
    state: z.enum(deliveryStates).meta({ description: 'unclear: it may or may not have been sent' }),
    at: moment().nullable().meta({ description: 'Since when it is in that state' }),
    reason: z.string().nullable().meta({ description: 'Why it was not sent or came back' }),
  })
  .meta({ id: 'TicketDelivery' })
export const Message = z
  .object({
    id: ownId,
    ticket_id: idOut().describe('The ticket that it belongs to'),
    author_kind: z.enum(ticketAuthors).meta({ description: 'Whose words they are' }),
    author: Person.nullable().meta({
      description: 'The agent, null for automations; of a customer’s message, who recorded it',
    }),
    contact: Contact.nullable().meta({ description: 'The customer' }),
    origin: z
      .enum(['portal', 'email', 'recorded'])
      .nullable()
      .meta({ description: 'Where a customer wrote it, or that an agent recorded it; null for agents' }),
    requester_email: z
      .string()
      .nullable()
      .meta({ description: 'The address of a customer who is no contact' }),
    body: z.string().meta({ description: 'The text of the message', 'x-outside': 'origin,!author' }),
    is_internal: z.boolean().meta({ description: 'A note that customers never see' }),
    mail_id: idOut().nullable().meta({ description: 'The mail that it came in' }),
    files: z.array(File).meta({ description: 'Attachments that came with it' }),
    deliveries: z
      .array(Delivery)
      .meta({ description: 'To whom an answer was mailed; the requester and people in copy' }),
    created_at: createdAt,
  })
  .meta({
    id: 'TicketMessage',
    'x-row': 'id author_kind origin body* author contact from=requester_email is_internal files created_at',
  })

const messageFields = {
  body: text(longestMessage).meta({ description: 'Markdown', example: 'We are looking into it.' }),
  from_customer: z
    .boolean()
    .default(false)
    .meta({ description: 'What the customer said elsewhere, recorded' }),
  set_status: Status.optional().meta({ description: 'What the ticket becomes with it' }),
  attachment_ids: z
    .array(id())
    .max(10, 'at most 10')
    .optional()
    .meta({ description: 'Files that I attached to the ticket before, to go with it' }),
}
type Recorded = { from_customer: boolean; set_status?: unknown }
const keepsStatus = ({ set_status, from_customer }: Recorded) => !(set_status && from_customer)
const opensTicket = () => ({
  message: 'not with from_customer: a message of the customer opens the ticket',
  path: ['set_status'],
})

export const MessageDraft = z
  .strictObject({
    ...messageFields,
    is_internal: z.boolean().default(false).meta({ description: 'A note that customers never see' }),
  })
  .refine((body) => !(body.is_internal && body.from_customer), {
    message: 'a message of the customer is never internal',
    path: ['is_internal'],
  })
  .refine(keepsStatus, opensTicket())
  .meta({ id: 'TicketMessageDraft' })

export const ToolMessageDraft = z
  .strictObject({
    ...messageFields,
    public: z.boolean().default(false).meta({ description: 'The customer gets it; else a note within' }),
  })
  .refine((body) => !(body.public && body.from_customer), {
    message: 'not with from_customer: the customer has said it',
    path: ['public'],
  })
  .refine(keepsStatus, opensTicket())
  .meta({ id: 'ToolTicketMessageDraft' })

export const Merge = z
  .strictObject({ into_ticket_id: id().meta({ description: 'The ticket that stays' }) })
  .meta({ id: 'TicketMerge' })

export const TaskOfTicket = z
  .strictObject({
    project_id: id().describe('The project that the task is made in'),
    title: text(255).optional().meta({ description: 'The subject of the ticket, unless sent' }),
    type: TaskType.optional().meta({ description: 'That of the ticket, where tasks have it, unless sent' }),
  })
  .meta({ id: 'TaskOfTicket' })

export const Event = z
  .object({
    id: ownId,
    kind: z.enum(ticketEventKinds).describe('What happened'),
    at: moment().describe('When it happened'),
    actor: Person.nullable().meta({
      description: 'Null for customers, automations, and what the service does by itself, such as closing',
    }),
    contact: Contact.nullable().meta({ description: 'The customer who caused it' }),
    automation: z
      .object({
        id: ownId,
        name: z.string().nullable().meta({ description: 'Null if it was erased or I may not see it' }),
      })
      .nullable()
      .meta({ description: 'The automation that caused it' }),
    data: z
      .record(z.string(), z.unknown())
      .meta({ description: 'from and to; of a merge the ids of both tickets', example: { to: 'pending' } }),
  })
  .meta({ id: 'TicketEvent' })
