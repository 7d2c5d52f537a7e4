import type { Texts } from './words.ts'

/** The invitation to read a project of another organization. */
export const projectShare: Record<'en' | 'es' | 'de' | 'fr', Texts['project_share']> = {
  en: ({ inviter, organization, name, note, until, app }) => ({
    subject: `${organization} shares the project ${name} with you`,
    title: `Read ${name}`,
    lines: [
      `${inviter} of ${organization} offers you to read the project “${name}” on ${app}.`,
      ...(note ? [`“${note}”`] : []),
      'An admin of your organization can accept it. Nothing of yours is shared in return.',
    ],
    button: 'Open the invitation',
    notes: [
      `The invitation is open until ${until}.`,
      'If you do not know the sender, you can ignore this mail.',
    ],
  }),
  es: ({ inviter, organization, name, note, until, app }) => ({
    subject: `${organization} comparte contigo el proyecto ${name}`,
    title: `Leer ${name}`,
    lines: [
      `${inviter}, de ${organization}, te ofrece leer el proyecto «${name}» en ${app}.`,
      ...(note ? [`“${note}”`] : []),
      'Puede aceptarla quien administre tu organización. A cambio no se comparte nada vuestro.',
    ],
    button: 'Abrir la invitación',
    notes: [
      `La invitación está abierta hasta el ${until}.`,
      'Si no conoces al remitente, puedes ignorar este mensaje.',
    ],
  }),
  de: ({ inviter, organization, name, note, until, app }) => ({
    subject: `${organization} teilt das Projekt ${name} mit Ihnen`,
    title: `${name} mitlesen`,
    lines: [
      `${inviter} von ${organization} lädt Sie ein, das Projekt „${name}“ auf ${app} mitzulesen.`,
      ...(note ? [`“${note}”`] : []),
      'Annehmen kann sie, wer Ihre Organisation verwaltet. Von Ihnen wird dadurch nichts geteilt.',
    ],
    button: 'Einladung öffnen',
    notes: [
      `Die Einladung gilt bis ${until}.`,
      'Wenn Sie den Absender nicht kennen, brauchen Sie nichts zu tun.',
    ],
  }),
  fr: ({ inviter, organization, name, note, until, app }) => ({
    subject: `${organization} partage le projet ${name} avec vous`,
    title: `Lire ${name}`,
    lines: [
      `${inviter}, de ${organization}, vous propose de lire le projet « ${name} » sur ${app}.`,
      ...(note ? [`“${note}”`] : []),
      'Un administrateur de votre organisation peut l’accepter. Rien de votre côté n’est partagé en retour.',
    ],
    button: 'Voir l’invitation',
    notes: [
      `L’invitation est valable jusqu’au ${until}.`,
      'Si vous ne connaissez pas l’expéditeur, vous pouvez ignorer ce message.',
    ],
  }),
}
