import { afterAll, beforeAll, expect, test } from 'vitest'
import { isToolboxInstalled } from '../../scripts/toolbox.ts'
import type { Server } from '../kit/serve.ts'
import { run, startServer } from './external-programs.ts'

let server: Server
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test.skipIf(!isToolboxInstalled()).each(['', '?tools=all'])(
  'the inspector finds no problem in the schemas of /mcp%s',
  async (query) => {
    const { code, out, err } = await run(
      '@modelcontextprotocol/inspector',
      'clients/launcher/build/index.js',
      ['--cli', `${server.url}/mcp${query}`, '--transport', 'http', '--method', 'tools/list', '--strict'],
    )
    expect([code, err, JSON.parse(out).tools[0].name]).toEqual([0, '', 'whoami'])
  },
)
