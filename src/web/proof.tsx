import type { FC } from 'hono/jsx'
import type { Reply } from './client.ts'
import { type PasskeyAsked, PasskeyButton, passkeyOf } from './passkey-button.tsx'
import { Field } from './parts.tsx'
import type { SecondFactor } from './second-factor.tsx'
import { bodyOf, type Form, type Me, me, type Problems, problemsOf, type Visit } from './visit.ts'

export const proofLabels = { password: 'Password', code: 'Code of your second factor' }

/** Whether a second factor is on, and what a passkey of the person has to sign; undefined where they have none. */
export type Guard = { on: boolean; asked: PasskeyAsked | undefined }

type Props = Guard & { problems: Problems; password?: boolean }

/** What proves in a form who sends it: the password, and where a second factor is on its code or a passkey. */
export const ProofFields: FC<Props> = ({ on, asked, problems, password = true }) => (
  <>
    {password ? (
      <Field
        name="password"
        type="password"
        label={proofLabels.password}
        problems={problems}
        autocomplete="current-password"
      />
    ) : null}
    {on ? (
      <Field
        name="code"
        label={proofLabels.code}
        problems={problems}
        autocomplete="one-time-code"
        maxlength={40}
        hint={`The six digits that your authenticator app shows, or a recovery code${asked ? '; or use a passkey below' : ''}.`}
      />
    ) : null}
    {on && asked ? <PasskeyButton does="get" asked={asked} says="Use a passkey instead of a code" /> : null}
  </>
)

export const secondFactorOf = async ({ api }: Visit, back: string): Promise<SecondFactor> =>
  bodyOf(await api.call<SecondFactor>('GET', '/api/v1/auth/second-factor'), back)

export async function guardOf({ api }: Visit, { on, passkeys }: SecondFactor): Promise<Guard> {
  if (!passkeys) return { on, asked: undefined }
  const reply = await api.call<PasskeyAsked>('GET', '/api/v1/auth/passkeys/challenge')
  return { on, asked: reply.status === 200 ? reply.body : undefined }
}

/** Who is signed in, and what their proof takes; `back` is where they return to after signing in. */
export async function guardedPerson(visit: Visit, back: string): Promise<{ person: Me; guard: Guard }> {
  const [person, factor] = await Promise.all([me(visit, back), secondFactorOf(visit, back)])
  return { person, guard: await guardOf(visit, factor) }
}

/** The body of an operation that a form proves, by its password and second factor. */
export function proofOf(form: Form) {
  const passkey = passkeyOf(form)
  const code = form.code?.trim()
  return {
    password: form.password ?? '',
    ...(passkey ? { passkey } : code ? { code } : {}),
  }
}

/** The errors of a form that a passkey may have sent, which has no field to show them beside. */
export function proofProblems(reply: Reply, names: string[]): Problems {
  const { fields, above } = problemsOf(reply, [...names, 'passkey'])
  const { passkey, ...shown } = fields
  const said = passkey && `The passkey ${passkey.charAt(0).toLowerCase()}${passkey.slice(1)}`
  return { fields: shown, above: said ? [...above, said] : above }
}
