import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Json } from '../kit/client.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { open, submit, to } from './browse.ts'

let ws: Workspace
let at: string
let grace: Caller
beforeAll(async () => {
  ws = await workspace('Ada & Co')
  at = `/organizations/${ws.org.slug}`
  grace = await join(ws, 'member', 'Grace Hopper')
})
const members = async (): Promise<Json[]> => (await ws.owner.ok('GET', `${ws.base}/members`)).items

describe('the page of an organization', () => {
  test('shows its projects, documents and people; admins may invite and change roles', async () => {
    await project(ws, { key: 'WEB', name: 'Web shop' })
    await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Handbook' })
    const { text } = await open(at, ws.owner.headers)
    for (const expected of [
      'Web shop',
      'Handbook',
      'Grace Hopper',
      grace.email,
      'Invite somebody',
      'Change<span class="hidden"> Grace Hopper',
    ])
      expect(text).toContain(expected)
    const hers = (await open(at, grace.headers)).text
    expect(hers).toContain('Web shop')
    for (const expected of ['Invite somebody', 'Change<span', 'New project'])
      expect(hers).not.toContain(expected)
  })

  test('is missing for strangers', async () => {
    const { headers } = (await workspace()).owner
    expect((await open(at, headers)).status).toBe(404)
    expect((await submit(`${at}/invite`, { email: 'a@example.com', role: 'owner' }, headers)).status).toBe(
      404,
    )
  })

  test('invites, shows the link once, and withdraws invitations', async () => {
    const fields = { once: crypto.randomUUID(), email: 'new@example.com', role: 'viewer' }
    const first = await submit(`${at}/invite`, fields, ws.owner.headers)
    expect(first.text).toMatch(/\/invitations\/svc_inv_\w+/)
    const again = await submit(`${at}/invite`, fields, ws.owner.headers)
    expect(again.text).not.toMatch(/\/invitations\/svc_inv_\w+/)
    expect(again.text).toContain('not shown again')
    const { items } = await ws.owner.ok('GET', `${ws.base}/invitations?status=pending`)
    expect(items.map(({ email }: Json) => email)).toEqual(['new@example.com'])
    expect((await submit(`${at}/withdraw`, { invitation_id: items[0].id }, ws.owner.headers)).status).toBe(
      303,
    )
    expect((await ws.owner.ok('GET', `${ws.base}/invitations?status=pending`)).items).toEqual([])
    const wrong = await submit(`${at}/invite`, { email: 'nobody', role: 'viewer' }, ws.owner.headers)
    expect([wrong.status, wrong.text.includes('E-mail address: ')]).toEqual([422, true])
  })

  test('rejects a form sent by a member who is not offered it', async () => {
    const reply = await submit(`${at}/invite`, { email: 'x@example.com', role: 'owner' }, grace.headers)
    expect(reply.status).toBe(403)
    const role = await submit(`${at}/role`, { user_id: ws.owner.id, role: 'viewer' }, grace.headers)
    expect(role.status).toBe(403)
    expect((await members()).find(({ user_id }) => user_id === ws.owner.id)!.role).toBe('owner')
  })

  test('changes a role, and says why it cannot', async () => {
    const alan = await join(ws, 'member', 'Alan Turing')
    expect(to(await submit(`${at}/role`, { user_id: alan.id, role: 'manager' }, ws.owner.headers))).toEqual([
      303,
      `${at}?done=saved`,
    ])
    expect((await members()).find(({ user_id }) => user_id === alan.id)!.role).toBe('manager')
    const wrong = await submit(`${at}/role`, { user_id: alan.id, role: 'king' }, ws.owner.headers)
    expect([wrong.status, wrong.text.includes('There is a problem')]).toEqual([422, true])
  })

  test('creates a project once, with or without a chosen key', async () => {
    const fields = { once: crypto.randomUUID(), name: 'Office', key: 'off' }
    for (const _ of [1, 2])
      expect(to(await submit(`${at}/project`, fields, ws.owner.headers))).toEqual([
        303,
        `/projects/OFF?org=${ws.org.slug}`,
      ])
    const taken = await submit(`${at}/project`, { name: 'Other', key: 'OFF' }, ws.owner.headers)
    expect(taken.status).toBe(409)
    expect(taken.text).toContain('value="Other"')
  })
})

describe('the search', () => {
  test('finds what the person may see, with highlighted words and links', async () => {
    const home = await project(ws, { key: 'SEEK' })
    const hidden = await project(ws, { key: 'HIDE', visibility: 'private' })
    const one = await task(ws, home.id, { title: 'Polish the zeppelin' })
    await task(ws, hidden.id, { title: 'Hidden zeppelin' })
    const { text } = await open('/search?q=zeppelin', grace.headers)
    expect(text).toContain(`href="/tasks/${one.key}?org=${ws.org.slug}"`)
    expect(text).not.toContain('Hidden zeppelin')
    expect((await open('/search?q=%3Cb%3Enothing', grace.headers)).text).toContain('Nothing was found')
    expect((await open('/search', grace.headers)).status).toBe(200)
  })
})
