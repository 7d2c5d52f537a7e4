import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { bytes } from './accounts.ts'
import { attachmentObjects } from './attachments.ts'
import { authored, moment, orgKey, reference, tenant, versioned } from './columns.ts'
import { entity } from './entity.ts'
import { mailboxes } from './mailboxes.ts'
import { organization } from './scopes.ts'
import { ticketMessages, tickets } from './tickets.ts'
import { known, oneOf } from './values.ts'

export const mailOutcomes = ['ticket', 'message', 'note', 'ignored'] as const

/** Incoming mail and its outcome. An id is accepted once, so that a provider may deliver a mail again. */
export const ticketMails = entity(
  'ticket_mails',
  { scope: organization, history: 'none', access: 'read' },
  {
    ...tenant(),
    mailbox_id: uuid(),
    /** The Message-ID, or its hash if it is implausibly long. */
    external_id: varchar({ length: 300 }).notNull(),
    /** Tells a mail that comes again from another one with the same Message-ID. */
    content_hash: bytes(),
    /** The parsed mail, for as long as its mailbox keeps mail. */
    original: jsonb(),
    /** The mail as it came, in the file storage, for as long. */
    object_id: uuid(),
    from_address: varchar({ length: 254 }).notNull(),
    from_name: varchar({ length: 200 }).notNull(),
    subject: varchar({ length: 200 }).notNull(),
    outcome: oneOf(mailOutcomes).notNull().default('ignored'),
    /** Why it was ignored, or became only a note. */
    reason: varchar({ length: 40 }),
    ticket_id: uuid(),
    message_id: uuid(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('ticket_mails_external_id').on(t.org_id, t.external_id),
    index('ticket_mails_from').on(t.org_id, t.from_address, t.created_at),
    index('ticket_mails_created').on(t.org_id, t.created_at, t.id),
    index('ticket_mails_ticket').on(t.org_id, t.ticket_id, t.created_at),
    index('ticket_mails_message').on(t.org_id, t.message_id),
    index('ticket_mails_mailbox').on(t.org_id, t.mailbox_id),
    index('ticket_mails_object').on(t.org_id, t.object_id),
    index('ticket_mails_kept')
      .on(t.org_id, t.created_at)
      .where(sql`${t.outcome} = 'ignored' or ${t.original} is not null or ${t.object_id} is not null`),
    reference('ticket_mails_object_id', t, t.object_id, attachmentObjects),
    // The migration sets only mailbox_id to null, not org_id.
    reference('ticket_mails_mailbox_id', t, t.mailbox_id, mailboxes).onDelete('set null'),
    reference('ticket_mails_ticket_id', t, t.ticket_id, tickets).onDelete('cascade'),
    known('ticket_mails_outcome', t.outcome),
    check('ticket_mails_ticket_named', sql`(${t.outcome} = 'ignored') = (${t.ticket_id} is null)`),
  ],
)

export const deliveryStates = ['queued', 'sent', 'unclear', 'failed', 'bounced'] as const

/** To whom a message of an agent was mailed, and what became of it. */
export const ticketDeliveries = entity(
  'ticket_deliveries',
  { scope: organization, history: 'none', access: 'read' },
  {
    ...tenant(),
    message_id: uuid().notNull(),
    /** Its row in `mails`, which are kept for a month. */
    mail_id: uuid().notNull(),
    address: varchar({ length: 254 }).notNull(),
    state: oneOf(deliveryStates).notNull().default('queued'),
    /** When it got into that state. */
    at: moment(),
    reason: varchar({ length: 300 }),
  },
  (t) => [
    orgKey(t),
    index('ticket_deliveries_message').on(t.org_id, t.message_id, t.id),
    index('ticket_deliveries_mail').on(t.mail_id),
    reference('ticket_deliveries_message_id', t, t.message_id, ticketMessages).onDelete('cascade'),
    known('ticket_deliveries_state', t.state),
  ],
)

export const assignmentStrategies = ['round_robin', 'least_open'] as const

/** Who gets a new ticket without an assignee: the first rule that matches decides. */
export const assignmentRules = entity(
  'assignment_rules',
  {
    kind: 'assignment_rule',
    scope: organization,
    history: 'audited',
    label: 'name',
    derived: ['last_assignee_id'],
    conflicts: { assignment_rules_name: 'a rule of this name already exists' },
  },
  {
    ...tenant(),
    name: varchar({ length: 120 }).notNull(),
    position: integer().notNull(),
    active: boolean().notNull().default(true),
    filter: jsonb().notNull().default({}),
    assignee_ids: uuid().array().notNull(),
    strategy: oneOf(assignmentStrategies).notNull().default('round_robin'),
    /** The last assignee in the rotation. */
    last_assignee_id: uuid(),
    ...authored(),
    ...versioned(),
  },
  (t) => [
    orgKey(t),
    uniqueIndex('assignment_rules_name').on(t.org_id, sql`app.folded(${t.name})`),
    index('assignment_rules_position').on(t.org_id, t.position, t.id),
    known('assignment_rules_strategy', t.strategy),
    check('assignment_rules_assignees', sql`cardinality(${t.assignee_ids}) between 1 and 50`),
  ],
)
