import type { Text } from '../rendering.ts'
import { details, type Texts, itemLines, type Words } from './words.ts'
import { reasons } from './reasons.ts'
import { apart } from './apart.ts'

const notYou = 'Si no has sido tú, puedes ignorar este correo.'
const protect = 'Si no has sido tú, elige ahora mismo una contraseña nueva.'
const stillThere =
  'Las claves de API y las aplicaciones conectadas pueden seguir funcionando; se terminan en sus propias páginas de tu cuenta.'

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
    `Hola, ${words.name}:`,
    line,
    ...details([
      ['Fecha', words.at],
      ['Dispositivo', words.device],
      ['Dirección IP', words.place],
    ]),
  ],
  ...ending,
})
const notMe = {
  button: 'No he sido yo',
  notes: ['Si has sido tú, no tienes que hacer nada.', protect],
}
const toAccount = (...notes: string[]) => ({ button: 'Abrir tu cuenta', notes })

export const es: Texts = {
  roles: {
    owner: 'propietario',
    admin: 'administrador',
    manager: 'gestor',
    member: 'miembro',
    viewer: 'observador',
  },
  footer: (app) => `Enviado por ${app}. Nadie lee las respuestas a esta dirección.`,

  invitation: ({ inviter, organization, role, note, until, app }) => ({
    subject: `${inviter} te invita a ${organization}`,
    title: `Únete a ${organization}`,
    lines: [
      `${inviter} te invita a trabajar en ${organization} con ${app}. Tu rol será: ${role}.`,
      ...(note ? [`«${note}»`] : []),
    ],
    button: 'Ver la invitación',
    notes: [
      `La invitación es válida hasta el ${until}.`,
      'Si no conoces a quien la envía, puedes ignorar este correo.',
    ],
  }),
  ...apart('es'),
  invoice: ({ name, organization, number, amount, due, kind }) => ({
    subject: `${kind ? 'Recordatorio: factura' : 'Factura'} ${number} de ${organization}`,
    title: `Factura ${number}`,
    lines: [
      `Hola, ${name}:`,
      `aquí tienes la factura ${number} de ${organization}.`,
      ...(amount
        ? [`Importe pendiente: ${amount}`, kind ? `Vencida desde el ${due}` : `Vencimiento: ${due}`]
        : []),
    ],
    button: 'Ver la factura',
    notes: ['El enlace es solo para ti: quien lo tenga puede abrir la factura.'],
  }),
  api_key_offered: ({ name, inviter, organization, note, until, app }) => ({
    subject: `Una clave de API para ti en ${organization}`,
    title: '¿Aceptas una clave de API?',
    lines: [
      `Hola, ${name}:`,
      `${inviter} te ofrece la clave de API «${note}» en ${organization}, en ${app}. Quien la tenga podrá hacer allí lo mismo que tú.`,
    ],
    button: 'Verla',
    notes: [
      'Solo funciona si la aceptas. Entonces la recibes, y nadie más la ve.',
      `Puedes responder hasta el ${until}.`,
    ],
  }),
  verify_address: ({ name, app }) => ({
    subject: `Confirma tu dirección de correo para ${app}`,
    title: 'Confirma tu dirección de correo',
    lines: [`Hola, ${name}:`, `Confirma que esta dirección pertenece a tu cuenta de ${app}.`],
    button: 'Confirmar la dirección',
    notes: ['El enlace funciona una sola vez y durante 24 horas.', notYou],
  }),
  reset_password: ({ name, app }) => ({
    subject: `Elige una contraseña nueva para ${app}`,
    title: 'Elige una contraseña nueva',
    lines: [`Hola, ${name}:`, `Alguien ha pedido una contraseña nueva para tu cuenta de ${app}.`],
    button: 'Elegir una contraseña nueva',
    notes: [
      'El enlace funciona una sola vez y durante 30 minutos. Se cerrarán todas tus sesiones.',
      'Si no la has pedido tú, puedes ignorar este correo; tu contraseña no cambia.',
    ],
  }),
  confirm_address: ({ name, app, address }) => ({
    subject: `Confirma tu nueva dirección de correo para ${app}`,
    title: 'Confirma tu nueva dirección de correo',
    lines: [
      `Hola, ${name}:`,
      `Confirma que quieres usar ${address || 'esta dirección'} en tu cuenta de ${app}.`,
    ],
    button: 'Confirmar la nueva dirección',
    notes: [
      'El enlace funciona una sola vez y durante 24 horas. Hasta entonces se mantiene tu dirección anterior.',
      notYou,
    ],
  }),
  password_changed: ({ name, app, at, device, place }) => ({
    subject: `Se ha cambiado tu contraseña de ${app}`,
    title: 'Se ha cambiado tu contraseña',
    lines: [
      `Hola, ${name}:`,
      `La contraseña de tu cuenta de ${app} se ha cambiado${at ? ` el ${at}` : ''}.`,
      ...details([
        ['Dispositivo', device],
        ['Dirección IP', place],
      ]),
    ],
    button: 'No he sido yo',
    notes: [protect, stillThere],
  }),
  address_changed: ({ name, app, address }) => ({
    subject: `Se ha cambiado tu dirección de correo de ${app}`,
    title: 'Se ha cambiado tu dirección de correo',
    lines: [`Hola, ${name}:`, `Tu cuenta de ${app} usa ahora la dirección ${address}.`],
    button: 'No he sido yo: deshacer el cambio',
    notes: [
      'Si has sido tú, no tienes que hacer nada.',
      'El enlace funciona una sola vez y durante siete días. Recupera esta dirección, cierra todas las sesiones y te permite elegir una contraseña nueva.',
    ],
  }),
  new_sign_in: ({ name, app, at, device, place }) => ({
    subject: `Nuevo inicio de sesión en ${app}`,
    title: 'Nuevo inicio de sesión en tu cuenta',
    lines: [
      `Hola, ${name}:`,
      `Alguien ha iniciado sesión en tu cuenta de ${app} desde un dispositivo que no conocemos.`,
      ...details([
        ['Fecha', at],
        ['Dispositivo', device],
        ['Dirección IP', place],
      ]),
    ],
    button: 'No he sido yo',
    notes: ['Si has sido tú, no tienes que hacer nada.', protect],
  }),
  identity_linked: (words) =>
    happened(
      words,
      'Se ha añadido una forma de iniciar sesión',
      `ahora puedes iniciar sesión en tu cuenta de ${words.app} con ${words.note}.`,
      toAccount(protect),
    ),
  identity_unlinked: (words) =>
    happened(
      words,
      'Se ha quitado una forma de iniciar sesión',
      `ya no puedes iniciar sesión en tu cuenta de ${words.app} con ${words.note}.`,
      toAccount(protect),
    ),
  export_ready: ({ name, app, until }) => ({
    subject: `Tus datos de ${app} están listos`,
    title: 'El archivo con tus datos está listo',
    lines: [
      `Hola, ${name}:`,
      `el archivo con lo que ${app} guarda sobre ti está listo. Inicia sesión para descargarlo.`,
    ],
    button: 'Abrir tu cuenta',
    notes: [
      `El archivo se borrará el ${until}.`,
      'Si no lo has pedido, alguien más conoce tu contraseña: elige una nueva ahora.',
    ],
  }),
  factor_on: (words) =>
    happened(
      words,
      'Tu aplicación de autenticación está activa',
      `Al iniciar sesión en tu cuenta de ${words.app} se te pedirá también un código de tu aplicación de autenticación.`,
      toAccount(
        'Sin la aplicación, la llave de acceso ni los códigos de recuperación, solo los operadores del servicio pueden dejarte entrar. Guarda los códigos en un lugar seguro.',
        protect,
      ),
    ),
  factor_off: (words) =>
    happened(
      words,
      'Tu aplicación de autenticación está desactivada',
      `La aplicación de autenticación de tu cuenta de ${words.app} se ha desactivado.`,
      notMe,
    ),
  bank_account_changed: ({ app, name, organization, note }) => ({
    subject: `Se ha cambiado tu cuenta bancaria (${organization})`,
    title: 'Se ha cambiado tu cuenta bancaria',
    lines: [
      `Hola, ${name}:`,
      `Se ha cambiado la cuenta bancaria en la que te paga ${organization}.`,
      note ? `La nueva termina en ${note}.` : 'Se ha quitado la cuenta.',
    ],
    button: `Abrir ${app}`,
    notes: [
      `Si no sabes nada de esto, avisa enseguida a ${organization}, pero no respondiendo a este correo.`,
    ],
  }),
  passkey_added: (words) =>
    happened(
      words,
      'Se ha añadido una llave de acceso',
      `La llave de acceso «${words.passkey}» se ha añadido a tu cuenta de ${words.app}.`,
      notMe,
    ),
  passkey_removed: (words) =>
    happened(
      words,
      'Se ha eliminado una llave de acceso',
      `La llave de acceso «${words.passkey}» se ha eliminado de tu cuenta de ${words.app}.`,
      toAccount(protect),
    ),
  recovery_code_used: (words) =>
    happened(
      words,
      'Se ha usado un código de recuperación',
      `Se ha usado uno de los códigos de recuperación de tu cuenta de ${words.app}. Códigos que quedan: ${words.left}.`,
      toAccount(
        'Sin la aplicación, la llave de acceso ni los códigos de recuperación, solo los operadores del servicio pueden dejarte entrar. Guarda los códigos en un lugar seguro.',
        protect,
      ),
    ),
  factors_removed: (words) =>
    happened(
      words,
      'Se ha eliminado tu segundo factor',
      `Los operadores de ${words.app} han eliminado el segundo factor de tu cuenta: la aplicación de autenticación y las llaves de acceso. A partir de ahora basta la contraseña para iniciar sesión.`,
      toAccount('Configura pronto otro. Si no lo has pedido tú, elige ahora mismo una contraseña nueva.'),
    ),
  ticket_reply: ({ organization, number, note, body, app }) => ({
    subject: `Re: ${note} [${number}]`,
    title: '',
    lines: [],
    body,
    notes: ['Responda a este correo para contestar.'],
    footer: `${organization} · caso ${number} · enviado con ${app}`,
  }),
  ticket_received: ({ organization, number, note, app }) => ({
    subject: `Hemos recibido su mensaje: ${note} [${number}]`,
    title: 'Hemos recibido su mensaje',
    lines: [`Gracias por escribirnos. Su mensaje es ahora el caso ${number} y le responderemos aquí.`],
    notes: ['Responda a este correo para añadir algo.'],
    footer: `${organization} · caso ${number} · enviado con ${app}`,
  }),
  ticket_news: (words, items) => ({
    ...es.ticket_reply(words, items),
    lines: itemLines(items, es.reasons),
    button: 'Abrir el caso',
    notes: [
      words.kind === 'note'
        ? 'Responda a este correo para añadir una nota interna. El cliente no la ve.'
        : 'Responda a este correo para contestar al cliente.',
    ],
  }),
  ticket_resolved: ({ organization, number, note, app }) => ({
    subject: `¿Qué tal lo hemos hecho? ${note} [${number}]`,
    title: '¿Está resuelto?',
    lines: [`Su caso ${number}, «${note}», está resuelto. ¿Qué le ha parecido nuestra ayuda?`],
    button: 'Valorar la ayuda',
    notes: ['Si algo sigue mal, responda a este correo y el caso se abrirá de nuevo.'],
    footer: `${organization} · caso ${number} · enviado con ${app}`,
  }),
  portal_link: ({ organization, name }) => ({
    subject: `Su enlace a ${organization}`,
    title: 'Abrir el portal de clientes',
    lines: [`Hola, ${name}:`, `aquí tiene su enlace al portal de clientes de ${organization}.`],
    button: 'Abrir el portal',
    notes: [
      'El enlace funciona una sola vez y durante 15 minutos.',
      'Si no lo ha pedido usted, puede ignorar este correo.',
    ],
  }),
  digest: ({ organization, app }, items) => ({
    subject:
      items.length === 1
        ? `${items[0]!.title} (${organization})`
        : `${items.length} avisos de ${organization}`,
    title: `Novedades de ${organization}`,
    lines: itemLines(items, es.reasons),
    button: `Abrir ${app}`,
    notes: [],
  }),
  reasons: reasons.es,
  unsubscribe: 'No recibir más estos correos',
}
