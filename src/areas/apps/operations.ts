import { makeToken } from '../../base/tokens.ts'
import { area, read, write } from '../../kit/operation.ts'
import type { Ref } from '../../kit/sql.ts'
import { manifestOf } from './manifests.ts'
import * as queries from './queries.ts'
import { AppChange, AppDetail, AppInstall, AppInstalled, Apps, InstalledApps } from './schemas.ts'
import { readSettings, sealSettings, settingsIn } from './sealing.ts'
import { asApp, asApps, asInstalled } from './showing.ts'

const pathFormats = {
  app_key: {
    format: /^[a-z][a-z0-9-]{1,39}$/,
    says: 'The key of the app, as the list has it',
    problem: 'must be lower-case letters, digits and hyphens',
    example: 'spreadsheet-reports',
  },
}
const scopesOf = (key: string) => ({ accept_scopes: manifestOf(key)!.requested_scopes })
/** The key in the path, which names no object of the organization. */
const keyIn = (app_key: Ref) => (typeof app_key === 'string' ? app_key : '')
const preflight = { authorize: readSettings, perform: sealSettings }

export default area('apps', 'Apps', {}, [
  read({
    id: 'listApps',
    summary: 'List the apps of the store',
    at: 'GET /apps',
    role: 'member',
    tool: 'list_apps',
    returns: Apps,
    transform: asApps,
    run: () => queries.state,
  }),
  read({
    id: 'listInstalledApps',
    summary: 'List the apps that are installed, with what they may read and write',
    at: 'GET /apps/installed',
    role: 'member',
    returns: InstalledApps,
    transform: asInstalled,
    run: () => queries.state,
  }),
  read({
    id: 'getApp',
    summary: 'Get an app: what it does, asks for and is set up with',
    at: 'GET /apps/{app_key}',
    role: 'member',
    tool: 'get_app',
    pathFormats,
    returns: AppDetail,
    transform: asApp,
    run: ({ params: { app_key } }) => queries.stateOf(app_key),
  }),
  write({
    id: 'installApp',
    summary: 'Install an app',
    at: 'POST /apps/{app_key}/install',
    role: 'admin',
    tool: 'install_app',
    not: ['api_key'],
    audit: 'app.installed',
    pathFormats,
    asks: { about: 'access' },
    details:
      'It gets exactly what accept_scopes names, which must be all that it asks for, and acts as a member of its own. Where ' +
      'it calls the service, its key is in the answer, once.',
    body: AppInstall,
    returns: AppInstalled,
    status: 201,
    response: { shownOnce: 'token' },
    refuses: [409],
    example: { body: scopesOf('spreadsheet-reports') },
    preflight,
    transform: asApp,
    run: ({ params: { app_key }, body, preflightResult, id, outside }) =>
      queries.install(keyIn(app_key), body, {
        id,
        sealed: settingsIn(keyIn(app_key), preflightResult),
        token: makeToken('svc_live_', outside.cell),
      }),
  }),
  write({
    id: 'updateAppSettings',
    summary: 'Change the settings of an app, or grant what its new version asks for',
    at: 'PATCH /apps/{app_key}/install',
    role: 'admin',
    not: ['api_key'],
    audit: 'app.changed',
    pathFormats,
    details:
      'What is absent stays, null takes a setting away, and a secret that is sent back as it was read stays as it is.',
    body: AppChange,
    returns: AppDetail,
    example: { body: scopesOf('automation-connector') },
    preflight,
    transform: asApp,
    run: ({ params: { app_key }, body, preflightResult }) =>
      queries.change(keyIn(app_key), body, settingsIn(keyIn(app_key), preflightResult)),
  }),
  write({
    id: 'uninstallApp',
    summary: 'Uninstall an app: its key and rules stop at once',
    at: 'DELETE /apps/{app_key}/install',
    role: 'admin',
    tool: 'uninstall_app',
    audit: 'app.uninstalled',
    pathFormats,
    status: 204,
    details: 'What it made stays. Its settings are kept for 30 days, for installing it again with `restore`.',
    example: {},
    run: ({ params: { app_key } }) => queries.uninstall(keyIn(app_key)),
  }),
])
