import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Caller } from '../kit/client.ts'
import { impersonating } from '../kit/impersonation.ts'
import { actions, join, task, project, type Workspace, workspace } from '../kit/makers.ts'
import { isolationLayers } from '../kit/private.ts'

let wall: Awaited<ReturnType<typeof isolationLayers>>
let ws: Workspace
let ada: Caller
const admins: [string, Caller][] = []
const secret = 'a surprise for Grace'
let note: string
let reminder: string
beforeAll(async () => {
  wall = await isolationLayers()
  ws = await workspace()
  ada = await join(ws, 'member', 'Ada')
  admins.push(['owner', ws.owner], ['admin', await join(ws, 'admin')], ['member', await join(ws, 'member')])
  note = (await ada.ok('POST', `${ws.base}/notes`, { title: secret, body: secret, labels: ['surprise'] })).id
  const draft = { title: secret, body: secret, remind_at: new Date(Date.now() + 864e5).toISOString() }
  reminder = (await ada.ok('POST', `${ws.base}/reminders`, draft)).id
  await ada.ok('PUT', `${ws.base}/desktop-state/windows`, { value: secret })
})
afterAll(() => wall.stop())

const sendRequest = (): [method: string, path: string, body?: object][] => [
  ['GET', `/notes/${note}`],
  ['PATCH', `/notes/${note}`, { title: 'Mine now' }],
  ['DELETE', `/notes/${note}`],
  ['POST', `/notes/${note}/convert`, { to: 'document' }],
  ['GET', `/reminders/${reminder}`],
  ['PATCH', `/reminders/${reminder}`, { title: 'Mine now' }],
  ['DELETE', `/reminders/${reminder}`],
  ['POST', `/reminders/${reminder}/snooze`, { minutes: 5 }],
  ['POST', `/reminders/${reminder}/complete`],
  ['GET', '/desktop-state/windows'],
  ['PATCH', '/desktop-state/windows', { mine: 'now' }],
]
const kept = async () => [
  await ada.ok('GET', `${ws.base}/notes/${note}`),
  await ada.ok('GET', `${ws.base}/reminders/${reminder}`),
  await ada.ok('GET', `${ws.base}/desktop-state/windows`),
]
const text = async (reply: Promise<{ status: number; text: string }>) => {
  const { status, text: message } = await reply
  return [status, message.replace(/"request_id":"[^"]*"/, '')]
}

describe.each(['both walls', 'row-level security alone', 'queries alone'] as const)('%s', (name) => {
  test('personal objects are missing for everybody else, as if they did not exist', async () => {
    const before = await kept()
    for (const [role, who] of admins)
      for (const [method, path, body] of sendRequest()) {
        const unknownPath = path
          .replace(note, uuidv7())
          .replace(reminder, uuidv7())
          .replace('windows', 'doors')
        const reply = await text(wall.send(name, who, method, ws.base + path, body))
        expect([role, method, path, reply[0]]).toEqual([role, method, path, 404])
        expect(reply).toEqual(await text(wall.send(name, who, method, ws.base + unknownPath, body)))
      }
    expect(await kept()).toEqual(before)
  })

  test('no list or search of anybody else contains them', async () => {
    for (const [, who] of admins)
      for (const path of [
        '/notes?q=surprise',
        '/notes?label=surprise',
        '/reminders',
        '/desktop-state?values=true',
      ]) {
        const reply = await wall.send(name, who, 'GET', ws.base + path)
        expect([path, reply.status, reply.body.total]).toEqual([path, 200, 0])
      }
  })

  test('a key of the same name on somebody else’s desktop is their own', async () => {
    const [, [, admin]] = admins as [[string, Caller], [string, Caller]]
    expect(
      (await wall.send(name, admin, 'PUT', `${ws.base}/desktop-state/windows`, { value: 1 })).status,
    ).toBe(201)
    expect((await wall.send(name, admin, 'DELETE', `${ws.base}/desktop-state/windows`)).status).toBe(204)
    expect((await ada.ok('GET', `${ws.base}/desktop-state/windows`)).value).toBe(secret)
  })
})

test('without either layer the same requests find them', async () => {
  const found = await Promise.all(
    sendRequest()
      .filter(([method]) => method === 'GET')
      .map(([method, path]) => wall.send('no wall', ws.owner, method, ws.base + path)),
  )
  expect(found.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(wall.cut()).toBeGreaterThan(20)
})

test('the audit log has that notes and reminders were written, and nothing of their contents', async () => {
  const entries = await asOwner('select * from audit_log where org_id = $1 and entity_id = any ($2)', [
    ws.org.id,
    [note, reminder],
  ])
  expect(entries.map(({ action }) => action)).toEqual(['note.created', 'reminder.created'])
  expect(JSON.stringify(entries)).not.toContain('surprise')
  expect(entries[0].changes.title).toEqual({ changed: true })
  const done = await actions(ws)
  expect(done).toContain('note.created')
  expect(done.filter((action) => action.includes('desktop'))).toEqual([])
  const full = await asOwner<{ n: number }>(
    `select count(*)::int as n from audit_log where org_id = $1 and (entity_type like 'desktop%' or changes::text like '%surprise%')`,
    [ws.org.id],
  )
  expect(full).toEqual([{ n: 0 }])
})

test('an impersonator does not see notes, and changes nothing', async () => {
  const { send } = await impersonating(ada)
  for (const path of ['/notes', `/notes/${note}`, '/desktop-state', '/desktop-state/windows']) {
    const reply = await send('GET', ws.base + path)
    expect([path, reply.status, reply.text.includes('surprise')]).toEqual([path, 403, false])
  }
  expect((await send('PUT', `${ws.base}/desktop-state/windows`)).status).toBe(403)
})

test('members who return after leaving have their notes again, but not their desktop', async () => {
  const home = await project(ws)
  const gone = await join(ws, 'member')
  const { id } = await task(ws, home.id)
  await gone.ok('POST', `${ws.base}/notes`, { title: 'Later', linked_type: 'task', linked_id: id })
  await gone.ok('PUT', `${ws.base}/desktop-state/windows`, { value: [] })
  await ws.owner.ok('DELETE', `${ws.base}/members/${gone.id}`)
  expect((await gone.call('GET', `${ws.base}/notes`)).status).toBe(404)
  await asOwner('insert into organization_members (org_id, user_id, role) values ($1, $2, $3)', [
    ws.org.id,
    gone.id,
    'viewer',
  ])
  expect((await gone.ok('GET', `${ws.base}/notes`)).items).toMatchObject([{ title: 'Later' }])
  expect((await gone.ok('GET', `${ws.base}/desktop-state`)).total).toBe(0)
})
