import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/stack/ports.ts'

export type Running = {
  base: string
  said: string
  /** The connection string of the owner of its database. */
  ownerUrl(): string
  stop(how?: { keepsData?: boolean }): Promise<void>
}

export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'service-browser-'))
  chmodSync(folder, 0o755)
  return folder
}

/** The whole service as `npm start` gives it, with a data folder that stopping removes. */
export async function startIn(folder: string): Promise<Running> {
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    env: { ...process.env, PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const running: Running = {
    base: `http://localhost:${port}`,
    said: '',
    ownerUrl: () => readFileSync(join(folder, 'owner-url'), 'utf8').trim(),
    async stop({ keepsData = false } = {}) {
      if (child.exitCode === null) {
        child.kill('SIGINT')
        await once(child, 'exit')
      }
      if (!keepsData) rmSync(folder, { recursive: true, force: true })
    },
  }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (running.said += String(text)))
  await new Promise<void>((done, failed) => {
    child.stdout.on('data', () => running.said.includes('The service is up.') && done())
    child.once('exit', () => failed(new Error(`the service did not start:\n${running.said}`)))
  })
  return running
}
