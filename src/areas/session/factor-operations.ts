import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import { area, read, write } from '../../kit/operation.ts'
import { answer, jsonb } from '../../kit/sql.ts'
import { newRecoveryCodes } from '../../shared/second-factor/recovery-codes.ts'
import { type StoredTotp, openSecret, uriOf } from '../../shared/second-factor/totp.ts'
import { confirmation, hashesOf, newTotp } from './factor-preflights.ts'
import {
  Proof,
  RecoveryCodes,
  SecondFactor,
  TotpConfirmation,
  TotpConfirmed,
  TotpSetup,
} from './factor-schemas.ts'
import { passkeyOperations } from './passkey-operations.ts'
import { guardedProof, provenBy, requireProvenAddress } from '../../shared/second-factor/proof.ts'

type ProofBody = z.output<typeof Proof>
const password = 'correct horse battery'

export default area('second-factor', 'Session and account', {}, [
  read({
    id: 'getSecondFactor',
    summary: 'Tell whether a second factor guards my account',
    at: 'GET ~/auth/second-factor',
    role: 'signed_in',
    not: ['api_key', 'oauth', 'impersonation'],
    returns: SecondFactor,
    run: () => answer(sql`app.my_second_factor()`),
  }),
  write({
    id: 'beginTotp',
    summary: 'Begin to set up an authenticator app',
    at: 'POST ~/auth/second-factor/totp',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: null,
    body: Proof,
    returns: TotpSetup,
    refuses: [429],
    details:
      'The secret is shown once; confirmTotp turns it on. Beginning again replaces one that was not confirmed. 409 where ' +
      'an app is on already, while your e-mail address is not verified, and where the deployment has no SEALING_KEYS. ' +
      'A wrong password counts as it does for ' +
      'changePassword, and so does a wrong code.',
    example: { body: { password } },
    preflight: guardedProof<ProofBody>(newTotp),
    run: ({ preflightResult, outside }) => {
      const { proven, used, id, sealed } = provenBy(preflightResult)
      return [
        ...requireProvenAddress(outside),
        answer(sql`app.begin_totp(${proven}, ${used}, ${id}::uuid, ${sealed}::jsonb)`),
      ]
    },
    transform: async (result, { outside, settings }) => {
      const totp = JSON.parse(result) as StoredTotp & { email: string }
      const secret = await openSecret(outside.sealingKeys(), totp)
      return JSON.stringify({ secret, uri: uriOf(secret, settings.appName, totp.email) })
    },
  }),
  write({
    id: 'confirmTotp',
    summary: 'Turn my authenticator app on with a code of it',
    at: 'POST ~/auth/second-factor/totp/confirm',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'account.totp_on',
    body: TotpConfirmation,
    returns: TotpConfirmed,
    details:
      'From then on signing in requires a code too. Each code works once; the clock may differ by 30 seconds.',
    example: { body: { code: '{totp_code}' } },
    preflight: confirmation,
    run: ({ preflightResult }) => {
      const { id, step } = provenBy(preflightResult)
      const codes = newRecoveryCodes()
      return answer(sql`json_build_object('recovery_codes', case when app.confirm_totp(${id}::uuid, ${step}::int,
        ${hashesOf(preflightResult, codes)}) then ${jsonb(codes)} end)`)
    },
  }),
  write({
    id: 'turnOffTotp',
    summary: 'Turn my authenticator app off',
    at: 'DELETE ~/auth/second-factor/totp',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'account.totp_off',
    body: Proof,
    status: 204,
    refuses: [429],
    details: 'Recovery codes go with the last factor of an account.',
    example: { body: { password, code: '{guarded_code}' } },
    preflight: guardedProof<ProofBody>(),
    run: ({ preflightResult }) => {
      const { proven, used } = provenBy(preflightResult)
      return sql`select app.disable_totp(${proven}, ${used})`
    },
  }),
  write({
    id: 'createRecoveryCodes',
    summary: 'Get ten new recovery codes in the place of those before',
    at: 'POST ~/auth/second-factor/recovery-codes',
    role: 'signed_in',
    not: ['api_key', 'oauth'],
    audit: 'account.recovery_codes_made',
    body: Proof,
    returns: RecoveryCodes,
    refuses: [429],
    details: 'Whoever loses the app or passkey signs in with one of them. 409 where no second factor is on.',
    example: { body: { password, code: '{guarded_code}' } },
    preflight: guardedProof<ProofBody>(),
    run: ({ preflightResult }) => {
      const { proven, used } = provenBy(preflightResult)
      const codes = newRecoveryCodes()
      return [
        sql`select app.create_recovery_codes(${proven}, ${used}, ${hashesOf(preflightResult, codes)})`,
        answer(jsonb({ recovery_codes: codes })),
      ]
    },
  }),
  ...passkeyOperations,
])
