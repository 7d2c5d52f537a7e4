import { expect, test } from 'vitest'
import { manifests } from '../../src/areas/apps/manifests.ts'
import { asOwner, call } from '../kit/client.ts'
import { join, workspace } from '../kit/makers.ts'
import { open, submit, to } from './browse.ts'

test('an owner reads what an app may do, installs it with its key shown once, and uninstalls it', async () => {
  const ws = await workspace()
  const { headers } = ws.owner
  const store = `/organizations/${ws.org.slug}/apps`
  const [first] = manifests
  const at = `${store}/${first!.key}`
  expect((await open(store, headers)).text).toContain(`href="${at}"`)
  const page = await open(at, headers)
  for (const said of ['Read, create and change tasks', 'Allow and install', 'by a member of its own'])
    expect(page.text).toContain(said)
  const fields = { app_key: first!.key, scopes: first!.requested_scopes.join() }
  const less = await submit(`${at}/install`, { ...fields, scopes: 'tasks:read' }, headers)
  expect(less.text).toContain('must be what the app asks for')
  const done = await submit(`${at}/install`, fields, headers)
  const [token] = /svc_live_\w+/.exec(done.text)!
  expect(
    (await call('GET', `${ws.base}/tasks`, { headers: { authorization: `Bearer ${token}` } })).status,
  ).toBe(200)
  const installed = await open(at, headers)
  expect(installed.text).not.toContain(token)
  expect(installed.text).toContain('Ada Lovelace')
  await asOwner(
    `update app_installations set status = 'needs_reapproval', granted_scopes = granted_scopes[2:] where org_id = $1`,
    [ws.org.id],
  )
  const asking = await open(at, headers)
  for (const said of ['asks for more', '(new)', 'Allow what it asks for']) expect(asking.text).toContain(said)
  expect(to(await submit(`${at}/approve`, fields, headers))[0]).toBe(303)
  expect((await open(at, headers)).text).not.toContain('(new)')
  expect(to(await submit(`${at}/uninstall`, { app_key: first!.key }, headers))).toEqual([
    303,
    `${store}?done=uninstall`,
  ])
  expect((await open(`${store}?done=uninstall`, headers)).text).toContain('Its key has stopped.')
  const member = await join(ws)
  const seen = await open(at, member.headers)
  expect(seen.text).toContain('Admins and owners can install it.')
  expect(seen.text).not.toContain('Allow and install')
  expect((await open(`${store}/no-such-app`, headers)).status).toBe(404)
})

test('an app with settings is set up by a form made of them, and its address is shown to nobody', async () => {
  const ws = await workspace()
  const { headers } = ws.owner
  const at = `/organizations/${ws.org.slug}/apps/chat-notices`
  const page = await open(at, headers)
  for (const said of ['Tasks that are done', 'Deals that are won', 'Address'])
    expect(page.text).toContain(said)
  const form = {
    app_key: 'chat-notices',
    switches: 'tasks_created,comments',
    chosen: 'asked',
    'chosen:comments': 'on',
  }
  const refused = await submit(`${at}/setup`, { ...form, address: 'http://a.example' }, headers)
  expect(refused.text).toContain('an https address')
  const address = 'https://hooks.example.com/services/key-of-the-channel'
  expect((await submit(`${at}/setup`, { ...form, address }, headers)).text).toContain('is installed')
  const { settings } = (await ws.owner.ok('GET', `${ws.base}/apps/chat-notices`)).installation
  expect(settings).toEqual({ tasks_created: false, comments: true, address: { set: true, hint: 'nnel' } })
  const shown = (await open(at, headers)).text
  expect(shown).not.toContain('key-of-the-channel')
  expect(shown).toMatch(/name="chosen:comments"[^>]*checked/)
  expect(shown).not.toMatch(/name="chosen:tasks_created"[^>]*checked/)
})
