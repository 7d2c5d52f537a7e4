import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner, type Json } from '../kit/client.ts'
import { project, task, type Workspace, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'
import { addWebhook, deliver, type Receiver, startReceiver } from '../kit/webhooks.ts'
import { refusal } from '../kit/refusals.ts'

await ownDatabase()
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.received.length = 0
})
const at = ({ base }: Workspace) => `${base}/apps/chat-notices/install`
const address = () => `${receiver.url}/services/T00/key-of-the-channel`
const install = (ws: Workspace, settings: object, more: object = {}) =>
  ws.owner.call('POST', at(ws), { accept_scopes: [], settings, ...more })
/** What came to the channel of this test. */
const said = async (ws: Workspace, path = 'key-of-the-channel'): Promise<string[]> => {
  await deliver(ws)
  return receiver.received.filter((one) => one.path.endsWith(path)).map(({ body }) => JSON.parse(body).text)
}

test('chat notices say what was chosen, in sentences with links, and nothing of private projects', async () => {
  const ws = await workspace()
  const [home, hidden] = [await project(ws), await project(ws, { visibility: 'private' })]
  const { body, status } = await install(ws, {
    address: address(),
    tasks_created: true,
    tasks_completed: true,
  })
  expect([status, body.token]).toEqual([201, null])
  expect(body.installation.settings).toEqual({
    tasks_created: true,
    tasks_completed: true,
    address: { set: true, hint: 'nnel' },
  })
  await task(ws, hidden.id, { title: 'Secret plan' })
  const one = await task(ws, home.id, { title: 'Pay <!channel> & go' })
  await ws.owner.ok('PATCH', `${ws.base}/tasks/${one.id}`, { title: 'Pay' })
  await ws.owner.ok('PATCH', `${ws.base}/tasks/${one.id}`, { status: 'done' })
  await ws.owner.ok('POST', `${ws.base}/tasks/${one.id}/comments`, { body: 'Not chosen' })
  const told = await said(ws)
  expect(told).toEqual([
    expect.stringMatching(
      /^Ada Lovelace created <https:\/\/service\.test\/[^|]+\|\w+-1 Pay &lt;!channel&gt; &amp; go>$/,
    ),
    expect.stringMatching(/^Ada Lovelace completed <https:\/\/service\.test\/[^|]+\|\w+-1 Pay>$/),
  ])
  await ws.owner.ok('PATCH', at(ws), { settings: { comments: true, address: { set: true, hint: 'nnel' } } })
  await ws.owner.ok('POST', `${ws.base}/tasks/${one.id}/comments`, { body: 'The text itself stays here' })
  expect((await said(ws)).at(-1)).toMatch(/^Ada Lovelace commented on <[^|]+\|\w+-1 Pay>$/)
  expect(JSON.stringify(receiver.received.map((sent) => sent.body))).not.toMatch(/Secret plan|stays here/)
  const audit = await asOwner('select * from audit_log where org_id = $1', [ws.org.id])
  expect(JSON.stringify(audit)).not.toContain('key-of-the-channel')
})

test('the endpoint of an app is seen and tried among webhooks, and changed by the settings of the app alone', async () => {
  const ws = await workspace()
  await install(ws, { address: address(), comments: true })
  const [hook]: Json[] = (await ws.owner.ok('GET', `${ws.base}/webhooks`)).items
  expect(hook).toMatchObject({ name: 'Chat notices', app: 'chat-notices', format: 'slack' })
  const here = `${ws.base}/webhooks/${hook!.id}`
  const why = [409, 'the webhook belongs to an app; change its settings, or uninstall it']
  expect(refusal(await ws.owner.call('PATCH', here, { url: `${receiver.url}/mine` }))).toEqual(why)
  expect(refusal(await ws.owner.call('PATCH', here, { types: ['*'] }))).toEqual(why)
  expect(refusal(await ws.owner.call('POST', `${here}/rotate-secret`, {}))).toEqual(why)
  expect(refusal(await ws.owner.call('DELETE', here))).toEqual(why)
  expect(await ws.owner.ok('POST', `${here}/test`, {})).toMatchObject({ outcome: 'ok' })
  expect(await said(ws)).toEqual(['A test of the chat notices: this is where they come.'])
})

test('settings are refused where they cannot work', async () => {
  const ws = await workspace()
  expect(refusal(await install(ws, { comments: true }))).toEqual([422, 'body.settings.address: required'])
  expect(refusal(await install(ws, { address: 'https://10.0.0.1/a', comments: true }))).toEqual([
    422,
    'body.settings.address: must be a host on the public internet',
  ])
  expect(refusal(await install(ws, { address: address() }))).toEqual([
    422,
    expect.stringMatching(/^body\.settings: choose at least one of tasks_created, /),
  ])
  await install(ws, { address: address(), comments: true })
  expect(refusal(await ws.owner.call('PATCH', at(ws), { settings: { address: null } }))).toEqual([
    422,
    'body.settings.address: required',
  ])
})

test('uninstalled, it says so and nothing else; taken up again it has its address and choices', async () => {
  const ws = await workspace()
  await addWebhook(ws, `${receiver.url}/other`, { types: ['app.uninstalled'] })
  const home = await project(ws)
  await install(ws, { address: address(), tasks_created: true })
  await task(ws, home.id, { title: 'Waits' })
  await ws.owner.ok('DELETE', at(ws))
  await task(ws, home.id, { title: 'Later' })
  expect(await said(ws)).toEqual(['Ada Lovelace uninstalled Chat notices; nothing more comes from here'])
  const [told] = receiver.received.filter(({ path }) => path === '/other').map(({ body }) => JSON.parse(body))
  expect(told).toMatchObject({
    type: 'app.uninstalled',
    data: { label: 'Chat notices', app_key: 'chat-notices' },
  })
  const again = await install(ws, {}, { restore: true })
  expect(again.body.installation).toMatchObject({
    generation: 2,
    settings: { tasks_created: true, address: { set: true } },
  })
  await task(ws, home.id, { title: 'Once more' })
  expect((await said(ws)).at(-1)).toContain('Once more')
})

test('suspended by the plan, it waits', async () => {
  const ws = await workspace()
  const home = await project(ws)
  await install(ws, { address: address(), tasks_created: true })
  await asOwner(
    `update app_installations set status = 'suspended', suspended_reason = 'entitlement' where org_id = $1`,
    [ws.org.id],
  )
  await task(ws, home.id, { title: 'Waiting' })
  expect(await said(ws)).toEqual([])
  await asOwner(`update app_installations set status = 'active', suspended_reason = null where org_id = $1`, [
    ws.org.id,
  ])
  expect(await said(ws)).toHaveLength(1)
})
