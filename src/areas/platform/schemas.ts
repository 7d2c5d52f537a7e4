import * as z from 'zod'
import { plans } from '../../../db/schema/values.ts'
import { count, csv, id, idOut, moment, paging, Person, Role, sorting, text } from '../../kit/fields.ts'
import { email } from '../../shared/email.ts'
import { createdAt, ownId, projectKey } from '../../shared/common-fields.ts'

export const reason = (minLength = 1) =>
  z
    .string()
    .trim()
    .min(minLength, minLength === 1 ? 'must not be empty' : `at least ${minLength} characters`)
    .max(300, 'at most 300 characters')
    .meta({ description: 'Why, for the audit log', example: 'ticket 4711: an invoice was not paid' })
const q = () => text(100).optional()
const Plan = z.enum(plans)
const Allowance = z.int().min(1).max(100_000_000).nullable()
const Standing = z.enum(['active', 'suspended', 'pending_deletion'])
const UserStatus = z.enum(['active', 'locked'])
const home = {
  id: ownId,
  name: z.string().describe('What it is called'),
  slug: z.string().describe('The name in addresses of pages'),
}
export const Home = z.object(home)
const held = {
  members: count().describe('Members'),
  projects: count().describe('Projects'),
  tasks: count().describe('Tasks'),
}
const person = {
  user_id: idOut().describe('Who it is'),
  name: z.string().describe("The person's name"),
  email: z.string().describe("The person's e-mail address"),
  status: UserStatus.describe('Whether the account can be used'),
  email_verified: z.boolean().describe('Whether the address was proven by mail'),
  second_factor: z.boolean().describe('Whether a second factor is on'),
  is_operator: z.boolean().describe('Whether the person operates the platform'),
}
const membership = {
  role: Role.describe('The role in the organization'),
  status: z.enum(['active', 'deactivated']).describe('Whether the membership is active'),
  joined_at: moment().describe('When the person joined'),
  last_seen_at: moment()
    .nullable()
    .describe('When the person last did something here, to a quarter of an hour'),
}

export const Overview = z
  .object({
    organizations: z
      .object({
        total: count().describe('All organizations'),
        active: count().describe('Active organizations'),
        suspended: count().describe('Suspended organizations'),
        pending_deletion: count().describe('Organizations that are about to be erased'),
      })
      .describe('Organizations by state'),
    users: z
      .object({ total: count().describe('All accounts'), locked: count().describe('Locked accounts') })
      .describe('Accounts by state'),
    active_7d: count().meta({
      description: 'People who signed in or worked in an organization within seven days; exact to 15 minutes',
    }),
    projects: count().meta({ description: 'Not in the trash; exact' }),
    tasks: count().meta({ description: 'Neither in the trash nor archived, from tallies; exact' }),
    storage_bytes: count().meta({ description: 'Bytes of files, each stored once; exact' }),
    impersonations: count().meta({ description: 'Under way now' }),
    mrr: z
      .object({
        amount_minor: z.int().describe('What is paid, in minor units'),
        currency: z.string().describe('ISO 4217, such as EUR'),
      })
      .nullable()
      .meta({
        description:
          'Monthly recurring revenue in the currency in which most is paid; null as long as nobody pays',
      }),
  })
  .meta({ id: 'PlatformOverview' })

export const PlatformOrganization = z
  .object({
    ...home,
    status: Standing.describe('Whether it can be used'),
    plan: Plan.describe('What was bought'),
    ...held,
    created_at: createdAt,
    suspended_at: moment().nullable().describe('When it was suspended'),
  })
  .meta({ id: 'PlatformOrganization' })

export const OrganizationFilter = z.strictObject({
  q: q().meta({ description: 'In name, slug and the e-mail addresses of owners' }),
  status: csv(Standing).optional(),
  plan: csv(Plan).optional(),
  ...paging,
  sort: sorting(['name', 'created_at', 'members', 'projects', 'tasks'], 'name'),
})

export const PlatformOrganizationDetail = z
  .object({
    ...home,
    status: Standing.describe('Whether it can be used'),
    plan: Plan.describe('What was bought'),
    requests_per_minute: Allowance.describe(
      'Of all its credentials together; null is as many as each of them may',
    ),
    rows_per_minute: Allowance.describe('Rows that it may write; null is what the deployment allows'),
    timezone: z.string().describe('IANA name, such as Europe/Berlin'),
    country: z.string().nullable().describe('ISO 3166-1, such as DE'),
    created_at: createdAt,
    suspended_at: moment().nullable().describe('When it was suspended'),
    purge_after: moment().nullable().describe('When it is erased for good'),
    usage: z
      .object({
        ...held,
        storage_bytes: count().describe('Bytes of files'),
        api_keys: count().describe('How many API keys there are'),
        automations: count().describe('Automations'),
      })
      .describe('What it uses'),
    members: z
      .array(
        z.object({
          user_id: idOut().describe('Who owns it'),
          name: z.string().describe("The owner's name"),
          email: z.string().describe("The owner's e-mail address"),
          ...membership,
        }),
      )
      .meta({ description: 'At most 200, the highest roles first' }),
  })
  .meta({ id: 'PlatformOrganizationDetail' })

export const OrganizationSwitch = z
  .strictObject({
    status: z.enum(['active', 'suspended']).optional().describe('Whether it can be used'),
    plan: Plan.optional().describe('What is bought from now on'),
    requests_per_minute: Allowance.optional().describe(
      'Requests of all its credentials together; null takes the limit away',
    ),
    rows_per_minute: Allowance.optional().describe(
      'Rows that it may write; null is what the deployment allows',
    ),
    reason: reason(),
  })
  .refine((change) => Object.keys(change).length > 1, {
    message: 'status, plan, requests_per_minute or rows_per_minute required',
    path: [],
  })
  .meta({ id: 'PlatformOrganizationChange' })

export const PlatformUser = z
  .object({
    ...person,
    organizations: count().describe('Organizations that the person belongs to'),
    created_at: createdAt,
    last_seen_at: moment()
      .nullable()
      .describe('When the person last did something here, to a quarter of an hour'),
  })
  .meta({ id: 'PlatformUser' })

export const UserFilter = z.strictObject({
  q: q().meta({ description: 'In name and e-mail address' }),
  status: csv(UserStatus).optional(),
  ...paging,
  sort: sorting(['name', 'email', 'created_at', 'last_seen_at'], 'name'),
})

export const PlatformUserDetail = z
  .object({
    ...person,
    created_at: createdAt,
    sessions: count().describe('Open sessions'),
    api_keys: count().describe('How many API keys there are'),
    applications: count().describe('Connected applications'),
    memberships: z
      .array(
        z.object({
          organization: Home.extend({
            status: Standing.describe('Whether the organization can be used'),
          }).describe('The organization'),
          ...membership,
        }),
      )
      .describe('The organizations the person belongs to'),
  })
  .meta({ id: 'PlatformUserDetail' })

export const UserSwitch = z
  .strictObject({ status: UserStatus.describe('Whether the account can be used'), reason: reason() })
  .meta({ id: 'PlatformUserChange' })

export const FactorRemoval = z.strictObject({ reason: reason() }).meta({ id: 'SecondFactorRemoval' })

export const PlatformProject = z
  .object({
    id: ownId,
    key: projectKey,
    name: z.string().describe('What it is called'),
    organization: Home.describe('The organization that it belongs to'),
    status: z.string().describe('How far it has come'),
    is_archived: z.boolean().describe('Whether it is archived'),
    members: count().describe('People who may open it, if it is private'),
    tasks: count().describe('Tasks'),
    created_at: createdAt,
  })
  .meta({ id: 'PlatformProject' })

export const ProjectFilter = z.strictObject({
  q: q().meta({ description: 'In name and key' }),
  org_id: id().optional().describe('Only of this organization'),
  ...paging,
  sort: sorting(['name', 'organization', 'tasks', 'created_at'], 'organization,name'),
})

const SubscriptionStatus = z.enum(['active', 'paused', 'canceled'])

export const Subscription = z
  .object({
    organization: Home.describe('The organization that pays'),
    plan: Plan.describe('What was bought'),
    status: SubscriptionStatus.describe('Whether it is paid for'),
  })
  .meta({ id: 'PlatformSubscription' })

export const SubscriptionFilter = z.strictObject({
  status: csv(SubscriptionStatus).optional(),
  ...paging,
  sort: sorting(['organization', 'plan'], 'organization'),
})

export const Operator = z
  .object({
    user_id: idOut().describe('Who it is'),
    name: z.string().describe("The person's name"),
    email: z.string().describe("The person's e-mail address"),
    status: UserStatus.describe('Whether the account can be used'),
    note: z.string().nullable().describe('A remark'),
    granted_by: Person.nullable().meta({ description: 'Null for who was made one by script' }),
    created_at: createdAt,
  })
  .meta({ id: 'PlatformAdmin' })

export const OperatorDraft = z
  .strictObject({
    user_id: id().optional().describe('Who becomes an operator'),
    email: email().optional(),
    note: text(200).optional().describe('A remark'),
  })
  .refine(({ user_id, email: address }) => (user_id === undefined) !== (address === undefined), {
    message: 'either user_id or email',
    path: [],
  })
  .meta({ id: 'PlatformAdminDraft' })

export const Paging = z.strictObject(paging)

const ImpersonationStatus = z.enum(['issued', 'active', 'ended', 'revoked', 'expired'])

export const Impersonation = z
  .object({
    id: ownId,
    operator: Person.describe('The operator who acts'),
    user: z
      .object({
        user_id: idOut().describe('Who it is'),
        name: z.string().describe("The person's name"),
        email: z.string().describe("The person's e-mail address"),
      })
      .describe('The person in whose name the operator acts'),
    organization: Home.nullable().meta({
      description: 'The only one that it shows; null for all of the person',
    }),
    reason: z.string().describe('Why it is needed'),
    status: ImpersonationStatus.describe('How far it has come'),
    created_at: createdAt,
    token_expires_at: moment().describe('Until when the link works'),
    activated_at: moment().nullable().describe('When the link was used'),
    session_expires_at: moment().nullable().describe('Until when it lasts at most'),
    ended_at: moment().nullable().describe('When it ended'),
    end_via: z.enum(['exit', 'revoked', 'expired']).nullable().describe('How it ended'),
  })
  .meta({ id: 'Impersonation' })

export const ImpersonationIssued = Impersonation.extend({
  activate_url: z.url().nullable().meta({
    description: 'Shown once, good once and for five minutes; null where an Idempotency-Key is repeated',
  }),
}).meta({ id: 'ImpersonationIssued' })

export const SupportVisit = z
  .object({
    id: ownId,
    reason: z.string().describe('Why it was needed'),
    started_at: moment().describe('When it began'),
    ended_at: moment().nullable().meta({ description: 'Null while it lasts, half an hour at most' }),
  })
  .meta({ id: 'SupportVisit' })

export const ImpersonationDraft = z
  .strictObject({
    user_id: id().describe('The person to act as'),
    org_id: id().optional().describe('The only organization to act in'),
    reason: reason(10),
  })
  .meta({ id: 'ImpersonationDraft' })

export const ImpersonationFilter = z.strictObject({ status: csv(ImpersonationStatus).optional(), ...paging })
