import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/kit/round-trip.ts'
import { call, env, type Json } from '../kit/client.ts'
import { message, documentSetup } from '../kit/documents.ts'
import { project } from '../kit/makers.ts'

let s: Awaited<ReturnType<typeof documentSetup>>
beforeAll(async () => {
  s = await documentSetup()
})
const titles = (nodes: Json[]) => nodes.map(({ title }) => title)

describe('who can read a document', () => {
  test('a private document is only for its owner, and so is everything under it', async () => {
    const top = await s.write({ visibility: 'private', title: 'Diary' })
    const child = await s.write({ parent_id: top.id })
    expect(child.visibility).toBe('private')
    for (const who of [s.other, s.manager, s.ws.owner]) {
      for (const { id } of [top, child]) expect((await who.call('GET', `${s.base}/${id}`)).status).toBe(404)
      expect(titles((await who.ok('GET', `${s.base}?q=Diary`)).items)).not.toContain('Diary')
      expect(titles(await s.tree('', who))).not.toContain('Diary')
    }
    expect(titles(await s.tree())).toContain('Diary')
    expect(message(await s.tryEdit(child.id, { visibility: 'organization' }))).toEqual([
      422,
      'body.visibility: wider than that of the document above',
    ])
  })

  test('narrowing a document narrows what is under it, and widening restores it', async () => {
    const top = await s.write({}, s.other)
    const child = await s.write({ parent_id: top.id })
    const seen = async (who = s.member) => (await who.call('GET', `${s.base}/${child.id}`)).status
    await s.edit(top.id, { visibility: 'private' }, s.other)
    expect([await seen(), await seen(s.other), await seen(s.ws.owner)]).toEqual([404, 200, 404])
    await s.edit(top.id, { visibility: 'organization' }, s.other)
    expect([await seen(), await seen(s.ws.owner)]).toEqual([200, 200])
    const ownDocument = await s.write({ parent_id: top.id, visibility: 'private' })
    await s.edit(top.id, { visibility: 'private' }, s.other)
    expect((await s.member.call('GET', `${s.base}/${ownDocument.id}`)).status).toBe(404)
    expect((await s.other.call('GET', `${s.base}/${ownDocument.id}`)).status).toBe(404)
  })

  test("nobody hides another's document: only its owner makes it private", async () => {
    const { id } = await s.write()
    const closet = await s.write({ visibility: 'private' }, s.other)
    const forbidden = [403, 'only its owner may make a document private']
    expect(message(await s.tryEdit(id, { visibility: 'private' }, s.ws.owner))).toEqual(forbidden)
    expect(message(await s.other.call('POST', `${s.base}/${id}/move`, { parent_id: closet.id }))).toEqual(
      forbidden,
    )
    expect((await s.open(id)).visibility).toBe('organization')
  })

  test('row-level security hides private documents even if a query does not', async () => {
    const { id } = await s.write({ visibility: 'private', content: `/documents/${(await s.write()).id}` })
    await s.member.ok('POST', `${s.base}/${id}/comments`, { body: 'x' })
    const { DATABASE_URL, SQL_ENDPOINT } = env()
    const held = async (user: string) => {
      const responses = await openDatabase(DATABASE_URL, SQL_ENDPOINT, 5000).batch([
        sql`select set_config('app.org_id', ${s.ws.org.id}, true), set_config('app.user_id', ${user}, true),
          set_config('app.rank', '50', true)`,
        sql`select count(*) from documents where id = ${id}`,
        sql`select count(*) from document_versions where document_id = ${id}`,
        sql`select count(*) from document_links where document_id = ${id}`,
        sql`select count(*) from comments where document_id = ${id}`,
      ])
      return responses.slice(1).map(Number)
    }
    expect([await held(s.ws.owner.id), await held(s.member.id)]).toEqual([
      [0, 0, 0, 0],
      [1, 1, 1, 1],
    ])
  })

  test('documents of a private project are for people who can open it', async () => {
    const secret = await project(s.ws, { visibility: 'private' })
    const { id } = await s.write({ project_id: secret.id, visibility: 'organization' }, s.ws.owner)
    expect((await s.manager.call('GET', `${s.base}/${id}`)).status).toBe(404)
    expect((await s.manager.ok('GET', `${s.base}?project_id=${secret.id}`)).total).toBe(0)
    expect(await s.tree(`?project_id=${secret.id}`, s.manager)).toEqual([])
    expect(message(await s.manager.call('POST', s.base, { title: 'x', project_id: secret.id }))).toEqual([
      422,
      'body.project_id: not found',
    ])
  })

  test('a key of one project reaches only its documents', async () => {
    const home = await project(s.ws)
    const [projectDocument, wiki] = [await s.write({ project_id: home.id }), await s.write()]
    const { token } = await s.ws.owner.ok('POST', `${s.ws.base}/api-keys`, {
      name: 'one',
      project_id: home.id,
    })
    const headers = { authorization: `Bearer ${token}` }
    const get = (path: string) => call('GET', `${s.base}${path}`, { headers })
    expect([(await get(`/${projectDocument.id}`)).status, (await get(`/${wiki.id}`)).status]).toEqual([
      200, 404,
    ])
    expect((await get('')).body.items.map(({ id }: Json) => id)).toEqual([projectDocument.id])
    expect((await get('/tree')).body.nodes.map(({ id }: Json) => id)).toEqual([projectDocument.id])
    const created = await call('POST', s.base, { headers, body: { title: 'x' } })
    expect(message(created)).toEqual([422, 'body.project_id: required, the key reaches one project only'])
  })
})
