import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'

export type Shot = { method: string; url: string; headers: Record<string, string>; body?: string }
export type Figures = {
  p50: number
  p95: number
  p99: number
  perSecond: number
  errors: number
  count: number
}

type How = { connections?: number; seconds?: number; rate?: number; atOnce?: boolean }

/**
 * Sends requests over the given connections for some seconds, each as soon as the previous one is done, or
 * all at a fixed rate, where latency counts from when a request was due. In fractional milliseconds: existing
 * load tools report whole ones. With `atOnce`, all connections send together, in waves of that rate. `shot` makes the
 * nth request.
 */
export async function fire(
  shot: (n: number) => Shot,
  { connections = 1, seconds = 5, rate = 0, atOnce = false }: How = {},
): Promise<Figures> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let [n, errors] = [0, 0]
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  const next = async (): Promise<void> => {
    const nth = n++
    const place = atOnce ? nth - (nth % connections) : nth
    const due = rate ? startedAt + (place * 1000) / rate : performance.now()
    if (due >= until) return
    if (due > performance.now()) await new Promise((done) => setTimeout(done, due - performance.now()))
    const status = await once(agent, shot(nth))
    times.push(performance.now() - due)
    if (status >= 300) errors++
    if (performance.now() < until) return next()
  }
  await Promise.all(Array.from({ length: connections }, next))
  agent.destroy()
  const elapsed = (performance.now() - startedAt) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  return {
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    perSecond: times.length / elapsed,
    errors,
    count: times.length,
  }
}

export const once = (agent: Agent, { method, url, headers, body }: Shot): Promise<number> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { method, agent, headers: { ...headers, ...length } }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 599))
      answer.on('error', reject)
    })
    sent.on('error', () => resolve(599))
    sent.end(body)
  })
