import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { app, env, type Json } from '../kit/client.ts'
import { serve, type Server } from '../kit/serve.ts'

/** Builds the local program into a folder; returns where it is. */
export async function buildProgram(folder: string): Promise<string> {
  const outfile = join(folder, 'service-tools.mjs')
  await build({
    entryPoints: [fileURLToPath(new URL('../../src/stdio/main.ts', import.meta.url))],
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile,
    logLevel: 'warning',
  })
  return outfile
}

/** The local program, started for a key: `send` writes one message as it is, and answers what the program writes. */
export async function overStdio(token: string) {
  const folder = mkdtempSync(join(tmpdir(), 'service-tools-'))
  const program = await buildProgram(folder)
  const server: Server = await serve((request) => app.fetch(request, env({ BASE_URL: server.url })))
  const child = spawn(process.execPath, [program], {
    env: { SERVICE_TOKEN: token, SERVICE_API_URL: `${server.url}/api/v1` },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting = new Map<number, (answer: Json) => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const answer: Json = JSON.parse(line)
    waiting.get(answer.id)?.(answer)
  })
  let last = 0
  const send = (method: string, params: object) =>
    new Promise<Json>((answered) => {
      waiting.set(++last, answered)
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`)
    })
  await send('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  })
  const stop = async () => {
    child.kill()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { send, stop }
}
