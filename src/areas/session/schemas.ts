import * as z from 'zod'
import { signInProviders } from '../../../db/schema/identities.ts'
import { day, idOut, moment, paging, Role } from '../../kit/fields.ts'
import { email } from '../../shared/email.ts'
import { knownPassword, newPassword } from '../../shared/passwords.ts'
import { locale } from '../../shared/locale.ts'
import { RetainedRecords } from '../../shared/retention.ts'
import { secondFactor } from '../../shared/second-factor/schemas.ts'
import { timezone } from '../../shared/timezone.ts'
import { nameText } from '../../shared/names.ts'
import { createdAt, ownId } from '../../shared/common-fields.ts'

export const ApiKeyScope = z
  .object({
    id: ownId,
    name: z.string().describe('What the token is called'),
    organization_id: idOut().describe('The organization it is bound to'),
    project_id: idOut().nullable().describe('The only project that it reaches'),
    read_only: z.boolean().describe('Whether it may read and not write'),
    expires_at: moment().nullable().describe('From when on it is not accepted'),
  })
  .meta({ id: 'ApiKeyScope', description: 'What the personal access token of this request reaches' })

export const SignInProvider = z.enum(signInProviders).meta({ id: 'SignInProvider', example: 'google' })

export const User = z
  .object({
    id: ownId,
    email: z.email().meta({ description: 'E-mail address', example: 'ada@example.com' }),
    name: z.string().meta({ description: "The person's name", example: 'Ada Lovelace' }),
    email_verified: z.boolean().describe('Whether the address was proven by mail'),
    locale: z.string().nullable().meta({
      description: 'My language, as a BCP 47 tag; null for that of the organization',
      example: 'en-GB',
    }),
    timezone: z.string().nullable().meta({
      description: 'My IANA time zone; null for that of the organization',
      example: 'Europe/Madrid',
    }),
    created_at: createdAt,
    api_key: ApiKeyScope.nullable().describe('What the personal access token of this request reaches'),
  })
  .meta({ id: 'User' })

export const MeAnswer = User.extend({
  organizations: z
    .array(
      z.object({
        id: ownId,
        name: z.string().describe('What it is called'),
        slug: z.string().describe('The name in addresses of pages'),
        role: Role.describe('The role in it'),
        viewer_since: moment().nullable().meta({
          description: 'Since when I act as a viewer, whatever my role, as the plan has too few seats',
        }),
        status: z.enum(['active', 'suspended']).describe('Whether it can be used'),
        second_factor_missing: z.boolean().meta({
          description: 'True where it requires a second factor, and I have none: then I cannot enter it',
        }),
        timezone: z
          .string()
          .meta({ description: 'IANA name, such as Europe/Berlin', example: 'Europe/Madrid' }),
        fiscal_year_start: z.int().describe('The month with which financial years begin: 1 to 12'),
        today: day().meta({ description: 'The date it is there now' }),
      }),
    )
    .meta({ description: 'Where I am a member; with an API key only the organization it belongs to' }),
  default_organization_id: idOut().nullable().meta({
    description: 'The organization that tools use when none is named: the only one, or that of the API key',
  }),
  is_operator: z
    .boolean()
    .meta({ description: 'I operate this service; shown only to my own browser session' }),
}).meta({ id: 'MeAnswer' })

export const ProfileChange = z
  .strictObject({
    name: nameText(120).describe("The person's name"),
    locale: locale().nullable(),
    timezone: timezone().nullable(),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, { message: 'at least one field required', path: [] })
  .meta({ id: 'ProfileChange' })

const sameText = (one: string, other: string) => one.normalize('NFKC') === other.normalize('NFKC')

export const PasswordChange = z
  .strictObject({
    current_password: knownPassword().describe('The password in use'),
    new_password: newPassword().meta({ example: 'a pile of wet leaves' }),
  })
  .refine((body) => !sameText(body.current_password, body.new_password), {
    message: 'must differ from the current one',
    path: ['new_password'],
  })
  .meta({ id: 'PasswordChange' })

export const EmailChange = z
  .strictObject({
    password: knownPassword().describe('The password in use'),
    ...secondFactor,
    email: email().meta({ description: 'The new address', example: 'ada@example.org' }),
  })
  .meta({ id: 'EmailChange' })
export const EmailPending = z
  .object({
    email: z.email().describe('The address in use'),
    pending_email: z.email().describe('The address that awaits its confirmation'),
  })
  .meta({
    id: 'EmailPending',
    description: 'My address, and the one that takes its place once it is confirmed',
  })

export const AccountDeletion = z
  .strictObject({ password: knownPassword().describe('The password in use'), ...secondFactor })
  .meta({ id: 'AccountDeletion' })

const Place = z.object({ id: ownId, name: z.string().describe('What it is called') })
/** What stands in the way of deleting an account, and what others must keep of its person. */
export const DeletionPreview = z
  .object({
    last_owner_of: z.array(Place).describe('Organizations that must get another owner, or be deleted, first'),
    kept: z
      .array(
        z.object({
          organization: Place.describe('Who keeps it'),
          records: z.array(RetainedRecords).describe('What, why and until when'),
        }),
      )
      .describe('What organizations that employ me must keep, with my name in their record of me'),
  })
  .meta({ id: 'AccountDeletionPreview' })

export const AccountExportRequest = z
  .strictObject({ password: knownPassword().describe('The password in use'), ...secondFactor })
  .meta({ id: 'AccountExportRequest' })
export const AccountExport = z
  .object({
    state: z.enum(['none', 'preparing', 'ready']).meta({ description: 'How it stands', example: 'ready' }),
    requested_at: moment().nullable().describe('When it was asked for'),
    ready_at: moment().nullable().describe('When it was ready'),
    expires_at: moment().nullable().meta({ description: 'When the file is erased' }),
    size_bytes: z.int().nullable().meta({ description: 'Bytes', example: 48_213 }),
    download_url: z.string().nullable().meta({
      description: 'Works for five minutes, in a browser where I am signed in',
    }),
  })
  .meta({ id: 'AccountExport' })

export const Paging = z.strictObject(paging)

export const Session = z
  .object({
    id: ownId,
    device: z.string().meta({
      description: 'Browser and system, as the browser names itself',
      example: 'Firefox on Linux',
    }),
    ip: z
      .string()
      .nullable()
      .meta({ description: 'The network address that it was last used from', example: '203.0.113.9' }),
    created_at: createdAt,
    last_used_at: moment().meta({ description: 'When it was opened or last refreshed' }),
    methods: z.array(z.string()).meta({
      description:
        'What opened it, the first proof and the second: `password`, `passkey`, `totp`, `recovery_code` and others',
      example: ['password', 'totp'],
    }),
    current: z.boolean().meta({ description: 'True for the current session' }),
  })
  .meta({ id: 'Session', description: 'A browser that is signed in' })

export const VerificationSent = z
  .object({ email: z.email().meta({ description: 'Where the mail goes', example: 'ada@example.com' }) })
  .meta({ id: 'VerificationSent' })
