import { type Outbound, OutboundError, type OutboundRequest } from '../outbound/outbound.ts'
import { asNumber, asRecord, asText } from '../outbound/records.ts'
import { accepted, type Address, type Delivery, type Mail, type Mailer } from './mailer.ts'

type Provider = {
  base: string
  repeatable: boolean
  request: (mail: Mail, key: string) => OutboundRequest
  /** The provider's error code. */
  code: (body: unknown) => string
}

const timeout = 10_000
const formatAddress = ({ name, email }: Address) => `"${name.replace(/["\\]/g, "'")}" <${email}>`

/** https://resend.com/docs/api-reference/emails/send-email */
const resend: Provider = {
  base: 'https://api.resend.com',
  repeatable: true,
  request: ({ id, from, to, replyTo, subject, text, html, headers, files }, key) => ({
    path: 'emails',
    headers: { authorization: `Bearer ${key}`, 'idempotency-key': id },
    body: {
      from: formatAddress(from),
      to: [to],
      ...(replyTo && { reply_to: formatAddress(replyTo) }),
      subject,
      text,
      html,
      headers,
      tags: [{ name: 'mail', value: id }],
      ...(files?.length && {
        attachments: files.map(({ filename, type, content }) => ({ filename, content, content_type: type })),
      }),
    },
  }),
  code: (body) => asText(asRecord(body).name, 80) ?? '',
}

/** https://postmarkapp.com/developer/api/email-api */
const postmark: Provider = {
  base: 'https://api.postmarkapp.com',
  repeatable: false,
  request: ({ id, from, to, replyTo, subject, text, html, headers, files }, key) => ({
    path: 'email',
    headers: { 'x-postmark-server-token': key },
    body: {
      From: formatAddress(from),
      To: to,
      ...(replyTo && { ReplyTo: formatAddress(replyTo) }),
      Subject: subject,
      TextBody: text,
      HtmlBody: html,
      Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
      MessageStream: 'outbound',
      Metadata: { mail: id },
      ...(files?.length && {
        Attachments: files.map(({ filename, type, content }) => ({
          Name: filename,
          Content: content,
          ContentType: type,
        })),
      }),
    },
  }),
  code: (body) => String(asNumber(asRecord(body).ErrorCode) ?? ''),
}

export const providers = { resend, postmark }

/** A mailer for the HTTP API of a provider, at its own address or a compatible one. */
export const httpMailer = (
  { base, repeatable, request, code }: Provider,
  outbound: Outbound,
  key: string,
  url: string | undefined,
): Mailer => ({
  repeatable,
  async send(mail) {
    try {
      const { status, json } = await outbound.send(url ?? base, { ...request(mail, key), timeout })
      return deliveryOf(status, code(json))
    } catch (error) {
      return deliveryOfError(error)
    }
  },
})

/** Rejected keys and rate limits are worth a retry; an earlier attempt may have succeeded. */
function deliveryOf(status: number, code: string): Delivery {
  const reason = `${status} ${code}`.trim()
  if (status < 300) return accepted
  if (code === 'invalid_idempotent_request') return accepted
  if ([401, 403, 409, 429].includes(status)) return { outcome: 'again', reason }
  return { outcome: status < 500 ? 'refused' : 'unclear', reason }
}

/** A request that was never sent can be repeated; the outcome of others is unknown. */
function deliveryOfError(error: unknown): Delivery {
  const { why, left } = error instanceof OutboundError ? error : { why: 'failed', left: true }
  return { outcome: left ? 'unclear' : 'again', reason: why }
}
