import { beforeAll, expect, test } from 'vitest'
import catalogue from '../../openapi/tools.json' with { type: 'json' }
import { type Json } from '../kit/client.ts'
import { project, task, workspace, type Project, type Workspace } from '../kit/makers.ts'
import { keyOf, modern } from './rpc.ts'

let ws: Workspace
let home: Project
let token: string
beforeAll(async () => {
  ws = await workspace()
  home = await project(ws, { name: 'Web shop', key: 'WEB' })
  await task(ws, home.id, { title: 'Ours' })
  await task(ws, (await project(ws, { key: 'ELSE' })).id, { title: 'Theirs' })
  token = (await keyOf(ws, { project_id: home.id })).token
})
const use = async (name: string, args: object = {}): Promise<Json> => {
  const reply = await modern('tools/call', { name, arguments: args }, { token, query: '?tools=all' })
  return JSON.parse(reply.body.result.content[0].text)
}
const listed = async (own: string) =>
  ((await modern('tools/list', {}, { token: own, query: '?tools=all' })).body.result.tools as Json[]).map(
    ({ name }) => name as string,
  )
const refusal = 'this key reaches one project only'

test('a key of one project is shown what it can call, and nothing else', async () => {
  const shown = await listed(token)
  expect(shown).toEqual(
    expect.arrayContaining(['query_issues', 'create_issue', 'list_issue_history', 'get_board']),
  )
  const whole = await listed((await keyOf(ws)).token)
  const hidden = whole.filter((name) => !shown.includes(name))
  expect(hidden).toEqual(expect.arrayContaining(['get_dashboard', 'create_invoice', 'list_tickets']))
  const answers = await Promise.all(shown.map(async (name) => [name, (await use(name)).error?.message]))
  expect(answers.filter(([, message]) => message === refusal)).toEqual([])
  const readable = catalogue.filter(
    ({ name, annotations, inputSchema }) =>
      hidden.includes(name) && annotations.readOnlyHint && !('required' in inputSchema),
  )
  // These tell first which of their arguments go together, that such a key is of no employee, or that no key may.
  const early = new Set(['get_employee', 'get_payslip', 'get_vacation_balance', 'list_holidays'])
  const refused = readable.filter(({ name }) => !early.has(name))
  for (const { name } of refused) expect([name, (await use(name)).error?.message]).toEqual([name, refusal])
  expect(refused.length).toBeGreaterThan(20)
})

test('what asks about all projects means that one', async () => {
  const titles = ({ items }: Json) => items.map(({ title }: Json) => title)
  expect(titles(await use('query_issues', { text: 'Ours' }))).toEqual(['Ours'])
  expect(titles(await use('query_issues', { text: 'Theirs' }))).toEqual([])
  expect(titles(await use('query_issues'))).toEqual(['Ours'])
  const { items } = await use('list_issue_history')
  expect(JSON.stringify(items)).toContain('Ours')
  expect(JSON.stringify(items)).not.toMatch(/Theirs|ELSE/)
})
