import { isTimezone } from '../../shared/timezone.ts'
import { bodyFields } from '../kit/fields.tsx'
import { calling } from '../kit/forms.tsx'
import { pathOf } from '../kit/operations.ts'
import { BrowserZone } from '../kit/parts.tsx'
import { publicPage } from '../kit/person-page.tsx'
import { say } from '../kit/say.ts'
import { Redirect } from '../kit/page-request.ts'
import { type WaitingApplication as Waiting, waitingApplication } from '../oauth/waiting-application.ts'
import { destination, email, nextIn, Other, WaitingApplication } from './entry-parts.tsx'
import { ProviderLinks } from './providers.tsx'

export default publicPage<Waiting | null>({
  at: '/signup',
  title: 'Create an account',
  centered: 'slim',
  parts: async ({ visit, person }) => {
    if (visit.c.req.method === 'GET' && (await person())) throw new Redirect(destination(visit.query.next))
    return waitingApplication(visit.c, nextIn(visit) ?? null)
  },
  forms: {
    '': calling('register', {
      verb: 'Create account',
      fields: bodyFields('Registration', {
        name: { label: 'Your name', autocomplete: 'name', wide: true },
        email,
        password: {
          label: 'Password',
          type: 'password',
          autocomplete: 'new-password',
          hint: 'At least 8 characters. A few words in a row are easy to remember and hard to guess.',
          wide: true,
        },
      }),
      // An account is created without a time zone too, and the account page asks for it.
      finish: async ({ visit: { api, form } }) => {
        const { zone = '' } = form
        if (isTimezone(zone)) await api.call('PATCH', pathOf('updateMe', {}), { body: { timezone: zone } })
        return undefined
      },
      to: ({ visit }) => destination(visit.form.next),
      remedy: (status, visit) =>
        status === 409 ? (
          <>
            <Other to="/login" visit={visit} name="Sign in instead" />
            {say(', or {link} if the address is yours.', {
              link: <a href="/forgot">{say('choose a new password by mail')}</a>,
            })}
          </>
        ) : null,
    }),
  },
  Content: ({ visit, parts: application, form }) => (
    <>
      {application ? <WaitingApplication {...application} /> : null}
      {form('', { hidden: { next: nextIn(visit) }, below: <BrowserZone /> })}
      <ProviderLinks visit={visit} next={nextIn(visit) ?? null} />
    </>
  ),
  after: (visit) => (
    <p class="after">
      {say('Have an account already?')} <Other to="/login" visit={visit} name="Sign in" />
    </p>
  ),
})
