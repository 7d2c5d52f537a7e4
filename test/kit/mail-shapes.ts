import type { Json } from './client.ts'
import { inbound } from './ticket-mail.ts'

/** What the mails of a thread refer to: a ticket of ours, its number, and the address of its requester. */
export type Thread = { references: string; number: number; customer: string }
/** A mail as programs write it, and what becomes of it. */
export type Shape = [name: string, mail: (thread: Thread) => Json, becomes: string, acknowledged?: boolean]

let people = 0
const somebody = () => `person${++people}@shapes.example`
const fresh =
  (headers: Record<string, string> = {}, more: Json = {}) =>
  () =>
    inbound(somebody(), { Subject: 'Login does not work', ...more }, headers)
const answer =
  (text: string, headers: Record<string, string> = {}, more: Json = {}) =>
  ({ references, customer }: Thread) =>
    inbound(
      customer,
      { Subject: 'Re: Wrong prices', TextBody: text, ...more },
      { References: references, 'In-Reply-To': '<provider@mail.example>', ...headers },
    )
const absence = (subject: string, text: string, headers: Record<string, string>) =>
  answer(text, headers, { Subject: subject })
const exchange = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'All',
  'X-MS-Exchange-Inbox-Rules-Loop': 'ada@example.org',
}
const bounce =
  (subject: string, from: string, headers: Record<string, string>, text = 'The address was not found.') =>
  ({ references }: Thread) =>
    inbound(
      from,
      {
        Subject: subject,
        TextBody: text,
        Attachments: [
          {
            Name: 'status',
            ContentType: 'message/delivery-status',
            Content: btoa('Action: failed\r\nStatus: 5.1.1'),
          },
          {
            Name: 'original',
            ContentType: 'text/rfc822-headers',
            Content: btoa(`References: ${references}`),
          },
        ],
      },
      headers,
    )
const report = { 'Return-Path': '<>', 'Auto-Submitted': 'auto-replied' }
const form =
  (from: string, person: string, headers: Record<string, string> = {}) =>
  () =>
    inbound(
      from,
      { FromFull: { Email: from, Name: 'Website' }, Subject: 'Contact form', TextBody: 'Please call me.' },
      { 'Reply-To': person, ...headers },
    )
const group = (headers: Record<string, string> = {}) => ({
  'List-Id': '<help.example.com>',
  Precedence: 'list',
  'List-Unsubscribe': '<mailto:help+unsubscribe@example.com>',
  'X-Google-Group-Id': '1234',
  ...headers,
})

/** Rewritten from the shapes that Gmail, Outlook, Exchange, Apple Mail, Postfix, lists and forms are known to send. */
export const shapes: Shape[] = [
  // People write.
  ['Gmail, plain and HTML', fresh({ 'X-Google-DKIM-Signature': 'v=1; a=rsa-sha256' }), 'ticket', true],
  ['Outlook with Thread-Index', fresh({ 'Thread-Index': 'AdqX', 'X-MS-Has-Attach': '' }), 'ticket', true],
  [
    'Exchange with X-Auto-Response-Suppress',
    fresh({ 'X-Auto-Response-Suppress': 'OOF, DR, RN' }),
    'ticket',
    false,
  ],
  ['Exchange that suppresses nothing', fresh({ 'X-Auto-Response-Suppress': 'None' }), 'ticket', true],
  ['Apple Mail', fresh({ 'X-Mailer': 'Apple Mail (2.3445.104.11)' }), 'ticket', true],
  ['Thunderbird', fresh({ 'User-Agent': 'Mozilla Thunderbird', 'Auto-Submitted': 'no' }), 'ticket', true],
  ['Yahoo by HTML alone', fresh({}, { TextBody: '', HtmlBody: '<div>Hello<br>there</div>' }), 'ticket', true],
  ['a mail without text', fresh({}, { TextBody: '', HtmlBody: '' }), 'ticket', true],
  ['a mail without subject', fresh({}, { Subject: '' }), 'ticket', true],
  ['a mail without any header', fresh({}, { Headers: null }), 'ticket', true],
  ['first-class precedence', fresh({ Precedence: 'first-class' }), 'ticket', true],
  ['a priority flag', fresh({ 'X-Priority': '1 (Highest)', Importance: 'high' }), 'ticket', true],
  [
    'Japanese in ISO-2022-JP as decoded',
    fresh({}, { Subject: 'ログインできません', TextBody: 'お世話になります。' }),
    'ticket',
    true,
  ],
  ['Arabic', fresh({}, { Subject: 'لا أستطيع الدخول', TextBody: 'مرحبا' }), 'ticket', true],
  ['a broken charset with NUL', fresh({}, { TextBody: 'Gr\u0000\u00fc\ufffd\u00dfe' }), 'ticket', true],
  ['half of an emoji', fresh({}, { Subject: 'Hello \ud83d', TextBody: 'cut \udc00 here' }), 'ticket', true],
  ['UTF-8 read as Latin-1', fresh({}, { Subject: 'GrÃ¼ÃŸe', TextBody: 'GrÃ¼ÃŸe' }), 'ticket', true],
  [
    'a sender with quoted local part and list',
    fresh({}, { FromFull: { Email: 'a@x.example, b@x.example', Name: 'A' } }),
    'ticket',
    false,
  ],
  [
    'a sender with a header in it',
    fresh({}, { FromFull: { Email: 'a@x.example\r\nBcc: b@x.example', Name: 'A' } }),
    'ticket',
    false,
  ],
  ['a sender without address', fresh({}, { FromFull: { Email: 'undisclosed', Name: 'A' } }), 'ticket', false],
  // Programs and lists write; it is taken, and nothing answers.
  ['a monitor', fresh({ 'Auto-Submitted': 'auto-generated' }), 'ticket', false],
  [
    'a shop that never takes answers',
    () => inbound('no-reply@shop.example', { Subject: 'Order 7' }),
    'ticket',
    false,
  ],
  ['donotreply', () => inbound('donotreply@shop.example'), 'ticket', false],
  ['a newsletter', fresh({ Precedence: 'bulk', 'List-Id': '<news.shop.example>' }), 'ticket', false],
  ['a Google Group in front of the mailbox', fresh(group()), 'ticket', false],
  [
    'Mailman',
    fresh({ 'List-Id': 'Help <help.lists.example>', Precedence: 'list', 'X-Mailman-Version': '2.1' }),
    'ticket',
    false,
  ],
  [
    'a Google Group that puts itself in From',
    () =>
      inbound(
        'help@example.com',
        { FromFull: { Email: 'help@example.com', Name: "'Ada' via Help" } },
        group({ 'X-Original-From': 'Ada <ada@dmarc.example>', 'X-Original-Sender': 'ada@dmarc.example' }),
      ),
    'ticket',
    false,
  ],
  [
    'an answer by way of the group',
    ({ references, customer }) =>
      inbound(
        'help@example.com',
        { FromFull: { Email: 'help@example.com', Name: "'C' via Help" }, TextBody: 'By the group' },
        group({ 'X-Original-From': `C <${customer}>`, References: references }),
      ),
    'message',
  ],
  ['a form that writes from the mailbox', form('help@example.com', 'visitor1@web.example'), 'ticket', true],
  [
    'a form with Auto-Submitted',
    form('noreply@site.example', 'Visitor <visitor2@web.example>', { 'Auto-Submitted': 'auto-generated' }),
    'ticket',
    false,
  ],
  [
    'a form from an address that takes no answers',
    form('wordpress+noreply@site.example', 'visitor3@web.example'),
    'ticket',
    true,
  ],
  [
    'a form with two addresses in Reply-To',
    form('noreply@site.example', 'a@web.example, b@web.example'),
    'ticket',
    false,
  ],
  // People answer.
  ['Gmail’s answer', answer('Thank you'), 'message'],
  [
    'Outlook’s answer',
    answer('Thanks\r\n\r\nFrom: Help\r\nSent: Monday', { 'Thread-Index': 'AdqY' }),
    'message',
  ],
  [
    'Exchange’s answer with OOF suppressed',
    answer('Noted.', { 'X-Auto-Response-Suppress': 'OOF' }),
    'message',
  ],
  ['an answer with a trailing space in References', answer('Fine', { 'X-Mailer': 'iPhone Mail' }), 'message'],
  ['a phone’s answer', answer('ok\n\nSent from my iPhone'), 'message'],
  [
    'an answer with DMARC passed',
    answer('Signed', { 'Authentication-Results': 'mx.example; spf=pass; dkim=pass; dmarc=pass' }),
    'message',
  ],
  [
    'an answer forwarded by another server (SPF failed, DKIM passed)',
    answer('Forwarded', { 'Authentication-Results': 'mx.example; spf=fail; dkim=pass; dmarc=pass' }),
    'message',
  ],
  [
    'an answer of a server that only SPF does not know',
    answer('Softly', { 'Received-SPF': 'SoftFail (mx.example: …)' }),
    'message',
  ],
  [
    'an answer by the number alone',
    ({ customer, number }) => inbound(customer, { Subject: `AW: [#${number}]` }),
    'message',
  ],
  [
    'a ticket’s number used by a stranger',
    ({ number }) => inbound(somebody(), { Subject: `[#${number}]` }),
    'ticket',
    true,
  ],
  [
    'references used by a stranger',
    ({ references }) => inbound(somebody(), {}, { References: references }),
    'ticket',
    true,
  ],
  // Somebody pretends.
  [
    'DMARC failed',
    answer('Change my bank', {
      'Authentication-Results': 'mx.example; dmarc=fail (p=none) header.from=babbage.example',
    }),
    'note unverified',
  ],
  [
    'SPF and DKIM failed',
    answer('Change my bank', { 'Authentication-Results': 'mx.example; spf=fail smtp.mailfrom=x; dkim=fail' }),
    'note unverified',
  ],
  [
    'SPF and DKIM failed by SpamAssassin',
    answer('Pay here', {
      'Received-SPF': 'Fail (mx.example)',
      'X-Spam-Tests': 'DKIM_SIGNED,DKIM_INVALID,SPF_FAIL',
    }),
    'note unverified',
  ],
  [
    'the number alone with SPF failed',
    ({ customer, number }) =>
      inbound(customer, { Subject: `Re: [#${number}]` }, { 'Received-SPF': 'SoftFail (mx.example)' }),
    'note unverified',
  ],
  [
    'a list that names a customer',
    ({ customer, references }) =>
      inbound(
        'list@elsewhere.example',
        { FromFull: { Email: 'list@elsewhere.example', Name: 'C via X' } },
        { 'List-Id': '<x>', 'X-Original-From': customer, References: references },
      ),
    'note unverified',
  ],
  // Machines answer.
  [
    'Gmail’s vacation',
    absence('Out of office Re: Wrong prices', 'I am away.', {
      'Auto-Submitted': 'auto-replied',
      Precedence: 'bulk',
    }),
    'note automatic',
  ],
  [
    'Exchange’s, in English',
    absence('Automatic reply: Wrong prices', 'I am away.', exchange),
    'note automatic',
  ],
  [
    'Exchange’s, in German',
    absence('Automatische Antwort: Wrong prices', 'Ich bin nicht da.', exchange),
    'note automatic',
  ],
  [
    'Exchange’s, in French',
    absence('Réponse automatique : Wrong prices', 'Je suis absent.', exchange),
    'note automatic',
  ],
  [
    'Exchange’s, in Spanish',
    absence('Respuesta automática: Wrong prices', 'Estoy fuera.', exchange),
    'note automatic',
  ],
  ['Exchange’s, in Japanese', absence('自動応答: Wrong prices', '不在です。', exchange), 'note automatic'],
  [
    'Lotus Notes',
    absence('Abwesenheit: C', 'Ich bin nicht da.', { 'X-Autorespond': 'yes' }),
    'note automatic',
  ],
  [
    'an autoresponder of a web panel',
    absence('Re: Wrong prices', 'We got it.', { 'X-Autoreply': 'yes', Precedence: 'auto_reply' }),
    'note automatic',
  ],
  [
    'Postfix',
    bounce('Undelivered Mail Returned to Sender', 'MAILER-DAEMON@mx.example', report),
    'note automatic',
  ],
  [
    'Exchange’s bounce',
    bounce('Undeliverable: Re: Wrong prices', 'postmaster@outlook.example', {
      'Return-Path': '<>',
      'Content-Type': 'multipart/report; report-type=delivery-status',
    }),
    'note automatic',
  ],
  [
    'Gmail’s bounce',
    bounce('Delivery Status Notification (Failure)', 'mailer-daemon@googlemail.example', {
      'X-Failed-Recipients': 'c@x.example',
    }),
    'note automatic',
  ],
  [
    'a bounce of something else',
    () => inbound('MAILER-DAEMON@mx2.example', { Subject: 'Undelivered' }, report),
    'ignored automatic',
  ],
  [
    'a read receipt',
    answer(
      'Your message was read.',
      { 'Content-Type': 'multipart/report; report-type=disposition-notification' },
      { Subject: 'Read: Wrong prices' },
    ),
    'note receipt',
  ],
  [
    'a read receipt in German by its part',
    answer(
      'Gelesen',
      {},
      {
        Subject: 'Gelesen: Wrong prices',
        Attachments: [
          {
            Name: 'mdn',
            ContentType: 'message/disposition-notification',
            Content: btoa('Disposition: displayed'),
          },
        ],
      },
    ),
    'note receipt',
  ],
  // Nobody needs it.
  ['spam', fresh({ 'X-Spam-Status': 'Yes, score=9.1' }), 'ignored spam'],
  ['our own mail', () => inbound('mail@service.test'), 'ignored loop'],
  ['mail of the mailbox to itself', () => inbound('HELP@example.com'), 'ignored loop'],
]
