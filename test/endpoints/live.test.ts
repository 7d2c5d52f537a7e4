import { beforeEach, describe, expect, test } from 'vitest'
import { asOwner, call, type Caller, type Json, password, person, type Reply } from '../kit/client.ts'
import { fakeLive } from '../kit/live.ts'
import { join, project, serial, task, workspace, type Workspace } from '../kit/makers.ts'
import { operator } from '../kit/impersonation.ts'

const live = fakeLive()
beforeEach(() => {
  live.told.length = live.opened.length = 0
  live.answer(101)
})

/** As `Caller.call`, where live updates are set up. */
const send = (who: Caller | null, method: string, path: string, body?: unknown, more = {}) =>
  call(
    method,
    path,
    { headers: { ...who?.headers, ...more }, ...(body === undefined ? {} : { body }) },
    live.env,
  )
const keyOf = async (ws: Workspace, more: object = {}): Promise<{ id: string; as: Caller }> => {
  const made: Json = await ws.owner.ok('POST', `${ws.base}/api-keys`, { name: `Key ${serial()}`, ...more })
  return { ...made, as: { ...ws.owner, headers: { authorization: `Bearer ${made.token}` } } }
}

describe('a live stream is opened', () => {
  test('by viewers and up, by session or key, without another round trip than that of an operation', async () => {
    const ws = await workspace()
    const readOnly = await keyOf(ws, { read_only: true })
    for (const who of [ws.owner, await join(ws, 'viewer'), await join(ws, 'member'), readOnly.as]) {
      const reply = await send(who, 'GET', `${ws.base}/live`)
      expect([reply.status, reply.roundTrips, reply.headers.get('content-type')]).toEqual([
        200,
        1,
        'text/event-stream',
      ])
      expect(reply.text).toMatch(
        /^retry: 3000\n: {2048}\n\nevent: hello\nid: e:1\ndata: \{\}\n\nretry: \d+\nevent: bye\n/,
      )
    }
    expect(live.opened).toHaveLength(4)
    expect(live.opened[3]).toEqual({ org: ws.org.id, person: ws.owner.id, credential: readOnly.id })
    expect(new Set(live.opened.map(({ org }) => org))).toEqual(new Set([ws.org.id]))
  })

  test('by nobody else', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const ofProject = await keyOf(ws, { project_id: id })
    const at = `${ws.base}/live`
    const refused: [number, Caller | null, string][] = [
      [401, null, at],
      [404, await person(), at],
      [404, ws.owner, '/api/v1/organizations/00000000-0000-7000-8000-000000000000/live'],
      [404, ofProject.as, at],
      [422, ws.owner, `${at}?access_token=x`],
      [401, null, `${at}?access_token=x`],
    ]
    for (const [status, who, path] of refused)
      expect([(await send(who, 'GET', path)).status, path]).toEqual([status, path])
    expect(live.opened).toEqual([])
    expect((await send(ws.owner, 'HEAD', at)).status).toBe(200)
    expect((await send(ws.owner, 'POST', at, {})).status).toBe(405)
    expect(live.opened).toEqual([])
  })

  test('as far as the object has room, and where there is one', async () => {
    const ws = await workspace()
    live.answer(429)
    const full = await send(ws.owner, 'GET', `${ws.base}/live`)
    const said = ({ status, body }: Reply) => [status, body.error.message]
    expect([...said(full), full.headers.get('retry-after')]).toEqual([
      429,
      'too many streams are open; close one, or try again in a minute',
      '60',
    ])
    live.answer(500)
    expect(said(await send(ws.owner, 'GET', `${ws.base}/live`))).toEqual([
      503,
      'live updates did not answer; try again',
    ])
    const absent = await ws.owner.call('GET', `${ws.base}/live`)
    expect(said(absent)).toEqual([409, 'there are no live updates here: ask again every minute'])
    expect((await (await person()).call('GET', `${ws.base}/live`)).status).toBe(404)
  })
})

describe('streams are told', () => {
  const kindsTold = () => live.told.flatMap(({ kinds }) => kinds).toSorted()

  test('once for each write, of kinds; of refused and of private ones nothing', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const { id: taskId } = await task(ws, id)
    const at = `${ws.base}/tasks/${taskId}`
    await send(ws.owner, 'PATCH', at, { title: 'New' })
    expect(live.told).toEqual([{ org: ws.org.id, kinds: ['task'], access: false, gone: [] }])
    live.told.length = 0
    expect((await send(ws.owner, 'PATCH', at, { title: '' })).status).toBe(422)
    expect((await send(ws.owner, 'PATCH', at, { title: 'Late', version: 1 })).status).toBe(409)
    expect(
      (await send(ws.owner, 'POST', `${ws.base}/notes`, { title: 'Mine', body: 'Mine alone' })).status,
    ).toBe(201)
    expect((await send(ws.owner, 'GET', at)).status).toBe(200)
    expect(live.told).toEqual([])
    await send(ws.owner, 'POST', `${at}/comments`, { body: 'Hello' })
    expect(kindsTold()).toEqual(expect.arrayContaining(['comment']))
    expect(JSON.stringify(live.told)).not.toContain(taskId)
  })

  test('that a task changed when time on it is entered, changed or deleted', async () => {
    const ws = await workspace()
    const { id } = await task(ws, (await project(ws)).id)
    const at = `${ws.base}/time-entries`
    const told = async (method: string, path: string, body?: object) => {
      live.told.length = 0
      const reply = await send(ws.owner, method, path, body)
      expect(reply.status).toBeLessThan(300)
      expect(kindsTold()).toEqual(['task'])
      return reply.body
    }
    const entry = { task_id: id, work_date: '2026-01-15', duration_seconds: 3600 }
    const made = await told('POST', at, entry)
    await told('PATCH', `${at}/${made.id}`, { description: 'Reading' })
    await told('DELETE', `${at}/${made.id}`)
  })

  test('of news in an inbox, also of those that join older ones or are settled', async () => {
    const ws = await workspace()
    const grace = await join(ws)
    const { id } = await task(ws, (await project(ws)).id)
    const at = `${ws.base}/tasks/${id}`
    await grace.ok('POST', `${at}/comments`, { body: 'I watch it' })
    for (const status of ['in_progress', 'done']) {
      live.told.length = 0
      await send(ws.owner, 'PATCH', at, { status })
      expect(kindsTold()).toContain('notification')
    }
    const { items } = await grace.ok('GET', `${ws.base}/notifications?unread=true`)
    expect(items).toMatchObject([{ count: 2 }])
    live.told.length = 0
    await send(ws.owner, 'DELETE', at)
    await send(ws.owner, 'POST', `${at}/purge`)
    expect(kindsTold()).toContain('notification')
  })

  test('that somebody sees other projects now', async () => {
    const ws = await workspace()
    const { id } = await project(ws)
    const other = await join(ws)
    await send(ws.owner, 'PUT', `${ws.base}/projects/${id}/members/${other.id}`, { role: 'viewer' })
    await send(ws.owner, 'PATCH', `${ws.base}/projects/${id}`, { visibility: 'private' })
    expect(live.told.map(({ access }) => access)).toEqual([true, true])
  })
})

describe('streams end in the organizations of whoever', () => {
  const gone = () => live.told.flatMap((one) => one.gone.map((id) => [one.org, id] as const))
  /** A person with a session of their own, in two organizations. */
  async function inTwo() {
    const [one, other] = [await workspace(), await workspace()]
    const who = await join(one)
    await asOwner(`insert into organization_members (org_id, user_id, role) values ($1, $2, 'member')`, [
      other.org.id,
      who.id,
    ])
    return { one, other, who, both: [one.org.id, other.org.id].toSorted() }
  }
  const sessionOf = async (who: Caller) =>
    (await asOwner<{ id: string }>('select id from sessions where user_id = $1', [who.id]))[0]!.id

  test('signs out', async () => {
    const { who, both } = await inTwo()
    const session = await sessionOf(who)
    expect((await send(who, 'POST', '/api/v1/auth/logout')).status).toBeLessThan(300)
    expect(gone().toSorted()).toEqual(both.map((org) => [org, session]))
  })

  test('is locked by an operator, or deletes the account', async () => {
    const { who, both } = await inTwo()
    const reason = 'ticket 4711: asked by the bank'
    const at = `/api/v1/platform/users/${who.id}`
    expect((await send(await operator(), 'PATCH', at, { status: 'locked', reason })).status).toBe(200)
    const orgs = gone().flatMap(([org, id]) => (id === who.id ? [org] : []))
    expect([...new Set(orgs)].toSorted()).toEqual(both)
    live.told.length = 0
    const { who: leaver, both: left } = await inTwo()
    const sent = await send(leaver, 'DELETE', '/api/v1/auth/me', { password })
    expect(sent.status).toBeLessThan(300)
    expect([...new Set(gone().flatMap(([org, id]) => (id === leaver.id ? [org] : [])))].toSorted()).toEqual(
      left,
    )
  })

  test('revokes a key, loses a role or the membership, and all when the organization is suspended or deleted', async () => {
    const ws = await workspace()
    const member = await join(ws)
    const key = await keyOf(ws)
    await send(ws.owner, 'DELETE', `${ws.base}/api-keys/${key.id}`)
    await send(ws.owner, 'PATCH', `${ws.base}/members/${member.id}`, { role: 'viewer' })
    await send(ws.owner, 'DELETE', `${ws.base}/members/${member.id}`)
    const reason = 'ticket 4711: invoices are not paid'
    const at = `/api/v1/platform/organizations/${ws.org.id}`
    const olga = await operator()
    for (const status of ['suspended', 'active']) await send(olga, 'PATCH', at, { status, reason })
    await send(ws.owner, 'DELETE', ws.base, { confirm_slug: ws.org.slug })
    const said = [key.id, member.id, member.id, '*', '*', '*'].map((id) => [ws.org.id, id])
    expect(gone()).toEqual(said)
  })
})
