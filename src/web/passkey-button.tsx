import type { FC } from 'hono/jsx'
import { Hidden } from './parts.tsx'
import type { Form } from './visit.ts'

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
