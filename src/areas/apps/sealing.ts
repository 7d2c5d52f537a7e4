import { sql } from 'drizzle-orm'
import type { Outside } from '../../base/config.ts'
import { uuidv7 } from '../../base/id.ts'
import type { PreflightResult } from '../../kit/operation.ts'
import { answer, json, type Ref } from '../../kit/sql.ts'
import { type Carried, carried } from '../../shared/sealing/sealed.ts'
import { seal } from '../../shared/sealing/sealing.ts'
import { hintOf } from '../../shared/webhooks/hint.ts'
import { manifestOf } from './manifests.ts'
import { type Checked, checked, type Stored } from './settings.ts'

type Body = { settings?: Record<string, unknown> | undefined; restore?: boolean | undefined }
type SealedSetting = { id: string; field: string; hint: string; sealed: Carried }
/** Settings as they are to be stored, with what is wrong with them. */
export type SealedSettings = Omit<Checked, 'secrets'> & { secrets: SealedSetting[]; url_hint?: string }
type State = (Stored & { installed: boolean }) | null

const none: Stored = { settings: {}, sealed: [] }

/** What an app is set up with now, for bodies that change it or take it up again. */
export const readSettings = (body: Body, { app_key }: Record<string, Ref>) =>
  body.settings || body.restore
    ? [answer(json({ key: sql`${app_key}::text`, state: sql`app.app_state(${app_key}::text)` }))]
    : undefined

/** Checks the settings of a body against those that there are, and seals the secret ones. */
export async function sealSettings(
  { settings = {}, restore }: Body,
  org: string,
  outside: Outside,
  found: string | null,
): Promise<PreflightResult> {
  const { key, state } = JSON.parse(found!) as { key: string; state: State }
  const schema = manifestOf(key)?.config_schema
  const before = state && (state.installed || restore) ? state : none
  const { secrets, ...rest } = schema ? checked(schema, settings, before) : { ...nothing, secrets: {} }
  if (restore && !state) rest.problems.push('body.restore: it was not uninstalled within 30 days')
  const notices = Object.entries(manifestOf(key)?.notices ?? {})
  if (notices.length && !notices.some(([name]) => rest.settings[name] === true))
    rest.problems.push(`body.settings: choose at least one of ${notices.map(([name]) => name).join(', ')}`)
  const unsafe = secrets.address && outside.webhooks.problem(secrets.address)
  if (unsafe) rest.problems.push(`body.settings.address: ${unsafe}`)
  const sealed = await Promise.all(
    Object.entries(secrets).map(async ([field, secret]): Promise<SealedSetting> => {
      const id = uuidv7()
      const bound = { purpose: 'app', org, record: id, version: 1 }
      const hint = secret.slice(-Math.min(4, Math.floor(secret.length / 4)))
      return { id, field, hint, sealed: carried(await seal(outside.sealingKeys(), bound, secret)) }
    }),
  )
  const url_hint = secrets.address && !unsafe ? hintOf(secrets.address) : undefined
  const sealedSettings: SealedSettings = { ...rest, secrets: sealed, ...(url_hint && { url_hint }) }
  return { values: { settings: JSON.stringify(sealedSettings) }, compensate: async () => {} }
}

const nothing: SealedSettings = { problems: [], settings: {}, secrets: [], cleared: [] }

/** What was sealed; without it the settings of a new installation, of which there are none. */
export function settingsIn(key: string, preflightResult: PreflightResult | undefined): SealedSettings {
  if (preflightResult) return JSON.parse(preflightResult.values.settings!) as SealedSettings
  const schema = manifestOf(key)?.config_schema
  return schema ? { ...nothing, problems: checked(schema, {}, none).problems } : nothing
}
