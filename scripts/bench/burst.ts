import { Agent, request } from 'node:http'
import type { Shot } from './fire.ts'

type Burst = { goodput: number; answers: number; busy: number; others: Map<string, number>; p95: number }
type Reply = { status: number; retryAfter: number }

const send = (agent: Agent, { method, url, headers, body }: Shot): Promise<Reply> =>
  new Promise((resolve) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { method, agent, headers: { ...headers, ...length } }, (reply) => {
      reply.resume()
      const retryAfter = Number(reply.headers['retry-after'] ?? Number.NaN)
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, retryAfter }))
      reply.on('error', () => resolve({ status: 0, retryAfter: Number.NaN }))
    })
    sent.on('error', () => resolve({ status: 0, retryAfter: Number.NaN }))
    sent.end(body)
  })

/**
 * So many clients for so many seconds, each of which sends the next request once the last is answered, and after 503 as late
 * as Retry-After says. `goodput` is answers a second; `others` what was neither an answer nor 503 with Retry-After, by status.
 */
async function burst(shot: (n: number) => Shot, clients: number, seconds: number): Promise<Burst> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const times: number[] = []
  const others = new Map<string, number>()
  let [n, busy] = [0, 0]
  const until = performance.now() + seconds * 1000
  const client = async () => {
    while (performance.now() < until) {
      const began = performance.now()
      const { status, retryAfter } = await send(agent, shot(n++))
      if (status >= 200 && status < 300) times.push(performance.now() - began)
      else if (status === 503 && retryAfter > 0) {
        busy++
        const left = Math.max(0, until - performance.now())
        await new Promise((done) => setTimeout(done, Math.min(left, retryAfter * 1000)))
      } else others.set(String(status), (others.get(String(status)) ?? 0) + 1)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  const goodput = (times.length * 1000) / (performance.now() - began)
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
  return { goodput, answers: times.length, busy, others, p95 }
}

/** The same requests from 20 clients and from 200, in turn and three times each, as Markdown; each isolate gets its share. */
export async function bursts(
  isolates: { url: string }[],
  shots: (() => Shot)[],
  { seconds, step }: { seconds: number; step: (text: string) => void },
): Promise<string> {
  const shot = (n: number) => {
    const made = shots[n % shots.length]!()
    return { ...made, url: isolates[n % isolates.length]!.url + made.url }
  }
  await burst(shot, 20, 2)
  const rows: string[] = []
  const shares: number[] = []
  for (let round = 1; round <= 3; round++) {
    const goodputs: number[] = []
    for (const clients of [20, 200]) {
      step(`${clients} clients, round ${round} of 3`)
      const { goodput, answers, busy, others, p95 } = await burst(shot, clients, seconds)
      goodputs.push(goodput)
      const wrong = [...others].map(([status, count]) => `${count} × ${status}`).join(', ') || 'none'
      rows.push(
        `| ${clients} | ${goodput.toFixed(0)} | ${answers} | ${busy} | ${wrong} | ${p95.toFixed(0)} |`,
      )
    }
    shares.push(goodputs[1]! / goodputs[0]!)
  }
  const share = shares.toSorted((a, b) => a - b)[1]!
  return [
    '| clients | answers a second | answers | 503 with Retry-After | anything else | p95 of answers, ms |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    `| goodput of 200, of that of 20, median of three; target ≥ 80 % | ${(share * 100).toFixed(0)} % | | | | |`,
    '',
  ].join('\n')
}
