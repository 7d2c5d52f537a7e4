import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { clientContacts, clients } from './clients.ts'
import {
  authored,
  globalId,
  inOrganization,
  moment,
  orgKey,
  orgPair,
  reference,
  tenant,
  versioned,
} from './columns.ts'
import { entity } from './entity.ts'
import { mailboxes } from './mailboxes.ts'
import { ofTicket, organization, portal } from './scopes.ts'
import { tasks } from './tasks.ts'
import { known, oneOf, priorities } from './values.ts'

export const ticketStatuses = ['open', 'pending', 'on_hold', 'resolved', 'closed'] as const
export const ticketChannels = ['portal', 'email', 'api', 'agent'] as const
export const ticketAuthors = ['agent', 'customer'] as const
export const ticketEventKinds = [
  'created',
  'status',
  'priority',
  'assignee',
  'snooze',
  'merge',
  'task',
] as const
/** The maximum length of the text of a ticket, a message or a canned response. */
export const longestMessage = 20_000

/** The last ticket number used in the organization. */
export const ticketCounters = entity(
  'ticket_counters',
  { scope: organization, history: 'none' },
  {
    org_id: inOrganization().org_id.primaryKey(),
    last: bigint({ mode: 'number' }).notNull().default(0),
  },
)

/** Tickets resolved a week ago count as closed; see `app.ticket_status`. */
export const tickets = entity(
  'tickets',
  {
    kind: 'ticket',
    called: (t) => ({ numbers: [t.number], label: sql`concat('#', ${t.number}, ' ', ${t.subject})` }),
    said: 'has the number',
    scope: portal,
    history: 'audited',
    label: 'subject',
    derived: [
      'mailbox_id',
      'cc',
      'first_response_at',
      'last_customer_message_at',
      'last_agent_message_at',
      'waiting_since',
      'sla_due_at',
    ],
    item: (t) => ({
      title: t.subject,
      key: sql`'#' || ${t.number}`,
      body: sql`concat_ws(' ', '#' || ${t.number}, ${t.requester_email}, ${t.description})`,
      leastLevel: sql`20`,
      follows: ['subject', 'requester_email', 'description'],
    }),
    page: (t) => sql`(select '/organizations/' || o.slug from organizations o where o.id = ${t.org_id})
      || '/tickets/' || ${t.number}`,
    takes: ['notifications', 'automations', 'clocks'],
    files: (t) => ({ owner: t.created_by }),
  },
  {
    ...tenant(),
    id: globalId(),
    number: bigint({ mode: 'number' }).notNull(),
    subject: varchar({ length: 200 }).notNull(),
    description: text().notNull().default(''),
    status: oneOf(ticketStatuses).notNull().default('open'),
    priority: oneOf(priorities).notNull().default('medium'),
    type: varchar({ length: 40 }),
    channel: oneOf(ticketChannels).notNull().default('agent'),
    client_id: uuid(),
    contact_id: uuid(),
    /** Set if the requester is not a contact of a client. */
    requester_email: varchar({ length: 254 }),
    /** The mailbox that received it. */
    mailbox_id: uuid(),
    /** Addresses of people who are in copy, and take part. */
    cc: text().array().notNull().default([]),
    assignee_user_id: uuid(),
    task_id: uuid(),
    tags: text().array().notNull().default([]),
    first_response_at: moment(),
    last_customer_message_at: moment(),
    last_agent_message_at: moment(),
    /** The time of the customer's first unanswered message. */
    waiting_since: moment(),
    /** The next deadline of its running clocks. */
    sla_due_at: moment(),
    snoozed_until: moment(),
    resolved_at: moment(),
    closed_at: moment(),
    reopened_count: integer().notNull().default(0),
    merged_into_id: uuid(),
    follow_up_of_id: uuid(),
    csat_score: smallint(),
    csat_comment: varchar({ length: 1000 }),
    rated_at: moment(),
    /** Null if a customer created it. */
    created_by: uuid().default(sql`app.user_id()`),
    ...versioned(),
  },
  (t) => [
    orgPair(t),
    uniqueIndex('tickets_number').on(t.org_id, t.number),
    index('tickets_created').on(t.org_id, t.created_at.desc().nullsLast(), t.id),
    // Covers the count query of lists.
    index('tickets_counted').on(t.org_id, t.status, t.assignee_user_id, t.client_id, t.id),
    index('tickets_status').on(t.org_id, t.status, t.resolved_at),
    index('tickets_due').on(t.org_id, t.sla_due_at, t.id),
    index('tickets_waiting').on(t.org_id, t.waiting_since, t.id),
    index('tickets_responded').on(t.org_id, t.first_response_at),
    index('tickets_resolved').on(t.org_id, t.resolved_at),
    index('tickets_rated')
      .on(t.org_id, t.rated_at)
      .where(sql`${t.rated_at} is not null`),
    index('tickets_assignee').on(t.org_id, t.assignee_user_id),
    index('tickets_client').on(t.org_id, t.client_id, t.created_at),
    index('tickets_contact')
      .on(t.org_id, t.contact_id)
      .where(sql`${t.contact_id} is not null`),
    index('tickets_mailbox')
      .on(t.org_id, t.mailbox_id)
      .where(sql`${t.mailbox_id} is not null`),
    index('tickets_task')
      .on(t.org_id, t.task_id)
      .where(sql`${t.task_id} is not null`),
    index('tickets_merged')
      .on(t.org_id, t.merged_into_id)
      .where(sql`${t.merged_into_id} is not null`),
    index('tickets_follow_up')
      .on(t.org_id, t.follow_up_of_id)
      .where(sql`${t.follow_up_of_id} is not null`),
    reference('tickets_client_id', t, t.client_id, clients),
    reference('tickets_contact_id', t, t.contact_id, clientContacts),
    // The migration sets only mailbox_id, task_id and follow_up_of_id to null, not org_id.
    reference('tickets_mailbox_id', t, t.mailbox_id, mailboxes).onDelete('set null'),
    reference('tickets_task_id', t, t.task_id, tasks).onDelete('set null'),
    reference('tickets_follow_up_of_id', t, t.follow_up_of_id, t).onDelete('set null'),
    reference('tickets_merged_into_id', t, t.merged_into_id, t),
    known('tickets_status_known', t.status),
    known('tickets_priority', t.priority),
    known('tickets_channel', t.channel),
    check('tickets_requester', sql`${t.contact_id} is null or ${t.requester_email} is null`),
    check('tickets_contact_client', sql`${t.contact_id} is null or ${t.client_id} is not null`),
    check('tickets_tags', sql`cardinality(${t.tags}) <= 20`),
    check('tickets_text', sql`length(${t.description}) <= 20000`),
    check('tickets_score', sql`${t.csat_score} between 1 and 5`),
    check('tickets_rating', sql`(${t.csat_score} is null) = (${t.rated_at} is null)`),
    check('tickets_done', sql`(${t.status} = 'closed') = (${t.closed_at} is not null)`),
    check('tickets_solved', sql`${t.status} <> 'resolved' or ${t.resolved_at} is not null`),
  ],
)

export const ticketMessages = entity(
  'ticket_messages',
  // Merging moves messages; the tickets' own audit entries record it.
  {
    kind: 'ticket_message',
    scope: ofTicket,
    history: 'audited',
    derived: ['ticket_id'],
    item: (t) => ({
      title: sql`''`,
      body: t.body,
      leastLevel: sql`20`,
      subject: { kind: sql`'ticket'`, id: sql`${t.ticket_id}` },
      foundAs: 'ticket',
      follows: ['body', 'ticket_id'],
    }),
  },
  {
    ...tenant(),
    id: globalId(),
    ticket_id: uuid().notNull(),
    author_kind: oneOf(ticketAuthors).notNull(),
    /** The agent; for a customer's message, who recorded it. */
    author_user_id: uuid().default(sql`app.user_id()`),
    author_contact_id: uuid().default(sql`app.portal_contact()`),
    body: text().notNull(),
    is_internal: boolean().notNull().default(false),
  },
  (t) => [
    orgPair(t),
    index('ticket_messages_ticket').on(t.org_id, t.ticket_id, t.created_at, t.id),
    index('ticket_messages_created').on(t.org_id, t.created_at),
    index('ticket_messages_contact').on(t.org_id, t.author_contact_id),
    reference('ticket_messages_ticket_id', t, t.ticket_id, tickets).onDelete('cascade'),
    reference('ticket_messages_author_contact_id', t, t.author_contact_id, clientContacts),
    known('ticket_messages_author', t.author_kind),
    check('ticket_messages_internal', sql`not (${t.is_internal} and ${t.author_kind} = 'customer')`),
    check(
      'ticket_messages_contact_kind',
      sql`${t.author_contact_id} is null or ${t.author_kind} = 'customer'`,
    ),
    check('ticket_messages_text', sql`length(${t.body}) between 1 and 20000`),
  ],
)

/** What happened to a ticket. */
export const ticketEvents = entity(
  'ticket_events',
  { scope: organization, history: 'append_only' },
  {
    ...tenant(),
    id: globalId(),
    ticket_id: uuid().notNull(),
    kind: oneOf(ticketEventKinds).notNull(),
    actor_id: uuid().default(sql`app.user_id()`),
    /** The contact who caused it. */
    contact_id: uuid().default(sql`app.portal_contact()`),
    /** The automation that caused it. */
    automation_id: uuid().default(sql`app.automation_id()`),
    at: moment().notNull().defaultNow(),
    data: jsonb().notNull().default({}),
  },
  (t) => [
    index('ticket_events_ticket').on(t.org_id, t.ticket_id, t.at, t.id),
    index('ticket_events_kind_at').on(t.org_id, t.kind, t.at),
    reference('ticket_events_ticket_id', t, t.ticket_id, tickets).onDelete('cascade'),
    known('ticket_events_kind', t.kind),
  ],
)

export const cannedResponses = entity(
  'canned_responses',
  {
    kind: 'canned_response',
    scope: organization,
    history: 'audited',
    label: 'shortcut',
    conflicts: { canned_responses_shortcut: 'another canned response has this shortcut' },
  },
  {
    ...tenant(),
    shortcut: varchar({ length: 40 }).notNull(),
    title: varchar({ length: 120 }).notNull(),
    body: text().notNull(),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('canned_responses_shortcut').on(t.org_id, t.shortcut),
    check('canned_responses_text', sql`length(${t.body}) between 1 and 20000`),
  ],
)
