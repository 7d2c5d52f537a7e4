import type { Texts } from './words.ts'

/** A payment failed; the plan ends on a day, or has ended, which `left` says by 0. */
export const paymentMissing: Record<'en' | 'es' | 'de' | 'fr', Texts['payment_missing']> = {
  en: ({ organization, due, left }) => ({
    subject: `${organization}: a payment is missing`,
    title: 'A payment is missing',
    lines: [
      'Hello,',
      `The plan of ${organization} could not be charged.`,
      left === '0'
        ? 'The free plan counts now. Nothing was deleted.'
        : `The plan stays until ${due}; then the free one counts. Nothing is deleted.`,
    ],
    button: 'See the plan and its invoices',
    notes: ['An owner can pay, or enter another card, there. Bills come to this address.'],
  }),
  es: ({ organization, due, left }) => ({
    subject: `${organization}: falta un pago`,
    title: 'Falta un pago',
    lines: [
      'Hola:',
      `No se ha podido cobrar el plan de ${organization}.`,
      left === '0'
        ? 'Ahora se aplica el plan gratuito. No se ha borrado nada.'
        : `El plan sigue hasta el ${due}; después se aplica el gratuito. No se borra nada.`,
    ],
    button: 'Ver el plan y sus facturas',
    notes: ['Un propietario puede pagar ahí o indicar otra tarjeta. Las facturas llegan a esta dirección.'],
  }),
  de: ({ organization, due, left }) => ({
    subject: `${organization}: eine Zahlung fehlt`,
    title: 'Eine Zahlung fehlt',
    lines: [
      'Guten Tag,',
      `Der Tarif von ${organization} konnte nicht abgebucht werden.`,
      left === '0'
        ? 'Jetzt gilt der kostenlose Tarif. Nichts wurde gelöscht.'
        : `Der Tarif gilt bis zum ${due}, danach der kostenlose. Nichts wird gelöscht.`,
    ],
    button: 'Tarif und Rechnungen ansehen',
    notes: [
      'Inhaber können dort zahlen oder eine andere Karte hinterlegen. Rechnungen kommen an diese Adresse.',
    ],
  }),
  fr: ({ organization, due, left }) => ({
    subject: `${organization} : un paiement manque`,
    title: 'Un paiement manque',
    lines: [
      'Bonjour,',
      `La formule de ${organization} n’a pas pu être débitée.`,
      left === '0'
        ? 'La formule gratuite s’applique désormais. Rien n’a été supprimé.'
        : `La formule reste jusqu’au ${due} ; ensuite la gratuite s’applique. Rien n’est supprimé.`,
    ],
    button: 'Voir la formule et ses factures',
    notes: ['Un propriétaire peut y payer ou saisir une autre carte. Les factures arrivent à cette adresse.'],
  }),
}
