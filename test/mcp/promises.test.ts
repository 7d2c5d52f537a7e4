import { beforeAll, expect, test } from 'vitest'
import { allTools as catalogue, everyTool } from './all-tools.ts'
import { project, workspace } from '../kit/makers.ts'
import { keyOf, modern } from './rpc.ts'

type Schema = { description?: string; type?: string }
type Listing = { name: string; annotations: { readOnlyHint: boolean } } & {
  inputSchema: { properties: Record<string, Schema>; required?: string[] }
}
const tools = catalogue as unknown as Listing[]
let token: string
beforeAll(async () => {
  const ws = await workspace()
  token = (await keyOf(ws)).token
  await project(ws, { key: 'WEB' })
})

/** What a description says is taken: the words of a filter or an order, each and all, and those that stand for objects. */
function promised(key: string, { description = '' }: Schema): string[] {
  const [, words] = /^([a-z_]+(?:, [a-z_]+)+)(?:$|;)/.exec(description) ?? []
  if (words && key === 'sort') return words.split(', ').flatMap((word) => [word, `-${word}`])
  if (words) return [...words.split(', '), words]
  const [, standing = ''] = /[;,] ((?:\w+ and )?\w+) too$/.exec(description) ?? []
  return standing.split(' and ').filter(Boolean)
}
const lists = tools.filter(
  ({ annotations, inputSchema: { required = [] } }) =>
    annotations.readOnlyHint && required.every((one) => one === 'project_id'),
)

test('every word that a description promises to a filter or an order is taken, alone and with others', async () => {
  const refused: string[] = []
  let tried = 0
  for (const { name, inputSchema } of lists)
    for (const [key, schema] of Object.entries(inputSchema.properties)) {
      for (const value of promised(key, schema)) {
        const needed = {
          ...(inputSchema.required?.length ? { project_id: 'WEB' } : {}),
          ...('year' in inputSchema.properties ? { year: 2026 } : {}),
        }
        const args = { ...needed, [key]: value }
        const { body } = await modern('tools/call', { name, arguments: args }, { token, query: everyTool })
        tried++
        const answer = JSON.parse(body.result.content[0].text)
        if (body.result.isError) refused.push(`${name} ${key}=${value}: ${answer.error.message}`)
      }
    }
  expect(refused).toEqual([])
  expect(tried).toBeGreaterThan(150)
}, 120_000)
