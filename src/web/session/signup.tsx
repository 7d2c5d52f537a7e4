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
  parts: async ({ request, person }) => {
    if (request.c.req.method === 'GET' && (await person()))
      throw new Redirect(destination(request.query.next))
    return waitingApplication(request.c, nextIn(request) ?? null)
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
      finish: async ({ request: { api, form } }) => {
        const { zone = '' } = form
        if (isTimezone(zone)) await api.call('PATCH', pathOf('updateMe', {}), { body: { timezone: zone } })
        return undefined
      },
      to: ({ request }) => destination(request.form.next),
      remedy: (status, request) =>
        status === 409 ? (
          <>
            <Other to="/login" request={request} name="Sign in instead" />
            {say(', or {link} if the address is yours.', {
              link: <a href="/forgot">{say('choose a new password by mail')}</a>,
            })}
          </>
        ) : null,
    }),
  },
  Content: ({ request, parts: application, form }) => (
    <>
      {application ? <WaitingApplication {...application} /> : null}
      {form('', { hidden: { next: nextIn(request) }, below: <BrowserZone /> })}
      <ProviderLinks request={request} next={nextIn(request) ?? null} />
    </>
  ),
  after: (request) => (
    <p class="after">
      {say('Have an account already?')} <Other to="/login" request={request} name="Sign in" />
    </p>
  ),
})
