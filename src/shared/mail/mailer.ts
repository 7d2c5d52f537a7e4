export type Address = { name: string; email: string }
/** A file in a mail, its bytes as base64. */
export type MailFile = { filename: string; type: string; content: string }

/** A finished mail. Providers use its id to deduplicate retries. */
export type Mail = {
  id: string
  from: Address
  to: string
  /** Where replies go, if not to the sender. */
  replyTo?: Address
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  files?: MailFile[]
}

/**
 * The outcome of sending a mail: accepted, permanently refused, to be retried later because it was certainly not sent, or
 * unclear. The reason is a code of ours or of the provider, without addresses.
 */
export type Delivery =
  | { outcome: 'accepted'; reason: null }
  | { outcome: 'refused' | 'again' | 'unclear'; reason: string }

export type Mailer = {
  /** True if the provider deduplicates mails, so that an unclear one can be sent again. */
  repeatable: boolean
  send(mail: Mail): Promise<Delivery>
}

export const accepted: Delivery = { outcome: 'accepted', reason: null }
