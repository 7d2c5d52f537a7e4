import { spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isToolboxInstalled, toolboxPackage } from '../../scripts/toolbox.ts'
import { type Caller, person } from '../kit/client.ts'
import { client } from '../kit/oauth.ts'
import { serveApp } from '../kit/serve.ts'

const suite = `${toolboxPackage('@modelcontextprotocol/conformance')}dist/index.js`
let service: Awaited<ReturnType<typeof serveApp>>
let ada: Caller
beforeAll(async () => {
  service = await serveApp()
  ada = await person()
})
afterAll(() => service.stop())

const freePort = () =>
  new Promise<string>((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => found(String(port)))
    })
  })

/** What the person does in the browser with the address that the suite prints. */
async function consent(authorizationUrl: string) {
  const page = await fetch(authorizationUrl, { redirect: 'manual' })
  const rid = new URL(page.headers.get('location')!).searchParams.get('rid')
  const decided = await fetch(`${service.url}/api/v1/oauth/consent/${rid}`, {
    method: 'POST',
    headers: { ...ada.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ approve: true }),
  })
  await fetch(((await decided.json()) as { redirect_to: string }).redirect_to)
}

/** Runs the suite's authorization scenarios; returns its output. */
async function run(revision: string): Promise<string> {
  const port = await freePort()
  const id = await client({ redirect_uris: [`http://127.0.0.1:${port}/callback`] })
  const flags = ['--url', service.url, '--client-id', id, '--port', port, '--resource', `${service.url}/mcp`]
  const child = spawn(process.execPath, [suite, 'authorization', ...flags, '--spec-version', revision])
  let printed = ''
  let visit: Promise<void> | undefined
  child.stdout.on('data', (text: Buffer) => {
    printed += String(text)
    const address = /^http\S+\/oauth\/authorize\S+$/m.exec(printed)?.[0]
    if (address && printed.includes('Callback server started')) visit ??= consent(address)
  })
  child.stderr.on('data', (text: Buffer) => {
    printed += String(text)
  })
  await new Promise((ended) => child.on('close', ended))
  await visit
  return printed
}

/** Since 2025-11-25 the suite also checks clients identified by the URL of their metadata document. */
test.skipIf(!isToolboxInstalled()).each([
  ['2025-03-26', 1],
  ['2025-06-18', 1],
  ['2025-11-25', 2],
  ['2026-07-28', 2],
])('the conformance suite passes its authorization scenarios of %s', async (revision, ofMetadata) => {
  const printed = await run(revision)
  expect(printed).toContain(`authorization-server-metadata-endpoint: ${ofMetadata} passed, 0 failed`)
  expect(printed).toContain('authorization-code-grant: 1 passed, 0 failed')
  expect(printed).toContain(`Total: ${ofMetadata + 1} passed, 0 failed`)
})
