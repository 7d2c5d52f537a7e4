import { isUuid } from '../../kit/id.ts'
import { EmailForm, formFields, PasswordForm, ProfileForm } from './account-forms.tsx'
import { type Export, exportAt, ExportSection } from './account-export.tsx'
import { identitiesOf, IdentitiesSection } from './account-identities.tsx'
import { type Session, SessionList } from './account-sessions.tsx'
import { show } from '../kit/layout.tsx'
import { partOf } from '../kit/pager.tsx'
import { Notice } from '../kit/parts.tsx'
import { proofRequirementsOf, proofOf, proofProblems, secondFactorOf } from './proof.tsx'
import { type Passkey, SecondFactorSection } from './second-factor.tsx'
import type { Reply } from '../kit/api.ts'
import { isUnproven } from './verify.tsx'
import {
  bodyOf,
  type Form,
  redirectTo,
  type Me,
  me,
  noProblems,
  type Page,
  type Problems,
  PageError,
  type Visit,
} from '../kit/visit.ts'

export type Person = Me & {
  email_verified: boolean
  locale: string | null
  timezone: string | null
}
type Refused = { form: keyof typeof formFields; problems: Problems; status: number }

const at = '/account'
const sessionsAt = '/api/v1/auth/sessions'

export const showAccount: Page = (visit) => accountPage(visit)

export const changeProfile: Page = async (visit) => {
  const { name = '', locale, timezone } = visit.form
  const body = { name, locale: locale || null, timezone: timezone || null }
  return submitted(visit, 'profile', await visit.api.call('PATCH', '/api/v1/auth/me', { body }))
}

export const changePassword: Page = async (visit) => {
  const { current_password = '', new_password = '' } = visit.form
  const body = { current_password, new_password }
  return submitted(visit, 'password', await visit.api.call('POST', '/api/v1/auth/password/change', { body }))
}

export const changeEmail: Page = async (visit) => {
  const body = { ...proofOf(visit.form), email: visit.form.email ?? '' }
  return submitted(visit, 'email', await visit.api.call('POST', '/api/v1/auth/email/change', { body }))
}

export const endSession: Page = async (visit) => {
  const { id = '' } = visit.form
  if (!isUuid(id)) throw new PageError(404, 'Not found', 'This session has ended.')
  bodyOf(await visit.api.call('DELETE', `${sessionsAt}/${id}`), at)
  return redirectTo(`${at}?done=session`)
}

export const endOtherSessions: Page = async (visit) => {
  bodyOf(await visit.api.call('DELETE', sessionsAt), at)
  return redirectTo(`${at}?done=sessions`)
}

/** Returns to the page, with a confirmation or the errors of the form. */
function submitted(visit: Visit, form: Refused['form'], reply: Reply): Response | Promise<Response> {
  if (![409, 422, 429].includes(reply.status)) {
    bodyOf(reply, at)
    return redirectTo(`${at}?done=${form}`)
  }
  const problems = proofProblems(reply, Object.keys(formFields[form]))
  return accountPage(visit, { form, problems, status: reply.status })
}

const sessionsOn = (visit: Visit) => partOf(visit, at, 'sessions_from', 50, 'sessions')

const done = new Map([
  ['profile', 'Your profile is saved.'],
  ['password', 'Your password is changed. You are signed out everywhere but here.'],
  ['email', 'Check the e-mail sent to the new address: it replaces the old one once you confirm it there.'],
  ['export', 'Your file is being prepared. You get an e-mail when it is ready.'],
  ['factor-on', 'Your second factor is on. From now on signing in asks for it.'],
  ['factor-off', 'The authenticator app is off.'],
  ['passkey-added', 'The passkey is added.'],
  ['passkey-removed', 'The passkey is removed.'],
  ['passkey-renamed', 'The passkey is renamed.'],
  ['session', 'That session has ended.'],
  ['sessions', 'You are signed out everywhere but here.'],
])

async function accountPage(visit: Visit, refused?: Refused): Promise<Response> {
  const [person, sessions, factor, passkeys, file, identities] = await Promise.all([
    me(visit, at) as Promise<Person>,
    visit.api.call<{ items: Session[]; total: number }>('GET', `${sessionsAt}?${sessionsOn(visit).query}`),
    secondFactorOf(visit, at),
    visit.api.call<{ items: Passkey[] }>('GET', '/api/v1/auth/passkeys?limit=200'),
    visit.api.call<Export>('GET', exportAt),
    identitiesOf(visit, at),
  ])
  const proof = await proofRequirementsOf(visit, factor)
  const message = done.get(visit.query.done ?? '')
  const formProps = (form: Refused['form'], values: Form) => ({
    values: refused?.form === form ? visit.form : values,
    problems: refused?.form === form ? refused.problems : noProblems,
  })
  return show(
    visit,
    { title: refused ? 'Problem: Account' : 'Account', me: person, status: refused?.status },
    <>
      <Intro />
      {message ? (
        <Notice kind="good">
          <p>{message}</p>
        </Notice>
      ) : null}
      <ProfileForm {...formProps('profile', profileOf(person))} />
      <PasswordForm {...formProps('password', {})} />
      <IdentitiesSection identities={identities} />
      <SecondFactorSection
        factor={factor}
        passkeys={bodyOf(passkeys, at).items}
        waits={isUnproven(visit, person)}
      />
      <EmailForm {...formProps('email', {})} person={person} proof={proof} />
      <SessionList {...bodyOf(sessions, at)} part={sessionsOn(visit)} />
      <ExportSection file={bodyOf(file, at)} />
      <OtherPages />
    </>,
  )
}

const Intro = () => (
  <div>
    <h1>Account</h1>
    <p class="lead">Who you are here, how you sign in, and where you are signed in.</p>
  </div>
)

const profileOf = ({ name, locale, timezone }: Person): Form => ({
  name,
  locale: locale ?? '',
  timezone: timezone ?? '',
})

const OtherPages = () => (
  <section class="card close" aria-labelledby="others">
    <h2 id="others">Beyond this page</h2>
    <p>
      Changing your password ends neither <a href="/settings/applications">connected applications</a> nor{' '}
      <a href="/account/keys">API keys</a>; end those on their own pages.
    </p>
    <p>
      <a href="/account/delete">Delete your account</a> if you no longer need it.
    </p>
  </section>
)
