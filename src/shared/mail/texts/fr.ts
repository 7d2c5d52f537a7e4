import type { Text } from '../rendering.ts'
import { details, type Texts, itemLines, type Words } from './words.ts'
import { reasons } from './reasons.ts'
import { apart } from './apart.ts'

const notYou = 'Si vous n’êtes pas à l’origine de cette demande, vous pouvez ignorer ce message.'
const protect = 'Si ce n’était pas vous, choisissez dès maintenant un nouveau mot de passe.'
const stillThere =
  'Les clés d’API et les applications connectées peuvent rester actives ; elles se terminent sur leurs propres pages de votre compte.'

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
    `Bonjour ${words.name},`,
    line,
    ...details([
      ['Date', words.at],
      ['Appareil', words.device],
      ['Adresse IP', words.place],
    ]),
  ],
  ...ending,
})
const notMe = {
  button: 'Ce n’était pas moi',
  notes: ['Si c’était vous, vous n’avez rien à faire.', protect],
}
const toAccount = (...notes: string[]) => ({ button: 'Ouvrir votre compte', notes })

export const fr: Texts = {
  roles: {
    owner: 'propriétaire',
    admin: 'administrateur',
    manager: 'gestionnaire',
    member: 'membre',
    viewer: 'lecteur',
  },
  footer: (app) => `Envoyé par ${app}. Les réponses à cette adresse ne sont pas lues.`,

  invitation: ({ inviter, organization, role, note, until, app }) => ({
    subject: `${inviter} vous invite à rejoindre ${organization}`,
    title: `Rejoignez ${organization}`,
    lines: [
      `${inviter} vous invite à travailler au sein de ${organization} sur ${app}. Votre rôle : ${role}.`,
      ...(note ? [`« ${note} »`] : []),
    ],
    button: 'Voir l’invitation',
    notes: [
      `L’invitation est valable jusqu’au ${until}.`,
      'Si vous ne connaissez pas l’expéditeur, vous pouvez ignorer ce message.',
    ],
  }),
  ...apart('fr'),
  invoice: ({ name, organization, number, amount, due, kind }) => ({
    subject: `${kind ? 'Rappel : facture' : 'Facture'} ${number} de ${organization}`,
    title: `Facture ${number}`,
    lines: [
      `Bonjour ${name},`,
      `voici la facture ${number} de ${organization}.`,
      ...(amount ? [`À payer : ${amount}`, kind ? `À payer depuis le ${due}` : `Échéance : ${due}`] : []),
    ],
    button: 'Ouvrir la facture',
    notes: ['Ce lien vous est destiné : quiconque l’a peut ouvrir la facture.'],
  }),
  api_key_offered: ({ name, inviter, organization, note, until, app }) => ({
    subject: `Une clé d’API pour vous dans ${organization}`,
    title: 'Acceptez-vous une clé d’API ?',
    lines: [
      `Bonjour ${name},`,
      `${inviter} vous propose la clé d’API « ${note} » dans ${organization} sur ${app}. Qui la détient peut y faire ce que vous pouvez faire.`,
    ],
    button: 'La voir',
    notes: [
      'Elle ne fonctionne que si vous l’acceptez. Vous la recevez alors, et personne d’autre ne la voit.',
      `Vous pouvez répondre jusqu’au ${until}.`,
    ],
  }),
  verify_address: ({ name, app }) => ({
    subject: `Confirmez votre adresse e-mail pour ${app}`,
    title: 'Confirmez votre adresse e-mail',
    lines: [
      `Bonjour ${name},`,
      `Veuillez confirmer que cette adresse est bien celle de votre compte ${app}.`,
    ],
    button: 'Confirmer l’adresse',
    notes: ['Le lien fonctionne une seule fois, pendant 24 heures.', notYou],
  }),
  reset_password: ({ name, app }) => ({
    subject: `Choisissez un nouveau mot de passe pour ${app}`,
    title: 'Choisissez un nouveau mot de passe',
    lines: [`Bonjour ${name},`, `Un nouveau mot de passe a été demandé pour votre compte ${app}.`],
    button: 'Choisir un nouveau mot de passe',
    notes: [
      'Le lien fonctionne une seule fois, pendant 30 minutes. Toutes vos sessions seront fermées.',
      'Si vous n’avez rien demandé, vous pouvez ignorer ce message : votre mot de passe reste inchangé.',
    ],
  }),
  confirm_address: ({ name, app, address }) => ({
    subject: `Confirmez votre nouvelle adresse e-mail pour ${app}`,
    title: 'Confirmez votre nouvelle adresse e-mail',
    lines: [
      `Bonjour ${name},`,
      `Veuillez confirmer que vous souhaitez utiliser ${address || 'cette adresse'} pour votre compte ${app}.`,
    ],
    button: 'Confirmer la nouvelle adresse',
    notes: [
      'Le lien fonctionne une seule fois, pendant 24 heures. D’ici là, votre ancienne adresse est conservée.',
      notYou,
    ],
  }),
  password_changed: ({ name, app, at, device, place }) => ({
    subject: `Votre mot de passe ${app} a été modifié`,
    title: 'Votre mot de passe a été modifié',
    lines: [
      `Bonjour ${name},`,
      `Le mot de passe de votre compte ${app} a été modifié${at ? ` le ${at}` : ''}.`,
      ...details([
        ['Appareil', device],
        ['Adresse IP', place],
      ]),
    ],
    button: 'Ce n’était pas moi',
    notes: [protect, stillThere],
  }),
  address_changed: ({ name, app, address }) => ({
    subject: `Votre adresse e-mail ${app} a été modifiée`,
    title: 'Votre adresse e-mail a été modifiée',
    lines: [`Bonjour ${name},`, `Votre compte ${app} utilise désormais l’adresse ${address}.`],
    button: 'Ce n’était pas moi : annuler',
    notes: [
      'Si c’était vous, vous n’avez rien à faire.',
      'Le lien fonctionne une seule fois, pendant sept jours. Il rétablit cette adresse, ferme toutes les sessions et vous permet de choisir un nouveau mot de passe.',
    ],
  }),
  new_sign_in: ({ name, app, at, device, place }) => ({
    subject: `Nouvelle connexion à ${app}`,
    title: 'Nouvelle connexion à votre compte',
    lines: [
      `Bonjour ${name},`,
      `Quelqu’un s’est connecté à votre compte ${app} depuis un appareil que nous ne connaissons pas.`,
      ...details([
        ['Date', at],
        ['Appareil', device],
        ['Adresse IP', place],
      ]),
    ],
    button: 'Ce n’était pas moi',
    notes: ['Si c’était vous, vous n’avez rien à faire.', protect],
  }),
  identity_linked: (words) =>
    happened(
      words,
      'Un moyen de connexion a été ajouté',
      `vous pouvez désormais vous connecter à votre compte sur ${words.app} avec ${words.note}.`,
      toAccount(protect),
    ),
  identity_unlinked: (words) =>
    happened(
      words,
      'Un moyen de connexion a été retiré',
      `vous ne pouvez plus vous connecter à votre compte sur ${words.app} avec ${words.note}.`,
      toAccount(protect),
    ),
  export_ready: ({ name, app, until }) => ({
    subject: `Vos données de ${app} sont prêtes`,
    title: 'Le fichier de vos données est prêt',
    lines: [
      `Bonjour ${name},`,
      `le fichier de ce que ${app} conserve sur vous est prêt. Connectez-vous pour le télécharger.`,
    ],
    button: 'Ouvrir votre compte',
    notes: [
      `Le fichier sera effacé le ${until}.`,
      'Si vous ne l’avez pas demandé, quelqu’un connaît votre mot de passe : choisissez-en un nouveau maintenant.',
    ],
  }),
  factor_on: (words) =>
    happened(
      words,
      'Votre application d’authentification est active',
      `La connexion à votre compte ${words.app} demande désormais aussi un code de votre application d’authentification.`,
      toAccount(
        'Sans l’application, la clé d’accès ni les codes de secours, seuls les opérateurs du service peuvent vous laisser entrer. Gardez les codes en lieu sûr.',
        protect,
      ),
    ),
  factor_off: (words) =>
    happened(
      words,
      'Votre application d’authentification est désactivée',
      `L’application d’authentification de votre compte ${words.app} a été désactivée.`,
      notMe,
    ),
  bank_account_changed: ({ app, name, organization, note }) => ({
    subject: `Votre compte bancaire a été modifié (${organization})`,
    title: 'Votre compte bancaire a été modifié',
    lines: [
      `Bonjour ${name},`,
      `Le compte bancaire sur lequel ${organization} vous paie a été modifié.`,
      note ? `Le nouveau se termine par ${note}.` : 'Le compte a été retiré.',
    ],
    button: `Ouvrir ${app}`,
    notes: [
      `Si vous n’êtes pas au courant, prévenez tout de suite ${organization}, sans répondre à ce message.`,
    ],
  }),
  passkey_added: (words) =>
    happened(
      words,
      'Une clé d’accès a été ajoutée',
      `La clé d’accès « ${words.passkey} » a été ajoutée à votre compte ${words.app}.`,
      notMe,
    ),
  passkey_removed: (words) =>
    happened(
      words,
      'Une clé d’accès a été supprimée',
      `La clé d’accès « ${words.passkey} » a été supprimée de votre compte ${words.app}.`,
      toAccount(protect),
    ),
  recovery_code_used: (words) =>
    happened(
      words,
      'Un code de secours a été utilisé',
      `Un des codes de secours de votre compte ${words.app} a été utilisé. Codes restants : ${words.left}.`,
      toAccount(
        'Sans l’application, la clé d’accès ni les codes de secours, seuls les opérateurs du service peuvent vous laisser entrer. Gardez les codes en lieu sûr.',
        protect,
      ),
    ),
  factors_removed: (words) =>
    happened(
      words,
      'Votre second facteur a été supprimé',
      `Les opérateurs de ${words.app} ont supprimé le second facteur de votre compte : l’application d’authentification et les clés d’accès. Désormais, le mot de passe suffit pour vous connecter.`,
      toAccount(
        'Configurez-en bientôt un autre. Si vous ne l’avez pas demandé, choisissez dès maintenant un nouveau mot de passe.',
      ),
    ),
  ticket_reply: ({ organization, number, note, body, app }) => ({
    subject: `Re: ${note} [${number}]`,
    title: '',
    lines: [],
    body,
    notes: ['Répondez à ce message pour nous écrire.'],
    footer: `${organization} · demande ${number} · envoyé avec ${app}`,
  }),
  ticket_received: ({ organization, number, note, app }) => ({
    subject: `Nous avons bien reçu votre message : ${note} [${number}]`,
    title: 'Nous avons bien reçu votre message',
    lines: [`Merci de nous avoir écrit. Votre message est la demande ${number} ; nous vous répondrons ici.`],
    notes: ['Répondez à ce message pour ajouter quelque chose.'],
    footer: `${organization} · demande ${number} · envoyé avec ${app}`,
  }),
  ticket_news: (words, items) => ({
    ...fr.ticket_reply(words, items),
    lines: itemLines(items, fr.reasons),
    button: 'Ouvrir la demande',
    notes: [
      words.kind === 'note'
        ? 'Répondez à ce message pour ajouter une note interne. Le client ne la voit pas.'
        : 'Répondez à ce message pour écrire au client.',
    ],
  }),
  ticket_resolved: ({ organization, number, note, app }) => ({
    subject: `Êtes-vous satisfait ? ${note} [${number}]`,
    title: 'Tout est résolu ?',
    lines: [`Votre demande ${number}, « ${note} », est résolue. Êtes-vous satisfait de notre aide ?`],
    button: 'Évaluer notre aide',
    notes: ['Si quelque chose ne va toujours pas, répondez à ce message : la demande sera rouverte.'],
    footer: `${organization} · demande ${number} · envoyé avec ${app}`,
  }),
  portal_link: ({ organization, name }) => ({
    subject: `Votre lien vers ${organization}`,
    title: 'Ouvrir le portail client',
    lines: [`Bonjour ${name},`, `voici votre lien vers le portail client de ${organization}.`],
    button: 'Ouvrir le portail',
    notes: [
      'Le lien fonctionne une seule fois, pendant 15 minutes.',
      'Si vous ne l’avez pas demandé, vous pouvez ignorer ce message.',
    ],
  }),
  digest: ({ organization, app }, items) => ({
    subject:
      items.length === 1
        ? `${items[0]!.title} (${organization})`
        : `${items.length} notifications de ${organization}`,
    title: `Du nouveau dans ${organization}`,
    lines: itemLines(items, fr.reasons),
    button: `Ouvrir ${app}`,
    notes: [],
  }),
  reasons: reasons.fr,
  unsubscribe: 'Ne plus recevoir ces messages',
}
