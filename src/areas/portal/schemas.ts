import * as z from 'zod'
import { portalAbilities } from '../../../db/schema/portal.ts'
import { longestMessage, ticketAuthors, ticketStatuses } from '../../../db/schema/tickets.ts'
import { fileTypes } from '../../../db/schema/values.ts'
import { count, csv, id, idOut, longText, moment, Person, paging, text } from '../../kit/fields.ts'
import { email } from '../../shared/email.ts'
import { unsentWarnings } from '../../shared/mail/unsent.ts'
import { InvoiceKind, InvoiceStatus, PrintedInvoice } from '../../shared/invoice/printed.ts'
import { minor } from '../../shared/money/fields.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'

const Ability = z.enum(portalAbilities).meta({ id: 'PortalAbility' })
const Abilities = z
  .array(Ability)
  .min(1, 'at least one')
  .refine((list) => new Set(list).size === list.length, 'each ability once')
  .meta({ description: 'What the contact may do', example: ['tickets', 'invoices'] })
const Named = z
  .object({ id: ownId, name: z.string().describe('What it is called') })
  .meta({ id: 'PortalName' })

/** An access as managers see it. */
export const Access = z
  .object({
    id: ownId,
    contact: Named.describe('The contact who may come in'),
    client: Named.describe('The client of the contact'),
    abilities: z.array(Ability).meta({ description: 'What the contact may do' }),
    status: z.enum(['active', 'revoked']).describe('Whether the contact may come in'),
    last_seen_at: moment().nullable().describe('When the contact was last here, to a quarter of an hour'),
    revoked_at: moment().nullable().describe('When it was revoked'),
    created_by: Person.nullable().describe('Who gave it'),
    created_at: createdAt,
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
  warnings: unsentWarnings,
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
  client_id: id().optional().describe('Only for contacts of this client'),
  status: z.enum(['active', 'revoked']).optional().describe('Only active ones, or only revoked ones'),
  ...paging,
})
export const Link = z.object({ id: ownId, ...link }).meta({ id: 'PortalLink' })
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

export const LinkOpening = z
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
    contact: z
      .object({
        id: ownId,
        name: z.string().describe("The contact's name"),
        email: z.string().nullable().describe("The contact's e-mail address"),
      })
      .describe('Who you are'),
    client: Named.describe('The client you belong to'),
    organization: z.string().describe('The organization that is behind the portal'),
    abilities: z.array(Ability).meta({ description: 'What the contact may do' }),
    branding: Branding.meta({ description: 'How the pages of the organization look' }),
    only_ticket_id: idOut().nullable().meta({ description: 'The only ticket that the link opened' }),
  })
  .meta({ id: 'PortalMe' })

export const Ticket = z
  .object({
    id: ownId,
    number: z.int().meta({ description: 'Counts up in the organization', example: 1042 }),
    subject: z.string().describe('What it is about'),
    status: z.enum(ticketStatuses).describe('Where it stands'),
    created_at: createdAt,
    last_agent_message_at: moment().nullable().meta({ description: 'The last answer' }),
    resolved_at: moment().nullable().describe('When it was resolved'),
    merged_into_id: idOut().nullable().meta({ description: 'The ticket that it goes on in' }),
    follow_up_of_id: idOut().nullable().meta({ description: 'The ticket that it goes on with' }),
    csat_score: z.int().nullable().meta({ description: 'How it was rated, from 1 to 5' }),
  })
  .meta({ id: 'PortalTicket' })
const File = z
  .object({
    id: ownId,
    filename: z.string().describe('Name of the file'),
    content_type: z.enum(fileTypes).describe('Media type of the file'),
    size_bytes: count().describe('Size in bytes'),
  })
  .meta({ id: 'PortalTicketFile' })
const Message = z
  .object({
    id: ownId,
    author_kind: z.enum(ticketAuthors).meta({ description: 'Whose words they are' }),
    author: z.string().nullable().meta({ description: 'The name of who wrote it' }),
    body: z.string().describe('The text of the message'),
    files: z.array(File).meta({ description: 'What came with it' }),
    created_at: createdAt,
  })
  .meta({ id: 'PortalMessage' })
export const TicketDetail = Ticket.extend({
  requester: z.string().nullable().meta({ description: 'The name of the contact who asked' }),
  description: z.string().describe('The text of the request'),
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
    subject: text(200).meta({
      description: 'What it is about',
      example: 'The shop shows yesterday’s prices',
    }),
    description: longText(longestMessage).meta({ description: 'What is asked' }),
  })
  .meta({ id: 'PortalTicketDraft' })
export const MessageDraft = z
  .strictObject({
    body: text(longestMessage).meta({ description: 'The text of the message', example: 'Any news?' }),
  })
  .meta({ id: 'PortalMessageDraft' })
export const Rating = z
  .strictObject({
    score: z
      .int()
      .min(1, 'must be 1 to 5')
      .max(5, 'must be 1 to 5')
      .meta({ description: '1 is bad, 5 is good', example: 5 }),
    comment: text(1000).optional().meta({ description: 'What to say of it' }),
  })
  .meta({ id: 'PortalRating' })

export const Invoice = z
  .object({
    id: ownId,
    number: z.string().nullable().describe('Its number'),
    kind: InvoiceKind.describe('An invoice, or what corrects one'),
    status: InvoiceStatus.describe('Where it stands'),
    issue_date: z.iso.date().nullable().describe('The day that is printed on it'),
    due_date: z.iso.date().nullable().describe('The day on which it is to be paid'),
    currency: z.string().describe('ISO 4217, such as EUR'),
    total_minor: minor().describe('Net, tax and surcharge, in minor units'),
    outstanding_minor: minor().describe('What is still to be paid, in minor units'),
  })
  .meta({ id: 'PortalInvoice' })
export const InvoiceDetail = z
  .object({
    id: ownId,
    overdue: z.boolean().describe('Whether it is unpaid past its due date'),
    document: PrintedInvoice.describe('The invoice, as it is printed'),
  })
  .meta({ id: 'PortalInvoiceDetail' })
