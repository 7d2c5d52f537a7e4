import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, test } from 'vitest'
import type { Served } from '../kit/serve.ts'
import { run, served } from './outside.ts'
let server: Served
beforeAll(async () => { server = await served() })
afterAll(() => server.stop())
test.each(['2025-11-25', '2026-07-28'])('%s', async (revision) => {
  const done = await run('@modelcontextprotocol/conformance', 'dist/index.js', ['server', '--url', `${server.url}/mcp`, '--requirements', revision, '-o', `/tmp/x-conf-${revision}`, '--timeout', '10000'])
  writeFileSync(`/tmp/x-conf-${revision}.txt`, `${done.code}\n${done.out}\n${done.err}`)
}, 300000)
