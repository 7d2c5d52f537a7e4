import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { attachments } from '../../../db/schema/attachments.ts'
import { clientContacts, clients } from '../../../db/schema/clients.ts'
import { invoices } from '../../../db/schema/invoices.ts'
import { organizations } from '../../../db/schema/organizations.ts'
import { type portalAbilities, portalAccesses } from '../../../db/schema/portal.ts'
import { ticketMessages, tickets } from '../../../db/schema/tickets.ts'
import {
  all,
  answer,
  inOrg,
  insert,
  json,
  jsonb,
  jsonList,
  one,
  page,
  type Ref,
  ensureFields,
  shape,
} from '../../kit/sql.ts'
import { person } from '../../shared/people.ts'
import { targetOf, referencesIn } from '../../kit/targets.ts'
import { portalFile, filesOf } from '../../shared/files/portal-files.ts'
import { hashOf, makeToken } from '../../base/tokens.ts'
import { type MailService, requireMail } from '../../shared/mail/service.ts'
import { unsent } from '../../shared/mail/unsent.ts'
import {
  Access,
  type AccessDraft,
  type AccessFilter,
  Invoice,
  type LinkDraft,
  type Rating,
  Ticket,
  TicketDetail,
  type TicketFilter,
} from './schemas.ts'
import { that } from '../../shared/references.ts'

export const accessTarget = targetOf(portalAccesses, { noun: 'portal access' })
const named = (table: typeof clients | typeof clientContacts, id: unknown) =>
  sql`(select ${json({ id: table.id, name: table.name })} from ${table} where ${inOrg(table)} and ${table.id} = ${id})`
const accessParts = {
  contact: named(clientContacts, portalAccesses.contact_id),
  client: named(clients, portalAccesses.client_id),
  created_by: person(portalAccesses.created_by),
}
const access = shape(Access, portalAccesses, accessParts)
const newestFirst = { sort: [{ key: 'created_at', descending: true }] }
type Paged = { limit: number; offset: number }

export const listAccesses = ({ client_id, status, ...query }: z.output<typeof AccessFilter>) =>
  page({ ...query, ...newestFirst }, access, {
    where: all(
      inOrg(portalAccesses),
      client_id && sql`${portalAccesses.client_id} = ${client_id}`,
      status && sql`${portalAccesses.status} = ${status}`,
    ),
    sorts: { created_at: portalAccesses.created_at },
  })

const bytesOf = (token: string) => sql`decode(${hashOf(token)}, 'hex')`
const linkOf = (token: string) => ({
  mailed_to: sql`nullif(current_setting('app.mailed_to', true), '')`,
  link_token: sql`${token}::text`,
  link_expires_at: sql`app.utc(now() + interval '15 minutes')`,
  warnings: unsent,
})
const makeLink = (linkId: string, accessId: Ref, token: string, ticket: string | undefined) =>
  sql`select app.create_portal_link(${linkId}::uuid, ${accessId}::uuid, ${bytesOf(token)},
    ${ticket ?? null}::uuid)`

/** Mails a link to the contact of an access if requested. */
const mailLink = (accessId: Ref, isWanted: boolean, mail: MailService, ticket?: string) => {
  if (!isWanted) return []
  const address = sql`(select c.email from ${portalAccesses} join client_contacts c on c.org_id = ${portalAccesses.org_id}
    and c.id = ${portalAccesses.contact_id} where ${inOrg(portalAccesses)} and ${portalAccesses.id} = ${accessId})`
  return [
    ...requireMail(mail),
    ...ensureFields({
      'body.send_link': [sql`${address} is not null`, 'the contact has no e-mail address'],
    }),
    sql`select set_config('app.mailed_to', app.mail_portal_link(${accessId}::uuid, ${ticket ?? null}::uuid), true)`,
  ]
}

const clientProblem = sql`app.client_problem(${clientContacts.client_id})`
const openContact = that(
  targetOf(clientContacts, { noun: 'contact' }),
  sql`${clientProblem} is null`,
  sql`'of a client that is ' || ${clientProblem}`,
)

/** What makes links, and mails them. */
type Sender = { mail: MailService; cell: string }

export function addAccess(
  id: string,
  linkId: string,
  { send_link, ...draft }: z.output<typeof AccessDraft>,
  { mail, cell }: Sender,
) {
  const token = makeToken('svc_ptl_', cell)
  const contact = all(inOrg(clientContacts), sql`${clientContacts.id} = ${draft.contact_id}`)
  return [
    ...ensureFields(referencesIn({ contact_id: openContact }, draft)),
    insert(portalAccesses, {
      id,
      ...draft,
      abilities: sql`${`{${draft.abilities.join(',')}}`}::text[]`,
      client_id: sql`(select ${clientContacts.client_id} from ${clientContacts} where ${contact})`,
    }),
    makeLink(linkId, id, token, undefined),
    ...mailLink(id, send_link, mail),
    answer(
      sql`(select ${json({ ...access.fields, ...linkOf(token) })} from ${portalAccesses}
        where ${inOrg(portalAccesses)} and ${portalAccesses.id} = ${id})`,
    ),
  ]
}

export function addLink(
  accessId: Ref,
  linkId: string,
  { scope_ticket_id: ticket, send_link }: z.output<typeof LinkDraft>,
  { mail, cell }: Sender,
) {
  const token = makeToken('svc_ptl_', cell)
  return [
    makeLink(linkId, accessId, token, ticket),
    ...mailLink(accessId, send_link, mail, ticket),
    answer(json({ id: sql`${linkId}::uuid`, ...linkOf(token) })),
  ]
}

export const revokeAccess = (id: Ref) => sql`select app.revoke_portal_access(${id}::uuid)`

export function openSession(link: string, cell: string) {
  const token = makeToken('svc_ptl_', cell)
  return answer(
    sql`app.merge_json(${json({ token: sql`${token}::text` })}, app.open_portal_session(${bytesOf(link)},
      ${bytesOf(token)}))`,
  )
}

export const closeSession = () => sql`select app.close_portal_session()`

export const client = sql`(select app.portal_client())`
export const getMe = () =>
  answer(
    json({
      contact: sql`(select ${json({ id: clientContacts.id, name: clientContacts.name, email: clientContacts.email })}
        from ${clientContacts} where ${inOrg(clientContacts)} and ${clientContacts.id} = (select app.portal_contact()))`,
      client: named(clients, client),
      organization: sql`(select ${organizations.name} from ${organizations} where ${organizations.id} = (select app.org_id()))`,
      branding: sql`(select ${json({
        logo: sql`(select r.logo from invoice_register_settings r where r.org_id = ${organizations.id})`,
        accent_color: organizations.accent_color,
        timezone: organizations.timezone,
      })} from ${organizations} where ${organizations.id} = (select app.org_id()))`,
      abilities: sql`to_json(current_setting('app.portal_abilities')::text[])`,
      only_ticket_id: sql`app.portal_ticket()`,
    }),
  )

export const ability = (name: (typeof portalAbilities)[number], allowsAll = false) =>
  sql`select app.require_portal_ability(${name}, ${allowsAll})`
const mine = all(
  inOrg(tickets),
  sql`${tickets.client_id} = ${client}`,
  sql`${tickets.id} = coalesce((select app.portal_ticket()), ${tickets.id})`,
)
const status = sql`app.ticket_status(${tickets})`
const ticket = shape(Ticket, tickets, { status })
const publicMessages = all(
  inOrg(ticketMessages),
  sql`${ticketMessages.ticket_id} = ${tickets.id} and not ${ticketMessages.is_internal}`,
)
const author = sql`case ${ticketMessages.author_kind} when 'agent'
  then (select u.name from users u where u.id = ${ticketMessages.author_user_id})
  else (select c.name from client_contacts c where c.org_id = ${ticketMessages.org_id}
    and c.id = ${ticketMessages.author_contact_id}) end`

export const listTickets = ({ status: statuses, ...query }: z.output<typeof TicketFilter>) => [
  ability('tickets'),
  page({ ...query, ...newestFirst }, ticket, {
    where: all(mine, statuses && sql`${status} in ${statuses}`),
    sorts: { created_at: tickets.created_at },
  }),
]

export const getTicket = (id: Ref, limit = 50, offset = 0) => {
  const latestFirst = sql`${ticketMessages.created_at} desc, ${ticketMessages.id}`
  const detail = shape(TicketDetail, tickets, {
    status,
    requester: sql`(select ${clientContacts.name} from ${clientContacts} where ${inOrg(clientContacts)}
      and ${clientContacts.id} = ${tickets.contact_id})`,
    files: filesOf(
      sql`${portalFile} and ${attachments.entity_id} = ${tickets.id} and ${attachments.message_id} is null`,
    ),
    messages: jsonList(
      {
        id: ticketMessages.id,
        author_kind: ticketMessages.author_kind,
        author,
        body: ticketMessages.body,
        files: filesOf(sql`${portalFile} and ${attachments.message_id} = ${ticketMessages.id}`),
        created_at: ticketMessages.created_at,
      },
      sql`from (select * from ${ticketMessages} where ${publicMessages} order by ${latestFirst}
        limit ${limit} offset ${offset}) ${ticketMessages}`,
      latestFirst,
    ),
    messages_count: sql`(select count(*) from ${ticketMessages} where ${publicMessages})`,
  })
  return [ability('tickets'), one(detail, all(mine, sql`${tickets.id} = ${id}`))]
}

export const addTicket = (id: string, draft: object) => [
  sql`select app.create_portal_ticket(${id}::uuid, ${jsonb(draft)})`,
  ...getTicket(id),
]

export const addMessage = (ticketId: Ref, messageId: string, followUpId: string, body: string) => [
  sql`select set_config('app.portal_went', app.add_portal_message(${ticketId}::uuid, ${messageId}::uuid, ${followUpId}::uuid, ${body})::text, true)`,
  ...getTicket(sql`current_setting('app.portal_went')::uuid`),
]

export const rate = (ticketId: Ref, { score, comment }: z.output<typeof Rating>) => [
  sql`select app.rate_portal_ticket(${ticketId}::uuid, ${score}::int, ${comment ?? null})`,
  ...getTicket(ticketId),
]

export const listInvoices = (query: Paged) => [
  ability('invoices', true),
  page({ ...query, sort: [{ key: 'issue_date', descending: true }] }, shape(Invoice, invoices, {}), {
    where: all(inOrg(invoices), sql`${invoices.client_id} = ${client} and ${invoices.status} <> 'draft'`),
    sorts: { issue_date: invoices.issue_date },
  }),
]

export const getInvoice = (id: Ref) => sql`select app.portal_invoice(${id}::uuid)::text as answer`
