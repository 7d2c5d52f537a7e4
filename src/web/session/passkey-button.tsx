import type { FC } from 'hono/jsx'
import { Hidden } from '../kit/parts.tsx'
import type { Form } from '../kit/page-request.ts'

/** The options and the ticket for using or creating a passkey, as the API returns them. */
export type PasskeyChallenge = { ticket: string; options: object }

type ButtonProps = { action: 'get' | 'create'; challenge: PasskeyChallenge; label: string; primary?: boolean }

/**
 * A button that lets the browser use or create a passkey and then submits its form with the result. It stays hidden without
 * scripts, or in a browser without passkeys.
 */
export const PasskeyButton: FC<ButtonProps> = ({
  action,
  challenge: { ticket, options },
  label,
  primary,
}) => (
  <div class="passkey" hidden>
    <Hidden fields={{ passkey_ticket: ticket }} />
    <input type="hidden" name="passkey" />
    <button
      type="button"
      class={primary ? 'primary full' : 'full'}
      data-passkey={action}
      data-options={JSON.stringify(options)}
    >
      {label}
    </button>
    <p class="problem" role="alert" hidden></p>
  </div>
)

/** The passkey response in a submitted form; undefined if there is none or it is not JSON. */
export function passkeyOf({ passkey = '', passkey_ticket = '' }: Form) {
  if (!passkey) return undefined
  try {
    return { ticket: passkey_ticket, response: JSON.parse(passkey) as object }
  } catch {
    return undefined
  }
}
