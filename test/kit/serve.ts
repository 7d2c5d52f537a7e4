import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApp } from '../../src/app.ts'
import type { Env } from '../../src/kit/config.ts'
import { env } from './client.ts'

/** The app behind real HTTP on loopback, for clients that bring their own. Its address is its BASE_URL. */
export async function serve(changes: Partial<Env> = {}): Promise<{ url: string; stop(): Promise<void> }> {
  const app = createApp()
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
    const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values]) =>
      values!.map((value): [string, string] => [name, value]),
    )
    const body = chunks.length ? { body: Buffer.concat(chunks) } : {}
    const request = new Request(new URL(incoming.url!, url), { method: incoming.method!, headers, ...body })
    const response = await app.fetch(request, env({ BASE_URL: url, ...changes }))
    outgoing.setHeaders(response.headers).writeHead(response.status)
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  }
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { url, stop }
}
