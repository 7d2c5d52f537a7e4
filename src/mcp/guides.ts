import {
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
} from '@modelcontextprotocol/server'
import routes from '../../openapi/routes.json' with { type: 'json' }
import { areas } from '../areas/index.ts'
import type { Env } from '../base/config.ts'
import { isPage, readPage } from './apps.ts'
import { toolsOf } from './catalogue.ts'

const contract = 'service://contract'
const guide = 'service://guide/'

/** The contract, and a guide for each area that has operations. */
export const listResources = (): Resource[] => [
  {
    uri: contract,
    name: 'contract',
    title: 'The REST contract',
    mimeType: 'application/json',
    description: 'OpenAPI 3.1 of everything that is served; large, read a guide first',
  },
  ...Object.keys(areas).map((area) => ({
    uri: guide + area,
    name: `guide-${area}`,
    title: `Guide: ${area.replaceAll('-', ' ')}`,
    mimeType: 'text/markdown',
    description: 'What can be done there, by which tool or endpoint, from which role on',
  })),
]

export async function readResource(
  uri: string,
  env: Env,
  listed: { name: string }[],
): Promise<ReadResourceResult> {
  const page = isPage(uri) ? readPage(uri) : null
  if (page) return page
  const area = uri.startsWith(guide) ? uri.slice(guide.length) : ''
  if (Object.hasOwn(areas, area)) {
    return {
      contents: [
        {
          uri,
          mimeType: 'text/markdown',
          text: await guideOf(area, new Set(listed.map(({ name }) => name))),
        },
      ],
    }
  }
  const file = uri === contract ? await env.ASSETS?.fetch('https://assets/openapi.json') : undefined
  if (!file?.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `no such resource: ${uri}`, { uri })
  return { contents: [{ uri, mimeType: 'application/json', text: await file.text() }] }
}

/** One line per operation: what it does, its tools on this connection, and its endpoint. */
async function guideOf(name: string, available: Set<string>): Promise<string> {
  const { title, operations } = (await areas[name]!()).default
  const lines = operations.map(({ id, summary, details, method, path, role, or }) => {
    const named = toolsOf(id)
      .filter((tool) => available.has(tool.name))
      .map((tool) => tool.name)
    const who =
      role === 'public'
        ? 'everybody'
        : role === 'signed_in'
          ? 'every signed-in person'
          : or
            ? `${role}, or ${or} from member on`
            : role === 'portal'
              ? 'contacts of clients'
              : role
    return `- **${named.join(', ') || id}**: ${[summary, details].filter(Boolean).join('. ')} (${who}; \`${method} ${path}\`)`
  })
  const count = routes.filter(([kind, group]) => kind === 'operation' && group === name).length
  return (
    `# ${title}\n\n${count} operations. Bold names are tools where this connection has them, else operations of the REST ` +
    `API.\n\n${lines.join('\n')}\n`
  )
}
