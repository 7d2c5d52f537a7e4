import { beforeAll, describe, expect, test } from 'vitest'
import { call, type Json } from '../kit/client.ts'
import { workspace } from '../kit/makers.ts'
import { keyOf, modern, open, rpc } from './rpc.ts'
import { overStdio } from './stdio-program.ts'

let token: string
let session: string
let stdio: Awaited<ReturnType<typeof overStdio>>
beforeAll(async () => {
  token = (await keyOf(await workspace())).token
  session = await open({ token })
  stdio = await overStdio(token)
  return stdio.stop
})

const unknownCursor = 'cursor: unknown; the list has one page, call it without'
const argument = { name: 'project', value: 'W' }
const ref = { type: 'ref/prompt', name: 'triage' }
const wrong: [method: string, params: object, says: string][] = [
  ['tools/call', { name: 'whoami', arguments: null }, 'arguments: must be an object'],
  ['tools/call', { name: 'whoami', arguments: [] }, 'arguments: must be an object'],
  ['tools/call', { name: 'whoami', arguments: '{}' }, 'arguments: must be an object'],
  ['tools/call', { arguments: {} }, 'name: must be a text'],
  ['tools/call', { name: 5 }, 'name: must be a text'],
  ['tools/list', { cursor: 'next' }, unknownCursor],
  ['tools/list', { cursor: 5 }, unknownCursor],
  ['prompts/list', { cursor: 'next' }, unknownCursor],
  ['resources/list', { cursor: '' }, unknownCursor],
  ['resources/templates/list', { cursor: null }, unknownCursor],
  ['prompts/get', {}, 'name: must be a text'],
  ['prompts/get', { name: 'triage', arguments: null }, 'arguments: must be an object'],
  ['resources/read', {}, 'uri: must be a text'],
  ['completion/complete', {}, 'ref: must be an object; argument: must be an object'],
  ['completion/complete', { ref, argument: { name: 'project' } }, 'argument.value: must be a text'],
  ['completion/complete', { ref, argument: { ...argument, value: 5 } }, 'argument.value: must be a text'],
  [
    'completion/complete',
    { ref: { type: 'ref/tool' }, argument },
    'ref.type: must be ref/prompt or ref/resource',
  ],
  ['completion/complete', { ref: { type: 'ref/prompt' }, argument }, 'ref.name: must be a text'],
  ['completion/complete', { ref: { type: 'ref/resource' }, argument }, 'ref.uri: must be a text'],
]
const expected = (message: string) => ({ code: -32602, message: expect.stringContaining(message) })

describe('parameters of the wrong form are -32602 with a sentence, and the service goes on', () => {
  test.each(wrong)('%s %j', async (method, params, says) => {
    expect((await modern(method, params, { token })).body.error).toEqual(expected(says))
    expect((await rpc(method, params, { token, session })).body.error).toEqual(expected(says))
  })

  test.each(wrong.filter(([method]) => method.startsWith('tools/')))(
    '%s %j over standard input',
    async (method, params, says) => {
      expect((await stdio.send(method, params)).error).toEqual(expected(says))
    },
  )

  test('in a batch each message has its own answer', async () => {
    const old = await rpc(
      'initialize',
      { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
      { token },
    )
    const body = wrong.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }))
    const { body: answers } = await call('POST', '/mcp', {
      body,
      headers: { authorization: `Bearer ${token}`, 'mcp-session-id': old.headers.get('mcp-session-id')! },
    })
    expect(answers.map(({ id, error }: Json) => [id, error.code])).toEqual(wrong.map((_, id) => [id, -32602]))
  })

  test('a list is answered after a wrong cursor', async () => {
    await modern('tools/list', { cursor: 'next' }, { token })
    expect((await modern('tools/list', {}, { token })).body.result.tools.length).toBe(54)
    expect((await stdio.send('tools/list', {})).result.tools.length).toBe(11)
    expect((await stdio.send('tools/call', { name: 'whoami' })).result.isError).toBeFalsy()
  })
})
