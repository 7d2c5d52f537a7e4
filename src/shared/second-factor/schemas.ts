import * as z from 'zod'
import { moment, text } from '../../kit/fields.ts'

const bytes = (maxLength: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'must be base64url')
    .max(maxLength, `at most ${maxLength} characters`)
    .meta({ example: 'Jx3yQ2kq8sVtYb1c' })

const credential = {
  id: bytes(1400).describe('Identifies the passkey, base64url'),
  rawId: bytes(1400).describe('The same'),
  type: z.literal('public-key').describe('Always public-key'),
}

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
    response: z
      .object({
        clientDataJSON: bytes(4000).describe('As the browser gives it, base64url'),
        authenticatorData: bytes(4000).describe('As the browser gives it, base64url'),
        signature: bytes(4000).describe('The signature of the authenticator, base64url'),
        userHandle: bytes(200).nullish().describe('As the browser gives it, base64url'),
      })
      .describe('What the authenticator signed'),
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
  z.object({
    id: z.string().describe('Identifies the passkey, base64url'),
    type: z.literal('public-key').describe('Always public-key'),
    transports: z.array(z.string()).describe('How the browser can reach it'),
  }),
)

export const PasskeyRequestOptions = z
  .object({
    challenge: z.string().describe('What the authenticator has to sign, base64url'),
    rpId: z.string().describe('The host that the passkeys are bound to'),
    allowCredentials: credentials.describe('The passkeys of the account'),
    userVerification: z
      .enum(['preferred', 'required'])
      .describe('Whether the authenticator has to verify the person'),
    timeout: z.int().describe('Milliseconds that the browser should wait'),
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
  .object({
    ticket: z
      .string()
      .describe('Says to the next request what this one proved; it works once, for a few minutes'),
    expires_at: moment().describe('Until when it can be proven'),
    options: PasskeyRequestOptions,
  })
  .meta({ id: 'PasskeyRequest' })
