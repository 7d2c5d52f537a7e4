import type { FC } from 'hono/jsx'
import type { Reply } from '../kit/api.ts'
import { type PasskeyChallenge, PasskeyButton, passkeyOf } from './passkey-button.tsx'
import { Field } from '../kit/inputs.tsx'
import type { SecondFactor } from './second-factor.tsx'
import { bodyOf, type Form, type Me, me, type Problems, problemsOf, type Visit } from '../kit/visit.ts'

export const proofLabels = { password: 'Password', code: 'Code of your second factor' }

/** Whether a second factor is on, and the passkey challenge; undefined if the person has no passkey. */
export type ProofRequirements = { on: boolean; challenge: PasskeyChallenge | undefined }

type Props = ProofRequirements & { problems: Problems; password?: boolean }

/** The fields that prove who sends a form: the password and, if a second factor is on, a code or a passkey. */
export const ProofFields: FC<Props> = ({ on, challenge, problems, password = true }) => (
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
        hint={`The six digits that your authenticator app shows, or a recovery code${challenge ? '; or use a passkey below' : ''}.`}
      />
    ) : null}
    {on && challenge ? (
      <PasskeyButton action="get" challenge={challenge} label="Use a passkey instead of a code" />
    ) : null}
  </>
)

export const secondFactorOf = async ({ api }: Visit, back: string): Promise<SecondFactor> =>
  bodyOf(await api.call<SecondFactor>('GET', '/api/v1/auth/second-factor'), back)

export async function proofRequirementsOf(
  { api }: Visit,
  { on, passkeys }: SecondFactor,
): Promise<ProofRequirements> {
  if (!passkeys) return { on, challenge: undefined }
  const reply = await api.call<PasskeyChallenge>('GET', '/api/v1/auth/passkeys/challenge')
  return { on, challenge: reply.status === 200 ? reply.body : undefined }
}

/** The signed-in person and what their proof requires; `back` is where they return to after signing in. */
export async function personAndProof(
  visit: Visit,
  back: string,
): Promise<{ person: Me; proof: ProofRequirements }> {
  const [person, factor] = await Promise.all([me(visit, back), secondFactorOf(visit, back)])
  return { person, proof: await proofRequirementsOf(visit, factor) }
}

/** The proof in a submitted form: its password and second factor. */
export function proofOf(form: Form) {
  const passkey = passkeyOf(form)
  const code = form.code?.trim()
  return {
    password: form.password ?? '',
    ...(passkey ? { passkey } : code ? { code } : {}),
  }
}

/** The errors of a form with a proof; those of the passkey, which has no field, become general ones. */
export function proofProblems(reply: Reply, names: string[]): Problems {
  const { fields, general } = problemsOf(reply, [...names, 'passkey'])
  const { passkey, ...shown } = fields
  const passkeyProblem = passkey && `The passkey ${passkey.charAt(0).toLowerCase()}${passkey.slice(1)}`
  return { fields: shown, general: passkeyProblem ? [...general, passkeyProblem] : general }
}
