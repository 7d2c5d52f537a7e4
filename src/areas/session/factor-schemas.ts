import * as z from 'zod'
import { count, moment } from '../../kit/fields.ts'
import { knownPassword } from '../../shared/passwords.ts'
import {
  code,
  PasskeyCreationOptions,
  PasskeyRegistration,
  secondFactor,
  ticket,
} from '../../shared/second-factor/schemas.ts'
import { nameText } from '../../shared/names.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'

export const SecondFactor = z
  .object({
    on: z.boolean().meta({ description: 'Whether signing in requires more than the password' }),
    totp_since: moment()
      .nullable()
      .meta({ description: 'Since when an authenticator app is on; null without one' }),
    passkeys: count().describe('Passkeys of the account'),
    recovery_codes_left: count().describe('How many are unused'),
    required_by: z.array(z.string()).meta({ description: 'My organizations that require a second factor' }),
  })
  .meta({ id: 'SecondFactor' })

/** The password, and the second factor where one is on. */
export const Proof = z
  .strictObject({ password: knownPassword().describe('The password in use'), ...secondFactor })
  .meta({
    id: 'AccountProof',
  })

export const TotpSetup = z
  .object({
    secret: z.string().meta({ description: 'To type into an app by hand, in base32' }),
    uri: z.string().meta({
      description: 'What the QR code for an app says',
      example: 'otpauth://totp/Service:ada%40example.com?issuer=Service&secret=…',
    }),
  })
  .meta({ id: 'TotpSetup' })

export const TotpConfirmation = z.strictObject({ code: code() }).meta({ id: 'TotpConfirmation' })

const codes = z.array(z.string().meta({ example: '4F7K-92QM-XB3D-HT8W' }))
export const RecoveryCodes = z
  .object({ recovery_codes: codes.describe('Each works once; they are shown only now') })
  .meta({
    id: 'RecoveryCodes',
    description: 'Ten codes, each of which works once; shown only now',
  })
const firstCodes = codes.nullable().meta({
  description: 'Ten codes with the first factor of an account, shown only now; null where there are some',
})
export const TotpConfirmed = z.object({ recovery_codes: firstCodes }).meta({ id: 'TotpConfirmed' })

const name = () => nameText(80).meta({ example: 'Laptop' })

export const Passkey = z
  .object({
    id: ownId,
    name: name().describe('What the person calls it'),
    created_at: createdAt,
    last_used_at: moment().nullable().describe('When it was last used, to the minute; null if never'),
  })
  .meta({ id: 'Passkey' })

export const PasskeyDraft = z
  .strictObject({ ticket: ticket(), name: name().describe('What to call it'), response: PasskeyRegistration })
  .meta({ id: 'PasskeyDraft' })
export const PasskeyAdded = Passkey.extend({ recovery_codes: firstCodes }).meta({ id: 'PasskeyAdded' })
export const PasskeyName = z
  .strictObject({ name: name().describe('What to call it') })
  .meta({ id: 'PasskeyName' })

export const PasskeySetup = z
  .object({
    ticket: z
      .string()
      .describe('Says to the next request what this one proved; it works once, for a few minutes'),
    expires_at: moment().describe('Until when the passkey can be added'),
    options: PasskeyCreationOptions,
  })
  .meta({ id: 'PasskeySetup' })
