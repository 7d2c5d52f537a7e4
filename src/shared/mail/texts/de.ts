import type { Text } from '../rendering.ts'
import { details, type Texts, itemLines, type Words } from './words.ts'
import { reasons } from './reasons.ts'
import { apart } from './apart.ts'

const notYou = 'Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.'
const protect = 'Wenn Sie das nicht waren, wählen Sie bitte sofort ein neues Passwort.'
const stillThere =
  'API-Schlüssel und verbundene Anwendungen gelten vielleicht weiter; Sie beenden sie auf eigenen Seiten Ihres Kontos.'

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
    `Guten Tag, ${words.name},`,
    line,
    ...details([
      ['Zeitpunkt', words.at],
      ['Gerät', words.device],
      ['IP-Adresse', words.place],
    ]),
  ],
  ...ending,
})
const notMe = {
  button: 'Das war ich nicht',
  notes: ['Wenn Sie das waren, müssen Sie nichts tun.', protect],
}
const toAccount = (...notes: string[]) => ({ button: 'Konto öffnen', notes })

export const de: Texts = {
  roles: {
    owner: 'Inhaber',
    admin: 'Administrator',
    manager: 'Manager',
    member: 'Mitglied',
    viewer: 'Betrachter',
  },
  footer: (app) => `Gesendet von ${app}. Antworten an diese Adresse werden nicht gelesen.`,

  invitation: ({ inviter, organization, role, note, until, app }) => ({
    subject: `${inviter} lädt Sie zu ${organization} ein`,
    title: `Einladung zu ${organization}`,
    lines: [
      `${inviter} lädt Sie ein, in ${organization} auf ${app} mitzuarbeiten. Ihre Rolle: ${role}.`,
      ...(note ? [`„${note}“`] : []),
    ],
    button: 'Einladung öffnen',
    notes: [
      `Die Einladung gilt bis ${until}.`,
      'Wenn Sie den Absender nicht kennen, können Sie diese E-Mail ignorieren.',
    ],
  }),
  ...apart('de'),
  invoice: ({ name, organization, number, amount, due, kind }) => ({
    subject: `${kind ? 'Erinnerung: Rechnung' : 'Rechnung'} ${number} von ${organization}`,
    title: `Rechnung ${number}`,
    lines: [
      `Guten Tag, ${name},`,
      `hier ist die Rechnung ${number} von ${organization}.`,
      ...(amount ? [`Zu zahlen: ${amount}`, kind ? `Überfällig seit dem ${due}` : `Fällig am ${due}`] : []),
    ],
    button: 'Rechnung ansehen',
    notes: ['Der Link ist nur für Sie bestimmt: Wer ihn hat, kann die Rechnung öffnen.'],
  }),
  api_key_offered: ({ name, inviter, organization, note, until, app }) => ({
    subject: `Ein API-Schlüssel für Sie in ${organization}`,
    title: 'Stimmen Sie einem API-Schlüssel zu?',
    lines: [
      `Hallo ${name},`,
      `${inviter} bietet Ihnen den API-Schlüssel „${note}“ in ${organization} auf ${app} an. Wer ihn hat, kann dort, was Sie können.`,
    ],
    button: 'Ansehen',
    notes: [
      'Er gilt nur, wenn Sie zustimmen. Erst dann bekommen Sie ihn, und niemand sonst sieht ihn.',
      `Sie können bis ${until} antworten.`,
    ],
  }),
  verify_address: ({ name, app }) => ({
    subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${app}`,
    title: 'E-Mail-Adresse bestätigen',
    lines: [
      `Guten Tag, ${name},`,
      `bitte bestätigen Sie, dass diese Adresse zu Ihrem Konto bei ${app} gehört.`,
    ],
    button: 'Adresse bestätigen',
    notes: ['Der Link gilt einmal und 24 Stunden lang.', notYou],
  }),
  reset_password: ({ name, app }) => ({
    subject: `Neues Passwort für ${app} wählen`,
    title: 'Neues Passwort wählen',
    lines: [`Guten Tag, ${name},`, `jemand hat ein neues Passwort für Ihr Konto bei ${app} angefordert.`],
    button: 'Neues Passwort wählen',
    notes: [
      'Der Link gilt einmal und 30 Minuten lang. Sie werden überall abgemeldet.',
      'Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren; Ihr Passwort bleibt unverändert.',
    ],
  }),
  confirm_address: ({ name, app, address }) => ({
    subject: `Bestätigen Sie Ihre neue E-Mail-Adresse für ${app}`,
    title: 'Neue E-Mail-Adresse bestätigen',
    lines: [
      `Guten Tag, ${name},`,
      `bitte bestätigen Sie, dass Sie ${address || 'diese Adresse'} für Ihr Konto bei ${app} verwenden möchten.`,
    ],
    button: 'Neue Adresse bestätigen',
    notes: ['Der Link gilt einmal und 24 Stunden lang. Bis dahin bleibt Ihre bisherige Adresse.', notYou],
  }),
  password_changed: ({ name, app, at, device, place }) => ({
    subject: `Ihr Passwort für ${app} wurde geändert`,
    title: 'Ihr Passwort wurde geändert',
    lines: [
      `Guten Tag, ${name},`,
      `das Passwort Ihres Kontos bei ${app} wurde${at ? ` am ${at}` : ''} geändert.`,
      ...details([
        ['Gerät', device],
        ['IP-Adresse', place],
      ]),
    ],
    button: 'Das war ich nicht',
    notes: [protect, stillThere],
  }),
  address_changed: ({ name, app, address }) => ({
    subject: `Ihre E-Mail-Adresse für ${app} wurde geändert`,
    title: 'Ihre E-Mail-Adresse wurde geändert',
    lines: [`Guten Tag, ${name},`, `Ihr Konto bei ${app} verwendet jetzt die Adresse ${address}.`],
    button: 'Das war ich nicht: rückgängig machen',
    notes: [
      'Wenn Sie das waren, müssen Sie nichts tun.',
      'Der Link gilt einmal und sieben Tage lang. Er stellt diese Adresse wieder her, meldet überall ab und lässt Sie ein neues Passwort wählen.',
    ],
  }),
  new_sign_in: ({ name, app, at, device, place }) => ({
    subject: `Neue Anmeldung bei ${app}`,
    title: 'Neue Anmeldung bei Ihrem Konto',
    lines: [
      `Guten Tag, ${name},`,
      `jemand hat sich auf einem uns unbekannten Gerät bei Ihrem Konto bei ${app} angemeldet.`,
      ...details([
        ['Zeitpunkt', at],
        ['Gerät', device],
        ['IP-Adresse', place],
      ]),
    ],
    button: 'Das war ich nicht',
    notes: ['Wenn Sie das waren, müssen Sie nichts tun.', protect],
  }),
  identity_linked: (words) =>
    happened(
      words,
      'Ein Weg zur Anmeldung kam hinzu',
      `Sie können sich bei Ihrem Konto auf ${words.app} jetzt mit ${words.note} anmelden.`,
      toAccount(protect),
    ),
  identity_unlinked: (words) =>
    happened(
      words,
      'Ein Weg zur Anmeldung wurde entfernt',
      `${words.note} meldet Sie bei Ihrem Konto auf ${words.app} nicht mehr an.`,
      toAccount(protect),
    ),
  export_ready: ({ name, app, until }) => ({
    subject: `Ihre Daten von ${app} sind bereit`,
    title: 'Die Datei mit Ihren Daten ist bereit',
    lines: [
      `Hallo ${name},`,
      `die Datei mit dem, was ${app} über Sie speichert, ist bereit. Melden Sie sich an, um sie herunterzuladen.`,
    ],
    button: 'Konto öffnen',
    notes: [
      `Die Datei wird am ${until} gelöscht.`,
      'Wenn Sie sie nicht angefordert haben, kennt jemand Ihr Passwort: Wählen Sie bitte sofort ein neues.',
    ],
  }),
  factor_on: (words) =>
    happened(
      words,
      'Ihre Authenticator-App ist aktiv',
      `die Anmeldung bei Ihrem Konto bei ${words.app} verlangt jetzt auch einen Code Ihrer Authenticator-App.`,
      toAccount(
        'Ohne App, Passkey und Wiederherstellungscodes können nur die Betreiber des Dienstes Sie einlassen. Bewahren Sie die Codes sicher auf.',
        protect,
      ),
    ),
  factor_off: (words) =>
    happened(
      words,
      'Ihre Authenticator-App ist abgeschaltet',
      `die Authenticator-App Ihres Kontos bei ${words.app} wurde abgeschaltet.`,
      notMe,
    ),
  bank_account_changed: ({ app, name, organization, note }) => ({
    subject: `Ihre Bankverbindung wurde geändert (${organization})`,
    title: 'Ihre Bankverbindung wurde geändert',
    lines: [
      `Guten Tag, ${name},`,
      `Das Konto, auf das ${organization} Sie bezahlt, wurde geändert.`,
      note ? `Das neue endet auf ${note}.` : 'Das Konto wurde entfernt.',
    ],
    button: `${app} öffnen`,
    notes: [
      `Wenn Sie davon nichts wissen, sagen Sie ${organization} sofort Bescheid, nicht als Antwort auf diese Mail.`,
    ],
  }),
  passkey_added: (words) =>
    happened(
      words,
      'Ein Passkey wurde hinzugefügt',
      `der Passkey „${words.passkey}“ wurde Ihrem Konto bei ${words.app} hinzugefügt.`,
      notMe,
    ),
  passkey_removed: (words) =>
    happened(
      words,
      'Ein Passkey wurde entfernt',
      `der Passkey „${words.passkey}“ wurde aus Ihrem Konto bei ${words.app} entfernt.`,
      toAccount(protect),
    ),
  recovery_code_used: (words) =>
    happened(
      words,
      'Ein Wiederherstellungscode wurde benutzt',
      `einer der Wiederherstellungscodes Ihres Kontos bei ${words.app} wurde benutzt. Noch übrig: ${words.left}.`,
      toAccount(
        'Ohne App, Passkey und Wiederherstellungscodes können nur die Betreiber des Dienstes Sie einlassen. Bewahren Sie die Codes sicher auf.',
        protect,
      ),
    ),
  factors_removed: (words) =>
    happened(
      words,
      'Ihr zweiter Faktor wurde entfernt',
      `die Betreiber von ${words.app} haben den zweiten Faktor Ihres Kontos entfernt: Authenticator-App und Passkeys. Ab jetzt meldet das Passwort allein Sie an.`,
      toAccount(
        'Richten Sie bald einen neuen ein. Wenn Sie nicht darum gebeten haben, wählen Sie bitte sofort ein neues Passwort.',
      ),
    ),
  ticket_reply: ({ organization, number, note, body, app }) => ({
    subject: `Re: ${note} [${number}]`,
    title: '',
    lines: [],
    body,
    notes: ['Antworten Sie einfach auf diese E-Mail.'],
    footer: `${organization} · Anfrage ${number} · gesendet mit ${app}`,
  }),
  ticket_received: ({ organization, number, note, app }) => ({
    subject: `Ihre Nachricht ist angekommen: ${note} [${number}]`,
    title: 'Ihre Nachricht ist angekommen',
    lines: [`Vielen Dank für Ihre Nachricht. Sie ist jetzt Anfrage ${number}; wir antworten Ihnen hier.`],
    notes: ['Um etwas zu ergänzen, antworten Sie auf diese E-Mail.'],
    footer: `${organization} · Anfrage ${number} · gesendet mit ${app}`,
  }),
  ticket_news: (words, items) => ({
    ...de.ticket_reply(words, items),
    lines: itemLines(items, de.reasons),
    button: 'Anfrage öffnen',
    notes: [
      words.kind === 'note'
        ? 'Antworten Sie auf diese E-Mail, um eine interne Notiz hinzuzufügen. Der Kunde sieht sie nicht.'
        : 'Antworten Sie auf diese E-Mail, um dem Kunden zu antworten.',
    ],
  }),
  ticket_resolved: ({ organization, number, note, app }) => ({
    subject: `Wie zufrieden sind Sie? ${note} [${number}]`,
    title: 'Ist alles gelöst?',
    lines: [`Ihre Anfrage ${number}, „${note}“, ist gelöst. Wie zufrieden sind Sie mit unserer Hilfe?`],
    button: 'Hilfe bewerten',
    notes: [
      'Stimmt noch etwas nicht? Antworten Sie auf diese E-Mail, dann wird die Anfrage wieder geöffnet.',
    ],
    footer: `${organization} · Anfrage ${number} · gesendet mit ${app}`,
  }),
  portal_link: ({ organization, name }) => ({
    subject: `Ihr Link zu ${organization}`,
    title: 'Kundenportal öffnen',
    lines: [`Hallo ${name},`, `hier ist Ihr Link zum Kundenportal von ${organization}.`],
    button: 'Portal öffnen',
    notes: [
      'Der Link gilt einmal und 15 Minuten lang.',
      'Wenn Sie ihn nicht angefordert haben, können Sie diese E-Mail ignorieren.',
    ],
  }),
  digest: ({ organization, app }, items) => ({
    subject:
      items.length === 1
        ? `${items[0]!.title} (${organization})`
        : `${items.length} Benachrichtigungen von ${organization}`,
    title: `Neues von ${organization}`,
    lines: itemLines(items, de.reasons),
    button: `${app} öffnen`,
    notes: [],
  }),
  reasons: reasons.de,
  unsubscribe: 'Diese E-Mails abbestellen',
}
