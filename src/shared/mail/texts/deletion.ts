import type { Texts } from './words.ts'

/** An organization was deleted; an owner can take that back until a day. */
export const organizationDeleted: Record<'en' | 'es' | 'de' | 'fr', Texts['organization_deleted']> = {
  en: ({ name, organization, until }) => ({
    subject: `${organization} was deleted`,
    title: `${organization} was deleted`,
    lines: [
      `Hello ${name},`,
      `An owner deleted ${organization}. Nobody can enter it any more, and it is erased for good after ${until}.`,
    ],
    button: 'Take it back',
    notes: ['Until then an owner can take it back: everything is as it was.'],
  }),
  es: ({ name, organization, until }) => ({
    subject: `Se ha eliminado ${organization}`,
    title: `Se ha eliminado ${organization}`,
    lines: [
      `Hola, ${name}:`,
      `Un propietario ha eliminado ${organization}. Ya nadie puede entrar, y se borrará para siempre después del ${until}.`,
    ],
    button: 'Recuperarla',
    notes: ['Hasta entonces un propietario puede recuperarla: todo queda como estaba.'],
  }),
  de: ({ name, organization, until }) => ({
    subject: `${organization} wurde gelöscht`,
    title: `${organization} wurde gelöscht`,
    lines: [
      `Guten Tag, ${name},`,
      `${organization} wurde von einem Inhaber gelöscht. Niemand hat mehr Zugang; nach dem ${until} ist alles endgültig fort.`,
    ],
    button: 'Zurückholen',
    notes: ['Bis dahin können Inhaber die Löschung zurücknehmen: Alles ist dann, wie es war.'],
  }),
  fr: ({ name, organization, until }) => ({
    subject: `${organization} a été supprimée`,
    title: `${organization} a été supprimée`,
    lines: [
      `Bonjour ${name},`,
      `Un propriétaire a supprimé ${organization}. Plus personne n’y a accès, et tout sera effacé définitivement après le ${until}.`,
    ],
    button: 'La récupérer',
    notes: ['Jusque-là, un propriétaire peut la récupérer : tout sera comme avant.'],
  }),
}
