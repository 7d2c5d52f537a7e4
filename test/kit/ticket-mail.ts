import { call, type Json } from './client.ts'
import { desk } from './tickets.ts'

let counter = 0
/** A mail as Postmark posts it, with a unique Message-ID unless `headers` has one. */
export function inbound(from: string, more: Json = {}, headers: Record<string, string> = {}): Json {
  const id = `<${++counter}.${Date.now()}@mail.example>`
  return {
    FromName: 'Charles',
    From: from,
    FromFull: { Email: from, Name: 'Charles', MailboxHash: '' },
    ToFull: [{ Email: 'help@example.com', Name: '', MailboxHash: '' }],
    OriginalRecipient: 'abc@inbound.postmarkapp.com',
    Subject: 'Wrong prices',
    MessageID: crypto.randomUUID(),
    Date: 'Mon, 23 Nov 2026 09:00:00 +0000',
    TextBody: 'Since this morning.',
    HtmlBody: '',
    StrippedTextReply: '',
    Headers: Object.entries({ 'Message-ID': id, ...headers }).map(([Name, Value]) => ({ Name, Value })),
    Attachments: [],
    ...more,
  }
}

/** A support desk with a mailbox. */
export async function mailDesk(settings: object = {}) {
  const supportDesk = await desk('Ada & Co')
  const box: Json = await supportDesk.ws.owner.ok('POST', `${supportDesk.ws.base}/support/mailboxes`, {
    address: 'help@example.com',
    name: 'Ada support',
    ...settings,
  })
  const path = new URL(box.webhook_url).pathname
  const deliver = (mail: Json) => call('POST', path, { body: mail })
  /** Delivers a mail and returns its outcome. */
  const process = async (mail: Json): Promise<Json> => {
    const { status, body } = await deliver(mail)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  return { supportDesk, box, path, deliver, process }
}
