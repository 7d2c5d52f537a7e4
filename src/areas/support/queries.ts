import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { automations } from '../../../db/schema/automations.ts'
import { attachments } from '../../../db/schema/attachments.ts'
import { clientContacts, clients } from '../../../db/schema/clients.ts'
import { projects } from '../../../db/schema/projects.ts'
import { ticketDeliveries, ticketMails } from '../../../db/schema/support.ts'
import { slaClocks } from '../../../db/schema/sla.ts'
import { tasks } from '../../../db/schema/tasks.ts'
import { ticketEvents, ticketMessages, tickets } from '../../../db/schema/tickets.ts'
import { taskTypes } from '../../../db/schema/values.ts'
import { boolParam, csv, id, text, userParam } from '../../kit/fields.ts'
import { type Filter, resource } from '../../kit/resource.ts'
import {
  all,
  answer,
  any,
  contains,
  ensureFields,
  inOrg,
  insert,
  json,
  jsonIf,
  jsonList,
  one,
  page,
  type Ref,
  shape,
  uuids,
  visible,
} from '../../kit/sql.ts'
import { among, person } from '../../shared/people.ts'
import { agent, openClient } from '../../shared/references.ts'
import { referencesIn, targetOf } from '../../kit/targets.ts'
import { filesOf, ticketFile } from '../../shared/files/portal-files.ts'
import { ClockState, clockTimes, inClockState } from '../../shared/clocks.ts'
import { requireProject } from '../../shared/projects.ts'
import { TaskPriority } from '../../shared/task/schema.ts'
import {
  Channel,
  Delivery,
  detail,
  Event,
  Message,
  type MessageDraft,
  shown,
  Status,
  type TaskOfTicket,
  NextDeadline,
  TicketChange,
  TicketClock,
  TicketDraft,
} from './schemas.ts'

const contactIn = (column: SQL | typeof tickets.contact_id) =>
  sql`(select ${json({
    id: clientContacts.id,
    name: clientContacts.name,
    email: clientContacts.email,
  })} from ${clientContacts} where ${inOrg(clientContacts)} and ${clientContacts.id} = ${column})`
const client = sql`(select ${json({ id: clients.id, name: clients.name })} from ${clients}
  where ${inOrg(clients)} and ${clients.id} = ${tickets.client_id})`
const contactEmail = sql`(select ${clientContacts.email} from ${clientContacts}
  where ${inOrg(clientContacts)} and ${clientContacts.id} = ${tickets.contact_id})`
const status = sql`app.ticket_status(${tickets})`
const closedAt = sql`app.utc(case when ${status} = 'closed'
  then coalesce(${tickets.closed_at}, app.ticket_closes_at(${tickets.resolved_at})) end)`
/** The linked task, if the caller can see it. */
const task = sql`(select ${json({
  id: tasks.id,
  key: sql`${projects.key} || '-' || ${tasks.number}`,
  title: tasks.title,
  status: tasks.status,
})} from ${tasks} join ${projects} on ${inOrg(projects)} and ${projects.id} = ${tasks.project_id}
  where ${inOrg(tasks)} and ${tasks.id} = ${tickets.task_id} and ${tasks.deleted_at} is null
    and ${projects.deleted_at} is null and ${visible(projects.id)})`
const isSnoozed = sql`coalesce(${tickets.snoozed_until} > now(), false)`
const messagesIn = (ticket: Ref | typeof tickets.id) =>
  all(inOrg(ticketMessages), sql`${ticketMessages.ticket_id} = ${ticket}`)

const clocksOfTicket = all(inOrg(slaClocks), sql`${slaClocks.ticket_id} = ${tickets.id}`)
const sla = sql`(select ${shape(NextDeadline, slaClocks, clockTimes).answer} from ${slaClocks}
  where ${clocksOfTicket} and ${slaClocks.state} = 'running' order by ${slaClocks.due_at}, ${slaClocks.id} limit 1)`
const clocks = jsonList(
  shape(TicketClock, slaClocks, clockTimes).fields,
  sql`from (select distinct on (${slaClocks.metric}) * from ${slaClocks} where ${clocksOfTicket}
    order by ${slaClocks.metric}, ${slaClocks.created_at} desc, ${slaClocks.id} desc) ${slaClocks}`,
  sql`${slaClocks.metric}`,
)

export const ticket = resource(tickets, {
  noun: 'ticket',
  name: 'Ticket',
  row: 'key subject* status priority client contact from=requester_email assignee due=sla.due_at task tags waiting_since origin',
  at: '/tickets',
  item: '/tickets/{ticket_id}',
  fields: {},
  required: [],
  draft: TicketDraft,
  change: TicketChange,
  refers: {
    client_id: openClient,
    contact_id: targetOf(clientContacts, { noun: 'contact' }),
    assignee_user_id: agent,
    follow_up_of_id: targetOf(tickets, { noun: 'ticket' }),
  },
  shown: {
    ...shown,
    key: [shown.key, sql`'#' || ${tickets.number}`],
    origin: [shown.origin, sql`nullif(${tickets.channel}, 'agent')`],
    status: [shown.status, status],
    client: [shown.client, client],
    contact: [shown.contact, contactIn(tickets.contact_id)],
    requester_email: [shown.requester_email, sql`coalesce(${tickets.requester_email}, ${contactEmail})`],
    assignee: [shown.assignee, person(tickets.assignee_user_id)],
    task: [shown.task, task],
    sla: [shown.sla, sla],
    snoozed_until: [
      shown.snoozed_until,
      sql`app.utc(case when ${isSnoozed} then ${tickets.snoozed_until} end)`,
    ],
    closed_at: [shown.closed_at, closedAt],
  },
  detail: {
    ...detail,
    mail_id: [
      detail.mail_id,
      sql`(select ${ticketMails.id} from ${ticketMails} where ${inOrg(ticketMails)} and ${ticketMails.ticket_id} = ${tickets.id}
        and ${ticketMails.outcome} = 'ticket' order by ${ticketMails.created_at}, ${ticketMails.id} limit 1)`,
    ],
    messages_count: [
      detail.messages_count,
      sql`(select count(*) from ${ticketMessages} where ${messagesIn(tickets.id)})`,
    ],
    sla_clocks: [detail.sla_clocks, clocks],
  },
  target: {
    ...targetOf(tickets, { noun: 'ticket' }),
    keyFormat: /^#?[1-9][0-9]{0,14}$/,
    byKey: (key) => sql`(select t.id from ${tickets} t where t.org_id = (select app.org_id())
      and t.number = ${Number(key.replace('#', ''))})`,
  },
})

const closesBefore = sql`now() - interval '168 hours'`
/** Tickets with these effective statuses, written so that indexes can be used. */
const inStatus = (values: string[]) => {
  const resolved = sql`${tickets.status} = 'resolved' and ${tickets.resolved_at}`
  return any(
    sql`${tickets.status} = any(${`{${values.filter((one) => one !== 'resolved').join(',')}}`}::text[])`,
    ...(values.includes('resolved') ? [sql`${resolved} > ${closesBefore}`] : []),
    ...(values.includes('closed') ? [sql`${resolved} <= ${closesBefore}`] : []),
  )
}

export const filter = {
  status: [csv(Status), inStatus],
  priority: [csv(TaskPriority), (values: string[]) => sql`${tickets.priority} in ${values}`],
  channel: [csv(Channel), (values: string[]) => sql`${tickets.channel} in ${values}`],
  assignee_user_id: [
    csv(userParam()).meta({ description: 'Of these members, separated by commas; `me` and `none` too' }),
    (members: string[]) => among(tickets.assignee_user_id, members),
  ],
  client_id: [
    id().describe('Only of this client'),
    (values: string) => sql`${tickets.client_id} = ${values}`,
  ],
  follow_up_of_id: [
    id().meta({ description: 'Follow-ups of this ticket', 'x-names': 'ticket' }),
    (values: string) => sql`${tickets.follow_up_of_id} = ${values}`,
  ],
  tag: [
    text(40).meta({ description: 'Only with this tag' }),
    (tag: string) => sql`${tag} = any(${tickets.tags})`,
  ],
  snoozed: [
    boolParam().meta({ type: 'boolean', description: 'Snoozed ones alone, or none of them' }),
    (values: boolean) => sql`${isSnoozed} = ${values}`,
  ],
  waiting: [
    boolParam().meta({ type: 'boolean', description: 'Whether the customer waits for an answer' }),
    (values: boolean) => sql`(${tickets.waiting_since} is not null) = ${values}`,
  ],
  sla_state: [
    csv(ClockState).meta({ description: 'With a clock in one of these states' }),
    (states: string[]) => sql`${tickets.id} in (select ${slaClocks.ticket_id} from ${slaClocks}
      where ${inOrg(slaClocks)} and ${slaClocks.ticket_id} is not null and ${inClockState(states)})`,
  ],
  q: [
    text(200).meta({
      description:
        'In the number, the subject, and the name and address of the requester; or words of the text and the conversation',
      example: 'prices',
    }),
    (words: string) =>
      any(
        contains(sql`'#' || ${tickets.number}`, words),
        contains(tickets.subject, words),
        contains(tickets.requester_email, words),
        sql`${tickets.id} in (select app.tickets_with_words(${words}))`,
        sql`${tickets.contact_id} in (select ${clientContacts.id} from ${clientContacts} where ${inOrg(clientContacts)}
          and ${any(contains(clientContacts.name, words), contains(clientContacts.email, words))})`,
      ),
  ],
} satisfies Filter

export const sorts = {
  created_at: tickets.created_at,
  updated_at: tickets.updated_at,
  number: tickets.number,
  priority: sql`array_position(array['low', 'medium', 'high', 'urgent'], ${tickets.priority})`,
  due_at: tickets.sla_due_at,
  waiting_since: tickets.waiting_since,
  last_customer_message_at: tickets.last_customer_message_at,
}

export const settle = (id: Ref) => sql`select app.refresh_ticket(${id}::uuid)`

export const dropTicket = (id: Ref) => sql`select app.delete_ticket(${id}::uuid)`

const mailOfMessage = sql`(select ${ticketMails.id} from ${ticketMails} where ${inOrg(ticketMails)}
    and ${ticketMails.message_id} = ${ticketMessages.id} limit 1)`
const isOfCustomer = sql`${ticketMessages.author_kind} = 'customer'`
const message = shape(Message, ticketMessages, {
  mail_id: mailOfMessage,
  origin: sql`case when ${isOfCustomer} then case when ${ticketMessages.author_user_id} is not null then 'recorded'
    when ${mailOfMessage} is not null then 'email' else 'portal' end end`,
  requester_email: sql`case when ${isOfCustomer} and ${ticketMessages.author_contact_id} is null
    then (select t.requester_email from ${tickets} t where t.org_id = ${ticketMessages.org_id}
      and t.id = ${ticketMessages.ticket_id}) end`,
  author: person(ticketMessages.author_user_id),
  contact: contactIn(sql`${ticketMessages.author_contact_id}`),
  files: filesOf(sql`${ticketFile} and ${attachments.message_id} = ${ticketMessages.id}`),
  deliveries: jsonList(
    shape(Delivery, ticketDeliveries, {}).fields,
    sql`from ${ticketDeliveries} where ${inOrg(ticketDeliveries)} and ${ticketDeliveries.message_id} = ${ticketMessages.id}`,
    sql`${ticketDeliveries.id}`,
  ),
})
const oldestFirst = { sort: [{ key: 'created_at', descending: false }] }
type Paged = { limit: number; offset: number }

export const listMessages = (id: Ref, query: Paged) =>
  page({ ...query, ...oldestFirst }, message, {
    where: messagesIn(id),
    sorts: { created_at: ticketMessages.created_at },
  })

type Draft = z.output<typeof MessageDraft>
export const addMessage = (
  ticketId: Ref,
  id: string,
  { body, is_internal, from_customer, set_status, attachment_ids }: Draft,
) => [
  settle(ticketId),
  sql`select app.check_ticket_message(${ticketId}::uuid, ${set_status ?? null})`,
  insert(ticketMessages, {
    id,
    ticket_id: ticketId,
    body,
    is_internal,
    author_kind: from_customer ? 'customer' : 'agent',
    author_contact_id: from_customer
      ? sql`(select ${tickets.contact_id} from ${tickets} where ${ticket.row(ticketId)})`
      : undefined,
  }),
  ...(attachment_ids?.length
    ? [sql`select app.attach_to_message(${ticketId}::uuid, ${id}::uuid, ${uuids(attachment_ids)})`]
    : []),
  sql`select app.process_ticket_message(${id})`,
  ...(set_status ? [sql`update ${tickets} set status = ${set_status} where ${ticket.row(ticketId)}`] : []),
  one(message, all(inOrg(ticketMessages), sql`${ticketMessages.id} = ${id}`)),
]

/** Locks both in a fixed order, so that concurrent merges of the same tickets do not deadlock. */
export const lockBoth = (row: SQL, into: string) =>
  sql`select from ${tickets} where ${inOrg(tickets)} and (${row} or ${tickets.id} = ${into})
    order by ${tickets.id} for no key update`

export const mergeTickets = (source: Ref, target: string) => [
  ...ensureFields(referencesIn({ into_ticket_id: ticket.target }, { into_ticket_id: target })),
  sql`select app.merge_tickets(${source}::uuid, ${target}::uuid)`,
  ticket.get(source),
]

/** Creates the task as `createTask` does. */
/** The type of a ticket where tasks have it too, so that a bug stays one; nothing becomes an epic by itself. */
const taskType = sql`case when lower(btrim(${tickets.type})) in ${taskTypes.filter((type) => type !== 'epic')}
  then lower(btrim(${tickets.type})) else 'task' end`

export const addTask = (ticketId: Ref, id: string, draft: z.output<typeof TaskOfTicket>, web: string) => [
  settle(ticketId),
  ...requireProject(draft.project_id),
  sql`select app.check_ticket_task(${ticketId}::uuid)`,
  sql`${insert(tasks, {
    id,
    project_id: draft.project_id,
    title: draft.title ?? sql`(select ${tickets.subject} from ${tickets} where ${ticket.row(ticketId)})`,
    description: sql`(select nullif(${tickets.description}, '') from ${tickets} where ${ticket.row(ticketId)})`,
    type: draft.type ?? sql`(select ${taskType} from ${tickets} where ${ticket.row(ticketId)})`,
    external_source: 'ticket',
    external_id: sql`(select '#' || ${tickets.number} from ${tickets} where ${ticket.row(ticketId)})`,
  })} returning app.check_task(old, new)`,
  sql`update ${tickets} set task_id = ${id} where ${ticket.row(ticketId)}`,
  answer(sql`app.tasks_json(array[${id}::uuid], ${web}) -> 0`),
]

const event = shape(Event, ticketEvents, {
  contact: contactIn(sql`${ticketEvents.contact_id}`),
  actor: person(ticketEvents.actor_id),
  automation: jsonIf(sql`${ticketEvents.automation_id} is not null`, {
    id: ticketEvents.automation_id,
    name: sql`(select a.name from ${automations} a where a.org_id = ${ticketEvents.org_id} and a.id = ${ticketEvents.automation_id})`,
  }),
  data: sql`${ticketEvents.data}::json`,
})

export const listEvents = (id: Ref, query: Paged) =>
  page({ ...query, sort: [{ key: 'at', descending: false }] }, event, {
    where: all(inOrg(ticketEvents), sql`${ticketEvents.ticket_id} = ${id}`),
    sorts: { at: ticketEvents.at },
  })
