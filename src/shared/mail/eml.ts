import { base64 } from '../../base/base64.ts'

type Person = { Email: string; Name?: string | null | undefined }
type Part = {
  Name?: string | null | undefined
  Content?: string | null | undefined
  ContentType?: string | null | undefined
}
type Mail = {
  FromFull: Person
  ToFull?: Person[] | null | undefined
  CcFull?: Person[] | null | undefined
  Subject?: string | null | undefined
  Date?: string | null | undefined
  TextBody?: string | null | undefined
  HtmlBody?: string | null | undefined
  Headers?: { Name: string; Value: string }[] | null | undefined
  Attachments?: Part[] | null | undefined
  RawEmail?: string | null | undefined
}

/**
 * A mail as it came, as a file that mail programs open (RFC 5322): the raw mail where the provider sends it, or else
 * written from its parts. Without its files where it would be larger than `maxBytes`.
 */
export function emlOf(mail: Mail, maxBytes: number): Uint8Array<ArrayBuffer> {
  const raw = mail.RawEmail && mail.RawEmail.length <= maxBytes ? encoded(mail.RawEmail) : null
  if (raw && raw.length <= maxBytes) return raw
  // Judged before it is written, as a large mail takes long to write.
  const most = Math.floor(maxBytes / 6)
  const texts = { TextBody: mail.TextBody?.slice(0, most), HtmlBody: mail.HtmlBody?.slice(0, most) }
  const files = mail.Attachments ?? []
  const size = files.reduce((sum, { Content }) => sum + (Content?.length ?? 0), 0)
  return encoded(written({ ...mail, ...texts }, size <= maxBytes / 2 ? files : []))
}

const encoded = (text: string) => new TextEncoder().encode(text)
const boundary = 'part-of-the-original-mail'

function written(mail: Mail, files: Part[]): string {
  const texts = [
    ['text/plain', mail.TextBody],
    ['text/html', mail.HtmlBody],
  ] as const
  const parts = [
    ...texts.flatMap(([type, text]) => (text ? [part(`${type}; charset=utf-8`, lines(inBase64(text)))] : [])),
    ...files.map(filePart),
  ]
  const inner = parts.map((one) => `--${boundary}\r\n${one}\r\n`).join('')
  return `${headersOf(mail)}\r\n${inner}--${boundary}--\r\n`
}

const part = (type: string, content: string, disposition = '') =>
  `Content-Type: ${type}\r\n${disposition}Content-Transfer-Encoding: base64\r\n\r\n${content}`

const filePart = ({ Name, Content, ContentType }: Part) => {
  const type = /^[\w.+-]+\/[\w.+-]+/.exec(ContentType ?? '')?.[0] ?? 'application/octet-stream'
  const disposition = `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent((Name ?? 'file').toWellFormed())}\r\n`
  return part(type, lines((Content ?? '').replaceAll(/[^\w+/=]/g, '')), disposition)
}

/** The headers that came, those that the provider takes apart, and those of this file. */
function headersOf({ FromFull, ToFull, CcFull, Subject, Date: date, Headers }: Mail): string {
  const came = (Headers ?? []).filter(
    ({ Name }) => /^[!-9;-~]+$/.test(Name) && !/^(?:content-.*|mime-version)$/i.test(Name),
  )
  const has = (name: string) => came.some(({ Name }) => Name.toLowerCase() === name)
  const people = (of: Person[] | null | undefined) => of?.map(personOf).join(', ')
  const apart = [
    ['From', personOf(FromFull)],
    ['To', people(ToFull)],
    ['Cc', people(CcFull)],
    ['Subject', words(Subject ?? '')],
    ['Date', date],
  ] as const
  const all = [
    ...came.map(({ Name, Value }) => [Name, words(Value)] as const),
    ...apart.filter(([name, value]) => value && !has(name.toLowerCase())),
    ['MIME-Version', '1.0'],
    ['Content-Type', `multipart/mixed; boundary="${boundary}"`],
  ]
  return all.map(([name, value]) => `${folded(`${name}: ${oneLine(value ?? '')}`)}\r\n`).join('')
}

const oneLine = (text: string) => text.replaceAll(/[\r\n\0]+/g, ' ')

/** Lines of a header are broken at blanks. */
function folded(line: string): string {
  const rows: string[] = []
  for (const word of line.split(' '))
    if (rows.length && rows.at(-1)!.length + word.length < 76) rows[rows.length - 1] += ` ${word}`
    else rows.push(word)
  return rows.join('\r\n ')
}

const personOf = ({ Email, Name }: Person) =>
  Name ? `${words(Name.replaceAll('"', "'"), true)} <${Email}>` : Email

/** Words of a header; others than ASCII in encoded words of at most 75 characters (RFC 2047). */
function words(text: string, isName = false): string {
  if (/^[ -~\t\r\n]*$/.test(text)) return isName ? `"${text}"` : text
  const pieces = text.toWellFormed().match(/[\s\S]{1,10}/gu) ?? []
  return pieces.map((piece) => `=?utf-8?B?${inBase64(piece)}?=`).join(' ')
}

const inBase64 = (text: string) => base64(encoded(text.toWellFormed()))
const lines = (text: string) => text.match(/.{1,76}/g)?.join('\r\n') ?? ''
