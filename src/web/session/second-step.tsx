import { show } from '../kit/layout.tsx'
import { safeNext } from '../kit/next.ts'
import { Hidden, Summary } from '../kit/parts.tsx'
import { Field } from '../kit/inputs.tsx'
import { PasskeyButton, passkeyOf } from './passkey-button.tsx'
import {
  redirectTo,
  noProblems,
  type Page,
  type Problems,
  pageErrorOf,
  problemsOf,
  type Visit,
} from '../kit/visit.ts'

/** The API's response if the password was right and a second factor is on. */
export type SecondStep = { ticket: string; methods: string[]; passkey: object | null }

const labels = { code: 'Code' }

/** The page that asks for the second factor. */
export function showSecondStep(
  visit: Visit,
  next: string | null,
  secondStep: SecondStep,
  problems = noProblems,
  status = 200,
) {
  const { ticket, methods, passkey } = secondStep
  const challenge = passkey && { ticket, options: passkey }
  const acceptsCodes = methods.some((method) => method !== 'passkey')
  return show(
    visit,
    { title: problems === noProblems ? 'One more step' : 'Problem: One more step', centered: 'slim', status },
    <>
      <div class="card stack">
        <h1>One more step</h1>
        <Summary problems={problems} labels={labels} />
        <form class="stack" method="post" action="/login/second-factor" novalidate>
          <Hidden
            fields={{ next: next ?? undefined, ticket, methods: methods.join(' '), options: textOf(passkey) }}
          />
          {challenge ? (
            <PasskeyButton action="get" challenge={challenge} label="Use a passkey" primary />
          ) : null}
          {acceptsCodes ? <Code methods={methods} problems={problems} /> : null}
          {acceptsCodes ? <button class={passkey ? 'full' : 'primary full'}>Sign in</button> : null}
        </form>
        <p class="small">
          Lost it? A recovery code works too. Without one, only the operators of this service can let you in.
        </p>
      </div>
      <p class="after">
        <a href="/login">Start again</a>
      </p>
    </>,
  )
}

const textOf = (passkey: object | null) => (passkey ? JSON.stringify(passkey) : undefined)

const Code = ({ methods, problems }: { methods: string[]; problems: Problems }) => (
  <Field
    name="code"
    label={labels.code}
    problems={problems}
    autocomplete="one-time-code"
    hint={
      methods.includes('totp')
        ? 'The six digits that your authenticator app shows, or a recovery code.'
        : 'A recovery code.'
    }
  />
)

export const proveSecondStep: Page = async (visit) => {
  const { ticket = '', code = '', next } = visit.form
  const passkeyReply = passkeyOf(visit.form)
  const proof = passkeyReply ? { passkey: passkeyReply.response } : { code }
  const reply = await visit.api.send('POST', '/api/v1/auth/login/second-factor', {
    body: { ticket, ...proof },
  })
  if (reply.status === 200) return redirectTo(safeNext(next) ?? '/dashboard')
  if (reply.status >= 500) throw pageErrorOf(reply)
  // An error of the code is shown beside it, although it is a 401.
  const problems = problemsOf(reply.status === 401 ? { ...reply, status: 422 } : reply, ['code'])
  return showSecondStep(visit, safeNext(next), secondStepFrom(visit), problems, reply.status)
}

/** Rebuilt from the submitted form: the ticket stays valid after a wrong code. */
function secondStepFrom({ form: { ticket = '', methods = 'totp', options = '' } }: Visit): SecondStep {
  return { ticket, methods: methods.split(' '), passkey: objectOf(options) }
}

function objectOf(text: string): object | null {
  try {
    return text ? (JSON.parse(text) as object) : null
  } catch {
    return null
  }
}
