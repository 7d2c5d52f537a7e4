import * as z from 'zod'
import { hashOf } from '../../base/tokens.ts'
import { addressOf } from './addresses.ts'
import { type Bounce, bouncesIn, textInBase64 } from './bounces.ts'
import { filesIn, type ReceivedFile } from './inbound-files.ts'
import {
  headersOf,
  isUnattended,
  kindOf,
  type MailKind,
  proofOf,
  senderBehindGroup,
  takesNoReply,
} from './inbound-headers.ts'
import { textOfHtml } from './html-text.ts'
import { oneLine } from './lines.ts'
import { isForward, withoutQuotes } from './quotes.ts'
import { isOfNotes, ticketsIn } from './threads.ts'

const limitedText = (maxLength: number) => z.string().max(maxLength).nullish()
const person = z.object({
  Email: z.string().max(1000).meta({ description: 'The address', example: 'ada@example.com' }),
  Name: limitedText(2000).meta({ description: 'What stands beside it' }),
})
const people = z.array(person).max(1000).nullish()
const name = (description: string) => z.string().meta({ description })

/** What is read of Postmark's inbound webhook: https://postmarkapp.com/developer/webhooks/inbound-webhook */
export const InboundMail = z
  .object({
    FromFull: person.meta({ description: 'The sender' }),
    ToFull: people.meta({ description: 'Those it went to' }),
    CcFull: people.meta({ description: 'Those who got a copy, and take part in the ticket' }),
    Subject: limitedText(100_000).meta({ description: 'In one line' }),
    Date: limitedText(200).meta({ description: 'When it was written, as in its header' }),
    RawEmail: limitedText(14_000_000).meta({
      description: 'The mail as it came, where the provider sends it',
    }),
    MessageID: z.string().min(1).max(1000).meta({ description: 'The provider’s own id' }),
    TextBody: limitedText(10_000_000).meta({ description: 'The text, where the mail has one' }),
    HtmlBody: limitedText(10_000_000).meta({ description: 'The same in HTML' }),
    StrippedTextReply: limitedText(10_000_000).meta({ description: 'The text without what it answers' }),
    Headers: z
      .array(z.object({ Name: name('Of the header'), Value: name('What it says') }))
      .max(2000)
      .nullish()
      .meta({ description: 'As they came', example: [{ Name: 'Message-ID', Value: '<1@example.com>' }] }),
    Attachments: z
      .array(
        z.object({
          Name: limitedText(1000).meta({ description: 'Of the file' }),
          Content: limitedText(14_000_000).meta({ description: 'Its bytes as base64' }),
          ContentType: limitedText(1000).meta({ description: 'What the mail calls its kind' }),
          ContentID: limitedText(1000).meta({ description: 'By which the HTML shows it, if it does' }),
        }),
      )
      .max(1000)
      .nullish()
      .meta({ description: 'Files' }),
  })
  .meta({ id: 'InboundMail' })

type Mail = z.output<typeof InboundMail>

/** A mail as tickets need it. */
export type Received = {
  external_id: string
  /** Distinguishes a mail that comes again from another one with the same Message-ID. */
  content_hash: string
  /** The address of the sender, if it is one. */
  from: string | null
  /** The person behind a list that put its own address in `From`. */
  behind_group: string | null
  /** Where answers shall go, if that is one address. */
  reply_to: string | null
  /** Others whom the mail went to. */
  others: string[]
  name: string
  subject: string
  text: string
  /** The text with what it quotes. */
  whole: string
  /** Message-IDs that it answers, the nearest first. */
  references: string[]
  /** Ids of tickets in its references. */
  tickets: string[]
  /** The number of a ticket in its subject. */
  number: string | null
  /** It answers our mail about an internal note. */
  about_note: boolean
  kind: MailKind
  /** Of a mail that came back, whom it did not reach, and why. */
  bounces: Bounce[]
  /** Nothing answers it by itself. */
  unattended: boolean
  /** The sender takes no answers, as forms and machines do. */
  no_reply: boolean
  /** It is not from who it says; or a check of that failed. */
  failed: boolean
  doubtful: boolean
  /** A check says that it is from the domain of its sender. */
  proven: boolean
  dmarc: string | null
  spam: boolean
  file_names: string[]
  files: ReceivedFile[]
}

const maxText = 20_000
const messageId = /<([^<>\s]{1,300})>/g

/** How much there is to parse, in characters. */
export const sizeOf = ({ TextBody, HtmlBody, StrippedTextReply, Attachments }: Mail) =>
  [TextBody, HtmlBody, StrippedTextReply, ...(Attachments ?? []).map(({ Content }) => Content)].reduce(
    (sum, part) => sum + (part?.length ?? 0),
    0,
  )

/** Parses a mail once, and caches the result. */
export function received(mail: Mail): Received {
  const cached = cache.get(mail)
  if (cached) return cached
  const parsed = parse(mail)
  cache.set(mail, parsed)
  return parsed
}
const cache = new WeakMap<Mail, Received>()

function parse(mail: Mail): Received {
  const header = headersOf(mail.Headers ?? [])
  const from = addressOf(mail.FromFull.Email)
  const subject = oneLine(mail.Subject, 200) || '(no subject)'
  const name = oneLine(mail.FromFull.Name, 200)
  const { taken: files, left } = filesIn(mail)
  const fileTypes = (mail.Attachments ?? []).map(({ ContentType }) => (ContentType ?? '').toLowerCase())
  const kind = kindOf({ header, from, subject, fileTypes })
  const whole = wholeTextOf(mail)
  const text = textOf(whole, subject, left)
  return {
    ...threadOf(mail, kind),
    content_hash: hashOf(JSON.stringify([from, subject, text, (mail.Attachments ?? []).map(nameAndSize)])),
    from,
    behind_group: senderBehindGroup(header, name),
    reply_to: answerable(addressOf(header('reply-to')[0])),
    others: othersOf(mail, from),
    name,
    subject,
    text,
    whole: whole.slice(0, 100_000),
    number: numberIn(subject)?.[2] ?? null,
    kind,
    bounces: kind === 'report' ? bouncesIn(mail.Attachments ?? []) : [],
    unattended: isUnattended(header),
    no_reply: takesNoReply(from),
    ...proofOf(header, from),
    spam: header('x-spam-status').some((value) => /^yes/i.test(value)),
    file_names: files.map(({ filename }) => filename),
    files,
  }
}

const numberIn = (subject: string) => /\[(note )?#([1-9]\d{0,14})\]/.exec(subject)

const answerable = (address: string | null) => (takesNoReply(address) ? null : address)

const nameAndSize = ({ Name, Content }: NonNullable<Mail['Attachments']>[number]) => [Name, Content?.length]

/** Whom else a mail went to, as people of its ticket. */
const othersOf = ({ ToFull, CcFull }: Mail, from: string | null) => {
  const given = [...(ToFull ?? []), ...(CcFull ?? [])].map(({ Email }) => addressOf(Email))
  return [...new Set(given)]
    .filter((one): one is string => one !== null && one !== from && !takesNoReply(one))
    .slice(0, 20)
}

/** What the mail is called, and what it continues. One that came back names ours in the copy that it holds. */
function threadOf(mail: Mail, kind: MailKind) {
  const header = headersOf(mail.Headers ?? [])
  const [first = `<${mail.MessageID}>`] = header('message-id')[0]?.match(messageId) ?? []
  const id = first.slice(1, -1)
  const external_id = shortened(id)
  const answered = [header('in-reply-to')[0] ?? '', (header('references')[0] ?? '').slice(-20_000)].join(' ')
  const copies = kind === 'message' ? '' : copiesIn(mail)
  const references = [...idsIn(answered), ...idsIn(copies)].filter((one) => one !== id)
  // The same mail may also come by way of a list, which adds its footer.
  return {
    external_id,
    references: [...references.slice(0, 50).map(shortened), external_id],
    tickets: ticketsIn(references).slice(0, 5),
    about_note: references.some(isOfNotes) || Boolean(numberIn(mail.Subject ?? '')?.[1]),
  }
}

/** An implausibly long id goes by its hash. */
const shortened = (id: string) => (id.length > 230 ? hashOf(id) : id)

const idsIn = (text: string) => [...new Set([...text.matchAll(messageId)].map(([, id]) => id!))].toReversed()

function copiesIn({ TextBody, Attachments }: Mail): string {
  const copies = (Attachments ?? []).filter(({ ContentType }) =>
    /^(?:message|text)\//i.test(ContentType ?? ''),
  )
  return [TextBody ?? '', ...copies.map(({ Content }) => textInBase64(Content ?? ''))]
    .join(' ')
    .slice(0, 200_000)
}

/** The text as it came, in which HTML counts where there is no other. */
const wholeTextOf = ({ StrippedTextReply, TextBody, HtmlBody }: Mail): string => {
  const texts = [TextBody, HtmlBody && textOfHtml(HtmlBody), StrippedTextReply]
  return clean((texts.find((text) => text?.trim()) ?? '').slice(0, 100_000))
}

/** The text without what it quotes. The provider's idea of that loses answers between quoted lines. */
function textOf(whole: string, subject: string, names: string[]): string {
  const text = (isForward(subject) ? whole : withoutQuotes(whole)) || '(no text)'
  const ending = names.length ? `\n\n[Files that were not taken: ${names.join(', ')}]` : ''
  const maxLength = maxText - ending.length
  return (
    (text.length > maxLength ? `${text.slice(0, maxLength - 12).toWellFormed()}\n[shortened]` : text) + ending
  )
}

/** Removes what Postgres cannot store, and the empty lines that mail programs leave. */
const clean = (text: string) =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n\t]|\p{Surrogate}/gu, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
