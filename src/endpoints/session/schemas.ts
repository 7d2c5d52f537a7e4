import * as z from 'zod'
import { SignInProvider } from '../../areas/session/schemas.ts'
import { moment } from '../../kit/fields.ts'
import { email } from '../../shared/email.ts'
import { knownPassword, newPassword } from '../../shared/passwords.ts'
import { code, PasskeyAssertion, PasskeyRequestOptions, ticket } from '../../shared/second-factor/schemas.ts'
import { nameText } from '../../shared/names.ts'
import { timezone } from '../../shared/timezone.ts'

export const Registration = z
  .strictObject({
    email: email(),
    password: newPassword(),
    name: nameText(120).meta({ description: "The person's name", example: 'Ada Lovelace' }),
  })
  .meta({ id: 'Registration' })

export const Login = z
  .strictObject({ email: email(), password: knownPassword().describe('The password of the account') })
  .meta({ id: 'Login' })

export const ForgottenPassword = z.strictObject({ email: email() }).meta({ id: 'ForgottenPassword' })

const token = () =>
  z.string().max(200, 'at most 200 characters').meta({
    description: 'The value of `token` in the link that came by mail',
    example: 'svc_mail_4fQ1nN7vT2kX9bY6cZ3mR8wL5pJ0hD1xW2uG',
  })
export const PasswordReset = z
  .strictObject({ token: token(), new_password: newPassword() })
  .meta({ id: 'PasswordReset' })
export const MailedLink = z.strictObject({ token: token() }).meta({ id: 'MailedLink' })
export const EmailVerification = z.strictObject({ token: token() }).meta({ id: 'EmailVerification' })

export const SecondStep = z
  .strictObject({ ticket: ticket(), code: code().optional(), passkey: PasskeyAssertion.optional() })
  .meta({ id: 'SecondStep' })

export const PasskeySignIn = z
  .strictObject({ ticket: ticket(), response: PasskeyAssertion })
  .meta({ id: 'PasskeySignIn' })

/** A refused login: the error, and the next step if only the second factor is missing. */
export const SecondFactorRequired = z
  .object({
    error: z
      .object({
        code: z.string().describe('A word for programs'),
        message: z.string().describe('For people'),
        request_id: z.string().optional().describe('The X-Request-ID of the answer'),
      })
      .describe('What is missing'),
    second_factor: z
      .object({
        ticket: z
          .string()
          .describe('Says to the next request what this one proved; it works once, for a few minutes'),
        expires_at: moment().describe('Until when the ticket works'),
        methods: z.array(z.enum(['totp', 'passkey', 'recovery_code'])).describe('What can prove it'),
        passkey: PasskeyRequestOptions.nullable().describe('For navigator.credentials.get(), as JSON'),
      })
      .optional()
      .meta({ description: 'With the code `second_factor_required`' }),
  })
  .meta({ id: 'SecondFactorRequired' })

export const ProviderStart = z
  .strictObject({
    provider: SignInProvider.describe('The provider to sign in with'),
    next: z.string().max(2000, 'at most 2000 characters').optional().meta({
      description: 'Where the pages go afterwards',
    }),
    ticket: z.string().max(2000, 'at most 2000 characters').optional().meta({
      description: 'Of linkIdentity',
    }),
    timezone: timezone()
      .optional()
      .meta({ description: 'That of the browser; the pages give it to an account that has none' }),
  })
  .meta({ id: 'ProviderStart' })
export const ProviderSignIn = z
  .object({ authorization_url: z.string().describe('Where to send the browser') })
  .meta({ id: 'ProviderSignIn' })
export const ProviderCode = z
  .strictObject({
    provider: SignInProvider.describe('The provider that sent the person back'),
    state: z.string().max(200, 'at most 200 characters').describe('What the provider sent back as state'),
    code: z
      .string()
      .min(1, 'required')
      .max(2000, 'at most 2000 characters')
      .describe('What the provider sent back as code'),
  })
  .meta({ id: 'ProviderCode' })
