import { beforeAll, describe, expect, test, vi } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { hashOf, makeToken } from '../../src/base/tokens.ts'
import { asOwner, type Caller, caller, type Json } from '../kit/client.ts'
import { join, project, type Project, task, type Workspace, workspace } from '../kit/makers.ts'
import { indexErrors, finder, ids } from '../kit/search.ts'

/** Search bypasses row-level security: these tests check its own access rules. */
let ws: Workspace
let open: Project
let closed: Project
let [owner, insider, member, viewer] = [] as unknown as Caller[]
beforeAll(async () => {
  ws = await workspace()
  owner = ws.owner
  ;[open, closed] = [
    await project(ws, { name: 'Open' }),
    await project(ws, { name: 'Closed', visibility: 'private' }),
  ]
  ;[insider, member, viewer] = [await join(ws), await join(ws), await join(ws, 'viewer')]
  await asOwner(
    "insert into project_members (org_id, project_id, user_id, role, added_by) values ($1, $2, $3, 'contributor', $3)",
    [ws.org.id, closed.id, insider.id],
  )
})

const key = async (projectId: string | null) => {
  const token = makeToken('svc_live_', 'a')
  await asOwner(
    `insert into api_keys (id, org_id, user_id, name, token_hash, hint, project_id)
      values ($1, $2, $3, 'test', $4, 'svc_live_…', $5)`,
    [uuidv7(), ws.org.id, owner!.id, Buffer.from(hashOf(token), 'hex'), projectId],
  )
  return caller({ authorization: `Bearer ${token}` }, { id: owner!.id, email: owner!.email })
}

/** In how many ways a word is found: search, its counts and the suggestions. */
async function seen(q: string, user: Caller, more = '') {
  const found = await finder(ws)(q, { as: user, with: more })
  const suggested = await user.ok('GET', `${ws.base}/search/suggest?q=${q}`)
  const counted = Object.values(found.counts_by_type as Record<string, number>).reduce((sum, n) => sum + n, 0)
  expect([found.items.length, counted]).toEqual([found.total, found.total])
  if (!more) expect(suggested.items.length).toBe(found.total)
  return found.total
}

describe('private projects', () => {
  test('show their tasks, comments, documents and sprints only to their people', async () => {
    const created = await task(ws, closed.id, { title: 'Secret aardvark' })
    await owner!.ok('POST', `${ws.base}/tasks/${created.id}/comments`, { body: 'aardvark inside' })
    const page = await owner!.ok('POST', `${ws.base}/documents`, { title: 'Aardvark', project_id: closed.id })
    await owner!.ok('POST', `${ws.base}/documents/${page.id}/comments`, { body: 'aardvark page' })
    expect([await seen('aardvark', owner!), await seen('aardvark', insider!)]).toEqual([4, 4])
    expect([await seen('aardvark', member!), await seen('aardvark', viewer!)]).toEqual([0, 0])
    expect((await finder(ws)('aardvrak', { as: member! })).total).toBe(0)
    expect((await finder(ws)(created.key, { as: member! })).total).toBe(0)
    expect((await finder(ws)('aardvark', { as: member!, with: `project_id=${closed.id}` })).total).toBe(0)
    expect((await finder(ws)(closed.key, { as: member! })).total).toBe(0)
  })

  test('hide what was moved into them, and show what was moved out, with its comments', async () => {
    const created = await task(ws, open.id, { title: 'Wandering tapir' })
    await owner!.ok('POST', `${ws.base}/tasks/${created.id}/comments`, { body: 'the tapir says' })
    expect(await seen('tapir', member!)).toBe(2)
    await owner!.ok('POST', `${ws.base}/tasks/${created.id}/transfer`, { project_id: closed.id })
    expect([await seen('tapir', member!), await seen('tapir', insider!)]).toEqual([0, 2])
    await owner!.ok('PATCH', `${ws.base}/projects/${closed.id}`, { visibility: 'organization' })
    expect(await seen('tapir', member!)).toBe(2)
    await owner!.ok('PATCH', `${ws.base}/projects/${closed.id}`, { visibility: 'private' })
    expect(await seen('tapir', member!)).toBe(0)
  })
})

test('a key of one project finds only what is in it', async () => {
  await task(ws, open.id, { title: 'Okapi here' })
  await task(ws, closed.id, { title: 'Okapi there' })
  await owner!.ok('POST', `${ws.base}/documents`, { title: 'Okapi of all' })
  await join(ws, 'member', 'Okapi Jones')
  const [narrow, wide] = [await key(open.id), await key(null)]
  expect([await seen('okapi', narrow), await seen('okapi', wide)]).toEqual([1, 4])
})

test('internal comments are not for viewers', async () => {
  const created = await task(ws, open.id)
  await owner!.ok('POST', `${ws.base}/tasks/${created.id}/comments`, { body: 'gnu in public' })
  await owner!.ok('POST', `${ws.base}/tasks/${created.id}/comments`, {
    body: 'gnu between us',
    is_internal: true,
  })
  expect([await seen('gnu', member!), await seen('gnu', viewer!)]).toEqual([2, 1])
})

test('private documents and what is under and on them are only for their owner', async () => {
  const draft = { title: 'Ibex', visibility: 'private' }
  const page = await member!.ok('POST', `${ws.base}/documents`, draft)
  await member!.ok('POST', `${ws.base}/documents`, { title: 'Ibex below', parent_id: page.id })
  await member!.ok('POST', `${ws.base}/documents/${page.id}/comments`, { body: 'ibex note' })
  expect([await seen('ibex', member!), await seen('ibex', owner!), await seen('ibex', insider!)]).toEqual([
    3, 0, 0,
  ])
  await member!.ok('PATCH', `${ws.base}/documents/${page.id}`, { visibility: 'organization' })
  const { total } = await owner!.ok('GET', `${ws.base}/documents?q=ibex`)
  expect(await seen('ibex', owner!)).toBe(total + 1)
  expect(await indexErrors(ws)).toEqual([])
})

test('what is in the trash is not found, nor what is in a project there', async () => {
  const doomed = await project(ws)
  const created = await task(ws, doomed.id, { title: 'Lemur' })
  await owner!.ok('POST', `${ws.base}/tasks/${created.id}/comments`, { body: 'lemur too' })
  const page = await owner!.ok('POST', `${ws.base}/documents`, { title: 'Lemur page' })
  expect(await seen('lemur', owner!)).toBe(3)
  await owner!.ok('DELETE', `${ws.base}/documents/${page.id}`)
  expect(await seen('lemur', owner!)).toBe(2)
  await owner!.ok('DELETE', `${ws.base}/projects/${doomed.id}`)
  expect([await seen('lemur', owner!), (await finder(ws)(doomed.key)).total]).toEqual([0, 0])
  await owner!.ok('POST', `${ws.base}/projects/${doomed.id}/restore`)
  expect(await seen('lemur', owner!)).toBe(2)
})

test('archived objects are found on request', async () => {
  const old = await project(ws)
  await task(ws, old.id, { title: 'Bongo' })
  await owner!.ok('POST', `${ws.base}/projects/${old.id}/archive`)
  const page = await owner!.ok('POST', `${ws.base}/documents`, { title: 'Bongo page' })
  await owner!.ok('PATCH', `${ws.base}/documents/${page.id}`, { archived: true })
  expect([await seen('bongo', owner!), await seen('bongo', owner!, 'archived=true')]).toEqual([0, 2])
})

test('another organization finds nothing of this one, by word or by key', async () => {
  const created = await task(ws, open.id, { title: 'Fennec' })
  const other = await workspace()
  await project(other, { key: open.key })
  const elsewhere = async (id: string) => await finder(ws)('fennec', { with: `project_id=${id}` })
  expect(await elsewhere((await project(other)).id)).toEqual(await elsewhere(uuidv7()))
  for (const q of ['fennec', 'fennce', created.key])
    expect(ids(await finder(other)(q))).not.toContain(created.id)
  expect(ids(await finder(ws)('fennec'))).toEqual([created.id])
})

test('former members are not found, and new names are', async () => {
  const gone = await join(ws, 'member', 'Zorilla Brown')
  expect(await seen('zorilla', member!)).toBe(1)
  await asOwner("update users set name = 'Kudu Brown' where id = $1", [gone.id])
  expect([await seen('zorilla', member!), await seen('kudu', member!)]).toEqual([0, 1])
  await asOwner("update organization_members set status = 'deactivated' where user_id = $1", [gone.id])
  expect(await seen('kudu', member!)).toBe(0)
})

test('the role of the service reaches the index only through its functions', async () => {
  const rows = await asOwner(
    "select has_table_privilege('svc_app', t, p) as may from unnest('{search_entries,recent_items}'::text[]) t, unnest('{select,insert,update,delete}'::text[]) p",
  )
  expect(rows.map(({ may }) => may)).toEqual(Array(8).fill(false))
})

describe('recent items', () => {
  const opened = async (user: Caller): Promise<string[]> =>
    (await user.ok('GET', `${ws.base}/recent`)).items.map(({ title }: Json) => title)

  test('are what the person opened, the latest first, as far as they can still see it', async () => {
    const own = await join(ws)
    const created = await task(ws, open.id, { title: 'Opened task' })
    const page = await owner!.ok('POST', `${ws.base}/documents`, { title: 'Opened page' })
    for (const [place, path] of [
      `tasks/${created.key}`,
      `documents/${page.id}`,
      `projects/${open.key}`,
    ].entries()) {
      await own.ok('GET', `${ws.base}/${path}`)
      await vi.waitFor(async () => expect((await opened(own)).length).toBe(place + 1))
    }
    expect(await opened(own)).toEqual(['Open', 'Opened page', 'Opened task'])
    await own.ok('GET', `${ws.base}/tasks/${created.key}`)
    await vi.waitFor(async () => expect((await opened(own))[0]).toBe('Opened task'))
    expect(await opened(member!)).not.toContain('Opened task')
    await owner!.ok('POST', `${ws.base}/tasks/${created.id}/transfer`, { project_id: closed.id })
    await owner!.ok('DELETE', `${ws.base}/documents/${page.id}`)
    expect(await opened(own)).toEqual(['Open'])
  })

  test('are not recorded for API keys', async () => {
    const created = await task(ws, open.id, { title: 'Read by a program' })
    const program = await key(null)
    await program.ok('GET', `${ws.base}/tasks/${created.id}`)
    await owner!.ok('GET', `${ws.base}/tasks/${(await task(ws, open.id, { title: 'Read by a person' })).id}`)
    await vi.waitFor(async () => expect(await opened(owner!)).toContain('Read by a person'))
    expect(await opened(owner!)).not.toContain('Read by a program')
  })
})

describe('notes', () => {
  test('are found only by their person, whatever the role of others, and not by a key of one project', async () => {
    const note = await member!.ok('POST', `${ws.base}/notes`, { title: 'Pangolin', body: 'a shy animal' })
    const counts = async () =>
      Promise.all([seen('pangolin', member!), seen('pangolin', owner!), seen('shy', member!)])
    expect(await counts()).toEqual([1, 0, 1])
    await member!.ok('PATCH', `${ws.base}/notes/${note.id}`, { title: 'Quokka' })
    expect([await seen('quokka', member!), await seen('pangolin', member!)]).toEqual([1, 0])
    await owner!.ok('POST', `${ws.base}/notes`, { title: 'Numbat' })
    expect([await seen('numbat', await key(null)), await seen('numbat', await key(open.id))]).toEqual([1, 0])
    await member!.ok('DELETE', `${ws.base}/notes/${note.id}`)
    expect(await seen('quokka', member!)).toBe(0)
  })
})

test('milestones are found with their project', async () => {
  await owner!.ok('POST', `${ws.base}/projects/${closed.id}/milestones`, {
    name: 'Narwhal',
    due_date: '2027-03-01',
  })
  expect([await seen('narwhal', insider!), await seen('narwhal', member!)]).toEqual([1, 0])
})
