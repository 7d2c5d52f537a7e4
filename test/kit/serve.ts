import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createApp } from '../../src/app.ts'
import type { Env } from '../../src/base/config.ts'
import { env } from './client.ts'

export type Server = { url: string; stop(): Promise<unknown> }

/** Serves a fetch handler on a free loopback port, for clients that need real HTTP. */
export async function serve(handle: (request: Request) => Response | Promise<Response>): Promise<Server> {
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body =
      incoming.method === 'GET' || incoming.method === 'HEAD'
        ? null
        : (Readable.toWeb(incoming) as ReadableStream)
    const headers = new Headers(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as [string, string]),
    )
    const response = await handle(
      new Request(`http://${incoming.headers.host}${incoming.url}`, {
        method: incoming.method!,
        headers,
        body,
        duplex: 'half',
      } as RequestInit),
    )
    outgoing.writeHead(response.status, [...response.headers].flat())
    if (!response.body) return outgoing.end()
    const stream = Readable.fromWeb(response.body as never)
    outgoing.on('close', () => stream.destroy())
    stream.on('error', () => outgoing.destroy()).pipe(outgoing)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(resolve)
      }),
  }
}

/** The app over real HTTP, with its address as BASE_URL. */
export async function serveApp(changes: Partial<Env> = {}): Promise<Server> {
  const app = createApp()
  const server: Server = await serve((request) =>
    app.fetch(request, env({ BASE_URL: server.url, ...changes })),
  )
  return server
}
