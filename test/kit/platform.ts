import type { Caller, Json } from './client.ts'
import { operator } from './impersonation.ts'

const reason = 'ticket 4711: invoices are not paid'

/** Suspends or reactivates an organization, as an operator does. */
export async function setStatus(org: string, status: 'active' | 'suspended', who?: Caller): Promise<Json> {
  const admin = who ?? (await operator())
  return admin.ok('PATCH', `/api/v1/platform/organizations/${org}`, { status, reason })
}
export const suspend = (org: string, who?: Caller) => setStatus(org, 'suspended', who)
export const reactivate = (org: string, who?: Caller) => setStatus(org, 'active', who)

export const lock = (who: Caller, person: Caller, status: 'locked' | 'active' = 'locked') =>
  who.call('PATCH', `/api/v1/platform/users/${person.id}`, { status, reason })

/** A link to impersonate a person, and its token. */
export async function issue(who: Caller, person: Caller, more: object = {}): Promise<Json> {
  const body = { user_id: person.id, reason: 'ticket 4711: cannot see a project', ...more }
  const created = await who.ok('POST', '/api/v1/platform/impersonations', body)
  return { ...created, token: new URL(created.activate_url).searchParams.get('token')! }
}
