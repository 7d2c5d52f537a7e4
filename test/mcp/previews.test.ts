import { expect, test } from 'vitest'
import { allTools as catalogue, everyTool } from './all-tools.ts'
import { other } from '../../src/mcp/other.ts'
import { operations, World } from '../contract/world.ts'
import type { Json } from '../kit/client.ts'
import { client } from '../kit/invoices.ts'
import { task, project, workspace } from '../kit/makers.ts'
import { keyOf, modern } from './rpc.ts'

type Tool = {
  name: string
  operation: string
  annotations: { destructiveHint: boolean }
}
const destructive = (catalogue as unknown as Tool[]).filter(({ annotations }) => annotations.destructiveHint)

/** What is not shown before it is gone. This list may only shrink. */
const unnamed: Record<string, string> = {
  delete_oauth_authorization: 'a key may not call it',
  delete_note: 'who stands in for its owner may delete but not read it',
  delete_reminder: 'who stands in for its owner may delete but not read it',
}

const use = async (name: string, args: object, token: string): Promise<Json> => {
  const { body } = await modern('tools/call', { name, arguments: args }, { token, query: everyTool })
  return JSON.parse(body.result.content[0].text)
}

test('each tool that destroys first names what it is about, by more than an id', async () => {
  const bare: string[] = []
  for (const { name, operation: id } of destructive) {
    const world = await World.make()
    const key = await world.key()
    const operation = operations.find((one) => one.id === id)!
    await world.prepare(operation)
    const { body, params, query } = await world.example(operation)
    const { org_id: _org, ...named } = params
    const sent = Object.entries((body ?? {}) as Json).map(([field, value]) => [
      field in named ? `${other}${field}` : field,
      value,
    ])
    const given = { ...named, ...Object.fromEntries(sent), ...Object.fromEntries(new URLSearchParams(query)) }
    const token = key.headers.authorization!.replace('Bearer ', '')
    const { affects = {} } = await use(name, given, token)
    const { id: _id, user_id: _user, ...said } = affects
    if (!Object.values(said).some((value) => typeof value === 'string' && !/^[0-9a-f-]{36}$/.test(value)))
      bare.push(name)
  }
  expect(bare.toSorted()).toEqual(Object.keys(unnamed).toSorted())
}, 120_000)

test('what hangs on it is counted, and its first objects named', async () => {
  const ws = await workspace()
  const { token } = await keyOf(ws)
  const acme = await client(ws, { name: 'Acme Ltd' })
  for (const name of ['Ada', 'Grace', 'Mary', 'Joan'])
    await ws.owner.ok('POST', `${ws.base}/clients/${acme.id}/contacts`, { name })
  const { affects } = await use('delete_client', { client_id: 'Acme Ltd' }, token)
  expect(affects).toMatchObject({
    name: 'Acme Ltd',
    contacts: expect.stringMatching(/^4: \w+, \w+, \w+, …$/),
  })
  const web = await project(ws, { key: 'WEB' })
  const epic = await task(ws, web.id, { title: 'Checkout' })
  await task(ws, web.id, { title: 'Pay', parent_id: epic.id })
  const about = (await use('delete_issue', { task_id: epic.key }, token)).affects
  expect(about).toMatchObject({ key: epic.key, title: 'Checkout', counts: { subtasks: 1 } })
  expect(JSON.stringify(about)).not.toContain('comments')
})
