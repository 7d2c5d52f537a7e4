import type { FormOptions } from '../kit/forms.tsx'
import type { Read } from '../kit/operations.ts'
import { say } from '../kit/say.ts'
import type { Form } from '../kit/page-request.ts'
import { type PasskeyChallenge, PasskeyButton, passkeyOf } from './passkey-button.tsx'

/** Whether a second factor is on, and the passkey challenge; undefined if the person has no passkey. */
export type Proof = { on: boolean; challenge: PasskeyChallenge | undefined }

/** The fields that prove who sends a form: the password and, if a second factor is on, a code or a passkey. */
export const proofFields = {
  password: { label: 'Password', type: 'password', autocomplete: 'current-password' },
  code: {
    label: 'Code of your second factor',
    hint: 'The six digits that your authenticator app shows, or a recovery code.',
    autocomplete: 'one-time-code',
    isNeeded: true,
  },
} as const

/** What a form with a proof sends beside its fields: a passkey takes the place of the code. */
export const proven = {
  also: (form: Form) => {
    const passkey = passkeyOf(form)
    return passkey ? { passkey, code: undefined } : {}
  },
  saidAt: { passkey: 'code' },
}

/** How a form asks for the proof. */
export const asking = ({ on, challenge }: Proof, { password = true } = {}): FormOptions => ({
  except: [...(on ? [] : ['code']), ...(password ? [] : ['password'])],
  below:
    on && challenge ? (
      <PasskeyButton action="get" challenge={challenge} label={say('Use a passkey instead of a code')} />
    ) : null,
})

/** What the proof of the signed-in person takes. */
export async function proofOf(read: Read, factor = read('getSecondFactor')): Promise<Proof> {
  const { on, passkeys } = await factor
  // Without a challenge a code still works.
  const offered = passkeys ? await read('provePasskey').catch(() => undefined) : undefined
  const challenge = offered?.options ? { ticket: offered.ticket, options: offered.options } : undefined
  return { on, challenge }
}
