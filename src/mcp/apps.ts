import type { ReadResourceResult } from '@modelcontextprotocol/server'
import built from './apps/built.json' with { type: 'json' }
import { isObject, type Json } from './json.ts'

/** The extension by which a client says that it shows pages beside answers: MCP Apps (SEP-1865). */
const extension = 'io.modelcontextprotocol/ui'
const mimeType = 'text/html;profile=mcp-app'
const start = 'ui://service/'

/** The pages, by the tool whose answer each shows; what asks first has one for the question. */
const pages: Record<string, string> = {
  get_board: 'board',
  get_sprint_burndown: 'burndown',
  get_invoice: 'invoice',
}
const question = 'confirmation'
const names = new Set([...Object.values(pages), question])

/** The page of a tool, as tools/list tells it to clients that show pages. */
export function pageOf(tool: {
  name: string
  inputSchema: Json
}): { ui: { resourceUri: string } } | undefined {
  const asks = 'confirm' in (tool.inputSchema.properties as Json)
  const page = asks ? question : Object.hasOwn(pages, tool.name) ? pages[tool.name] : undefined
  return page ? { ui: { resourceUri: start + page } } : undefined
}

/** Whether a client says in its capabilities that it shows pages. */
export function showsPages(body: unknown): boolean {
  const { params } = (isObject(body) ? body : {}) as { params?: Json }
  const meta = (params?._meta ?? {}) as Json
  const sent = meta['io.modelcontextprotocol/clientCapabilities'] ?? params?.capabilities
  const { extensions } = (isObject(sent) ? sent : {}) as { extensions?: Json }
  const of = isObject(extensions) ? extensions[extension] : undefined
  return isObject(of) && Array.isArray(of.mimeTypes) && of.mimeTypes.includes(mimeType)
}

export const isPage = (uri: string) => uri.startsWith(start)

/** A page: static, without anything of the caller; its host gives it the answer. Null if there is none of the name. */
export function readPage(uri: string): ReadResourceResult | null {
  const name = uri.slice(start.length)
  if (!names.has(name)) return null
  const text =
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title><style>${style}</style></head>` +
    `<body><main data-page="${name}"></main><script>${built.script}</script></body></html>`
  return { contents: [{ uri, mimeType, text, _meta: { ui: { prefersBorder: true } } }] }
}

const style = `
:root{color-scheme:light dark;font:14px/1.4 var(--font-sans,system-ui,sans-serif)}
body{margin:0;padding:12px;color:var(--color-text-primary,light-dark(#171717,#fafafa));
background:var(--color-background-primary,light-dark(#fff,#171717))}
h2{font-size:1em;margin:0 0 8px}p{margin:4px 0}small{opacity:.7}
.board{display:flex;gap:8px;overflow-x:auto}.column{flex:1 0 160px}
.card,.confirmation,.invoice{border:1px solid var(--color-border-primary,light-dark(#ddd,#444));border-radius:6px;
padding:8px;margin-bottom:6px}.over h2,.late small{color:var(--color-text-danger,light-dark(#b00020,#ff8a80))}
dl{display:grid;grid-template-columns:auto 1fr;gap:2px 12px;margin:8px 0}dt{opacity:.7}dd{margin:0}
table{width:100%;border-collapse:collapse}td{padding:2px 8px 2px 0;vertical-align:top}
.number,.totals dd{text-align:right;white-space:nowrap}figure{margin:0}svg{width:100%}
polyline{fill:none;stroke:currentColor;stroke-width:2}.ideal{opacity:.4;stroke-dasharray:4}
button{font:inherit;padding:4px 12px}
`.replaceAll('\n', '')
