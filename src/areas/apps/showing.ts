import type * as z from 'zod'
import type { TransformContext } from '../../kit/operation.ts'
import { type Manifest, manifestOf, manifests } from './manifests.ts'
import type { App, AppDetail, InstalledApps } from './schemas.ts'

type Installation = NonNullable<z.output<typeof AppDetail>['installation']>
type Here = { installed: Record<string, Installation>; rank: number; entitled: boolean }
type One = { key: string; here: Here; token?: string | null }

const needsSecrets = ({ config_schema }: Manifest) =>
  Object.values(config_schema.properties).some((setting) => setting['x-secret'])

const briefOf = (manifest: Manifest, { installed, rank, entitled }: Here, keepsSecrets: boolean) => {
  const { key, name, summary, category, publisher, version } = manifest
  const reason = installed[key]
    ? 'installed'
    : rank < 40
      ? 'role'
      : manifest.required_entitlement && !entitled
        ? 'entitlement'
        : needsSecrets(manifest) && !keepsSecrets
          ? 'needs_setting'
          : null
  const facts = { key, name, summary, category, publisher, version }
  return { ...facts, installed: key in installed, installable: reason === null, reason } as const
}

/** Whether the deployment has keys to seal with. */
const keepsSecrets = ({ outside }: TransformContext) => {
  try {
    return outside.sealingKeys().size > 0
  } catch {
    return false
  }
}

/** What is in an area, where its name does not say so. */
const contents: Record<string, string> = {
  bi: 'figures',
  board: 'boards',
  organizations: 'the organization and its members',
  roadmap: 'milestones and baselines',
  time: 'time entries',
}
const words = (scope: string) => {
  const [area = '', access] = scope.split(':')
  return `${access === 'write' ? 'Read, create and change' : 'Read'} ${contents[area] ?? area.replaceAll('-', ' ')}`
}
const missing = ({ requested_scopes }: Manifest, installation: Installation | undefined) =>
  installation ? requested_scopes.filter((scope) => !installation.granted_scopes.includes(scope)) : []

/** The store as the caller may use it. */
export function asApps(result: string, context: TransformContext): string {
  const here = JSON.parse(result) as Here
  const items = manifests.map((manifest): z.output<typeof App> => ({
    ...briefOf(manifest, here, keepsSecrets(context)),
    status: here.installed[manifest.key]?.status ?? null,
  }))
  return JSON.stringify({ items, total: items.length })
}

export function asInstalled(result: string): string {
  const { installed } = JSON.parse(result) as Here
  const items = manifests.flatMap((manifest): z.output<typeof InstalledApps>['items'] => {
    const installation = installed[manifest.key]
    if (!installation) return []
    const { key, name } = manifest
    return [{ key, name, new_scopes: missing(manifest, installation), installation }]
  })
  return JSON.stringify({ items, total: items.length })
}

/** An app with its installation here. */
export function asApp(result: string, context: TransformContext): string {
  const { key, here, ...more } = JSON.parse(result) as One
  const manifest = manifestOf(key)!
  const installation = here.installed[key]
  const detail: z.output<typeof AppDetail> = {
    ...briefOf(manifest, here, keepsSecrets(context)),
    description: manifest.description,
    capabilities: manifest.capabilities,
    requested_scopes: manifest.requested_scopes,
    permissions: manifest.requested_scopes.map(words),
    new_scopes: missing(manifest, installation),
    required_entitlement: manifest.required_entitlement,
    config_schema: manifest.config_schema,
    installation: installation ?? null,
  }
  return JSON.stringify({ ...detail, ...more })
}
