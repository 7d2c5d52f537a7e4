import type { TokenKind } from '../../base/tokens.ts'
import { deviceFrom } from '../device.ts'
import { majorOf } from '../money/currencies.ts'
import { addressOf, headerValue, maxHeaderBytes, referencesOf } from './addresses.ts'
import { entriesFor } from './calendar-entries.ts'
import { oneLine } from './lines.ts'
import type { MailedFiles } from './files.ts'
import type { Address, Mail } from './mailer.ts'
import { htmlOf, plainOf } from './rendering.ts'
import { threadId } from './threads.ts'
import { mailToken } from './tokens.ts'
import { toDownload } from './texts/files.ts'
import { type Language, languages } from './texts/texts.ts'
import type { Item, Words } from './texts/words.ts'
import type { MailService } from './service.ts'
import { signUnsubscription } from './unsubscribing.ts'

type Message = {
  /** The target of its button; `{token}` is replaced by its token, `{page}` by the page in its facts. */
  path: string
  token?: { kind: TokenKind; minutes: number }
  /** It has a link to unsubscribe. */
  unsubscribes?: true
  /** It is part of a ticket: it comes from the organization, and replies go to its mailbox. */
  ofTicket?: true
  /** An organization sends it to a customer: replies go to the organization, not to the service. */
  toCustomer?: true
}
const day = 24 * 60
/** An invitation expires earlier; until then, and until its token expires, the page shows its state. */
const invitationDays = 30

/** Every message, by its name in `app.queue_mail`. The texts are in `texts/`. */
export const messages = {
  invitation: { path: '/invitations/{token}', token: { kind: 'svc_inv_', minutes: invitationDays * day } },
  project_share: { path: '/shares/{token}', token: { kind: 'svc_shr_', minutes: 14 * day } },
  invoice: {
    path: '/invoice/{token}',
    token: { kind: 'svc_doc_', minutes: 365 * day },
    toCustomer: true,
  },
  api_key_offered: { path: '/account/keys' },
  verify_address: { path: '/verify?token={token}', token: { kind: 'svc_mail_', minutes: day } },
  reset_password: { path: '/reset?token={token}', token: { kind: 'svc_mail_', minutes: 30 } },
  confirm_address: { path: '/confirm-address?token={token}', token: { kind: 'svc_mail_', minutes: day } },
  password_changed: { path: '/forgot' },
  address_changed: { path: '/undo-address?token={token}', token: { kind: 'svc_mail_', minutes: 7 * day } },
  new_sign_in: { path: '/forgot' },
  identity_linked: { path: '/account' },
  identity_unlinked: { path: '/account' },
  export_ready: { path: '/account#export' },
  factor_on: { path: '/account' },
  factor_off: { path: '/forgot' },
  bank_account_changed: { path: '/inbox' },
  usage_limit: { path: '{page}' },
  payment_missing: { path: '{page}' },
  organization_deleted: { path: '{page}' },
  passkey_added: { path: '/forgot' },
  passkey_removed: { path: '/account' },
  recovery_code_used: { path: '/account' },
  factors_removed: { path: '/account' },
  ticket_reply: { path: '', ofTicket: true },
  ticket_received: { path: '', ofTicket: true },
  ticket_news: { path: '{page}', ofTicket: true, unsubscribes: true },
  ticket_resolved: {
    path: '/ticket-rating/{token}',
    token: { kind: 'svc_mail_', minutes: 30 * day },
    ofTicket: true,
  },
  portal_link: {
    path: '/portal/open?token={token}',
    token: { kind: 'svc_ptl_', minutes: 15 },
    toCustomer: true,
  },
  meeting: { path: '{page}', toCustomer: true },
  meeting_guest: {
    path: '/meet/{token}',
    token: { kind: 'svc_mtg_', minutes: 400 * day },
    toCustomer: true,
  },
  digest: { path: '/inbox', unsubscribes: true },
} satisfies Record<string, Message>
export type MessageName = keyof typeof messages

export const messageOf = (name: string): (Message & { name: MessageName }) | null =>
  Object.hasOwn(messages, name) ? { ...messages[name as MessageName], name: name as MessageName } : null

type Sending = {
  id: string
  to: string
  /** The recipient, if they have an account. */
  person: string | null
  language: string
  facts: Record<string, unknown>
  files?: MailedFiles
}
type Service = Extract<MailService, { missing: null }>

/** The token in a mail, if any. */
export const tokenOf = (id: string, { token }: Message, { keys, cell }: Pick<Service, 'keys' | 'cell'>) =>
  token ? mailToken(keys, token.kind, cell, id) : null

/** A message as a mail: in the language given, with its link. */
export function compose(service: Service, name: MessageName, sending: Sending): Mail {
  const { id, to, language, facts } = sending
  const { appName, from, webUrl } = service
  const message: Message = messages[name]
  const texts = languages[language as Language] ?? languages.en
  const text = texts[name](wordsOf(facts, language, appName), itemsOf(facts.items))
  const body = [text.body, ...linksTo(sending)].filter(Boolean).join('\n\n')
  const stop = message.unsubscribes && unsubscribing(service, sending)
  const content = {
    ...text,
    ...(body && { body }),
    language,
    link: webUrl + pathOf(message, sending, service),
    footer: text.footer ?? texts.footer(oneLine(appName, 60)),
    ...(stop && { stop: { says: texts.unsubscribe, link: stop.page } }),
  }
  const thread = message.ofTicket && threadOf(facts, from)
  const replyTo = thread ? thread.replyTo : message.toCustomer ? organizationIn(facts) : null
  const headers = {
    ...(name !== 'ticket_reply' && { 'Auto-Submitted': 'auto-generated' }),
    ...(stop && stop.headers),
    ...(thread && thread.headers),
  }
  const recipient = addressOf(to)
  if (!recipient) throw new Error('the recipient is not one address')
  return {
    id,
    from,
    to: recipient,
    ...(thread && { from: thread.from }),
    ...(replyTo && { replyTo }),
    subject: headerValue(text.subject, 200),
    ...filesOf(sending, service),
    text: plainOf(content),
    html: htmlOf(content),
    headers: Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key, headerValue(value, maxHeaderBytes)]),
    ),
  }
}

/** The files that a mail carries, and the meeting that it is about as one. */
function filesOf({ files, facts }: Sending, { appName, from }: Service): Pick<Mail, 'files'> {
  const all = [...(files?.attached ?? []), ...entriesFor(facts.calendar, appName, from.email)]
  return all.length ? { files: all } : {}
}

function pathOf(message: Message, { id, facts }: Sending, service: Service): string {
  const page = typeof facts.page === 'string' && /^\/(?!\/)[\w/-]+$/.test(facts.page) ? facts.page : '/inbox'
  return message.path.replace('{token}', tokenOf(id, message, service) ?? '').replace('{page}', page)
}

/** Where an organization receives replies of customers; null if it has named no address. */
function organizationIn({ organization, reply_to }: Record<string, unknown>): Address | null {
  const address = addressOf(typeof reply_to === 'string' ? reply_to : null)
  return address ? { name: oneLine(organization, 80), email: headerValue(address, 254) } : null
}

/** The files that are too large for a mail, in Markdown. */
function linksTo({ files, facts, language }: Sending): string[] {
  if (!files?.linked.length) return []
  const until = dayOf(facts.files_until, language)
  const links = files.linked.map(({ filename, url }) => `- [${filename.replaceAll(/[[\]\\]/g, '')}](${url})`)
  return [toDownload[language as Language]?.(until) ?? toDownload.en(until), links.join('\n')]
}

/** Headers that group mail about a ticket into one thread, whatever Message-ID a provider assigns. */
function threadOf(
  { ticket, mailbox, sender, name, references, of_notes: ofNotes }: Record<string, unknown>,
  { email }: Address,
) {
  const earlier = Array.isArray(references) ? references.map((one) => headerValue(one, 300)) : []
  const all = [threadId(String(ticket), email, ofNotes === true), ...earlier]
  const [box, who] = [oneLine(sender, 80), oneLine(name, 80)]
  return {
    from: { name: who ? `${who} (${box})` : box, email },
    replyTo: { name: box, email: headerValue(mailbox, 254) },
    headers: { 'In-Reply-To': `<${all.at(-1)!}>`, References: referencesOf(all) },
  }
}

/** The page to unsubscribe, and the headers for mail programs (RFC 2369, RFC 8058). */
function unsubscribing({ keys, webUrl, baseUrl }: Service, { person, facts }: Sending) {
  const token = signUnsubscription(keys, { person: person ?? '', org: String(facts.org ?? facts.subject_id) })
  return {
    page: `${webUrl}/unsubscribe?token=${token}`,
    headers: {
      'List-Unsubscribe': `<${baseUrl}/api/v1/unsubscribe/${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}

const itemsOf = (items: unknown): Item[] =>
  (Array.isArray(items) ? (items as Record<string, unknown>[]) : []).map(({ reason, title }) => ({
    reason: oneLine(reason, 40),
    title: oneLine(title, 200),
  }))

function wordsOf(facts: Record<string, unknown>, language: string, appName: string): Words {
  const moment = (value: unknown) => momentOf(value, language, oneLine(facts.timezone, 60) || 'UTC')
  const texts = languages[language as Language] ?? languages.en
  return {
    app: oneLine(appName, 60),
    name: oneLine(facts.name, 80),
    inviter: oneLine(facts.inviter, 80),
    organization: oneLine(facts.organization, 80),
    role: texts.roles[facts.role as keyof typeof texts.roles] ?? '',
    note: oneLine(facts.note, 500),
    until: moment(facts.until),
    at: moment(facts.at),
    device: typeof facts.agent === 'string' ? deviceFrom(facts.agent) : oneLine(facts.device, 120),
    place: oneLine(facts.place, 60),
    address: oneLine(facts.address, 254),
    passkey: oneLine(facts.passkey, 80),
    left: oneLine(facts.left, 3),
    number: oneLine(facts.number, 60),
    amount: amountOf(facts, language),
    due: dayOf(facts.due, language),
    sender: oneLine(facts.sender, 80),
    body: typeof facts.body === 'string' ? facts.body : '',
    kind: facts.of_notes === true ? 'note' : facts.late === true ? 'late' : oneLine(facts.news, 20),
  }
}

/** An amount with its currency; empty where nothing is to be paid. */
const amountOf = ({ minor, currency }: Record<string, unknown>, language: string): string =>
  typeof minor === 'number' && typeof currency === 'string' && minor > 0
    ? new Intl.NumberFormat(language, { style: 'currency', currency }).format(
        majorOf(minor, currency) as Intl.StringNumericLiteral,
      )
    : ''

const dayOf = (value: unknown, language: string): string =>
  typeof value === 'string'
    ? new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value))
    : ''

/** A moment in words, with its time zone; empty for none. */
function momentOf(value: unknown, language: string, timeZone: string): string {
  const moment = typeof value === 'string' ? new Date(value) : null
  if (!moment || Number.isNaN(moment.getTime())) return ''
  const how = { dateStyle: 'long', timeStyle: 'long' } as const
  return new Intl.DateTimeFormat(language, { ...how, timeZone }).format(moment)
}
