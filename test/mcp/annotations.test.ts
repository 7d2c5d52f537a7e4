import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { metaTools } from '../../src/mcp/meta.ts'
import type { Json } from '../kit/client.ts'
import { workspace } from '../kit/makers.ts'
import { keyOf, modern } from './rpc.ts'

const read = (name: string): Json =>
  JSON.parse(readFileSync(new URL(`../../openapi/${name}`, import.meta.url), 'utf8'))
const entries = new Map<string, { method: string; responses: Json }>(
  Object.values<Json>(read('openapi.json').paths).flatMap((path) =>
    Object.entries<Json>(path).map(
      ([method, { operationId, responses }]) => [operationId, { method, responses }] as const,
    ),
  ),
)
const tools = [...read('tools.json'), ...read('platform-tools.json')].map((tool) => ({
  ...tool,
  ...entries.get(tool.operation)!,
}))
const namesWhere = (holds: (tool: Json) => boolean) => tools.filter(holds).map(({ name }) => name)

describe('the annotations of tools', () => {
  test('say which tools call external services, or give somebody outside the organization something', () => {
    const external = ['set_repository_integration', 'create_project_repository', 'get_development_activity']
    const giving =
      'create_invitation create_project_share install_app update_member set_project_member create_client update_client issue_invoice'
    const others = [
      ...external,
      ...giving.split(' '),
      'sign_contract',
      'update_contract',
      'create_ticket_message',
      'approve_payroll_run',
      'mark_payroll_run_paid',
      'create_webhook',
      'update_webhook',
    ]
    expect(namesWhere(({ annotations }) => annotations.openWorldHint).toSorted()).toEqual(others.toSorted())
    expect(namesWhere(({ responses }) => '502' in responses).toSorted()).toEqual(external.toSorted())
  })

  test('go with a question to the user: each of these, and each that destroys, takes confirm', () => {
    const asking = namesWhere(({ inputSchema }) => 'confirm' in inputSchema.properties)
    const writing = ({ annotations }: Json) => !annotations.readOnlyHint
    const expected = tools.filter(
      (tool) =>
        writing(tool) &&
        (tool.annotations.destructiveHint || (tool.annotations.openWorldHint && !('502' in tool.responses))),
    )
    expect(asking.toSorted()).toEqual(
      [...expected.map(({ name }) => name), 'bulk_update_issues', 'start_import'].toSorted(),
    )
  })

  test('say that a repeated update, set or deletion has no further effect, and a repeated creation does', () => {
    const updates = namesWhere(({ method }) => ['patch', 'put', 'delete'].includes(method))
    const idempotent = namesWhere(
      ({ annotations }) => annotations.idempotentHint && !annotations.readOnlyHint,
    )
    expect(idempotent).toEqual(updates.filter((name) => name !== 'update_document'))
    const creations = namesWhere(({ method, responses }) => method === 'post' && '201' in responses)
    expect(creations.length).toBeGreaterThan(15)
    for (const name of creations) expect([name, idempotent.includes(name)]).toEqual([name, false])
    for (const { name, annotations } of tools.filter((tool: Json) => tool.annotations.readOnlyHint))
      expect([name, annotations.idempotentHint, annotations.destructiveHint]).toEqual([name, true, false])
  })

  test('say of tools that call others everything that those may do', () => {
    const hintsOf = (name: string) => metaTools.find((tool) => tool.name === name)!.annotations
    expect(hintsOf('call_read_tool')).toMatchObject({ readOnlyHint: true, openWorldHint: true })
    expect(hintsOf('call_write_tool')).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    })
  })

  test('are correct about updating a document, which may append to it', async () => {
    const ws = await workspace()
    const { token } = await keyOf(ws)
    const page = await ws.owner.ok('POST', `${ws.base}/documents`, { title: 'Log', content: 'one' })
    const args = { document_id: page.id, content: ' more', edit_mode: 'append' }
    for (const _ of [1, 2])
      await modern('tools/call', { name: 'update_document', arguments: args }, { token })
    const { content } = await ws.owner.ok('GET', `${ws.base}/documents/${page.id}`)
    expect(content.match(/more/g)).toHaveLength(2)
  })
})
