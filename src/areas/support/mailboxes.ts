import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { mailboxes } from '../../../db/schema/mailboxes.ts'
import { mailOutcomes, ticketMails } from '../../../db/schema/support.ts'
import { csv, id, idOut, moment, pageOf, paging } from '../../kit/fields.ts'
import { email } from '../../shared/email.ts'
import { read, write } from '../../kit/operation.ts'
import { resource } from '../../kit/resource.ts'
import {
  all,
  answer,
  inOrg,
  insert,
  json,
  one,
  page,
  type Ref,
  shape,
  type Statement,
  update,
} from '../../kit/sql.ts'
import { hashOf, makeToken } from '../../base/tokens.ts'
import { linkHolder } from '../../shared/files/links.ts'
import { withSignedUrl } from '../../shared/files/signing.ts'
import { mayReadMail } from './originals.ts'
import { requireMail } from '../../shared/mail/service.ts'
import { nameText } from '../../shared/names.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'

const switches = {
  acknowledges: z.boolean().meta({ description: 'People who open a ticket by mail get its number' }),
  asks_rating: z.boolean().meta({ description: 'Resolved tickets ask their requester for a rating' }),
  active: z.boolean().meta({ description: 'Mail is taken and sent' }),
  basic_auth: z.boolean().meta({
    description:
      'The webhook URL has a user and a password, which the provider sends by basic authentication; from the next URL on',
  }),
  keep_days: z.int().min(1, 'must be 1 to 365').max(365, 'must be 1 to 365').meta({
    description: 'For how long mail is kept as it came, and ignored mail can be rescued; 30 unless set',
    example: 30,
  }),
}
const mailbox = resource(mailboxes, {
  noun: 'mailbox',
  name: 'Mailbox',
  at: '/support/mailboxes',
  item: '/support/mailboxes/{mailbox_id}',
  fields: {
    address: email().meta({
      description: 'What customers write to, and answer to',
      example: 'help@example.com',
    }),
    name: nameText(80).meta({ description: 'Who answers come from', example: 'Bakery support' }),
    ...switches,
  },
  required: ['address', 'name'],
  shown: { created_by: idOut().describe('Who created it') },
})
export const mailboxTarget = mailbox.target

const webhook = {
  webhook_url: z
    .string()
    .nullable()
    .meta({ description: 'Where the provider of mail posts what comes in; shown only now' }),
}
const Created = mailbox.Shown.extend(webhook).meta({ id: 'MailboxCreated' })

/** Sets a new token; answers the mailbox with its new webhook URL. */
function withNewToken(mailboxId: Ref, token: string, base: string, cell: string): Statement[] {
  const path = `/api/v1/inbound-mail/${token}`
  const [user, password] = ['mailbox', makeToken('svc_inb_', cell)]
  const withPassword = base.replace('://', `://${user}:${password}@`) + path
  const hash = sql`decode(${hashOf(btoa(`${user}:${password}`))}, 'hex')`
  const url = sql`case when ${mailboxes.basic_auth} then ${withPassword}::text else ${base + path} end`
  return [
    update(
      mailboxes,
      {
        token_hash: sql`decode(${hashOf(token)}, 'hex')`,
        password_hash: sql`case when ${mailboxes.basic_auth} then ${hash} end`,
      },
      mailbox.row(mailboxId),
    ),
    answer(
      sql`(select ${json({ ...mailbox.summary.fields, webhook_url: url })} from ${mailboxes} where ${mailbox.row(mailboxId)})`,
    ),
  ]
}

const withMailLink = withSignedUrl('MAIL', 'download')

const Outcome = z.enum(mailOutcomes).meta({ id: 'TicketMailOutcome' })
const Mail = z
  .object({
    id: ownId,
    mailbox_id: idOut().nullable().meta({ description: 'Where it came in, if that is still there' }),
    from_address: z.string().meta({ description: 'The address of the sender; empty if it gave none' }),
    from_name: z.string().meta({ description: 'What the sender is called there' }),
    subject: z.string().describe('The subject of the mail'),
    outcome: Outcome.meta({ description: 'What became of it' }),
    reason: z.string().nullable().meta({
      description:
        'Why it was ignored or is a note: spam, loop, automatic, receipt, unverified, closed or too_many',
    }),
    ticket_id: idOut().nullable().describe('The ticket that it became part of'),
    message_id: idOut()
      .nullable()
      .meta({ description: 'The message; the ticket itself where it opened one' }),
    can_rescue: z.boolean().meta({ description: 'It was ignored, and is still kept' }),
    created_at: createdAt,
  })
  .meta({ id: 'TicketMail' })
const TicketMailDetail = Mail.extend({
  text: z.string().nullable().meta({ description: 'What it says, with what it quotes, while it is kept' }),
  file_names: z
    .array(z.string())
    .meta({ description: 'Its files; those of an ignored mail are only in the original' }),
  download_url: z.url().nullable().meta({
    description:
      'The mail as it came (message/rfc822), while it is kept; works for five minutes, without a credential',
  }),
  download_expires_at: moment().nullable().describe('Until when the link works'),
}).meta({ id: 'TicketMailDetail' })
const mailComputed = {
  can_rescue: sql`${ticketMails.outcome} = 'ignored' and ${ticketMails.original} is not null`,
}
const isKept = sql`${ticketMails.object_id} is not null`
const mailDetail = shape(TicketMailDetail, ticketMails, {
  ...mailComputed,
  text: sql`coalesce(nullif(${ticketMails.original}->>'whole', ''), ${ticketMails.original}->>'text')`,
  /** The claims of the link, to be signed before the response is sent. */
  download_url: sql`case when ${isKept} then concat_ws(' ', ${ticketMails.org_id}, ${ticketMails.id}, ${linkHolder}) end`,
  download_expires_at: sql`case when ${isKept} then app.utc(now() + interval '5 minutes') end`,
  file_names: sql`coalesce(${ticketMails.original}->'file_names', '[]')::json`,
})
const getMail = (mailId: Ref) =>
  one(mailDetail, all(inOrg(ticketMails), sql`${ticketMails.id} = ${mailId}`, mayReadMail))
const MailFilter = z.strictObject({
  outcome: csv(Outcome).optional(),
  ticket_id: id().optional().meta({ description: 'Only those of a ticket' }),
  ...paging,
})

const admin = { role: 'admin' } as const

export const mailboxOperations = [
  mailbox.list('listMailboxes', 'List the mailboxes of the support desk', {
    role: 'manager',
    sort: 'created_at',
  }),
  write({
    id: 'createMailbox',
    summary: 'Let customers open and answer tickets by mail',
    details:
      'The answer names the address that the provider of mail posts to, in the format of Postmark’s inbound webhook. ' +
      'Messages of agents go out by mail from then on, too.',
    at: 'POST /support/mailboxes',
    ...admin,
    response: { shownOnce: 'webhook_url' },
    status: 201,
    audit: 'mailbox.created',
    body: mailbox.Draft,
    returns: Created,
    example: { body: { address: 'help@example.com', name: 'Bakery support' } },
    run: ({ body, id: nextId, settings, outside }) => {
      const [newId, token] = [nextId(), makeToken('svc_inb_', outside.cell)]
      return [
        ...requireMail(outside.mail),
        insert(mailboxes, { id: newId, ...body, token_hash: sql`decode(${hashOf(token)}, 'hex')` }),
        ...withNewToken(newId, token, settings.baseUrl, outside.cell),
      ]
    },
  }),
  mailbox.change('updateMailbox', 'Change a mailbox', { ...admin, example: { acknowledges: false } }),
  mailbox.remove('deleteMailbox', 'Delete a mailbox; its tickets stay', admin),
  write({
    id: 'renewMailboxWebhook',
    summary: 'Make another address for the provider of mail; the former takes no mail any more',
    at: 'POST /support/mailboxes/{mailbox_id}/webhook',
    ...admin,
    response: { shownOnce: 'webhook_url' },
    audit: 'mailbox.webhook_renewed',
    returns: Created,
    example: {},
    run: ({ params: { mailbox_id }, settings, outside: { cell } }) =>
      withNewToken(mailbox_id, makeToken('svc_inb_', cell), settings.baseUrl, cell),
  }),
  read({
    id: 'listTicketMails',
    summary: 'List mail that came in, newest first, and what became of it',
    details: 'Ignored mails are kept for as long as the mailbox says.',
    at: 'GET /support/mails',
    role: 'manager',
    query: MailFilter,
    returns: pageOf(Mail),
    run: ({ query: { outcome, ticket_id, ...query } }) =>
      page(
        { ...query, sort: [{ key: 'created_at', descending: true }] },
        shape(Mail, ticketMails, mailComputed),
        {
          where: all(
            inOrg(ticketMails),
            outcome && sql`${ticketMails.outcome} in ${outcome}`,
            ticket_id && sql`${ticketMails.ticket_id} = ${ticket_id}`,
          ),
          sorts: { created_at: ticketMails.created_at },
        },
      ),
  }),
  read({
    id: 'getTicketMail',
    summary: 'Show a mail that came in, with its text and a link to the original; ignored ones to managers',
    at: 'GET /support/mails/{mail_id}',
    role: 'member',
    noun: 'mail',
    returns: TicketMailDetail,
    run: ({ params: { mail_id } }) => getMail(mail_id),
    transform: withMailLink,
  }),
  write({
    id: 'rescueTicketMail',
    summary: 'Take an ignored mail after all, as a message or a ticket',
    at: 'POST /support/mails/{mail_id}/rescue',
    role: 'manager',
    noun: 'mail',
    audit: 'ticket.mail_rescued',
    returns: TicketMailDetail,
    example: {},
    details:
      'Its files stay in the original alone, and are named in the text. Nobody gets an automatic answer.',
    run: ({ params: { mail_id }, id: newId }) => [
      sql`select app.rescue_ticket_mail(${mail_id}::uuid, ${newId()}::uuid, ${newId()}::uuid)`,
      getMail(mail_id),
    ],
    transform: withMailLink,
  }),
]
