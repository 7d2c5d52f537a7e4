import { accepted, type Address, type Delivery, type Mailer } from './mailer.ts'

/** The part of the platform's binding `send_email` that the service uses. */
export type SendEmail = {
  send(mail: {
    from: Address
    to: string
    replyTo?: Address
    subject: string
    text: string
    html: string
    headers: Record<string, string>
    attachments?: { filename: string; type: string; content: string; disposition: 'attachment' }[]
  }): Promise<unknown>
}

/** https://developers.cloudflare.com/email-service/api/send-emails/workers-api/ */
const retryCodes = ['RATE_LIMIT', 'DAILY_LIMIT', 'SENDER_NOT_VERIFIED', 'SENDER_DOMAIN']
const rejectedCodes = [
  'VALIDATION',
  'FIELD_MISSING',
  'RECIPIENT',
  'TOO_MANY',
  'CONTENT',
  'HEADER',
  'SUBJECT',
  'ADDRESS',
]

/** A mailer that uses the platform. It does not deduplicate mails. */
export const bindingMailer = (binding: SendEmail): Mailer => ({
  repeatable: false,
  async send({ from, to, replyTo, subject, text, html, headers, files }) {
    const attachments = files?.map((file) => ({ ...file, disposition: 'attachment' as const }))
    try {
      await binding.send({
        from,
        to,
        ...(replyTo && { replyTo }),
        subject,
        text,
        html,
        headers,
        ...(attachments?.length && { attachments }),
      })
      return accepted
    } catch (error) {
      return deliveryOf((error as { code?: unknown } | null)?.code)
    }
  },
})

function deliveryOf(value: unknown): Delivery {
  const code = typeof value === 'string' ? value.slice(0, 80) : ''
  const matches = (names: string[]) => names.some((name) => code.includes(name))
  return {
    outcome: matches(retryCodes) ? 'again' : matches(rejectedCodes) ? 'refused' : 'unclear',
    reason: code || 'failed',
  }
}
