import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { appInstallations } from '../../../db/schema/apps.ts'
import { webhookAttempts, webhookEndpoints, webhookMessages } from '../../../db/schema/webhooks.ts'
import type { PreflightResult } from '../../kit/operation.ts'
import { resource } from '../../kit/resource.ts'
import {
  all,
  answer,
  ensure,
  inOrg,
  insert,
  json,
  jsonList,
  one,
  page,
  roleLevel,
  type Ref,
  shape,
  update,
} from '../../kit/sql.ts'
import type { Target } from '../../kit/targets.ts'
import { project } from '../../shared/references.ts'
import {
  type DeliveryFilter,
  DeliveryDetail,
  Delivery as DeliverySchema,
  fields,
  type Replay,
  type Rotation,
  shownSchemas,
  WebhookChange,
  WebhookDraft,
  withSecret,
} from './schemas.ts'
import { keepTrial, ofApp, sealedIn, store } from './sealing.ts'

const w = webhookEndpoints
const m = webhookMessages
const a = webhookAttempts

const attemptOf = {
  delivery_id: a.message_id,
  n: a.n,
  at: a.at,
  ms: a.ms,
  status: a.status,
  outcome: a.outcome,
  answer: a.answer,
}
const created = sql`(select row_to_json(p) from (select u.id as user_id, u.name, not exists (
    select from organization_members o where o.org_id = ${w.org_id} and o.user_id = u.id and o.status = 'active') as has_left
  from users u where u.id = ${w.created_by}) p)`
const lastAttempt = sql`(select ${json(attemptOf)} from ${a} join ${m} on ${m.org_id} = ${a.org_id}
    and ${m.id} = ${a.message_id}
  where ${inOrg(a)} and ${m.endpoint_id} = ${w.id} order by ${a.at} desc, ${a.n} desc limit 1)`

/** Only owners decide what goes out of what is sensitive. */
const ownersOnly = (body: Record<string, unknown>) =>
  body.sensitive === true
    ? [ensure(sql`${roleLevel} >= 50`, 'WM403', 'sensitive is set by an owner alone')]
    : []

export const webhook = resource(w, {
  noun: 'webhook',
  name: 'Webhook',
  row: 'id name* url_hint status failing_since waiting',
  at: '/webhooks',
  item: '/webhooks/{webhook_id}',
  fields,
  required: ['name', 'types'],
  draft: WebhookDraft,
  change: WebhookChange,
  refers: { project_ids: project },
  permits: ownersOnly,
  shown: {
    url_hint: shownSchemas.url_hint,
    header_names: shownSchemas.header_names,
    status: shownSchemas.status,
    disabled_reason: shownSchemas.disabled_reason,
    failing_since: shownSchemas.failing_since,
    last_success_at: shownSchemas.last_success_at,
    waiting: [
      shownSchemas.waiting,
      sql`(select count(*)::int from ${m} where ${m.org_id} = ${w.org_id} and ${m.endpoint_id} = ${w.id}
        and ${m.state} = 'pending')`,
    ],
    created_by: [shownSchemas.created_by, created],
    app: [
      shownSchemas.app,
      sql`(select ${appInstallations.app_key} from ${appInstallations} where ${appInstallations.org_id} = ${w.org_id}
        and ${appInstallations.id} = ${w.installation_id})`,
    ],
  },
  detail: {
    previous_secret_until: [
      shownSchemas.previous_secret_until,
      sql`app.utc(case when ${w.previous_until} > now() then ${w.previous_until} end)`,
    ],
    last_attempt: [shownSchemas.last_attempt, lastAttempt],
  },
})
export const WithSecret = withSecret(webhook.Detail)

/** The answer that shows the secret, once. */
const withIts = (id: Ref, secret: string | undefined) =>
  one(
    shape(WithSecret, w, {
      ...webhook.summary.fields,
      previous_secret_until: sql`app.utc(case when ${w.previous_until} > now() then ${w.previous_until} end)`,
      last_attempt: lastAttempt,
      secret: sql`${secret ?? null}::text`,
    }),
    webhook.row(id),
  )

const reschedule = sql`select app.schedule(app.org_id(), 'webhooks', '{}', now())`

export function addWebhook(
  body: z.output<typeof WebhookDraft>,
  preflightResult: PreflightResult | undefined,
) {
  const sealedWebhook = sealedIn(preflightResult)!
  const { url: _, headers: __, ...draft } = body
  const { id, url_hint, header_names, secret } = sealedWebhook
  return [
    ...webhook.references(draft),
    sql`select app.require_webhook_room(true)`,
    insert(w, { id, ...draft, url_hint, header_names }),
    sql`select app.check_webhook(${id})`,
    ...store(id, sealedWebhook),
    withIts(id, secret),
  ]
}

/** What belongs to an app is changed and removed with it. */
const ofPeople = (id: Ref) =>
  ensure(
    sql`not exists (select from ${w} where ${webhook.row(id)} and ${w.installation_id} is not null)`,
    'WM409',
    ofApp,
  )

export const deleteWebhook = (id: Ref) => [ofPeople(id), sql`delete from ${w} where ${webhook.row(id)}`]

/** What an admin may not change of an endpoint that is told of what is sensitive. */
const guarded = (id: Ref, what: string) =>
  ensure(
    sql`${roleLevel} >= 50 or not exists (select from ${w} where ${webhook.row(id)} and ${w.sensitive})`,
    'WM403',
    `the webhook is told of what is sensitive, so an owner ${what}`,
  )

export function changeWebhook(
  id: Ref,
  { version, ...body }: z.output<typeof WebhookChange>,
  preflightResult: PreflightResult | undefined,
) {
  const sealedWebhook = sealedIn(preflightResult)
  const { url, headers, status, ...change } = body
  const redirects =
    url !== undefined || headers !== undefined || change.types || change.project_ids !== undefined
  const afresh = { failing_since: null, failures: 0, unsafe_in_row: 0, warned: false, held_until: null }
  const isMore = Object.keys(change).length > 0
  return [
    ...webhook.references(change),
    ...(isMore ? [ofPeople(id)] : []),
    ...(redirects || change.sensitive !== undefined
      ? [guarded(id, 'decides where it goes and what it holds')]
      : []),
    ...(status === 'active' ? [sql`select app.require_webhook_room(false)`] : []),
    ...(status === 'paused'
      ? [sql`select app.skip_webhook_messages(${id}::uuid, now()::timestamptz(3))`]
      : []),
    ...webhook
      .apply(id, version, {
        ...change,
        ...(sealedWebhook?.sealed && {
          url_hint: sealedWebhook.url_hint,
          header_names: sealedWebhook.header_names,
        }),
        ...(status && { status, disabled_reason: null }),
        ...(status === 'active' || url !== undefined ? afresh : {}),
      })
      .slice(0, -1),
    sql`select app.check_webhook(${id}::uuid)`,
    ...(status === 'active' ? [sql`select app.tell_dropped(${id}::uuid)`] : []),
    ...store(id, sealedWebhook),
    ...(sealedWebhook?.trial ? [keepTrial(id, sealedWebhook)] : []),
    reschedule,
    webhook.get(id),
  ]
}

export function rotateSecret(
  id: Ref,
  { keep_previous_hours }: z.output<typeof Rotation>,
  preflightResult: PreflightResult | undefined,
) {
  const sealedWebhook = sealedIn(preflightResult)!
  return [
    guarded(id, 'replaces its secret'),
    ...store(id, sealedWebhook),
    update(w, { previous_until: sql`now() + ${keep_previous_hours} * interval '1 hour'` }, webhook.row(id)),
    withIts(id, sealedWebhook.secret),
  ]
}

export const test = (id: Ref, preflightResult: PreflightResult | undefined) =>
  keepTrial(id, sealedIn(preflightResult))

/** A message of an endpoint, as paths name it. */
export const deliveryTarget: Target = {
  kind: 'webhook_message',
  noun: 'delivery',
  table: m,
  notDeleted: sql`true`,
  locksItself: true,
}

const last = (column: typeof a.status) =>
  sql`(select ${column} from ${a} where ${inOrg(a)} and ${a.message_id} = ${m.id} order by ${a.n} desc limit 1)`
const computed = {
  has_body: sql`${m.body} is not null`,
  last_status: last(a.status),
  last_outcome: last(a.outcome),
}
const summary = shape(DeliverySchema, m, computed)
const detail = shape(DeliveryDetail, m, {
  ...computed,
  tries: jsonList(
    attemptOf,
    sql`from ${a} where ${inOrg(a)} and ${a.message_id} = ${m.id}`,
    sql`${a.n} desc`,
  ),
})

/** Those that failed come first, then those that wait. */
export const listDeliveries = (id: Ref, query: z.output<typeof DeliveryFilter>) => {
  const { state, type, object_id, from, to, ...paged } = query
  return page(
    {
      ...paged,
      sort: [
        { key: 'state', descending: false },
        { key: 'created_at', descending: true },
      ],
    },
    summary,
    {
      where: all(
        inOrg(m),
        sql`${m.endpoint_id} = ${id}`,
        state && sql`${m.state} = any(${`{${state.join()}}`}::text[])`,
        type !== undefined && sql`${m.type} = ${type}`,
        object_id !== undefined && sql`${m.object_id} = ${object_id}`,
        from !== undefined && sql`${m.created_at} >= ${from}::timestamptz`,
        to !== undefined && sql`${m.created_at} <= ${to}::timestamptz`,
      ),
      sorts: {
        state: sql`array_position('{failed,pending,skipped,delivered}'::text[], ${m.state}::text)`,
        created_at: m.created_at,
      },
    },
  )
}

export const getDelivery = (id: Ref, message: Ref) =>
  one(detail, all(inOrg(m), sql`${m.id} = ${message}`, sql`${m.endpoint_id} = ${id}`))

export const resend = (id: Ref, message: Ref) => [
  sql`select app.resend_webhook(${id}::uuid, ${message}::uuid)`,
  getDelivery(id, message),
]

export const replay = (id: Ref, { from, to, types, only }: z.output<typeof Replay>) => {
  const states = only === 'all' ? ['failed', 'skipped', 'delivered'] : [only]
  return answer(sql`app.replay_webhook(${id}::uuid, ${from}::timestamptz, ${to}::timestamptz,
    ${types ? `{${types.join()}}` : null}::text[], ${`{${states.join()}}`}::text[])`)
}
