import { show } from './layout.tsx'
import { safeNext } from './next.ts'
import { Field, Hidden, Summary } from './parts.tsx'
import { PasskeyButton, passkeyOf } from './passkey-button.tsx'
import { proofProblems } from './proof.tsx'
import { goTo, noProblems, type Page, type Problems, troubleOf, type Visit } from './visit.ts'

/** What the API answers where the password was right and a second factor is on. */
export type Asked = { ticket: string; methods: string[]; passkey: object | null }

const labels = { code: 'Code' }

/** The page that asks for the second factor, after the first step. */
export function askSecondStep(
  visit: Visit,
  next: string | null,
  asked: Asked,
  problems = noProblems,
  status = 200,
) {
  const { ticket, methods, passkey } = asked
  const types = methods.some((method) => method !== 'passkey')
  return show(
    visit,
    { title: problems === noProblems ? 'One more step' : 'Problem: One more step', alone: 'slim', status },
    <>
      <div class="card stack">
        <h1>One more step</h1>
        <Summary problems={problems} labels={labels} />
        <form class="stack" method="post" action="/login/second-factor" novalidate>
          <Hidden
            fields={{ next: next ?? undefined, ticket, methods: methods.join(' '), options: textOf(passkey) }}
          />
          {passkey ? (
            <PasskeyButton does="get" asked={{ ticket, options: passkey }} says="Use a passkey" primary />
          ) : null}
          {types ? <Code methods={methods} problems={problems} /> : null}
          {types ? <button class={passkey ? 'whole' : 'primary whole'}>Sign in</button> : null}
        </form>
        <p class="small">
          Lost it? A recovery code works too. Without one, only the operators of this service can let you in.
        </p>
      </div>
      <p class="after">
        <a href="/login">Begin again</a>
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
    maxlength={40}
    hint={
      methods.includes('totp')
        ? 'The six digits that your authenticator app shows, or a recovery code.'
        : 'A recovery code.'
    }
  />
)

export const proveSecondStep: Page = async (visit) => {
  const { ticket = '', code = '', next } = visit.form
  const given = passkeyOf(visit.form)
  const proof = given ? { passkey: given.response } : { code }
  const reply = await visit.api.send('POST', '/api/v1/auth/login/second-factor', {
    body: { ticket, ...proof },
  })
  if (reply.status === 200) return goTo(safeNext(next) ?? '/dashboard')
  if (reply.status >= 500) throw troubleOf(reply)
  // What is wrong with the code stands beside it, although it is a 401.
  const problems = proofProblems(reply.status === 401 ? { ...reply, status: 422 } : reply, ['code'])
  return askSecondStep(visit, safeNext(next), askedAgain(visit), problems, reply.status)
}

/** The page is made of its own form again: the ticket stays good after a wrong code. */
function askedAgain({ form: { ticket = '', methods = 'totp', options = '' } }: Visit): Asked {
  return { ticket, methods: methods.split(' '), passkey: objectOf(options) }
}

function objectOf(text: string): object | null {
  try {
    return text ? (JSON.parse(text) as object) : null
  } catch {
    return null
  }
}
