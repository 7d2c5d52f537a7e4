import { describe, expect, test } from 'vitest'
import { manifests } from '../../src/areas/apps/manifests.ts'
import { checked, type SettingsSchema } from '../../src/areas/apps/settings.ts'
import { operations } from '../contract/world.ts'
import { override } from '../kit/billing.ts'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { operator } from '../kit/impersonation.ts'
import { inbox, enteredDatabase } from '../kit/inbox.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { bearer } from '../kit/oauth.ts'
import { modern } from '../mcp/rpc.ts'
import toolbox from '../../openapi/tools.json' with { type: 'json' }
import { jsonb } from '../../src/kit/sql.ts'
import { sql } from 'drizzle-orm'
import { codedRefusal } from '../kit/refusals.ts'

const connector = 'automation-connector'
const reports = 'spreadsheet-reports'
const scopesOf = (key: string) => manifests.find((one) => one.key === key)!.requested_scopes
const at = (ws: Workspace, key: string) => `${ws.base}/apps/${key}`
const install = (ws: Workspace, key: string, who = ws.owner, more: object = {}) =>
  who.call('POST', `${at(ws, key)}/install`, { accept_scopes: scopesOf(key), ...more })

/** An installed app as a caller. */
async function installed(ws: Workspace, key: string): Promise<{ app: Caller; made: Json }> {
  const { status, body, text } = await install(ws, key)
  if (status !== 201) throw new Error(text)
  return { made: body, app: bearer(body.token, { id: body.installation.user_id, email: '' }) }
}
const ungranted = (scope: string) => [403, 'forbidden', `the app was not granted ${scope}`]

describe('the store', () => {
  test('tells what each app asks for in words, and who may install it', async () => {
    const ws = await workspace()
    const member = await join(ws)
    const list = async (who: Caller) => (await who.ok('GET', `${ws.base}/apps`)).items
    const shown = (items: Json[]) => items.map(({ key, installable, reason }) => [key, installable, reason])
    expect(shown(await list(member))).toEqual(manifests.map(({ key }) => [key, false, 'role']))
    expect(shown(await list(ws.owner))).toEqual(manifests.map(({ key }) => [key, true, null]))
    await installed(ws, reports)
    const [, second] = await list(ws.owner)
    expect(second).toMatchObject({
      installed: true,
      status: 'active',
      installable: false,
      reason: 'installed',
    })
    const one = await member.ok('GET', at(ws, reports))
    expect(one.permissions).toContain('Read tasks')
    expect(one.installation).toMatchObject({ settings: null, granted_scopes: scopesOf(reports) })
    expect((await member.ok('GET', at(ws, 'installed'))).items.map((x: Json) => x.key)).toEqual([reports])
    expect(codedRefusal(await member.call('GET', at(ws, 'No_App')))).toEqual([
      422,
      'validation_error',
      'path.app_key: must be lower-case letters, digits and hyphens',
    ])
    expect(codedRefusal(await member.call('GET', at(ws, 'no-such-app')))).toEqual([
      404,
      'not_found',
      'app not found',
    ])
  })

  test('holds manifests whose areas, keys and settings are right', async () => {
    const known = new Set(operations.map(({ area }) => area))
    for (const { key, requested_scopes, config_schema } of manifests) {
      expect(key).toMatch(/^[a-z][a-z0-9-]{1,39}$/)
      for (const scope of requested_scopes) {
        const [area = '', access] = scope.split(':')
        expect(known).toContain(area)
        expect(['read', 'write']).toContain(access)
      }
      expect(JSON.stringify(config_schema)).not.toMatch(/\$ref|"pattern"/)
      for (const name of config_schema.required) expect(config_schema.properties).toHaveProperty([name])
    }
  })
})

describe('installing', () => {
  test('grants what was shown, and nothing where something else is accepted', async () => {
    const ws = await workspace()
    const asked = scopesOf(reports)
    const wrong = (accept_scopes: unknown) =>
      ws.owner.call('POST', `${at(ws, reports)}/install`, { accept_scopes })
    for (const accepted of [[], asked.slice(1), [...asked, 'tasks:write']])
      expect(codedRefusal(await wrong(accepted))).toEqual([
        422,
        'validation_error',
        `body.accept_scopes: must be what the app asks for: ${asked.join(', ')}`,
      ])
    const admin = await join(ws, 'admin')
    expect((await install(ws, reports, await join(ws, 'manager'))).status).toBe(403)
    const unknown = `${at(ws, 'no-such-app')}/install`
    for (const method of ['POST', 'PATCH', 'DELETE'])
      expect(
        codedRefusal(
          await admin.call(method, unknown, method === 'DELETE' ? undefined : { accept_scopes: [] }),
        ),
      ).toEqual([404, 'not_found', 'app not found'])
    const both = await Promise.all([install(ws, reports, admin), install(ws, reports)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(codedRefusal(await install(ws, reports))).toEqual([
      409,
      'conflict',
      'the app is installed already',
    ])
    const settings = await ws.owner.call('PATCH', `${at(ws, reports)}/install`, {
      settings: { colour: 'red' },
    })
    expect(codedRefusal(settings)).toEqual([
      422,
      'validation_error',
      'body.settings.colour: the app has no such setting',
    ])
  })

  test('shows the key once, also where the request is repeated', async () => {
    const ws = await workspace()
    const send = () =>
      ws.owner.call(
        'POST',
        `${at(ws, reports)}/install`,
        { accept_scopes: scopesOf(reports) },
        { 'idempotency-key': 'a' },
      )
    const [first, again] = [await send(), await send()]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(first.body.token).toMatch(/^svc_live_/)
    expect(again.body).toEqual({ ...first.body, token: null })
    const [{ n }] = await asOwner(`select count(*)::int as n from api_keys where org_id = $1`, [ws.org.id])
    expect(n).toBe(1)
  })

  test('takes no seat, makes no colleague, and goes on when whoever installed it has left', async () => {
    const ws = await workspace()
    const admin = await join(ws, 'admin', 'Anna')
    const { body } = await install(ws, connector, admin)
    const app = bearer(body.token, { id: body.installation.user_id, email: '' })
    const before = await ws.owner.ok('GET', `${ws.base}/members`)
    expect(before.items.map((one: Json) => one.name)).not.toContain('Automation connector')
    const [seats] = await asOwner(`select app.seats_taken($1)::int as n`, [ws.org.id])
    expect([before.total, seats.n]).toEqual([2, 2])
    expect((await ws.owner.ok('GET', ws.base)).counters.members).toBe(2)
    expect((await ws.owner.ok('GET', `${ws.base}/search?q=connector`)).total).toBe(0)
    for (const send of ['PATCH', 'DELETE'])
      expect((await ws.owner.call(send, `${ws.base}/members/${app.id}`, { role: 'admin' })).status).toBe(404)
    await ws.owner.ok('DELETE', `${ws.base}/members/${admin.id}`, {})
    const home = await project(ws)
    const made = await app.ok('POST', `${ws.base}/projects/${home.id}/tasks`, { title: 'From a workflow' })
    expect((await ws.owner.ok('GET', `${ws.base}/tasks/${made.id}`)).reporter.name).toBe(
      'Automation connector',
    )
    expect((await ws.owner.ok('GET', at(ws, connector))).installation.installed_by.name).toBe('Anna (left)')
  })
})

describe('an app', () => {
  test('reaches what it was granted and nothing else: every operation', async () => {
    const ws = await workspace()
    const { app } = await installed(ws, reports)
    const home = await project(ws)
    await task(ws, home.id)
    expect((await app.ok('GET', `${ws.base}/tasks`)).total).toBe(1)
    expect((await app.ok('GET', '/api/v1/auth/me')).organizations).toHaveLength(1)
    const granted = new Set([...scopesOf(reports), 'session:read'])
    const id = '0193a5c0-0000-7000-8000-0000000000aa'
    const place = 'ab'.repeat(40)
    const failed: string[] = []
    let tried = 0
    for (const operation of operations) {
      const scope = `${operation.area}:${operation.write ? 'write' : 'read'}`
      const isClosed =
        ['public', 'portal', 'platform'].includes(operation.role) || operation.not?.includes('api_key')
      if (granted.has(scope) || isClosed) continue
      const { query = '' } = { ...operation.example } as { query?: string }
      const path = operation.path
        .replace('{org_id}', ws.org.id)
        .replaceAll(/\{(\w+)\}/g, (_, name: string) =>
          name === 'place_id' ? place : (operation.pathFormats?.[name]?.example ?? id),
        )
      tried++
      const { status, body, text } = await app.call(
        operation.method,
        `${path}?${query.replaceAll(/\{\w+\}/g, id)}`,
        operation.method === 'GET' ? undefined : {},
      )
      if (status !== 403 || body?.error.message !== `the app was not granted ${scope}`)
        failed.push(`${operation.id}: ${status} ${text.slice(0, 120)}`)
    }
    expect(tried).toBeGreaterThan(500)
    expect(failed).toEqual([])
  })

  test('is shown the tools that it may call, and no other', async () => {
    const ws = await workspace()
    const { made } = await installed(ws, reports)
    const { body } = await modern('tools/list', {}, { token: made.token, query: '?tools=all' })
    const shown = body.result.tools.map(({ name }: Json) => name)
    expect(shown).toEqual(expect.arrayContaining(['query_issues', 'list_projects', 'list_time_entries']))
    const areasOf = new Map((toolbox as Json[]).map(({ name, area }) => [name, area]))
    const read = new Set(['session', ...scopesOf(reports).map((scope) => scope.split(':')[0])])
    for (const name of shown) if (areasOf.has(name)) expect(read).toContain(areasOf.get(name))
    for (const name of ['create_issue', 'list_clients', 'install_app']) expect(shown).not.toContain(name)
  })

  test('that may write may read, and sees private projects only if it is added to them', async () => {
    const ws = await workspace()
    const { app } = await installed(ws, connector)
    expect((await app.ok('GET', `${ws.base}/clients`)).total).toBe(0)
    expect(codedRefusal(await app.call('POST', `${ws.base}/projects`, { name: 'X', key: 'X' }))).toEqual(
      ungranted('projects:write'),
    )
    const hidden = await project(ws, { visibility: 'private' })
    const list = `${ws.base}/projects/${hidden.id}/tasks`
    expect((await app.call('GET', list)).status).toBe(404)
    await ws.owner.ok('PUT', `${ws.base}/projects/${hidden.id}/members/${app.id}`, { role: 'contributor' })
    expect((await app.call('GET', list)).status).toBe(200)
  })

  test('is gone at once when it is uninstalled, with its rules; installed again it is the same member', async () => {
    const ws = await workspace()
    const { app, made } = await installed(ws, connector)
    const home = await project(ws)
    const written = await app.ok('POST', `${ws.base}/projects/${home.id}/tasks`, { title: 'Mine' })
    await asOwner(
      `insert into automations (org_id, name, trigger, action, created_by) values ($1, 'Its rule', '{}', '{}', $2)`,
      [ws.org.id, app.id],
    )
    const uninstall = () => ws.owner.call('DELETE', `${at(ws, connector)}/install`)
    expect((await uninstall()).status).toBe(204)
    expect((await app.call('GET', `${ws.base}/tasks`)).status).toBe(401)
    const gone = [404, 'not_found', 'installation not found']
    expect(codedRefusal(await uninstall())).toEqual(gone)
    const change = { accept_scopes: scopesOf(connector) }
    expect(codedRefusal(await ws.owner.call('PATCH', `${at(ws, connector)}/install`, change))).toEqual(gone)
    const [rule] = await asOwner(`select is_enabled from automations where org_id = $1`, [ws.org.id])
    expect(rule.is_enabled).toBe(false)
    expect((await ws.owner.ok('GET', `${ws.base}/tasks/${written.id}`)).reporter.name).toContain(
      'Automation connector',
    )
    const again = await installed(ws, connector)
    expect(again.made.installation).toMatchObject({ generation: 2, user_id: made.installation.user_id })
    expect((await again.app.call('GET', `${ws.base}/tasks`)).status).toBe(200)
    expect((await app.call('GET', `${ws.base}/tasks`)).status).toBe(401)
    const missed = await install(ws, reports, ws.owner, { restore: true })
    expect(codedRefusal(missed)).toEqual([
      422,
      'validation_error',
      'body.restore: it was not uninstalled within 30 days',
    ])
  })

  test('keeps what it had while a new version asks for more, loses at once what is asked for no longer', async () => {
    const ws = await workspace()
    const { app } = await installed(ws, reports)
    const { requested_scopes: asked, ...manifest } = manifests.find(({ key }) => key === reports)!
    const review = (requested_scopes: string[], version = '2.0.0') =>
      enteredDatabase(ws.org.id).batch([
        sql`select app.review_apps(${jsonb([{ ...manifest, version, requested_scopes }])})`,
      ])
    await review([...asked, 'clients:read'])
    await review([...asked, 'clients:read'])
    const state = async () => (await ws.owner.ok('GET', at(ws, reports))).installation
    expect((await state()).status).toBe('needs_reapproval')
    expect((await app.call('GET', `${ws.base}/tasks`)).status).toBe(200)
    expect(codedRefusal(await app.call('GET', `${ws.base}/clients`))).toEqual(ungranted('clients:read'))
    const told = (await inbox(ws, ws.owner)).map(({ title }) => title)
    expect(told).toEqual(['Reports in spreadsheets asks for more'])
    await review(['tasks:read'], '3.0.0')
    expect(await state()).toMatchObject({ status: 'active', granted_scopes: ['tasks:read'] })
    expect(codedRefusal(await app.call('GET', `${ws.base}/projects`))).toEqual(ungranted('projects:read'))
    await ws.owner.ok('PATCH', `${at(ws, reports)}/install`, { accept_scopes: asked })
    expect(await state()).toMatchObject({ status: 'active', granted_scopes: asked })
    expect((await app.call('GET', `${ws.base}/projects`)).status).toBe(200)
  })

  test('stands still while the plan does not include it', async () => {
    const ws = await workspace()
    const { app } = await installed(ws, reports)
    const olga = await operator()
    const include = async (included: boolean) => {
      await override(olga, ws.org.id, 'apps', included)
      await enteredDatabase(ws.org.id).batch([sql`select app.review_apps(${jsonb(manifests)})`])
    }
    await include(false)
    expect((await app.call('GET', `${ws.base}/tasks`)).status).toBe(401)
    expect((await ws.owner.ok('GET', at(ws, reports))).installation).toMatchObject({
      status: 'suspended',
      suspended_reason: 'entitlement',
    })
    expect(codedRefusal(await install(ws, connector))).toEqual([
      403,
      'forbidden',
      'the plan does not include this app; an owner can change the plan under Plan and usage',
    ])
    const [first] = (await ws.owner.ok('GET', `${ws.base}/apps`)).items
    expect(first).toMatchObject({ installable: false, reason: 'entitlement' })
    await include(true)
    expect((await app.call('GET', `${ws.base}/tasks`)).status).toBe(200)
  })
})

describe('settings', () => {
  const schema: SettingsSchema = {
    type: 'object',
    required: ['url'],
    properties: {
      url: { type: 'string', title: 'Address', format: 'uri', 'x-secret': true },
      mail: { type: 'string', title: 'Mail', format: 'email' },
      kind: { type: 'string', title: 'Kind', enum: ['a', 'b'] },
      short: { type: 'string', title: 'Short', maxLength: 3 },
      most: { type: 'integer', title: 'Most', minimum: 1, maximum: 9 },
      share: { type: 'number', title: 'Share' },
      on: { type: 'boolean', title: 'On' },
    },
  }
  const none = { settings: {}, sealed: [] }
  const url = 'https://chat.example/hook?key=1'

  test('are merged: absent stays, null takes away, and a secret that is sent back as it was read stays', () => {
    const before = { settings: { kind: 'a', most: 3 }, sealed: ['url'] }
    for (const untouched of [{}, { url: { set: true, hint: '…1' } }, { url: '' }, { url: '••••' }])
      expect(checked(schema, { ...untouched, most: null }, before)).toEqual({
        problems: [],
        settings: { kind: 'a' },
        secrets: {},
        cleared: [],
      })
    expect(checked(schema, { url }, before).secrets).toEqual({ url })
    expect(checked(schema, { url: null }, before)).toMatchObject({
      cleared: ['url'],
      problems: ['body.settings.url: required'],
    })
  })

  test('are refused by name with what to do', () => {
    const cases: [object, string][] = [
      [{}, 'url: required'],
      [{ url: 'http://chat.example' }, 'url: must be an https address without a name, password or #'],
      [{ url: 'https://a:b@chat.example' }, 'url: must be an https address without a name, password or #'],
      [{ url, other: 1 }, 'other: the app has no such setting'],
      [{ url, mail: 'x' }, 'mail: must be an e-mail address'],
      [{ url, kind: 'c' }, 'kind: must be one of: a, b'],
      [{ url, short: 'long' }, 'short: at most 3 characters'],
      [{ url, short: 1 }, 'short: must be text'],
      [{ url, most: 0 }, 'most: at least 1'],
      [{ url, most: 10 }, 'most: at most 9'],
      [{ url, most: 1.5 }, 'most: must be a whole number'],
      [{ url, share: '1' }, 'share: must be a number'],
      [{ url, on: 'yes' }, 'on: must be true or false'],
    ]
    for (const [sent, problem] of cases)
      expect(checked(schema, sent as Record<string, unknown>, none).problems).toContain(
        `body.settings.${problem}`,
      )
    expect(checked(schema, { url: 'x'.repeat(20_000) }, none).problems).toEqual([
      'body.settings: at most 16 kB',
    ])
  })
})
