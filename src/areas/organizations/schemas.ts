import * as z from 'zod'
import {
  change,
  count,
  csv,
  id,
  idOut,
  moment,
  paging,
  Role,
  sorting,
  text,
  version,
} from '../../kit/fields.ts'
import { email } from '../../shared/email.ts'
import { mailStatuses } from '../../../db/schema/organizations.ts'
import { color } from '../../shared/color.ts'
import { locale } from '../../shared/locale.ts'
import { timezone } from '../../shared/timezone.ts'
import { nameText } from '../../shared/names.ts'

const Counters = z.object({ members: count(), projects: count(), open_tasks: count() })

/** Slugs that could be mistaken for a part of the service. */
export const reserved = new Set(
  `api mcp health ready version oauth admin www login logout register signup docs app dashboard platform
  static assets well-known status help support billing security root system me new settings`.split(/\s+/),
)
const slug = () =>
  z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{1,46}[a-z0-9])$/, 'lower-case letters, digits and hyphens, 3 to 48')
    .refine((given) => !reserved.has(given), 'reserved')
    .meta({ example: 'ada-co' })
const currency = () =>
  z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code')
    .meta({ example: 'EUR' })
const country = () =>
  z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be an ISO 3166 code')
    .meta({ example: 'ES' })
const region = () =>
  z
    .string()
    .regex(/^[A-Za-z0-9-]{1,16}$/, 'must be an ISO 3166-2 subdivision')
    .meta({ example: 'MD' })
const week = 'must be 1 (Monday) to 7 (Sunday)'
const weekday = () => z.int().min(1, week).max(7, week)
const workingDays = () =>
  z
    .array(weekday())
    .min(1, 'must not be empty')
    .refine((days) => new Set(days).size === days.length, 'each day once')
    .transform((days) => days.toSorted())
    .meta({ example: [1, 2, 3, 4, 5] })
const logo = () =>
  z
    .url({ protocol: /^https$/, error: 'must be an https address' })
    .max(500, 'at most 500 characters')
    .meta({ example: 'https://example.com/logo.svg' })

export const Organization = z
  .object({
    id: idOut(),
    name: z.string(),
    slug: z.string(),
    role: Role.meta({ description: 'My role' }),
    status: z.enum(['active', 'suspended', 'pending_deletion']),
    timezone: z.string(),
    locale: z.string(),
    country: z.string().nullable(),
    region: z.string().nullable(),
    week_start: z.int(),
    working_days: z.array(z.int()),
    currency: z.string(),
    logo_url: z.string().nullable(),
    accent_color: z.string().nullable().meta({ description: 'Of the pages that customers see' }),
    settings: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'For admins and the owner; else null' }),
    require_second_factor: z.boolean().meta({
      description: 'Whether only members with a second factor on their account may enter',
    }),
    counters: Counters,
    purge_after: moment().nullable(),
    version: version(),
    created_at: moment(),
    updated_at: moment(),
  })
  .meta({ id: 'Organization' })

export const OrganizationSummary = Organization.pick({
  id: true,
  name: true,
  slug: true,
  role: true,
  status: true,
  counters: true,
}).meta({ id: 'OrganizationSummary' })

const fields = {
  name: nameText(80).meta({ example: 'Ada & Co' }),
  slug: slug(),
  timezone: timezone(),
  country: country().nullable(),
  currency: currency(),
}

export const OrganizationDraft = z
  .strictObject(fields)
  .partial()
  .required({ name: true })
  .meta({ id: 'OrganizationDraft' })

export const OrganizationChange = change({
  ...fields,
  locale: locale(),
  region: region().nullable(),
  week_start: weekday(),
  working_days: workingDays(),
  logo_url: logo().nullable(),
  accent_color: color()
    .transform((given) => given.toLowerCase())
    .nullable()
    .meta({ description: 'Of the pages that customers see' }),
  require_second_factor: z.boolean().meta({
    description: 'In a browser session alone; who turns it on needs a second factor themselves',
  }),
  settings: z
    .record(z.string().min(1).max(80), z.unknown())
    .meta({ description: 'Merged into the stored settings; null takes a setting away' }),
}).meta({ id: 'OrganizationChange' })

export const Paging = z.strictObject(paging)

export const Deletion = z
  .strictObject({
    confirm_slug: z.string().meta({ description: 'The slug of the organization', example: 'ada-co' }),
  })
  .meta({ id: 'OrganizationDeletion' })
export const Scheduled = z.object({ purge_after: moment() }).meta({ id: 'OrganizationScheduledForDeletion' })
export const NewOwner = z.strictObject({ user_id: id() }).meta({ id: 'NewOwner' })

const MemberStatus = z.enum(['active', 'deactivated'])

export const Member = z
  .object({
    user_id: idOut(),
    name: z.string(),
    email: z.string().nullable().meta({ description: 'Null for viewers and for API keys of one project' }),
    role: Role,
    title: z.string().nullable(),
    status: MemberStatus,
    joined_at: moment(),
    last_seen_at: moment().nullable(),
    second_factor: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether one guards their account; for admins and the owner, else null' }),
    version: version(),
  })
  .meta({ id: 'Member' })

const permissions = z.array(z.string()).meta({
  description: 'Operation ids; with `:own` for what one made oneself, `:lead` for the project that one leads',
  example: ['listTags', 'createTag', 'updateTag:own'],
})

export const MemberDetail = Member.extend({ permissions }).meta({ id: 'MemberDetail' })

export const MemberFilter = z.strictObject({
  role: csv(Role).optional(),
  status: csv(MemberStatus).optional(),
  q: text(100).optional(),
  project_id: id().optional(),
  ...paging,
  sort: sorting(['name', 'joined_at', 'role'], 'name'),
})

export const MemberChange = change({ role: Role, status: MemberStatus, title: text(120).nullable() }).meta({
  id: 'MemberChange',
})

export const MemberRemoval = z
  .strictObject({
    reassign_tasks_to: id()
      .optional()
      .meta({ description: 'The member who takes over open tasks; nobody by default' }),
  })
  .default({})
  .meta({ id: 'MemberRemoval' })

export const RoleList = z
  .object({ items: z.array(z.object({ role: Role, rank: z.int(), permissions })) })
  .meta({ id: 'RoleList' })

const Inviter = z.object({ user_id: idOut(), name: z.string() })
const InvitationStatus = z.enum(['pending', 'accepted', 'declined', 'revoked', 'expired'])

export const Invitation = z
  .object({
    id: idOut(),
    email: z.string(),
    role: Role,
    project_ids: z.array(idOut()),
    message: z.string().nullable(),
    status: InvitationStatus,
    expires_at: moment(),
    invited_by: Inviter,
    responded_at: moment().nullable(),
    send_count: z.int().meta({ description: 'How many mails of it have left' }),
    last_sent_at: moment().meta({
      description: 'When the last mail left; until one has, when the invitation was made',
    }),
    mail_status: z.enum(mailStatuses).meta({
      description:
        'What became of the last mail; `off` where this deployment sends none: then pass `accept_url` on',
    }),
    created_at: moment(),
  })
  .meta({ id: 'Invitation' })

export const InvitationSent = Invitation.extend({
  accept_url: z
    .url()
    .nullable()
    .meta({
      description:
        'A copy of the link to pass on, shown once; accepting through it does not prove the address, as the mailed ' +
        'link does. Null where a repeated Idempotency-Key is answered',
      example: 'https://service.example/invitations/svc_inv_0123456789',
    }),
}).meta({ id: 'InvitationSent' })

export const InvitationDraft = z
  .strictObject({
    email: email(),
    role: Role,
    project_ids: z
      .array(id())
      .max(50, 'at most 50 projects')
      .transform((ids) => [...new Set(ids)])
      .optional()
      .meta({ description: 'Projects that accepting opens at once' }),
    message: text(500).optional(),
  })
  .meta({ id: 'InvitationDraft' })

export const InvitationFilter = z.strictObject({ status: csv(InvitationStatus).optional(), ...paging })

export const MyInvitation = z
  .object({
    id: idOut(),
    organization: z.object({ id: idOut(), name: z.string() }),
    inviter_name: z.string(),
    role: Role,
    message: z.string().nullable(),
    expires_at: moment(),
    created_at: moment(),
  })
  .meta({ id: 'MyInvitation' })

export const InvitationPreview = z
  .object({
    organization_name: z.string(),
    inviter_name: z.string(),
    role: Role,
    email: z.string().meta({ description: 'Masked', example: 'a***@example.com' }),
    expires_at: moment(),
    status: InvitationStatus,
  })
  .meta({ id: 'InvitationPreview' })
