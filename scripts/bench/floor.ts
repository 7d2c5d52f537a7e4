import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../stack/ports.ts'
import { fire } from './fire.ts'
import { bin, cpuOf, type Part, serving, workerConfiguration } from './parts.ts'

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
  const script = `export default { async fetch() {
    const answer = await fetch('http://127.0.0.1:${(upstream.address() as AddressInfo).port}/sql', { method: 'POST', body: '{}' })
    return new Response(await answer.text())
  } }`
  const worker = await smallestWorker(folder, port, script)
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

/** workerd with a Worker of one module, in a folder for its files. */
export async function smallestWorker(folder: string, port: number, script: string): Promise<Part> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `floor-${port}.capnp`)
  writeFileSync(file, workerConfiguration(port, { source: JSON.stringify(script) }))
  const worker = await serving(bin('workerd'), ['serve', file, '--experimental'], { port })
  rmSync(file)
  return worker
}
