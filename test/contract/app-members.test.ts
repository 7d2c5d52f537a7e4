import { expect, test } from 'vitest'
import { manifestOf } from '../../src/areas/apps/manifests.ts'
import type { Json } from '../kit/client.ts'
import { fullWorld } from './full-world.ts'
import { modern } from '../mcp/rpc.ts'
import { operations } from './world.ts'

/** Where the member that an app acts as is told of, and why. This list may only shrink. */
const told: Record<string, string> = {
  listApiKeys: 'its key is one of those that open the organization',
  listApps: 'the store names the app itself',
  listAuditLog: 'what it does is told like what people do',
  listInstalledApps: 'says whom it acts as, who can be added to private projects',
}

test('whom an app acts as is in no list of people, nor among those who could be chosen', async () => {
  const world = await fullWorld()
  const { owner } = world.people
  const { requested_scopes, name } = manifestOf('automation-connector')!
  const base = `/api/v1/organizations/${world.org}`
  const installed: Json = await owner.ok('POST', `${base}/apps/automation-connector/install`, {
    accept_scopes: requested_scopes,
  })
  const { user_id } = installed.installation
  const met: string[] = []
  let read = 0
  for (const operation of operations.filter(
    (one) => one.method === 'GET' && one.path.startsWith('/api/v1/organizations/{org_id}/'),
  )) {
    const { path } = await world.example(operation)
    const { status, text } = await owner.call('GET', path)
    if (status === 200) read++
    if (text.includes(user_id) || text.includes(name)) met.push(operation.id)
  }
  expect(met.toSorted()).toEqual(Object.keys(told).toSorted())
  expect(read).toBeGreaterThan(250)
  const { token } = await owner.ok('POST', `${base}/api-keys`, { name: 'names' })
  const use = async (tool: string, args: object): Promise<string> => {
    const { body } = await modern('tools/call', { name: tool, arguments: args }, { token })
    return body.result.content[0].text
  }
  expect(await use('get_context', {})).not.toContain(name)
  const task_id = await world.value('task_id')
  expect(await use('update_issue', { task_id, assignee_id: name })).toContain(
    `assignee_id: no member has the name or address \\"${name}\\"`,
  )
}, 120_000)
