import type { Texts } from './words.ts'

/** That much of a limit of the plan is used; `left` is the share in percent, `note` the meter, `number` the limit. */
export const usageLimit: Record<'en' | 'es' | 'de' | 'fr', Texts['usage_limit']> = {
  en: ({ name, organization, left, note, number, due }) => ({
    subject: `${organization}: ${left}% of ${note} used`,
    title: `${left}% of a limit is used`,
    lines: [
      `Hello ${name},`,
      `${organization} has used ${left}% of the ${number} ${note} of its plan, until ${due}.`,
    ],
    button: 'See what was used',
    notes: ['What is over a limit is refused. An owner can change the plan.'],
  }),
  es: ({ name, organization, left, note, number, due }) => ({
    subject: `${organization}: ${left} % de ${note} usado`,
    title: `Se ha usado el ${left} % de un límite`,
    lines: [
      `Hola, ${name}:`,
      `${organization} ha usado el ${left} % de su límite de ${number} (${note}), hasta el ${due}.`,
    ],
    button: 'Ver el uso',
    notes: ['Lo que supera un límite se rechaza. Un propietario puede cambiar el plan.'],
  }),
  de: ({ name, organization, left, note, number, due }) => ({
    subject: `${organization}: ${left} % von ${note} verbraucht`,
    title: `${left} % einer Grenze sind verbraucht`,
    lines: [
      `Guten Tag, ${name},`,
      `${organization} hat ${left} % der Grenze von ${number} (${note}) verbraucht, bis ${due}.`,
    ],
    button: 'Verbrauch ansehen',
    notes: ['Was über eine Grenze geht, wird abgelehnt. Inhaber können den Tarif wechseln.'],
  }),
  fr: ({ name, organization, left, note, number, due }) => ({
    subject: `${organization} : ${left} % de ${note} utilisés`,
    title: `${left} % d’une limite sont utilisés`,
    lines: [
      `Bonjour ${name},`,
      `${organization} a utilisé ${left} % de sa limite de ${number} (${note}), jusqu’au ${due}.`,
    ],
    button: 'Voir la consommation',
    notes: ['Ce qui dépasse une limite est refusé. Un propriétaire peut changer de formule.'],
  }),
}
