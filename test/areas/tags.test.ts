import { describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import type { Caller, Json } from '../kit/client.ts'
import { actions, join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { codedRefusal } from '../kit/refusals.ts'

const create = (ws: Workspace, draft: object, who: Caller = ws.owner): Promise<Json> =>
  who.ok('POST', `${ws.base}/tags`, draft)
const list = (ws: Workspace, query = '', who: Caller = ws.owner): Promise<Json> =>
  who.ok('GET', `${ws.base}/tags${query}`)
const names = ({ items }: Json) => items.map(({ name }: Json) => name)
const wear = (ws: Workspace, { id: item }: Json, { id }: Json) =>
  ws.owner.ok('PUT', `${ws.base}/tasks/${item}/tags/${id}`)
const missing = [404, 'not_found', 'tag not found']

describe('the list of tags', () => {
  test('compares names without regard to case and Unicode normalization, in all scripts', async () => {
    const ws = await workspace()
    const post = (name: string) => ws.owner.call('POST', `${ws.base}/tags`, { name })
    for (const name of ['Éclair', 'Überprüfung', 'ДЕЛО', 'Straße'])
      expect((await post(name)).status).toBe(201)
    for (const name of ['éclair', 'E\u0301CLAIR', 'überprüfung', 'дело', 'STRASSE'])
      expect([name, (await post(name)).status]).toEqual([name, 409])
    for (const [q, name] of [
      ['ÜBER', 'Überprüfung'],
      ['u\u0308berp', 'Überprüfung'],
      ['ело', 'ДЕЛО'],
    ])
      expect((await ws.owner.ok('GET', `${ws.base}/tags?q=${encodeURIComponent(q!)}`)).items[0]?.name).toBe(
        name,
      )
  })

  test('has those of the organization and of its projects, by name whatever the case', async () => {
    const ws = await workspace()
    expect(await list(ws)).toEqual({ items: [], total: 0, limit: 50, offset: 0 })
    const home = await project(ws)
    await create(ws, { name: 'beta' })
    await create(ws, { name: 'Alpha', project_id: home.id })
    await create(ws, { name: 'Gamma' })
    expect(names(await list(ws))).toEqual(['Alpha', 'beta', 'Gamma'])
    expect(names(await list(ws, '?sort=-name'))).toEqual(['Gamma', 'beta', 'Alpha'])
    const page = await list(ws, '?limit=1&offset=1')
    expect([names(page), page.total]).toEqual([['beta'], 3])
  })

  test('of a project has its own and those of the organization, and none of another project', async () => {
    const ws = await workspace()
    const [home, other] = [await project(ws), await project(ws)]
    await create(ws, { name: 'everywhere' })
    await create(ws, { name: 'here', project_id: home.id })
    await create(ws, { name: 'there', project_id: other.id })
    expect(names(await list(ws, `?project_id=${home.id}`))).toEqual(['everywhere', 'here'])
    expect(names(await list(ws, `?project_id=${uuidv7()}`))).toEqual(['everywhere'])
  })

  test('finds a part of the name, with wildcards taken literally', async () => {
    const ws = await workspace()
    await create(ws, { name: '100% sure' })
    await create(ws, { name: '1000 things' })
    expect(names(await list(ws, '?q=SURE'))).toEqual(['100% sure'])
    expect(names(await list(ws, `?q=${encodeURIComponent('0%')}`))).toEqual(['100% sure'])
  })

  test('counts the live tasks that have a tag, and sorts by them', async () => {
    const ws = await workspace()
    const home = await project(ws)
    const [rare, common] = [await create(ws, { name: 'rare' }), await create(ws, { name: 'common' })]
    const [a, b] = [await task(ws, home.id), await task(ws, home.id)]
    for (const [item, tag] of [
      [a, common],
      [b, common],
      [b, rare],
    ])
      await wear(ws, item, tag)
    const usage = async (query: string) =>
      (await list(ws, query)).items.map(({ name, usage_count }: Json) => [name, usage_count])
    expect(await usage('?sort=-usage')).toEqual([
      ['common', 2],
      ['rare', 1],
    ])
    await ws.owner.ok('DELETE', `${ws.base}/tasks/${b.id}`)
    expect(await usage('?sort=usage')).toEqual([
      ['rare', 0],
      ['common', 1],
    ])
  })

  test('has tags of a private project only for people who can open it', async () => {
    const ws = await workspace()
    const hidden = await project(ws, { visibility: 'private' })
    const secret = await create(ws, { name: 'secret', project_id: hidden.id })
    const stranger = await join(ws, 'member')
    expect(names(await list(ws))).toEqual(['secret'])
    for (const query of ['', `?project_id=${hidden.id}`, '?q=secret'])
      expect((await list(ws, query, stranger)).total).toBe(0)
    const reply = await stranger.call('PATCH', `${ws.base}/tags/${secret.id}`, { name: 'seen' })
    expect(codedRefusal(reply)).toEqual(missing)
    const draft = { name: 'mine', project_id: hidden.id }
    expect(codedRefusal(await stranger.call('POST', `${ws.base}/tags`, draft))).toEqual([
      422,
      'validation_error',
      'body.project_id: not found',
    ])
  })
})

describe('a new tag', () => {
  test('is returned completely, with its first version, and audited', async () => {
    const ws = await workspace()
    const reply = await ws.owner.call('POST', `${ws.base}/tags`, {
      name: '  cafe\u0301 ',
      description: 'Where we meet',
    })
    expect([reply.status, reply.roundTrips, reply.headers.get('etag')]).toEqual([201, 1, '"v1"'])
    expect(reply.body).toEqual({
      id: expect.any(String),
      name: 'caf\u00e9',
      color: '#64748b',
      description: 'Where we meet',
      project_id: null,
      usage_count: 0,
      version: 1,
      created_by: ws.owner.id,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect((await list(ws)).items).toEqual([reply.body])
    expect(await actions(ws)).toContain('tag.created')
  })

  test('has a unique name in its scope, whatever the case and Unicode form', async () => {
    const ws = await workspace()
    const [home, other] = [await project(ws), await project(ws)]
    await create(ws, { name: 'Caf\u00e9', project_id: home.id })
    const taken = async (name: string, project_id?: string) =>
      codedRefusal(await ws.owner.call('POST', `${ws.base}/tags`, { name, project_id }))
    const conflict = (name: string) => [409, 'conflict', `a tag named ${name} already exists in this scope`]
    expect(await taken('CAFe\u0301', home.id)).toEqual(conflict('CAF\u00e9'))
    expect(await taken('caf\u00e9')).toEqual(conflict('caf\u00e9'))
    await create(ws, { name: 'caf\u00e9', project_id: other.id })
    await create(ws, { name: 'bug' })
    expect(await taken('Bug', home.id)).toEqual(conflict('Bug'))
    const otherWorkspace = await workspace()
    expect((await create(otherWorkspace, { name: 'bug' })).name).toBe('bug')
  })

  test('can have the name of a deleted one', async () => {
    const ws = await workspace()
    const { id } = await create(ws, { name: 'bug' })
    await ws.owner.ok('DELETE', `${ws.base}/tags/${id}`)
    expect((await create(ws, { name: 'bug' })).id).not.toBe(id)
  })

  test(
    'of twenty with one name concurrently, in both scopes, is created once',
    { tags: 'race' },
    async () => {
      const ws = await workspace()
      const home = await project(ws)
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          ws.owner.call('POST', `${ws.base}/tags`, { name: 'bug', project_id: n % 2 ? home.id : null }),
        ),
      )
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        201,
        ...Array.from({ length: 19 }, () => 409),
      ])
      expect((await list(ws)).total).toBe(1)
    },
  )

  test('is for members in a project they can open, and for managers in the organization', async () => {
    const ws = await workspace()
    const home = await project(ws)
    const [member, manager] = [await join(ws, 'member'), await join(ws, 'manager')]
    expect(codedRefusal(await member.call('POST', `${ws.base}/tags`, { name: 'bug' }))).toEqual([
      403,
      'forbidden',
      'a tag of the whole organization needs the role manager or above',
    ])
    expect((await create(ws, { name: 'mine', project_id: home.id }, member)).created_by).toBe(member.id)
    expect((await create(ws, { name: 'ours' }, manager)).project_id).toBeNull()
  })

  test('is rejected with an invalid name, color, description or project, which is named', async () => {
    const ws = await workspace()
    const foreign = await project(await workspace())
    for (const [invalid, message] of [
      [{ name: ' ' }, 'body.name: '],
      [{ name: 'x'.repeat(51) }, 'body.name: '],
      [{ color: 'red' }, 'body.color: '],
      [{ color: '#12345' }, 'body.color: '],
      [{ description: 'x'.repeat(201) }, 'body.description: '],
      [{ project_id: foreign.id }, 'body.project_id: not found'],
      [{ project_id: uuidv7() }, 'body.project_id: not found'],
    ] as const) {
      const reply = await ws.owner.call('POST', `${ws.base}/tags`, { name: 'bug', ...invalid })
      expect(codedRefusal(reply)).toEqual([422, 'validation_error', expect.stringContaining(message)])
    }
    expect((await list(ws)).total).toBe(0)
  })
})

describe('a change of a tag', () => {
  test('renames, recolors and describes it, and keeps its tasks', async () => {
    const ws = await workspace()
    const home = await project(ws)
    const tag = await create(ws, { name: 'bug' })
    await wear(ws, await task(ws, home.id), tag)
    const change = { name: 'defect', color: '#000000', description: 'Does not do what it says' }
    const changed = await ws.owner.ok('PATCH', `${ws.base}/tags/${tag.id}`, change)
    expect(changed).toMatchObject({ ...change, version: 2, usage_count: 1 })
    expect(await ws.owner.ok('PATCH', `${ws.base}/tags/${tag.id}`, { name: 'Defect' })).toMatchObject({
      name: 'Defect',
      version: 3,
    })
  })

  test('conflicts if somebody else changed that field since, and not for another field', async () => {
    const ws = await workspace()
    const { id } = await create(ws, { name: 'bug' })
    const path = `${ws.base}/tags/${id}`
    await ws.owner.ok('PATCH', path, { name: 'defect', version: 1 })
    expect(await ws.owner.ok('PATCH', path, { color: '#000000', version: 1 })).toMatchObject({ version: 3 })
    const late = await ws.owner.call('PATCH', path, { name: 'fault', version: 1 })
    const conflict = [409, 'conflict', 'changed by somebody else since version 1: name']
    expect(codedRefusal(late)).toEqual(conflict)
    const early = await ws.owner.call('PATCH', path, { name: 'fault' }, { 'if-match': '"v1"' })
    expect(codedRefusal(early)).toEqual(conflict)
    expect(names(await list(ws))).toEqual(['defect'])
  })

  test('to a name that is taken in its scope is rejected', async () => {
    const ws = await workspace()
    const [home, other] = [await project(ws), await project(ws)]
    const tag = await create(ws, { name: 'mine', project_id: home.id })
    await create(ws, { name: 'ours' })
    await create(ws, { name: 'theirs', project_id: other.id })
    const rename = (name: string) => ws.owner.call('PATCH', `${ws.base}/tags/${tag.id}`, { name })
    expect(codedRefusal(await rename('OURS'))).toEqual([
      409,
      'conflict',
      'a tag named OURS already exists in this scope',
    ])
    expect((await rename('theirs')).status).toBe(200)
  })

  test('is for its creator and managers', async () => {
    const ws = await workspace()
    const home = await project(ws)
    const [maker, other] = [await join(ws, 'member'), await join(ws, 'member')]
    const path = `${ws.base}/tags/${(await create(ws, { name: 'bug', project_id: home.id }, maker)).id}`
    expect((await maker.ok('PATCH', path, { color: '#111111' })).color).toBe('#111111')
    const [status, code] = codedRefusal(await other.call('PATCH', path, { color: '#222222' }))
    expect([status, code]).toEqual([403, 'forbidden'])
    const manager = await join(ws, 'manager')
    expect((await manager.ok('PATCH', path, { color: '#333333' })).color).toBe('#333333')
  })
})

describe('a deleted tag', () => {
  test('is removed from its tasks, with events, and is no longer found', async () => {
    const ws = await workspace()
    const home = await project(ws)
    const tag = await create(ws, { name: 'bug' })
    const items = [await task(ws, home.id), await task(ws, home.id)]
    for (const item of items) await wear(ws, item, tag)
    const path = `${ws.base}/tags/${tag.id}`
    const gone = await ws.owner.call('DELETE', path)
    expect([gone.status, gone.body]).toEqual([200, { detached: 2 }])
    for (const { id } of items) {
      expect((await ws.owner.ok('GET', `${ws.base}/tasks/${id}`)).tags).toEqual([])
      const { items: entries } = await ws.owner.ok('GET', `${ws.base}/tasks/${id}/history?limit=1`)
      expect(entries[0].changes).toMatchObject([{ kind: 'tag_removed', to: { name: 'bug' } }])
    }
    expect((await list(ws)).total).toBe(0)
    for (const reply of [
      await ws.owner.call('PATCH', path, { color: '#000000' }),
      await ws.owner.call('DELETE', path),
      await ws.owner.call('PUT', `${ws.base}/tasks/${items[0].id}/tags/${tag.id}`),
    ])
      expect(codedRefusal(reply)).toEqual(missing)
  })

  test('that is unused is simply deleted', async () => {
    const ws = await workspace()
    const { id } = await create(ws, { name: 'bug' })
    expect(await ws.owner.ok('DELETE', `${ws.base}/tags/${id}`)).toEqual({ detached: 0 })
  })
})

describe('another tenant', () => {
  test('finds no tag of ours, and its own are unaffected', async () => {
    const [ours, otherTenant] = [await workspace(), await workspace()]
    const ownTag = await create(ours, { name: 'bug' })
    const foreign = await create(otherTenant, { name: 'bug' })
    const path = `${otherTenant.base}/tags/${ownTag.id}`
    for (const reply of [
      await otherTenant.owner.call('PATCH', path, { name: 'seen' }),
      await otherTenant.owner.call('DELETE', path),
      await otherTenant.owner.call('POST', `${path}/merge`, { into_tag_id: foreign.id }),
    ])
      expect(codedRefusal(reply)).toEqual(missing)
    expect((await list(ours)).items).toEqual([ownTag])
    expect((await list(otherTenant)).items).toEqual([foreign])
  })
})
