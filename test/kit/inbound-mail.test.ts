import { describe, expect, test } from 'vitest'
import { InboundMail, received } from '../../src/shared/mail/inbound.ts'
import { base64, page, picture } from './attachments.ts'
import { inbound } from './ticket-mail.ts'
import { ownDatabase } from './own-database.ts'

await ownDatabase()

const read = (more: object = {}, headers: Record<string, string> = {}) =>
  received(InboundMail.parse(inbound('ada@example.org', more, headers)))
const textOf = (more: object) => read({ TextBody: '', ...more }).text

describe('an inbound mail', () => {
  test('is parsed from its provider’s JSON, without what tickets do not need', () => {
    expect(
      read(
        {
          Subject: 'Re:  Prices\r\nBcc: x [#17]',
          TextBody: 'New\r\n\r\n\r\n\r\n> old',
          StrippedTextReply: 'New',
        },
        { 'Message-ID': '<a@b.example>', 'In-Reply-To': '<c@d>', References: '<first@x>\r\n\t<c@d>' },
      ),
    ).toEqual({
      external_id: 'a@b.example',
      content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      from: 'ada@example.org',
      behind_group: null,
      reply_to: null,
      others: ['help@example.com'],
      name: 'Charles',
      subject: 'Re: Prices Bcc: x [#17]',
      text: 'New',
      whole: 'New\n\n> old',
      references: ['first@x', 'c@d', 'a@b.example'],
      tickets: [],
      number: '17',
      about_note: false,
      kind: 'message',
      bounces: [],
      unattended: false,
      no_reply: false,
      failed: false,
      doubtful: false,
      proven: false,
      dmarc: null,
      spam: false,
      file_names: [],
      files: [],
    })
  })

  test('has the provider’s id if it has none, and a hash if its own is far too long', () => {
    expect(read({ Headers: null, MessageID: 'p-1' }).external_id).toBe('p-1')
    const long = `${'a'.repeat(295)}@b`
    expect(read({}, { 'Message-ID': `<${long}>` }).external_id).toMatch(/^[0-9a-f]{64}$/)
  })

  test('references tickets by our message ids, however many there are', () => {
    const id = '019abc00-0000-7000-8000-000000000001'
    const many = Array.from({ length: 400 }, (_, n) => `<${n}@x>`).join(' ')
    const { tickets, references } = read({}, { References: `${many} <ticket.${id}@service.test>` })
    expect([tickets, references.length]).toEqual([[id], 51])
  })

  test('with only HTML becomes text, never HTML', () => {
    const HtmlBody = `<html><head><title>No</title><style>p { color: red }</style></head><body>
      <p>Hello&nbsp;you,</p><p>1 &lt; 2 &#38; 3 &#x20AC;</p><script>alert(1)</script><ul><li>one<li>two</ul>
      <div>&lt;img src=x&gt;</div><style>never closed`
    expect(textOf({ HtmlBody })).toBe('Hello\u00a0you,\n\n1 < 2 & 3 €\n\n- one\n- two\n\n<img src=x>')
    expect(textOf({ HtmlBody: '&#99999999; &#1114112; &unknown;' })).toBe('&#99999999; \ufffd &unknown;')
    expect(textOf({ HtmlBody: '<'.repeat(400_000) }).length).toBe(20_000)
    expect(textOf({ HtmlBody: '<style>'.repeat(60_000) })).toBe('(no text)')
  })

  test('is truncated if it is too long, keeps what can be stored, and lists its files', () => {
    expect(textOf({ TextBody: 'x\u0000y\ud800z\u0007\t!' })).toBe('xyz\t!')
    const { text } = read({
      TextBody: '😀'.repeat(20_000),
      Attachments: [{ Name: 'a\nb.pdf', Content: '!' }, {}],
    })
    expect(text.length).toBeLessThanOrEqual(20_000)
    expect(text.isWellFormed()).toBe(true)
    expect(text.endsWith('[shortened]\n\n[Files that were not taken: a b.pdf, a file]')).toBe(true)
    expect(textOf({})).toBe('(no text)')
  })

  test('has the files that may be attached, judged by their bytes; images in its text are marked', () => {
    const png = base64(picture())
    const { files, text } = read({
      TextBody: 'See',
      HtmlBody: '<p>See</p><img src="cid:logo%40x">',
      Attachments: [
        { Name: 'ticket.png', Content: png, ContentID: 'f_l1a2b3' },
        { Name: '../shop', ContentType: 'application/octet-stream', Content: png },
        { Name: 'run.exe', Content: base64(Uint8Array.from([77, 90, 1, 2])) },
        { Name: 'logo.png', Content: png, ContentID: 'logo@x' },
        { Name: 'a.pdf', Content: base64(page()) },
        ...Array.from({ length: 12 }, (_, n) => ({ Name: `${n}.png`, Content: png })),
      ],
    })
    expect(files.map(({ filename, is_inline }) => [filename, is_inline]).slice(0, 5)).toEqual([
      ['ticket.png', false],
      ['shop', false],
      ['logo.png', true],
      ['a.pdf', false],
      ['0.png', false],
    ])
    expect(files.length).toBe(11)
    expect(text).toBe('See\n\n[Files that were not taken: run.exe, 7.png, 8.png, 9.png, 10.png, 11.png]')
  })

  test.each([
    [{ 'Auto-Submitted': 'no' }, ['message', false]],
    [{ 'auto-submitted': 'auto-replied' }, ['report', true]],
    [{ 'auto-submitted': 'auto-generated' }, ['message', true]],
    [{ 'List-Id': '<news.example>' }, ['message', true]],
    [{ 'Content-Type': 'multipart/report; report-type=disposition-notification' }, ['receipt', false]],
    [{ Precedence: 'first-class' }, ['message', false]],
    [{ 'Return-Path': '<ada@example.org>' }, ['message', false]],
  ])('with %o is of the kind %o', (headers, expected) => {
    const { kind, unattended } = read({}, headers)
    expect([kind, unattended]).toEqual(expected)
  })

  test.each([
    'a@example.org, b@example.org',
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org;b@example.org',
    'a b@example.org',
    'undisclosed',
  ])('from %j has no sender', (Email) => {
    expect(read({ FromFull: { Email, Name: 'A' } }).from).toBe(null)
  })
})
