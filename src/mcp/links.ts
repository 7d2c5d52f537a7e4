import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Json } from './json.ts'

type Link = Extract<CallToolResult['content'][number], { type: 'resource_link' }>
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const link = (uri: string, name: string, more: Partial<Link>): Link => ({
  type: 'resource_link',
  uri,
  name,
  ...more,
})

/**
 * What clients can show or attach of the object that a tool answered: its text as a resource of this server, an invoice as
 * a file, or a file itself. Names are keys and numbers, never words that somebody else wrote.
 */
const links: Record<string, (answer: Json) => Link | undefined> = {
  get_issue: ({ key }) => link(`service://tasks/${textOf(key)}`, textOf(key), { mimeType: 'text/markdown' }),
  get_document: ({ id }) =>
    link(`service://documents/${textOf(id)}`, 'document', { mimeType: 'text/markdown' }),
  get_invoice: ({ id, number }) =>
    number
      ? link(`service://invoices/${textOf(id)}`, `${textOf(number)}.pdf`, { mimeType: 'text/uri-list' })
      : undefined,
  get_attachment: ({ download_url, content_type, size_bytes }) =>
    download_url
      ? link(textOf(download_url), 'file', { mimeType: textOf(content_type), size: Number(size_bytes) })
      : undefined,
}

/** The result with a link to what it is about, if there is one. */
export function withLink(tool: string, text: string | null, result: CallToolResult): CallToolResult {
  const of = Object.hasOwn(links, tool) ? links[tool] : undefined
  const found = of && text ? of(JSON.parse(text) as Json) : undefined
  return found ? { ...result, content: [...result.content, found] } : result
}
