import * as z from 'zod'
import { plans } from '../../../db/schema/values.ts'
import { count, csv, id, idOut, moment, paging, Person, Role, sorting, text } from '../../kit/fields.ts'
import { email } from '../../shared/email.ts'

const reason = (minLength = 1) =>
  z
    .string()
    .trim()
    .min(minLength, minLength === 1 ? 'must not be empty' : `at least ${minLength} characters`)
    .max(300, 'at most 300 characters')
    .meta({ description: 'Why, for the audit log', example: 'ticket 4711: an invoice was not paid' })
const q = () => text(100).optional()
const Plan = z.enum(plans)
const Standing = z.enum(['active', 'suspended', 'pending_deletion'])
const UserStatus = z.enum(['active', 'locked'])
const home = { id: idOut(), name: z.string(), slug: z.string() }
const Home = z.object(home)
const held = { members: count(), projects: count(), tasks: count() }
const person = {
  user_id: idOut(),
  name: z.string(),
  email: z.string(),
  status: UserStatus,
  email_verified: z.boolean(),
  second_factor: z.boolean(),
  is_operator: z.boolean(),
}
const membership = {
  role: Role,
  status: z.enum(['active', 'deactivated']),
  joined_at: moment(),
  last_seen_at: moment().nullable(),
}

export const Overview = z
  .object({
    organizations: z.object({
      total: count(),
      active: count(),
      suspended: count(),
      pending_deletion: count(),
    }),
    users: z.object({ total: count(), locked: count() }),
    active_7d: count().meta({
      description: 'People who signed in or worked in an organization within seven days; exact to 15 minutes',
    }),
    projects: count().meta({ description: 'Not in the trash; exact' }),
    tasks: count().meta({ description: 'Neither in the trash nor archived, from tallies; exact' }),
    storage_bytes: count().meta({ description: 'Bytes of files, each stored once; exact' }),
    impersonations: count().meta({ description: 'Under way now' }),
    mrr: z
      .object({ amount_minor: z.int(), currency: z.string() })
      .nullable()
      .meta({ description: 'Monthly recurring revenue; null as long as there is no billing' }),
  })
  .meta({ id: 'PlatformOverview' })

export const PlatformOrganization = z
  .object({
    ...home,
    status: Standing,
    plan: Plan,
    ...held,
    created_at: moment(),
    suspended_at: moment().nullable(),
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
    status: Standing,
    plan: Plan,
    timezone: z.string(),
    country: z.string().nullable(),
    created_at: moment(),
    suspended_at: moment().nullable(),
    purge_after: moment().nullable(),
    usage: z.object({
      ...held,
      storage_bytes: count(),
      api_keys: count(),
      automations: count(),
    }),
    members: z
      .array(
        z.object({
          user_id: idOut(),
          name: z.string(),
          email: z.string(),
          ...membership,
        }),
      )
      .meta({ description: 'At most 200, the highest roles first' }),
  })
  .meta({ id: 'PlatformOrganizationDetail' })

export const OrganizationSwitch = z
  .strictObject({
    status: z.enum(['active', 'suspended']).optional(),
    plan: Plan.optional(),
    reason: reason(),
  })
  .refine(({ status, plan }) => status ?? plan, { message: 'status or plan required', path: [] })
  .meta({ id: 'PlatformOrganizationChange' })

export const PlatformUser = z
  .object({
    ...person,
    organizations: count(),
    created_at: moment(),
    last_seen_at: moment().nullable(),
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
    created_at: moment(),
    sessions: count(),
    api_keys: count(),
    applications: count(),
    memberships: z.array(
      z.object({
        organization: Home.extend({ status: Standing }),
        ...membership,
      }),
    ),
  })
  .meta({ id: 'PlatformUserDetail' })

export const UserSwitch = z
  .strictObject({ status: UserStatus, reason: reason() })
  .meta({ id: 'PlatformUserChange' })

export const FactorRemoval = z.strictObject({ reason: reason() }).meta({ id: 'SecondFactorRemoval' })

export const PlatformProject = z
  .object({
    id: idOut(),
    key: z.string(),
    name: z.string(),
    organization: Home,
    status: z.string(),
    is_archived: z.boolean(),
    members: count(),
    tasks: count(),
    created_at: moment(),
  })
  .meta({ id: 'PlatformProject' })

export const ProjectFilter = z.strictObject({
  q: q().meta({ description: 'In name and key' }),
  org_id: id().optional(),
  ...paging,
  sort: sorting(['name', 'organization', 'tasks', 'created_at'], 'organization,name'),
})

const SubscriptionStatus = z.enum(['active', 'paused', 'canceled'])

export const Subscription = z
  .object({ organization: Home, plan: Plan, status: SubscriptionStatus })
  .meta({ id: 'PlatformSubscription' })

export const SubscriptionFilter = z.strictObject({
  status: csv(SubscriptionStatus).optional(),
  ...paging,
  sort: sorting(['organization', 'plan'], 'organization'),
})

export const Operator = z
  .object({
    user_id: idOut(),
    name: z.string(),
    email: z.string(),
    status: UserStatus,
    note: z.string().nullable(),
    granted_by: Person.nullable().meta({ description: 'Null for who was made one by script' }),
    created_at: moment(),
  })
  .meta({ id: 'PlatformAdmin' })

export const OperatorDraft = z
  .strictObject({ user_id: id().optional(), email: email().optional(), note: text(200).optional() })
  .refine(({ user_id, email: address }) => (user_id === undefined) !== (address === undefined), {
    message: 'either user_id or email',
    path: [],
  })
  .meta({ id: 'PlatformAdminDraft' })

export const Paging = z.strictObject(paging)

const ImpersonationStatus = z.enum(['issued', 'active', 'ended', 'revoked', 'expired'])

export const Impersonation = z
  .object({
    id: idOut(),
    operator: Person,
    user: z.object({ user_id: idOut(), name: z.string(), email: z.string() }),
    organization: Home.nullable().meta({
      description: 'The only one that it shows; null for all of the person',
    }),
    reason: z.string(),
    status: ImpersonationStatus,
    created_at: moment(),
    token_expires_at: moment(),
    activated_at: moment().nullable(),
    session_expires_at: moment().nullable(),
    ended_at: moment().nullable(),
    end_via: z.enum(['exit', 'revoked', 'expired']).nullable(),
  })
  .meta({ id: 'Impersonation' })

export const ImpersonationIssued = Impersonation.extend({
  activate_url: z.url().nullable().meta({
    description: 'Shown once, good once and for five minutes; null where an Idempotency-Key is repeated',
  }),
}).meta({ id: 'ImpersonationIssued' })

export const SupportVisit = z
  .object({
    id: idOut(),
    reason: z.string(),
    started_at: moment(),
    ended_at: moment().nullable().meta({ description: 'Null while it lasts, half an hour at most' }),
  })
  .meta({ id: 'SupportVisit' })

export const ImpersonationDraft = z
  .strictObject({ user_id: id(), org_id: id().optional(), reason: reason(10) })
  .meta({ id: 'ImpersonationDraft' })

export const ImpersonationFilter = z.strictObject({ status: csv(ImpersonationStatus).optional(), ...paging })
