import * as z from 'zod'
import { installationStatuses, suspensionReasons } from '../../../db/schema/apps.ts'
import { count, idOut, moment } from '../../kit/fields.ts'

const scopes = () => z.array(z.string())
const open = z.record(z.string(), z.unknown())

const Installation = z
  .object({
    status: z.enum(installationStatuses).describe('`needs_reapproval`: a new version asks for more'),
    suspended_reason: z.enum(suspensionReasons).nullable().describe('Why it stands still'),
    version: z.string().describe('The version that was agreed to'),
    granted_scopes: scopes().describe('What it may read and write'),
    generation: z.int().describe('How often it has been installed here'),
    user_id: idOut().nullable().describe('The member that it acts as, who can be added to projects'),
    installed_at: moment().describe('When'),
    installed_by: z
      .object({
        user_id: idOut().describe('Whose id'),
        name: z.string().describe('The name, or that they left'),
      })
      .describe('Who installed it'),
    settings: open.nullable().describe('For admins; a secret one is `{set, hint}`'),
  })
  .meta({ id: 'AppInstallation' })

const app = {
  key: z.string().describe('Its key'),
  name: z.string().describe('What it is called'),
  summary: z.string().describe('What it is for, in a line'),
  category: z.enum(['automation', 'reporting', 'communication']).describe('What it belongs to'),
  publisher: z.string().describe('Who made it'),
  version: z.string().describe('The version in the store'),
  installed: z.boolean().describe('Whether it is installed here'),
  installable: z.boolean().describe('Whether the caller could install it now'),
  reason: z
    .enum(['installed', 'role', 'entitlement', 'needs_setting'])
    .nullable()
    .describe('Why not; `needs_setting`: the deployment cannot keep secrets'),
}

export const App = z
  .object({
    ...app,
    status: z.enum(installationStatuses).nullable().describe('That of the installation'),
  })
  .meta({ id: 'App', 'x-row': 'key name* summary installed!false status installable!true reason' })
export const Apps = z
  .object({
    items: z.array(App).describe('The store, in its order'),
    total: count().describe('How many there are'),
  })
  .meta({ id: 'Apps' })

export const AppDetail = z
  .object({
    ...app,
    description: z.string().describe('What it does'),
    capabilities: z.array(z.string()).describe('What it can do'),
    requested_scopes: scopes().describe('What it asks to read and write, by area'),
    permissions: z.array(z.string()).describe('The same in words'),
    new_scopes: scopes().describe('What it asks for that it was not granted, where it is installed'),
    required_entitlement: z.string().nullable().describe('What the plan must include'),
    config_schema: open.describe('Its settings, as JSON Schema'),
    installation: Installation.nullable().describe('How it is installed here'),
  })
  .meta({ id: 'AppDetail' })

export const InstalledApps = z
  .object({
    items: z
      .array(
        z.object({
          key: z.string().describe('Its key'),
          name: z.string().describe('What it is called'),
          new_scopes: scopes().describe('What it asks for that it was not granted'),
          installation: Installation.describe('How it is installed'),
        }),
      )
      .describe('In the order of the store'),
    total: count().describe('How many there are'),
  })
  .meta({ id: 'InstalledApps' })

const settings = () => open.optional().meta({ description: 'As its config_schema says' })
const accepted = () => z.array(z.string().max(60)).max(50)

export const AppInstall = z
  .strictObject({
    accept_scopes: accepted().meta({
      description: 'All that it asks for, as requested_scopes of the app; [] where it asks for nothing',
      example: ['tasks:read'],
    }),
    settings: settings(),
    restore: z
      .boolean()
      .optional()
      .meta({ description: 'With the settings that it had, if it was uninstalled within 30 days' }),
  })
  .meta({ id: 'AppInstall' })
export const AppInstalled = AppDetail.extend({
  token: z.string().nullable().meta({ description: 'The key of the app, shown once', 'x-receipt': true }),
}).meta({ id: 'AppInstalled', 'x-receipt': 'key name token' })

export const AppChange = z
  .strictObject({
    settings: settings(),
    accept_scopes: accepted()
      .optional()
      .meta({ description: 'All that its new version asks for', example: ['tasks:read'] }),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'at least one field required')
  .meta({ id: 'AppChange' })
