import type { Child, FC, PropsWithChildren } from 'hono/jsx'
import { show } from '../kit/layout.tsx'
import { Hidden, Notice, Summary } from '../kit/parts.tsx'
import { Field } from '../kit/inputs.tsx'
import { type Page, problemsOf, type Problems, noProblems, pageErrorOf, type Visit } from '../kit/visit.ts'

/**
 * The pages that links in mail open. Opening one changes nothing, since mail scanners open links too: a button confirms.
 */
type Link = { at: string; title: string; lead: Child; button: string }

const resetting: Link = {
  at: '/reset',
  title: 'Choose a new password',
  lead: 'You will be signed out everywhere, and then sign in with it.',
  button: 'Change password',
}
const confirming: Link = {
  at: '/confirm-address',
  title: 'Confirm your new e-mail address',
  lead: 'From then on you sign in with the address that the mail came to.',
  button: 'Confirm the address',
}
const undoing: Link = {
  at: '/undo-address',
  title: 'Undo the change',
  lead:
    'Your account returns to the address that the e-mail came to, everyone is signed out, and the password no longer ' +
    'works: another e-mail lets you choose a new one.',
  button: 'Undo the change',
}

const labels = { new_password: 'New password' }
const tokenOf = ({ query, form }: Visit) => form.token ?? query.token ?? ''

export const showReset: Page = (visit) => linkPage(visit, resetting, noProblems)
export const showConfirm: Page = (visit) => linkPage(visit, confirming, noProblems)
export const showUndo: Page = (visit) => linkPage(visit, undoing, noProblems)

export const reset: Page = async (visit) => {
  const body = { token: tokenOf(visit), new_password: visit.form.new_password ?? '' }
  return submitLink(visit, resetting, '/api/v1/auth/password/reset', body, <Reset />)
}

export const confirm: Page = (visit) =>
  submitLink(visit, confirming, '/api/v1/auth/email/confirm', { token: tokenOf(visit) }, <Confirmed />)

export const undo: Page = (visit) =>
  submitLink(visit, undoing, '/api/v1/auth/email/undo', { token: tokenOf(visit) }, <Undone />)

async function submitLink(visit: Visit, link: Link, path: string, body: object, done: Child) {
  const reply = await visit.api.send('POST', path, { body })
  if (reply.status === 204) return show(visit, { title: 'Done', centered: 'slim' }, <Card>{done}</Card>)
  if (reply.status === 404) return deadLink(visit)
  if (![409, 422, 429].includes(reply.status)) throw pageErrorOf(reply)
  return linkPage(visit, link, problemsOf(reply, ['new_password']), reply.status)
}

function linkPage(visit: Visit, link: Link, problems: Problems, status?: number) {
  const token = tokenOf(visit)
  if (!token) return deadLink(visit)
  return show(
    visit,
    { title: status ? `Problem: ${link.title}` : link.title, centered: 'slim', status },
    <Card>
      <h1>{link.title}</h1>
      <p>{link.lead}</p>
      <Summary problems={problems} labels={labels} />
      <form class="stack" method="post" action={link.at} novalidate>
        <Hidden fields={{ token }} />
        {link === resetting ? <NewPassword problems={problems} /> : null}
        <button class="primary full">{link.button}</button>
      </form>
    </Card>,
  )
}

const Card: FC<PropsWithChildren> = ({ children }) => <div class="card stack">{children}</div>

const NewPassword: FC<{ problems: Problems }> = ({ problems }) => (
  <Field
    name="new_password"
    type="password"
    label={labels.new_password}
    problems={problems}
    autocomplete="new-password"
    hint="At least 8 characters. A few words in a row are easy to remember and hard to guess."
  />
)

const deadLink = (visit: Visit) =>
  show(
    visit,
    { title: 'This link is no longer valid', centered: 'slim', status: 404 },
    <Card>
      <h1>This link is no longer valid</h1>
      <p>It is incomplete, was already used, has expired, or was replaced by a later one.</p>
      <div class="actions">
        <a class="button" href="/forgot">
          Ask for a new password
        </a>
        <a class="button" href="/account">
          Go to your account
        </a>
      </div>
    </Card>,
  )

const Reset: FC = () => (
  <>
    <h1>Your password is changed</h1>
    <Notice kind="good">
      <p>You are signed out everywhere. Sign in with the new password.</p>
    </Notice>
    <p>
      <a class="button primary full" href="/login?next=%2Faccount">
        Sign in
      </a>
    </p>
    <OtherCredentials />
  </>
)

const Confirmed: FC = () => (
  <>
    <h1>Your address is confirmed</h1>
    <Notice kind="good">
      <p>From now on you sign in with it.</p>
    </Notice>
    <p>
      <a class="button" href="/account">
        Go to your account
      </a>
    </p>
  </>
)

const Undone: FC = () => (
  <>
    <h1>Your old address is back</h1>
    <Notice kind="good">
      <p>Everyone is signed out. We have sent a link to choose a new password to this address.</p>
    </Notice>
    <p>
      <a class="button" href="/forgot">
        No mail? Ask for another
      </a>
    </p>
    <OtherCredentials />
  </>
)

const OtherCredentials: FC = () => (
  <p class="small">
    Look through your <a href="/settings/keys">API keys</a> and{' '}
    <a href="/settings/applications">connected applications</a> too: a new password may leave them working.
  </p>
)
