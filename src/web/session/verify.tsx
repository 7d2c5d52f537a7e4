import type { FC, PropsWithChildren } from 'hono/jsx'
import { outsideOf } from '../../shared/outside.ts'
import { show } from '../kit/layout.tsx'
import { Hidden, Notice } from '../kit/parts.tsx'
import {
  bodyOf,
  type Failure,
  type Me,
  me,
  meOrNull,
  type Page,
  sentence,
  pageErrorOf,
  type Visit,
} from '../kit/visit.ts'

type Person = Me & { email_verified: boolean }

/** Whether a person can and has to verify their address. */
export const isUnproven = ({ c }: Visit, person: Me) =>
  !(person as Person).email_verified && outsideOf(c.env).mail.missing === null

/** Reminds them of that. */
export const VerifyNotice: FC<{ visit: Visit; person: Me }> = ({ visit, person }) =>
  !isUnproven(visit, person) ? null : (
    <Notice kind="plain">
      <p>
        <a href="/verify">Confirm that {person.email} is yours</a>, so that mail reaches you and nobody else.
      </p>
    </Notice>
  )

/** Mail scanners open links too, so the link verifies nothing until the button is pressed. */
export const showVerify: Page = async (visit) => {
  const { token } = visit.query
  if (!token) return ownAddressPage(visit)
  return page(
    visit,
    'Confirm your e-mail address',
    <>
      <p>Press the button to confirm that you received our mail.</p>
      <form method="post" action="/verify">
        <Hidden fields={{ token }} />
        <button class="primary full">Confirm the address</button>
      </form>
    </>,
  )
}

export const verify: Page = async (visit) => {
  const { token = '' } = visit.form
  const reply = await visit.api.send('POST', '/api/v1/auth/email/verify', { body: { token } })
  const person = await meOrNull(visit)
  if (reply.status === 204)
    return page(
      visit,
      'Your address is confirmed',
      <Onward person={person}>Thank you. There is nothing else to do.</Onward>,
    )
  if (reply.status !== 404 && reply.status !== 422) throw pageErrorOf(reply)
  return page(visit, 'This link does not work any more', <Ended person={person} />, 404)
}

const Ended: FC<{ person: Me | null }> = ({ person }) => (
  <>
    <p>It was used already, it is older than 24 hours, or it is incomplete.</p>
    {person ? (
      <SendForm label="Send a new mail" />
    ) : (
      <p>
        <a class="button primary" href="/login?next=%2Fverify">
          Sign in to get a new mail
        </a>
      </p>
    )}
  </>
)

export const sendVerification: Page = async (visit) => {
  const reply = await visit.api.call<{ email: string } & Failure>('POST', '/api/v1/auth/email/verify/send')
  if (reply.status === 409)
    return ownAddressPage(visit, sentence(reply.body.error?.message ?? 'no mail can be sent'), 409)
  const { email } = bodyOf(reply, '/verify')
  return page(
    visit,
    'Check your mailbox',
    <>
      <p>A mail to {email} is on its way. Its link works once, for 24 hours.</p>
      <p class="hint">Nothing there? Check your spam folder, or try again in a few minutes.</p>
      <Onward person={{ id: '', name: '', email }} />
    </>,
  )
}

/** The signed-in person's own address. */
async function ownAddressPage(visit: Visit, problem?: string, status = 200): Promise<Response> {
  const person = (await me(visit)) as Person
  const title = person.email_verified ? 'Your address is confirmed' : 'Confirm your e-mail address'
  return page(
    visit,
    title,
    <>
      {problem ? (
        <Notice kind="bad" title="That did not work">
          <p>{problem}</p>
        </Notice>
      ) : null}
      {person.email_verified ? (
        <Onward person={person}>{person.email} is yours.</Onward>
      ) : (
        <>
          <p>
            We mail a link to {person.email}. Until you open it, nobody can be sure that the address is yours.
          </p>
          <SendForm label="Send the mail" />
        </>
      )}
    </>,
    status,
  )
}

const SendForm: FC<{ label: string }> = ({ label }) => (
  <form method="post" action="/verify/send">
    <button class="primary full">{label}</button>
  </form>
)

const Onward: FC<PropsWithChildren<{ person: Me | null }>> = ({ person, children }) => (
  <>
    {children ? <p>{children}</p> : null}
    <p>
      <a class="button" href={person ? '/dashboard' : '/login'}>
        {person ? 'Go to your dashboard' : 'Sign in'}
      </a>
    </p>
  </>
)

const page = (visit: Visit, title: string, body: ReturnType<FC>, status = 200) =>
  show(
    visit,
    { title, centered: 'slim', status },
    <div class="card stack">
      <h1>{title}</h1>
      {body}
    </div>,
  )
