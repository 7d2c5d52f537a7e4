import type { FC } from 'hono/jsx'
import { bodyFields } from '../kit/fields.tsx'
import { type AnyForm, calling } from '../kit/forms.tsx'
import { LinkButton, Notice } from '../kit/parts.tsx'
import { publicPage } from '../kit/person-page.tsx'
import { say } from '../kit/say.ts'
import { PageError } from '../kit/page-request.ts'

const deadLink = () =>
  new PageError(
    404,
    say('This link is no longer valid'),
    say('It is incomplete, was already used, has expired, or was replaced by a later one.'),
    {
      next: [
        { to: '/forgot', label: 'Ask for a new password' },
        { to: '/account', label: 'Go to your account' },
      ],
    },
  )

/** A page that a link in mail opens. Opening it changes nothing, since mail scanners open links too: a button confirms. */
const linkPage = (link: { at: string; title: string; lead: string; form: AnyForm<null> }) =>
  publicPage<string>({
    ...link,
    centered: 'slim',
    parts: async ({ request: { query, form } }) => {
      const token = form.token ?? query.token
      if (!token) throw deadLink()
      return token
    },
    forms: {
      '': { ...link.form, also: ({ token }) => ({ token }), missing: () => Promise.reject(deadLink()) },
    },
    Content: ({ form, parts: token }) => <>{form('', { hidden: { token }, primary: true })}</>,
  })

export const reset = linkPage({
  at: '/reset',
  title: 'Choose a new password',
  lead: 'You will be signed out everywhere, and then sign in with it.',
  form: calling('resetPassword', {
    verb: 'Change password',
    fields: bodyFields('PasswordReset', {
      new_password: {
        label: 'New password',
        type: 'password',
        autocomplete: 'new-password',
        hint: 'At least 8 characters. A few words in a row are easy to remember and hard to guess.',
        wide: true,
      },
    }),
    to: (_, __, again) => again(<Reset />, { title: say('Your password is changed') }),
  }),
})

export const confirmAddress = linkPage({
  at: '/confirm-address',
  title: 'Confirm your new e-mail address',
  lead: 'From then on you sign in with the address that the mail came to.',
  form: calling('confirmEmail', {
    verb: 'Confirm the address',
    to: (_, __, again) => again(<Confirmed />, { title: say('Your address is confirmed') }),
  }),
})

export const undoAddress = linkPage({
  at: '/undo-address',
  title: 'Undo the change',
  lead:
    'Your account returns to the address that the e-mail came to, everyone is signed out, and the password no longer ' +
    'works: another e-mail lets you choose a new one.',
  form: calling('undoEmailChange', {
    verb: 'Undo the change',
    to: (_, __, again) => again(<Undone />, { title: say('Your old address is back') }),
  }),
})

const Reset: FC = () => (
  <>
    <Notice kind="good">
      <p>{say('You are signed out everywhere. Sign in with the new password.')}</p>
    </Notice>
    <p>
      <a class="button primary full" href="/login?next=%2Faccount">
        {say('Sign in')}
      </a>
    </p>
    <OtherCredentials />
  </>
)

const Confirmed: FC = () => (
  <>
    <Notice kind="good">
      <p>{say('From now on you sign in with it.')}</p>
    </Notice>
    <p>
      <LinkButton to="/account">{say('Go to your account')}</LinkButton>
    </p>
  </>
)

const Undone: FC = () => (
  <>
    <Notice kind="good">
      <p>{say('Everyone is signed out. We have sent a link to choose a new password to this address.')}</p>
    </Notice>
    <p>
      <LinkButton to="/forgot">{say('No mail? Ask for another')}</LinkButton>
    </p>
    <OtherCredentials />
  </>
)

const OtherCredentials: FC = () => (
  <p class="small">
    {say('Look through your {link} and {link2} too: a new password may leave them working.', {
      link: <a href="/settings/keys">{say('API keys')}</a>,
      link2: <a href="/settings/applications">{say('connected applications')}</a>,
    })}
  </p>
)
