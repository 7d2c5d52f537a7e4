import { sql } from 'drizzle-orm'
import type * as z from 'zod'
import type { Outside } from '../../base/config.ts'
import { conflict, invalid } from '../../kit/errors.ts'
import { uuidv7 } from '../../base/id.ts'
import type { PreflightResult } from '../../kit/operation.ts'
import { answer, targetId, json, jsonb, type Ref, type Statement } from '../../kit/sql.ts'
import { type Carried, carried } from '../../shared/sealing/sealed.ts'
import { hintOf } from '../../shared/webhooks/hint.ts'
import { newSecret } from '../../shared/webhooks/signature.ts'
import type { Attempt, SealedSetting, Sealing } from '../../shared/webhooks/sender.ts'
import type { Rotation, Trial, WebhookChange, WebhookDraft } from './schemas.ts'

type Draft = z.output<typeof WebhookDraft>
type Change = z.output<typeof WebhookChange>
/** What a write stores of what was sealed before it. */
export type SealedWebhook = {
  id: string
  sealed?: Carried
  url_hint?: string
  header_names?: string[]
  secret?: string
  trial?: Trialled
}
type Trialled = { id: string; type: string; body: string; attempt: Attempt }
type Current = {
  id: string
  sealed: Carried
  setting: SealedSetting | null
  sample: string
  type: string
}

const facts = (sealedWebhook: SealedWebhook): PreflightResult => ({
  values: { webhook: JSON.stringify(sealedWebhook) },
  compensate: async () => {},
})
export const sealedIn = (preflightResult: PreflightResult | undefined) =>
  preflightResult && (JSON.parse(preflightResult.values.webhook!) as SealedWebhook)

/** Why people cannot change where the endpoint of an app leads. */
export const ofApp = 'the webhook belongs to an app; change its settings, or uninstall it'

const requireAddress = (outside: Outside, url: string) => {
  const problem = outside.webhooks.problem(url)
  if (problem) throw invalid(`body.url: ${problem}`)
}

/** For a new endpoint: the id that its secrets are bound to. */
export const bindNew = () => [answer(json({ id: sql`${uuidv7()}::text` }))]

export async function sealNew(body: Draft, org: string, outside: Outside, bound: string | null) {
  requireAddress(outside, body.url)
  const { id } = JSON.parse(bound!) as { id: string }
  const value = { url: body.url, secret: newSecret(), headers: body.headers ?? {} }
  const sealed = carried(await outside.webhooks.seal(org, id, 1, value))
  return facts({
    id,
    sealed,
    secret: value.secret,
    url_hint: hintOf(body.url),
    header_names: Object.keys(value.headers).toSorted(),
  })
}

/** What is sealed of the endpoint in the path, with a body to try it. */
const current = (outside: Outside, type = 'webhook.test') =>
  answer(
    json({
      id: targetId('webhook'),
      sealed: sql`app.sealed_webhook(${targetId('webhook')})`,
      setting: sql`app.sealed_address(${targetId('webhook')})`,
      type: sql`${type}::text`,
      sample: sql`app.sample_webhook_body(${targetId('webhook')}, ${type}, ${outside.webhooks.webUrl})`,
    }),
  )

/** Where an endpoint leads; that of an app by the settings of the app. */
const opened = ({ id, sealed, setting }: Current, org: string, outside: Outside): Promise<Sealing> =>
  setting ? outside.webhooks.openAddress(org, setting) : outside.webhooks.open(org, id, sealed)

/** A change needs what is sealed where it replaces that, or sends a test before the endpoint is enabled. */
export const bindChanged = ({ url, headers, status }: Change, _: unknown, outside: Outside) =>
  url !== undefined || headers !== undefined || status === 'active' ? [current(outside)] : undefined

export async function sealChanged(body: Change, org: string, outside: Outside, bound: string | null) {
  if (body.url !== undefined) requireAddress(outside, body.url)
  const found = JSON.parse(bound!) as Current
  const old = await opened(found, org, outside)
  const value = { ...old, url: body.url ?? old.url, headers: body.headers ?? old.headers }
  const sealedWebhook: SealedWebhook = { id: found.id }
  if (found.setting && (body.url !== undefined || body.headers !== undefined)) throw conflict(ofApp)
  if (body.url !== undefined || body.headers !== undefined) {
    const version = found.sealed.secret_version + 1
    Object.assign(sealedWebhook, {
      sealed: carried(await outside.webhooks.seal(org, found.id, version, value)),
      url_hint: hintOf(value.url),
      header_names: Object.keys(value.headers).toSorted(),
    })
  }
  if (body.status === 'active') sealedWebhook.trial = await tryOut(found, value, outside)
  return facts(sealedWebhook)
}

async function tryOut(found: Current, to: Sealing, outside: Outside): Promise<Trialled> {
  const message = { id: uuidv7(), body: found.sample }
  return { ...message, type: found.type, attempt: await outside.webhooks.send(to, message, new Date()) }
}

export const bindTrial = ({ type }: z.output<typeof Trial>, _: unknown, outside: Outside) => [
  current(outside, type),
]
export async function sendTrial(_: unknown, org: string, outside: Outside, bound: string | null) {
  const found = JSON.parse(bound!) as Current
  const to = await opened(found, org, outside)
  return facts({ id: found.id, trial: await tryOut(found, to, outside) })
}

export const bindRotated = (_: unknown, __: unknown, outside: Outside) => [current(outside)]
export async function sealRotated(
  { keep_previous_hours, end_previous }: z.output<typeof Rotation>,
  org: string,
  outside: Outside,
  bound: string | null,
) {
  const { id, sealed, setting } = JSON.parse(bound!) as Current
  if (setting) throw conflict(ofApp)
  const { previous, ...old } = await outside.webhooks.open(org, id, sealed)
  if (previous && new Date(previous.until) > new Date() && !end_previous)
    throw conflict(
      `the former secret is valid until ${previous.until}; send end_previous to end it, once no receiver needs it`,
    )
  const until = new Date(Date.now() + keep_previous_hours * 36e5).toISOString()
  const value = { ...old, secret: newSecret(), previous: { secret: old.secret!, until } }
  const next = await outside.webhooks.seal(org, id, sealed.secret_version + 1, value)
  return facts({ id, sealed: carried(next), secret: value.secret })
}

export const store = (id: Ref, sealedWebhook: SealedWebhook | undefined): Statement[] =>
  sealedWebhook?.sealed
    ? [sql`select app.store_webhook_secret(${id}::uuid, ${jsonb(sealedWebhook.sealed)})`]
    : []

/** Keeps a test that was sent. */
export const keepTrial = (id: Ref, sealedWebhook: SealedWebhook | undefined) => {
  const { trial } = sealedWebhook!
  return answer(sql`app.record_webhook_test(${id}::uuid, ${trial!.id}::uuid, ${trial!.type}, ${trial!.body},
    ${jsonb(trial!.attempt)})`)
}
