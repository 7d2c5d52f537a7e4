import * as z from 'zod'
import { type FileType, judge, mostBytes } from '../files/content.ts'
import type { Side } from '../files/images.ts'
import { safeName, typesOf } from '../files/names.ts'
import { hashOf } from '../../kit/tokens.ts'
import { oneLine } from './lines.ts'
import { ticketsIn } from './threads.ts'

const words = (most: number) => z.string().max(most).nullish()
const person = z.object({
  Email: z.string().max(1000).meta({ description: 'The address', example: 'ada@example.com' }),
  Name: words(2000).meta({ description: 'What stands beside it' }),
})
const name = (description: string) => z.string().meta({ description })

/** What is read of Postmark's inbound webhook: https://postmarkapp.com/developer/webhooks/inbound-webhook */
export const InboundMail = z
  .object({
    FromFull: person.meta({ description: 'The sender' }),
    Subject: words(100_000).meta({ description: 'In one line' }),
    MessageID: z.string().min(1).max(1000).meta({ description: 'The provider’s own id' }),
    TextBody: words(10_000_000).meta({ description: 'The text, where the mail has one' }),
    HtmlBody: words(10_000_000).meta({ description: 'The same in HTML' }),
    StrippedTextReply: words(10_000_000).meta({ description: 'The text without what it answers' }),
    Headers: z
      .array(z.object({ Name: name('Of the header'), Value: name('What it says') }))
      .max(2000)
      .nullish()
      .meta({ description: 'As they came', example: [{ Name: 'Message-ID', Value: '<1@example.com>' }] }),
    Attachments: z
      .array(
        z.object({
          Name: words(1000).meta({ description: 'Of the file' }),
          Content: words(14_000_000).meta({ description: 'Its bytes as base64' }),
          ContentID: words(1000).meta({ description: 'By which the HTML shows it, if it does' }),
        }),
      )
      .max(1000)
      .nullish()
      .meta({ description: 'Files' }),
  })
  .meta({ id: 'InboundMail' })

type Mail = z.output<typeof InboundMail>

/** A file that came with a mail, of a type that attachments may have. */
export type ReceivedFile = {
  filename: string
  content_type: FileType
  bytes: Uint8Array<ArrayBuffer>
  side: Side | null
}

/** A mail as tickets take it. */
export type Received = {
  external_id: string
  from: string
  name: string
  subject: string
  text: string
  /** Message-IDs that it answers, the nearest first. */
  references: string[]
  /** Ids of tickets that its references name. */
  tickets: string[]
  /** The number of a ticket in its subject. */
  number: string | null
  automatic: boolean
  spam: boolean
  files: ReceivedFile[]
}

const longest = 20_000
const messageId = /<([^<>\s]{1,300})>/g

/** Reads a mail, once however often it is asked for. */
export function received(mail: Mail): Received {
  const before = read.get(mail)
  if (before) return before
  const now = reading(mail)
  read.set(mail, now)
  return now
}
const read = new WeakMap<Mail, Received>()

function reading(mail: Mail): Received {
  const headers = (mail.Headers ?? []).map(({ Name, Value }) => [Name.toLowerCase(), Value] as const)
  const header = (name: string) => headers.find(([key]) => key === name)?.[1] ?? ''
  const from = mail.FromFull.Email.trim().toLowerCase()
  const references = idsIn(`${header('in-reply-to')} ${header('references').slice(-20_000)}`)
  const subject = oneLine(mail.Subject, 200)
  const attached = filesIn(mail)
  const [given = `<${mail.MessageID}>`] = header('message-id').match(messageId) ?? []
  const external_id = given.slice(1, -1)
  return {
    external_id: external_id.length > 290 ? hashOf(external_id) : external_id,
    from: from.length > 254 || !from.includes('@') ? 'unknown@invalid' : from,
    name: oneLine(mail.FromFull.Name, 200),
    subject: subject || '(no subject)',
    text: textOf(mail, attached.left),
    references: references.slice(0, 50),
    tickets: ticketsIn(references).slice(0, 5),
    number: /\[#([1-9]\d{0,14})\]/.exec(subject)?.[1] ?? null,
    automatic: isAutomatic(header, from),
    spam: /^yes/i.test(header('x-spam-status')),
    files: attached.taken,
  }
}

const idsIn = (text: string) => [...new Set([...text.matchAll(messageId)].map(([, id]) => id!))].toReversed()

/** Answers of machines, which must never be answered by one (RFC 3834), lists and bounces. */
const isAutomatic = (header: (name: string) => string, from: string) =>
  !/^(?:no)?$/i.test(header('auto-submitted').split(';')[0]!.trim()) ||
  /bulk|junk|list|auto_reply/i.test(header('precedence')) ||
  ['x-autoreply', 'x-autorespond', 'list-id', 'x-failed-recipients'].some(header) ||
  /^<\s*>$/.test(header('return-path').trim()) ||
  /^(?:mailer-daemon|postmaster)@/.test(from)

function textOf({ StrippedTextReply, TextBody, HtmlBody }: Mail, names: string[]): string {
  const found = [StrippedTextReply, TextBody, HtmlBody && textOfHtml(HtmlBody)].find((text) => text?.trim())
  const text = clean((found ?? '').slice(0, 100_000)) || '(no text)'
  const ending = names.length ? `\n\n[Files that were not taken: ${names.join(', ')}]` : ''
  const most = longest - ending.length
  return (text.length > most ? `${text.slice(0, most - 12).toWellFormed()}\n[shortened]` : text) + ending
}

const mostFiles = 10
/** Smaller pictures that the HTML shows are logos and lines. */
const smallest = 20_000

/** The files that may be attached, and the names of the others. */
function filesIn({ Attachments }: Mail): { taken: ReceivedFile[]; left: string[] } {
  const taken: ReceivedFile[] = []
  const left: string[] = []
  for (const { Name, Content, ContentID } of Attachments ?? []) {
    if (ContentID && (Content ?? '').length < smallest) continue
    const file = taken.length < mostFiles && fileOf(safeName(Name ?? '') || 'file', Content ?? '')
    if (file) taken.push(file)
    else left.push(oneLine(Name, 100) || 'a file')
  }
  return { taken, left: left.slice(0, 20) }
}

function fileOf(name: string, content: string): ReceivedFile | null {
  const bytes = bytesOf(content)
  const verdict = bytes?.length && bytes.length <= mostBytes && judge(bytes, true)
  if (!bytes || !verdict || verdict === 'more' || 'refused' in verdict) return null
  const { type, side } = verdict
  const filename = typesOf(name).includes(type) ? name : `${name.slice(0, 170)}.${type.split('/')[1]}`
  return { filename, content_type: type, bytes, side }
}

function bytesOf(content: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0))
  } catch {
    return null
  }
}

/** Without what Postgres cannot store, and without the empty lines that mail programs leave. */
const clean = (text: string) =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
/** The text of a mail that has HTML alone, in its paragraphs. What it shows is text again, never HTML. */
const textOfHtml = (html: string) =>
  html
    .slice(0, 500_000)
    .replaceAll(/<(style|script|head|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/<(?:br|\/p|\/div|\/tr|\/h[1-6]|\/li|\/blockquote)\b[^<>]*> ?/gi, '\n')
    .replaceAll(/<li\b[^<>]*>/gi, '- ')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(
      /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi,
      (whole, decimal?: string, hex?: string, name?: string) =>
        name
          ? (entities[name.toLowerCase()] ?? whole)
          : pointOf(decimal ? Number(decimal) : parseInt(hex!, 16)),
    )
const pointOf = (point: number) => (point <= 0x10ffff ? String.fromCodePoint(point) : '')
