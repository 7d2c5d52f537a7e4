import { describe, expect, test } from 'vitest'
import { asOwner, type Caller } from '../kit/client.ts'
import { actions, join, project, task, workspace } from '../kit/makers.ts'

async function desk() {
  const ws = await workspace()
  const ada = await join(ws, 'member', 'Ada')
  const path = `${ws.base}/notes`
  return {
    ws,
    ada,
    path,
    write: (draft: object, who: Caller = ada) => who.ok('POST', path, draft),
    refused: async (method: string, at: string, body: object, who: Caller = ada) => {
      const reply = await who.call(method, at, body)
      return [reply.status, reply.body.error?.message]
    },
    titles: async (query = ''): Promise<string[]> =>
      (await ada.ok('GET', `${path}?${query}`)).items.map(({ title }: { title: string }) => title),
  }
}

describe('writing a note', () => {
  test('requires a title or a body, and changes never remove both', async () => {
    const { ada, path, write, refused } = await desk()
    for (const empty of [
      {},
      { title: '  ' },
      { body: ' \n\t' },
      { title: '', body: '' },
      { color: '#112233' },
    ])
      expect([empty, (await refused('POST', path, empty))[0]]).toEqual([empty, 422])
    const { id } = await write({ body: 'Only a body' })
    expect(await refused('PATCH', `${path}/${id}`, { body: '  ' })).toEqual([
      422,
      'body: a note needs a title or a body',
    ])
    await ada.ok('PATCH', `${path}/${id}`, { title: 'And a title', body: '' })
    expect(await refused('PATCH', `${path}/${id}`, { title: '' })).toEqual([
      422,
      'body: a note needs a title or a body',
    ])
  })

  test('keeps the limits of text, color and labels', async () => {
    const { write, refused, path } = await desk()
    for (const [invalid, reason] of [
      [{ title: 'x'.repeat(201) }, 'body.title: at most 200'],
      [{ body: 'x'.repeat(100_001) }, 'body.body: at most'],
      [{ title: 'x', color: 'red' }, 'body.color'],
      [{ title: 'x', labels: Array.from({ length: 11 }, (_, n) => `l${n}`) }, 'body.labels: at most 10'],
      [{ title: 'x', labels: ['x'.repeat(31)] }, 'body.labels[0]: at most 30'],
      [{ title: 'x', labels: ['A', 'a'] }, 'body.labels: a label twice'],
      [{ title: 'x', linked_type: 'task' }, 'body.linked_id: send linked_type and linked_id together'],
    ] as const)
      expect(await refused('POST', path, invalid)).toEqual([422, expect.stringContaining(reason)])
    expect(
      (await write({ body: '€'.repeat(100_000), labels: ['ünï', "o'clock", '{a,"b"}'] })).labels,
    ).toEqual(['ünï', "o'clock", '{a,"b"}'])
  })

  test('about what one can open shows its name, and about anything else is rejected like an unknown id', async () => {
    const { ws, write, refused, path } = await desk()
    const open = await task(ws, (await project(ws)).id, { title: 'Open' })
    const hidden = await task(ws, (await project(ws, { visibility: 'private' })).id)
    const note = await write({ title: 'x', linked_type: 'task', linked_id: open.id })
    expect(note.linked).toEqual({ type: 'task', id: open.id, key: open.key, title: 'Open' })
    const unknown = '0199c1f0-7d5e-7c3a-9b61-2f8d6a1e4c70'
    for (const [linked_type, linked_id] of [
      ['task', hidden.id],
      ['task', unknown],
      ['project', hidden.project.id],
      ['project', open.id],
      ['document', unknown],
      ['client', unknown],
      ['deal', unknown],
    ])
      expect(await refused('POST', path, { title: 'x', linked_type, linked_id })).toEqual([
        422,
        'body.linked_id: not found',
      ])
  })

  test('about what is for members is rejected for viewers, and no longer named to people who become viewers', async () => {
    const { ws, ada, path, write, refused } = await desk()
    const { id } = await ws.owner.ok('POST', `${ws.base}/clients`, { name: 'Babbage Ltd' })
    const about = { title: 'x', linked_type: 'client', linked_id: id }
    const viewer = await join(ws, 'viewer')
    expect(await refused('POST', path, about, viewer)).toEqual([422, 'body.linked_id: not found'])
    const note = await write(about)
    expect(note.linked).toMatchObject({ title: 'Babbage Ltd' })
    await asOwner(`update organization_members set role = 'viewer' where org_id = $1 and user_id = $2`, [
      ws.org.id,
      ada.id,
    ])
    expect((await ada.ok('GET', `${path}/${note.id}`)).linked).toBeNull()
  })

  test('keeps the id of what one can no longer open, without its name', async () => {
    const { ws, ada, path, write } = await desk()
    const home = await project(ws)
    const open = await task(ws, home.id, { title: 'Merger' })
    const { id } = await write({ title: 'x', linked_type: 'task', linked_id: open.id })
    await ws.owner.ok('PATCH', `${ws.base}/projects/${home.id}`, { visibility: 'private' })
    const visible = await ada.call('GET', `${path}/${id}`)
    expect([visible.body.linked_id, visible.body.linked, visible.text.includes('Merger')]).toEqual([
      open.id,
      null,
      false,
    ])
  })

  test('a viewer can write notes too', async () => {
    const { ws, write } = await desk()
    expect((await write({ title: 'Mine' }, await join(ws, 'viewer'))).title).toBe('Mine')
  })
})

describe('the list of notes', () => {
  test('has pinned ones first, then the newest, and in their manual order', async () => {
    const { ada, path, write, titles, refused } = await desk()
    const [a, b, c] = [await write({ title: 'a' }), await write({ title: 'b' }), await write({ title: 'c' })]
    expect(await titles()).toEqual(['c', 'b', 'a'])
    await ada.ok('PATCH', `${path}/${a.id}`, { before_id: b.id })
    expect(await titles()).toEqual(['c', 'a', 'b'])
    await ada.ok('PATCH', `${path}/${c.id}`, { after_id: b.id })
    expect(await titles()).toEqual(['a', 'b', 'c'])
    await ada.ok('PATCH', `${path}/${b.id}`, { is_pinned: true })
    expect(await titles()).toEqual(['b', 'a', 'c'])
    const stranger = await join((await desk()).ws, 'member')
    const foreign = await stranger.call('POST', path, { title: 'x' })
    expect([foreign.status, foreign.body.error]).toMatchObject([
      404,
      { code: 'not_found', message: 'organization not found' },
    ])
    expect(await refused('PATCH', `${path}/${a.id}`, { before_id: a.id })).toEqual([
      422,
      'body.before_id: no other note of mine',
    ])
  })

  test('ranks of 50 notes moved concurrently stay distinct', { tags: 'race' }, async () => {
    const { ada, path, write } = await desk()
    const created: string[] = []
    for (let n = 0; n < 10; n++) created.push((await write({ title: `n${n}` })).id)
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        ada.ok('PATCH', `${path}/${created[n % 9]}`, { before_id: created[9] }),
      ),
    )
    const ranks = await asOwner<{ rank: string }>('select rank from notes where id = any ($1)', [created])
    expect(new Set(ranks.map(({ rank }) => rank)).size).toBe(10)
  })

  test('finds words in title and body, with wildcards taken literally, labels, pinned and archived ones', async () => {
    const { ada, path, write, titles } = await desk()
    await write({ title: 'Flyers', body: '100% blue', labels: ['print'], is_pinned: true })
    const old = await write({ title: 'Old', body: 'Blueprint' })
    expect(await titles('q=blue')).toEqual(['Flyers', 'Old'])
    expect(await titles('q=0%25')).toEqual(['Flyers'])
    expect(await titles('q=_')).toEqual([])
    expect(await titles('label=print')).toEqual(['Flyers'])
    expect(await titles('pinned=false')).toEqual(['Old'])
    await ada.ok('PATCH', `${path}/${old.id}`, { archived: true })
    expect([await titles(), await titles('archived=true')]).toEqual([['Flyers'], ['Old']])
    await ada.ok('DELETE', `${path}/${old.id}`)
    expect(await titles('archived=true')).toEqual([])
  })
})

test('two changes of different fields both succeed, and of the same field the second conflicts', async () => {
  const { ada, path, write } = await desk()
  const { id, version } = await write({ title: 'x' })
  const say = async (change: object) =>
    (await ada.call('PATCH', `${path}/${id}`, { ...change, version })).status
  expect([
    await say({ title: 'a' }),
    await say({ archived: true }),
    await say({ title: 'b' }),
    await say({ archived: false }),
  ]).toEqual([200, 200, 409, 409])
})

describe('converting a note', () => {
  test('keeps its text, its labels as tags, and puts the note into the trash', async () => {
    const { ws, ada, path, write } = await desk()
    const home = await project(ws)
    await ws.owner.ok('POST', `${ws.base}/tags`, { name: 'Print' })
    const note = await write({ body: '\n  First line \nand more', labels: ['print', 'new'] })
    const created = await ada.ok('POST', `${path}/${note.id}/convert`, { to: 'task', project_id: home.id })
    expect(created).toMatchObject({
      title: 'First line',
      description: '\n  First line \nand more',
      status: 'todo',
    })
    expect(created.tags.map(({ name }: { name: string }) => name).toSorted()).toEqual(['Print', 'new'])
    expect((await ada.call('GET', `${path}/${note.id}`)).status).toBe(404)
    expect((await ada.ok('GET', `${ws.base}/tasks/${created.key}`)).reporter.user_id).toBe(ada.id)
    expect(await actions(ws)).toContain('note.converted')
  })

  test('can create a document, and can keep the note', async () => {
    const { ws, ada, path, write } = await desk()
    const note = await write({ title: 'Plan', body: '# Steps' })
    const created = await ada.ok('POST', `${path}/${note.id}/convert`, { to: 'document', keep: true })
    expect(created).toMatchObject({ title: 'Plan', project_id: null })
    expect((await ws.owner.ok('GET', `${ws.base}/documents/${created.id}`)).content).toBe('# Steps')
    expect((await ada.ok('GET', `${path}/${note.id}`)).title).toBe('Plan')
  })

  test('requires the role member, and a project that one can open and that is not archived', async () => {
    const { ws, write, path, refused } = await desk()
    const viewer = await join(ws, 'viewer')
    const [open, hidden, closed] = [
      await project(ws),
      await project(ws, { visibility: 'private' }),
      await project(ws),
    ]
    await asOwner('update projects set archived_at = now() where id = $1', [closed.id])
    const foreign = await write({ title: 'x' }, viewer)
    const convert = (id: string, project_id: string | undefined, who?: Caller) =>
      refused('POST', `${path}/${id}/convert`, { to: 'task', project_id }, who)
    expect((await convert(foreign.id, open.id, viewer))[0]).toBe(403)
    const { id } = await write({ title: 'x' })
    expect(await convert(id, hidden.id)).toEqual([422, 'body.project_id: not found'])
    expect(await convert(id, undefined)).toEqual([422, 'body.project_id: required for a task'])
    expect((await convert(id, closed.id))[0]).toBe(409)
  })

  test('fifty times concurrently creates one', { tags: 'race' }, async () => {
    const { ws, ada, path, write } = await desk()
    const home = await project(ws)
    const { id } = await write({ title: 'Once' })
    const replies = await Promise.all(
      Array.from({ length: 50 }, () =>
        ada.call('POST', `${path}/${id}/convert`, { to: 'task', project_id: home.id }),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(49)
    expect((await ada.ok('GET', `${ws.base}/projects/${home.id}/tasks`)).total).toBe(1)
  })
})
