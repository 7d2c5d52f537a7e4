import { beforeAll, describe, expect, test } from 'vitest'
import { daily } from '../../src/jobs/clock.ts'
import { asOwner, env, type Json } from '../kit/client.ts'
import { message, documentSetup, brokenTrees } from '../kit/documents.ts'
import { actions, project, workspace } from '../kit/makers.ts'
import { ownDatabase } from '../kit/own-database.ts'

await ownDatabase()

let s: Awaited<ReturnType<typeof documentSetup>>
beforeAll(async () => {
  s = await documentSetup()
})
const titles = (nodes: Json[]) => nodes.map(({ title }) => title)
const remove = (id: string, who = s.member) => who.call('DELETE', `${s.base}/${id}`)
const restore = (id: string, body?: object, who = s.member) =>
  who.call('POST', `${s.base}/${id}/restore`, body)
const purge = (id: string, who = s.ws.owner) => who.call('POST', `${s.base}/${id}/purge`)
const row = async (id: string) => (await asOwner('select * from documents where id = $1', [id]))[0]

/** a / b / c, and d under a. */
async function family() {
  const a = await s.write({ title: 'a' })
  const b = await s.write({ title: 'b', parent_id: a.id })
  const c = await s.write({ title: 'c', parent_id: b.id })
  const d = await s.write({ title: 'd', parent_id: a.id })
  return { a, b, c, d, tree: async () => titles(await s.tree(`?root_id=${a.id}`)) }
}

describe('deleting a document', () => {
  test('is for its owner and managers, and includes everything under it', async () => {
    const { a, b, c, d } = await family()
    expect((await remove(a.id, s.other)).status).toBe(403)
    expect((await remove(a.id)).body).toEqual({ deleted: 4 })
    for (const { id } of [a, b, c, d]) {
      for (const path of ['', '/versions', '/comments', '/backlinks'])
        expect((await s.member.call('GET', `${s.base}/${id}${path}`)).status).toBe(404)
      expect(await row(id)).toMatchObject({ deleted_with: a.id })
    }
    expect((await remove(a.id)).status).toBe(404)
  })

  test('does not reveal private documents under it, which are deleted too', async () => {
    const top = await s.write()
    const hidden = await s.write({ parent_id: top.id, visibility: 'private' }, s.other)
    expect((await remove(top.id)).body).toEqual({ deleted: 1 })
    expect((await row(hidden.id)).deleted_with).toBe(top.id)
    await restore(top.id)
    expect((await s.open(hidden.id, '', s.other)).id).toBe(hidden.id)
  })
})

describe('restoring a document', () => {
  test('undoes it exactly: what was deleted before stays deleted', async () => {
    const { a, b, c, d, tree } = await family()
    await remove(d.id)
    const previous = await Promise.all([a, b, c].map(({ id }) => row(id)))
    await remove(a.id)
    const reply = await restore(a.id)
    expect([reply.status, reply.body.reparented]).toEqual([200, false])
    const now = await Promise.all([a, b, c].map(({ id }) => row(id)))
    const lasting = (one: Json) => ({ ...one, version: 0, updated_at: null, updated_by: null })
    expect(now.map(lasting)).toEqual(previous.map(lasting))
    expect(await tree()).toEqual(['a', 'b', 'c'])
    expect((await row(d.id)).deleted_with).toBe(d.id)
  })

  test('whose parent is in the trash goes under the nearest live document above', async () => {
    const { a, b, c, tree } = await family()
    await remove(b.id)
    expect((await restore(c.id)).body).toMatchObject({ reparented: true, parent_id: a.id, depth: 2 })
    expect(await tree()).toEqual(['a', 'd', 'c'])
    await restore(b.id)
    expect(await tree()).toEqual(
      ['a', 'd', 'b', 'c'].toSorted((x, y) => 'abdc'.indexOf(x) - 'abdc'.indexOf(y)),
    )
    expect((await row(c.id)).parent_id).toBe(a.id)
    await remove(a.id)
    expect((await restore(c.id)).body).toMatchObject({ reparented: true, parent_id: null, depth: 1 })
    expect(await brokenTrees(s.ws.org.id)).toEqual([])
  })

  test('alone leaves what is under it, as separate trees', async () => {
    const { a, b, c, d, tree } = await family()
    await remove(a.id)
    await restore(a.id, { include_children: false })
    expect(await tree()).toEqual(['a'])
    expect((await restore(b.id)).body.reparented).toBe(false)
    expect(await tree()).toEqual(['a', 'b', 'c'])
    expect([(await row(c.id)).deleted_at, (await row(d.id)).deleted_with]).toEqual([null, d.id])
  })

  test('goes to the end if its rank is taken', async () => {
    const { a, b, d } = await family()
    await remove(b.id)
    await asOwner('update documents set rank = (select rank from documents where id = $1) where id = $2', [
      b.id,
      d.id,
    ])
    expect((await restore(b.id)).status).toBe(200)
    expect(titles(await s.tree(`?root_id=${a.id}&depth=2`))).toEqual(['a', 'd', 'b'])
  })

  test('keeps private what was private by a document above it', async () => {
    const top = await s.write({ visibility: 'private' })
    const { id } = await s.write({ parent_id: top.id, visibility: undefined })
    await remove(top.id)
    expect((await restore(id)).body).toMatchObject({ reparented: true, visibility: 'private' })
    expect((await s.other.call('GET', `${s.base}/${id}`)).status).toBe(404)
  })

  test('of a live document, or without the right, is rejected', async () => {
    const { id } = await s.write()
    expect(message(await restore(id))).toEqual([409, 'the document is not in the trash'])
    await remove(id)
    expect((await restore(id, {}, s.other)).status).toBe(403)
    expect((await restore(id, {}, s.manager)).status).toBe(200)
  })
})

describe('erasing a document', () => {
  test('requires it to be in the trash, and leaves nothing of it', async () => {
    const { a, b, c, d } = await family()
    await s.member.ok('POST', `${s.base}/${c.id}/comments`, { body: 'x' })
    const linking = await s.write({ content: `/documents/${c.id}` })
    expect(message(await purge(b.id))).toEqual([409, 'the document is not in the trash; delete it first'])
    await remove(b.id)
    expect((await purge(b.id, s.manager)).status).toBe(403)
    expect((await purge(b.id)).status).toBe(204)
    const remaining = await asOwner(
      `select 'document' from documents where id = any($1) union all
        select 'version' from document_versions where document_id = any($1) union all
        select 'comment' from comments where document_id = any($1) union all
        select 'link' from document_links where document_id = any($1) or target_id = any($1)`,
      [[b.id, c.id]],
    )
    expect(remaining).toEqual([])
    expect((await s.open(linking.id)).links).toEqual([])
    expect([(await row(a.id)).deleted_at, (await row(d.id)).deleted_at]).toEqual([null, null])
    expect((await restore(b.id)).status).toBe(404)
  })

  test('keeps what was deleted before it, one level up', async () => {
    const { a, b, c } = await family()
    await remove(c.id)
    await remove(b.id)
    await purge(b.id)
    expect((await restore(c.id)).body).toMatchObject({ reparented: false, parent_id: a.id, depth: 2 })
  })

  test('happens automatically after thirty days', async () => {
    const { a, b } = await family()
    const recent = await s.write()
    for (const { id } of [a, recent]) await remove(id)
    await asOwner(`update documents set deleted_at = now() - interval '31 days' where deleted_with = $1`, [
      a.id,
    ])
    await daily(env())
    expect([await row(a.id), await row(b.id), (await row(recent.id)).id]).toEqual([
      undefined,
      undefined,
      recent.id,
    ])
    expect(await actions(s.ws)).toContain('document.purged')
  })

  test('happens with the project and with the organization', async () => {
    const ws = await workspace()
    const home = await project(ws)
    const write = (draft: object) => ws.owner.ok('POST', `${ws.base}/documents`, { title: 'x', ...draft })
    const top = await write({ project_id: home.id })
    await write({ parent_id: top.id })
    await write({})
    const count = async () => (await asOwner('select from documents where org_id = $1', [ws.org.id])).length
    await asOwner('update projects set deleted_at = now(), purge_started_at = now() where id = $1', [home.id])
    expect((await ws.owner.call('GET', `${ws.base}/documents/${top.id}`)).status).toBe(404)
    const stepUntilDone = async (call: string) => {
      for (let n = 0; n < 20; n++) if (!(await asOwner(`select ${call} as more`))[0].more) return
    }
    await stepUntilDone(`app.purge_project_step('${home.id}', 1)`)
    expect([await count(), await asOwner('select from projects where id = $1', [home.id])]).toEqual([1, []])
    await asOwner(`update organizations set deleted_at = now(), purge_after = now() where id = $1`, [
      ws.org.id,
    ])
    await stepUntilDone(`app.purge_organization_step('${ws.org.id}', 100)`)
    expect(await count()).toBe(0)
  })
})

describe('copying a document', () => {
  test('alone puts the copy after it; with everything under it copies what the caller can read', async () => {
    const { a, b } = await family()
    await s.write({ title: 'hidden', parent_id: b.id, visibility: 'private' }, s.other)
    const copy = (id: string, body: object): Promise<Json> =>
      s.member.ok('POST', `${s.base}/${id}/duplicate`, body)
    const alone = await copy(b.id, {})
    expect(alone).toMatchObject({
      title: 'b (copy)',
      parent_id: a.id,
      owner: { user_id: s.member.id },
      version: 1,
    })
    expect(titles(await s.tree(`?root_id=${a.id}&depth=2`))).toEqual(['a', 'b', 'b (copy)', 'd'])
    const full = await copy(b.id, { recursive: true, title: 'Whole', parent_id: null })
    expect(titles(await s.tree(`?root_id=${full.id}`))).toEqual(['Whole', 'c'])
    expect((await s.versions(full.id)).map(({ edit_mode }) => edit_mode)).toEqual(['create'])
    expect(await brokenTrees(s.ws.org.id)).toEqual([])
  })

  test('into itself terminates, and no more than 200 at once', async () => {
    const { a, c } = await family()
    const reply = await s.member.call('POST', `${s.base}/${a.id}/duplicate`, {
      recursive: true,
      parent_id: c.id,
    })
    expect([reply.status, titles(await s.tree(`?root_id=${reply.body.id}&depth=10`)).length]).toEqual([
      201, 4,
    ])
    const top = await s.write()
    await asOwner(
      `insert into documents (org_id, parent_id, title, rank, owner_id, created_by, updated_by)
        select org_id, id, 'n', 'b' || lpad(n::text, 5, '0') || '1', owner_id, owner_id, owner_id
        from documents, generate_series(1, 200) n where id = $1`,
      [top.id],
    )
    const many = await s.member.call('POST', `${s.base}/${top.id}/duplicate`, { recursive: true })
    expect(message(many)).toEqual([409, 'more than 200 documents'])
  })
})
