import { createContext, runInContext } from 'node:vm'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Json, person } from '../kit/client.ts'
import { anyIssuer, client, draft } from '../kit/invoices.ts'
import { project, type Workspace, workspace } from '../kit/makers.ts'
import { dayFromNow } from '../kit/sprints.ts'
import { keyOf, modern, oauthTokenOf, open, rpc } from './rpc.ts'

const mimeType = 'text/html;profile=mcp-app'
const able = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [mimeType] } } }
let ws: Workspace
let token: string
beforeAll(async () => {
  ws = await workspace()
  token = (await keyOf(ws)).token
  await project(ws, { name: 'Web shop', key: 'WEB' })
})

const meta = (clientCapabilities: object) => ({
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': clientCapabilities,
  },
})
const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
const pagesOf = (reply: Json): Record<string, string> =>
  Object.fromEntries(
    reply.body.result.tools.flatMap(({ name, _meta }: Json) => (_meta ? [[name, _meta.ui.resourceUri]] : [])),
  )
const query = '?tools=all'
const listed = async (capabilities: object) =>
  pagesOf(await rpc('tools/list', meta(capabilities), { token, query, headers }))
const read = async (uri: string, bearer = token): Promise<Json> =>
  (await modern('resources/read', { uri }, { token: bearer, headers: { 'mcp-name': uri } })).body
const call = async (name: string, args: object): Promise<Json> =>
  (await modern('tools/call', { name, arguments: args }, { token, query })).body.result

describe('pages', () => {
  test('are named by the tools that have one, to clients that show pages, in both protocol versions', async () => {
    const pages = await listed(able)
    expect(pages).toMatchObject({
      get_board: 'ui://service/board',
      get_sprint_burndown: 'ui://service/burndown',
      get_invoice: 'ui://service/invoice',
      delete_project: 'ui://service/confirmation',
    })
    expect(new Set(Object.values(pages)).size).toBe(4)
    expect(await listed({})).toEqual({})
    expect(
      await listed({ extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html'] } } }),
    ).toEqual({})
    const initialize = (capabilities: object) =>
      rpc(
        'initialize',
        { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'test', version: '1' } },
        { token, query },
      )
    const session = (await initialize(able)).headers.get('mcp-session-id')!
    expect(pagesOf(await rpc('tools/list', {}, { token, session }))).toEqual(pages)
    expect(pagesOf(await rpc('tools/list', {}, { token, session: await open({ token, query }) }))).toEqual({})
  })

  test('are static: the same for everybody, with nothing of anybody, and reach nothing', async () => {
    const stranger = await oauthTokenOf(await person('Stranger'))
    for (const name of ['board', 'burndown', 'invoice', 'confirmation']) {
      const uri = `ui://service/${name}`
      const { contents } = (await read(uri)).result
      expect(contents[0]).toMatchObject({ uri, mimeType, text: expect.stringMatching(/^<!doctype html>/) })
      expect((await read(uri, stranger)).result.contents).toEqual(contents)
      expect(contents[0].text).not.toMatch(/svc_|https?:\/\/(?!www\.w3\.org)|fetch\(|innerHTML/)
      expect(contents[0]._meta.ui.csp).toBeUndefined()
    }
    expect((await read('ui://service/walrus')).error.code).toBe(-32602)
  })
})

/** As much of a document as the pages use. */
class Element {
  className = ''
  dataset: Json = {}
  style = { setProperty: () => undefined }
  children: (Element | string)[] = []
  readonly attributes: Record<string, string> = {}
  readonly listeners: Record<string, () => void> = {}
  readonly tag: string
  disabled = false
  hidden = false
  constructor(tag: string) {
    this.tag = tag
  }
  append(...more: (Element | string)[]) {
    this.children.push(...more)
  }
  replaceChildren(...all: (Element | string)[]) {
    this.children = all
  }
  setAttribute(name: string, value: string) {
    this.attributes[name] = value
  }
  addEventListener(name: string, listener: () => void) {
    this.listeners[name] = listener
  }
  get textContent(): string {
    return this.children.map((one) => (typeof one === 'string' ? one : one.textContent)).join(' ')
  }
  set textContent(text: string) {
    this.children = [text]
  }
  all(): Element[] {
    return [this, ...this.children.flatMap((one) => (typeof one === 'string' ? [] : one.all()))]
  }
}

/** A host that shows a page for a call of a tool, and passes on what the page calls. */
async function shown(tool: string, args: object) {
  const uri = (await listed(able))[tool]!
  const html: string = (await read(uri)).result.contents[0].text
  const [, page, script] = /data-page="(\w+)".*<script>([\s\S]*)<\/script>/.exec(html)!
  const main = new Element('main')
  main.dataset.page = page
  let receive: (event: object) => void = () => undefined
  const heard: Json[] = []
  const parent = { postMessage: (message: Json) => void answer(message) }
  const tell = (data: Json) => receive({ source: parent, data: { jsonrpc: '2.0', ...data } })
  async function answer(message: Json) {
    heard.push(message)
    if (message.id === undefined) return
    const { name, arguments: given } = message.params
    const result =
      message.method === 'tools/call'
        ? await call(name, given)
        : message.method === 'ui/initialize'
          ? { hostContext: { theme: 'dark', toolInfo: { tool: { name: tool } } } }
          : {}
    tell({ id: message.id, result })
  }
  const window = { parent, addEventListener: (_: string, listener: typeof receive) => (receive = listener) }
  const document = {
    querySelector: () => main,
    createElement: (tag: string) => new Element(tag),
    createElementNS: (_: string, tag: string) => new Element(tag),
    documentElement: Object.assign(new Element('html'), { scrollHeight: 100 }),
    body: new Element('body'),
  }
  const ResizeObserver = class {
    observe() {}
  }
  runInContext(script!, createContext({ window, document, ResizeObserver, Intl }))
  await expect.poll(() => heard.map(({ method }) => method)).toContain('ui/notifications/initialized')
  tell({ method: 'ui/notifications/tool-input', params: { arguments: args } })
  tell({ method: 'ui/notifications/tool-result', params: await call(tool, args) })
  return { main, heard }
}

describe('a page shows', () => {
  test('the cards of a board in their columns, with what strangers wrote as text', async () => {
    const web = `${ws.base}/projects/WEB/tasks`
    await ws.owner.ok('POST', web, { title: '<b>Cart</b>', external_source: 'elsewhere', external_id: '1' })
    const { main } = await shown('get_board', { project_id: 'WEB' })
    expect(main.textContent).toMatch(/To do .*WEB-1 .*<b>Cart<\/b>/)
    expect(main.textContent).not.toContain('outside')
    expect(main.all().some(({ tag }) => tag === 'b')).toBe(false)
  })

  test('the burndown of a sprint as two lines', async () => {
    const sprint = await ws.owner.ok('POST', `${ws.base}/projects/WEB/sprints`, {
      start_date: dayFromNow(0),
      end_date: dayFromNow(13),
    })
    await ws.owner.ok('POST', `${ws.base}/sprints/${sprint.id}/start`)
    const { main } = await shown('get_sprint_burndown', { sprint_id: sprint.id })
    const lines = main.all().filter(({ tag }) => tag === 'polyline')
    expect(lines.map(({ attributes }) => attributes.class)).toEqual(['ideal', 'remaining'])
    expect(lines[0]!.attributes.points!.split(' ')).toHaveLength(14)
    expect(lines[0]!.attributes.points).not.toContain('NaN')
    expect(main.textContent).toContain('remain on')
  })

  test('an invoice with its lines and totals', async () => {
    await anyIssuer(ws.org.id)
    const { id: client_id } = await client(ws, { name: 'Buyer Ltd', email: 'buyer@example.com' })
    const { id } = await draft(ws, {
      client_id,
      lines: [{ description: 'Design', unit_price: 1200, quantity: 2 }],
    })
    const { main } = await shown('get_invoice', { invoice_id: id })
    expect(main.textContent).toMatch(/Buyer Ltd .*Design .*2,400\.00/)
  })

  test('what a destructive tool would do, and does it once the person agrees', async () => {
    await project(ws, { name: 'Old site', key: 'OLD' })
    const { main, heard } = await shown('delete_project', { project_id: 'OLD' })
    expect(main.textContent).toContain('Old site')
    const there = async () => (await call('list_projects', {})).content[0].text
    expect(await there()).toContain('Old site')
    main.all().find(({ tag }) => tag === 'button')!.listeners.click!()
    await expect.poll(() => main.textContent).toContain('Done.')
    expect(await there()).not.toContain('Old site')
    expect(heard.at(-1)).toMatchObject({ method: 'ui/update-model-context' })
  })

  test('a refusal in words', async () => {
    const { main } = await shown('get_board', { project_id: 'NONE' })
    expect(main.textContent).toBe('project not found')
  })
})
