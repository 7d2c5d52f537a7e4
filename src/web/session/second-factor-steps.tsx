import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { type Again, calling } from '../kit/forms.tsx'
import type { Shown } from '../kit/page.tsx'
import { noSuchPage } from '../kit/page-value.tsx'
import { Copy, LinkButton, Notice } from '../kit/parts.tsx'
import { personPage } from '../kit/person-page.tsx'
import { QrCode } from '../kit/qr-code.tsx'
import { say } from '../kit/say.ts'
import { PageError } from '../kit/page-request.ts'
import { PasskeyButton, passkeyOf } from './passkey-button.tsx'
import { asking, type Proof, proofFields, proofOf, proven } from './proof.tsx'
import { stepsAt } from './second-factor.tsx'

/** The steps that a proof opens, and those that follow them. */
const titles = {
  app: 'Set up an authenticator app',
  off: 'Turn the authenticator app off',
  codes: 'New recovery codes',
  passkey: 'Add a passkey',
  remove: 'Remove a passkey',
}
const next = { confirm: 'Scan this with your app', made: 'Create the passkey' }
const leads: Record<string, string> = {
  app: 'You need an app such as Aegis, Google Authenticator or 1Password on your phone.',
  codes: 'You get ten new codes. The ones you have now will no longer work.',
  passkey:
    'A passkey is kept by this device, your phone or a security key, and unlocked by finger, face or PIN.',
}
const proof = { fields: bodyFields('AccountProof', proofFields), ...proven }

/** Shows the recovery codes, if there are new ones: only once. */
const codesShown = (codes: string[] | null, again: Again) =>
  codes ? again(<Codes codes={codes} />, { title: say('Your recovery codes') }) : undefined

/** The steps that turn a second factor on and off: each asks for the password and, if it is on, the factor itself. */
export default personPage<Proof | null>({
  at: `${stepsAt}/:action`,
  title: ({ request: { action } }) =>
    say(Object.entries({ ...titles, ...next }).find(([name]) => name === action)?.[1] ?? ''),
  back: '/account',
  parts: async ({ read, request: { action, c } }) => {
    if (Object.hasOwn(titles, action)) return proofOf(read)
    if (c.req.method === 'GET') throw noSuchPage()
    return null
  },
  forms: {
    app: calling('beginTotp', {
      ...proof,
      verb: 'Continue',
      to: (_, { secret, uri }, again) => again(null, { action: 'confirm', form: { secret, uri } }),
    }),
    confirm: calling('confirmTotp', {
      verb: 'Turn it on',
      fields: bodyFields('TotpConfirmation', {
        code: {
          label: 'Code that the app shows',
          autocomplete: 'one-time-code',
          hint: 'Six digits. The app is on once this code is right.',
        },
      }),
      to: (_, { recovery_codes }, again) => codesShown(recovery_codes, again) ?? '/account?done=factor-on',
    }),
    off: calling('turnOffTotp', {
      ...proof,
      verb: 'Turn it off',
      warning:
        'Signing in will no longer ask for it. Without a passkey, the password alone then opens your account.',
      to: () => '/account?done=factor-off',
    }),
    codes: calling('createRecoveryCodes', {
      ...proof,
      verb: 'Show new codes',
      to: (_, { recovery_codes }, again) => codesShown(recovery_codes, again),
    }),
    passkey: calling('beginPasskey', {
      ...proof,
      verb: 'Continue',
      to: (_, { ticket, options }, again) =>
        again(null, { action: 'made', form: { passkey_ticket: ticket, options: JSON.stringify(options) } }),
    }),
    made: calling('addPasskey', {
      verb: '',
      fields: bodyFields('PasskeyDraft', {
        name: { label: 'Name of the passkey', hint: 'How the list shows it, such as Laptop or Blue key.' },
      }),
      also: (form) => ({
        ticket: form.passkey_ticket ?? '',
        response: {},
        ...passkeyOf(form),
      }),
      to: (_, { recovery_codes }, again) =>
        codesShown(recovery_codes, again) ?? '/account?done=passkey-added',
    }),
    remove: calling('deletePasskey', {
      ...proof,
      verb: 'Remove it',
      warning:
        'It will no longer sign you in. Remove it from the device too, or the device goes on offering it.',
      mustExist: true,
      to: () => '/account?done=passkey-removed',
    }),
  },
  Content: (shown) => (
    <section class="card stack" aria-label={say('Second factor')}>
      {shown.parts ? (
        <Step {...shown} proof={shown.parts} />
      ) : shown.request.action === 'confirm' ? (
        <Setup {...shown} />
      ) : (
        <Creation {...shown} />
      )}
    </section>
  ),
})

type Props = Shown<null, Proof | null>

const Back = () => <LinkButton to="/account">{say('Back')}</LinkButton>

const Step: FC<Props & { proof: Proof }> = ({
  form,
  request: { action, query, form: sent },
  proof: needed,
}) => (
  <>
    {leads[action] ? <p>{say(leads[action])}</p> : null}
    {form(action, {
      ...asking(needed),
      ...(action === 'remove' && { hidden: { passkey_id: sent.passkey_id ?? query.id } }),
      buttons: <Back />,
    })}
  </>
)

const Setup: FC<Props> = ({ form, request }) => {
  const { secret = '', uri = '' } = request.form
  return (
    <>
      <QrCode text={uri.slice(0, 500)} label={say('QR code for the app')} />
      <p>{say('No camera? Type this key into the app:')}</p>
      <Copy id="secret" what={say('Key for the app')} text={secret} fold />
      {form('confirm', { hidden: { secret, uri } })}
    </>
  )
}

const Creation: FC<Props> = ({ form, request: { form: sent } }) => {
  const { passkey_ticket: ticket = '', options = '' } = sent
  return (
    <>
      <p>{say('The browser asks where to keep it.')}</p>
      {form('made', {
        hidden: { options },
        below: (
          <>
            <PasskeyButton
              action="create"
              challenge={{ ticket, options: optionsOf(options) }}
              label={say('Create a passkey')}
              primary
            />
            <noscript>
              <p class="problem">{say('Passkeys need JavaScript. An authenticator app works without it.')}</p>
            </noscript>
          </>
        ),
        buttons: <Back />,
      })}
    </>
  )
}

function optionsOf(text: string): object {
  try {
    return JSON.parse(text) as object
  } catch {
    throw new PageError(422, say('Something is missing'), say('The form is incomplete. Start again.'))
  }
}

const Codes: FC<{ codes: string[] }> = ({ codes }) => (
  <section class="card stack" aria-label={say('Your recovery codes')}>
    <Notice kind="warn">
      <p>
        {say(
          'They are shown only now. Copy or print them, and keep them where you can find them without your phone.',
        )}
      </p>
    </Notice>
    <p>{say('Each signs you in once, if your app or passkey is lost.')}</p>
    <Copy id="codes" what={say('Recovery codes')} text={codes.join('\n')} />
    <p>
      <LinkButton to="/account?done=factor-on" kind="primary">
        {say('I have saved them')}
      </LinkButton>
    </p>
  </section>
)
