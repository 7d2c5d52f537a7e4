import { randomUUID } from 'node:crypto'

/** A mail as Resend's API takes it (https://resend.com/docs/api-reference/emails/send-email), as far as it is used. */
export type Draft = {
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

/** A mail as a MIME message (RFC 5322, RFC 2045 to 2047): its text and its HTML as alternatives. */
export function emlOf(
  { from, to, subject, text, html, headers = {} }: Draft,
  id: string,
  date: Date,
): string {
  const boundary = randomUUID()
  const part = (type: string, content: string) =>
    [
      `--${boundary}`,
      `Content-Type: ${type}; charset=utf-8`,
      'Content-Transfer-Encoding: base64',
      '',
      folded(Buffer.from(content).toString('base64')),
    ].join('\r\n')
  const [, name = '', address = from] = /^"(.*)" <(.*)>$/.exec(from) ?? []
  const lines = {
    From: name ? `${encoded(name)} <${address}>` : address,
    To: to.join(', '),
    Subject: encoded(subject),
    Date: date.toUTCString().replace('GMT', '+0000'),
    'Message-ID': `<${id}@localhost>`,
    ...headers,
    'MIME-Version': '1.0',
    'Content-Type': `multipart/alternative; boundary="${boundary}"`,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}`)
  const parts = [part('text/plain', text), part('text/html', html), `--${boundary}--`, '']
  return [...head, '', ...parts].join('\r\n')
}

const folded = (base64: string) => base64.replace(/.{76}/g, '$&\r\n')

/** Text of a header as encoded words, each of whole characters and at most 75 characters long. */
function encoded(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const words: string[] = []
  let word = ''
  for (const sign of text) {
    if (Buffer.byteLength(word + sign) > 42) {
      words.push(word)
      word = ''
    }
    word += sign
  }
  return [...words, word].map((part) => `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ')
}
