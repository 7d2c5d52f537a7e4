import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/stack/ports.ts'

export type Running = {
  base: string
  output: string
  /** The connection string of the database owner. */
  ownerUrl(): string
  stop(options?: { keepData?: boolean }): Promise<void>
}

export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'service-browser-'))
  chmodSync(folder, 0o755)
  return folder
}

/** The whole service as started by `npm start`; stopping it removes the data folder. */
export async function startIn(folder: string): Promise<Running> {
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    // The test runner sets BASE_URL for itself.
    env: { ...process.env, BASE_URL: undefined, PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const running: Running = {
    base: `http://localhost:${port}`,
    output: '',
    ownerUrl: () => readFileSync(join(folder, 'owner-url'), 'utf8').trim(),
    async stop({ keepData = false } = {}) {
      if (child.exitCode === null) {
        child.kill('SIGINT')
        await once(child, 'exit')
      }
      const later = running.output.split('Ctrl-C stops everything.')[1]?.trim()
      if (later) console.error(`The service wrote while it was up:\n${later}`)
      if (!keepData) rmSync(folder, { recursive: true, force: true })
    },
  }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (running.output += String(text)))
  await new Promise<void>((done, failed) => {
    child.stdout.on('data', () => running.output.includes('The service is up.') && done())
    child.once('exit', () => failed(new Error(`the service did not start:\n${running.output}`)))
  })
  return running
}
