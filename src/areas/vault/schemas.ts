import * as z from 'zod'
import {
  credentialActions,
  credentialKinds,
  credentialParts,
  credentialRoles,
} from '../../../db/schema/vault.ts'
import { change, id, idOut, longText, moment, pageOf, paging, text } from '../../kit/fields.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'
import { nameText } from '../../shared/names.ts'
import { labels } from '../../shared/parties.ts'
import { knownPassword } from '../../shared/passwords.ts'
import { codeKeyOf } from '../../shared/second-factor/code-keys.ts'
import { code } from '../../shared/second-factor/schemas.ts'

export const Kind = z.enum(credentialKinds).meta({ id: 'CredentialKind' })
export const MinRole = z.enum(credentialRoles).meta({ id: 'CredentialRole' })

const mostBytes = 16_384
const sizeOf = (value: string) => new TextEncoder().encode(value).byteLength

/** Kept to the byte, as it was sent. */
const secret = () =>
  z
    .string({ error: 'must be a text; to be rid of a secret, delete the credential' })
    .min(1, 'must not be empty')
    .refine((value) => sizeOf(value) <= mostBytes, `at most ${mostBytes} bytes`)
    .meta({
      description:
        'Kept sealed, to the byte; only revealing shows it again. The same one again makes no new version, and the last five are kept',
      'x-brief': null,
      example: 'Xk7-quiet-harbour-41-Lantern',
    })

const totp = () =>
  z
    .string()
    .max(1000, 'at most 1000 characters')
    .superRefine((value, context) => {
      const key = codeKeyOf(value)
      if (typeof key === 'string') context.addIssue({ code: 'custom', message: key, continue: false })
    })
    .meta({
      description:
        'The key for one-time codes: otpauth://totp/…, steam://… or base32. Kept sealed, with versions of its own; only revealing shows it again',
      'x-brief': null,
      example: 'MZXW 6YTB OI7D EMRT',
    })

const url = () =>
  z
    .url({ error: 'must be an address such as https://example.com' })
    .max(500, 'at most 500 characters')
    .refine(
      (value) => !hasUser(value),
      'must not hold a user name or password; send them as their own fields',
    )
    .meta({ description: 'Where it is used', 'x-brief': 'Address', example: 'https://db.example.com' })

const hasUser = (value: string) => {
  const parsed = URL.parse(value)
  return Boolean(parsed && (parsed.username || parsed.password))
}

export const fields = {
  name: nameText(200).meta({ description: 'What it is called', example: 'Database of the shop' }),
  kind: Kind.describe('What it is'),
  username: text(200)
    .nullable()
    .meta({ description: 'Who signs in with it', 'x-brief': 'Login', example: 'shop' }),
  url: url().nullable(),
  client_id: id().nullable().describe('The client whose it is'),
  project_id: id().nullable().describe('The project that uses it; whoever may not open that does not see it'),
  tags: labels().meta({ 'x-brief': null }),
  min_role: MinRole.describe('From which role it is seen and revealed; your own, at most admin, if absent'),
  notes: longText(20_000)
    .nullable()
    .meta({ description: 'Not secret: whoever sees it reads them', 'x-brief': 'Not secret' }),
  expires_at: moment().nullable().meta({ description: 'When it ends; people are reminded before' }),
}

export const CredentialDraft = z
  .strictObject({ ...fields, secret: secret(), totp: totp() })
  .partial()
  .required({ name: true, kind: true })
  .meta({ id: 'CredentialDraft' })
export const CredentialChange = change({
  ...fields,
  secret: secret(),
  totp: totp().nullable(),
}).meta({ id: 'CredentialChange' })

const proof = {
  password: knownPassword().optional().describe('Your password, if you signed in more than 15 minutes ago'),
  code: code().optional(),
}
const reason = () => text(200).min(3, 'at least 3 characters')

export const Reveal = z
  .strictObject({
    reason: reason().meta({
      description: 'Why; the log keeps it',
      example: 'Moving the shop to a new server',
    }),
    part: z
      .enum(credentialParts)
      .optional()
      .describe('What to reveal: secret if absent, or totp, the key for one-time codes'),
    version: z
      .int()
      .min(1, 'must be a version of the secret')
      .optional()
      .describe('An older version of it, of the last five'),
    ...proof,
  })
  .meta({ id: 'CredentialReveal' })
export const Revealed = z
  .object({
    secret: z
      .string()
      .nullable()
      .meta({ description: 'The secret; null where the request is repeated with its Idempotency-Key' }),
    secret_version: z.int().describe('Which version it is'),
  })
  .meta({ id: 'RevealedCredential' })

export const ShowCode = z
  .strictObject({
    reason: reason().optional().meta({ description: 'Why; the log keeps it', example: 'Signing in' }),
    ...proof,
  })
  .meta({ id: 'CredentialCodeRequest' })
export const ShownCode = z
  .object({
    code: z.string().nullable().meta({
      description: 'The code; null where the request is repeated with its Idempotency-Key',
      example: '003231',
    }),
    valid_until: moment().nullable().describe('Until when it is the one; then there is the next'),
  })
  .meta({ id: 'CredentialCode' })

export const AccessLogEntry = z
  .object({
    id: ownId,
    action: z.enum(credentialActions).describe('What was done'),
    credential_id: idOut().nullable().describe('Which credential; null where it is about all of the vault'),
    credential_name: z.string().nullable().describe('What it was called'),
    secret_version: z.int().nullable().describe('The version of the secret'),
    fields: z.array(z.string()).describe('What was changed, or totp where its key was revealed'),
    reason: z.string().nullable().describe('Why it was revealed'),
    attempts: z
      .int()
      .nullable()
      .describe('How often within ten minutes, where it was denied; a list has one entry in ten minutes'),
    actor: z
      .object({
        user_id: idOut().describe('Who it is'),
        name: z.string().describe('As they were called then'),
      })
      .nullable()
      .describe('Who did it; null for the service itself'),
    auth_kind: z
      .string()
      .meta({ description: 'What the person used: user, api_key, oauth', example: 'user' }),
    ip: z.string().nullable().describe('From which address'),
    user_agent: z.string().nullable().describe('With which browser or program'),
    created_at: createdAt,
  })
  .meta({ id: 'CredentialAccess' })
export const AccessLog = pageOf(AccessLogEntry)
export const AccessLogFilter = z.strictObject({
  action: z.enum(credentialActions).optional().describe('Only what was done like this'),
  ...paging,
})

export const VaultLogFilter = AccessLogFilter.extend({
  user_id: id().optional().describe('Only what this person did'),
})

export const Rewrapped = z
  .object({
    done: z.int().describe('How many secrets are under the current key now that were not'),
    remaining: z.int().describe('How many are under another key still; call again until there are none'),
  })
  .meta({ id: 'RewrappedSecrets' })
