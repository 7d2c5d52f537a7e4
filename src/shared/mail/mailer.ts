export type Address = { name: string; email: string }

/** A finished mail. Its id is the one by which a provider recognizes it when it is sent again. */
export type Mail = {
  id: string
  from: Address
  to: string
  /** Where answers go, if not to whom it comes from. */
  replyTo?: Address
  subject: string
  text: string
  html: string
  headers: Record<string, string>
}

/**
 * What became of a mail: accepted, refused for good, to be sent again later because it surely was not sent, or unclear.
 * A reason is a word of ours or a code of the provider's, without addresses.
 */
export type Delivery =
  | { outcome: 'accepted'; reason: null }
  | { outcome: 'refused' | 'again' | 'unclear'; reason: string }

export type Mailer = {
  /** True where the provider recognizes a mail that it got before, so that an unclear one may be sent again. */
  repeatable: boolean
  send(mail: Mail): Promise<Delivery>
}

export const accepted: Delivery = { outcome: 'accepted', reason: null }
