import { show } from './layout.tsx'
import { safeNext } from './next.ts'
import { Field, Hidden, Summary } from './parts.tsx'
import { goTo, noProblems, type Page, problemsOf, troubleOf, type Visit } from './visit.ts'

/** What the API answers where the first step was right and a second factor is on. */
export type Asked = { ticket: string; methods: string[]; passkey: object | null }

const labels = { code: 'Code' }

/** The page that asks for the second factor, after the first step. */
export const askSecondStep = (
  visit: Visit,
  next: string | null,
  { ticket }: Pick<Asked, 'ticket'>,
  problems = noProblems,
  status = 200,
) =>
  show(
    visit,
    { title: problems === noProblems ? 'One more step' : 'Problem: One more step', alone: 'slim', status },
    <div class="card stack">
      <h1>One more step</h1>
      <Summary problems={problems} labels={labels} />
      <form class="stack" method="post" action="/login/second-factor" novalidate>
        <Hidden fields={{ next: next ?? undefined, ticket }} />
        <Field
          name="code"
          label={labels.code}
          problems={problems}
          autocomplete="one-time-code"
          maxlength={40}
          hint="Of your authenticator app, or a recovery code."
        />
        <button class="primary whole">Sign in</button>
      </form>
    </div>,
  )

export const proveSecondStep: Page = async (visit) => {
  const { ticket = '', code = '', next } = visit.form
  const reply = await visit.api.send('POST', '/api/v1/auth/login/second-factor', { body: { ticket, code } })
  if (reply.status === 200) return goTo(safeNext(next) ?? '/dashboard')
  if (reply.status >= 500) throw troubleOf(reply)
  const problems = problemsOf(reply, ['code'])
  return askSecondStep(visit, safeNext(next), { ticket }, problems, reply.status)
}
