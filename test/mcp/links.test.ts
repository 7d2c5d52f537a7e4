import { beforeAll, expect, test } from 'vitest'
import type { Json } from '../kit/client.ts'
import { anyIssuer, client, draft, issue } from '../kit/invoices.ts'
import { project, type Workspace, workspace } from '../kit/makers.ts'
import { keyOf, modern, oauthTokenOf } from './rpc.ts'

let ws: Workspace
let token: string
beforeAll(async () => {
  ws = await workspace()
  token = (await keyOf(ws)).token
})

const contentOf = async (name: string, args: object): Promise<Json[]> =>
  (await modern('tools/call', { name, arguments: args }, { token, query: '?tools=all' })).body.result.content
const read = async (uri: string, bearer = token): Promise<Json> =>
  (await modern('resources/read', { uri }, { token: bearer, headers: { 'mcp-name': uri } })).body

test('a task and a document are answered with a link to their text, lists without', async () => {
  const web = await project(ws, { key: 'WEB' })
  await ws.owner.ok('POST', `${ws.base}/projects/${web.id}/tasks`, { title: 'Login', description: 'Fails' })
  const page = await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Manual', content: 'Read me' })
  const [, task] = await contentOf('get_issue', { task_id: 'WEB-1' })
  expect(task).toEqual({
    type: 'resource_link',
    uri: 'service://tasks/WEB-1',
    name: 'WEB-1',
    mimeType: 'text/markdown',
  })
  expect((await read(task!.uri)).result.contents[0].text).toContain('Fails')
  const [, document] = await contentOf('get_document', { document_id: page.id })
  expect((await read(document!.uri)).result.contents[0].text).toContain('Read me')
  expect(await contentOf('list_issues', { project_id: 'WEB' })).toHaveLength(1)
})

test('an issued invoice has a link to its PDF, for those who may read it; a draft has none', async () => {
  await anyIssuer(ws.org.id)
  const { id: client_id } = await client(ws, { name: 'Buyer Ltd', email: 'buyer@example.com' })
  const { id } = await draft(ws, { client_id })
  expect(await contentOf('get_invoice', { invoice_id: id })).toHaveLength(1)
  const { number } = await issue(ws, { id } as Json)
  const [, file] = await contentOf('get_invoice', { invoice_id: number })
  expect(file).toMatchObject({ uri: `service://invoices/${id}`, name: `${number}.pdf` })
  const { contents } = (await read(file!.uri)).result
  expect(contents[0].mimeType).toBe('text/uri-list')
  const url = new URL(contents[0].text.trim())
  const [, holds = ''] = /^\/files\/([\w-]+)\./.exec(url.pathname) ?? []
  expect(Buffer.from(holds, 'base64url').toString()).toContain(`${id}.pdf`)
  const stranger = await oauthTokenOf((await workspace()).owner)
  expect((await read(file!.uri, stranger)).error.code).toBe(-32602)
})

test('what strangers wrote of a task stands between two lines in its text too', async () => {
  const home = await project(ws, { key: 'IMP' })
  const made = (title: string, more = {}) =>
    ws.owner.ok('POST', `${ws.base}/projects/${home.id}/tasks`, { title, ...more })
  const foreign = { external_source: 'elsewhere', external_id: '17' }
  const parent = await made('Walrus title', { description: 'Walrus text', ...foreign })
  await made('Walrus below', { parent_id: parent.id, ...foreign, external_id: '18' })
  await made('Own', { parent_id: parent.id, description: 'Own text' })
  const { text } = (await read('service://tasks/IMP-1')).result.contents[0]
  const [, word] = /<<outside (\w+)/.exec(text)!
  expect(text).toContain(`<<outside ${word}\nWalrus text\noutside ${word}>>`)
  expect(text).toContain(`# IMP-1 <<outside ${word} Walrus title outside ${word}>>`)
  expect(text).toContain(`IMP-2 <<outside ${word} Walrus below outside ${word}>>`)
  expect(text).toContain('IMP-3 Own')
  const own = (await read('service://tasks/IMP-3')).result.contents[0].text as string
  const fences = [...own.matchAll(/<<outside (\w+) ([^]*?) outside \1>>/g)].map(([, , said]) => said)
  expect(fences).toEqual(['Walrus title'])
  expect(own).toContain('# IMP-3 Own\n')
})
