import { accepted, type Address, type Delivery, type Mailer } from './mailer.ts'

/** What is used of the platform's binding `send_email`. */
export type SendEmail = {
  send(mail: {
    from: Address
    to: string
    replyTo?: Address
    subject: string
    text: string
    html: string
    headers: Record<string, string>
  }): Promise<unknown>
}

/** https://developers.cloudflare.com/email-service/api/send-emails/workers-api/ */
const again = ['RATE_LIMIT', 'DAILY_LIMIT', 'SENDER_NOT_VERIFIED', 'SENDER_DOMAIN']
const refused = [
  'VALIDATION',
  'FIELD_MISSING',
  'RECIPIENT',
  'TOO_MANY',
  'CONTENT',
  'HEADER',
  'SUBJECT',
  'ADDRESS',
]

/** A mailer that uses the platform. It does not recognize a mail that it got before. */
export const bindingMailer = (binding: SendEmail): Mailer => ({
  repeatable: false,
  async send({ from, to, replyTo, subject, text, html, headers }) {
    try {
      await binding.send({ from, to, ...(replyTo && { replyTo }), subject, text, html, headers })
      return accepted
    } catch (error) {
      return judged((error as { code?: unknown } | null)?.code)
    }
  },
})

function judged(given: unknown): Delivery {
  const code = typeof given === 'string' ? given.slice(0, 80) : ''
  const among = (names: string[]) => names.some((name) => code.includes(name))
  return {
    outcome: among(again) ? 'again' : among(refused) ? 'refused' : 'unclear',
    reason: code || 'failed',
  }
}
