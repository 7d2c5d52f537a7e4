import { describe, expect, test } from 'vitest'
import { textOfHtml } from '../../src/shared/mail/html-text.ts'
import { InboundMail, received } from '../../src/shared/mail/inbound.ts'
import { pages, replies } from './mail-replies.ts'
import { inbound } from './ticket-mail.ts'
import { ownDatabase } from './own-database.ts'

await ownDatabase()

const textOf = (more: object) => received(InboundMail.parse(inbound('ada@example.org', more))).text

describe('a reply has what its author wrote', () => {
  test.each(replies)('%s', (_, TextBody, wrote) => expect(textOf({ TextBody })).toBe(wrote))
  test.each(replies)('%s, with the line ends of mail', (_, text, wrote) =>
    expect(textOf({ TextBody: text.replaceAll('\n', '\r\n') })).toBe(wrote),
  )
  test.each(pages)('by HTML alone: %s', (_, HtmlBody, wrote) =>
    expect(textOf({ TextBody: '', HtmlBody })).toBe(wrote),
  )

  test('also where the provider takes answers between the lines for a quote', () => {
    const TextBody = '> Which shop?\n\nBath.\n\n> Since when?\n\nMonday.'
    expect(textOf({ TextBody, StrippedTextReply: '' })).toBe(TextBody)
  })
  test('with all of it where a mail is passed on', () => {
    const TextBody =
      'FYI\n\n-----Original Message-----\nFrom: Eve <e@x.example>\nTo: me\nSubject: Broken\n\nIt fell.'
    expect(textOf({ TextBody, Subject: 'Fwd: Broken' })).toBe(TextBody)
    expect(textOf({ TextBody, Subject: 'Re: Broken' })).toBe('FYI')
  })
})

test('any text is read in linear time', () => {
  const large = (part: string, size: number) => part.repeat(size / part.length)
  const began = performance.now()
  for (const part of [
    '>a\nb\n',
    'On 2026-01-01 x wrote\n',
    'From: x\n',
    'To: a\nFrom: b\n',
    'a:',
    '-',
    'x\n\n',
    '一',
  ])
    textOf({ TextBody: large(part, 1_000_000) })
  for (const part of [
    '<',
    '<a "',
    "<a '>",
    '<style>',
    '<a href=x>',
    '<blockquote><br>',
    '<!--',
    '<a href=http://x>y<br>',
    '<td>a',
    '<li>',
    '<pre>\n',
    '&amp',
    '<b x=">',
  ])
    textOfHtml(large(part, 500_000))
  expect(performance.now() - began).toBeLessThan(6000)
})
