import { details, type Texts, type Words } from './words.ts'

type Says = Record<'invited' | 'moved' | 'cancelled' | 'cancelled_some' | 'removed', string>
type Labels = {
  says: (words: Words) => Says
  hello: (name: string) => string
  time: string
  place: string
  answer: string
}

/** News of a meeting, with an entry for calendars: `note` is its title, `kind` the news, `at` when it begins. */
const news =
  ({ says, hello, time, place, answer }: Labels): Texts['meeting'] =>
  (words) => {
    const title = says(words)[words.kind as keyof Says] ?? says(words).invited
    const isOff = words.kind === 'cancelled' || words.kind === 'removed'
    return {
      subject: title,
      title,
      lines: [
        ...(words.name ? [hello(words.name)] : []),
        title,
        ...(isOff
          ? []
          : details([
              [time, words.at],
              [place, words.address],
            ])),
      ],
      notes: isOff ? [] : [answer],
    }
  }

export const meetingNews: Record<'en' | 'es' | 'de' | 'fr', Texts['meeting']> = {
  en: news({
    hello: (name) => `Hello ${name},`,
    says: ({ inviter, organization, note }) => ({
      invited: `${inviter} (${organization}) invites you: ${note}`,
      moved: `Another time: ${note}`,
      cancelled: `Cancelled: ${note}`,
      cancelled_some: `Some dates are cancelled: ${note}`,
      removed: `You are not expected any more: ${note}`,
    }),
    time: 'Time',
    place: 'Place',
    answer: 'The attached entry is for your calendar. Replies go to the host.',
  }),
  es: news({
    hello: (name) => `Hola, ${name}:`,
    says: ({ inviter, organization, note }) => ({
      invited: `${inviter} (${organization}) te invita: ${note}`,
      moved: `Cambio de hora: ${note}`,
      cancelled: `Cancelada: ${note}`,
      cancelled_some: `Se cancelan algunas fechas: ${note}`,
      removed: `Ya no se te espera: ${note}`,
    }),
    time: 'Hora',
    place: 'Lugar',
    answer: 'La entrada adjunta es para tu calendario. Las respuestas llegan a quien convoca.',
  }),
  de: news({
    hello: (name) => `Guten Tag ${name},`,
    says: ({ inviter, organization, note }) => ({
      invited: `${inviter} (${organization}) lädt Sie ein: ${note}`,
      moved: `Neuer Termin: ${note}`,
      cancelled: `Abgesagt: ${note}`,
      cancelled_some: `Einzelne Termine sind abgesagt: ${note}`,
      removed: `Sie werden nicht mehr erwartet: ${note}`,
    }),
    time: 'Zeit',
    place: 'Ort',
    answer:
      'Der Eintrag im Anhang ist für Ihren Kalender. Antworten gehen an die Gastgeberin oder den Gastgeber.',
  }),
  fr: news({
    hello: (name) => `Bonjour ${name},`,
    says: ({ inviter, organization, note }) => ({
      invited: `${inviter} (${organization}) vous invite : ${note}`,
      moved: `Nouvel horaire : ${note}`,
      cancelled: `Annulée : ${note}`,
      cancelled_some: `Certaines dates sont annulées : ${note}`,
      removed: `Vous n’êtes plus attendu(e) : ${note}`,
    }),
    time: 'Heure',
    place: 'Lieu',
    answer: 'L’entrée jointe est pour votre agenda. Les réponses vont à l’organisateur.',
  }),
}

/** The same with the link that admits a guest. */
const withLink =
  (language: keyof typeof meetingNews, button: string): Texts['meeting_guest'] =>
  (words, items) => ({ ...meetingNews[language](words, items), button })
export const guestInvitation: Record<keyof typeof meetingNews, Texts['meeting_guest']> = {
  en: withLink('en', 'Join the meeting'),
  es: withLink('es', 'Entrar en la reunión'),
  de: withLink('de', 'An der Besprechung teilnehmen'),
  fr: withLink('fr', 'Rejoindre la réunion'),
}
