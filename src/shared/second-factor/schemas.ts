import * as z from 'zod'
import { moment, text } from '../../kit/fields.ts'

const bytes = (maxLength: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'must be base64url')
    .max(maxLength, `at most ${maxLength} characters`)
    .meta({ example: 'Jx3yQ2kq8sVtYb1c' })

const credential = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') }

/** What `PublicKeyCredential.toJSON()` gives, as far as it is read. */
export const PasskeyRegistration = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4000),
      attestationObject: bytes(8000),
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  })
  .meta({ id: 'PasskeyRegistration', description: 'What navigator.credentials.create() gave, as JSON' })

export const PasskeyAssertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(4000),
      authenticatorData: bytes(4000),
      signature: bytes(4000),
      userHandle: bytes(200).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAssertion', description: 'What navigator.credentials.get() gave, as JSON' })

export const ticket = () =>
  z.string().max(3000, 'at most 3000 characters').meta({
    description: 'The ticket that the step before answered; it works once and for five minutes',
  })

export const code = () =>
  text(40).meta({
    description: 'Six digits of the authenticator app, or a recovery code; each works once',
    example: '287082',
  })

/** The fields by which a person with a second factor proves it, beside the password. */
export const secondFactor = {
  code: code().optional(),
  passkey: z
    .strictObject({ ticket: ticket(), response: PasskeyAssertion })
    .meta({ id: 'PasskeyProof', description: 'A passkey in place of `code`; provePasskey gives the ticket' })
    .optional(),
}

const credentials = z.array(
  z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }),
)

export const PasskeyRequestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    allowCredentials: credentials,
    userVerification: z.enum(['preferred', 'required']),
    timeout: z.int(),
  })
  .meta({ id: 'PasskeyRequestOptions', description: 'For navigator.credentials.get(), as JSON' })

export const PasskeyCreationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    excludeCredentials: credentials,
    authenticatorSelection: z.object({
      residentKey: z.literal('preferred'),
      userVerification: z.literal('preferred'),
    }),
    attestation: z.literal('none'),
    timeout: z.int(),
  })
  .meta({ id: 'PasskeyCreationOptions', description: 'For navigator.credentials.create(), as JSON' })

export const PasskeyRequest = z
  .object({ ticket: z.string(), expires_at: moment(), options: PasskeyRequestOptions })
  .meta({ id: 'PasskeyRequest' })
