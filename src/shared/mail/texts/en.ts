import type { Text } from '../rendering.ts'
import { details, type Texts, itemLines, type Words } from './words.ts'
import { reasons } from './reasons.ts'
import { apart } from './apart.ts'

const notYou = 'If this was not you, you can ignore this mail.'
const protect = 'If this was not you, choose a new password now.'
const stillThere =
  'API keys and connected applications may keep working; they end on pages of their own in your account.'

/** What happened to the second factor of an account, when and from where. */
const happened = (
  words: Words,
  title: string,
  line: string,
  ending: Pick<Text, 'button' | 'notes'>,
): Text => ({
  subject: `${words.app}: ${title}`,
  title,
  lines: [
    `Hello ${words.name},`,
    line,
    ...details([
      ['Time', words.at],
      ['Device', words.device],
      ['IP address', words.place],
    ]),
  ],
  ...ending,
})
const notMe = {
  button: 'This was not me',
  notes: ['If this was you, there is nothing to do.', protect],
}
const toAccount = (...notes: string[]) => ({ button: 'Open your account', notes })

export const en: Texts = {
  roles: { owner: 'owner', admin: 'admin', manager: 'manager', member: 'member', viewer: 'viewer' },
  footer: (app) => `Sent by ${app}. Replies to this address are not read.`,

  invitation: ({ inviter, organization, role, note, until, app }) => ({
    subject: `${inviter} invites you to ${organization}`,
    title: `Join ${organization}`,
    lines: [
      `${inviter} invites you to work together in ${organization} on ${app}. Your role will be: ${role}.`,
      ...(note ? [`“${note}”`] : []),
    ],
    button: 'Open the invitation',
    notes: [
      `The invitation is open until ${until}.`,
      'If you do not know the sender, you can ignore this mail.',
    ],
  }),
  ...apart('en'),
  invoice: ({ name, organization, number, amount, due, kind }) => ({
    subject: `${kind ? 'Reminder: invoice' : 'Invoice'} ${number} from ${organization}`,
    title: `Invoice ${number}`,
    lines: [
      `Hello ${name},`,
      `here is invoice ${number} from ${organization}.`,
      ...(amount ? [`To be paid: ${amount}`, kind ? `Due since ${due}` : `Due: ${due}`] : []),
    ],
    button: 'Open the invoice',
    notes: ['The link is for you alone; whoever has it can open the invoice.'],
  }),
  api_key_offered: ({ name, inviter, organization, note, until, app }) => ({
    subject: `An API key for you in ${organization}`,
    title: 'Agree to an API key?',
    lines: [
      `Hello ${name},`,
      `${inviter} offers you the API key “${note}” in ${organization} on ${app}. Whoever has it can do what you can do there.`,
    ],
    button: 'Look at it',
    notes: [
      'It works only if you agree. You get it then, and nobody else sees it.',
      `You can answer until ${until}.`,
    ],
  }),
  verify_address: ({ name, app }) => ({
    subject: `Confirm your e-mail address for ${app}`,
    title: 'Confirm your e-mail address',
    lines: [`Hello ${name},`, `please confirm that this address belongs to your account on ${app}.`],
    button: 'Confirm the address',
    notes: ['The link works once and for 24 hours.', notYou],
  }),
  reset_password: ({ name, app }) => ({
    subject: `Choose a new password for ${app}`,
    title: 'Choose a new password',
    lines: [`Hello ${name},`, `somebody asked for a new password for your account on ${app}.`],
    button: 'Choose a new password',
    notes: [
      'The link works once and for 30 minutes. You will be signed out everywhere.',
      'If you did not ask for it, you can ignore this mail; your password stays as it is.',
    ],
  }),
  confirm_address: ({ name, app, address }) => ({
    subject: `Confirm your new e-mail address for ${app}`,
    title: 'Confirm your new e-mail address',
    lines: [
      `Hello ${name},`,
      `please confirm that you want to use ${address || 'this address'} for your account on ${app}.`,
    ],
    button: 'Confirm the new address',
    notes: ['The link works once and for 24 hours. Until then your old address stays.', notYou],
  }),
  password_changed: ({ name, app, at, device, place }) => ({
    subject: `Your password for ${app} was changed`,
    title: 'Your password was changed',
    lines: [
      `Hello ${name},`,
      `the password of your account on ${app} was changed${at ? ` on ${at}` : ''}.`,
      ...details([
        ['Device', device],
        ['IP address', place],
      ]),
    ],
    button: 'This was not me',
    notes: [protect, stillThere],
  }),
  address_changed: ({ name, app, address }) => ({
    subject: `Your e-mail address for ${app} was changed`,
    title: 'Your e-mail address was changed',
    lines: [`Hello ${name},`, `your account on ${app} now uses the address ${address}.`],
    button: 'This was not me: take it back',
    notes: [
      'If this was you, there is nothing to do.',
      'The link works once and for seven days. It brings this address back, signs everybody out and lets you choose a new password.',
    ],
  }),
  new_sign_in: ({ name, app, at, device, place }) => ({
    subject: `New sign-in to ${app}`,
    title: 'New sign-in to your account',
    lines: [
      `Hello ${name},`,
      `somebody signed in to your account on ${app} on a device that we do not know.`,
      ...details([
        ['Time', at],
        ['Device', device],
        ['IP address', place],
      ]),
    ],
    button: 'This was not me',
    notes: ['If this was you, there is nothing to do.', protect],
  }),
  identity_linked: (words) =>
    happened(
      words,
      'A way to sign in was added',
      `you can now sign in to your account on ${words.app} with ${words.note}.`,
      toAccount(protect),
    ),
  identity_unlinked: (words) =>
    happened(
      words,
      'A way to sign in was removed',
      `${words.note} no longer signs you in to your account on ${words.app}.`,
      toAccount(protect),
    ),
  export_ready: ({ name, app, until }) => ({
    subject: `Your data from ${app} is ready`,
    title: 'The file of your data is ready',
    lines: [`Hello ${name},`, `the file of what ${app} keeps about you is ready. Sign in to download it.`],
    button: 'Open your account',
    notes: [
      `The file is erased on ${until}.`,
      'If you did not ask for it, somebody else knows your password: choose a new one now.',
    ],
  }),
  factor_on: (words) =>
    happened(
      words,
      'Your authenticator app is on',
      `signing in to your account on ${words.app} now asks for a code of your authenticator app, too.`,
      toAccount(
        'Without your app, passkey and recovery codes only the operators of the service can let you in. Keep the codes in a safe place.',
        protect,
      ),
    ),
  factor_off: (words) =>
    happened(
      words,
      'Your authenticator app is off',
      `the authenticator app of your account on ${words.app} was turned off.`,
      notMe,
    ),
  bank_account_changed: ({ app, name, organization, note }) => ({
    subject: `Your bank account was changed (${organization})`,
    title: 'Your bank account was changed',
    lines: [
      `Hello ${name},`,
      `The bank account to which ${organization} pays you was changed.`,
      note ? `The new one ends in ${note}.` : 'The account was removed.',
    ],
    button: `Open ${app}`,
    notes: [`If you do not know of this, tell ${organization} at once, not in reply to this mail.`],
  }),
  passkey_added: (words) =>
    happened(
      words,
      'A passkey was added',
      `the passkey “${words.passkey}” was added to your account on ${words.app}.`,
      notMe,
    ),
  passkey_removed: (words) =>
    happened(
      words,
      'A passkey was removed',
      `the passkey “${words.passkey}” was removed from your account on ${words.app}.`,
      toAccount(protect),
    ),
  recovery_code_used: (words) =>
    happened(
      words,
      'A recovery code was used',
      `one of the recovery codes of your account on ${words.app} was used. Codes that are left: ${words.left}.`,
      toAccount(
        'Without your app, passkey and recovery codes only the operators of the service can let you in. Keep the codes in a safe place.',
        protect,
      ),
    ),
  factors_removed: (words) =>
    happened(
      words,
      'Your second factor was removed',
      `the operators of ${words.app} removed the second factor of your account: authenticator app and passkeys. From now on the password alone signs you in.`,
      toAccount('Set up another one soon. If you did not ask for this, choose a new password now.'),
    ),
  ticket_reply: ({ organization, number, note, body, app }) => ({
    subject: `Re: ${note} [${number}]`,
    title: '',
    lines: [],
    body,
    notes: ['Reply to this mail to answer.'],
    footer: `${organization} · ticket ${number} · sent with ${app}`,
  }),
  ticket_received: ({ organization, number, note, app }) => ({
    subject: `We have your message: ${note} [${number}]`,
    title: 'We have your message',
    lines: [`Thank you for writing. It is ticket ${number} now, and somebody will answer you here.`],
    notes: ['Reply to this mail to add something.'],
    footer: `${organization} · ticket ${number} · sent with ${app}`,
  }),
  ticket_news: (words, items) => ({
    ...en.ticket_reply(words, items),
    lines: itemLines(items, en.reasons),
    button: 'Open the ticket',
    notes: [
      words.kind === 'note'
        ? 'Reply to this mail to add an internal note. The customer does not see it.'
        : 'Reply to this mail to answer the customer.',
    ],
  }),
  ticket_resolved: ({ organization, number, note, app }) => ({
    subject: `How did we do? ${note} [${number}]`,
    title: 'Is it solved?',
    lines: [`Your ticket ${number}, “${note}”, is resolved. How satisfied are you with our help?`],
    button: 'Rate our help',
    notes: ['If something is still wrong, reply to this mail: the ticket is opened again.'],
    footer: `${organization} · ticket ${number} · sent with ${app}`,
  }),
  portal_link: ({ organization, name }) => ({
    subject: `Your link to ${organization}`,
    title: 'Open the customer portal',
    lines: [`Hello ${name},`, `here is your link to the customer portal of ${organization}.`],
    button: 'Open the portal',
    notes: [
      'The link works once and for 15 minutes.',
      'If you did not ask for it, you can ignore this mail.',
    ],
  }),
  digest: ({ organization, app }, items) => ({
    subject:
      items.length === 1
        ? `${items[0]!.title} (${organization})`
        : `${items.length} notifications from ${organization}`,
    title: `News from ${organization}`,
    lines: itemLines(items, en.reasons),
    button: `Open ${app}`,
    notes: [],
  }),
  reasons: reasons.en,
  unsubscribe: 'Stop these mails',
}
