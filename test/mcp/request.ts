import { appendFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Json } from '../kit/client.ts'
import { modern } from './rpc.ts'

export type Use = (name: string, args: object) => Promise<Json>
const tokens = (value: unknown) => Math.ceil(Buffer.byteLength(JSON.stringify(value)) / 4)

/** Fulfils requests by tool calls, each at first try, and compares their number with the fewest possible. */
export function requests(token: () => string) {
  const table: [request: string, calls: number, least: number, tokens: number][] = []
  async function request(phrase: string, least: number, query: string, perform: (use: Use) => Promise<void>) {
    let [calls, cost] = [0, 0]
    await perform(async (name, args) => {
      const { body } = await modern('tools/call', { name, arguments: args }, { token: token(), query })
      calls += 1
      cost += tokens(args) + tokens(body.result.content[0].text)
      const response = JSON.parse(body.result.content[0].text)
      const asks = response.error?.code === 'confirmation_required'
      expect([name, Boolean(body.result.isError), response]).toEqual([name, asks, response])
      return response
    })
    table.push([phrase, calls, least, cost])
    expect(calls).toBeLessThanOrEqual(2 * least)
  }
  /** Adds the rows to the file that the environment names. */
  const write = () => {
    const rows = table.map((row) => `| ${row.join(' | ')} |\n`)
    if (process.env.REQUESTS) appendFileSync(process.env.REQUESTS, rows.join(''))
  }
  return { request, write }
}
