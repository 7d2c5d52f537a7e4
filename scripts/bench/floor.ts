import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../stack/ports.ts'
import { fire } from './fire.ts'
import { bin, cpuOf, serving, workerConfiguration } from './parts.ts'

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
  writeFileSync(file, workerConfiguration(port, { source: JSON.stringify(script) }))
  return serving(bin('workerd'), ['serve', file, '--experimental'], { port })
}
