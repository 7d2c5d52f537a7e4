import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '../../src/base/id.ts'
import { asOwner, type Caller, type Json } from '../kit/client.ts'
import { message, documentSetup, helpers, brokenTrees } from '../kit/documents.ts'
import { project, workspace } from '../kit/makers.ts'

let s: Awaited<ReturnType<typeof documentSetup>>
beforeAll(async () => {
  s = await documentSetup()
})
const titles = (nodes: Json[]) => nodes.map(({ title }) => title)

/** A chain of documents, each under the one before. */
async function chain(length: number, write = s.write): Promise<Json[]> {
  const created: Json[] = []
  for (let n = 0; n < length; n++) created.push(await write(n ? { parent_id: created.at(-1).id } : {}))
  return created
}

describe('the tree', () => {
  test('has titles depth first, with the requested depth and length', async () => {
    const own = await documentSetup()
    const home = await project(own.ws, { key: 'TREE' })
    const a = await own.write({ title: 'a' })
    const b = await own.write({ title: 'b', parent_id: a.id })
    await own.write({ title: 'c', parent_id: b.id })
    await own.write({ title: 'd', parent_id: a.id })
    const e = await own.write({ title: 'e', project_id: home.id })
    expect(titles(await own.tree())).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(titles(await own.tree('?depth=1'))).toEqual(['a', 'e'])
    expect(titles(await own.tree('?project_id=none&depth=2'))).toEqual(['a', 'b', 'd'])
    expect(titles(await own.tree(`?project_id=${home.id}`))).toEqual(['e'])
    expect(titles(await own.tree(`?root_id=${b.id}`))).toEqual(['b', 'c'])
    expect((await own.tree())[0]).toMatchObject({
      id: a.id,
      has_children: true,
      child_count: 2,
      parent_id: null,
    })
    expect((await own.tree(`?root_id=${e.id}`))[0]).toMatchObject({ has_children: false, child_count: 0 })
    expect(message(await own.member.call('GET', `${own.base}/tree?root_id=${uuidv7()}`))).toEqual([
      422,
      'query.root_id: not found',
    ])
    await own.edit(b.id, { archived: true })
    expect(titles(await own.tree('?project_id=none'))).toEqual(['a', 'd'])
  })

  test.each(['depth=0', 'depth=11', 'project_id=x', 'root_id=x'])('rejects %s', async (query) => {
    expect((await s.member.call('GET', `${s.base}/tree?${query}`)).status).toBe(422)
  })
})

describe('the order of siblings', () => {
  test('is as placed: before, after, at the end', async () => {
    const own = await documentSetup()
    const [a, b] = [await own.write({ title: 'a' }), await own.write({ title: 'b' })]
    const c = await own.write({ title: 'c', before_id: a.id })
    await own.write({ title: 'd', after_id: a.id })
    expect(titles(await own.tree())).toEqual(['c', 'a', 'd', 'b'])
    expect((await own.move(b.id, { before_id: c.id })).status).toBe(200)
    expect(titles(await own.tree())).toEqual(['b', 'c', 'a', 'd'])
    const { body } = await own.move(c.id, { after_id: b.id })
    expect(body.rank).toBe(c.rank)
    await own.move(b.id, { parent_id: a.id })
    await own.move(b.id, { parent_id: null })
    expect(titles(await own.tree())).toEqual(['c', 'a', 'd', 'b'])
    expect(message(await own.move(a.id, { before_id: a.id }))).toEqual([
      422,
      'body.before_id: the document itself',
    ])
    const child = await own.write({ parent_id: a.id })
    expect(message(await own.move(a.id, { after_id: child.id }))).toEqual([
      422,
      'body.after_id: not found among the documents beside it',
    ])
  })

  test(
    'stays consistent if 50 are placed into one gap concurrently, and if ranks grow too long',
    { tags: 'race' },
    async () => {
      const own = await documentSetup()
      const [first, last] = [await own.write(), await own.write()]
      await Promise.all(Array.from({ length: 50 }, () => own.write({ after_id: first.id })))
      expect(await brokenTrees(own.ws.org.id)).toEqual([])
      await asOwner(`update documents set rank = 'a0' || repeat('0', 99) || '1' where id = $1`, [first.id])
      await asOwner(`update documents set rank = 'a0' || repeat('0', 99) || '2' where id = $1`, [last.id])
      const before = titles(await own.tree('?depth=1'))
      const { title, rank } = await own.write({ after_id: first.id })
      expect(rank.length).toBeLessThan(100)
      expect(titles(await own.tree('?depth=1')).filter((one) => one !== title)).toEqual(before)
      expect(await brokenTrees(own.ws.org.id)).toEqual([])
    },
  )
})

describe('moving a document', () => {
  test('includes everything under it, also into another project', async () => {
    const [one, two] = [await project(s.ws), await project(s.ws)]
    const [a, b, c] = (await chain(3)) as [Json, Json, Json]
    const root = await s.write({ project_id: one.id })
    expect((await s.move(b.id, { parent_id: root.id })).body).toMatchObject({ project_id: one.id, depth: 2 })
    expect(await s.open(c.id)).toMatchObject({ project_id: one.id, depth: 3, parent_id: b.id, version: 2 })
    expect((await s.move(b.id, { project_id: two.id })).body).toMatchObject({ parent_id: null, depth: 1 })
    expect((await s.open(c.id)).project_id).toBe(two.id)
    expect((await s.move(b.id, { project_id: null })).body.project_id).toBe(null)
    expect((await s.move(b.id, { parent_id: a.id, project_id: two.id })).body.error.message).toBe(
      'body.project_id: not that of the document above',
    )
    expect(await brokenTrees(s.ws.org.id)).toEqual([])
  })

  test('under itself or its own descendant is a conflict', async () => {
    const [a, b, c] = (await chain(3)) as [Json, Json, Json]
    for (const parent_id of [a.id, b.id, c.id])
      expect(message(await s.move(a.id, { parent_id }))).toEqual([
        409,
        'a document cannot be moved under itself',
      ])
  })

  test('counts the deepest descendant', async () => {
    const [deep, tree] = [await chain(8), await chain(3)]
    expect(message(await s.move(tree[0].id, { parent_id: deep[7].id }))).toEqual([
      422,
      'body.parent_id: documents would be more than 10 levels deep',
    ])
    expect((await s.move(tree[0].id, { parent_id: deep[6].id })).status).toBe(200)
    expect((await s.open(tree[2].id)).depth).toBe(10)
  })

  test('to what is foreign, hidden, archived or in the trash is rejected', async () => {
    const otherWorkspace = await workspace()
    const foreign = await otherWorkspace.owner.ok('POST', `${otherWorkspace.base}/documents`, {
      title: 'Theirs',
    })
    const [secret, old] = [await project(s.ws, { visibility: 'private' }), await project(s.ws)]
    await asOwner('update projects set archived_at = now() where id = $1', [old.id])
    const [gone, mine, page] = [
      await s.write(),
      await s.write({ visibility: 'private' }, s.other),
      await s.write(),
    ]
    await s.member.ok('DELETE', `${s.base}/${gone.id}`)
    for (const parent_id of [foreign.id, gone.id, mine.id, uuidv7()])
      expect(message(await s.move(page.id, { parent_id }))).toEqual([422, 'body.parent_id: not found'])
    expect(message(await s.move(page.id, { project_id: secret.id }))).toEqual([
      422,
      'body.project_id: not found',
    ])
    expect(message(await s.move(page.id, { project_id: old.id }))).toEqual([
      422,
      'body.project_id: the project is archived',
    ])
  })

  test('of an archived project, and any other change there, is a conflict', async () => {
    const old = await project(s.ws)
    const page = await s.write({ project_id: old.id })
    await asOwner('update projects set archived_at = now() where id = $1', [old.id])
    for (const [method, path, body] of [
      ['PATCH', '', { title: 'x' }],
      ['POST', '/move', { parent_id: null }],
      ['DELETE', ''],
      ['POST', '/duplicate', {}],
      ['POST', '/comments', { body: 'x' }],
    ] as const)
      expect([method, ...message(await s.member.call(method, `${s.base}/${page.id}${path}`, body))]).toEqual([
        method,
        409,
        'project is archived',
      ])
    expect((await s.open(page.id)).id).toBe(page.id)
  })
})

describe('under contention', () => {
  test('rounds of 50 concurrent moves leave no loop', { tags: 'race', timeout: 240_000 }, async () => {
    const own = await documentSetup()
    const pages: Json[] = []
    for (let n = 0; n < 8; n++) pages.push(await own.write())
    let moved = 0
    for (let round = 0; round < 6; round++) {
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, n) => {
          const [one, other] = [pages[(n * 7 + round) % 8], pages[(n * 3 + round * 5 + 1) % 8]]
          return own.move(one.id, n % 11 === 0 ? { parent_id: null } : { parent_id: other.id })
        }),
      )
      expect(replies.filter(({ status }) => ![200, 409, 422].includes(status))).toEqual([])
      moved += replies.filter(({ status }) => status === 200).length
      expect(await brokenTrees(own.ws.org.id)).toEqual([])
    }
    expect(moved).toBeGreaterThan(30)
  })

  test('of two opposite moves exactly one succeeds', async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = [await s.write(), await s.write()]
      const replies = await Promise.all([
        s.move(a.id, { parent_id: b.id }),
        s.move(b.id, { parent_id: a.id }),
      ])
      expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }
  })

  test('any mix of moves, deletions, restores, copies and changes of access leaves trees consistent', async () => {
    const kind = fc.constantFrom(
      'move',
      'delete',
      'restore',
      'copy',
      'hide',
      'show',
      'write',
      'edit',
      'purge',
    )
    const step = fc.tuple(kind, fc.nat(7), fc.nat(7))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30 }), async (steps) => {
        const ws = await workspace()
        const own = helpers(ws, ws.owner)
        const pages: Json[] = []
        for (let n = 0; n < 8; n++) pages.push(await own.write(n % 3 ? { parent_id: pages[n - 1].id } : {}))
        const replies = await Promise.all(
          steps.map(([action, a, b]) => act(own, ws.owner, action, pages[a], pages[b])),
        )
        expect(replies.filter(({ status }) => ![200, 201, 204, 404, 409, 422].includes(status))).toEqual([])
        expect(await brokenTrees(ws.org.id)).toEqual([])
      }),
      { numRuns: 8 },
    )
  }, 120_000)
})

function act(
  { base, move, tryEdit }: ReturnType<typeof helpers>,
  who: Caller,
  action: string,
  a: Json,
  b: Json,
) {
  const at = `${base}/${a.id}`
  if (action === 'move') return move(a.id, { parent_id: b.id })
  if (action === 'hide' || action === 'show')
    return tryEdit(a.id, { visibility: action === 'hide' ? 'private' : 'organization' }, who)
  if (action === 'edit') return tryEdit(a.id, { content: b.id }, who)
  if (action === 'write') return who.call('POST', base, { title: 'New', parent_id: a.id })
  if (action === 'delete') return who.call('DELETE', at)
  if (action === 'copy') return who.call('POST', `${at}/duplicate`, { recursive: true, parent_id: b.id })
  return who.call('POST', `${at}/${action}`)
}
