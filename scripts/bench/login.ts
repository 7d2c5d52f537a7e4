import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Part } from './parts.ts'

const [accounts, turns] = [12, 5]
const json = { 'content-type': 'application/json' }
/** A different network for each request, so that no limit per address applies. */
const somewhere = () => ({
  'cf-connecting-ip': `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`,
})
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

/**
 * Whether login timing reveals who has an account: milliseconds for an unknown address and for a wrong
 * password, each a median of sixty, interleaved.
 */
export async function loginTimes({ url }: Part): Promise<{ unknown: number; wrong: number }> {
  const ask = async (path: string, body: object, expected: number) => {
    const began = performance.now()
    const init = { method: 'POST', headers: { ...json, ...somewhere() }, body: JSON.stringify(body) }
    const answer = await fetch(`${url}/api/v1/auth/${path}`, init)
    const text = await answer.text()
    if (answer.status !== expected) throw new Error(`${path}: ${answer.status} ${text}`)
    return performance.now() - began
  }
  const emails = Array.from({ length: accounts }, () => `${randomUUID()}@example.com`)
  for (const email of emails)
    await ask('register', { email, password: 'correct horse battery', name: 'Ada' }, 201)
  const [unknown, wrong]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < turns; turn++)
    for (const email of emails) {
      wrong.push(await ask('login', { email, password: 'another horse battery' }, 401))
      unknown.push(
        await ask('login', { email: `${randomUUID()}@example.com`, password: 'another horse battery' }, 401),
      )
    }
  return { unknown: median(unknown), wrong: median(wrong) }
}
