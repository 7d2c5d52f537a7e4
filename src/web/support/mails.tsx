import { calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import type { Item } from '../kit/operations.ts'
import { addressIn } from '../kit/page.tsx'
import { Badge } from '../kit/parts.tsx'
import { say } from '../kit/say.ts'
import { Moment } from '../kit/time.tsx'

type Mail = Pick<Item<'listTicketMails'>, 'from_name' | 'from_address'>

export const outcomes: Record<string, string> = {
  ignored: 'ignored',
  note: 'a note',
  message: 'a message',
  ticket: 'a new ticket',
}
const reasons: Record<string, string> = {
  spam: 'It was marked as spam.',
  loop: 'It came from this service or from a mailbox of yours.',
  automatic: 'A program wrote it.',
  receipt: 'It only says that a mail was read.',
  unverified: 'Its sender is not proven.',
  closed: 'The ticket was closed.',
  too_many: 'Too many mails came within an hour.',
}
export const reasonOf = ({ reason }: { reason: string | null }) => reason && say(reasons[reason] ?? reason)
export const senderOf = ({ from_name: name, from_address: address }: Mail) =>
  [name, address && `<${address}>`].filter(Boolean).join(' ') || say('No sender')

/** Takes ignored mail after all: it leads to the ticket that it became. */
export const rescue = calling('rescueTicketMail', {
  verb: 'Take it after all',
  to: ({ organization }, { ticket_id }) => `${addressIn(organization, `tickets/${ticket_id}`)}?done=saved`,
})

/** Mail that came in for the mailboxes, with what became of it; first what was ignored. */
export default listPage({
  at: '/organizations/:slug/mails',
  of: 'listTicketMails',
  title: 'Incoming mail',
  lead: 'What became of the mail of customers. Ignored mail can be taken after all while it is kept.',
  noun: ['mail'],
  states: Object.keys(outcomes),
  stateName: 'outcome',
  stateWords: outcomes,
  firstState: 'ignored',
  under: (organization) => [[say('Tickets'), addressIn(organization, 'tickets')]],
  forms: { rescue },
  line: (mail, { organization, form }) => ({
    to: addressIn(organization, `mails/${mail.id}`),
    title: <span dir="auto">{mail.subject}</span>,
    facts: [<span dir="auto">{senderOf(mail)}</span>, <Moment at={mail.created_at} />, reasonOf(mail)],
    marks: mail.can_rescue ? <Badge kind="warn">{say('can be taken')}</Badge> : null,
    forms: mail.can_rescue ? [form('rescue', { of: mail, about: mail.subject })] : [],
  }),
})
