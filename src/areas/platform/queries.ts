import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { users } from '../../../db/schema/accounts.ts'
import { isMoment } from '../../kit/fields.ts'
import { answer, json, jsonb, page, type Ref, type Sort } from '../../kit/sql.ts'
import { hashOf } from '../../base/tokens.ts'
import type { AuditFilter } from './audit-schemas.ts'
import {
  ParkedJob,
  type ParkedJobFilter,
  type ParkedJobRetry,
  type ServiceSwitch,
} from './service-schemas.ts'
import {
  Impersonation,
  type ImpersonationDraft,
  type ImpersonationFilter,
  Operator,
  type OperatorDraft,
  type OrganizationFilter,
  type OrganizationSwitch,
  type Paging,
  PlatformOrganization,
  PlatformProject,
  PlatformUser,
  type ProjectFilter,
  Subscription,
  type SubscriptionFilter,
  SupportVisit,
  type UserFilter,
  type UserSwitch,
} from './schemas.ts'

const column = (name: string) => sql`l.${sql.identifier(name)}`
const array = (values: readonly string[] | undefined) =>
  sql`${values ? `{${values.join(',')}}` : null}::text[]`

const fieldsOf = (schema: { shape: object }) =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => [
      name,
      isMoment(field) && schema !== Operator ? sql`app.utc(${column(name)})` : column(name),
    ]),
  )

type Query = { limit: number; offset: number; sort: Sort[] }
type PageOptions = { id?: string; sorts: Record<string, SQL> }

/** A page of what a function returns; the function is called once. */
function pageOfFunction(
  query: Query,
  schema: { shape: object },
  source: SQL,
  { id = 'id', sorts }: PageOptions,
): SQL {
  const fields = fieldsOf(schema)
  return sql`with listed as materialized (select * from ${source}) ${page(
    query,
    { fields, table: users, answer: json(fields) },
    { from: sql`listed l`, where: sql`true`, id: column(id), sorts },
  )}`
}

const byColumns = (...names: string[]) => Object.fromEntries(names.map((name) => [name, column(name)]))
const byName = sql`app.folded(${column('name')})`
const byOrganization = sql`app.folded(${column('organization_name')})`

export const overview = answer(sql`app.platform_overview()`)
export const service = answer(sql`app.platform_service()`)
export const changeService = (change: z.output<typeof ServiceSwitch>) =>
  answer(sql`app.platform_change_service(${jsonb(change)})`)

export const listParkedJobs = ({ topic, org_id, ...query }: z.output<typeof ParkedJobFilter>) =>
  pageOfFunction(
    { ...query, sort: [{ key: 'parked_at', descending: true }] },
    ParkedJob,
    sql`app.platform_parked_jobs(${array(topic)}, ${org_id ?? null}::uuid)`,
    { sorts: byColumns('parked_at') },
  )
export const retryParkedJobs = ({ job_id, topic }: z.output<typeof ParkedJobRetry>) =>
  answer(sql`json_build_object('retried',
    app.platform_release_jobs(${job_id ?? null}::uuid, ${topic ?? null}, true))`)
export const dropParkedJob = (job: Ref) => sql`select app.platform_release_jobs(${job}, null, false)`

export const listOrganizations = ({ q, status, plan, ...query }: z.output<typeof OrganizationFilter>) =>
  pageOfFunction(
    query,
    PlatformOrganization,
    sql`app.platform_organizations(${q ?? null}, ${array(status)}, ${array(plan)})`,
    { sorts: { name: byName, ...byColumns('created_at', 'members', 'projects', 'tasks') } },
  )

export const getOrganization = (org: Ref) => answer(sql`app.platform_organization(${org})`)

type OrganizationChange = z.output<typeof OrganizationSwitch>
export const changeOrganization = (org: Ref, { status, plan, reason, ...allowances }: OrganizationChange) =>
  sql`select app.platform_change_organization(${org}, ${status ?? null}, ${plan ?? null}, ${jsonb(allowances)}, ${reason})`

export const listUsers = ({ q, status, ...query }: z.output<typeof UserFilter>) =>
  pageOfFunction(query, PlatformUser, sql`app.platform_users(${q ?? null}, ${array(status)})`, {
    id: 'user_id',
    sorts: { name: byName, ...byColumns('email', 'created_at', 'last_seen_at') },
  })

export const getUser = (person: Ref) => answer(sql`app.platform_user(${person})`)

export const changeUser = (person: Ref, { status, reason }: z.output<typeof UserSwitch>) =>
  sql`select app.platform_change_user(${person}, ${status}, ${reason})`

export const removeFactors = (person: Ref, reason: string) =>
  sql`select app.platform_remove_factors(${person}::uuid, ${reason})`

export const listProjects = ({ q, org_id, ...query }: z.output<typeof ProjectFilter>) =>
  pageOfFunction(query, PlatformProject, sql`app.platform_projects(${q ?? null}, ${org_id ?? null}::uuid)`, {
    sorts: { name: byName, organization: byOrganization, ...byColumns('tasks', 'created_at') },
  })

export const listSubscriptions = ({ status, ...query }: z.output<typeof SubscriptionFilter>) =>
  pageOfFunction(query, Subscription, sql`app.platform_subscriptions(${array(status)})`, {
    sorts: { organization: byOrganization, ...byColumns('plan') },
  })

export const listAudit = ({ cursor, ...query }: z.output<typeof AuditFilter>) =>
  answer(sql`app.platform_audit(${jsonb({ ...query, before: cursor })})`)

export const listOperators = (query: z.output<typeof Paging>) =>
  pageOfFunction(
    { ...query, sort: [{ key: 'name', descending: false }] },
    Operator,
    sql`app.platform_operators()`,
    {
      id: 'user_id',
      sorts: { name: byName },
    },
  )

export const addOperator = ({ user_id, email, note }: z.output<typeof OperatorDraft>) =>
  answer(sql`app.platform_add_admin(${user_id ?? null}, ${email ?? null}, ${note ?? null})`)
export const removeOperator = (person: Ref) => sql`select app.platform_remove_admin(${person})`

export const listImpersonations = ({ status, ...query }: z.output<typeof ImpersonationFilter>) =>
  pageOfFunction(
    { ...query, sort: [{ key: 'created_at', descending: true }] },
    Impersonation,
    sql`app.platform_impersonations(${array(status)}, null)`,
    { sorts: byColumns('created_at') },
  )

export const listSupportVisits = (query: z.output<typeof Paging>) =>
  pageOfFunction(
    { ...query, sort: [{ key: 'started_at', descending: true }] },
    SupportVisit,
    sql`app.support_impersonations()`,
    { sorts: byColumns('started_at') },
  )

type Draft = z.output<typeof ImpersonationDraft>
/** Stores the hash of the token; only this response shows the URL that redeems it. */
export const impersonate = (id: string, draft: Draft, token: string, baseUrl: string) => {
  const { user_id, org_id = null, reason } = draft
  const activate_url = sql`${`${baseUrl}/api/v1/auth/impersonation/activate?token=${token}`}::text`
  return [
    sql`select app.platform_impersonate(${id}, ${user_id}, ${org_id}, ${reason}, decode(${hashOf(token)}, 'hex'))`,
    sql`select ${json({ ...fieldsOf(Impersonation), activate_url })}::text as answer
      from app.platform_impersonations(null, ${id}::uuid) l`,
  ]
}

export const revokeImpersonation = (id: Ref) => sql`select app.platform_revoke_impersonation(${id})`
