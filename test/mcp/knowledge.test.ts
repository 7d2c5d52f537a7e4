import { beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { anyIssuer, client, draft, issue } from '../kit/invoices.ts'
import { join, project, task, type Workspace, workspace } from '../kit/makers.ts'
import { keyOf, modern, oauthTokenOf, open, rpc } from './rpc.ts'

let ws: Workspace
let token: string
beforeAll(async () => {
  ws = await workspace()
  token = (await keyOf(ws)).token
  await anyIssuer(ws.org.id)
  const web = await project(ws, { name: 'Web shop', key: 'WEB' })
  await task(ws, web.id, { title: 'Walrus in the cart', description: 'It does not leave.' })
  const secret = await project(ws, { name: 'Secret', key: 'SEC', visibility: 'private' })
  await task(ws, secret.id, { title: 'Walrus behind doors' })
  await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Walrus manual', content: 'Feed it daily.' })
  await client(ws, { name: 'Walrus & Sons', email: 'books@walrus.example' })
})

const query = '?tools=knowledge'
const use = async (name: string, args: object, bearer = token): Promise<Json> => {
  const { body, roundTrips } = await modern('tools/call', { name, arguments: args }, { token: bearer, query })
  const [{ text }, ...more] = body.result.content
  expect(more).toEqual([])
  return { failed: Boolean(body.result.isError), roundTrips, ...JSON.parse(text) }
}
const found = async (words: string, bearer = token): Promise<Json[]> =>
  (await use('search', { query: words }, bearer)).results

describe('the tools of ?tools=knowledge', () => {
  test('are search and fetch, which only read, in both protocol versions, and are not among the others', async () => {
    const list = async (of: string) =>
      (await modern('tools/list', {}, { token, query: of })).body.result.tools
    const tools: Json[] = await list(query)
    expect(tools.map(({ name, inputSchema }) => [name, inputSchema.required])).toEqual([
      ['search', ['query']],
      ['fetch', ['id']],
    ])
    expect(tools.every(({ annotations }) => annotations.readOnlyHint)).toBe(true)
    const session = await open({ token, query })
    expect((await rpc('tools/list', {}, { token, session })).body.result.tools).toEqual(tools)
    expect((await list('?tools=all')).some(({ name }: Json) => name === 'fetch')).toBe(false)
    const other = await modern('tools/call', { name: 'create_issue', arguments: {} }, { token, query })
    expect(other.body.error.code).toBe(-32602)
  })

  test('find what the words say, each with id, title and address, in one round trip', async () => {
    const { results, roundTrips } = await use('search', { query: 'walrus' })
    expect(roundTrips).toBe(1)
    const ids = results.map(({ id }: Json) => id.split(':')[0]).toSorted()
    expect(ids).toEqual(['client', 'document', 'task', 'task'])
    const one = results.find(({ id }: Json) => id === 'task:WEB-1')
    expect(one).toEqual({
      id: 'task:WEB-1',
      title: 'WEB-1 Walrus in the cart',
      url: expect.stringMatching(/^http.*\/tasks\/WEB-1$/),
    })
  })

  test('fetch whatever was found, as text with its title and address', async () => {
    for (const { id, title, url } of await found('walrus')) {
      const got = await use('fetch', { id })
      expect(got).toMatchObject({ failed: false, id, title, url, metadata: { type: id.split(':')[0] } })
      expect(got.text).toContain('Walrus')
    }
    expect((await use('fetch', { id: 'task:WEB-1' })).text).toContain('It does not leave.')
    const [manual] = await found('manual')
    expect((await use('fetch', { id: manual!.id })).text).toContain('Feed it daily.')
  })

  test('show nobody more than they may see', async () => {
    const grace = await oauthTokenOf(await join(ws, 'member', 'Grace Hopper'))
    expect((await found('walrus', grace)).map(({ id }) => id)).not.toContain('task:SEC-1')
    expect((await use('fetch', { id: 'task:SEC-1' }, grace)).error.code).toBe('not_found')
    const one = await client(ws, { name: 'Buyer Ltd', email: 'buyer@example.com' })
    const { id } = await issue(ws, await draft(ws, { client_id: one.id }))
    expect((await use('fetch', { id: `invoice:${id}` })).failed).toBe(false)
    expect((await use('fetch', { id: `invoice:${id}` }, grace)).error).toBeDefined()
  })

  test('refuse what search did not answer', async () => {
    for (const id of ['', 'WEB-1', 'walrus:1', 'board:WEB', 5])
      expect((await use('fetch', { id })).error.message).toContain('task:WEB-12')
    expect((await use('search', { query: ' ' })).error.message).toContain('query')
    expect((await use('fetch', { id: 'task:WEB-99' })).error.code).toBe('not_found')
  })
})
