import type { SendEmail } from '../../src/shared/mail/binding.ts'

export type Sent = Parameters<SendEmail['send']>[0]

/** The mails that the app under test sent by the platform's binding. */
export const outbox: Sent[] = []
export const recorder: SendEmail = { send: async (mail) => void outbox.push(mail) }

/** The mails to an address, oldest first. */
export const mailTo = (address: string) => outbox.filter(({ to }) => to === address.toLowerCase())

/** The link of a mail's button, which must be the same in its text and its HTML. */
export function linkIn({ text, html }: Sent): URL {
  const link = /^https?:\S+$/m.exec(text)![0]
  if (!html.includes(`href="${link.replaceAll('&', '&#38;')}"`)) throw new Error('the HTML has another link')
  return new URL(link)
}

/** The token in a mail's link. */
export const tokenIn = (mail: Sent) => /svc_[a-z]+_\w{37}/.exec(linkIn(mail).href)![0]
