import * as z from 'zod'
import { type FileType, inspectFile, maxFileBytes } from '../files/content.ts'
import type { Side } from '../files/images.ts'
import { safeName, typesOf } from '../files/names.ts'
import { hashOf } from '../../kit/tokens.ts'
import { oneLine } from './lines.ts'
import { ticketsIn } from './threads.ts'

const limitedText = (maxLength: number) => z.string().max(maxLength).nullish()
const person = z.object({
  Email: z.string().max(1000).meta({ description: 'The address', example: 'ada@example.com' }),
  Name: limitedText(2000).meta({ description: 'What stands beside it' }),
})
const name = (description: string) => z.string().meta({ description })

/** What is read of Postmark's inbound webhook: https://postmarkapp.com/developer/webhooks/inbound-webhook */
export const InboundMail = z
  .object({
    FromFull: person.meta({ description: 'The sender' }),
    Subject: limitedText(100_000).meta({ description: 'In one line' }),
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
          ContentID: limitedText(1000).meta({ description: 'By which the HTML shows it, if it does' }),
        }),
      )
      .max(1000)
      .nullish()
      .meta({ description: 'Files' }),
  })
  .meta({ id: 'InboundMail' })

type Mail = z.output<typeof InboundMail>

/** A file of a mail, of a type that attachments allow. */
export type ReceivedFile = {
  filename: string
  content_type: FileType
  bytes: Uint8Array<ArrayBuffer>
  side: Side | null
}

/** A mail as tickets need it. */
export type Received = {
  external_id: string
  from: string
  name: string
  subject: string
  text: string
  /** Message-IDs that it answers, the nearest first. */
  references: string[]
  /** Ids of tickets in its references. */
  tickets: string[]
  /** The number of a ticket in its subject. */
  number: string | null
  automatic: boolean
  spam: boolean
  files: ReceivedFile[]
}

const maxText = 20_000
const messageId = /<([^<>\s]{1,300})>/g

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
  const headers = (mail.Headers ?? []).map(({ Name, Value }) => [Name.toLowerCase(), Value] as const)
  const header = (name: string) => headers.find(([key]) => key === name)?.[1] ?? ''
  const from = mail.FromFull.Email.trim().toLowerCase()
  const references = idsIn(`${header('in-reply-to')} ${header('references').slice(-20_000)}`)
  const subject = oneLine(mail.Subject, 200)
  const attached = filesIn(mail)
  const [messageIdHeader = `<${mail.MessageID}>`] = header('message-id').match(messageId) ?? []
  const external_id = messageIdHeader.slice(1, -1)
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

/** Automatic responses, which must not be answered automatically (RFC 3834), lists and bounces. */
const isAutomatic = (header: (name: string) => string, from: string) =>
  !/^(?:no)?$/i.test(header('auto-submitted').split(';')[0]!.trim()) ||
  /bulk|junk|list|auto_reply/i.test(header('precedence')) ||
  ['x-autoreply', 'x-autorespond', 'list-id', 'x-failed-recipients'].some(header) ||
  /^<\s*>$/.test(header('return-path').trim()) ||
  /^(?:mailer-daemon|postmaster)@/.test(from)

function textOf({ StrippedTextReply, TextBody, HtmlBody }: Mail, names: string[]): string {
  const body = [StrippedTextReply, TextBody, HtmlBody && textOfHtml(HtmlBody)].find((text) => text?.trim())
  const text = clean((body ?? '').slice(0, 100_000)) || '(no text)'
  const ending = names.length ? `\n\n[Files that were not taken: ${names.join(', ')}]` : ''
  const maxLength = maxText - ending.length
  return (
    (text.length > maxLength ? `${text.slice(0, maxLength - 12).toWellFormed()}\n[shortened]` : text) + ending
  )
}

const maxFiles = 10
/** Smaller inline images are logos and separators. */
const minInlineLength = 20_000

/** The files that can be attached, and the names of the others. */
function filesIn({ Attachments }: Mail): { taken: ReceivedFile[]; left: string[] } {
  const taken: ReceivedFile[] = []
  const skipped: string[] = []
  for (const { Name, Content, ContentID } of Attachments ?? []) {
    if (ContentID && (Content ?? '').length < minInlineLength) continue
    const file = taken.length < maxFiles && fileOf(safeName(Name ?? '') || 'file', Content ?? '')
    if (file) taken.push(file)
    else skipped.push(oneLine(Name, 100) || 'a file')
  }
  return { taken, left: skipped.slice(0, 20) }
}

function fileOf(name: string, content: string): ReceivedFile | null {
  const bytes = bytesOf(content)
  const verdict = bytes?.length && bytes.length <= maxFileBytes && inspectFile(bytes, true)
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

/** Removes what Postgres cannot store, and the empty lines that mail programs leave. */
const clean = (text: string) =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
/** The text of an HTML-only mail, in paragraphs. The result is text, never HTML. */
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
      (entity, decimal?: string, hex?: string, name?: string) =>
        name
          ? (entities[name.toLowerCase()] ?? entity)
          : pointOf(decimal ? Number(decimal) : parseInt(hex!, 16)),
    )
const pointOf = (point: number) => (point <= 0x10ffff ? String.fromCodePoint(point) : '')
