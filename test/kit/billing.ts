import type { Env } from '../../src/base/config.ts'
import { call, type Caller, type Json, type Reply } from './client.ts'

/** A caller whose requests reach a deployment with other settings. */
export function under(who: Caller, changes: Partial<Env>): Caller {
  const send = (
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Reply> =>
    call(
      method,
      path,
      { ...(body === undefined ? {} : { body }), headers: { ...who.headers, ...more } },
      changes,
    )
  return {
    ...who,
    call: send,
    async ok(method, path, body, more) {
      const reply = await send(method, path, body, more)
      if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
      return reply.body
    },
  }
}

/** A plan as an operator defines it; features by key, as numbers, booleans or null. */
export async function plan(who: Caller, key: string, draft: Json = {}): Promise<Json> {
  const { features = {}, ...more } = draft
  const body = {
    name: `Plan ${key}`,
    interval: 'month',
    currency: 'EUR',
    amount_minor: key === 'free' ? 0 : 900,
    active: true,
    ...more,
    features: Object.fromEntries(
      Object.entries(features).map(([name, value]) => [
        name,
        { type: name === 'audit_days' ? 'config' : typeof value === 'boolean' ? 'boolean' : 'limit', value },
      ]),
    ),
  }
  return who.ok('PUT', `/api/v1/platform/billing/plans/${key}`, body)
}

const platform = (org: string, rest: string) => `/api/v1/platform/organizations/${org}/${rest}`
export const override = (who: Caller, org: string, key: string, value: unknown, more: object = {}) =>
  who.call('PUT', platform(org, `entitlements/${key}`), { value, reason: 'ticket 4711', ...more })
export const subscribe = (who: Caller, org: string, plan_key: string, more: object = {}) =>
  who.call('PUT', platform(org, 'subscription'), { plan_key, quantity: 5, reason: 'ticket 4711', ...more })
