import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { mailOutcomes } from '../../../db/schema/support.ts'
import type { Outside } from '../../base/config.ts'
import { idOut, moment, text } from '../../kit/fields.ts'
import { area, read, write } from '../../kit/operation.ts'
import { answer, jsonb } from '../../kit/sql.ts'
import { InboundMail, received, sizeOf } from '../../shared/mail/inbound.ts'
import { storeMail } from './inbound-files.ts'

const MailResult = z
  .object({
    outcome: z.enum(mailOutcomes).meta({ description: 'What it became' }),
    reason: z.string().nullable().meta({
      description: 'spam, loop, automatic, receipt, unverified, closed, too_many, or taken_before',
      example: 'taken_before',
    }),
    ticket_id: idOut().nullable().describe('The ticket that it became part of'),
  })
  .meta({ id: 'InboundMailTaken' })

const TicketRating = z
  .object({
    organization: z.string().describe('The organization that asks'),
    number: z.string().meta({ description: 'The number of the ticket', example: '#1042' }),
    subject: z.string().describe('What the ticket is about'),
    score: z.int().nullable().meta({ description: 'From 1 to 5', example: 5 }),
    comment: z.string().nullable().describe('What the customer says about it'),
    rated_at: moment().nullable().meta({ description: 'Null until it is rated' }),
  })
  .meta({ id: 'TicketRating' })
const RatingDraft = z
  .strictObject({
    score: z
      .int()
      .min(1, 'must be 1 to 5')
      .max(5, 'must be 1 to 5')
      .meta({ description: '1 is bad, 5 is good', example: 5 }),
    comment: text(1000).optional().meta({ description: 'A word about it', example: 'Quick and friendly' }),
  })
  .meta({ id: 'TicketRatingDraft' })

/** Mail of many megabytes is parsed in turn, few of a mailbox at once: its provider brings what is refused again. */
const inTurn = (mail: z.output<typeof InboundMail>, mailbox: string, outside: Outside) =>
  sizeOf(mail) > largeMail ? outside.inTurn(`mail of ${mailbox}`, () => received(mail)) : received(mail)
const largeMail = 1_000_000

const ratingToken = { kind: 'svc_mail_', noun: 'rating' } as const

export default area('inbound-mail', 'Mail of tickets', {}, [
  write({
    id: 'takeInboundMail',
    summary: 'Take a mail that came in for a mailbox, as Postmark posts it',
    details:
      'A mail becomes a ticket, or a message of the ticket that it answers. One that was taken before changes nothing, ' +
      'so that a provider may bring it again. What a member answers to our mail about a ticket is a message of theirs. Absences, mail that came back, receipts and mail that is not from who it ' +
      'says become notes of their ticket. Spam and our own mail are ignored, and can be rescued.',
    at: 'POST ~/inbound-mail/{token}',
    role: 'public',
    // All mail of an organization, and of others, comes from the few addresses of its provider.
    perMinute: 1200,
    byToken: { kind: 'svc_inb_', noun: 'mailbox' },
    audit: 'ticket.mailed',
    body: InboundMail,
    returns: MailResult,
    maxBytes: 14 * 1024 * 1024,
    mendsText: true,
    example: {
      body: {
        FromFull: { Email: 'ada@example.com', Name: 'Ada' },
        Subject: 'The shop shows yesterday’s prices',
        MessageID: '{message_id}',
        TextBody: 'Since this morning.',
      },
    },
    preflight: {
      authorize: async (body, { token }, outside) => {
        const {
          files: _stored,
          whole: _kept,
          ...mail
        } = await inTurn(body, typeof token === 'string' ? token : '', outside)
        return [answer(sql`app.mail_storage(${token}, ${jsonb(mail)})`)]
      },
      perform: storeMail,
    },
    run: ({ params: { token }, body, id, outside, preflightResult, settings }) => {
      const { files: _stored, ...mail } = received(body)
      const own = outside.mail.missing === null && outside.mail.from.email.toLowerCase() === mail.from
      return answer(
        sql`app.accept_ticket_mail(${token}, ${jsonb({ ...mail, own })}, ${id()}::uuid, ${id()}::uuid,
          ${preflightResult?.values.files ?? '[]'}::jsonb, ${settings.storageQuota}::bigint)`,
      )
    },
  }),
  read({
    id: 'getTicketRating',
    summary: 'Show the ticket that the link in a mail rates',
    at: 'GET ~/ticket-ratings/{token}',
    role: 'public',
    byToken: ratingToken,
    returns: TicketRating,
    run: ({ params: { token } }) => answer(sql`app.rating_request(${token})`),
  }),
  write({
    id: 'rateTicket',
    summary: 'Rate how a ticket was resolved, once, by the link in a mail',
    at: 'POST ~/ticket-ratings/{token}',
    role: 'public',
    byToken: ratingToken,
    audit: 'ticket.rated',
    body: RatingDraft,
    returns: TicketRating,
    example: { body: { score: 5, comment: 'Quick and friendly' } },
    run: ({ params: { token }, body: { score, comment } }) =>
      answer(sql`app.rate_by_link(${token}, ${score}::int, ${comment ?? null})`),
  }),
])
