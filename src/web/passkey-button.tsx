import type { FC } from 'hono/jsx'
import { Hidden } from './parts.tsx'
import type { Reply } from './client.ts'
import { type Form, type Problems, problemsOf, type Visit } from './visit.ts'

/** What the API gives to use or to make a passkey. */
export type PasskeyAsked = { ticket: string; options: object }

type ButtonProps = { does: 'get' | 'create'; asked: PasskeyAsked; says: string; primary?: boolean }

/**
 * A button that has the browser use or make a passkey, and then sends its form with the answer. Without scripts, or in a
 * browser without passkeys, it stays hidden.
 */
export const PasskeyButton: FC<ButtonProps> = ({ does, asked: { ticket, options }, says, primary }) => (
  <div class="passkey" hidden>
    <Hidden fields={{ passkey_ticket: ticket }} />
    <input type="hidden" name="passkey" />
    <button
      type="button"
      class={primary ? 'primary whole' : 'whole'}
      data-passkey={does}
      data-options={JSON.stringify(options)}
    >
      {says}
    </button>
    <p class="problem" role="alert" hidden></p>
  </div>
)

/** The answer of a passkey in a form that was sent; undefined where there is none that could be one. */
export function passkeyOf({ passkey = '', passkey_ticket = '' }: Form) {
  if (!passkey) return undefined
  try {
    return { ticket: passkey_ticket, response: JSON.parse(passkey) as object }
  } catch {
    return undefined
  }
}

/** What a passkey of the person has to sign to prove the second factor; undefined where they have none. */
export async function passkeyAsked({ api }: Visit, passkeys: number): Promise<PasskeyAsked | undefined> {
  if (!passkeys) return undefined
  const reply = await api.call<PasskeyAsked>('GET', '/api/v1/auth/passkeys/challenge')
  return reply.status === 200 ? reply.body : undefined
}

/** The errors of a form that a passkey may have sent, which has no field to show them beside. */
export function proofProblems(reply: Reply, names: string[]): Problems {
  const { fields, above } = problemsOf(reply, [...names, 'passkey'])
  const { passkey, ...shown } = fields
  const said = passkey && `The passkey ${passkey.charAt(0).toLowerCase()}${passkey.slice(1)}`
  return { fields: shown, above: said ? [...above, said] : above }
}
