import { expect, test } from 'vitest'
import { call } from '../kit/client.ts'
import { graph } from '../kit/dependencies.ts'

const version = '2026-07-28'

test('a tool whose body and path have the same argument calls the second one other', async () => {
  const { ws, tasks, at } = await graph(2)
  const { token } = await ws.owner.ok('POST', `${ws.base}/api-keys`, { name: 'assistant' })
  const reply = await call('POST', '/mcp', {
    headers: {
      authorization: `Bearer ${token}`,
      'mcp-protocol-version': version,
      'mcp-method': 'tools/call',
      'mcp-name': 'create_issue_dependency',
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'create_issue_dependency',
        arguments: { task_id: tasks[0].key, other_task_id: tasks[1].key, type: 'blocked_by' },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': version,
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    },
  })
  expect([reply.status, reply.body.result.isError ?? false]).toEqual([200, false])
  expect((await ws.owner.ok('GET', at(tasks[0]))).blocked_by).toMatchObject([{ task: { key: tasks[1].key } }])
})
