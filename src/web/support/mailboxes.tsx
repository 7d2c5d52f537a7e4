import { bodyFields } from '../kit/fields.tsx'
import { type Again, calling } from '../kit/forms.tsx'
import { listPage } from '../kit/list-page.tsx'
import { within } from '../kit/page.tsx'
import { Badge, Copy, Notice } from '../kit/parts.tsx'
import { count, say } from '../kit/say.ts'

const described = {
  address: { label: 'Address', hint: 'What customers write to, and answer to.' },
  name: { label: 'Sender', hint: 'Who answers come from, such as Bakery support.' },
  acknowledges: 'People who open a ticket by mail get its number',
  asks_rating: 'Resolved tickets ask for a rating',
  basic_auth: { label: 'The webhook has a user and a password', hint: 'From its next address on.' },
  keep_days: {
    label: 'Days for which mail is kept as it came',
    hint: 'Ignored mail can be rescued so long.',
  },
} as const

/** The webhook of a mailbox, which is shown only once. */
const webhookShown = ({ webhook_url }: { webhook_url: string | null }, again: Again) =>
  webhook_url
    ? again(
        <Notice kind="good" title={say('The address for your mail provider')}>
          <p>
            {say('Have what comes in posted there. It is shown only now; whoever knows it can open tickets.')}
          </p>
          <Copy id="webhook" what={say('Webhook')} text={webhook_url} fold />
        </Notice>,
      )
    : undefined

/** The addresses that customers write to. */
export default listPage({
  at: '/organizations/:slug/mailboxes',
  of: 'listMailboxes',
  title: 'Mailboxes',
  lead: 'The addresses that customers write to. Mail to them becomes tickets, and answers come from them.',
  noun: ['mailbox', 'mailboxes'],
  under: within(['Settings', 'settings'], ['Tickets', 'tickets']),
  forms: {
    '': calling('createMailbox', {
      title: 'New mailbox',
      verb: 'Create mailbox',
      fields: bodyFields('MailboxDraft', described),
      to: (_, mailbox, again) => webhookShown(mailbox, again),
    }),
    change: calling('updateMailbox', {
      fields: bodyFields('MailboxChange', { ...described, active: 'Mail is taken and sent' }),
    }),
    webhook: calling('renewMailboxWebhook', {
      verb: 'New webhook address',
      warning: 'The address that the provider uses now stops working.',
      to: (_, mailbox, again) => webhookShown(mailbox, again),
    }),
    delete: calling('deleteMailbox', { warning: 'Its tickets stay.' }),
  },
  create: { values: { acknowledges: 'yes', keep_days: '30' } },
  line: (mailbox, { form }) => ({
    title: mailbox.address,
    facts: [mailbox.name, say('mail kept for {counted}', { counted: count(mailbox.keep_days, 'day') })],
    marks: mailbox.active ? <Badge kind="good">{say('active')}</Badge> : <Badge>{say('off')}</Badge>,
    forms: [
      form('change', { of: mailbox }),
      form('webhook', { of: mailbox, about: say('for {address}', { address: mailbox.address }) }),
      form('delete', { of: mailbox, about: mailbox.address }),
    ],
  }),
})
