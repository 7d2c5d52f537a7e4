import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../stack/ports.ts'
import { fire } from './fire.ts'
import { bin, cpuOf, serving } from './parts.ts'

/** About what a task takes. */
const answer = JSON.stringify({ text: 'x'.repeat(1500) })

/**
 * CPU per request, in milliseconds, of the smallest Worker that makes one subrequest: what the runtime itself costs on this
 * machine, so that figures of different machines can be compared.
 */
export async function floor(folder: string, seconds: number): Promise<number> {
  const upstream = createServer((_, response) => response.end(answer))
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  const port = await freePort()
  const worker = await smallestWorker(folder, port, (upstream.address() as AddressInfo).port)
  try {
    const shot = () => ({ url: worker.url, method: 'GET', headers: {} })
    await fire(shot, { seconds: 1 })
    const before = cpuOf(worker.pid)
    const { count } = await fire(shot, { seconds })
    return (cpuOf(worker.pid) - before) / count
  } finally {
    await worker.stop()
    upstream.close()
  }
}

async function smallestWorker(folder: string, port: number, upstreamPort: number) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'floor.capnp')
  const script = `export default { async fetch() {
    const answer = await fetch('http://127.0.0.1:${upstreamPort}/sql', { method: 'POST', body: '{}' })
    return new Response(await answer.text())
  } }`
  writeFileSync(
    file,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = ${JSON.stringify(script)})],
  compatibilityDate = "2026-08-01",
  globalOutbound = "internet",
);
`,
  )
  return serving(bin('workerd'), ['serve', file, '--experimental'], { port })
}
