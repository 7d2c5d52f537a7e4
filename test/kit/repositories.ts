import { trusted, type Json } from './client.ts'
import type { Workspace } from './makers.ts'
import { type Outside, startOutside } from './outside.ts'

export type Host = Outside & { requests: () => string[]; forget: () => void; leave: () => Promise<void> }

/** A host of repositories of a test's own, which the service may reach. */
export async function startHost(): Promise<Host> {
  const server = await startOutside()
  trusted.add(server.url)
  return Object.assign(server, {
    /** The paths that were asked for, without the query. */
    requests: () => server.asked.map(({ path }) => path.split('?')[0]!),
    forget: () => {
      server.asked.length = 0
      server.faults.length = 0
      server.most = 0
      server.play = () => undefined
    },
    leave: async () => {
      trusted.delete(server.url)
      await server.stop()
    },
  })
}

export const token = 'ghp_canary0123456789WXYZ'

export const connect = (ws: Workspace, host: Host, more: object = {}): Promise<Json> =>
  ws.owner.ok('PUT', `${ws.base}/repository-integration`, {
    provider: 'github',
    token,
    base_url: host.url,
    ...more,
  })

export const linked = (
  ws: Workspace,
  project: string,
  draft: object = { full_name: 'ada/engine' },
): Promise<Json> => ws.owner.ok('POST', `${ws.base}/projects/${project}/repositories`, draft)
