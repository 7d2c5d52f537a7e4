import * as z from 'zod'
import {
  boolParam,
  change,
  count,
  csv,
  day,
  id,
  idOut,
  moment,
  paging,
  Role,
  sorting,
  text,
  version,
} from '../../kit/fields.ts'
import { color } from '../../shared/color.ts'
import { locale } from '../../shared/locale.ts'
import { timezone } from '../../shared/timezone.ts'
import { nameText } from '../../shared/names.ts'
import { createdAt, ownId, updatedAt } from '../../shared/common-fields.ts'
import { reserved } from '../../shared/reserved-slugs.ts'

const Counters = z.object({
  members: count().describe('Active members'),
  projects: count().describe('Projects'),
  open_tasks: count().describe('Tasks neither done nor cancelled'),
})

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
    .meta({ description: 'ISO 4217, such as EUR', example: 'EUR' })
const country = () =>
  z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be an ISO 3166 code')
    .meta({ description: 'ISO 3166-1, such as DE', example: 'ES' })
const region = () =>
  z
    .string()
    .regex(/^[A-Za-z0-9-]{1,16}$/, 'must be an ISO 3166-2 subdivision')
    .meta({ description: 'ISO 3166-2 without the country, such as BY', example: 'MD' })
const week = 'must be 1 (Monday) to 7 (Sunday)'
const month = 'must be 1 (January) to 12 (December)'
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
    id: ownId,
    name: z.string().describe('What it is called'),
    slug: z.string().describe('The name in addresses of pages'),
    role: Role.meta({ description: 'My role' }),
    status: z.enum(['active', 'suspended', 'pending_deletion']).describe('Whether it can be used'),
    timezone: z.string().describe('IANA name, such as Europe/Berlin'),
    locale: z.string().describe('BCP 47, such as en-GB'),
    country: z.string().nullable().describe('ISO 3166-1, such as DE'),
    region: z.string().nullable().describe('ISO 3166-2 without the country, such as BY'),
    week_start: z.int().describe('The first day of a week: 1 is Monday, 7 is Sunday'),
    fiscal_year_start: z.int().describe('The month with which financial years begin: 1 to 12'),
    working_days: z.array(z.int()).describe('The days on which people work: 1 is Monday, 7 is Sunday'),
    currency: z.string().describe('ISO 4217, such as EUR'),
    logo_url: z.string().nullable().describe('Where the logo is'),
    accent_color: z.string().nullable().meta({ description: 'Of the pages that customers see' }),
    settings: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'For admins and the owner; else null' }),
    require_second_factor: z.boolean().meta({
      description: 'Whether only members with a second factor on their account may enter',
    }),
    counters: Counters.describe('How many it has'),
    export_page: z.string().nullable().meta({ description: 'Where its owner exports all of it; else null' }),
    purge_after: moment().nullable().describe('When it is erased for good'),
    version: version(),
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({ id: 'Organization' })

export const OrganizationSummary = Organization.pick({
  id: true,
  name: true,
  slug: true,
  role: true,
  status: true,
  counters: true,
})
  .extend({
    purge_after: moment().optional().describe('Of a deleted one: when it is erased for good'),
  })
  .meta({ id: 'OrganizationSummary' })

const fields = {
  name: nameText(80).meta({ description: 'What it is called', example: 'Ada & Co' }),
  slug: slug().describe('The name in addresses of pages'),
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
  week_start: weekday().describe('The first day of a week: 1 is Monday, 7 is Sunday'),
  fiscal_year_start: z
    .int()
    .min(1, month)
    .max(12, month)
    .describe('The month with which financial years begin: 1 to 12'),
  working_days: workingDays().describe('The days on which people work: 1 is Monday, 7 is Sunday'),
  logo_url: logo().nullable().describe('Where the logo is'),
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
export const OwnFilter = Paging.extend({
  deleted: boolParam()
    .optional()
    .meta({ description: 'Only deleted ones that I can take back as an owner', 'x-brief': 'Deleted ones' }),
})

export const Deletion = z
  .strictObject({
    confirm_slug: z.string().meta({ description: 'The slug of the organization', example: 'ada-co' }),
  })
  .meta({ id: 'OrganizationDeletion' })
export const Scheduled = z
  .object({
    purge_after: moment().describe('When it is erased for good'),
    working_hours: z
      .object({
        records: count().describe('How many there are'),
        kept_until: day().describe('The day until which the law has them kept'),
      })
      .nullable()
      .describe(
        'The log of working hours, which is kept sealed; an owner exports it with exportWorkingHoursLog before the rest is erased. Null without one',
      ),
  })
  .meta({ id: 'OrganizationScheduledForDeletion' })
export const NewOwner = z
  .strictObject({ user_id: id().describe('The member who becomes the owner') })
  .meta({ id: 'NewOwner' })

const MemberStatus = z.enum(['active', 'deactivated'])

export const Member = z
  .object({
    user_id: idOut().describe('Who it is'),
    name: z.string().describe("The person's name"),
    email: z.string().nullable().meta({ description: 'Null for viewers and for API keys of one project' }),
    role: Role.describe('The role in the organization'),
    title: z.string().nullable().describe('Job title'),
    status: MemberStatus.describe('Whether the person may come in'),
    joined_at: moment().describe('When the person joined'),
    last_seen_at: moment()
      .nullable()
      .describe('When the person last did something here, to a quarter of an hour'),
    second_factor: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether one guards their account; for admins and the owner, else null' }),
    viewer_from: moment().nullable().meta({
      description: 'From when the person acts as a viewer until the plan has seats for all; null if it has',
      'x-brief': 'Acts as a viewer from then, as seats are missing',
    }),
    version: version(),
  })
  .meta({
    id: 'Member',
    'x-row': 'user_id name* email role status!active title',
  })

const permissions = z.array(z.string()).meta({
  description: 'Operation ids; with `:own` for what one made oneself, `:lead` for the project that one leads',
  example: ['listTags', 'createTag', 'updateTag:own'],
})

export const MemberDetail = Member.extend({ permissions }).meta({ id: 'MemberDetail' })

export const MemberFilter = z.strictObject({
  role: csv(Role).optional(),
  status: csv(MemberStatus).optional(),
  q: text(100).optional().describe('Words in the name or the address'),
  project_id: id()
    .optional()
    .meta({ description: 'Only those who may open this project', 'x-brief': 'Who may open this project' }),
  ...paging,
  sort: sorting(['name', 'joined_at', 'role'], 'name'),
})

export const MemberChange = change({
  role: Role.describe('The role in the organization'),
  status: MemberStatus.describe('Whether the person may come in'),
  title: text(120).nullable().describe('Job title'),
}).meta({
  id: 'MemberChange',
})

export const MemberRemoval = z
  .strictObject({
    reassign_tasks_to: id().optional().meta({
      description: 'The member who takes over open tasks; nobody by default',
      'x-names': 'member',
    }),
  })
  .default({})
  .meta({ id: 'MemberRemoval' })

export const RoleList = z
  .object({
    items: z
      .array(
        z.object({
          role: Role.describe('The role'),
          rank: z.int().describe('The higher, the more the role may'),
          permissions,
        }),
      )
      .describe('From owner to viewer'),
  })
  .meta({ id: 'RoleList' })
