import { type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod'
import { answer, ensure, json, jsonb, type Ref, type Statement } from '../../kit/sql.ts'
import { hashOf, keyHint } from '../../base/tokens.ts'
import { type Manifest, manifestOf, manifests } from './manifests.ts'
import type { AppChange, AppInstall } from './schemas.ts'
import type { SealedSettings } from './sealing.ts'
import { dummyHash } from '../../shared/passwords.ts'
import { refuseFields } from '../../shared/problems.ts'

/** What the database knows of the store's apps here: what is installed, and what the plan includes. */
const here = json({
  installed: sql`app.installations_json()`,
  rank: sql`app.role_level()`,
  entitled: sql`app.entitled(app.org_id(), 'apps')`,
})
export const state = answer(here)
/** The same of an app of the store; 404 for any other. */
export const stateOf = (key: Ref) => [...known(key), answer(json({ key: sql`${key}::text`, here }))]
const known = (key: Ref) => [
  ensure(
    sql`${key}::text = any (${`{${manifests.map((one) => one.key).join(',')}}`}::text[])`,
    'WM404',
    'app not found',
  ),
]

/** What was accepted must be what was shown. */
const scopeProblems = ({ requested_scopes: asked }: Manifest, accepted: string[] | undefined): string[] =>
  accepted && asked.toSorted().join() !== [...new Set(accepted)].toSorted().join()
    ? [`body.accept_scopes: must be what the app asks for: ${asked.join(', ') || '[]'}`]
    : []

export function install(
  key: string,
  body: z.output<typeof AppInstall>,
  { sealed, id, token }: { sealed: SealedSettings; id: () => string; token: string },
): Statement[] {
  const manifest = manifestOf(key)
  if (!manifest) return known(key)
  const { settings, secrets, problems } = sealed
  const hasKey = manifest.requested_scopes.length > 0
  const draft = {
    id: id(),
    key,
    name: manifest.name,
    version: manifest.version,
    scopes: manifest.requested_scopes,
    entitlement: manifest.required_entitlement,
    settings,
    secrets,
    restores: body.restore ?? false,
    ...chatOf(manifest, sealed),
    ...(hasKey && {
      user: id(),
      key_id: id(),
      hash: hashOf(token),
      hint: keyHint(token),
      password_hash: dummyHash,
    }),
  }
  return [
    sql`select app.require_app_entitlement(${manifest.required_entitlement}::text)`,
    refuseFields([...scopeProblems(manifest, body.accept_scopes), ...problems]),
    sql`select app.install_app(${jsonb(draft)})`,
    answer(json({ key: sql`${key}::text`, here, token: sql`${hasKey ? token : null}::text` })),
  ]
}

export function change(key: string, body: z.output<typeof AppChange>, sealed: SealedSettings): Statement[] {
  const manifest = manifestOf(key)
  if (!manifest) return known(key)
  const { accept_scopes: accepted } = body
  const draft = {
    key,
    version: manifest.version,
    ...(accepted && { scopes: manifest.requested_scopes }),
    ...(body.settings && {
      settings: sealed.settings,
      secrets: sealed.secrets,
      cleared: sealed.cleared,
      name: manifest.name,
      ...chatOf(manifest, sealed),
    }),
  }
  return [
    sql`select (app.installed_app(${key}::text)).id`,
    refuseFields([...scopeProblems(manifest, accepted), ...sealed.problems]),
    sql`select app.change_app(${jsonb(draft)})`,
    ...stateOf(key),
  ]
}

/** The events that an app tells a chat of, as its settings choose them. */
const chatOf = ({ notices }: Manifest, { settings, url_hint }: SealedSettings) =>
  notices && {
    chat: {
      types: Object.entries(notices).flatMap(([name, type]) => (settings[name] === true ? [type] : [])),
      url_hint,
    },
  }

export const uninstall = (key: string): SQL[] => [
  ...known(key),
  sql`select app.uninstall_app(${key}::text, ${manifestOf(key)?.name ?? key}::text)`,
]
