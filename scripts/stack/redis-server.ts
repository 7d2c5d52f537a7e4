import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './ports.ts'
import { endWithParent } from './with-parent.ts'

export type RedisServer = { url: string; stop(): Promise<void> }

/**
 * Starts the `redis-server` program of the PATH, without persistence, on a free port or the given one.
 * Returns null if there is no such program; rejects with the server's message if it cannot start.
 */
export async function startRedisServer(options: { port?: number } = {}): Promise<RedisServer | null> {
  const program = findProgram('redis-server')
  if (!program) return null
  const port = options.port || (await freePort())
  const flags = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(program, [...flags, '--dir', tmpdir()], { stdio: ['ignore', 'pipe', 'pipe'] })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  endWithParent(child)
  await ready(child)
  return { url: `redis://127.0.0.1:${port}`, stop: () => stop(child) }
}

function findProgram(name: string): string | null {
  const places = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return places.map((place) => join(place, name)).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const startTimeout = 20_000

async function ready(child: ChildProcess): Promise<void> {
  let said = ''
  let late = false
  const stopWaiting = setTimeout(() => (late = child.kill('SIGKILL')), startTimeout)
  await new Promise<void>((resolve, reject) => {
    const read = (bytes: Buffer) => {
      said = (said + bytes.toString()).slice(-4000)
      if (said.includes('Ready to accept connections')) resolve()
    }
    const failed = (how: string) =>
      reject(new Error(`redis-server ${how}; it said: ${said.trim() || 'nothing'}`))
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', ({ message }) => failed(`cannot be started (${message})`))
    child.once('exit', () => failed(late ? `was not ready after ${startTimeout} ms` : 'stopped at once'))
  }).finally(() => clearTimeout(stopWaiting))
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}
