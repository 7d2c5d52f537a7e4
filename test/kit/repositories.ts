import { trusted, type Json } from './client.ts'
import type { Workspace } from './makers.ts'
import { type ExternalServer, startExternalServer } from './external-server.ts'

export type RepositoryHost = ExternalServer & {
  paths: () => string[]
  reset: () => void
  close: () => Promise<void>
}

/** A repository host for one test; the service may call it. */
export async function startHost(): Promise<RepositoryHost> {
  const server = await startExternalServer()
  trusted.add(server.url)
  return Object.assign(server, {
    /** The requested paths, without the query. */
    paths: () => server.requests.map(({ path }) => path.split('?')[0]!),
    reset: () => {
      server.requests.length = 0
      server.faults.length = 0
      server.maxConcurrent = 0
      server.respond = () => undefined
    },
    close: async () => {
      trusted.delete(server.url)
      await server.stop()
    },
  })
}

export const token = 'ghp_canary0123456789WXYZ'

export const connect = (ws: Workspace, host: RepositoryHost, more: object = {}): Promise<Json> =>
  ws.owner.ok('PUT', `${ws.base}/repository-integration`, {
    provider: 'github',
    token,
    base_url: host.url,
    ...more,
  })

export const linkRepository = (
  ws: Workspace,
  project: string,
  draft: object = { full_name: 'ada/engine' },
): Promise<Json> => ws.owner.ok('POST', `${ws.base}/projects/${project}/repositories`, draft)
