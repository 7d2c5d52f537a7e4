import { call, type Json } from './client.ts'
import { desk } from './tickets.ts'

let made = 0
/** A mail as Postmark posts it; headers are those that a test gives, and a Message-ID of its own. */
export function inbound(from: string, more: Json = {}, headers: Record<string, string> = {}): Json {
  const id = `<${++made}.${Date.now()}@mail.example>`
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
  const here = await desk('Ada & Co')
  const box: Json = await here.ws.owner.ok('POST', `${here.ws.base}/support/mailboxes`, {
    address: 'help@example.com',
    name: 'Ada support',
    ...settings,
  })
  const path = new URL(box.webhook_url).pathname
  const bring = (mail: Json) => call('POST', path, { body: mail })
  /** What became of a mail. */
  const take = async (mail: Json): Promise<Json> => {
    const { status, body } = await bring(mail)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  return { here, box, path, bring, take }
}
