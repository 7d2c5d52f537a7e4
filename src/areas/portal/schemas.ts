import * as z from 'zod'
import { portalAbilities } from '../../../db/schema/portal.ts'
import { longestMessage, ticketAuthors, ticketStatuses } from '../../../db/schema/tickets.ts'
import { fileTypes } from '../../../db/schema/values.ts'
import { count, csv, id, idOut, longText, moment, Person, paging, text } from '../../kit/fields.ts'
import { email } from '../../shared/email.ts'
import { InvoiceKind, InvoiceStatus, PrintedInvoice } from '../../shared/invoice/printed.ts'
import { minor } from '../../shared/money/fields.ts'

const Ability = z.enum(portalAbilities).meta({ id: 'PortalAbility' })
const Abilities = z
  .array(Ability)
  .min(1, 'at least one')
  .refine((list) => new Set(list).size === list.length, 'each ability once')
  .meta({ description: 'What the contact may do', example: ['tickets', 'invoices'] })
const Named = z.object({ id: idOut(), name: z.string() }).meta({ id: 'PortalName' })

/** An access as managers see it. */
export const Access = z
  .object({
    id: idOut(),
    contact: Named,
    client: Named,
    abilities: z.array(Ability).meta({ description: 'What the contact may do' }),
    status: z.enum(['active', 'revoked']),
    last_seen_at: moment().nullable(),
    revoked_at: moment().nullable(),
    created_by: Person.nullable(),
    created_at: moment(),
  })
  .meta({ id: 'PortalAccess' })
const mailed_to = z
  .string()
  .nullable()
  .meta({ description: 'Where a link goes by mail, which is another one than link_token' })
const link = {
  mailed_to,
  link_token: z
    .string()
    .nullable()
    .meta({ description: 'Opens one session, within 15 minutes; shown only now' }),
  link_expires_at: moment().meta({ description: 'When the link opens nothing any more' }),
}
const send_link = z.boolean().default(false).meta({ description: 'The contact gets a link by mail, too' })
export const AccessCreated = Access.extend(link).meta({ id: 'PortalAccessCreated' })
export const AccessDraft = z
  .strictObject({
    contact_id: id().meta({ description: 'The contact of a client' }),
    abilities: Abilities,
    send_link,
  })
  .meta({ id: 'PortalAccessDraft' })
export const AccessFilter = z.strictObject({
  client_id: id().optional(),
  status: z.enum(['active', 'revoked']).optional(),
  ...paging,
})
export const Link = z.object({ id: idOut(), ...link }).meta({ id: 'PortalLink' })
export const LinkDraft = z
  .strictObject({
    scope_ticket_id: id().optional().meta({ description: 'The only ticket that it opens' }),
    send_link,
  })
  .meta({ id: 'PortalLinkDraft' })

export const LinkRequest = z
  .strictObject({ email: email().meta({ description: 'Of a contact', example: 'ada@example.com' }) })
  .meta({ id: 'PortalLinkRequest' })
export const LinkRequested = z
  .object({ email: z.string().meta({ description: 'Where a link goes if it is a contact’s' }) })
  .meta({ id: 'PortalLinkRequested' })

export const Opening = z
  .strictObject({ token: text(100).meta({ description: 'Of a link', example: 'svc_ptl_…' }) })
  .meta({ id: 'PortalOpening' })
export const Session = z
  .object({
    token: z.string().meta({ description: 'Sent as Authorization: Bearer' }),
    expires_at: moment().meta({ description: 'Each use prolongs it, up to seven days in all' }),
  })
  .meta({ id: 'PortalSession' })
const Branding = z
  .object({
    logo: z.string().nullable().meta({ description: 'A PNG or JPEG in base64' }),
    accent_color: z.string().nullable().meta({ description: 'As #rrggbb', example: '#64748b' }),
    timezone: z.string().meta({ description: 'Of times there' }),
  })
  .meta({ id: 'PortalBranding' })
export const Me = z
  .object({
    contact: z.object({ id: idOut(), name: z.string(), email: z.string().nullable() }),
    client: Named,
    organization: z.string(),
    abilities: z.array(Ability).meta({ description: 'What the contact may do' }),
    branding: Branding.meta({ description: 'How the pages of the organization look' }),
    only_ticket_id: idOut().nullable().meta({ description: 'The only ticket that the link opened' }),
  })
  .meta({ id: 'PortalMe' })

export const Ticket = z
  .object({
    id: idOut(),
    number: z.int().meta({ example: 1042 }),
    subject: z.string(),
    status: z.enum(ticketStatuses),
    created_at: moment(),
    last_agent_message_at: moment().nullable().meta({ description: 'The last answer' }),
    resolved_at: moment().nullable(),
    merged_into_id: idOut().nullable().meta({ description: 'The ticket that it goes on in' }),
    follow_up_of_id: idOut().nullable().meta({ description: 'The ticket that it goes on with' }),
    csat_score: z.int().nullable().meta({ description: 'How it was rated, from 1 to 5' }),
  })
  .meta({ id: 'PortalTicket' })
const File = z
  .object({ id: idOut(), filename: z.string(), content_type: z.enum(fileTypes), size_bytes: count() })
  .meta({ id: 'PortalTicketFile' })
const Message = z
  .object({
    id: idOut(),
    author_kind: z.enum(ticketAuthors).meta({ description: 'Whose words they are' }),
    author: z.string().nullable().meta({ description: 'The name of who wrote it' }),
    body: z.string(),
    files: z.array(File).meta({ description: 'What came with it' }),
    created_at: moment(),
  })
  .meta({ id: 'PortalMessage' })
export const TicketDetail = Ticket.extend({
  requester: z.string().nullable().meta({ description: 'The name of the contact who asked' }),
  description: z.string(),
  files: z.array(File).meta({ description: 'What my company attached to the ticket itself' }),
  messages: z.array(Message).meta({ description: 'The newest first, by messages_limit and messages_offset' }),
  messages_count: count().meta({ description: 'All of them' }),
}).meta({ id: 'PortalTicketDetail' })
export const TicketFilter = z.strictObject({ status: csv(z.enum(ticketStatuses)).optional(), ...paging })
export const MessageFilter = z.strictObject({
  messages_limit: paging.limit.meta({ description: 'Messages in the answer, 1 to 200' }),
  messages_offset: paging.offset.meta({ description: 'Newer messages to skip' }),
})
export const TicketDraft = z
  .strictObject({
    subject: text(200).meta({ example: 'The shop shows yesterday’s prices' }),
    description: longText(longestMessage).meta({ description: 'What is asked' }),
  })
  .meta({ id: 'PortalTicketDraft' })
export const MessageDraft = z
  .strictObject({ body: text(longestMessage).meta({ example: 'Any news?' }) })
  .meta({ id: 'PortalMessageDraft' })
export const Rating = z
  .strictObject({
    score: z.int().min(1, 'must be 1 to 5').max(5, 'must be 1 to 5').meta({ example: 5 }),
    comment: text(1000).optional().meta({ description: 'What to say of it' }),
  })
  .meta({ id: 'PortalRating' })

export const Invoice = z
  .object({
    id: idOut(),
    number: z.string().nullable(),
    kind: InvoiceKind,
    status: InvoiceStatus,
    issue_date: z.iso.date().nullable(),
    due_date: z.iso.date().nullable(),
    currency: z.string(),
    total_minor: minor(),
    outstanding_minor: minor(),
  })
  .meta({ id: 'PortalInvoice' })
export const InvoiceDetail = z
  .object({ id: idOut(), overdue: z.boolean(), document: PrintedInvoice })
  .meta({ id: 'PortalInvoiceDetail' })
